import LuaRuntime
import Comparing
import Records

/// Filters, and what is equal.
extension ScriptEvaluator {
  func inclusions(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int
  ) throws -> [Bool] {
    var inclusions: [Bool] = []
    inclusions.reserveCapacity(offsets.count)
    try forEachResult(of: offsets, order, in: side, function: function) { results in
      var results = results
      switch results.next() {
      case .boolean(let isKept): inclusions.append(isKept)
      case let other: throw notBoolean(other?.typeName ?? "nil")
      }
    }
    return inclusions
  }

  func verdict(source: Int, target: Int, function: Int) throws -> RecordVerdict {
    try locating(function, source, target) { () throws(LuaError) in
      let pair = [LuaField(sides.source.record(source)), LuaField(sides.target.record(target))]
      try call(function, pair, arity: 2)
      var results = batch.results(0)
      guard let verdict = batch.boolean(0) else {
        throw notBoolean(results.next()?.typeName ?? "nothing")
      }
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
    LuaError(
      returned: "\(what) behind false",
      "what may stand there is a list of the columns that differ")
  }

  func areEqual(
    _ old: Field, _ new: Field, function: Int, column: String, source: Int, target: Int
  ) throws -> Bool {
    try locating(function, source, target) { () throws(LuaError) in
      try decision(
        function,
        [LuaValue(old.value), LuaValue(new.value)]
          + context(
            of: function, column,
            (old: sides.source.record(source), new: sides.target.record(target))))
    }
  }

  /// What a comparator is told beside two values, if it takes that.
  private func context(
    of function: Int, _ column: String, _ pair: @autoclosure () -> (old: LuaRecord, new: LuaRecord)
  ) -> [LuaValue] {
    guard functions.takesContext(function) else { return [] }
    let pair = pair()
    return [
      .fields([
        ("old", .record(pair.old)), ("new", .record(pair.new)), ("column", .string(column)),
      ])
    ]
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
    let records = [first, second].map { LuaValue.record(record($0)) }
    return try locating(function, first.side, first.number) { () throws(LuaError) in
      try decision(function, records)
    }
  }

  /// Whether the script's comparator calls two values of any side equal; for trying rules.
  func areEqual(
    _ first: (value: Value, record: CheckCases.Record),
    _ second: (value: Value, record: CheckCases.Record), column: String, function: Int
  ) throws -> Bool {
    try locating(function, first.record.side, first.record.number) { () throws(LuaError) in
      try decision(
        function,
        [LuaValue(first.value), LuaValue(second.value)]
          + context(of: function, column, (old: record(first.record), new: record(second.record))))
    }
  }

  private func record(_ record: CheckCases.Record) -> LuaRecord {
    sides[record.side].record(record.number)
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
