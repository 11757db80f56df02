import LuaRuntime

/// A function while it is translated.
struct FunctionBody {
  let prototype: LuaPrototype
  let upvalues: [LuaValue]
  let chunk: String
  var columns: Set<String> = []
  private(set) var place = 0
  private var steps: [CompiledFunction.Step] = []
  private var constants: [CompiledValue] = []
  /// Where the steps of each instruction begin.
  private var starts: [Int] = []
  /// The steps that go elsewhere, and the instructions that they go to.
  private var jumps: [(step: Int, target: Int)] = []
  private var targets: Set<Int> = []
  /// What registers are known to hold where the translation stands: constants from outside, and what they are called.
  private var held: [Int: (value: LuaValue?, constant: CompiledValue, name: String?)] = [:]

  /// The registers that surely hold what a step has made, and no constant.
  private var made: Set<Int> = []

  init(_ prototype: LuaPrototype, _ upvalues: [LuaValue]) {
    self.prototype = prototype
    self.upvalues = upvalues
    chunk = prototype.source ?? ""
  }

  mutating func begin(_ place: Int) {
    self.place = place
    starts.append(steps.count)
    // Who comes from elsewhere may bring something else.
    if targets.contains(place) {
      held.removeAll()
      made.removeAll()
    }
  }

  mutating func emit(_ operation: CompiledFunction.Operation, _ a: Int, _ b: Int = 0, _ c: Int = 0, x: Int = 0) {
    steps.append(
      CompiledFunction.Step(
        operation: operation, a: UInt8(truncatingIfNeeded: a), b: UInt8(truncatingIfNeeded: b),
        c: UInt8(truncatingIfNeeded: c), x: Int32(truncatingIfNeeded: x)))
    switch operation {
    case .field, .index, .compute, .concatenate: made.insert(a)
    case .call: made.formUnion(a..<a + max(1, c))
    case .load, .loadNil, .negate, .not, .length, .testSet, .method: made.remove(a)
    case .compare, .test, .jump, .return: break
    }
    switch operation {
    case .compare, .test, .jump, .return: break
    case .load, .field, .index, .compute, .negate, .not, .length, .testSet: held[a] = nil
    case .loadNil, .method, .concatenate, .call: held = held.filter { $0.key < a }
    }
  }

  /// A constant as an operand.
  mutating func operand(_ constant: CompiledValue) -> Int {
    constants.append(constant)
    return ~(constants.count - 1)
  }

  mutating func load(_ register: Int, _ constant: CompiledValue) {
    emit(.load, register, x: operand(constant))
  }

  mutating func load(_ register: Int, _ constant: CompiledValue, known value: LuaValue) {
    load(register, constant)
    let isTable = if case .table = value { true } else { false }
    held[register] = (isTable ? value : nil, constant, nil)
  }

  mutating func copy(_ register: Int, from other: Int) {
    let isMade = made.contains(other)
    emit(.load, register, x: other)
    held[register] = held[other]
    if isMade { made.insert(register) }
  }

  mutating func jump(by distance: Int) {
    jumps.append((steps.count, place + 1 + distance))
    targets.insert(place + 1 + distance)
    emit(.jump, 0)
  }

  /// Whether a step goes to an instruction.
  func isTarget(_ place: Int) -> Bool { targets.contains(place) }

  /// The table from outside that a register holds, and what it is called.
  func table(in register: Int) -> (LuaValue, String?)? {
    guard let known = held[register], let value = known.value else { return nil }
    return (value, known.name)
  }

  mutating func note(_ name: String, in register: Int) { held[register]?.name = name }

  /// Notes the method that a register holds.
  mutating func note(_ method: LibraryFunction, in register: Int) {
    held[register] = (nil, CompiledValue(library: method), nil)
  }

  /// Whether a call searches with a pattern that the function makes itself, which is read anew for each record.
  func matchesMadePattern(_ register: Int) -> Bool {
    guard let constant = held[register]?.constant, constant.kind == .library,
      let function = LibraryFunction(rawValue: UInt8(truncatingIfNeeded: constant.bits))
    else { return false }
    return [.find, .match, .gsub].contains(function) && made.contains(register + 2)
  }

  /// The name of a table in a register that cannot be read here, if there is one.
  func unreadable(_ register: Int, _ objects: [CompiledFunction.Object]) -> String?? {
    guard let (_, constant, name) = held[register], constant.kind == .object,
      case .opaque = objects[Int(constant.bits)]
    else { return nil }
    return .some(name)
  }

  /// What a register holds that cannot be called: its name, and why not.
  func opaque(_ register: Int, _ objects: [CompiledFunction.Object]) -> (
    name: String?, refusal: FunctionCompiler.Refusal?
  )? {
    guard let (_, constant, name) = held[register] else { return nil }
    switch constant.kind {
    case .object:
      switch objects[Int(constant.bits)] {
      case .opaque(let refusal): return (name, refusal)
      case .table: return (name, nil)
      default: return nil
      }
    case .library: return nil
    default: return (name, nil)
    }
  }

  func finished(columns: Set<String>) -> CompiledFunction {
    var steps = steps
    for (step, target) in jumps {
      let place = target < starts.count ? starts[target] : steps.count
      steps[step].x = Int32(truncatingIfNeeded: place - step - 1)
    }
    return CompiledFunction(
      parameterCount: prototype.parameterCount, registerCount: prototype.registerCount, steps: steps,
      constants: constants, columns: columns,
      place: LuaTimings.Function(chunk: prototype.chunkName, line: prototype.firstLine))
  }
}
