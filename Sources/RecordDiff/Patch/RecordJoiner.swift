import Records

/// Puts records one behind the other, with what stood between them in the input where that is known.
struct RecordJoiner {
  private let table: RecordTable
  private let spelling: any RecordSpelling
  private let columns: [String]
  private var output: [UInt8]
  private var last: Int?
  private var isEmpty = true
  /// Whether delimited records have their columns in another order than the input's.
  let reorders: Bool

  init(table: RecordTable, spelling: any RecordSpelling, columns: [String]) {
    self.table = table
    self.spelling = spelling
    self.columns = columns
    output = spelling.prefix(columns: columns)
    output.reserveCapacity(table.wholeText.count + table.wholeText.count / 16)
    reorders = table.format.isDelimited && columns != table.columns
  }

  /// Adds a record of the input as it is.
  mutating func append(_ record: Int) {
    separate(from: record)
    output += table.recordBytes(record)
  }

  /// Adds a record, in place of one of the input if there is one.
  mutating func append(_ bytes: [UInt8], replacing record: Int? = nil) {
    separate(from: record)
    output += bytes
  }

  /// The whole text.
  mutating func finished() -> [UInt8] {
    guard !isEmpty else { return spelling.textWithoutRecords(columns: columns) }
    output += spelling.suffix
    return output
  }

  private mutating func separate(from record: Int?) {
    defer { last = record }
    guard !isEmpty else {
      isEmpty = false
      return
    }
    guard let record, let last, last + 1 == record else {
      output += spelling.separator
      return
    }
    let text = table.wholeText
    output += text[table.range(of: last).upperBound..<table.range(of: record).lowerBound]
  }
}
