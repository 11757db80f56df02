import Platform

/// All that finding the records of a delimited text needs to know; shared by its workers.
struct CSVPlan: Sendable {
  let source: ByteSource
  /// What ``source`` keeps alive.
  let text: BytesView
  let dialect: CSVDialect
  let columns: Int
  let ragged: RaggedPolicy
  let bodyStart: Int
  /// The columns to hash, in this order.
  let key: [Int]?
  let layout: CSVLayout

  init(source: ByteSource, head: CSVHead, key: [Int]?) {
    self.source = source
    text = source.text
    dialect = head.dialect
    columns = head.columns.count
    ragged = source.options.ragged
    bodyStart = head.bodyStart
    self.key = key
    isSniffed = head.isSniffed
    layout = CSVLayout(
      columns: head.columns, dialect: head.dialect, nullTokens: source.options.nullTexts, start: head.start,
      isExact: ragged != .pad)
  }

  let isSniffed: Bool

  /// Whether a blank line is a record: of one empty cell, where there is one column.
  var hasBlankRecords: Bool { columns == 1 }

  /// Whether records' ends must be kept, because not only blank lines may stand between them, because records may end
  /// like lines, or because behind a part's last record another part begins.
  var needsEnds: Bool { dialect.comment != nil || dialect.escapesUnquoted || ragged == .skip || source.options.isPart }

  /// Whether blocks of 64 bytes can tell where cells end.
  var isFast: Bool {
    let quote = dialect.quote ?? UInt8(ascii: "\"")
    let special: [UInt8] = [0, 0x0A, 0x0D]
    return dialect.terminator == nil && dialect.escape == nil && dialect.comment == nil && dialect.hasPlainCells
      && dialect.doublesQuotes && dialect.delimiter != quote && dialect.delimiter < 0x80 && quote < 0x80
      && !special.contains(quote) && !special.contains(dialect.delimiter)
  }
}

extension CSVPlan {
  private static let mostLines = 100

  /// A note of the first quoted cell of so many lines that a quote is probably missing.
  ///
  /// There is none if so many cells have line ends that lines are not counted.
  ///
  /// - Complexity: O(*n*) for *n* bytes of records with so many lines.
  func longCellNote(_ index: RecordIndex) -> ReadNote? {
    guard source.options.hasLines, let shifts = index.lineShifts else { return nil }
    let records = shifts.records(afterAtLeast: Self.mostLines)
    let ranges = records.map { ($0 == 0 ? bodyStart : index.starts[$0 - 1])..<index.starts[$0] }
    return ([layout.start..<bodyStart] + ranges).lazy.compactMap(longCellNote(in:)).first
  }

  private func longCellNote(in range: Range<Int>) -> ReadNote? {
    let scanner = CSVScanner(text: text, dialect: dialect)
    var at = scanner.recordStart(from: range.lowerBound)
    while at < range.upperBound {
      let cell = scanner.cell(at: at)
      let lines = 1 + LineIndex.lineEnds(in: text, cell.start..<cell.end)
      if cell.isQuoted, lines > Self.mostLines {
        return ReadNote(.longCell(lines: lines, firstLine: 1 + LineIndex.lineEnds(in: text, 0..<cell.start)))
      }
      let isLast = cell.next >= text.count || text[cell.next] != dialect.delimiter
      at = isLast ? scanner.recordStart(from: cell.next) : cell.next + 1
    }
    return nil
  }
}
