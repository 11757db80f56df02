import LuaRuntime

/// A table that a function makes of constants alone, as in `return false, { "price" }`.
///
/// Nobody can write it but the function, which is not compiled if it does; so that one table will do for all calls.
struct MadeTable {
  private(set) var entries: [(key: CompiledTable.TableKey, value: LuaPrototype.Constant)] = []
  private(set) var length = 0
  /// The instruction behind those that make it.
  private(set) var end: Int

  private let register: Int
  private let hasList: Bool
  private let constants: [LuaPrototype.Constant]
  /// What was loaded for the table's list, by register.
  private var loaded: [Int: LuaPrototype.Constant] = [:]

  /// Reads the instructions from the one on that makes a table; `nil` where it has more than constants.
  init?(at place: Int, of prototype: LuaPrototype) {
    let code = prototype.code
    register = code[place].a
    constants = prototype.constants
    // The instruction is two words long.
    end = place + 2
    hasList = code[place].c > 0
    var next = end
    while next < code.count, let isWritten = take(code[next]) {
      next += 1
      if isWritten { end = next }
    }
    guard !hasList || length > 0 else { return nil }
  }

  /// Takes in one instruction.
  ///
  /// - Returns: Whether it wrote into the table, or only loaded something; `nil` if it does neither.
  private mutating func take(_ code: LuaInstruction) -> Bool? {
    switch code.operation {
    case .loadInteger: load(code.a, .integer(Int64(code.signedBx)))
    case .loadFloat: load(code.a, .float(Double(code.signedBx)))
    case .loadConstant: load(code.a, constants[code.bx])
    case .loadFalse: load(code.a, .boolean(false))
    case .loadTrue: load(code.a, .boolean(true))
    case .setField: setField(code)
    case .setList: setList(code)
    default: nil
    }
  }

  private mutating func load(_ register: Int, _ constant: LuaPrototype.Constant) -> Bool? {
    guard register > self.register else { return nil }
    loaded[register] = constant
    return false
  }

  private mutating func setField(_ code: LuaInstruction) -> Bool? {
    // What was loaded and is not for the list is for something else, behind the table.
    guard loaded.isEmpty || hasList && length == 0 else { return nil }
    guard code.a == register, code.k, let name = constants[code.b].text else { return nil }
    if case .nil = constants[code.c] { return nil }
    entries.append((.text(name), constants[code.c]))
    return true
  }

  private mutating func setList(_ code: LuaInstruction) -> Bool? {
    guard code.a == register, code.b > 0, code.c == length, !code.k, loaded.count == code.b else { return nil }
    for place in 1...code.b {
      guard let value = loaded[register + place] else { return nil }
      length += 1
      entries.append((.integer(Int64(length)), value))
    }
    loaded.removeAll()
    return true
  }
}
