import Foundation

/// A JSON value, as a plain decoder sees it.
public enum JSONDocument: Decodable, Equatable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONDocument])
  case object([String: JSONDocument])

  /// Reads a text.
  public init(_ text: some DataProtocol) throws {
    self = try JSONDecoder().decode(JSONDocument.self, from: Data(text))
  }

  /// Reads any value.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONDocument].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONDocument].self))
    }
  }

  /// A member of an object.
  public subscript(_ name: String) -> JSONDocument? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The elements of a list; none of anything else.
  public var elements: [JSONDocument] {
    if case .list(let elements) = self { elements } else { [] }
  }

  /// The value of a number.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The value of a text.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The names of all members of all objects in it.
  public var names: Set<String> {
    switch self {
    case .object(let members):
      members.reduce(into: []) { $0.formUnion($1.value.names.union([$1.key])) }
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.names) }
    default: []
    }
  }
}

/// A JSON Schema of draft 2020-12, as far as it has the words that are known here; any other word is a complaint.
public struct JSONSchema: Sendable {
  private let root: JSONDocument

  /// The schema that a document is.
  public init(_ root: JSONDocument) { self.root = root }

  /// What is wrong with a document; nothing where it is as the schema, or one of its definitions, has it.
  public func complaints(of document: JSONDocument, as definition: String? = nil) -> [String] {
    let schema = definition.map { root["$defs"]?[$0] ?? .flag(false) } ?? root
    return complaints(document, schema, "")
  }

  private func complaints(
    _ value: JSONDocument, _ schema: JSONDocument, _ place: String
  ) -> [String] {
    guard case .object(let words) = schema else {
      return schema == .flag(true) ? [] : ["\(place): nothing may be here"]
    }
    return words.sorted { $0.key < $1.key }.flatMap { word, wanted in
      self.complaints(value, word, wanted, of: schema, place)
    }
  }

  private func complaints(
    _ value: JSONDocument, _ word: String, _ wanted: JSONDocument, of schema: JSONDocument,
    _ place: String
  ) -> [String] {
    switch word {
    case "$schema", "$defs", "title", "description": return []
    case "$ref":
      let name = wanted.text.map { String($0.dropFirst("#/$defs/".count)) } ?? ""
      return complaints(value, root["$defs"]?[name] ?? .flag(false), place)
    case "oneOf":
      let tries = wanted.elements.map { complaints(value, $0, place) }
      let fitting = tries.count(where: \.isEmpty)
      guard fitting != 1 else { return [] }
      let nearest = tries.min { $0.count < $1.count } ?? []
      return ["\(place): \(fitting) of \(tries.count) choices fit"] + (fitting == 0 ? nearest : [])
    case "type": return isOf(value, wanted.text) ? [] : ["\(place): no \(wanted.text ?? "type")"]
    case "const": return value == wanted ? [] : ["\(place): not what it has to be"]
    case "enum": return wanted.elements.contains(value) ? [] : ["\(place): none of the list"]
    case "minimum", "maximum":
      guard let number = value.number, let bound = wanted.number else { return [] }
      return (word == "minimum" ? number >= bound : number <= bound) ? [] : ["\(place): \(word)"]
    case "minItems", "maxItems":
      guard case .list(let elements) = value, let bound = wanted.number else { return [] }
      let count = Double(elements.count)
      return (word == "minItems" ? count >= bound : count <= bound) ? [] : ["\(place): \(word)"]
    case "items":
      return value.elements.enumerated().flatMap { complaints($1, wanted, "\(place)/\($0)") }
    case "required":
      guard case .object(let members) = value else { return [] }
      return wanted.elements.compactMap(\.text).filter { members[$0] == nil }
        .map { "\(place): '\($0)' is missing" }
    case "properties", "additionalProperties":
      guard case .object(let members) = value else { return [] }
      return members.sorted { $0.key < $1.key }.flatMap { name, member in
        let own = schema["properties"]?[name]
        guard let rule = word == "properties" ? own : own == nil ? wanted : nil else {
          return [String]()
        }
        return complaints(member, rule, "\(place)/\(name)")
      }
    default: return ["the schema has the unknown word '\(word)'"]
    }
  }

  private func isOf(_ value: JSONDocument, _ type: String?) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .list), ("string", .text), ("boolean", .flag),
      ("null", .null), ("number", .number):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
