import Platform

/// Decides what bytes are.
enum Recognition {
  /// A source of these bytes, its format decided.
  static func source(_ name: String, _ storage: ByteStorage, _ options: ReadOptions) throws(RecordError) -> ByteSource {
    var notes: [ReadNote] = []
    // What was inflated or converted does not know any more what file it comes of.
    let text = try storage.reading(name) { () throws(RecordError) in
      let plain = try decompressed(storage, name, options)
      let named = options.format == nil ? name : nil
      if !options.readsAnything, let format = ForeignFormat(of: plain.bytes, named: named) {
        throw foreign(format, plain.bytes, name)
      }
      if plain.bytes.count > TextStart.size { try TextStart.check(plain.bytes, name, options) }
      return try converted(plain, name, options, &notes)
    }
    var source = ByteSource(
      name: name, storage: text, start: text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, format: .csv,
      options: options, notes: notes)
    if let format = options.format ?? namedFormat(name, source.text) {
      source.format = format
    } else {
      source.format = format(of: source.text)
      source.notes.append(ReadNote(.sniffedFormat(source.format)))
    }
    return source
  }

  private static func foreign(_ format: ForeignFormat, _ bytes: BytesView, _ name: String) -> RecordError {
    var error = RecordError(.foreign(format), file: name)
    if format == .sqlite { error.advice.table = SQLiteSchema.firstTable(in: bytes) }
    return error
  }

  /// The format that a name stands for; `nil` if it is better to look, as at JSON Lines that are called JSON.
  private static func namedFormat(_ name: String, _ text: BytesView) -> InputFormat? {
    let named = InputFormat(fileName: name)
    return named == .json && format(of: text) == .jsonl ? nil : named
  }

  /// The bytes inflated, where they are compressed.
  static func decompressed(_ storage: ByteStorage, _ name: String, _ options: ReadOptions) throws(RecordError)
    -> ByteStorage
  {
    if options.isInflated { return storage }
    if Gunzip.recognizes(storage.bytes) { return try Gunzip.inflate(storage.bytes, name: name, options) }
    if Unzstd.recognizes(storage.bytes) { return try Unzstd.decompress(storage.bytes, name: name, options) }
    if ZipArchive.recognizes(storage.bytes) { return try ZipArchive(storage.bytes, name: name).onlyContent(options) }
    if let format = FileBytes.beginning(storage.bytes, name) {
      throw RecordError(.truncated(format: format), file: name)
    }
    return storage
  }

  private static func converted(
    _ storage: ByteStorage, _ name: String, _ options: ReadOptions, _ notes: inout [ReadNote]
  ) throws(RecordError) -> ByteStorage {
    if let asked = options.encoding, let mark = TextEncoding.mark(of: storage.bytes, against: asked) {
      notes.append(ReadNote(.overruledEncoding(asked: asked, mark: mark)))
    }
    guard let encoding = TextEncoding(asked: options.encoding, of: storage.bytes) else { return storage }
    notes.append(ReadNote(.convertedEncoding(encoding.name)))
    return try encoding.converted(storage.bytes, input: name, options)
  }

  /// How far the end of the first line is looked for.
  private static let longestLine = 1 << 24

  /// The format by the first bytes: JSON Lines if two lines start with `{`, JSON if the text starts
  /// with a bracket, else CSV.
  static func format(of text: BytesView) -> InputFormat {
    guard let first = text.firstIndex(where: { !isSpace($0) }) else { return .csv }
    if text[first] == UInt8(ascii: "[") { return .json }
    guard text[first] == UInt8(ascii: "{") else { return .csv }
    guard let lineEnd = text[first...].prefix(longestLine).firstIndex(of: 0x0A),
      let last = text[first..<lineEnd].lastIndex(where: { !isSpace($0) }),
      let next = text[lineEnd...].firstIndex(where: { !isSpace($0) })
    else { return .json }
    return text[last] == UInt8(ascii: "}") && text[next] == UInt8(ascii: "{") ? .jsonl : .json
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

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
    guard texts[0] == "table", let name = texts[1], !name.isEmpty, !name.hasPrefix("sqlite_") else { return nil }
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
