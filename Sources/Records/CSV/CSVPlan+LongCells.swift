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
