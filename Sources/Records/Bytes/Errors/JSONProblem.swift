import Platform

/// What is wrong with JSON, in words, and what would help.
package enum JSONProblem: Sendable, Equatable {
  case mistake(JSONMistake)
  /// A mistake at one byte of a document that is no collection, but may hold some: pointers to them.
  case mixed(JSONMistake, collections: [String], mayBeLines: Bool)
  /// A whole document that is no collection; what it is, and pointers to collections in it.
  case notRecords(found: String, collections: [String], mayBeLines: Bool)
  case badPointer(String)
  /// A JSON Pointer that leads nowhere: the part that was not found, and what there is instead.
  case pointerNotFound(pointer: String, part: String, names: [String])
  /// A JSON Pointer that leads to two places: the name that is there twice.
  case ambiguousPointer(pointer: String, name: String)
  case pointerIntoLines
  case noElements(String)

  /// Whether the text is valid JSON all the same, only not the records that were asked for.
  package var isValidJSON: Bool { mistake?.isValidJSON ?? true }

  /// Whether it is one byte that is wrong, and not a document or an option.
  var isAtByte: Bool { mistake.map { $0 != .emptyDocument } ?? false }

  var message: String {
    switch self {
    case .mistake(let mistake), .mixed(let mistake, _, _): mistake.message
    case .notRecords(let found, _, _):
      "valid JSON, not records: found \(found), expected an array, or an object of objects"
    case .badPointer(let pointer): "\"\(pointer)\" is no JSON Pointer"
    case .pointerNotFound(let pointer, let part, _): "nothing at \(pointer): there is no \"\(part)\""
    case .ambiguousPointer(let pointer, let name):
      "\(pointer) leads to two places: the member \"\(name)\" is there twice"
    case .pointerIntoLines: "a pointer leads into one document, and JSON Lines is many"
    case .noElements(let name): "no record has a member \"\(name)\" that holds elements"
    }
  }

  var mistake: JSONMistake? {
    switch self {
    case .mistake(let mistake), .mixed(let mistake, _, _): mistake
    default: nil
    }
  }

  func hint(_ option: (Setting) -> Setting) -> Hint? {
    switch self {
    case .mistake(let mistake): mistake.hint(option)
    case .mixed(_, let collections, let mayBeLines), .notRecords(_, let collections, let mayBeLines):
      Self.hint(collections, mayBeLines: mayBeLines, option)
    case .badPointer: "one begins with /, as in \(option(.pointer)) /data/items; ~0 stands for ~, ~1 for /"
    case .pointerNotFound(_, _, let names): names.isEmpty ? nil : "there are: \(names.joined(separator: ", "))"
    case .ambiguousPointer, .noElements: nil
    case .pointerIntoLines: "\(option(.inputFormat)) json if the file is one document"
    }
  }

  static func hint(_ collections: [String], mayBeLines: Bool = false, _ option: (Setting) -> Setting) -> Hint? {
    var hints: [Hint] = []
    if !collections.isEmpty {
      let pointers = collections.map { "\(option(.pointer)) \($0.shellWord)" as Hint }.joined(separator: ", ")
      hints.append("\(option(.pointer)) names a collection inside a document: \(pointers)")
    }
    if mayBeLines { hints.append("\(option(.inputFormat)) jsonl if every line is a record") }
    return hints.isEmpty ? nil : hints.joined(separator: "; ")
  }
}
