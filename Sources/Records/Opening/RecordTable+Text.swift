extension RecordTable {
  /// The whole text as it was read: without compression, as UTF-8, with its byte order mark if it has one.
  package var wholeText: UnsafeRawBufferPointer { source.storage.bytes }

  /// Where a record stands in the whole text, without what separates it from the next.
  package func range(of record: Int) -> Range<Int> {
    let start = source.start + index.starts[record]
    return start..<start + recordBytes(record).count
  }

  /// Where the records begin in the whole text; its end if there are none.
  package var bodyStart: Int { count == 0 ? wholeText.count : range(of: 0).lowerBound }
}

extension RecordInput {
  /// The text as it was read, without a byte order mark.
  package var text: UnsafeRawBufferPointer { source.text }

  /// The whole text as it was read: without compression, as UTF-8, with its byte order mark if it has one.
  package var wholeText: UnsafeRawBufferPointer { source.storage.bytes }

  /// Whether the text was converted from another encoding, so that its bytes are not those of the file.
  package var isConverted: Bool {
    source.notes.contains { if case .convertedEncoding = $0.kind { true } else { false } }
  }

  /// The format that the content suggests, whatever the name says.
  package var formatOfContent: InputFormat { Recognition.format(of: source.text) }
}
