/// Which columns of a delimited text have their cells in quotes without need, as far as the first records tell.
struct QuotingHabits {
  private let dialect: CSVDialect
  private var isQuoted: [Bool]
  private static let looked = 100

  init(_ table: RecordTable, _ dialect: CSVDialect) {
    self.dialect = dialect
    let columns = table.columns.count
    var quoted = [Bool](repeating: table.count > 0, count: columns)
    var idle = [Bool](repeating: false, count: columns)
    isQuoted = []
    for record in 0..<min(table.count, Self.looked) {
      let bytes = table.recordBytes(record)
      let cells = CSVScanner(text: bytes, dialect: dialect).cellRanges
      for column in 0..<columns {
        let cell = column < cells.count ? bytes[cells[column]] : bytes[0..<0]
        if cell.first != dialect.quote { quoted[column] = false }
        if isIdlyQuoted(cell) { idle[column] = true }
      }
    }
    // Where every cell is quoted, those that need it are quoted out of habit too.
    let quotesAll = quoted.allSatisfy { $0 } && idle.contains(true)
    isQuoted = (0..<columns).map { quoted[$0] && (idle[$0] || quotesAll) }
  }

  /// Whether the cells of a column are quoted, needed or not.
  func quotes(_ column: Int) -> Bool { column < isQuoted.count && isQuoted[column] }

  /// Whether a cell, given with its quotes, has them without need.
  func isIdlyQuoted(_ cell: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let quote = dialect.quote, cell.count >= 2, cell.first == quote else { return false }
    return !cell.dropFirst().dropLast().contains(where: dialect.isSpecial)
  }
}

extension CSVDialect {
  /// Whether a cell with this byte needs quotes.
  func isSpecial(_ byte: UInt8) -> Bool { byte == delimiter || byte == quote || ends(byte) }
}

extension CSVScanner {
  /// Where the cells of a text that is one record stand, quotes included.
  var cellRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var at = 0
    while true {
      let cell = cell(at: at)
      ranges.append(at..<cell.next)
      guard cell.next < text.count else { return ranges }
      at = cell.next + 1
    }
  }
}
