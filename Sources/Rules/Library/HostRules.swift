import Comparing
import LuaRuntime
import Records

/// What a Swift program offers to rules by name: functions, comparators and normalizers of its own.
///
/// Scripts find all of it in `luna.host`; a name such as `acme.rate` is a path in there.
package struct HostRules: Sendable {
  /// A function of values; it may be called from any thread.
  package typealias Function = @Sendable ([Value]) throws -> Value

  /// An argument that a function cannot take.
  package struct BadArgument: Error {
    let number: Int
    let message: String

    /// - Parameter number: Counted from 1.
    package init(_ number: Int, _ message: String) {
      self.number = number
      self.message = message
    }
  }

  enum Entry: Sendable {
    case function(Function)
    case comparator(any Comparator)
    case normalizer(any Normalizer)
  }

  private(set) var entries: [String: Entry] = [:]

  package init() {}

  /// Adds a function; like all of these, it takes the place of what had the name.
  package mutating func add(_ name: String, _ function: @escaping Function) { entries[name] = .function(function) }

  package mutating func add(_ name: String, _ comparator: any Comparator) { entries[name] = .comparator(comparator) }

  package mutating func add(_ name: String, _ normalizer: any Normalizer) { entries[name] = .normalizer(normalizer) }

  package func comparator(_ name: String) throws(HostNameError) -> any Comparator {
    try entry("comparator", name) { if case .comparator(let comparator) = $0 { comparator } else { nil } }
  }

  package func normalizer(_ name: String) throws(HostNameError) -> any Normalizer {
    try entry("normalizer", name) { if case .normalizer(let normalizer) = $0 { normalizer } else { nil } }
  }

  private func entry<T>(_ kind: String, _ name: String, _ content: (Entry) -> T?) throws(HostNameError) -> T {
    if let found = entries[name].flatMap(content) { return found }
    let known = entries.filter { content($1) != nil }.keys.sorted()
    throw HostNameError(reason: .unknown(kind: kind, known: known), name: name)
  }

  /// Makes sure that every name can stand in Lua, and that none stands in the way of another.
  package func checkNames() throws(HostNameError) {
    for name in entries.keys.sorted() {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.allSatisfy(\.isPluginName) else { throw HostNameError(reason: .malformed, name: name) }
      for count in 1..<parts.count {
        let owner = parts[..<count].joined(separator: ".")
        if entries[owner] != nil { throw HostNameError(reason: .hidden(by: owner), name: name) }
      }
    }
  }
}

extension HostRules {
  /// `luna.host`: tables of tables, by the parts of the names.
  var table: LuaValue { Self.table(entries.map { ($0.key[...], $0.key, $0.value) }) }

  /// - Parameter entries: What is left of each name, its whole, and what it stands for.
  private static func table(_ entries: [(rest: Substring, name: String, entry: Entry)]) -> LuaValue {
    let groups = Dictionary(grouping: entries) { $0.rest.prefix { $0 != "." } }
    return .fields(
      groups.sorted { $0.key < $1.key }.map { part, members in
        if members.count == 1, members[0].rest == part {
          return (String(part), value(members[0].name, members[0].entry))
        }
        let rests = members.map { ($0.rest.dropFirst(part.count + 1), $0.name, $0.entry) }
        return (String(part), table(rests))
      })
  }

  private static func value(_ name: String, _ entry: Entry) -> LuaValue {
    switch entry {
    case .comparator(let comparator): .object(ComparatorObject(comparator))
    case .normalizer(let normalizer): .object(NormalizerObject(normalizer, name: "luna.host.\(name)"))
    case .function(let function):
      .native("luna.host.\(name)") { (call) throws(LuaError) in try run(function, name, call) }
    }
  }

  private static func run(_ function: Function, _ name: String, _ call: borrowing LuaCall) throws(LuaError) -> LuaReturn
  {
    var arguments: [Value] = []
    for index in 1..<max(1, call.count + 1) { arguments.append(try argument(call, index)) }
    do { return .one(LuaValue(try function(arguments))) } catch let error as BadArgument {
      throw LuaError(argument: error.number, error.message)
    } catch { throw LuaError("luna.host.\(name): \(error)", underlying: error) }
  }

  private static func argument(_ call: borrowing LuaCall, _ index: Int) throws(LuaError) -> Value {
    let buffer = FieldBuffer()
    try buffer.set(call.value(index), asArgument: index)
    return buffer.field.value
  }

  /// What a rule that names something of the host's means by it.
  ///
  /// - Returns: The value at this place in the `luna.host` of a table's state; nothing where there is no such table.
  static func value(_ name: String, beside table: LuaTable) throws(LuaError) -> LuaValue? {
    guard let state = table.state, case .table(let luna) = try state.global("luna") else { return nil }
    var value = try luna.rawGet("host")
    if value.isNil { return nil }
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard case .table(let inner) = value else { return .nil }
      value = try inner.rawGet(.string(String(part)))
    }
    return value
  }
}
