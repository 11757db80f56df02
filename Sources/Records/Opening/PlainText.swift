import Platform

/// The text of an input for readers outside of this module: inflated, in UTF-8, without a byte order mark.
package final class PlainText: Sendable {
  package let name: String
  private let source: ByteSource

  /// Reads a file, `REV:PATH` in git, or standard input for `-`.
  package init(path: String, named name: String? = nil, options: ReadOptions = ReadOptions()) throws(RecordError) {
    let name = name ?? InputName.of(path)
    self.name = name
    var options = options
    options.format = .csv
    options.readsAnything = true
    let storage = try FileBytes.loadInput(path: path, name: name, options)
    source = try Recognition.source(name, storage, options)
  }

  package convenience init(bytes: [UInt8], name: String) throws(RecordError) {
    try self.init(ByteStorage(copying: bytes), name: name)
  }

  package init(_ storage: ByteStorage, name: String, options: ReadOptions = ReadOptions()) throws(RecordError) {
    self.name = name
    var options = options
    options.format = .csv
    options.readsAnything = true
    source = try Recognition.source(name, storage, options)
  }

  /// The text; valid while this lives.
  package var bytes: BytesView { source.text }
}

extension PlainText {
  package func jsonValue() throws(RecordError) -> Value {
    let range = try source.storage.reading(name) { () throws(RecordError) in try valueRange() }
    return Field(json: bytes[part: range])?.value ?? .null
  }

  package func checkJSON() throws(RecordError) { _ = try valueRange() }

  private func valueRange() throws(RecordError) -> Range<Int> {
    try source.json { () throws(JSONFault) in
      let scanner = JSONScanner(bytes)
      let first = scanner.skipSpaceAndLines(scanner.start)
      let last = try scanner.value(first)
      let end = scanner.skipSpaceAndLines(last)
      guard end == scanner.end else { throw scanner.fault(.extraContent, end) }
      return (first - scanner.start)..<(last - scanner.start)
    }
  }
}
