import LuaRuntime
import RecordDiff
import Records

/// Answers the comparison's questions by calling the rules' functions; belongs to one worker.
final class ScriptEvaluator: RuleEvaluator {
  // Not owned: a script's own state holds what holds this.
  unowned let state: LuaState
  private let owned: LuaState?
  let functions: RuleFunctions
  let sides: Sides<RecordDataSet>
  private let batch = LuaBatch()
  /// The plug-ins whose files errors may come from.
  var plugins: [PluginOutcome] = []

  /// How many records are handed to Lua at once: enough to make one protected call cost nothing for each.
  private static let batchSize = 512

  /// Makes the records of both sides readable by the rules.
  ///
  /// - Parameter ownsState: Whether the state lives as long as this; else somebody else sees to it that it lives longer.
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
    var start = offsets.lowerBound
    while start < offsets.upperBound {
      let range = start..<min(start + Self.batchSize, offsets.upperBound)
      try call(function, range, order, side)
      for index in 0..<batch.count {
        key.clear()
        do { try append(batch.results(index), to: &key) } catch {
          throw located(error, function, side, order[range.lowerBound + index])
        }
        try body(key)
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

  private func call(_ function: Int, _ arguments: [LuaField], arity: Int) throws(LuaError) {
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

  func section(of record: Int, in side: Side, function: Int) throws -> Value {
    try locating(function, side, record) { () throws(LuaError) in
      let result = try call(function, [.record(sides[side].record(record))])
      guard let value = result.recordValue, value != .null else {
        if case .float = result {
          throw LuaError("returned a number that names nothing: NaN or infinite")
        }
        throw LuaError(
          returned: result.typeName, "a section is named by text, a number or a boolean")
      }
      return value
    }
  }

  // MARK: Decisions

  func includes(_ record: Int, in side: Side, function: Int) throws -> Bool {
    try locating(function, side, record) { () throws(LuaError) in
      try decision(function, [.record(sides[side].record(record))])
    }
  }

  func areEqual(source: Int, target: Int, function: Int) throws -> Bool {
    try locating(function, source, target) { () throws(LuaError) in
      let pair = [LuaField(sides.source.record(source)), LuaField(sides.target.record(target))]
      try call(function, pair, arity: 2)
      guard let verdict = batch.boolean(0) else {
        var results = batch.results(0)
        throw notBoolean(results.next()?.typeName ?? "nothing")
      }
      return verdict
    }
  }

  func areEqual(
    _ old: Field, _ new: Field, function: Int, column: String, source: Int, target: Int
  ) throws -> Bool {
    try locating(function, source, target) { () throws(LuaError) in
      try decision(function, [LuaValue(old.value), LuaValue(new.value)])
    }
  }

  func normalize(
    _ buffer: FieldBuffer, function: Int, column: String, record: Int, in side: Side
  ) throws {
    try locating(function, side, record) { () throws(LuaError) in
      let result = try call(function, [LuaValue(buffer.field.value)])
      do throws(LuaValueError) { try buffer.set(result) } catch { throw error.asReturned }
    }
  }

  /// Whether the script calls two records of any side equal; for trying rules.
  func areEqual(
    _ first: CheckCases.Record, _ second: CheckCases.Record, function: Int
  ) throws -> Bool {
    let records = [first, second].map { LuaValue.record(sides[$0.side].record($0.number)) }
    return try locating(function, first.side, first.number) { () throws(LuaError) in
      try decision(function, records)
    }
  }

  /// Whether the script's comparator calls two values of any side equal; for trying rules.
  func areEqual(
    _ first: (value: Value, record: CheckCases.Record),
    _ second: (value: Value, record: CheckCases.Record), function: Int
  ) throws -> Bool {
    try locating(function, first.record.side, first.record.number) { () throws(LuaError) in
      try decision(function, [LuaValue(first.value), LuaValue(second.value)])
    }
  }

  private func call(_ function: Int, _ arguments: [LuaValue]) throws(LuaError) -> LuaValue {
    try state.call(functions.list[function], arguments).first ?? .nil
  }

  private func decision(_ function: Int, _ arguments: [LuaValue]) throws(LuaError) -> Bool {
    let result = try call(function, arguments)
    guard case .boolean(let verdict) = result else { throw notBoolean(result.typeName) }
    return verdict
  }

  private func notBoolean(_ type: String) -> LuaError {
    LuaError(returned: type, wanted: .decision, "it must return true or false")
  }
}
