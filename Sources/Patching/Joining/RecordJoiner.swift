import Records

/// Puts records one behind the other, with what stood between them in the input where that is known.
struct RecordJoiner {
  private let table: RecordTable
  private let spelling: any RecordSpelling
  private let columns: [String]
  private var output: [UInt8]
  private var last: Int?
  private var isEmpty = true
  /// Whether the last record has no byte, so that only the line end behind it tells of it.
  private var endsBlank = false
  private var conflict: ConflictMarks?
  /// Whether delimited records have their columns in another order than the input's.
  let reorders: Bool

  init(table: RecordTable, spelling: any RecordSpelling, columns: [String]) throws(WriteError) {
    self.table = table
    self.spelling = spelling
    self.columns = columns
    output = try spelling.prefix(columns: columns)
    output.reserveCapacity(table.wholeText.count + table.wholeText.count / 16)
    reorders = table.format.hasRows && columns != table.columns
  }

  mutating func append(_ record: Int) {
    separate(from: record)
    endsBlank = table.recordBytes(record).isEmpty
    output += table.recordBytes(record)
  }

  mutating func append(_ bytes: [UInt8], replacing record: Int? = nil) {
    separate(from: record)
    endsBlank = bytes.isEmpty
    output += bytes
  }

  mutating func append(_ conflict: ConflictMarks, replacing record: Int?) {
    separate(from: record)
    endsBlank = false
    self.conflict = conflict
  }

  mutating func finished() throws(WriteError) -> [UInt8] {
    guard !isEmpty else { return try spelling.textWithoutRecords(columns: columns) }
    let isBare = endsBlank && spelling.suffix.isEmpty
    let suffix = isBare ? spelling.separator : spelling.suffix
    // A bracket that ends a list belongs to no version of its last record.
    if conflict != nil, table.format.isDocument, !LineGap(suffix).closing.isEmpty {
      close(with: [])
      output += suffix
    } else {
      close(with: suffix)
    }
    return output
  }

  private mutating func separate(from record: Int?) {
    defer {
      last = record
      isEmpty = false
    }
    guard !isEmpty else { return }
    guard let record, let last, last + 1 == record else { return close(with: spelling.separator) }
    let text = table.wholeText
    close(with: Array(text[table.range(of: last).upperBound..<table.range(of: record).lowerBound]))
  }

  /// Adds what stands behind the last record; the marks of a conflict have lines of their own in it.
  private mutating func close(with gap: [UInt8]) {
    guard let conflict else {
      output += gap
      return
    }
    self.conflict = nil
    let ends = LineGap(spelling.separator).lineEnd
    let lineEnd = ends.isEmpty ? [0x0A] : ends
    let parts = LineGap(gap)
    let indentation = Array(output.suffix(output.reversed().prefix { $0.isBlank }.count))
    output.removeLast(indentation.count)
    let isIndented = output.last?.isLineEnd ?? true
    if !isIndented { output += lineEnd }
    output += conflict.lines(indentation: isIndented ? indentation : [], closing: parts.closing, lineEnd: lineEnd)
    output += parts.rest
  }
}
