import Platform

/// What the first page of a SQLite database tells of its tables.
///
/// The page is a leaf of the table `sqlite_schema` in all databases but those of very many tables: behind the file's
/// header of 100 bytes, its own header and the places of its rows, each of which begins with the type and the name.
struct SQLiteSchema {
  private let bytes: BytesView

  /// The name of the table that was made first, as far as the page tells.
  static func firstTable(in bytes: BytesView) -> String? {
    let schema = SQLiteSchema(bytes: BytesView(rebasing: bytes.prefix(1 << 16)))
    return schema.rows.lazy.compactMap(schema.table).first
  }

  private func byte(_ place: Int) -> Int { place < bytes.count ? Int(bytes[place]) : 0 }

  private func pair(_ place: Int) -> Int { byte(place) << 8 | byte(place + 1) }

  /// Where rows begin, in the order in which they were made; none for a page that is no leaf.
  private var rows: [Int] {
    let header = 100
    guard byte(header) == 0x0D else { return [] }
    return (0..<pair(header + 3)).prefix(1 << 10).map { pair(header + 8 + 2 * $0) }
  }

  /// The name of the table that a row is about; `nil` for an index, a view, and the system's own tables.
  private func table(at row: Int) -> String? {
    var place = row
    // The length of the row, and its number.
    _ = number(&place)
    _ = number(&place)
    let start = place
    let headerLength = number(&place)
    let lengths = (0..<2).map { _ in textLength(number(&place)) }
    var value = start + headerLength
    let texts = lengths.map { length in
      defer { value += length }
      return text(value, length)
    }
    guard texts[0] == "table", let name = texts[1], !name.isEmpty, !name.hasPrefix("sqlite_") else {
      return nil
    }
    return name
  }

  /// A number of one to nine bytes, of which each but the last says that there is another; none here is longer than three.
  private func number(_ place: inout Int) -> Int {
    var number = 0
    for _ in 0..<4 {
      let next = byte(place)
      place += 1
      number = number << 7 | next & 0x7F
      if next & 0x80 == 0 { break }
    }
    return number
  }

  /// How many bytes a text has, by the number that says what a value is; 0 for what is no text.
  private func textLength(_ type: Int) -> Int { type >= 13 && type % 2 == 1 ? (type - 13) / 2 : 0 }

  private func text(_ place: Int, _ length: Int) -> String? {
    guard place + length <= bytes.count else { return nil }
    return String(validating: bytes[place..<place + length], as: UTF8.self)
  }
}
