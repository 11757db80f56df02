import Comparing
import LuaRuntime

/// What makes two records the same: a key, or passes.
extension RuleTableReader {
  /// Reads an identity: one, or several passes of which each may pair what the ones before have left.
  mutating func readIdentity(_ value: LuaValue) throws(LuaError) {
    var (passes, hasOthers) = ([value], false)
    if case .table(let table) = value, case .table(let list) = try table.get(.string(LunaLibrary.passesField)) {
      (passes, hasOthers) = (try list.elements(), true)
    }
    guard let first = passes.first else {
      throw LuaError("\(source): 'identity' has no pass; luna.identity.first takes one or more")
    }
    if case .object(let object as PassObject) = first {
      guard case .scored(let rule) = object.pass else { throw nearAlone }
      (rules.identity, rules.passes) = (.columns(rule.by.map(\.name)), [.scored(rule.alone)])
    } else {
      let identity = try identity(first, "identity")
      guard !hasOthers || identity != .record else {
        throw LuaError("\(source): the first pass of 'identity' must be a key, and \"none\" is no key")
      }
      (rules.identity, rules.passes) = (identity, [])
    }
    for (number, value) in passes.enumerated().dropFirst() {
      rules.passes.append(try pass(value, "pass \(number + 1) of identity"))
    }
  }

  /// The error of nearness where a key has to stand.
  private var nearAlone: LuaError {
    LuaError(
      "\(source): the first pass of 'identity' is the key that reports show; "
        + "write luna.identity.first(\"id\", luna.identity.near{…})"
    )
  }

  private mutating func pass(_ value: LuaValue, _ name: String) throws(LuaError) -> MatchingPass {
    switch value {
    case .function(let function): return .script(try add(identity: function, "identity"))
    case .object(let object as PassObject): return object.pass
    default:
      guard let names = try keyColumns(value, name), !names.isEmpty, names != ["none"] else {
        throw expected(
          "a column, a list of columns, a function, luna.identity.near{…} or luna.identity.score{…}", name, value)
      }
      return .columns(names)
    }
  }

  mutating func identity(_ value: LuaValue, _ name: String) throws(LuaError) -> ComparisonPlan.Identity {
    if case .function(let function) = value { return .script(try add(identity: function, "identity")) }
    if value.text == "none" { return .record }
    guard let names = try keyColumns(value, name), !names.isEmpty else {
      throw expected("a column, a list of columns, \"none\" or a function", name, value)
    }
    return .columns(names)
  }
}
