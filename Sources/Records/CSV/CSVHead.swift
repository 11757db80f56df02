/// What the beginning of delimited text says: its dialect, its columns and where the records start.
struct CSVHead: Sendable {
  let dialect: CSVDialect
  let columns: [String]
  /// Where the first record may start.
  let bodyStart: Int
  let notes: [ReadNote]

  /// Reads the beginning of a source.
  init(of source: ByteSource) throws(RecordError) {
    var notes: [ReadNote] = []
    let text = source.text
    let start = Self.skip(lines: source.options.skipLines, in: text)
    dialect = try Self.dialect(of: source, from: start, notes: &notes)
    let scanner = CSVScanner(text: text, dialect: dialect)
    let first = scanner.recordStart(from: start)
    guard first < text.count else {
      columns = []
      bodyStart = text.count
      self.notes = notes
      return
    }
    let record = scanner.record(at: first)
    if source.options.hasHeader {
      if let (kind, place) = CSVTrouble.of(record, at: first, source) {
        throw RecordError(kind, in: source, at: place)
      }
      columns = try Self.names(of: first..<record.end, in: source, scanner, notes: &notes)
      bodyStart = record.end
    } else {
      columns = (1...max(1, record.cells)).map(String.init)
      bodyStart = first
    }
    self.notes = notes
  }

  /// The place behind so many lines.
  static func skip(lines: Int, in text: UnsafeRawBufferPointer) -> Int {
    var at = 0
    for _ in 0..<max(0, lines) {
      while at < text.count && text[at] != 0x0A && text[at] != 0x0D { at += 1 }
      if at + 1 < text.count && text[at] == 0x0D && text[at + 1] == 0x0A { at += 1 }
      at = min(at + 1, text.count)
    }
    return at
  }

  private static func dialect(of source: ByteSource, from start: Int, notes: inout [ReadNote])
    throws(RecordError) -> CSVDialect
  {
    let options = source.options
    if let delimiter = options.delimiter ?? (source.format == .tsv ? UInt8(ascii: "\t") : nil) {
      return CSVDialect(options: options, delimiter: delimiter)
    }
    let delimiter = CSVSniffer(text: source.text, start: start, options: options).delimiter
    notes.append(ReadNote(.sniffedDelimiter(delimiter)))
    return CSVDialect(options: options, delimiter: delimiter)
  }

  private static func names(
    of header: Range<Int>, in source: ByteSource, _ scanner: CSVScanner, notes: inout [ReadNote]
  ) throws(RecordError) -> [String] {
    let layout = CSVLayout(columns: [], dialect: scanner.dialect, nullTokens: [])
    var names = ColumnNames(source: source, header: header)
    var at = header.lowerBound
    while true {
      let cell = scanner.cell(at: at)
      let name = layout.field(cell, in: source.text).withText {
        String(decoding: $0, as: UTF8.self)
      }
      try names.append(name ?? "", at: at)
      guard cell.next < header.upperBound else { break }
      at = cell.next + 1
    }
    if !names.renamed.isEmpty { notes.append(ReadNote(.renamedColumns(names.renamed))) }
    return names.names
  }
}
