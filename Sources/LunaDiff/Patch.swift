import RecordDiff
import Records

/// Applies a recorded result to an input, or takes it back.
///
/// A result that was recorded with `--patchable` gives the other file byte for byte, if the input is the one that it was
/// recorded from. Otherwise the changes are applied by their values, after everything that the result says of the input
/// has been checked.
///
/// - Throws: `LunaDiffError` where the result does not fit, or something cannot be read.
/// - Complexity: O(*b*) for *b* bytes of both.
public func patch(_ request: PatchRequest) throws(LunaDiffError) -> PatchOutput {
  do {
    if request.input == "-", request.changes == "-" {
      throw LunaDiffError("standard input cannot be both the input and the changes")
    }
    let document = try PatchDocument.open(path: request.changes)
    var options = request.read
    options.workers = request.threads
    let input = try RecordInput.open(path: request.input, options: options)
    return try request.apply(document, to: input)
  } catch {
    throw LunaDiffError(error)
  }
}

extension PatchRequest {
  fileprivate func apply(_ document: PatchDocument, to input: RecordInput) throws -> PatchOutput {
    let script = document.patches[isReverse ? .target : .source]
    if let script, !keepsColumns, script.fits(input.wholeText) {
      guard let text = script.apply(to: input.wholeText) else {
        throw PatchError(.damaged, input: document.name)
      }
      return PatchOutput(text: text, isExact: true, notes: Self.notes(of: input))
    }
    if isExact {
      throw script == nil
        ? PatchError(.notPatchable, input: document.name)
        : PatchError(.otherResult, input: input.name)
    }
    let text = try PatchApplication.apply(
      document, to: input.table(), isReverse: isReverse, keepsColumns: keepsColumns)
    var notes = Self.notes(of: input)
    if script != nil, !keepsColumns {
      notes.append(
        "\(input.name) is not, byte for byte, the file that the result was recorded from; "
          + "its changes were applied by their values")
    }
    return PatchOutput(text: text, isExact: false, notes: notes)
  }

  private static func notes(of input: RecordInput) -> [String] {
    input.isConverted ? ["\(input.name) was converted; the output is UTF-8"] : []
  }
}
