import Comparing
import LuaRuntime
import Platform
import Records

/// Asks compiled functions what rules ask; wherever the answer is `nil` or `false`, Lua has to be asked.
final class CompiledCalls {
  let functions: CompiledFunctions
  /// One for functions of records, and one for normalizers, which run while a record's fields are read.
  private let machine, normalizing: CompiledMachine
  /// One for each function that makes a column, which may run while another one reads a record; made when first needed.
  private var deriving: [Int: CompiledMachine] = [:]
  private let readers: Sides<RecordReader>
  /// The functions in the order of their numbers.
  private let list: [CompiledFunction?]
  private let recorder: LuaRecorder?
  private let timings: [CompiledTimings]

  /// - Parameter recorder: Is told what the calls took, when they are over.
  init(_ functions: CompiledFunctions, _ readers: Sides<RecordReader>, _ recorder: LuaRecorder?) {
    self.functions = functions
    self.recorder = recorder
    self.readers = readers
    list = (0...(functions.functions.keys.max() ?? 0)).map { functions.functions[$0] }
    timings = recorder == nil ? [] : [CompiledTimings(), CompiledTimings()]
    machine = CompiledMachine(functions, readers, timings.first)
    normalizing = CompiledMachine(functions, readers, timings.last)
  }

  deinit {
    for timings in timings { recorder?.add(timings.costs) }
  }

  /// A function, by its number in the plan.
  @inline(__always) subscript(function: Int) -> CompiledFunction? {
    function < list.count ? list[function] : nil
  }

  func identity(_ function: CompiledFunction, of record: Int, in side: Side, into key: inout KeyBuffer) -> Bool {
    key.clear()
    return forEachPart(function, of: record, in: side) { key.append($0, $1) } && key.bytes.count <= KeyBuffer.longest
  }

  /// Fills a buffer with the identity of an element of a list.
  func identity(_ function: Int, of element: Field, into key: inout KeyBuffer) -> Bool {
    // Of elements 1.0 and 1 are two identities.
    guard let function = self[function], machine.call(function, element),
      !machine.results.contains(where: { $0.kind == .float && $0.wholeFloat != nil })
    else { return false }
    key.clear()
    return forEachResult { key.append($0, $1) } && key.bytes.count <= KeyBuffer.longest
  }

  func identityHash(_ function: CompiledFunction, of record: Int, in side: Side) -> UInt64? {
    var (hasher, size) = (KeyHasher(), 0)
    let isKnown = forEachPart(function, of: record, in: side) { kind, content in
      hasher.append(kind, content)
      size += KeyBuffer.size(of: content)
    }
    return isKnown && size <= KeyBuffer.longest ? hasher.value : nil
  }

  /// - Returns: Whether each part is known; if not, Lua has to be asked.
  @inline(__always) private func forEachPart(
    _ function: CompiledFunction, of record: Int, in side: Side, _ body: (Field.Kind, BytesView) -> Void
  ) -> Bool {
    machine.call(function, record: record, of: side) && forEachResult(body)
  }

  /// Calls `body` with the parts of an identity that the last call has returned.
  @inline(__always) private func forEachResult(_ body: (Field.Kind, BytesView) -> Void) -> Bool {
    guard machine.results.count > 0 else { return false }
    for value in machine.results {
      switch value.kind {
      case .text: body(.text, value.text)
      case .false: body(.false, BytesView())
      case .true: body(.true, BytesView())
      case .integer: String(value.integer).withBytes { body(.number, $0) }
      case .float:
        guard value.float.isFinite else { return false }
        // As Lua's tables treat keys: 1.0 is 1.
        (value.wholeFloat.map { String($0) } ?? "\(value.float)").withBytes { body(.number, $0) }
      default: return false
      }
    }
    return true
  }

  func section(_ function: CompiledFunction, of record: Int, in side: Side) -> Value? {
    guard machine.call(function, record: record, of: side), let result = machine.results.first else { return nil }
    switch result.kind {
    case .text: return .text(Text(utf8: Array(result.text)))
    case .false, .true: return .boolean(result.kind == .true)
    case .integer: return .number(NumberText(utf8: Array(String(result.integer).utf8)))
    case .float where result.float.isFinite:
      return .number(result.wholeFloat.map { NumberText(utf8: Array(String($0).utf8)) } ?? NumberText(result.float))
    default: return nil
    }
  }

  func decision(_ function: CompiledFunction, of record: Int, in side: Side) -> Bool? {
    machine.call(function, record: record, of: side) ? decision : nil
  }

  /// The first result of the last call, if it is true or false.
  private var decision: Bool? {
    switch machine.results.first?.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  func verdict(_ function: Int, source: Int, target: Int) -> RecordVerdict? {
    guard let function = self[function], machine.call(function, source: source, target: target), let decision else {
      return nil
    }
    if decision { return .equal }
    guard machine.results.count > 1, machine.results[1].kind != .nil else { return .different(columns: nil) }
    return machine.texts(of: machine.results[1]).map { .different(columns: $0.isEmpty ? nil : $0) }
  }

  func decision(_ function: Int, _ old: Field, _ new: Field, _ column: String, source: Int, target: Int) -> Bool? {
    guard let function = self[function], machine.call(function, old, new, column, source: source, target: target) else {
      return nil
    }
    return decision
  }

  /// Puts what a function makes of a value in its place.
  func normalize(_ buffer: FieldBuffer, by function: Int) -> Bool {
    guard let function = self[function], normalizing.call(function, buffer.field) else { return false }
    return take(normalizing, into: buffer)
  }

  /// Leaves in a buffer what a function makes of a record.
  func derive(_ buffer: FieldBuffer, by number: Int, of record: Int, in side: Side) -> Bool {
    guard let function = self[number] else { return false }
    let machine = deriving[number] ?? CompiledMachine(functions, readers, timings.last)
    deriving[number] = machine
    return machine.call(function, record: record, of: side) && take(machine, into: buffer)
  }

  /// Takes the first result of the last call; `false` where Lua has to be asked.
  private func take(_ machine: CompiledMachine, into buffer: FieldBuffer) -> Bool {
    switch machine.results.first?.kind {
    case .text: buffer.set(.text, machine.results[0].text)
    case .nil: buffer.set(.null, BytesView())
    case .true: buffer.set(.true, BytesView())
    case .false: buffer.set(.false, BytesView())
    case .integer: buffer.set(.number, Array(String(machine.results[0].integer).utf8))
    case .float where machine.results[0].float.isFinite:
      buffer.set(.number, Array("\(machine.results[0].float)".utf8))
    default: return false
    }
    buffer.begin()
    return true
  }
}
