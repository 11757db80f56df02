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
  /// Where records end, if that is kept.
  private let ends: UnsafePointer<Int>?
  private let border: RecordTerminator

  /// The records of a table that the caller keeps alive.
  init(_ table: RecordTable) {
    text = table.source.text
    starts = UnsafePointer(table.index.starts)
    ends = table.index.ends.map { UnsafePointer($0) }
    border = table.layout.border
  }

  /// A record as it stands in the input, without what separates it from the next.
  @inline(__always) package subscript(record: Int) -> BytesView {
    let start = starts[record]
    let end = ends?[record] ?? border.end(ofRecordFrom: start, next: starts[record + 1], in: text)
    return text[part: start..<end]
  }

  /// Has a record brought near the processor, for it to be read a little later.
  @inline(__always) package func prefetch(_ record: Int) {
    guard let text = text.unsafeStart else { return }
    let start = starts[record]
    lunadiff_prefetch(text + start, starts[record + 1] - start)
  }

  /// Has a record's place brought near the processor, for ``prefetch(_:)`` not to wait for it.
  @inline(__always) package func prefetchPlace(of record: Int) {
    lunadiff_prefetch(UnsafeRawPointer(starts + record).assumingMemoryBound(to: UInt8.self), 1)
  }
}

extension RecordTable {
  /// Calls `body` with a quick way to the records' bytes.
  package func withRecordBytes<R>(_ body: (RecordBytes) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) { try body(RecordBytes(self)) }
  }
}
