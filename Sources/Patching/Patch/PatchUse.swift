import Comparing
import Platform
import Records

/// How a patch is used: forwards or back, exactly or by values.
package struct PatchUse: Sendable {
  /// Whether the input is the new one, to be turned back into the old one.
  package var isReverse = false
  /// Whether columns that one side alone has are left as they are.
  package var keepsColumns = false
  /// Whether only the exact patch that `--patchable` records is applied.
  package var isExact = false

  package init() {}

  /// Applies a result: exactly if it has a patch for this very text, else by its values, for which `table` is asked.
  package func apply(_ result: RecordedResult, to name: String, text: BytesView, table: () throws -> RecordTable)
    throws -> PatchOutput
  {
    let script = result.patches[isReverse ? .target : .source]
    if let script, !keepsColumns, script.fits(text) {
      guard let text = script.apply(to: text) else { throw PatchError(.damaged, input: result.name) }
      return PatchOutput(text: text, isExact: true, notes: [])
    }
    if isExact {
      guard script != nil else { throw PatchError(.notPatchable, input: result.name) }
      let error = PatchError(.otherResult, input: name)
      let isTurned = result.patches[isReverse ? .source : .target]?.fits(text) ?? false
      throw isTurned ? error.fitting(isReverse ? .forwards : .backwards) : error
    }
    let text = try PatchApplication.apply(result, to: table(), isReverse: isReverse, keepsColumns: keepsColumns)
    let note =
      "\(name) is not, byte for byte, the file that the result was recorded from; "
      + "its changes were applied by their values"
    return PatchOutput(text: text, isExact: false, notes: script != nil && !keepsColumns ? [note] : [])
  }
}

extension PatchUse {
  /// Applies what an opened file holds, a recorded result or a patch of another tool, to an input.
  package func apply(_ changes: RecordInput, to input: RecordInput, table: () throws -> RecordTable) throws
    -> PatchOutput
  {
    guard RecordedResult.isResult(changes) else { return try apply(DocumentPatch(changes), to: input) }
    return try apply(RecordedResult.read(changes), to: input.name, text: input.wholeText, table: table)
  }

  package func apply(_ patch: DocumentPatch, to input: RecordInput) throws -> PatchOutput {
    for (setting, isGiven) in [
      (Setting.reverse, isReverse), (.exact, isExact), (.keepColumns, keepsColumns),
    ] where isGiven { throw DocumentPatchError(.lacks(setting), input: patch.name) }
    return PatchOutput(text: try patch.apply(to: input), isExact: false, notes: [])
  }
}

package struct PatchOutput: Sendable, Equatable {
  package let text: [UInt8]
  /// Whether it is known to be, byte for byte, the file that the result was recorded from.
  package let isExact: Bool
  package var notes: [String]
}

/// A patch that other tools write and apply as well: a JSON Patch (RFC 6902).
package struct DocumentPatch {
  private let changes: RecordInput
  private let patch: Field

  package init(_ changes: RecordInput) throws {
    guard let patch = Field(json: try changes.jsonDocument().text), patch.kind == .array else {
      throw DocumentPatchError(.noPatch, input: changes.name)
    }
    self.changes = changes
    self.patch = patch
  }

  var name: String { changes.name }

  /// The document with the patch applied, the whole or nothing of it.
  ///
  /// - Complexity: O(*b*) for *b* bytes of both, and for each operation on a list what `ChunkedList` says.
  package func apply(to input: RecordInput) throws -> [UInt8] {
    guard !input.format.hasRows else { throw DocumentPatchError(.notJSON, input: input.name) }
    let document = try input.jsonDocument()
    // Far more than a patch copies that is meant well.
    let room = 16 * (document.text.count + patch.bytes.count) + (64 << 20)
    var edited = EditedDocument(document, room: room)
    for (index, operation) in patch.elements.enumerated() { try apply(operation, number: index + 1, to: &edited) }
    let text = try fitting(edited.spelled)
    let whole = input.wholeText
    return Array(whole[..<document.range.lowerBound]) + text + Array(whole[document.range.upperBound...])
  }

  private func fitting<Result>(_ body: () throws(DocumentPatchError.Misfit) -> Result) throws(DocumentPatchError)
    -> Result
  { do { return try body() } catch { throw DocumentPatchError(.misfit(error), input: name) } }

  private func apply(_ operation: Field, number: Int, to document: inout EditedDocument) throws {
    let members = OperationMembers(operation)
    func refusal(_ reason: DocumentPatchError.Reason) -> DocumentPatchError {
      DocumentPatchError(
        reason, input: name, operation: .init(number: number, path: members.shown("path"), from: members.shown("from")))
    }
    do { try Self.perform(members, on: &document) } catch let misfit as EditedDocument.Misfit {
      throw refusal(.misfit(misfit))
    } catch let mistake as OperationMembers.Mistake { throw refusal(.noOperation(mistake.words)) }
  }

  private static func perform(_ members: OperationMembers, on document: inout EditedDocument) throws {
    let path = try members.pointer("path")
    switch try members.text("op") {
    case "add": try document.add(try members.value(), at: path)
    case "remove": try document.remove(path)
    case "replace": try document.replace(path, by: try members.value())
    case "move": try document.move(try members.pointer("from"), to: path)
    case "copy": try document.copy(try members.pointer("from"), to: path)
    case "test": try document.test(path, is: try members.value())
    case let word: throw OperationMembers.Mistake(words: "'\(word.excerpt)' is no operation")
    }
  }
}

private struct OperationMembers {
  struct Mistake: Error { let words: String }

  private let operation: Field
  private let members: [Field.Member]

  init(_ operation: Field) {
    self.operation = operation
    members = operation.members
  }

  /// The text of a member, as messages show it; empty where there is none.
  func shown(_ name: String) -> String { (try? text(name))?.excerpt ?? "" }

  private func member(_ name: String) throws(Mistake) -> Field {
    guard operation.kind == .object else { throw Mistake(words: "it is not an object") }
    let found = members.filter { $0.name == name }
    guard let first = found.first else { throw Mistake(words: "it has no \"\(name)\"") }
    guard found.count == 1 else { throw Mistake(words: "it says \"\(name)\" twice") }
    return first.value
  }

  private func bytes(_ name: String) throws(Mistake) -> [UInt8] {
    guard let bytes = try member(name).withText({ Array($0) }) else {
      throw Mistake(words: "its \"\(name)\" is not a text")
    }
    return bytes
  }

  func text(_ name: String) throws(Mistake) -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func pointer(_ name: String) throws(Mistake) -> [[UInt8]] {
    guard let pointer = JSONPointer(try bytes(name)) else {
      throw Mistake(words: "its \"\(name)\" is not a JSON pointer, which begins with / and spells ~ as ~0")
    }
    return pointer.tokens
  }

  func value() throws(Mistake) -> Field { try member("value") }
}
