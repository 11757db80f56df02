import LuaRuntime
import Comparing
import Records

/// Answers the comparison's questions by calling the rules' functions; belongs to one worker.
final class ScriptEvaluator: RuleEvaluator {
  // Not owned: a script's own state holds what holds this.
  unowned let state: LuaState
  private let owned: LuaState?
  let functions: RuleFunctions
  let sides: Sides<RecordDataSet>
  let batch = LuaBatch()
  /// The plug-ins whose files errors may come from.
  var plugins: [PluginOutcome] = []

  /// How many records are handed to Lua at once: enough to make one protected call cost nothing for each.
  private static let batchSize = 512

  /// Makes the records of both sides readable by the rules.
  ///
  /// - Parameter ownsState: Whether this keeps the state alive; if not, the caller does.
  init(
    state: LuaState, ownsState: Bool = true, functions: RuleFunctions, readers: Sides<RecordReader>
  ) throws(LuaError) {
    self.state = state
    owned = ownsState ? state : nil
    self.functions = functions
    sides = Sides(
      source: try RecordDataSet(readers.source, other: readers.target, state: state),
      target: try RecordDataSet(readers.target, other: readers.source, state: state))
  }

  deinit {
    sides.source.release()
    sides.target.release()
  }

  // MARK: Identity

  func identities(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int,
    _ body: (KeyBuffer) throws -> Void
  ) throws {
    var key = KeyBuffer()
    try forEachResult(of: offsets, order, in: side, function: function) { results in
      key.clear()
      try append(results, to: &key)
      try body(key)
    }
  }

  /// Calls a function for the records of some offsets, and `body` with what it returns for each.
  func forEachResult(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int,
    _ body: (LuaReader) throws -> Void
  ) throws {
    var start = offsets.lowerBound
    while start < offsets.upperBound {
      let range = start..<min(start + Self.batchSize, offsets.upperBound)
      try call(function, range, order, side)
      for index in 0..<batch.count {
        do { try body(batch.results(index)) } catch let error as LuaError {
          throw located(error, function, side, order[range.lowerBound + index])
        }
      }
      start += batch.count
    }
  }

  func identity(
    of element: Field, at place: Int, of path: String, function: Int, record: Int, in side: Side
  ) throws -> [UInt8] {
    do throws(LuaError) {
      var key = KeyBuffer()
      for part in try state.call(functions.list[function], [LuaValue(element.value)]) {
        try append(part, to: &key)
      }
      if key.isEmpty { throw noIdentity("nothing") }
      return key.bytes
    } catch {
      var located = located(error, function, side, record)
      located.element = "\(path)[\(place)]"
      throw located
    }
  }

  private func append(_ part: LuaValue, to key: inout KeyBuffer) throws(LuaError) {
    switch part {
    case .string(let text): key.appendText(text)
    case .boolean(let value): key.append(value)
    case .integer(let value): key.appendNumber(String(value))
    case .float(let value) where value.isFinite: key.appendNumber("\(value)")
    case .float: throw endlessNumber
    default: throw noIdentity(part.typeName)
    }
    try checkLength(of: key)
  }

  private func checkLength(of key: KeyBuffer) throws(LuaError) {
    guard key.bytes.count > KeyBuffer.longest else { return }
    let limit = ByteSize.spelling(KeyBuffer.longest)
    throw LuaError("returned more than \(limit); an identity is what is kept of each record")
  }

  private var endlessNumber: LuaError {
    LuaError("returned a number that identifies nothing: NaN or infinite")
  }

  private func noIdentity(_ type: String) -> LuaError {
    LuaError(
      returned: type, wanted: .identity, "an identity is text, a number or a boolean")
  }

  private func call(
    _ function: Int, _ offsets: Range<Int>, _ order: RecordOrder, _ side: Side
  ) throws {
    do throws(LuaError) {
      if order.isFileOrder {
        try state.call(
          functions.list[function], dataSet: sides[side].number, rows: offsets, into: batch)
      } else {
        let records = offsets.map { LuaField(sides[side].record(order[$0])) }
        try call(function, records, arity: 1)
      }
    } catch {
      throw located(error, function, side, order[offsets.lowerBound + batch.count])
    }
  }

  func call(_ function: Int, _ arguments: [LuaField], arity: Int) throws(LuaError) {
    try state.call(functions.list[function], arguments: arguments, arity: arity, into: batch)
  }

  /// Adds a function's results as the parts of an identity.
  private func append(_ results: LuaReader, to key: inout KeyBuffer) throws(LuaError) {
    var results = results
    while let part = results.next() {
      switch part {
      case .string(let text): key.appendText(text)
      case .boolean(let value): key.append(value)
      case .integer(let value): key.appendNumber(String(value))
      case .float(let value) where value.isFinite: key.appendNumber("\(value)")
      case .float: throw endlessNumber
      default: throw noIdentity(part.typeName)
      }
    }
    if key.isEmpty { throw noIdentity("nothing") }
    try checkLength(of: key)
  }

  func sections(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int
  ) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(offsets.count)
    try forEachResult(of: offsets, order, in: side, function: function) { results in
      var results = results
      values.append(try Self.section(results.next() ?? .nil))
    }
    return values
  }

  private static func section(_ result: LuaItem) throws(LuaError) -> Value {
    switch result {
    case .string(let text): return .text(Text(utf8: Array(text)))
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .number(NumberText(utf8: Array(String(value).utf8)))
    case .float(let value) where value.isFinite: return .number(NumberText(value))
    case .float:
      throw LuaError("returned a number that names nothing: NaN or infinite")
    default:
      throw LuaError(
        returned: result.typeName, "a section is named by text, a number or a boolean")
    }
  }
}
