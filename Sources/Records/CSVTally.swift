/// Counts what lenient reading let through, and where it began.
struct CSVTally: Sendable, Equatable {
  private(set) var padded = 0
  private(set) var skipped = 0
  private(set) var strays = 0
  private var firstPadded = 0
  private var firstSkipped = 0
  private var firstStray = 0

  /// Whether a record is to be kept, by its number of cells.
  mutating func accept(
    _ record: CSVScanner.Record, at start: Int, number: Int, columns: Int, in source: ByteSource
  ) throws(RecordError) -> Bool {
    if record.strays > 0 {
      if strays == 0 { firstStray = start }
      strays += record.strays
    }
    if record.cells == columns { return true }
    switch source.options.ragged {
    case .skip:
      if skipped == 0 { firstSkipped = start }
      skipped += 1
      return false
    case .pad where record.cells < columns:
      if padded == 0 { firstPadded = start }
      padded += 1
      return true
    case .pad, .error:
      let kind = RecordError.Kind.ragged(
        cells: record.cells, expected: columns, hasHeader: source.options.hasHeader)
      throw RecordError(kind, in: source, at: record.end, record: number)
    }
  }

  /// What was counted.
  func notes(in source: ByteSource) -> [ReadNote] {
    let lines = LineIndex(source: source)
    var notes: [ReadNote] = []
    if padded > 0 {
      let line = lines.line(at: firstPadded)
      notes.append(ReadNote(.paddedRecords(count: padded, firstLine: line)))
    }
    if skipped > 0 {
      let line = lines.line(at: firstSkipped)
      notes.append(ReadNote(.skippedRecords(count: skipped, firstLine: line)))
    }
    if strays > 0 {
      let line = lines.line(at: firstStray)
      notes.append(ReadNote(.strayQuotes(count: strays, firstLine: line)))
    }
    return notes
  }
}
