/// Finds every record of delimited text.
enum CSVRecords {
  /// Refuses a record that cannot be read: quotes, NUL bytes, UTF-8.
  static func check(
    _ record: CSVScanner.Record, at start: Int, in source: ByteSource, record number: Int?
  ) throws(RecordError) {
    if let place = record.unterminated {
      let quote = source.options.quote ?? UInt8(ascii: "\"")
      throw RecordError(.unterminatedQuote(quote: quote), in: source, at: place, record: number)
    }
    if let place = UTF8Check.firstTrouble(in: source.text, start..<record.end) {
      let kind: RecordError.Kind = source.text[place] == 0 ? .nulByte : .invalidUTF8
      throw RecordError(kind, in: source, at: place, record: number)
    }
  }

  /// Indexes every record; hashes the key columns if given.
  static func table(of source: ByteSource, head: CSVHead, hashing key: [Int]?)
    throws(RecordError) -> RecordTable
  {
    let layout = CSVLayout(
      columns: head.columns, dialect: head.dialect, nullTokens: source.options.nullTokens)
    let scanner = CSVScanner(text: source.text, dialect: head.dialect)
    var index = RecordIndex(starts: [])
    var tally = CSVTally()
    var at = scanner.recordStart(from: head.bodyStart)
    while at < source.text.count {
      let record = scanner.record(at: at)
      try check(record, at: at, in: source, record: index.starts.count)
      let isKept = try tally.accept(
        record, at: at, number: index.starts.count, columns: head.columns.count, in: source)
      if isKept {
        index.starts.append(at)
        index.ends.append(record.end)
      }
      at = scanner.recordStart(from: record.end)
    }
    index.starts.append(at)
    if let key { index.hashes = hashes(of: key, index, source.text, layout) }
    return RecordTable(
      source: source, index: index, layout: layout,
      notes: source.notes + head.notes + tally.notes(in: source))
  }

  private static func hashes(
    of key: [Int], _ index: RecordIndex, _ text: UnsafeRawBufferPointer, _ layout: CSVLayout
  ) -> [UInt64] {
    var fields: [Field] = []
    return (0..<index.count).map { record in
      let bytes = UnsafeRawBufferPointer(rebasing: text[index.starts[record]..<index.ends[record]])
      layout.split(bytes, into: &fields)
      var hasher = FieldHasher()
      for column in key { fields[column].hash(into: &hasher) }
      return hasher.value
    }
  }
}
