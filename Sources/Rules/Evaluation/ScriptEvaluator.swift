import Comparing
import LuaRuntime
import Platform
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
  /// Leaves the state to another worker; not called where a function has failed.
  var giveBack: (() -> Void)?
  private var usualCalls: CompiledCalls?
  private let unseenChunks: LuaUnseenChunks
  /// Runs the functions that need no Lua; `nil` where all of them are left to it, as when a chunk came late that nobody
  /// has looked through.
  var compiled: CompiledCalls? {
    guard let usualCalls, !usualCalls.functions.areLeftToLua, !unseenChunks.areThere else { return nil }
    return usualCalls
  }
  private(set) var slowAnswers = 0

  /// How many records are handed to Lua at once: enough to make one protected call cost nothing for each.
  private static let batchSize = 512

  /// - Parameter ownsState: Whether this keeps the state alive; if not, the caller does.
  init(state: LuaState, ownsState: Bool = true, functions: RuleFunctions, readers: Sides<RecordReader>) throws(LuaError)
  {
    self.state = state
    owned = ownsState ? state : nil
    unseenChunks = state.unseenChunks
    self.functions = functions
    sides = Sides(
      source: try RecordDataSet(readers.source, other: readers.target, state: state),
      target: try RecordDataSet(readers.target, other: readers.source, state: state))
  }

  /// Runs functions without Lua from now on, where they are compiled.
  ///
  /// - Parameter recorder: Is told what their calls took.
  func use(_ functions: CompiledFunctions, _ recorder: LuaRecorder?) {
    guard !functions.functions.isEmpty else { return }
    usualCalls = CompiledCalls(functions, Sides { sides[$0].reader }, recorder)
  }

  deinit {
    for side in Side.allCases { sides[side].reader.evaluator = nil }
    sides.source.release()
    sides.target.release()
    giveBack?()
  }

  // MARK: Identity

  func identities(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int, _ body: (KeyBuffer) throws -> Void
  ) throws {
    var key = KeyBuffer()
    try forEachAnswer(of: offsets, order, in: side, function: function) { compiled, function, record in
      guard compiled.identity(function, of: record, in: side, into: &key) else { return false }
      try body(key)
      return true
    } interpreted: { results, record in
      key.clear()
      try append(results, of: record, side, to: &key)
      try body(key)
    }
  }

  func identityHashes(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int, into hashes: inout [UInt64]
  ) throws {
    try forEachAnswer(of: offsets, order, in: side, function: function) { compiled, function, record in
      guard let hash = compiled.identityHash(function, of: record, in: side) else { return false }
      hashes.append(hash)
      return true
    } interpreted: { results, record in
      var key = KeyBuffer()
      try append(results, of: record, side, to: &key)
      hashes.append(key.hash)
    }
  }

  /// Asks a function about the records of some offsets, without Lua as far as that will do.
  ///
  /// - Parameters:
  ///   - compiled: Asks the compiled function; returns whether that has answered.
  ///   - interpreted: Takes what Lua's call of the function returns, and the record's number.
  private func forEachAnswer(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int,
    compiled answer: (CompiledCalls, CompiledFunction, Int) throws -> Bool, interpreted: (LuaReader, Int) throws -> Void
  ) throws {
    guard let compiled, let native = compiled[function] else {
      return try forEachResult(of: offsets, order, in: side, function: function, interpreted)
    }
    var refused = 0
    for offset in offsets where try !answer(compiled, native, order[offset]) {
      slowAnswers += 1
      refused += 1
      // What can seldom be answered is faster by many records at once.
      let isHopeless = refused > Self.mostRefused && 2 * refused > offset - offsets.lowerBound
      let rest = isHopeless ? offset..<offsets.upperBound : offset..<offset + 1
      do { try forEachResult(of: rest, order, in: side, function: function, interpreted) } catch {
        // Lua by itself may fail at another record first.
        compiled.functions.leaveToLua()
        try forEachResult(of: offsets, order, in: side, function: function, interpreted)
        throw error
      }
      guard !isHopeless else {
        slowAnswers += rest.count - 1
        return
      }
    }
  }

  /// How many records a function may leave to Lua before it is asked whether it answers any.
  private static let mostRefused = 16

  /// Calls a function for the records of some offsets, and `body` with what it returns for each.
  private func forEachResult(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int, _ body: (LuaReader, Int) throws -> Void
  ) throws {
    var start = offsets.lowerBound
    while start < offsets.upperBound {
      let range = start..<min(start + Self.batchSize, offsets.upperBound)
      try call(function, range, order, side)
      for index in 0..<batch.count {
        let record = order[range.lowerBound + index]
        do { try body(batch.results(index), record) } catch let error as LuaError {
          throw located(error, function, side, record)
        }
      }
      start += batch.count
    }
  }

  func identity(of element: Field, at place: Int, of path: String, function: Int, record: Int, in side: Side) throws
    -> [UInt8]
  {
    do throws(LuaError) {
      var key = KeyBuffer()
      if let compiled, compiled.identity(function, of: element, into: &key) { return key.bytes }
      key.clear()
      for part in try state.call(functions.list[function], [LuaValue(element.value)]) {
        try append(part, of: record, side, to: &key)
      }
      if key.isEmpty { throw noIdentity("nothing") }
      return key.bytes
    } catch {
      var located = located(error, function, side, record)
      located.element = "\(path)[\(place)]"
      throw located
    }
  }

  private func append(_ part: LuaValue, of record: Int, _ side: Side, to key: inout KeyBuffer) throws(LuaError) {
    switch part {
    case .string(let text):
      try text.withBytes { (text) throws(LuaError) in try refuseAddress(in: text, of: record, side) }
      key.appendText(text)
    case .boolean(let value): key.append(value)
    case .integer(let value): key.appendNumber(String(value))
    case .float(let value) where value.isFinite: key.appendNumber("\(value)")
    case .float: throw endlessNumber
    default: throw noIdentity(part.typeName)
    }
    try checkLength(of: key)
  }

  private static let addresses = ["table", "function", "thread"].map { Array("\($0): 0x".utf8) }

  /// Refuses what `tostring` says of a table or a function: an address, which differs from run to run.
  ///
  /// A record may hold such a text, which a function may return.
  private func refuseAddress(in text: BytesView, of record: Int, _ side: Side) throws(LuaError) {
    guard text.count > 12, text.contains(UInt8(ascii: ":")) else { return }
    for address in Self.addresses {
      var next = 0
      while let start = address.withBytes({ text.firstIndex(of: $0, from: next) }) {
        next = start + address.count
        while next < text.count, Character(UnicodeScalar(text[next])).isHexDigit { next += 1 }
        guard sides[side].reader.table.recordBytes(record).firstIndex(of: text[part: start..<next]) == nil else {
          continue
        }
        throw LuaError("returned the address of a table or function, which differs from run to run; return its values")
      }
    }
  }

  private func checkLength(of key: KeyBuffer) throws(LuaError) {
    guard key.bytes.count > KeyBuffer.longest else { return }
    let limit = ByteSize.spelling(KeyBuffer.longest)
    throw LuaError("returned more than \(limit); an identity is what is kept of each record")
  }

  private var endlessNumber: LuaError { LuaError("returned a number that identifies nothing: NaN or infinite") }

  private func noIdentity(_ type: String) -> LuaError {
    LuaError(returned: type, wanted: .identity, "an identity is text, a number or a boolean")
  }

  private func call(_ function: Int, _ offsets: Range<Int>, _ order: RecordOrder, _ side: Side) throws {
    do throws(LuaError) {
      if order.isFileOrder {
        try state.call(functions.list[function], dataSet: sides[side].number, rows: offsets, into: batch)
      } else {
        let records = offsets.map { LuaField(sides[side].record(order[$0])) }
        try call(function, records, arity: 1)
      }
    } catch { throw located(error, function, side, order[offsets.lowerBound + batch.count]) }
  }

  func call(_ function: Int, _ arguments: [LuaField], arity: Int) throws(LuaError) {
    try state.call(functions.list[function], arguments: arguments, arity: arity, into: batch)
  }

  private func append(_ results: LuaReader, of record: Int, _ side: Side, to key: inout KeyBuffer) throws(LuaError) {
    var results = results
    while let part = results.next() {
      switch part {
      case .string(let text):
        try refuseAddress(in: text, of: record, side)
        key.appendText(text)
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

  func sections(of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(offsets.count)
    try forEachAnswer(of: offsets, order, in: side, function: function) { compiled, function, record in
      guard let value = compiled.section(function, of: record, in: side) else { return false }
      values.append(value)
      return true
    } interpreted: { results, record in
      var results = results
      values.append(try section(results.next() ?? .nil, of: record, side))
    }
    return values
  }

  private func section(_ result: LuaItem, of record: Int, _ side: Side) throws(LuaError) -> Value {
    switch result {
    case .string(let text):
      try refuseAddress(in: text, of: record, side)
      return .text(Text(utf8: Array(text)))
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .number(NumberText(utf8: Array(String(value).utf8)))
    case .float(let value) where value.isFinite: return .number(NumberText(value))
    case .float: throw LuaError("returned a number that names nothing: NaN or infinite")
    default: throw LuaError(returned: result.typeName, "a section is named by text, a number or a boolean")
    }
  }
}

/// Filters, and what is equal.
extension ScriptEvaluator {
  func inclusions(of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int) throws -> [Bool] {
    var inclusions: [Bool] = []
    inclusions.reserveCapacity(offsets.count)
    try forEachAnswer(of: offsets, order, in: side, function: function) { compiled, function, record in
      guard let isKept = compiled.decision(function, of: record, in: side) else { return false }
      inclusions.append(isKept)
      return true
    } interpreted: { results, _ in
      var results = results
      switch results.next() {
      case .boolean(let isKept): inclusions.append(isKept)
      case let other: throw notBoolean(other?.typeName ?? "nil")
      }
    }
    return inclusions
  }

  func verdict(source: Int, target: Int, function: Int) throws -> RecordVerdict {
    if let verdict = compiled?.verdict(function, source: source, target: target) { return verdict }
    return try locating(function, source, target) { () throws(LuaError) in
      let pair = [LuaField(sides.source.record(source)), LuaField(sides.target.record(target))]
      try call(function, pair, arity: 2)
      var results = batch.results(0)
      guard let verdict = batch.boolean(0) else { throw notBoolean(results.next()?.typeName ?? "nothing") }
      guard !verdict else { return .equal }
      _ = results.next()
      return .different(columns: try columns(of: &results))
    }
  }

  /// The columns that a verdict names behind its `false`.
  private func columns(of results: inout LuaReader) throws(LuaError) -> [String]? {
    switch results.next() {
    case nil, .nil: return nil
    case .list(let count):
      var names: [String] = []
      for _ in 0..<count {
        guard case .string(let name) = results.next() else { throw notColumns("a list of others") }
        names.append(String(decoding: name, as: UTF8.self))
      }
      return names.isEmpty ? nil : names
    case .some(let other): throw notColumns(other.typeName)
    }
  }

  private func notColumns(_ what: String) -> LuaError {
    LuaError(returned: "\(what) behind false", "what may stand there is a list of the columns that differ")
  }

  func areEqual(_ old: Field, _ new: Field, function: Int, column: String, source: Int, target: Int) throws -> Bool {
    if let verdict = compiled?.decision(function, old, new, column, source: source, target: target) { return verdict }
    return try locating(function, source, target) { () throws(LuaError) in
      try decision(
        function,
        [LuaValue(old.value), LuaValue(new.value)]
          + context(of: function, column, (old: sides.source.record(source), new: sides.target.record(target))))
    }
  }

  /// What a comparator is told beside two values, if it takes that.
  private func context(of function: Int, _ column: String, _ pair: @autoclosure () -> (old: LuaRecord, new: LuaRecord))
    -> [LuaValue]
  {
    guard functions.takesContext(function) else { return [] }
    let pair = pair()
    return [.fields([("old", .record(pair.old)), ("new", .record(pair.new)), ("column", .string(column))])]
  }

  func derive(_ buffer: FieldBuffer, function: Int, record: Int, in side: Side) throws {
    if let compiled, compiled.derive(buffer, by: function, of: record, in: side) { return }
    try locating(function, side, record) { () throws(LuaError) in
      let result = try call(function, [.record(sides[side].record(record))])
      do throws(LuaValueError) { try buffer.set(result) } catch { throw error.asReturned }
    }
  }

  func aggregate(_ buffer: FieldBuffer, function: Int, records: [Int], in side: Side) throws {
    try locating(function, side, records.first ?? 0) { () throws(LuaError) in
      let result = try call(function, [.list(records.map { .record(sides[side].record($0)) })])
      do throws(LuaValueError) { try buffer.set(result) } catch { throw error.asReturned }
    }
  }

  func normalize(_ buffer: FieldBuffer, function: Int, column: String, record: Int, in side: Side) throws {
    if let compiled, compiled.normalize(buffer, by: function) { return }
    try locating(function, side, record) { () throws(LuaError) in
      let result = try call(function, [LuaValue(buffer.field.value)])
      do throws(LuaValueError) { try buffer.set(result) } catch { throw error.asReturned }
    }
  }

  /// Whether the script calls two records of any side equal; for trying rules.
  func areEqual(_ first: CheckCases.Record, _ second: CheckCases.Record, function: Int) throws -> Bool {
    let records = [first, second].map { LuaValue.record(record($0)) }
    return try locating(function, first.side, first.number) { () throws(LuaError) in try decision(function, records) }
  }

  /// Whether the script's comparator calls two values of any side equal; for trying rules.
  func areEqual(
    _ first: (value: Value, record: CheckCases.Record), _ second: (value: Value, record: CheckCases.Record),
    column: String, function: Int
  ) throws -> Bool {
    try locating(function, first.record.side, first.record.number) { () throws(LuaError) in
      try decision(
        function,
        [LuaValue(first.value), LuaValue(second.value)]
          + context(of: function, column, (old: record(first.record), new: record(second.record))))
    }
  }

  private func record(_ record: CheckCases.Record) -> LuaRecord { sides[record.side].record(record.number) }

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
