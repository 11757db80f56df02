import Comparing
import Platform
import Records

/// The application of a recorded result: its input and its options.
package struct PatchUse: Sendable {
  /// Whether the input is the new one, to be turned back into the old one.
  package var isReverse = false
  /// Whether columns that one side alone has are left as they are.
  package var keepsColumns = false
  /// Whether only the exact patch that `--patchable` records is applied.
  package var isExact = false

  /// Forwards, by values where there is no exact patch.
  package init() {}

  /// Applies a result to an input: exactly if the result has a patch for this very text, else by its values.
  ///
  /// - Parameters:
  ///   - name: What messages call the input.
  ///   - text: The input's whole text.
  ///   - table: Its records, asked for only where they are needed.
  /// - Throws: `PatchError` where the result does not fit, and what `table` throws.
  package func apply(
    _ document: PatchDocument, to name: String, text: BytesView,
    table: () throws -> RecordTable
  ) throws -> PatchOutput {
    let script = document.patches[isReverse ? .target : .source]
    if let script, !keepsColumns, script.fits(text) {
      guard let text = script.apply(to: text) else {
        throw PatchError(.damaged, input: document.name)
      }
      return PatchOutput(text: text, isExact: true, notes: [])
    }
    if isExact {
      guard script != nil else { throw PatchError(.notPatchable, input: document.name) }
      let error = PatchError(.otherResult, input: name)
      let isTurned = document.patches[isReverse ? .source : .target]?.fits(text) ?? false
      throw isTurned ? error.fitting(isReverse ? .forwards : .backwards) : error
    }
    let text = try PatchApplication.apply(
      document, to: table(), isReverse: isReverse, keepsColumns: keepsColumns)
    let note =
      "\(name) is not, byte for byte, the file that the result was recorded from; "
      + "its changes were applied by their values"
    return PatchOutput(
      text: text, isExact: false, notes: script != nil && !keepsColumns ? [note] : [])
  }
}

extension PatchUse {
  /// Applies what an opened file holds, a recorded result or a patch of another tool, to an input.
  ///
  /// - Parameter table: The input's records, asked for only where they are needed.
  /// - Throws: What the other two throw.
  package func apply(
    _ changes: RecordInput, to input: RecordInput, table: () throws -> RecordTable
  ) throws -> PatchOutput {
    guard PatchDocument.isResult(changes) else {
      return try apply(DocumentPatch(changes), to: input)
    }
    return try apply(
      PatchDocument.read(changes), to: input.name, text: input.wholeText, table: table)
  }

  /// Applies a patch of another tool's to an input.
  ///
  /// - Throws: `DocumentPatchError` where the patch does not fit, `RecordError` where one of both is no JSON.
  package func apply(_ patch: DocumentPatch, to input: RecordInput) throws -> PatchOutput {
    for (setting, isGiven) in [
      (Setting.reverse, isReverse), (.exact, isExact), (.keepColumns, keepsColumns),
    ] where isGiven {
      throw DocumentPatchError(.lacks(setting), input: patch.name)
    }
    return PatchOutput(text: try patch.apply(to: input), isExact: false, notes: [])
  }
}

/// An input with a result applied.
package struct PatchOutput: Sendable, Equatable {
  /// The whole text.
  package let text: [UInt8]
  /// Whether it is known to be, byte for byte, the file that the result was recorded from.
  package let isExact: Bool
  /// Notes for the user.
  package var notes: [String]
}
