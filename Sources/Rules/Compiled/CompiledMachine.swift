import CLuaPattern
import Comparing
import LuaRuntime
import Platform
import Records

/// Runs compiled functions; belongs to one worker.
final class CompiledMachine {
  let functions: CompiledFunctions
  /// Those of the source, of the target, and of each table that something is looked up in.
  let readers: [RecordReader]
  /// The numbers of these readers, by the lookup's place among the code's objects.
  let lookups: [Int: Int]
  /// The places of the columns that steps read; `unknown` until a step asks, `missing` where neither side has one,
  /// `elsewhere` where the other one has.
  let places: [UnsafeMutablePointer<Int32>]
  private let registers: UnsafeMutablePointer<CompiledValue>
  let arena = TextArena()
  let patterns = PatternMatching()
  let formatting = Formatting()
  /// The pair that is looked at.
  @exclusivity(unchecked) private(set) var source = CompiledValue.nil
  @exclusivity(unchecked) private(set) var target = CompiledValue.nil
  @exclusivity(unchecked) private(set) var column = CompiledValue.nil
  private let timings: CompiledTimings?
  /// What the last call returned.
  @exclusivity(unchecked) private(set) var results: UnsafeMutableBufferPointer<CompiledValue>

  static let unknown: Int32 = -1, missing: Int32 = -2, elsewhere: Int32 = -3
  /// Registers of all calls that are under way, of which a function of Lua's has at most 255.
  private static let mostRegisters = 4096
  /// How many results a function of a library has at most: a pattern's 32 captures, and where it was found.
  private static let mostResults = 34

  /// - Parameter timings: Is told of each call, if somebody wants to know.
  init(_ functions: CompiledFunctions, _ readers: Sides<RecordReader>, _ timings: CompiledTimings?) {
    self.functions = functions
    self.timings = timings
    var (all, lookups) = ([readers.source, readers.target], [Int: Int]())
    for (place, object) in functions.objects.enumerated() {
      guard case .lookup(let lookup) = object else { continue }
      lookups[place] = all.count
      all.append(RecordReader(table: lookup.table, side: .target, plan: lookup.plan))
    }
    (self.readers, self.lookups) = (all, lookups)
    let count = max(1, functions.names.count)
    places = all.map { _ in
      let places = UnsafeMutablePointer<Int32>.allocate(capacity: count)
      places.initialize(repeating: Self.unknown, count: count)
      return places
    }
    registers = .allocate(capacity: Self.mostRegisters)
    registers.initialize(repeating: .nil, count: Self.mostRegisters)
    results = UnsafeMutableBufferPointer(start: registers, count: 0)
  }

  deinit {
    for places in places { places.deallocate() }
    registers.deallocate()
  }

  // MARK: Calls

  /// Calls a function of one record.
  ///
  /// - Returns: Whether ``results`` are what Lua's call would return; if not, Lua has to be asked.
  @inline(__always) func call(_ function: CompiledFunction, record: Int, of side: Side) -> Bool {
    arena.reset()
    registers[0] = CompiledValue(record: record, of: side == .source ? 0 : 1)
    return run(function, registers, 1)
  }

  /// Calls a function of a pair of records.
  func call(_ function: CompiledFunction, source: Int, target: Int) -> Bool {
    arena.reset()
    registers[0] = CompiledValue(record: source, of: 0)
    registers[1] = CompiledValue(record: target, of: 1)
    return run(function, registers, 2)
  }

  func call(_ function: CompiledFunction, _ field: Field) -> Bool {
    arena.reset()
    guard let value = value(of: field, isShared: false) else { return false }
    registers[0] = value
    return run(function, registers, 1)
  }

  /// Calls a function of two values of a column, and of what it may be told of them.
  func call(_ function: CompiledFunction, _ old: Field, _ new: Field, _ column: String, source: Int, target: Int)
    -> Bool
  {
    arena.reset()
    guard let old = value(of: old, isShared: false), let new = value(of: new, isShared: false) else { return false }
    registers[0] = old
    registers[1] = new
    registers[2] = .context
    guard function.parameterCount >= 3 else { return run(function, registers, 2) }
    (self.source, self.target) = (CompiledValue(record: source, of: 0), CompiledValue(record: target, of: 1))
    guard let name = column.withBytes({ arena.copy($0) }) else { return false }
    self.column = CompiledValue(name)
    return run(function, registers, 3)
  }

