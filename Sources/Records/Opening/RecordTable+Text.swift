import Platform

extension RecordTable {
  /// The whole text as it was read: without compression, as UTF-8, with its byte order mark if it has one; empty where
  /// the table was read from several files.
  package var wholeText: BytesView {
    isOneText ? source.storage.bytes : BytesView()
  }

  /// Whether there is one text that has all records, as a patch, a merge and what is written like an input need it.
  package var isOneText: Bool { parts.isEmpty }

  /// How many bytes there are in the text, or in the texts of all parts.
  package var textSize: Int { source.storage.size }

  /// The input that the records were read from.
  ///
  /// - Throws: `RecordError` where the input is no longer what it was.
  package func input() throws(RecordError) -> RecordInput { try RecordInput(source: source) }

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
  package var text: BytesView { source.text }

  /// The whole text as it was read: without compression, as UTF-8, with its byte order mark if it has one.
  package var wholeText: BytesView { source.storage.bytes }

  /// How many bytes there are in the text, or in the texts of all parts.
  package var textSize: Int {
    parts.isEmpty ? source.storage.size : parts.reduce(0) { $0 + $1.textSize }
  }

  /// Whether the text was converted from another encoding, so that its bytes are not those of the file.
  package var isConverted: Bool {
    source.notes.contains { if case .convertedEncoding = $0.kind { true } else { false } }
  }

  /// The format that the content suggests, whatever the name says.
  package var formatOfContent: InputFormat { Recognition.format(of: source.text) }

  /// How many bytes of the text are held in memory, and are no file's.
  package var heldSize: Int {
    parts.isEmpty ? source.storage.heldSize : parts.reduce(0) { $0 + $1.heldSize }
  }

  /// How many records there are, about: as many as there are lines of the length that the first ones have.
  package var estimatedCount: Int {
    let sample = BytesView(rebasing: text.prefix(1 << 16))
    let lines = LineIndex.lineEnds(in: sample, 0..<sample.count)
    return textSize / max(1, sample.count / max(1, lines))
  }
}
