import Platform

/// What the beginning of delimited text says: its dialect, its columns and where the records start.
struct CSVHead: Sendable {
  let dialect: CSVDialect
  let isSniffed: Bool
  let columns: [String]
  /// Where the header, or without one the first record, may start.
  let start: Int
  let bodyStart: Int
  let notes: [ReadNote]

  init(of source: ByteSource) throws(RecordError) {
    var notes: [ReadNote] = []
    let text = source.text
    let preamble = try CSVPreamble(of: source)
    start = preamble.end
    (dialect, isSniffed) = Self.dialect(of: source, behind: preamble, notes: &notes)
    if let problem = dialect.problem { throw RecordError(.badOption(problem), file: source.name) }
    let scanner = CSVScanner(text: text, dialect: dialect)
    let first = scanner.recordStart(from: start)
    let given = try Self.givenNames(source)
    guard first < text.count else {
      columns = given ?? []
      bodyStart = text.count
      self.notes = notes
      return
    }
    let record = scanner.record(at: first)
    if source.options.readsHeader {
      if let (kind, place) = CSVRecordProblem.of(record, at: first, source) {
        throw RecordError(kind, in: source, at: place)
      }
      columns = try Self.names(of: first..<record.end, in: source, scanner, notes: &notes)
      bodyStart = scanner.lineEnded(at: record.end) ?? record.end
      notes += Self.valueAmongNames(columns, of: source, start, dialect)
      if source.options.delimiter != nil, columns.count == 1 {
        notes += Self.otherDelimiter(of: source, start, dialect)
      }
    } else {
      columns = given ?? (1...max(1, record.cells)).map(String.init)
      // Blank lines before the first record are records where there is one column.
      bodyStart = columns.count == 1 ? start : first
    }
    self.notes = notes
  }

  private static func dialect(of source: ByteSource, behind preamble: CSVPreamble, notes: inout [ReadNote]) -> (
    CSVDialect, isSniffed: Bool
  ) {
    let options = source.options
    if let delimiter = options.delimiter { return (CSVDialect(options: options, delimiter: delimiter), false) }
    if let delimiter = preamble.delimiter {
      notes.append(ReadNote(.declaredDelimiter(delimiter)))
      return (CSVDialect(options: options, delimiter: delimiter), false)
    }
    if let delimiter = source.format.delimiter { return (CSVDialect(options: options, delimiter: delimiter), false) }
    let delimiter = CSVSniffer(text: source.text, start: preamble.end, options: options).delimiter
    notes.append(ReadNote(.sniffedDelimiter(delimiter)))
    return (CSVDialect(options: options, delimiter: delimiter), true)
  }

  /// The names that the options give, each of which must be there and only once.
  private static func givenNames(_ source: ByteSource) throws(RecordError) -> [String]? {
    guard let names = source.options.columnNames else { return nil }
    var seen: Set<ColumnName> = []
    for name in names where name.isEmpty || !seen.insert(ColumnName(name)).inserted {
      let problem = name.isEmpty ? "a column without a name" : "two columns named \"\(name)\""
      throw RecordError(.badOption("\(Setting.columns) has \(problem)"), file: source.name)
    }
    guard !names.isEmpty else { throw RecordError(.badOption("\(Setting.columns) has no name"), file: source.name) }
    return names
  }

  /// What seems to stand between the cells where the delimiter that was given leaves one column.
  private static func otherDelimiter(of source: ByteSource, _ start: Int, _ dialect: CSVDialect) -> [ReadNote] {
    let sniffer = CSVSniffer(text: source.text, start: start, options: source.options)
    let sample = CSVSample(
      of: source.text, from: start, CSVDialect(options: source.options, delimiter: sniffer.delimiter))
    guard sniffer.delimiter != dialect.delimiter, sample.commonWidth.cells > 1 else { return [] }
    let (given, likely) = (ByteName.of(dialect.delimiter), ByteName.of(sniffer.delimiter))
    return [
      ReadNote(
        .other(
          "there is one column, with \(given) as \(Setting.delimiter); by the first lines it is \(likely)",
          isWarning: true))
    ]
  }

  private static func valueAmongNames(_ names: [String], of source: ByteSource, _ start: Int, _ dialect: CSVDialect)
    -> [ReadNote]
  {
    guard names.contains(where: { ValueLook($0) != nil }) else { return [] }
    let sample = CSVSample(of: source.text, from: start, dialect, most: 20)
    let records = sample.records.dropFirst().map { sample.texts(of: $0) }
    guard let column = ValueLook.value(among: names, below: records[...]) else { return [] }
    return [ReadNote(.recordAsHeader(column: column + 1, name: names[column]))]
  }

