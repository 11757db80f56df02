import LuaRuntime
import Platform
import Records
import Rules

/// Spells records in a native format.
struct RecordWriting {
  private let options: WriteOptions
  private let output = OutputBuffer()
  private var columns: [String]?
  private var count = 0

  init(_ options: WriteOptions) {
    self.options = options
    columns = options.columns
  }

  /// All records as the text of a file, and how many they are.
  static func text(of source: RowSource, _ options: WriteOptions) throws(LuaError) -> (bytes: [UInt8], count: Int) {
    var writing = RecordWriting(options)
    try writing.checkColumns(of: source)
    if let table = source.table, options.format.hasRows {
      try writing.addRows(of: table)
    } else if let table = source.table, options.columns == nil {
      try writing.addElements(of: table)
    } else if options.format.hasRows {
      if let columns = options.columns ?? source.columns { writing.begin(columns) }
      while let value = try source.nextValue() { try writing.addRow(source.row(value)) }
    } else {
      writing.beginElements()
      while let value = try source.nextValue() { try writing.addElement(value, source) }
      writing.endElements()
    }
    return (writing.output.takeBytes(from: 0), writing.count)
  }

  /// An input has no columns but its own.
  private func checkColumns(of source: RowSource) throws(LuaError) {
    guard source.isInput, let columns, let known = source.columns else { return }
    guard let name = columns.first(where: { !known.contains($0) }) else { return }
    throw LuaError(
      "luna.write: unknown column '\(name)'\(Suggestion.phrase(for: name, among: known)); there are "
        + known.joined(separator: ", "))
  }

  // MARK: JSON

  private func beginElements() {
    if options.format.isDocument { output.append("[") }
    JSONEmitter(output).begin(options.format.isDocument ? .lines : .stream)
  }

  /// Writes the records of an input from field to field.
  private mutating func addElements(of table: RecordTable) throws(LuaError) {
    beginElements()
    let json = JSONEmitter(output)
    var cursor = table.makeCursor()
    for record in 0..<table.count { try json.record(record, table.columns, &cursor) }
    count = table.count
    endElements()
  }

  private func endElements() {
    if count > 0 { output.append("\n") }
    if options.format.isDocument { output.append("]\n") }
  }

  private mutating func addElement(_ value: LuaValue, _ source: RowSource) throws(LuaError) {
    count += 1
    let json = JSONEmitter(output)
    if case .record(let record) = value, columns == nil,
      let plain = RecordDataSet.plainValue(of: record, in: source.state)
    {
      try json.value(checking: plain)
    } else if case .record(let record) = value {
      let fields = try RecordDataSet.fields(of: record, in: source.state)
      try json.object(ordered(fields))
    } else if case .table(let table) = value, let columns {
      try json.record(table, columns: columns)
    } else {
      try json.value(value)
    }
  }

  /// The columns that were asked for first, then the others.
  private func ordered(_ fields: [(name: String, value: Value)]) -> [(name: String, value: Value)] {
    guard let columns else { return fields }
    let values = Dictionary(fields.map { (ColumnName($0.name), $0) }) { first, _ in first }
    let wanted = Set(named: columns)
    return columns.compactMap { values[ColumnName($0)] } + fields.filter { !wanted.contains($0.name) }
  }

  // MARK: CSV

  private mutating func begin(_ columns: [String]) {
    self.columns = columns
    guard options.hasHeader else { return }
    addLine(columns.map { asNeeded(Array($0.utf8)) })
  }

  /// Writes the records of an input from field to field.
  private mutating func addRows(of table: RecordTable) throws(LuaError) {
    let columns = options.columns ?? table.columns
    begin(columns)
    let places = Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { (ColumnName($1), $0) })
    let wanted = columns.map { places[ColumnName($0)] }
    var cursor = table.makeCursor()
    for record in 0..<table.count {
      for (number, place) in wanted.enumerated() {
        if number > 0 { output.append(options.delimiter) }
        try append(place.map { cursor.field(record, $0) } ?? .absent, isOnly: wanted.count == 1)
      }
      output.append(UInt8(ascii: "\n"))
    }
    count = table.count
  }

  private func append(_ field: Field, isOnly: Bool) throws(LuaError) {
    if field.kind == .text, options.null.isEmpty, !isOnly, !field.bytes.contains(where: options.mustQuote) {
      output.append(field.bytes)
    } else {
      appendCell(try text(of: field.value), isOnly: isOnly)
    }
  }

  private mutating func addRow(_ row: RowSource.Row) throws(LuaError) {
    if columns == nil { begin(row.map(\.column)) }
    count += 1
    var values: [ColumnName: RowSource.Cell] = [:]
    for (name, cell) in row { values[ColumnName(name)] = cell }
    var cells: [[UInt8]] = []
    for name in columns ?? [] {
      do throws(LuaError) { cells.append(try text(of: values.removeValue(forKey: ColumnName(name)))) } catch {
        throw LuaError("luna.write: record \(count), '\(name)': \(error.message)")
      }
    }
    if options.columns == nil, let left = values.keys.min() {
      throw LuaError(
        "luna.write: record \(count) has the column '\(left.text)', which the first has not; list all in { columns = { … } }"
      )
    }
    addLine(cells)
  }

  private func text(of cell: RowSource.Cell?) throws(LuaError) -> [UInt8] {
    switch cell {
    case .value(let value): return try text(of: value)
    case .field(let value): return try text(of: value)
    case nil: return Array(options.null.utf8)
    }
  }

  private func text(of value: Value) throws(LuaError) -> [UInt8] {
    switch value {
    case .absent, .null: return Array(options.null.utf8)
    case .text(let text): return self.text(text.utf8)
    case .object, .array: return JSONEmitter.bytes { $0.value(value) }.quoted(by: Self.quote)
    case .boolean(let flag): return asNeeded(Array((flag ? "true" : "false").utf8))
    case .number(let number): return asNeeded(number.utf8)
    }
  }

  private func text(of value: LuaValue) throws(LuaError) -> [UInt8] {
    switch value {
    case .nil, .null: return Array(options.null.utf8)
    case .string(let bytes): return text(bytes)
    case .table:
      return try JSONEmitter.bytes { json throws(LuaError) in try json.value(value) }.quoted(by: Self.quote)
    default:
      guard let text = value.spelling else { throw LuaError("a \(value.typeName) is nothing that a cell holds") }
      return asNeeded(Array(text.utf8))
    }
  }

  /// A text that is a value: never to be taken for null.
  private func text(_ bytes: [UInt8]) -> [UInt8] {
    !options.null.isEmpty && bytes == Array(options.null.utf8) ? bytes.quoted(by: Self.quote) : asNeeded(bytes)
  }

  private mutating func addLine(_ cells: [[UInt8]]) {
    for (number, cell) in cells.enumerated() {
      if number > 0 { output.append(options.delimiter) }
      appendCell(cell, isOnly: cells.count == 1)
    }
    output.append(UInt8(ascii: "\n"))
  }

  private func appendCell(_ cell: [UInt8], isOnly: Bool) {
    // A line with one empty cell would be no line at all.
    output.append(isOnly && cell.isEmpty ? cell.quoted(by: Self.quote) : cell)
  }

  /// A cell in quotes, where it must have them.
  private func asNeeded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.contains(where: options.mustQuote) ? bytes.quoted(by: Self.quote) : bytes
  }

  private static let quote = UInt8(ascii: "\"")
}
