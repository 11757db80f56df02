/// Decides what bytes are.
enum Recognition {
  /// A source of these bytes, its format decided.
  static func source(_ name: String, _ storage: ByteStorage, _ options: ReadOptions)
    throws(RecordError) -> ByteSource
  {
    let bytes = storage.bytes
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    var source = ByteSource(
      name: name, storage: storage, start: hasMark ? 3 : 0, format: .csv, options: options,
      notes: [])
    if let format = options.format ?? InputFormat(fileName: name) {
      source.format = format
    } else {
      source.format = format(of: source.text)
      source.notes.append(ReadNote(.sniffedFormat(source.format)))
    }
    return source
  }

  /// The format by the first bytes: JSON Lines if two lines start with `{`, JSON if the text starts
  /// with a bracket, else CSV.
  static func format(of text: UnsafeRawBufferPointer) -> InputFormat {
    guard let first = text.firstIndex(where: { !isSpace($0) }) else { return .csv }
    if text[first] == UInt8(ascii: "[") { return .json }
    guard text[first] == UInt8(ascii: "{") else { return .csv }
    guard let lineEnd = text[first...].firstIndex(of: 0x0A),
      let last = text[first..<lineEnd].lastIndex(where: { !isSpace($0) }),
      let next = text[lineEnd...].firstIndex(where: { !isSpace($0) })
    else { return .json }
    return text[last] == UInt8(ascii: "}") && text[next] == UInt8(ascii: "{") ? .jsonl : .json
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
