import LuaRuntime
import RecordDiff
import Records

/// Takes the records that a script gives one by one, and makes a table of them.
///
/// A record goes into the table's text as soon as it is there; the script never holds more than it wants to.
struct RecordStream {
  private let reader: LuaFunction
  private let name: String
  private let state: LuaState

  /// - Parameter name: What messages call the reader.
  init(_ reader: LuaFunction, _ name: String, _ state: LuaState) {
    self.reader = reader
    self.name = name
    self.state = state
  }

  /// Runs the reader over an input to its end.
  ///
  /// - Parameter settings: The reader's second argument.
  func records(
    of text: PlainText, _ settings: LuaValue, _ options: ReadOptions
  ) throws -> RecordInput {
    let lines = try bytes(of: text, settings)
    var plain = ReadOptions()
    plain.format = .jsonl
    plain.workers = options.workers
    return try RecordInput.read(bytes: lines, name: text.name, options: plain)
  }

  /// The records as JSON Lines: the one form that keeps each value's type, and what is absent.
  private func bytes(of text: PlainText, _ settings: LuaValue) throws(LuaError) -> [UInt8] {
    let results = try state.call(reader, [.object(InputObject(text)), settings])
    guard case .function(let next)? = results.first else {
      throw LuaError(
        "the reader '\(name)' returned \(results.first?.typeName ?? "nothing"); it must return a function that "
          + "gives the next record, or nil at the end")
    }
    let columns = try columns(results.dropFirst().first ?? .nil)
    var output: [UInt8] = []
    var count = 0
    while true {
      let value = try state.call(next).first ?? .nil
      if value.isNil { return output }
      count += 1
      do throws(LuaError) {
        try append(value, columns, to: &output)
      } catch {
        throw LuaError(
          "\(text.name): record \(count) of the reader '\(name)': \(error.message)",
          kind: error.kind)
      }
    }
  }

  private func append(
    _ record: LuaValue, _ columns: [String], to output: inout [UInt8]
  ) throws(LuaError) {
    guard case .table(let table) = record else {
      throw LuaError("a record is a table of values by column, not a \(record.typeName)")
    }
    try JSONSpelling.append(record: table, columns: columns, to: &output)
    output.append(UInt8(ascii: "\n"))
  }

  private func columns(_ value: LuaValue) throws(LuaError) -> [String] {
    switch value {
    case .nil: return []
    case .table(let table): return try table.elements().compactMap(\.text)
    default:
      throw LuaError(
        "the reader '\(name)' returned a \(value.typeName) beside its function; that is a list of columns, or nothing"
      )
    }
  }
}
