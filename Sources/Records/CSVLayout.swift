/// How records of delimited text become fields.
final class CSVLayout: RecordLayout {
  let columns: [String]
  let dialect: CSVDialect
  private let nullTokens: [[UInt8]]
  private let escaping: Field.Escaping

  init(columns: [String], dialect: CSVDialect, nullTokens: [String]) {
    self.columns = columns
    self.dialect = dialect
    self.nullTokens = nullTokens.map { Array($0.utf8) }
    escaping = .quoted(dialect.quotedText)
  }

  /// Whether both layouts split equal bytes into equal fields.
  func reads(like other: CSVLayout) -> Bool {
    columns == other.columns && dialect == other.dialect && nullTokens == other.nullTokens
  }

  func end(ofRecordFrom start: Int, next: Int, in text: UnsafeRawBufferPointer) -> Int {
    var end = next
    while end > start && dialect.ends(text[end - 1]) { end -= 1 }
    return end
  }

  func split(_ record: UnsafeRawBufferPointer, into fields: inout [Field]) {
    fields.removeAll(keepingCapacity: true)
    let scanner = CSVScanner(text: record, dialect: dialect)
    var at = 0
    while fields.count < columns.count {
      let cell = scanner.cell(at: at)
      fields.append(field(cell, in: record))
      guard cell.next < record.count else { break }
      at = cell.next + 1
    }
    while fields.count < columns.count { fields.append(.absent) }
  }

  /// A cell as a field.
  func field(_ cell: CSVScanner.Cell, in text: UnsafeRawBufferPointer) -> Field {
    let bytes = UnsafeRawBufferPointer(rebasing: text[cell.start..<cell.end])
    if cell.isEscaped { return Field(.escapedText, bytes, escaping: escaping) }
    if !cell.isQuoted && isNull(bytes) { return Field(.null, bytes) }
    return Field(.text, bytes)
  }

  private func isNull(_ bytes: UnsafeRawBufferPointer) -> Bool {
    for token in nullTokens where token.withUnsafeBytes({ $0.isSame(as: bytes) }) { return true }
    return false
  }
}
