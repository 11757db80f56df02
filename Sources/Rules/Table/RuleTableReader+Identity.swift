import LuaRuntime
import Comparing

extension RuleTableReader {
  /// Reads an identity: one, or several passes of which each may pair what the ones before have left.
  mutating func readIdentity(_ value: LuaValue) throws(LuaError) {
    guard case .table(let table) = value,
      case .table(let list) = try table.get(.string(LunaLibrary.passesField))
    else {
      if case .object(let object) = value, object is PassObject { throw nearAlone }
      (rules.identity, rules.passes) = (try identity(value, "identity"), [])
      return
    }
    let passes = try list.elements()
    guard let first = passes.first else {
      throw LuaError("\(source): 'identity' has no pass; luna.identity.first takes one or more")
    }
    if case .object(let object) = first, object is PassObject { throw nearAlone }
    let identity = try identity(first, "identity")
    guard identity != .record else {
      throw LuaError(
        "\(source): the first pass of 'identity' must be a key, and \"none\" is no key")
    }
    rules.identity = identity
    rules.passes = []
    for (number, value) in passes.enumerated().dropFirst() {
      rules.passes.append(try pass(value, "pass \(number + 1) of identity"))
    }
  }

  /// The error of nearness where a key has to stand.
  private var nearAlone: LuaError {
    LuaError(
      "\(source): the first pass of 'identity' is the key that reports show; write luna.identity.first(\"id\", luna.identity.near{…})"
    )
  }

  private mutating func pass(_ value: LuaValue, _ name: String) throws(LuaError) -> MatchingPass {
    switch value {
    case .function(let function): return .script(add(function, "identity"))
    case .object(let object as PassObject): return .near(object.matching)
    default:
      guard let names = try? columns(value, name), !names.isEmpty, names != ["none"] else {
        throw expected(
          "a column, a list of columns, a function or luna.identity.near{…}", name, value)
      }
      return .columns(names)
    }
  }
}
