/// Finds the records of a part of a text cell by cell, and says what is wrong with one that cannot be read.
struct CSVCarefulScan {
  private let plan: CSVPlan
  private let scanner: CSVScanner
  private let end: Int
  private let isWhole: Bool

  /// - Parameter sight: how far the scan may look; behind it the text counts as unknown.
  init(plan: CSVPlan, sight: Int) {
    self.plan = plan
    isWhole = sight >= plan.text.count
    end = min(sight, plan.text.count)
    let text = plan.text[part: ..<end]
    scanner = CSVScanner(text: text, dialect: plan.dialect)
  }

  /// Finds the records that start between the chunk's start and `limit`.
  func run(_ chunk: CSVChunk, to limit: Int) {
    var at = chunk.start
    while at < min(limit, end) {
      if let next = plan.hasBlankRecords ? scanner.comment(at: at) : scanner.skipped(at: at) {
        at = next
        continue
      }
      let record = scanner.record(at: at)
      guard isWhole || record.end < end - 1 else {
        chunk.isOverrun = true
        return
      }
      chunk.failure = failure(of: record, at: at, in: chunk) ?? keep(record, at: at, in: chunk)
      guard chunk.failure == nil else { return }
      at = scanner.lineEnded(at: record.end) ?? record.end
    }
    chunk.end = at
    chunk.records.countLines(chunk.start..<at, in: plan.text)
    chunk.isOverrun = !isWhole && at >= end
  }

  private func failure(of record: CSVScanner.Record, at start: Int, in chunk: CSVChunk) -> CSVChunk.Failure? {
    guard let (kind, byte) = CSVRecordProblem.of(record, at: start, plan.source) else { return nil }
    return CSVChunk.Failure(kind: kind, byte: byte, record: chunk.records.count)
  }

  private func keep(_ record: CSVScanner.Record, at start: Int, in chunk: CSVChunk) -> CSVChunk.Failure? {
    let isMarked = plan.text[start...].starts(with: CSVTally.mark)
    chunk.tally.count(strays: record.strays, isMarked: isMarked, at: start)
    switch chunk.tally.verdict(cells: record.cells, at: start, plan: plan) {
    case .keep: chunk.records.append(start: start, end: record.end, hash: hash(start..<record.end))
    case .leaveOut: break
    case .refuse:
      let kind = RecordError.Kind.ragged(cells: record.cells, expected: plan.columns, by: plan.source.options.width)
      let index = lineEnd(of: start..<record.end)
      return CSVChunk.Failure(kind: kind, byte: index, record: chunk.records.count)
    }
    return nil
  }

  /// Where the first line of a record ends, by which people find it.
  private func lineEnd(of record: Range<Int>) -> Int {
    plan.text[record].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? record.upperBound
  }

  private func hash(_ range: Range<Int>) -> UInt64 {
    guard let key = plan.key else { return 0 }
    var record = SplitRecord()
    plan.layout.split(plan.text[part: range], into: &record)
    var hasher = FieldHasher()
    for column in key { record.fields[column].hash(into: &hasher) }
    return hasher.value
  }
}

/// What makes a record unreadable whatever the number of its cells.
enum CSVRecordProblem {
  static func of(_ record: CSVScanner.Record, at start: Int, _ source: ByteSource) -> (RecordError.Kind, Int)? {
    if let index = UTF8Check.firstTrouble(in: source.text, start..<record.end) {
      guard source.text[index] == 0 else { return (.invalidUTF8, index) }
      return (.nulByte(encoding: TextEncoding.unmarked(source.text)), index)
    }
    guard let index = record.unterminated else { return nil }
    return (.unterminatedQuote(quote: source.options.quote ?? UInt8(ascii: "\"")), index)
  }
}
