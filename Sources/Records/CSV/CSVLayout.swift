import CScan
import Platform

final class CSVLayout: RecordLayout {
  let columns: [String]
  let dialect: CSVDialect
  let nullTokens: [String]
  let start: Int
  private let nulls: [[UInt8]]
  private let hasNulls: Bool
  private let hasPlainCells: Bool
  /// −1 where there is none.
  private let quote: Int
  /// Whether no record has more cells than there are columns.
  private let isExact: Bool

  init(columns: [String], dialect: CSVDialect, nullTokens: [String] = [], start: Int = 0, isExact: Bool = false) {
    self.columns = columns
    self.dialect = dialect
    self.nullTokens = nullTokens
    self.start = start
    self.isExact = isExact
    nulls = nullTokens.map { Array($0.utf8) }
    hasNulls = !nulls.isEmpty
    hasPlainCells = dialect.hasPlainCells
    quote = dialect.quote.map(Int.init) ?? -1
  }

  func adding(_ names: [String]) -> CSVLayout {
    guard !names.isEmpty else { return self }
    return CSVLayout(
      columns: columns + names, dialect: dialect, nullTokens: nullTokens, start: start, isExact: isExact)
  }

  /// Whether both layouts split equal bytes into equal fields.
  func reads(like other: CSVLayout) -> Bool {
    columns.areSameNames(as: other.columns) && dialect == other.dialect && nullTokens == other.nullTokens
  }

  var border: RecordTerminator { .lines(dialect) }

  func split(_ record: BytesView, into split: inout SplitRecord, upTo count: Int) {
    split.withFields { self.split(record, into: &$0, upTo: count) }
  }

  private func split(_ record: BytesView, into fields: inout [Field], upTo count: Int) {
    if fields.count != columns.count { fields = [Field](repeating: .absent, count: columns.count) }
    let count = min(count, fields.count)
    guard count > 0 else { return }
    var cells = fields.mutableSpan
    var filled = 1
    if record.count > 0 {
      filled = split(record, into: &cells, upTo: count)
    } else {
      cells[0] = field(CSVScanner.Cell(start: 0, end: 0, next: 0), in: record)
    }
    for column in filled..<max(filled, count) { cells[column] = .absent }
  }

  /// Splits a record that is not empty.
  ///
  /// - Returns: how many cells there were, as far as there are columns.
  private func split(_ record: BytesView, into fields: inout MutableSpan<Field>, upTo count: Int) -> Int {
    var delimiters = CSVDelimiters(record, delimiter: dialect.delimiter)
    var at = 0
    for column in 0..<count {
      let cell = cell(column, at: at, in: record, &delimiters)
      fields[column] = cell.field
      guard cell.next < record.count else { return column + 1 }
      at = cell.next + 1
    }
    return count
  }

  /// The cell of a column that begins at a place, and where it ends: at a delimiter, or with the record.
  @inline(__always) private func cell(
    _ column: Int, at place: Int, in record: BytesView, _ delimiters: inout CSVDelimiters
  ) -> (field: Field, next: Int) {
    if !hasPlainCells || (place < record.count && Int(record[place]) == quote) {
      let cell = CSVScanner(text: record, dialect: dialect).cell(at: place)
      delimiters.skip(to: cell.next)
      return (field(cell, in: record), cell.next)
    }
    let next = isExact && column == columns.count - 1 ? record.count : delimiters.next()
    let bytes = record[part: place..<next]
    return (Field(hasNulls && isNull(bytes) ? .null : .text, bytes), next)
  }

  func mayKnowDifferences(from other: any RecordLayout) -> Bool {
    (other as? CSVLayout).map { reads(like: $0) } ?? false
  }

