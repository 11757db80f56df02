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
  private var starts: [Int]
  /// The steps that go elsewhere, and the instructions that they go to.
  private var jumps: [(step: Int, target: Int)] = []
  /// What registers are known to hold wherever a step goes to an instruction.
  private var arrivals: [Int: [Int: Held]] = [:]
  /// What registers are known to hold where the translation stands.
  private var held: [Int: Held] = [:]

  /// A constant that a register holds: where it comes from outside, Lua's value and what it is called.
  private struct Held {
    var value: LuaValue?
    let constant: CompiledValue
    var name: String?

    func isSame(as other: Held) -> Bool {
      constant.kind == other.constant.kind && constant.bits == other.constant.bits
        && name == other.name
    }
  }

  /// The registers that surely hold what a step has made, and no constant.
  private var made: Set<Int> = []

  init(_ prototype: LuaPrototype, _ upvalues: [LuaValue]) {
    self.prototype = prototype
    self.upvalues = upvalues
    chunk = prototype.source ?? ""
    starts = Array(repeating: 0, count: prototype.code.count)
  }

  var count: Int { steps.count }

  mutating func begin(_ place: Int) {
    self.place = place
    starts[place] = steps.count
    arrive(at: place)
  }

  /// Forgets what who comes from elsewhere may bring in another way.
  private mutating func arrive(at place: Int) {
    guard let arrival = arrivals[place] else { return }
    held = held.filter { arrival[$0.key]?.isSame(as: $0.value) ?? false }
    made.removeAll()
  }

  /// How many steps go to instructions that are not translated yet.
  var openJumps: Int { jumps.count }

  /// Ends one turn of a loop, whose instructions may be translated anew from here on.
  ///
  /// - Parameters:
  ///   - turn: The turn's instructions, behind which the next turn begins.
  ///   - first: How many jumps were open when it began.
  mutating func endTurn(_ turn: Range<Int>, jumpsFrom first: Int) {
    arrive(at: turn.upperBound)
    let inner = jumps[first...].filter { $0.target <= turn.upperBound }
    jumps[first...].removeAll { $0.target <= turn.upperBound }
    for (step, target) in inner {
      steps[step].x = Int32(truncatingIfNeeded: (target < turn.upperBound ? starts[target] : steps.count) - step - 1)
    }
    for place in turn.lowerBound...turn.upperBound { arrivals[place] = nil }
  }

  mutating func emit(_ operation: CompiledFunction.Operation, _ a: Int, _ b: Int = 0, _ c: Int = 0, x: Int = 0) {
    steps.append(
      CompiledFunction.Step(
        operation: operation, a: UInt8(truncatingIfNeeded: a), b: UInt8(truncatingIfNeeded: b),
        c: UInt8(truncatingIfNeeded: c), x: Int32(truncatingIfNeeded: x)))
    switch operation {
    case .field, .index, .compute, .concatenate, .join: made.insert(a)
    case .call: made.formUnion(a..<a + max(1, c))
    case .load, .loadNil, .negate, .not, .length, .testSet, .method: made.remove(a)
    case .compare, .test, .jump, .return: break
    }
    switch operation {
    case .compare, .test, .jump, .return: break
    case .load, .field, .index, .compute, .negate, .not, .length, .testSet: held[a] = nil
    case .loadNil, .method, .concatenate, .join, .call: held = held.filter { $0.key < a }
    }
  }

  mutating func operand(_ constant: CompiledValue) -> Int {
    constants.append(constant)
    return ~(constants.count - 1)
  }

  mutating func load(_ register: Int, _ constant: CompiledValue) {
    emit(.load, register, x: operand(constant))
    held[register] = Held(constant: constant)
  }

  mutating func load(_ register: Int, _ constant: CompiledValue, known value: LuaValue) {
    load(register, constant)
    if case .table = value { held[register]?.value = value }
  }

  mutating func copy(_ register: Int, from other: Int) {
    let isMade = made.contains(other)
    emit(.load, register, x: other)
    held[register] = held[other]
    if isMade { made.insert(register) }
  }

  mutating func jump(by distance: Int) {
    jumps.append((steps.count, place + 1 + distance))
    let before = arrivals[place + 1 + distance]
    arrivals[place + 1 + distance] = held.filter { before?[$0.key]?.isSame(as: $0.value) ?? (before == nil) }
    emit(.jump, 0)
  }

  /// Whether a step goes to an instruction.
  func isTarget(_ place: Int) -> Bool { arrivals[place] != nil }

  /// The constant that a register is known to hold.
  func constant(in register: Int) -> CompiledValue? { held[register]?.constant }

  /// The table from outside that a register holds, and what it is called.
  func table(in register: Int) -> (LuaValue, String?)? {
    guard let known = held[register], let value = known.value else { return nil }
    return (value, known.name)
  }

  mutating func note(_ name: String, in register: Int) { held[register]?.name = name }

  mutating func note(_ method: LibraryFunction, in register: Int) {
    held[register] = Held(constant: CompiledValue(library: method))
  }

  /// Whether a register is known to hold a function of Lua's libraries.
  func holds(_ function: LibraryFunction, in register: Int) -> Bool {
    held[register]?.constant.kind == .library && held[register]?.constant.bits == UInt64(function.rawValue)
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
    guard let known = held[register], known.constant.kind == .object,
      case .opaque = objects[Int(known.constant.bits)]
    else { return nil }
    return .some(known.name)
  }

  /// What a register holds that cannot be called: its name, and why not.
  func opaque(_ register: Int, _ objects: [CompiledFunction.Object]) -> (
    name: String?, refusal: FunctionCompiler.Refusal?
  )? {
    guard let known = held[register] else { return nil }
    let name = known.name
    switch known.constant.kind {
    case .object:
      switch objects[Int(known.constant.bits)] {
      case .opaque(let refusal): return (name, refusal)
      case .table: return (name, nil)
      default: return nil
      }
    case .library:
      let function = LibraryFunction(rawValue: UInt8(truncatingIfNeeded: known.constant.bits))
      return function?.isCalledInPlace == true ? (name, nil) : nil
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
