import LuaRuntime
import Comparing
import Records

extension HostRules {
  /// `luna.host`: tables of tables, by the parts of the names.
  var table: LuaValue { Self.table(entries.map { ($0.key[...], $0.key, $0.value) }) }

  /// - Parameter entries: What is left of each name, and the whole of it.
  private static func table(_ entries: [(rest: Substring, name: String, entry: Entry)]) -> LuaValue
  {
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
    case .normalizer(let normalizer):
      .object(NormalizerObject(normalizer, name: "luna.host.\(name)"))
    case .function(let function):
      .native("luna.host.\(name)") { (call) throws(LuaError) in try run(function, name, call) }
    }
  }

  private static func run(
    _ function: Function, _ name: String, _ call: borrowing LuaCall
  ) throws(LuaError) -> LuaReturn {
    var arguments: [Value] = []
    for index in 1..<max(1, call.count + 1) { arguments.append(try argument(call, index)) }
    do { return .one(LuaValue(try function(arguments))) } catch let error as BadArgument {
      throw LuaError(argument: error.number, error.message)
    } catch {
      throw LuaError("luna.host.\(name): \(error)", underlying: error)
    }
  }

  /// An argument as a value.
  private static func argument(
    _ call: borrowing LuaCall, _ index: Int
  ) throws(LuaError) -> Value {
    let buffer = FieldBuffer()
    try buffer.set(call.value(index), asArgument: index)
    return buffer.field.value
  }

  /// What a rule that names something of the host's means by it.
  ///
  /// - Returns: The value at this place in the `luna.host` of a table's state; nothing where there is no such table.
  static func value(_ name: String, beside table: LuaTable) throws(LuaError) -> LuaValue? {
    guard let state = table.state, case .table(let luna) = try state.global("luna") else {
      return nil
    }
    var value = try luna.rawGet("host")
    if value.isNil { return nil }
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard case .table(let inner) = value else { return .nil }
      value = try inner.rawGet(.string(String(part)))
    }
    return value
  }
}