  /// A cell that ends in bytes that both records begin with, and with what ends it, is the same in both.
  ///
  /// Where cells end and all bytes behind them are the same, so are the cells behind them.
  func findDifferences(_ first: BytesView, _ second: BytesView, into columns: inout [Int32]) -> Bool {
    let same = first.commonPrefix(with: second, upTo: .max)
    var delimiters = CSVDelimiters(first, delimiter: dialect.delimiter)
    var (column, start) = (0, 0)
    var mine = cell(0, at: 0, in: first, &delimiters)
    while mine.next < same {
      start = mine.next + 1
      column += 1
      mine = cell(column, at: start, in: first, &delimiters)
    }
    var others = CSVDelimiters(second, delimiter: dialect.delimiter, from: start)
    var theirs = cell(column, at: start, in: second, &others)
    while column < self.columns.count {
      if !mine.field.isEqual(to: theirs.field) { columns.append(Int32(truncatingIfNeeded: column)) }
      if first[part: mine.next...].isSame(as: second[part: theirs.next...]) { break }
      column += 1
      mine = mine.next < first.count ? cell(column, at: mine.next + 1, in: first, &delimiters) : (.absent, mine.next)
      theirs =
        theirs.next < second.count ? cell(column, at: theirs.next + 1, in: second, &others) : (.absent, theirs.next)
    }
    return true
  }

  func field(_ cell: CSVScanner.Cell, in text: BytesView) -> Field {
    let bytes = text[part: cell.start..<cell.end]
    if !cell.isQuoted && isNull(bytes) { return Field(.null, bytes) }
    guard cell.isEscaped else { return Field(.text, bytes) }
    let text = dialect.escapedText
    return Field(.escapedText, bytes, escaping: cell.isQuoted ? .quoted(text) : .unquoted(text))
  }

  private func isNull(_ bytes: BytesView) -> Bool {
    for token in nulls where token.withBytes({ $0.isSame(as: bytes) }) { return true }
    return false
  }
}

/// The places of delimiters in a record, found 64 bytes at a time.
struct CSVDelimiters {
  private let record: BytesView
  private let delimiter: UInt8
  private var block: Int
  private var mask: UInt64

  init(_ record: BytesView, delimiter: UInt8, from place: Int = 0) {
    self.record = record
    self.delimiter = delimiter
    block = place & ~63
    mask = Self.mask(record, from: block, delimiter) & ~0 << UInt64(place & 63)
  }

  /// The next delimiter, or the record's end.
  @inline(__always) mutating func next() -> Int {
    while mask == 0 {
      block += 64
      guard block < record.count else { return record.count }
      mask = Self.mask(record, from: block, delimiter)
      if mask == 0 { leap() }
    }
    let place = block + mask.trailingZeroBitCount
    mask &= mask - 1
    return place
  }

  /// Goes to the block of the next delimiter, or behind all blocks: in a cell that is long the C library is faster.
  @inline(never) private mutating func leap() {
    let place = block + 64 < record.count ? record.firstIndex(of: delimiter, from: block + 64) : nil
    block = (place ?? record.count) & ~63
    if place != nil { mask = Self.mask(record, from: block, delimiter) }
  }

  mutating func skip(to place: Int) {
    let start = place & ~63
    if start != block && start < record.count {
      block = start
      mask = Self.mask(record, from: start, delimiter)
    }
    let bit = place - block
    mask = bit < 63 ? mask & (~0 << UInt64(bit + 1)) : 0
  }

  /// The delimiters in up to 64 bytes; reads nothing behind them.
  @inline(__always) private static func mask(_ record: BytesView, from place: Int, _ delimiter: UInt8) -> UInt64 {
    guard let bytes = record[part: place..<record.count].unsafeStart else { return 0 }
    let left = record.count - place
    guard left < 64 else { return lunadiff_byte_mask(bytes, delimiter) }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { copy in
      guard let start = copy.baseAddress else { return 0 }
      memcpy(start, bytes, left)
      let mask = lunadiff_byte_mask(start.assumingMemoryBound(to: UInt8.self), delimiter)
      return mask & ((1 << UInt64(left)) - 1)
    }
  }
}
