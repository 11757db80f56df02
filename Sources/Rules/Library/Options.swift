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

  /// An option as it is read; `nil` if it is not given.
  private func read<T>(_ name: String, _ wanted: String, _ read: (LuaValue) -> T?) throws(LuaError) -> T? {
    guard let value = values[name], !value.isNil else { return nil }
    guard let result = read(value) else { throw expected(wanted, name, value) }
    return result
  }

  /// A number, by its decimal spelling.
  func decimal(_ name: String) throws(LuaError) -> String? {
    try read(name, "a number") { value in
      switch value {
      case .integer, .float: value.spelling
      default: nil
      }
    }
  }

  func double(_ name: String) throws(LuaError) -> Double? { try decimal(name).flatMap(Double.init) }

  func table(_ name: String) throws(LuaError) -> LuaTable? {
    try read(name, "a table") { if case .table(let table) = $0 { table } else { nil } }
  }

  /// An option that takes values of several types.
  func any(_ name: String) -> LuaValue { values[name] ?? .nil }

  func integer(_ name: String) throws(LuaError) -> Int? {
    try read(name, "a whole number") { if case .integer(let number) = $0 { Int(number) } else { nil } }
  }

  func string(_ name: String) throws(LuaError) -> String? { try read(name, "text", \.text) }

  func bytes(_ name: String) throws(LuaError) -> Text? {
    try read(name, "text") { if case .string(let bytes) = $0 { Text(utf8: bytes) } else { nil } }
  }

  func boolean(_ name: String) throws(LuaError) -> Bool? {
    try read(name, "true or false") { if case .boolean(let flag) = $0 { flag } else { nil } }
  }

  /// One text, or a list of them.
  func strings(_ name: String) throws(LuaError) -> [String]? {
    guard let value = values[name], !value.isNil else { return nil }
    switch value {
    case .string: return value.text.map { [$0] }
    case .list(let items):
      if items.count == 1, case .table(let table) = items[0] { return try strings(table.elements(), name) }
      return try strings(items, name)
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
