import CScan

/// A quick way to the bytes of a table's records, without reference counting.
///
/// Valid only while the table lives, as it does while `RecordTable.withSpans` calls its body.
///
/// Unchecked: what it points to is only read.
package struct RecordSpans: @unchecked Sendable {
  private enum Ends {
    case known(UnsafePointer<Int>)
    case delimited(CSVDialect)
    case layout(any RecordLayout)
  }

  private let text: UnsafeRawBufferPointer
  private let starts: UnsafePointer<Int>
  private let ends: Ends

  /// The spans of a table that somebody keeps alive.
  init(_ table: RecordTable) {
    let index = table.index
    let layout = table.layout
    text = table.source.text
    starts = UnsafePointer(index.starts)
    if let ends = index.ends {
      self.ends = .known(UnsafePointer(ends))
    } else if let layout = layout as? CSVLayout {
      ends = .delimited(layout.dialect)
    } else {
      ends = .layout(layout)
    }
  }

  /// A record as it stands in the input, without what separates it from the next.
  @inline(__always)
  package subscript(record: Int) -> UnsafeRawBufferPointer {
    let start = starts[record]
    return UnsafeRawBufferPointer(rebasing: text[start..<end(of: record, from: start)])
  }

  /// Has a record brought near the processor, for it to be read a little later.
  @inline(__always)
  package func prefetch(_ record: Int) {
    guard let text = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    let start = starts[record]
    lunadiff_prefetch(text + start, starts[record + 1] - start)
  }

  @inline(__always)
  private func end(of record: Int, from start: Int) -> Int {
    switch ends {
    case .known(let ends): return ends[record]
    case .layout(let layout):
      return layout.end(ofRecordFrom: start, next: starts[record + 1], in: text)
    case .delimited(let dialect):
      var end = starts[record + 1]
      while end > start && dialect.ends(text[end - 1]) { end -= 1 }
      return end
    }
  }
}

extension RecordTable {
  /// Calls `body` with a quick way to the records' bytes.
  package func withSpans<R>(_ body: (RecordSpans) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) { try body(RecordSpans(self)) }
  }
}
