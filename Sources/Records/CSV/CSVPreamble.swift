import Platform

/// What may stand before the header: lines to leave out, and the line by which Excel names the delimiter.
struct CSVPreamble {
  /// Where the header may start.
  let end: Int
  /// The delimiter that a line `sep=;` names.
  let delimiter: UInt8?

  /// - Throws: `RecordError` where there are fewer lines than are to be left out.
  init(of source: ByteSource) throws(RecordError) {
    let text = source.text
    let lines = source.options.skipLines
    guard lines <= 0 else {
      end = try Self.skip(lines, in: source)
      delimiter = nil
      return
    }
    delimiter = Self.declaredDelimiter(text)
    end = delimiter == nil ? 0 : Self.lineEnd(from: 0, in: text)
  }

  private static func skip(_ lines: Int, in source: ByteSource) throws(RecordError) -> Int {
    let text = source.text
    var at = 0
    var skipped = 0
    while skipped < lines && at < text.count {
      at = lineEnd(from: at, in: text)
      skipped += 1
    }
    guard at < text.count else {
      throw RecordError(.nothingBehindLines(skipped: lines, lines: skipped), file: source.name)
    }
    return at
  }

  /// Where the next line starts.
  private static func lineEnd(from place: Int, in text: BytesView) -> Int {
    var at = place
    while at < text.count && text[at] != 0x0A && text[at] != 0x0D { at += 1 }
    if at + 1 < text.count && text[at] == 0x0D && text[at + 1] == 0x0A { at += 1 }
    return min(at + 1, text.count)
  }

  /// The byte behind `sep=` where that is all of the first line, in quotes or not.
  private static func declaredDelimiter(_ text: BytesView) -> UInt8? {
    let line = text.prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
    let isQuoted = line.count == 7 && line.first == 0x22 && line.last == 0x22
    let content = isQuoted ? line.dropFirst().dropLast() : line
    guard content.count == 5, content.starts(with: "sep=".utf8), let byte = content.last,
      CSVDialect.mayDelimit(byte)
    else { return nil }
    return byte
  }
}
