import LuaRuntime
import RecordDiff
import Records

/// Spells records as CSV, TSV, JSON or JSON Lines.
struct RecordWriting {
  private let options: WriteOptions
  private var output: [UInt8] = []
  private var columns: [String]?
  private var count = 0

  init(_ options: WriteOptions) {
    self.options = options
    columns = options.columns
  }

  /// All records as the text of a file, and how many they are.
  static func text(
    of source: RowSource, _ options: WriteOptions
  ) throws(LuaError) -> (bytes: [UInt8], count: Int) {
    var writing = RecordWriting(options)
    if options.format.isDelimited {
      if let columns = options.columns ?? source.columns { writing.begin(columns) }
      while let value = try source.nextValue() { try writing.addRow(source.row(value)) }
    } else {
      while let value = try source.nextValue() { try writing.addElement(value, source) }
      if options.format == .json { writing.closeArray() }
    }
    return (writing.output, writing.count)
  }

  // MARK: JSON

  private mutating func addElement(_ value: LuaValue, _ source: RowSource) throws(LuaError) {
    count += 1
    if options.format == .json { output += Array((count == 1 ? "[\n" : ",\n").utf8) }
    if case .record = value {
      try JSONSpelling.append(
        members: source.row(value).map { (Array($0.column.utf8), $0.value) }, to: &output, depth: 1)
    } else if case .table(let table) = value, let columns {
      try JSONSpelling.append(record: table, columns: columns, to: &output)
    } else {
      try JSONSpelling.append(value, to: &output)
    }
    if options.format == .jsonl { output.append(UInt8(ascii: "\n")) }
  }

  private mutating func closeArray() {
    output += Array((count == 0 ? "[]\n" : "\n]\n").utf8)
  }

  // MARK: CSV

  private mutating func begin(_ columns: [String]) {
    self.columns = columns
    guard options.hasHeader else { return }
    addLine(columns.map { Array($0.utf8) })
  }

  private mutating func addRow(_ row: RowSource.Row) throws(LuaError) {
    if columns == nil { begin(row.map(\.column)) }
    count += 1
    var values: [String: LuaValue] = [:]
    for (name, value) in row { values[name] = value }
    var cells: [[UInt8]] = []
    for name in columns ?? [] {
      do throws(LuaError) { cells.append(try cell(values.removeValue(forKey: name) ?? .nil)) } catch
      {
        throw LuaError("luna.write: record \(count), '\(name)': \(error.message)")
      }
    }
    if options.columns == nil, let left = values.keys.min() {
      throw LuaError(
        "luna.write: record \(count) has the column '\(left)', which the first has not; list all in { columns = { … } }"
      )
    }
    addLine(cells)
  }

  private func cell(_ value: LuaValue) throws(LuaError) -> [UInt8] {
    switch value {
    case .nil, .null: return Array(options.null.utf8)
    case .string(let bytes):
      return !options.null.isEmpty && bytes == Array(options.null.utf8) || mustQuote(bytes)
        ? quoted(bytes) : bytes
    case .table:
      var text: [UInt8] = []
      try JSONSpelling.append(value, to: &text)
      return quoted(text)
    default:
      guard let text = value.spelling else {
        throw LuaError("a \(value.typeName) is nothing that a cell holds")
      }
      return Array(text.utf8)
    }
  }

  private mutating func addLine(_ cells: [[UInt8]]) {
    for (number, cell) in cells.enumerated() {
      if number > 0 { output.append(options.delimiter) }
      // A line with one empty cell would be no line at all.
      output += cells.count == 1 && cell.isEmpty ? quoted([]) : cell
    }
    output.append(UInt8(ascii: "\n"))
  }

  private func mustQuote(_ bytes: [UInt8]) -> Bool {
    bytes.contains {
      $0 == options.delimiter || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
        || $0 == UInt8(ascii: "\r")
    }
  }

  private func quoted(_ bytes: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    var text = [quote]
    for byte in bytes {
      if byte == quote { text.append(quote) }
      text.append(byte)
    }
    text.append(quote)
    return text
  }
}
