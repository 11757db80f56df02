/// What can be wrong with JSON.
public enum JSONProblem: Sendable, Equatable {
  /// A mistake at one byte.
  case mistake(JSONMistake)
  /// A whole document that is no collection; what it is, and pointers to collections in it.
  case notRecords(found: String, collections: [String])
  /// Text that is no JSON Pointer.
  case badPointer(String)
  /// A JSON Pointer that leads nowhere: the part that was not found, and what there is instead.
  case pointerNotFound(pointer: String, part: String, names: [String])
  /// A JSON Pointer that leads to two places: the name that is there twice.
  case ambiguousPointer(pointer: String, name: String)
  /// A JSON Pointer for JSON Lines.
  case pointerIntoLines
  /// No record has the member that was said to hold the elements.
  case noElements(String)

  /// Whether the text is valid JSON all the same, only not the records that were asked for.
  public var isValidJSON: Bool {
    switch self {
    case .mistake(let mistake): mistake.isValidJSON
    default: true
    }
  }

  /// What is wrong, as part of a sentence.
  var message: String {
    switch self {
    case .mistake(let mistake): mistake.message
    case .notRecords(let found, _):
      "valid JSON, not records: found \(found), expected an array, or an object of objects"
    case .badPointer(let pointer): "\"\(pointer)\" is no JSON Pointer"
    case .pointerNotFound(let pointer, let part, _):
      "nothing at \(pointer): there is no \"\(part)\""
    case .ambiguousPointer(let pointer, let name):
      "\(pointer) leads to two places: the member \"\(name)\" is there twice"
    case .pointerIntoLines: "a pointer leads into one document, and JSON Lines is many"
    case .noElements(let name): "no record has a member \"\(name)\" that holds elements"
    }
  }

  /// The option that would help.
  var hint: String? {
    switch self {
    case .mistake(let mistake): mistake.hint
    case .notRecords(_, let collections) where !collections.isEmpty:
      "--at names a collection inside a document: "
        + collections.map { "--at \($0)" }.joined(separator: ", ")
    case .notRecords: nil
    case .badPointer: "one begins with /, as in --at /data/items; ~0 stands for ~, ~1 for /"
    case .pointerNotFound(_, _, let names):
      names.isEmpty ? nil : "there are: " + names.joined(separator: ", ")
    case .ambiguousPointer, .noElements: nil
    case .pointerIntoLines: "--input-format json if the file is one document"
    }
  }
}
