import LuaRuntime
import RecordDiff
import Records

/// Takes the records that a script gives one by one, and makes a table of them.
///
/// A record goes into the table's text as soon as it is there; the script never holds more than it wants to.
package struct RecordStream {
  private let reader: LuaFunction
  private let name: String
  private let state: LuaState

  /// - Parameter name: What messages call the reader.
  package init(_ reader: LuaFunction, _ name: String, _ state: LuaState) {
    self.reader = reader
    self.name = name
    self.state = state
  }

  /// Runs the reader over an input to its end.
  ///
  /// - Parameter settings: The reader's second argument.
  package func records(
    of text: PlainText, _ settings: LuaValue, _ options: ReadOptions
  ) throws -> RecordInput {
    let lines = try bytes(of: text, settings)
    var plain = ReadOptions()
    plain.format = .jsonl
    plain.workers = options.workers
    plain.hasLines = false
    return try RecordInput.read(bytes: lines, name: text.name, options: plain)
  }

  /// The records as JSON Lines: the one form that keeps each value's type, and what is absent.
  private func bytes(of text: PlainText, _ settings: LuaValue) throws(RuleError) -> [UInt8] {
    let (next, columns) = try locating { () throws(LuaError) in try start(text, settings) }
    var output: [UInt8] = []
    var count = 0
    while true {
      count += 1
      let place = RuleError.Place(input: text.name, record: count)
      let isRecord = try locating(place) { () throws(LuaError) in
        let value = try state.call(next).first ?? .nil
        if !value.isNil { try append(value, columns, to: &output) }
        return !value.isNil
      }
      guard isRecord else { return output }
    }
  }

  private func start(
    _ text: PlainText, _ settings: LuaValue
  ) throws(LuaError) -> (next: LuaFunction, columns: [String]) {
    let results = try state.call(reader, [.object(InputObject(text)), settings])
    guard case .function(let next)? = results.first else {
      throw LuaError(
        "it returned \(results.first?.typeName ?? "nothing"); a reader returns a function that gives the next "
          + "record, or nil at the end")
    }
    return (next, try columns(results.dropFirst().first ?? .nil))
  }

  /// Lets an error name the reader, and the record that it was to give.
  private func locating<R>(
    _ place: RuleError.Place? = nil, _ body: () throws(LuaError) -> R
  ) throws(RuleError) -> R {
    do { return try body() } catch {
      var located = RuleError(error)
      located.reader = name
      located.places = place.map { [$0] } ?? []
      throw located
    }
  }

  private func append(
    _ record: LuaValue, _ columns: [String], to output: inout [UInt8]
  ) throws(LuaError) {
    guard case .table(let table) = record else {
      throw LuaError("a record is a table of values by column, not a \(record.typeName)")
    }
    try LuaJSONEncoder.append(record: table, columns: columns, to: &output)
    output.append(UInt8(ascii: "\n"))
  }

  private func columns(_ list: [LuaValue]) throws(LuaError) -> [String] {
    var names: [String] = []
    var known: Set<ColumnName> = []
    for item in list {
      guard let name = try item.columnName else {
        throw LuaError(
          "it returned a \(item.typeName) in its list of columns; a column's name is text")
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
    case .table(let table):
      return try columns(table.elements())
    default:
      throw LuaError(
        "it returned a \(value.typeName) beside its function; that is a list of columns, or nothing"
      )
    }
  }
}
