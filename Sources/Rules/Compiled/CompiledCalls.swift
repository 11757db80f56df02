import Comparing
import Platform
import Records

/// Asks compiled functions what rules ask; wherever the answer is `nil` or `false`, Lua has to be asked.
final class CompiledCalls {
  private let functions: CompiledFunctions
  /// One for functions of records, and one for normalizers, which run while a record's fields are read.
  private let machine, normalizing: CompiledMachine

  init(_ functions: CompiledFunctions, _ readers: Sides<RecordReader>) {
    self.functions = functions
    machine = CompiledMachine(functions, readers)
    normalizing = CompiledMachine(functions, readers)
  }

  /// A function, by its number in the plan.
  subscript(function: Int) -> CompiledFunction? { functions.functions[function] }

  /// Fills a buffer with the identity of a record.
  func identity(_ function: CompiledFunction, of record: Int, in side: Side, into key: inout KeyBuffer) -> Bool {
    guard machine.call(function, record: record, of: side), machine.results.count > 0 else { return false }
    key.clear()
    for value in machine.results {
      switch value.kind {
      case .text: key.appendText(value.text)
      case .false, .true: key.append(value.kind == .true)
      case .integer: key.appendNumber(String(value.integer))
      case .float:
        // As Lua's tables treat keys: 1.0 is 1.
        guard let whole = value.wholeFloat else { return false }
        key.appendNumber(String(whole))
      default: return false
      }
    }
    return key.bytes.count <= KeyBuffer.longest
  }

  func section(_ function: CompiledFunction, of record: Int, in side: Side) -> Value? {
    guard machine.call(function, record: record, of: side), let result = machine.results.first else { return nil }
    switch result.kind {
    case .text: return .text(Text(utf8: Array(result.text)))
    case .false, .true: return .boolean(result.kind == .true)
    case .integer: return .number(NumberText(utf8: Array(String(result.integer).utf8)))
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
    return machine.results.count == 1 || machine.results[1].kind == .nil ? .different(columns: nil) : nil
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
    switch normalizing.results.first?.kind {
    case .text: buffer.set(.text, normalizing.results[0].text)
    case .nil: buffer.set(.null, BytesView())
    case .true: buffer.set(.true, BytesView())
    case .false: buffer.set(.false, BytesView())
    case .integer: buffer.set(.number, Array(String(normalizing.results[0].integer).utf8))
    default: return false
    }
    buffer.begin()
    return true
  }
}
