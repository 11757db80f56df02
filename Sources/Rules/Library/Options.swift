import LuaRuntime
import Comparing
import Records

/// The options of a library function: positional arguments, or one table of named ones.
struct Options {
  private var values: [String: LuaValue] = [:]

  /// - Parameters:
  ///   - names: Every option's name.
  ///   - first: The names of the positional arguments, in order.
  ///   - rest: The name under which further arguments are listed.
  /// - Throws: `LuaError` for an option without such a name.
  init(_ call: borrowing LuaCall, names: [String], first: String..., rest: String? = nil) throws(LuaError) {
    if call.count == 1, case .table(let table) = try call.value(1), try !table.isList() {
      for (name, value) in try table.fields(names) { values[name] = value }
      return
    }
    for (index, name) in first.enumerated() where index < call.count { values[name] = try call.value(index + 1) }
    guard let rest, call.count > first.count else { return }
    values[rest] = .list(try call.values(from: first.count + 1))
  }

  /// What an item of a pattern takes, of which there may be one for each of its first characters.
  private static let itemSize = 64

  /// About how many bytes what is made of a call's options takes.
  static func size(of call: borrowing LuaCall) throws(LuaError) -> Int {
    var size = 256
    for index in 1..<max(1, call.count + 1) {
      if let bytes = call.withBytes(index, { $0.count }) {
        size += bytes + itemSize * min(bytes, LuaPattern.maximumItems)
      } else if case .table(let table) = try call.value(index) {
        size += try table.copiedSize()
      }
    }
    return size
  }

  /// A number, by its decimal spelling.
  func decimal(_ name: String) throws(LuaError) -> String? {
    guard let value = value(name) else { return nil }
    switch value {
    case .integer(let number): return String(number)
    case .float(let number): return "\(number)"
    default: throw expected("a number", name, value)
    }
  }

  func double(_ name: String) throws(LuaError) -> Double? { try decimal(name).flatMap(Double.init) }

  func table(_ name: String) throws(LuaError) -> LuaTable? {
    guard let value = value(name) else { return nil }
    guard case .table(let table) = value else { throw expected("a table", name, value) }
    return table
  }

  /// An option that takes values of several types.
  func any(_ name: String) -> LuaValue { value(name) ?? .nil }

  func integer(_ name: String) throws(LuaError) -> Int? {
    guard let value = value(name) else { return nil }
    guard case .integer(let number) = value else { throw expected("a whole number", name, value) }
    return Int(number)
  }

  func string(_ name: String) throws(LuaError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.text else { throw expected("text", name, value) }
    return text
  }

  func bytes(_ name: String) throws(LuaError) -> Text? {
    guard let value = value(name) else { return nil }
    guard case .string(let bytes) = value else { throw expected("text", name, value) }
    return Text(utf8: bytes)
  }

  func boolean(_ name: String) throws(LuaError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .boolean(let flag) = value else { throw expected("true or false", name, value) }
    return flag
  }

  /// One text, or a list of them.
  func strings(_ name: String) throws(LuaError) -> [String]? {
    guard let value = value(name) else { return nil }
    switch value {
    case .string: return value.text.map { [$0] }
    case .list(let items) where items.count == 1:
      if case .table(let table) = items[0] { return try strings(table.elements(), name) }
      return try strings(items, name)
    case .list(let items): return try strings(items, name)
    case .table(let table): return try strings(table.elements(), name)
    default: throw expected("text or a list of texts", name, value)
    }
  }

  private func strings(_ items: [LuaValue], _ name: String) throws(LuaError) -> [String] {
    var texts: [String] = []
    for item in items {
      guard let text = item.text else { throw expected("texts", name, item) }
      texts.append(text)
    }
    return texts
  }

  private func value(_ name: String) -> LuaValue? {
    guard let value = values[name], !value.isNil else { return nil }
    return value
  }

  private func expected(_ what: String, _ name: String, _ value: LuaValue) -> LuaError {
    LuaError("the option '\(name)' must be \(what), got \(value.typeName)")
  }
}

extension LuaTable {
  /// Whether the table has a first element.
  package func isList() throws(LuaError) -> Bool { try !get(.integer(1)).isNil }
}

extension LuaValue {
  /// A text, or a number as Lua writes it; `nil` for everything else.
  package var spelling: String? {
    switch self {
    case .string: text
    case .integer(let value): String(value)
    case .float(let value): "\(value)"
    case .boolean(let value): value ? "true" : "false"
    default: nil
    }
  }

  /// The same, a text byte by byte.
  var spelledText: Text? { if case .string(let bytes) = self { Text(utf8: bytes) } else { spelling.map { Text($0) } } }
}
