import Platform

/// Converts text of other encodings to UTF-8.
struct TextEncoding {
  let name: String

  /// The encoding to convert from: what a byte order mark says, else what was asked for.
  ///
  /// - Returns: `nil` if the text is UTF-8.
  init?(asked: String?, of text: BytesView) {
    guard let found = Self.mark(of: text)?.family ?? asked, !Self.isUTF8(found) else { return nil }
    name = found
  }

  static func mark(of text: BytesView, against asked: String) -> String? {
    guard let mark = mark(of: text) else { return nil }
    func plain(_ name: String) -> String { String(name.uppercased().filter { $0 != "-" && $0 != "_" }) }
    return [plain(mark.family), plain(mark.name)].contains(plain(asked)) ? nil : mark.name
  }

  private static func isUTF8(_ name: String) -> Bool { ["utf-8", "utf8"].contains(name.lowercased()) }

  /// The encoding that a byte order mark says, and the one of iconv's that takes the mark away.
  private static func mark(of text: BytesView) -> (name: String, family: String)? {
    marks.first { text.starts(with: $0.bytes) }.map { ($0.name, $0.family) }
  }

  private static let marks: [(bytes: [UInt8], name: String, family: String)] = [
    ([0xEF, 0xBB, 0xBF], "UTF-8", "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE", "UTF-32"),
    ([0, 0, 0xFE, 0xFF], "UTF-32BE", "UTF-32"), ([0xFF, 0xFE], "UTF-16LE", "UTF-16"),
    ([0xFE, 0xFF], "UTF-16BE", "UTF-16"),
  ]

  /// The UTF-16 that a text without a mark seems to be: every other byte is NUL, as a rule.
  static func unmarked(_ text: BytesView) -> String? {
    let start = text.prefix(1 << 12)
    let places = start.indices.filter { start[$0] == 0 }
    let odd = places.filter { !$0.isMultiple(of: 2) }.count
    let even = places.count - odd
    guard 4 * max(even, odd) > start.count, 10 * min(even, odd) < start.count else { return nil }
    return odd > even ? "UTF-16LE" : "UTF-16BE"
  }

  func converted(_ text: BytesView, input: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    // To iconv an empty name is the locale's encoding, which is none of the file.
    let converter = name.isEmpty ? iconv_t(bitPattern: -1) : iconv_open("UTF-8", name)
    guard converter != iconv_t(bitPattern: -1) else { throw RecordError(.unknownEncoding(name), file: input) }
    defer { iconv_close(converter) }
    let output = GrowingBytes(name: input, options)
    // iconv reads through a pointer that it could write through.
    var source = UnsafeMutableRawPointer(mutating: text.unsafeStart)?.assumingMemoryBound(to: CChar.self)
    var left = text.count
    while left > 0 {
      let wanted = min(left + left / 8, options.spilling?.heldText ?? .max)
      let room = try output.room(max(4096, wanted))
      var target = room.baseAddress?.assumingMemoryBound(to: CChar.self)
      var space = room.count
      let status = iconv(converter, &source, &left, &target, &space)
      let problem = errno
      try output.didWrite(room.count - space)
      guard Int(truncatingIfNeeded: status) != -1 || problem == E2BIG else {
        throw try invalid(output, before: text[(text.count - left)...], input)
      }
    }
    return try output.finish()
  }

  /// - Parameter rest: What could not be converted, from the offending byte on.
  private func invalid(_ output: GrowingBytes, before rest: Slice<BytesView>, _ input: String) throws(RecordError)
    -> RecordError
  {
    var error = RecordError(.invalidEncoding(name), file: input)
    error.byte = rest.startIndex
    let text = try output.finish()
    error.line = 1 + LineIndex.lineEnds(in: text.bytes, 0..<text.bytes.count)
    error.excerpt = RecordError.Excerpt(of: text.bytes, before: rest)
    return error
  }
}
