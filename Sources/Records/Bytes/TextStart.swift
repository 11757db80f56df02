import Platform

/// Looks at the beginning of what is long, before time and memory are spent on the rest.
enum TextStart {
  static let size = 1 << 16

  /// Refuses what has a NUL byte in its first line and is neither compressed nor in another encoding.
  ///
  /// An error further down is left to the reader of the records: there may be another one before it.
  static func check(_ bytes: BytesView, _ name: String, _ options: ReadOptions) throws(RecordError) {
    let start = BytesView(rebasing: bytes.prefix(size))
    guard isPlain(start, options) else { return }
    let line = start.prefix { $0 != 0x0A && $0 != 0x0D }
    guard let index = line.firstIndex(of: 0) else { return }
    var error = RecordError(.nulByte(encoding: TextEncoding.unmarked(start)), file: name)
    error.byte = index
    error.line = 1
    error.excerpt = RecordError.Excerpt(of: start, at: index)
    throw error
  }

  /// Whether a text that begins so is delimited text in which every NUL byte is an error.
  static func isDelimited(_ bytes: BytesView, _ options: ReadOptions) -> Bool {
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    return isPlain(BytesView(rebasing: bytes.prefix(size)), options) && first != UInt8(ascii: "[")
      && first != UInt8(ascii: "{")
  }

  private static func isPlain(_ start: BytesView, _ options: ReadOptions) -> Bool {
    !options.readsAnything && !Gunzip.recognizes(start) && !Unzstd.recognizes(start) && ForeignFormat(of: start) == nil
      && TextEncoding(asked: options.encoding, of: start) == nil
      // Lines that are left out may be anything.
      && options.skipLines == 0 && options.skipLastLines == 0 && options.comment == nil
  }
}
