import Records
import TestSupport

@testable import Comparing

/// A JSON value as tests build, spell and take it apart: slow and obvious, and nothing of the product's.
indirect enum JSONModel: Hashable {
  case null
  case number(Int)
  case text(String)
  case array([JSONModel])
  case object([String: JSONModel])

  /// The value as JSON; members in the order of their names, or against it.
  func spelled(reversed: Bool = false) -> String {
    switch self {
    case .null: return "null"
    case .number(let number): return String(number)
    case .text(let text): return "\"\(text)\""
    case .array(let elements):
      return "[" + elements.map { $0.spelled(reversed: reversed) }.joined(separator: ",") + "]"
    case .object(let members):
      let sorted = members.sorted { reversed ? $0.key > $1.key : $0.key < $1.key }
      let parts = sorted.map { "\"\($0)\": \($1.spelled(reversed: reversed))" }
      return "{" + parts.joined(separator: " , ") + "}"
    }
  }

  /// A random value that nests at most `depth` levels deep.
  static func random(_ depth: Int, _ generator: inout SeededGenerator) -> JSONModel {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &generator) {
    case 0: return .null
    case 1, 2: return .number(Int.random(in: 0..<3, using: &generator))
    case 3: return .text(["a", "b"].randomElement(using: &generator) ?? "")
    case 4, 5:
      let count = Int.random(in: 0..<5, using: &generator)
      return .array((0..<count).map { _ in random(depth - 1, &generator) })
    default:
      var members: [String: JSONModel] = [:]
      for name in ["id", "a", "b", "n"] where Bool.random(using: &generator) {
        members[name] = random(depth - 1, &generator)
      }
      return .object(members)
    }
  }

  /// The value after some random edits of what is inside it.
  func edited(_ generator: inout SeededGenerator) -> JSONModel {
    switch self {
    case .array(var elements):
      elements = elements.map {
        Int.random(in: 0..<4, using: &generator) > 0 ? $0 : $0.edited(&generator)
      }
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: elements.shuffle(using: &generator)
      case 1 where !elements.isEmpty:
        elements.remove(at: Int.random(in: elements.indices, using: &generator))
      case 2: elements.insert(Self.random(1, &generator), at: 0)
      default: break
      }
      return .array(elements)
    case .object(var members):
      for name in members.keys.sorted() where Int.random(in: 0..<3, using: &generator) == 0 {
        members[name] = members[name]?.edited(&generator)
      }
      if Int.random(in: 0..<5, using: &generator) == 0 { members["a"] = nil }
      if Int.random(in: 0..<5, using: &generator) == 0 { members["b"] = Self.random(1, &generator) }
      return .object(members)
    default: return Self.random(1, &generator)
    }
  }

  /// The value with its lists sorted, for rules that see no order in them.
  var sorted: JSONModel {
    switch self {
    case .array(let elements):
      return .array(elements.map(\.sorted).sorted { $0.spelled() < $1.spelled() })
    case .object(let members): return .object(members.mapValues(\.sorted))
    default: return self
    }
  }

  /// Whether a member of this name, anywhere, is a list or an object.
  func hasNested(_ name: String) -> Bool {
    switch self {
    case .array(let elements): elements.contains { $0.hasNested(name) }
    case .object(let members):
      members[name]?.isContainer == true || members.values.contains { $0.hasNested(name) }
    default: false
    }
  }

  /// Whether it is a list or an object.
  var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }

  /// The value without the members of some name, wherever they are.
  func without(_ name: String) -> JSONModel {
    switch self {
    case .array(let elements): return .array(elements.map { $0.without(name) })
    case .object(var members):
      members[name] = nil
      return .object(members.mapValues { $0.without(name) })
    default: return self
    }
  }
}
