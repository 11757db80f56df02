import CScan
import Platform

/// A quick way to the bytes of a table's records, without reference counting.
///
/// Valid only while the table lives, as it does while `RecordTable.withRecordBytes` calls its body.
///
/// Unchecked: what it points to is only read.
package struct RecordBytes: @unchecked Sendable {
  private let text: BytesView
  private let starts: UnsafePointer<Int>
  private let ends: UnsafePointer<Int>?
  private let border: RecordTerminator
  /// The texts of the parts in place of `text`, of a table of several files, which keeps ends.
  private let segments: UnsafeMutableBufferPointer<BytesView>?

  init(_ table: RecordTable) {
    text = table.source.text
    segments = table.source.storage.segments?.texts
    starts = UnsafePointer(table.index.starts)
    ends = table.index.ends.map { UnsafePointer($0) }
    border = table.layout.border
  }

  /// A record as it stands in the input, without what separates it from the next.
  @inline(__always) package subscript(record: Int) -> BytesView {
    let start = starts[record]
    guard let ends else {
      return text[part: start..<border.end(ofRecordFrom: start, next: starts[record + 1], in: text)]
    }
    let places = start..<ends[record]
    return segments.map { TextSegments.bytes(at: places, in: $0) } ?? text[part: places]
  }

  /// Has a record brought near the processor, for it to be read a little later.
  @inline(__always) package func prefetch(_ record: Int) {
    guard let text = text.unsafeStart else {
      guard segments != nil else { return }
      let bytes = self[record]
      return lunadiff_prefetch(bytes.unsafeStart, bytes.count)
    }
    let start = starts[record]
    lunadiff_prefetch(text + start, starts[record + 1] - start)
  }

  /// Has a record's place brought near the processor, for ``prefetch(_:)`` not to wait for it.
  @inline(__always) package func prefetchPlace(of record: Int) {
    lunadiff_prefetch(UnsafeRawPointer(starts + record).assumingMemoryBound(to: UInt8.self), 1)
  }
}

extension RecordIndex {
  func bytes(of record: Int, in source: ByteSource, _ border: @autoclosure () -> RecordTerminator) -> BytesView {
    let text = source.text
    let start = starts[record]
    let end = ends?[record] ?? border().end(ofRecordFrom: start, next: starts[record + 1], in: text)
    guard let segments = source.storage.segments else { return text[part: start..<end] }
    return TextSegments.bytes(at: start..<end, in: segments.texts)
  }
}

extension RecordTable {
  package func withRecordBytes<R>(_ body: (RecordBytes) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) { try body(RecordBytes(self)) }
  }
}
