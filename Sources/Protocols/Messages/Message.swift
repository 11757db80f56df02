import Platform
import Records

/// A value of JSON, as messages of editors have it: small, and asked for by names that may not be there.
package enum Message: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int)
  case real(Double)
  case text(String)
  case list([Message])
  case object([String: Message])

  /// No message of an editor's nests deeper; what does is null there.
  private static let deepest = 100

  /// Reads a text; `nil` where it is no JSON.
  package init?(json: [UInt8]) {
    let read = json.withBytes { bytes -> Message? in
      guard Field(json: bytes) != nil else { return nil }
      let tree = JSONTree(bytes)
      return tree.nodes.isEmpty ? nil : Message(tree, 0, depth: 0)
    }
    guard let read else { return nil }
    self = read
  }

  private init(_ tree: JSONTree, _ node: Int, depth: Int) {
    switch tree.kind(of: node) {
    case .object where depth < Self.deepest:
      let members = tree.children(of: node).map { member in
        (String(decoding: tree.name(of: member), as: UTF8.self), Message(tree, member, depth: depth + 1))
      }
      self = .object(Dictionary(members) { _, last in last })
    case .array where depth < Self.deepest:
      self = .list(tree.children(of: node).map { Message(tree, $0, depth: depth + 1) })
    case .text, .escapedText: self = .text(String(decoding: tree.text(of: node), as: UTF8.self))
    case .true: self = .boolean(true)
    case .false: self = .boolean(false)
    case .number: self = Self.number(String(decoding: Array(tree.bytes(of: node)), as: UTF8.self))
    default: self = .null
    }
  }

  private static func number(_ text: String) -> Message {
    if let integer = Int(text) { return .integer(integer) }
    guard let real = Double(text), real.isFinite else { return .null }
    return Int(exactly: real).map(Message.integer) ?? .real(real)
  }

  /// The value on one line; members in the order of their names.
  package var json: [UInt8] { JSONEmitter.bytes { write(to: $0) } }

  private func write(to json: JSONEmitter) {
    switch self {
    case .null: json.null()
    case .boolean(let isTrue): json.value(isTrue)
    case .integer(let number): json.value(number)
    case .real(let number): json.spelled { $0.append(Array(number.description.utf8)) }
    case .text(let text): json.value(text)
    case .list(let elements): json.list(elements) { $0.write(to: json) }
    case .object(let members):
      json.object {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
          json.member(named: name)
          value.write(to: json)
        }
      }
    }
  }
}

extension Message {
  /// The member of this name; null where there is none.
  package subscript(name: String) -> Message {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  package var isTrue: Bool { self == .boolean(true) }

  /// The elements of a list; none of anything else.
  package var list: [Message] { if case .list(let elements) = self { elements } else { [] } }

  package var members: [String: Message] { if case .object(let members) = self { members } else { [:] } }

  /// A place in a text; `nil` for what is no index.
  var index: Int? { integer.flatMap { $0 >= 0 && $0 <= Int(Int32.max) ? $0 : nil } }

  /// The members but for those that are null.
  static func known(_ members: [String: Message]) -> Message { .object(members.filter { $0.value != .null }) }

  static func texts(_ texts: [String]) -> Message { .list(texts.map(Message.text)) }
}

extension Message: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(arrayLiteral elements: Message...) { self = .list(elements) }
  package init(dictionaryLiteral elements: (String, Message)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