  private static func names(
    of header: Range<Int>, in source: ByteSource, _ scanner: CSVScanner, notes: inout [ReadNote]
  ) throws(RecordError) -> [String] {
    let layout = CSVLayout(columns: [], dialect: scanner.dialect)
    var names = ColumnNames(source: source)
    var at = header.lowerBound
    while true {
      let cell = scanner.cell(at: at)
      let name = layout.field(cell, in: source.text).withText { String(decoding: $0, as: UTF8.self) }
      do throws(RecordError) { try names.append(name ?? "", at: at) } catch {
        throw error.adding(titles: CSVTitles(above: source, from: header.lowerBound, scanner.dialect))
      }
      guard cell.next < header.upperBound else { break }
      at = cell.next + 1
    }
    if !names.renamed.isEmpty { notes.append(ReadNote(.renamedColumns(names.renamed))) }
    return names.names
  }
}

struct CSVSniffer {
  private static let candidates = [",", ";", "\t", "|"].map { (text: String) in text.utf8.first ?? 0 }

  let text: BytesView
  let start: Int
  let options: ReadOptions

  /// The candidate that cuts most of the first records into as many cells; a comma if none does.
  ///
  /// A candidate counts only if it cuts at least as many records alike as it leaves whole: what stands in a title or in
  /// some cells does not decide.
  var delimiter: UInt8 {
    var best = (share: 0.0, tail: 0, cells: 1, delimiter: UInt8(ascii: ","))
    let sampled = CSVSample.part(of: text, from: start)
    let candidates = Self.candidates.filter(sampled.contains)
    // Where commas are all there is, it is a comma whatever they cut.
    guard candidates != [best.delimiter] else { return best.delimiter }
    for candidate in candidates {
      let dialect = CSVDialect(options: options, delimiter: candidate)
      guard dialect.problem == nil else { continue }
      let sample = CSVSample(of: text, from: start, dialect)
      let (cells, count) = sample.commonWidth
      guard count > 0, count >= sample.records.count(where: { $0.cells == 1 }) else { continue }
      let share = Double(count) / Double(sample.records.count)
      let tail = sample.tail(of: cells)
      if (share, tail, cells) > (best.share, best.tail, best.cells) { best = (share, tail, cells, candidate) }
    }
    return best.delimiter
  }
}

/// What may stand before the header: lines to leave out, and the line by which Excel names the delimiter.
struct CSVPreamble {
  let end: Int
  /// The delimiter that a line `sep=;` names.
  let delimiter: UInt8?

  /// - Throws: `RecordError` where there are fewer lines than are to be left out.
  init(of source: ByteSource) throws(RecordError) {
    let text = source.text
    let lines = source.options.skipLines
    guard lines <= 0 else {
      end = try Self.skip(lines, in: source)
      delimiter = nil
      return
    }
    delimiter = Self.declaredDelimiter(text)
    end = delimiter == nil ? 0 : Self.lineEnd(from: 0, in: text)
  }

  private static func skip(_ lines: Int, in source: ByteSource) throws(RecordError) -> Int {
    let text = source.text
    var at = 0
    var skipped = 0
    while skipped < lines && at < text.count {
      at = lineEnd(from: at, in: text)
      skipped += 1
    }
    guard at < text.count else {
      let last = source.options.skipLastLines
      throw RecordError(.noLinesLeft(first: lines, last: last, lines: skipped + last), file: source.name)
    }
    return at
  }

  private static func lineEnd(from place: Int, in text: BytesView) -> Int {
    var at = place
    while at < text.count && text[at] != 0x0A && text[at] != 0x0D { at += 1 }
    if at + 1 < text.count && text[at] == 0x0D && text[at + 1] == 0x0A { at += 1 }
    return min(at + 1, text.count)
  }

  /// The byte behind `sep=` where that is all of the first line, in quotes or not.
  private static func declaredDelimiter(_ text: BytesView) -> UInt8? {
    let line = text.prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
    let isQuoted = line.count == 7 && line.first == 0x22 && line.last == 0x22
    let content = isQuoted ? line.dropFirst().dropLast() : line
    guard content.count == 5, content.starts(with: "sep=".utf8), let byte = content.last, CSVDialect.mayDelimit(byte)
    else { return nil }
    return byte
  }
}

extension ByteSource {
  /// The same source without the lines at the end of delimited text that its options leave out.
  ///
  /// Lines are counted as ``CSVPreamble`` counts those before the header: whatever quotes say, blank lines included.
  func withoutLastLines() throws(RecordError) -> ByteSource {
    guard format.hasRows, options.skipLastLines > 0, footer == 0 else { return self }
    let text = text
    var (end, lines) = (text.count, 0)
    while lines < options.skipLastLines, end > 0 {
      end -= end > 1 && text[end - 1] == 0x0A && text[end - 2] == 0x0D ? 2 : 1
      while end > 0, text[end - 1] != 0x0A, text[end - 1] != 0x0D { end -= 1 }
      lines += 1
    }
    guard end > 0 else {
      throw RecordError(.noLinesLeft(first: options.skipLines, last: options.skipLastLines, lines: lines), file: name)
    }
    var source = self
    source.footer = text.count - end
    return source
  }
}
