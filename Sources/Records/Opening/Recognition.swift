import Platform

/// Says what an input is, by its name and its first bytes, and undoes compression and encoding.
enum Recognition {
  static func source(_ name: String, _ storage: ByteStorage, _ options: ReadOptions) throws(RecordError) -> ByteSource {
    var notes: [ReadNote] = []
    // What was inflated or converted does not know any more what file it comes of.
    var inner: String?
    let text = try storage.reading(name) { () throws(RecordError) in
      let (plain, unpacked) = try decompressed(storage, name, options)
      inner = unpacked
      let named = options.format == nil ? name : nil
      if !options.readsAnything, let format = ForeignFormat(of: plain.bytes, named: named),
        named != nil || !format.isText
      {
        throw RecordError(.foreign(format), file: name)
      }
      if !options.readsAnything, let named { try ForeignFormat.checkInnerName(inner, of: plain, named) }
      if plain.bytes.count > TextStart.size { try TextStart.check(plain.bytes, name, options) }
      return try converted(plain, name, options, &notes)
    }
    var options = options
    options.archives = nil
    var source = ByteSource(
      name: name, storage: text, start: text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, format: .csv,
      options: options, notes: notes)
    if let format = options.format ?? namedFormat(inner ?? name, source.text) {
      source.format = format
    } else {
      source.format = format(of: source.text)
      source.notes.append(ReadNote(.sniffedFormat(source.format)))
    }
    return source
  }

  /// The format that a name stands for; `nil` if it is better to look, as at JSON Lines that are called JSON.
  private static func namedFormat(_ name: String, _ text: BytesView) -> InputFormat? {
    let named = InputFormat(fileName: name)
    return named?.isDocument == true && format(of: text).isLines ? nil : named
  }

  /// The bytes inflated, where they are compressed, and the name of what was compressed, where it has one of its own.
  static func decompressed(_ storage: ByteStorage, _ name: String, _ options: ReadOptions) throws(RecordError) -> (
    plain: ByteStorage, inner: String?
  ) {
    let bytes = storage.bytes
    if let inflated = options.inflatedName { return (storage, inflated == name ? nil : inflated) }
    if let plain = try inflated(bytes, name, options) { return (plain, unpackedName(name)) }
    if ZipArchive.recognizes(bytes) {
      let only = try ZipArchive(bytes, name: name).onlyContent(options)
      let plain = try inflated(only.content.bytes, name, options) ?? only.content
      return (plain, unpackedName(only.name) ?? only.name)
    }
    if let format = ForeignFormat.cutOff(bytes, name) { throw RecordError(.truncated(format: format), file: name) }
    return (storage, unpackedName(name))
  }

  /// What gzip or zstd has compressed; `nil` for other bytes.
  private static func inflated(_ bytes: BytesView, _ name: String, _ options: ReadOptions) throws(RecordError)
    -> ByteStorage?
  {
    if Gunzip.recognizes(bytes) { return try Gunzip.inflate(bytes, name: name, options) }
    return Unzstd.recognizes(bytes) ? try Unzstd.decompress(bytes, name: name, options) : nil
  }

  private static func unpackedName(_ name: String) -> String? {
    var inner = name
    while let ending = FileEnding.packing(of: inner) { inner.removeLast(ending.count) }
    return inner == name ? nil : inner
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

  /// JSON Lines if two lines start with `{`, JSON if the text starts with a bracket, else CSV.
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
