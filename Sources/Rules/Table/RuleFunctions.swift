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
  /// Whether the last result is the number of replacements, as in `return r.id:gsub("^0+", "")`.
  ///
  /// - Parameter depth: How many functions around it end in a call of it.
  func endsInCountOfReplacements(depth: Int = 0) throws(LuaError) -> Bool {
    guard depth < 8, let state, let body = try state.prototype(of: self) else { return false }
    for (place, step) in body.code.enumerated() {
      let next = place + 1 < body.code.count ? body.code[place + 1] : step
      let returnsAll = step.operation == .call && step.c == 0 && next.operation == .return && next.b == 0
      guard returnsAll || step.operation == .tailCall,
        let callee = body.code[..<place].last(where: { $0.a == step.a && $0.operation != .jump })
      else { continue }
      switch callee.operation {
      case .method, .getField:
        if body.constants.indices.contains(callee.c), body.constants[callee.c].text == Array("gsub".utf8) {
          return true
        }
      case .getUpvalue:
        let upvalues = try state.upvalues(of: self)
        guard upvalues.indices.contains(callee.b), case .function(let helper) = upvalues[callee.b] else { continue }
        if try helper.endsInCountOfReplacements(depth: depth + 1) { return true }
      default: continue
      }
    }
    return false
  }

  var takesContext: Bool { get throws(LuaError) { try state?.definition(of: self)?.parameters ?? 0 >= 3 } }
}
