import Platform

/// All records of an input.
///
/// The table is the file: a record is a range of its bytes, and fields are split when somebody asks.
package final class RecordTable: Sendable {
  package let name: String
  package let format: InputFormat
  /// The columns.
  ///
  /// CSV: in header order. JSON: in order of first appearance over all records.
  package let columns: [String]
  /// Nested input only: the outer objects without their records.
  package let sections: RecordTable?
  /// Nested input only: where each section's records start, and one more: the number of records.
  package let sectionStarts: [Int]
  package let notes: [ReadNote]

  let source: ByteSource
  let index: RecordIndex
  let layout: any RecordLayout
  /// The files that the table was read from, where those are several; in order of their records.
  let parts: [TablePart]
  /// The columns that the index has hashes of, if it has, with the places, all that was found of the records.
  let referenceKey: [String]?
  let equalRuns: EqualRuns?
  private let columnIndices: [ColumnName: Int]
  private let lines: LineIndex

  init(
    source: ByteSource, index: RecordIndex, layout: any RecordLayout, notes: [ReadNote], sections: RecordTable? = nil,
    sectionStarts: [Int] = [], parts: [TablePart] = [], referenceKey: [String]? = nil, equalRuns: EqualRuns? = nil,
    twinOf other: RecordTable? = nil
  ) {
    name = source.name
    format = source.format
    columns = layout.columns
    self.source = source
    self.index = index
    self.layout = layout
    self.notes = notes
    self.sections = sections
    self.sectionStarts = sectionStarts
    self.parts = parts
    self.referenceKey = referenceKey
    self.equalRuns = equalRuns
    columnIndices = other?.columnIndices ?? Dictionary(placesOf: layout.columns)
    lines = other?.lines ?? LineIndex(source: source)
  }

  package var count: Int { index.count }

  /// The index of a column, or of a path into nested JSON (`address.city`), which then is `columns.count` or more.
  package func columnIndex(of name: String) -> Int? { ownColumnIndex(of: name) ?? layout.derivedColumn(named: name) }

  /// Looks for many paths into nested JSON in one pass, so that asking for each of them costs nothing.
  package func findPaths(_ names: [String]) {
    layout.findPaths(names.filter { ownColumnIndex(of: $0) == nil })
    sections?.findPaths(names)
  }

  package func ownColumnIndex(of name: String) -> Int? { columnIndices[ColumnName(name)] }

  package var options: ReadOptions { source.options }

  /// Bytes of memory that the table holds beside a mapped file, about.
  package var footprint: Int {
    let index = count * RecordIndex.bytesPerRecord
    return 4096 + index + source.storage.heldSize + (sections?.footprint ?? 0)
  }

  /// Whether records begin on lines that messages can name.
  package var hasLines: Bool { source.options.hasLines }

  /// A record as messages name it, with its file, counted from 1: `old.csv record 3 (line 4)`.
  package func place(of record: Int) -> String {
    let line = hasLines && !sharesLine(record) ? " (line \(line(of: record)))" : ""
    return "\(fileName(of: record)) record \(numberInFile(of: record) + 1)\(line)"
  }

  /// Whether a record beside one begins on its line, which then tells nobody where it is.
  private func sharesLine(_ record: Int) -> Bool {
    let others = [record - 1, record + 1].filter(file(of: record).records.contains)
    return others.contains { line(of: $0) == line(of: record) }
  }

  /// The line of its file, counted from 1, where a record begins; found on demand.
  package func line(of record: Int) -> Int {
    let file = file(of: record)
    return file.lines.line(at: index.starts[record] - file.start)
  }

  func file(of record: Int) -> RecordLines {
    guard let number = partNumber(of: record) else {
      return RecordLines(lines: lines, shifts: index.lineShifts, records: 0..<count, start: 0)
    }
    let part = parts[number]
    let end = number + 1 < parts.count ? parts[number + 1].firstRecord : count
    return RecordLines(
      lines: part.lines, shifts: part.shifts, records: part.firstRecord..<end, start: part.start)
  }

  /// A value, copied out of the input; use a cursor for more than a few.
  package func value(_ record: Int, _ column: Int) -> Value {
    var cursor = makeCursor()
    return cursor.field(record, column).value
  }

  /// Makes sure that the file is still what it was when it was opened.
  ///
  /// A mapped file that is written to while it is compared makes for a wrong result, so this is
  /// asked before a result is given away.
  package func checkUnchanged() throws(RecordError) {
    guard source.storage.isUnchanged else { throw RecordError(.changed, file: name) }
  }

  /// From now on the file may change without anybody minding who does not ask this table.
  package func endWatch() { source.storage.endWatch() }

  /// Makes sure that nothing was read behind the end of a file that has shrunk.
  ///
  /// Zeros in place of records would be worked on for long and for nothing; so long loops ask this.
  package func checkIntact() throws(RecordError) {
    guard source.storage.isIntact else { throw RecordError(.changed, file: name) }
  }

  /// A way to fields that remembers the last record's; cheap, one per thread.
  package func makeCursor() -> FieldCursor { FieldCursor(table: self) }

  package func recordBytes(_ record: Int) -> BytesView { index.bytes(of: record, in: source, layout.border) }

  /// Whether a record may be as long as this; asks no record for its bytes.
  ///
  /// - Complexity: O(*n*)
  package func mayHaveRecord(ofBytes size: Int) -> Bool {
    let starts = index.starts
    return (0..<count).contains { starts[$0 + 1] - starts[$0] >= size }
  }

  /// A hash per record of its key columns; empty unless asked for.
  ///
  /// Equal for equal keys, whatever the format.
  package var identityHashes: [UInt64] { index.hashes }

  /// The same where they are, in memory or in the temporary folder, as long as the table is there.
  package var placedHashes: RecordIndex.Hashes { index.placedHashes }
}

extension RecordTable {
  /// The notes that a person should see without asking for details, each with the input's name.
  package var warnings: [String] { notes.filter(\.isWarning).map { "\(name): \($0.message)" } }
}

extension RecordTable {
  /// The whole text as it was read: without compression, as UTF-8, with its byte order mark if it has one; empty where
  /// the table was read from several files.
  package var wholeText: BytesView { isOneText ? source.storage.bytes : BytesView() }

  /// Whether there is one text that has all records, as a patch, a merge and what is written like an input need it.
  package var isOneText: Bool { parts.isEmpty }

  package var textSize: Int { source.storage.size }

  /// Where a record stands in the whole text, without what separates it from the next.
  package func range(of record: Int) -> Range<Int> {
    let start = source.start + index.starts[record]
    return start..<start + recordBytes(record).count
  }

  /// Where the records begin in the whole text; if there are none, where they would end.
  package var bodyStart: Int { count == 0 ? source.end : range(of: 0).lowerBound }
}
