import LuaRuntime

/// Functions of rules, by the numbers that the plan knows them by.
package struct RuleFunctions {
  package private(set) var list: [LuaFunction] = []
  /// What messages call each: the rule that it is, such as `equal.price`.
  private(set) var names: [String] = []
  /// The comparators that take a third parameter.
  private var contextual: Set<Int> = []

  package init() {}

  package mutating func add(_ function: LuaFunction, name: String) -> Int {
    list.append(function)
    names.append(name)
    return list.count - 1
  }

  /// Adds a comparator of two values, which may take a third parameter: what they are values of.
  mutating func add(comparator: LuaFunction, name: String) throws(LuaError) -> Int {
    let number = add(comparator, name: name)
    if try comparator.takesContext { contextual.insert(number) }
    return number
  }

  /// Whether a function is a comparator that is told what the values are values of.
  func takesContext(_ function: Int) -> Bool { contextual.contains(function) }
}

extension LuaFunction {
  var takesContext: Bool { get throws(LuaError) { try state?.definition(of: self)?.parameters ?? 0 >= 3 } }
}
