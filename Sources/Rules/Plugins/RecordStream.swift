import LuaRuntime
import Records

/// Takes the records that a script gives one by one, and makes a table of them.
///
/// A record goes into the table's text as soon as it is there; the script never holds more than it wants to.
package struct RecordStream {
  private let reader: String?
  private let state: LuaState

  /// - Parameter reader: What messages call the reader of a plug-in's; `nil` where there is none.
  package init(reader: String? = nil, in state: LuaState) {
    self.reader = reader
    self.state = state
  }

  /// - Parameter settings: The reader's second argument.
  package func records(of text: PlainText, by reader: LuaFunction, _ settings: LuaValue, _ options: ReadOptions) throws
    -> RecordInput
  {
    let (next, columns) = try locating { () throws(LuaError) in try start(reader, text, settings) }
    return try records(from: next, columns, named: text.name, workers: options.workers)
  }

  /// The records that a function gives until it gives nil.
  ///
  /// - Parameters:
  ///   - columns: The columns that come first.
  ///   - name: What messages call the input.
  package func records(from next: LuaFunction, _ columns: [String], named name: String, workers: Int = 0) throws
    -> RecordInput
  {
    let lines = try bytes(of: next, columns, input: name)
    var plain = ReadOptions()
    plain.format = .jsonl
    plain.workers = workers
    plain.hasLines = false
    return try RecordInput.read(lines, name: name, options: plain)
  }

  /// The records as JSON Lines: the one form that keeps each value's type, and what is absent.
  private func bytes(of next: LuaFunction, _ columns: [String], input: String) throws(RuleError) -> ByteStorage {
    let rows = try locating { () throws(LuaError) in try LuaRows(next, columns: columns, in: state) }
    while true {
      do throws(LuaError) {
        switch try rows.write() {
        case .unfinished: break
        case .ended: return ByteStorage(takingOver: rows.take())
        case .odd(let record): try rows.append(line(record, columns))
        }
        try checkEnd(after: rows.count)
      } catch { throw located(error, RuleError.Place(input: input, record: rows.count + 1)) }
    }
  }

  /// Ends a reader that gives records for ever.
  private func checkEnd(after count: Int) throws(LuaError) {
    guard reader != nil, let most = state.limits.records, count > most else { return }
    throw LuaError("it gave more than \(most) records; does it ever return nil?", kind: .instructions)
  }

  private func start(_ reader: LuaFunction, _ text: PlainText, _ settings: LuaValue)
    throws(LuaError) -> (next: LuaFunction, columns: [String])
  {
    let results = try state.call(reader, [.object(InputObject(text)), settings])
    guard case .function(let next)? = results.first else {
      throw LuaError(
        "it returned \(results.first?.typeName ?? "nothing"); a reader returns a function that gives the next "
          + "record, or nil at the end")
    }
    if let name = self.reader { try state.note("reader \(name)", of: next) }
    return (next, try columns(results.dropFirst().first ?? .nil))
  }

  private func locating<R>(_ body: () throws(LuaError) -> R) throws(RuleError) -> R {
    do { return try body() } catch { throw located(error) }
  }

  private func located(_ error: LuaError, _ index: RuleError.Place? = nil) -> RuleError {
    var located = RuleError(error)
    located.part = reader.map { "reader '\($0)'" }
    located.places = index.map { [$0] } ?? []
    return located
  }

  private func line(_ record: LuaValue, _ columns: [String]) throws(LuaError) -> [UInt8] {
    let line = try JSONEmitter.bytes { json throws(LuaError) in
      switch record {
      case .table(let table): try json.record(table, columns: columns)
      case .record(let record): try json.record(record, in: state)
      default: throw LuaError("a record is a table of values by column, not a \(record.typeName)")
      }
    }
    return line + [UInt8(ascii: "\n")]
  }

  private func columns(_ list: [LuaValue]) throws(LuaError) -> [String] {
    var names: [String] = []
    var known: Set<ColumnName> = []
    for item in list {
      guard let name = try item.columnName else {
        throw LuaError("it returned a \(item.typeName) in its list of columns; a column's name is text")
      }
      guard known.insert(ColumnName(name)).inserted else {
        throw LuaError("it returned the column '\(name)' twice in its list of columns")
      }
      names.append(name)
    }
    return names
  }

  private func columns(_ value: LuaValue) throws(LuaError) -> [String] {
    switch value {
    case .nil: return []
    case .table(let table): return try columns(table.elements())
    default:
      throw LuaError("it returned a \(value.typeName) beside its function; that is a list of columns, or nothing")
    }
  }
}