  // MARK: Steps

  /// Runs a function with so many arguments in the first of its registers.
  @inline(__always) private func run(
    _ function: CompiledFunction, _ base: UnsafeMutablePointer<CompiledValue>, _ given: Int
  ) -> Bool {
    guard let timings else { return runSteps(of: function, base, given) }
    timings.begin(function.place)
    let isAnswered = runSteps(of: function, base, given)
    timings.end(isAnswered)
    return isAnswered
  }

  private func runSteps(
    of function: CompiledFunction, _ base: UnsafeMutablePointer<CompiledValue>, _ given: Int
  ) -> Bool {
    let used = base - registers
    guard used + max(given, function.registerCount) + Self.mostResults < Self.mostRegisters else { return false }
    for missing in given..<max(given, function.parameterCount) { base[missing] = .nil }
    let constants = function.constants
    var next = function.steps
    // Behind the last of as many values as the call before gave.
    var top = base
    while true {
      let step = next.pointee
      next += 1
      let a = base + Int(step.a)
      switch step.operation {
      case .load: a.pointee = operand(step.x, base, constants)
      case .loadNil: for register in 0...Int(step.x) { a[register] = .nil }
      case .field:
        guard let value = field(Int(step.x), base[Int(step.b)]) else { return false }
        a.pointee = value
      case .index:
        guard let value = index(base[Int(step.b)], operand(step.x, base, constants)) else { return false }
        a.pointee = value
      case .method:
        let receiver = base[Int(step.b)]
        guard receiver.kind == .text else { return false }
        a[1] = receiver
        a.pointee = operand(step.x, base, constants)
      case .compute:
        guard let operation = CompiledFunction.Arithmetic(rawValue: step.c),
          let value = LuaNumber.compute(operation, base[Int(step.b)], operand(step.x, base, constants))
        else { return false }
        a.pointee = value
      case .negate:
        guard let value = LuaNumber.negated(base[Int(step.b)]) else { return false }
        a.pointee = value
      case .not: a.pointee = CompiledValue(!base[Int(step.b)].isTruthy)
      case .length:
        guard let value = length(base[Int(step.b)]) else { return false }
        a.pointee = value
      case .concatenate:
        guard let text = concatenation(a, Int(step.b)) else { return false }
        a.pointee = text
      case .join:
        let separator = operand(step.x, base, constants).text
        let count = step.b == 0 ? top - a - 2 : Int(step.b)
        guard let text = concatenation(a + 2, count, between: separator) else { return false }
        a.pointee = text
        top = a + 1
      case .jump: next += Int(step.x)
      case .compare:
        guard let relation = CompiledFunction.Relation(rawValue: step.c),
          let holds = LuaNumber.compare(a.pointee, relation, operand(step.x, base, constants))
        else { return false }
        if holds != (step.b == 1) { next += 1 }
      case .test: if a.pointee.isTruthy != (step.b == 1) { next += 1 }
      case .testSet:
        let value = base[Int(step.b)]
        if value.isTruthy != (step.c == 1) { next += 1 } else { a.pointee = value }
      case .call:
        let count = step.b == 0 ? top - a - 1 : Int(step.b) - 1
        guard let found = call(a, count, wanted: Int(step.c) - 1) else { return false }
        top = a + found
      case .return:
        let count = step.b == 0 ? top - a : Int(step.b) - 1
        results = UnsafeMutableBufferPointer(start: a, count: count)
        return true
      }
    }
  }

  @inline(__always) private func operand(
    _ x: Int32, _ base: UnsafeMutablePointer<CompiledValue>, _ constants: UnsafePointer<CompiledValue>
  ) -> CompiledValue { x < 0 ? constants[Int(~x)] : base[Int(x)] }

