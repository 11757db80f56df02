import Platform

/// Which columns have cells in quotes without need, as far as the first records, or without any the header, tell.
struct QuotingHabits {
  private var isQuoted: [Bool]
  /// Whether all names in the header are quoted, some of them without need.
  let quotesNames: Bool
  private static let looked = 100

  /// - Parameter names: Where the names in the header stand, if there is one.
  init(_ table: RecordTable, _ dialect: CSVDialect, names: [Range<Int>]) {
    let columns = table.columns.count
    let header = names.map { table.wholeText[$0] }
    quotesNames = header.allSatisfy { $0.first == dialect.quote } && header.contains(where: dialect.isIdlyQuoted)
    isQuoted = [Bool](repeating: quotesNames, count: columns)
    guard table.count > 0 else { return }
    var quoted = [Bool](repeating: true, count: columns)
    var idle = [Bool](repeating: false, count: columns)
    for record in 0..<min(table.count, Self.looked) {
      let bytes = table.recordBytes(record)
      let cells = CSVScanner(text: bytes, dialect: dialect).cellRanges
      for column in 0..<columns {
        let cell = column < cells.count ? bytes[cells[column]] : bytes[0..<0]
        if dialect.content(of: cell).first != dialect.quote { quoted[column] = false }
        if dialect.isIdlyQuoted(cell) { idle[column] = true }
      }
    }
    // Where every cell is quoted, those that need it are quoted out of habit too.
    let quotesAll = quoted.allSatisfy { $0 } && idle.contains(true)
    isQuoted = (0..<columns).map { quoted[$0] && (idle[$0] || quotesAll) }
  }

  func quotes(_ column: Int) -> Bool { column < isQuoted.count && isQuoted[column] }
}

extension CSVDialect {
  func isSpecial(_ byte: UInt8) -> Bool { byte == delimiter || byte == quote || ends(byte) }

  /// Whether a cell, given with its quotes, has them without need.
  func isIdlyQuoted(_ cell: Slice<BytesView>) -> Bool {
    let cell = content(of: cell)
    guard let quote, cell.count >= 2, cell.first == quote else { return false }
    return !cell.dropFirst().dropLast().contains(where: isSpecial)
  }

  /// The blanks before a cell that are no part of it.
  func blanks(before cell: Slice<BytesView>) -> Slice<BytesView> { cell.prefix(while: skips) }

  /// A cell without the blanks before it that are no part of it.
  func content(of cell: Slice<BytesView>) -> Slice<BytesView> { cell.drop(while: skips) }
}

extension CSVScanner {
  /// Where the cells of a text that is one record stand, quotes included.
  var cellRanges: [Range<Int>] {
    var start = 0
    return cells.map { cell in
      defer { start = cell.next + 1 }
      return start..<cell.next
    }
  }
}
