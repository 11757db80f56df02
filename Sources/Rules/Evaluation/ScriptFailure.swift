import Comparing
import LuaRuntime
import Records

/// What is said of a function that failed: which rule it is, where it stands, on which records.
extension ScriptEvaluator {
  func locating<R>(_ function: Int, _ side: Side, _ record: Int, _ body: () throws(LuaError) -> R) throws -> R {
    do { return try body() } catch { throw located(error, function, side, record) }
  }

  func locating<R>(_ function: Int, _ source: Int, _ target: Int, _ body: () throws(LuaError) -> R) throws -> R {
    do { return try body() } catch {
      var located = located(error, function, .source, source)
      located.places.append(.init(table: sides.target.reader.table, record: target))
      located.missing += missing(.target, target)
      throw located
    }
  }

  func place(of function: Int) -> String? { definition(of: function).map { "\($0.chunk):\($0.lines.lowerBound)" } }

  /// Where a function was written; `nil` for one of the library's own.
  private func definition(of function: Int) -> LuaDefinition? {
    guard let found = try? state.definition(of: functions.list[function]), found.chunk != LunaLibrary.chunkName else {
      return nil
    }
    return found
  }

  func located(_ error: LuaError, _ function: Int, _ side: Side, _ record: Int) -> RuleError {
    giveBack = nil
    if let error = error.underlying as? RuleError { return error }
    var error = error
    if error.chunk == LunaLibrary.chunkName { (error.chunk, error.line) = (nil, nil) }
    // What a script says with a stack and without a place is meant so.
    if error.chunk == nil, error.traceback == nil, let place = definition(of: function) {
      error.chunk = place.chunk
      error.line = place.lines.lowerBound
    }
    var located = RuleError(error)
    located.rule = functions.names[function]
    located.blame(plugins)
    let reader = sides[side].reader
    located.places = [.init(table: reader.table, record: record)]
    located.hasNumbers = reader.columns.indices.contains { reader.rawField(record, $0).kind == .number }
    located.missing = missing(side, record)
    if error.complaint == .unknownColumn { located.columns = reader.columns }
    return located
  }

  private func missing(_ side: Side, _ record: Int) -> [String] {
    let reader = sides[side].reader
    return reader.columns.enumerated().filter { index, _ in
      let kind = reader.rawField(record, index).kind
      return kind == .absent || kind == .null
    }.map(\.element)
  }
}