  private func concatenation(
    _ first: UnsafeMutablePointer<CompiledValue>, _ count: Int, between separator: BytesView = BytesView()
  ) -> CompiledValue? {
    var size = separator.count * max(0, count - 1)
    for place in 0..<count {
      if first[place].isNumber {
        guard let text = LuaNumber.spelling(first[place], in: arena) else { return nil }
        first[place] = text
      }
      guard first[place].kind == .text else { return nil }
      size += first[place].text.count
    }
    guard let room = arena.room(size) else { return nil }
    var end = 0
    for place in 0..<count {
      if place > 0, separator.count > 0 {
        separator.copy(to: room, at: end)
        end += separator.count
      }
      let text = first[place].text
      text.copy(to: room, at: end)
      end += text.count
    }
    return CompiledValue(arena.keep(size))
  }

  /// Calls what a register holds.
  ///
  /// - Parameter wanted: How many results are needed; below 0 all that there are.
  /// - Returns: How many there are, in the register and behind it; `nil` where Lua has to be asked.
  private func call(_ register: UnsafeMutablePointer<CompiledValue>, _ count: Int, wanted: Int) -> Int? {
    let function = register.pointee
    let found: Int
    switch function.kind {
    case .library:
      guard let function = LibraryFunction(rawValue: UInt8(truncatingIfNeeded: function.bits)),
        let results = call(function, UnsafeMutableBufferPointer(start: register + 1, count: count), into: register)
      else { return nil }
      found = results
    case .object:
      let place = Int(function.bits)
      if count > 0, let formed = formed(register[1], functions.forms[place]) {
        register.pointee = formed
        found = 1
      } else {
        guard let results = call(functions.objects[place], register, count) else { return nil }
        found = results
      }
    default: return nil
    }
    guard wanted >= 0 else { return found }
    for missing in found..<max(found, wanted) { register[missing] = .nil }
    return wanted
  }

  private func call(_ object: CompiledFunction.Object, _ register: UnsafeMutablePointer<CompiledValue>, _ count: Int)
    -> Int?
  {
    switch object {
    case .function(let function):
      guard run(function, register + 1, count) else { return nil }
      let (first, found) = (results.baseAddress, results.count)
      // What is behind the results has room for those of a library.
      guard register - registers + found + Self.mostResults < Self.mostRegisters else { return nil }
      if let first { for place in 0..<found { register[place] = first[place] } }
      return found
    case .normalizer(let normalizer, _):
      guard count >= 1, register[1].kind == .text else { return nil }
      buffer.load(text: register[1].text)
      do throws(MatchingError) { try normalizer.normalize(buffer) } catch { return nil }
      guard let value = value(of: buffer.field, isShared: true) else { return nil }
      register.pointee = value
      return 1
    case .comparator(let comparator):
      guard count >= 2, let old = plainField(register[1]), let new = plainField(register[2]) else { return nil }
      do throws(MatchingError) { register.pointee = CompiledValue(try comparator.areEqual(old, new)) } catch {
        return nil
      }
      return 1
    case .table, .lookup, .opaque: return nil
    }
  }

  /// A text of ASCII in a form; `nil` for anything else.
  private func formed(_ value: CompiledValue, _ form: LuaTextForm) -> CompiledValue? {
    guard value.kind == .text, let room = arena.room(value.text.count),
      let formed = form.ascii(value.text, into: room)
    else { return nil }
    // Where a part of the text will do, nothing was written.
    if formed.count > 0, formed.unsafeBuffer.baseAddress == UnsafeRawPointer(room.baseAddress) {
      _ = arena.keep(formed.count)
    }
    return CompiledValue(formed)
  }

  private lazy var buffer = FieldBuffer()

  /// A value as native rules see it that a script hands to them.
  private func plainField(_ value: CompiledValue) -> Field? {
    switch value.kind {
    case .nil: Field(.null)
    case .true: Field(.true)
    case .false: Field(.false)
    case .text: Field(.text, value.text)
    default: nil
    }
  }
}

extension BytesView {
  /// Copies the bytes into memory that has room for them.
  func copy(to memory: UnsafeMutableRawBufferPointer, at offset: Int) {
    UnsafeMutableRawBufferPointer(rebasing: memory[offset..<offset + count]).copyMemory(from: unsafeBuffer)
  }
}
