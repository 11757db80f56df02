import LuaRuntime
import Comparing

/// A way to tell the elements of a list apart, as scripts hold it: a value for `lists`.
final class ListRuleObject: LuaObject {
  static let luaName = "list rule"

  let rule: ListRule

  init(_ rule: ListRule) { self.rule = rule }

  static func describe(_ type: inout LuaType<ListRuleObject>) {
    type.on(.string) { object, _ in .one(.string("list rule: \(object.rule.summary)")) }
  }
}

extension LunaLibrary {
  /// `luna.list`: ways to tell the elements of a list apart.
  static var listRules: [(String, LuaValue)] {
    let rules: [(String, ListRule)] = [("set", .set), ("position", .position), ("sequence", .sequence)]
    return rules.map { ($0.0, .object(ListRuleObject($0.1))) }
  }
}
