import LuaRuntime

/// Functions of rules, by the numbers that the plan knows them by.
package struct RuleFunctions {
  package private(set) var list: [LuaFunction] = []
  /// What messages call each: the rule that it is, such as `equal.price`.
  private(set) var names: [String] = []

  package init() {}

  package mutating func add(_ function: LuaFunction, name: String) -> Int {
    list.append(function)
    names.append(name)
    return list.count - 1
  }
}
