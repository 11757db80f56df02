import CScan
import Platform
import Synchronization

/// Finds line numbers.
///
/// Counts from the beginning to the block that is asked for, once, and within the block each time.
final class LineIndex: Sendable {
  static let blockSize = 4096
  private let source: ByteSource
  /// How many lines end before each block, as far as somebody has asked.
  private let counts = Mutex([0])

  init(source: ByteSource) { self.source = source }

  /// The line, counted from 1, of a place in the text.
  func line(at offset: Int) -> Int {
    let text = source.text
    let block = offset / Self.blockSize
    let before = counts.withLock { counts in
      for known in counts.count - 1..<max(block, counts.count - 1) {
        let start = known * Self.blockSize
        counts.append(counts[known] + Self.lineEnds(in: text, start..<start + Self.blockSize))
      }
      return counts[block]
    }
    return 1 + before + Self.lineEnds(in: text, block * Self.blockSize..<offset)
  }

  /// How many lines end between two places.
  func lines(from start: Int, to end: Int) -> Int { Self.lineEnds(in: source.text, start..<end) }

  /// How many lines end in a range: at LF, and at CR unless LF follows.
  static func lineEnds(in text: BytesView, _ range: Range<Int>) -> Int {
    guard let base = text.unsafeStart else { return 0 }
    let next = range.upperBound < text.count ? text[range.upperBound] : 0
    return lunadiff_line_ends(base + range.lowerBound, range.count, next)
  }
}

/// Finds the lines of records that follow one another, and looks only at what is between them; cheap, one per thread.
package struct LineCursor {
  private let table: RecordTable
  /// The file of the last record: its lines, its records, and where its text begins in that of the table.
  private var lines: LineIndex
  private var records: Range<Int>
  private var start: Int
  /// The last record's place in its file, and its line.
  private var last = (offset: Int.max, line: 0)

  fileprivate init(_ table: RecordTable) {
    self.table = table
    (lines, records, start) = table.file(of: 0)
  }

  /// The line of its file, counted from 1, where a record begins; `nil` where the input has no lines.
  package mutating func line(of record: Int) -> Int? {
    guard table.hasLines else { return nil }
    if !records.contains(record) {
      (lines, records, start) = table.file(of: record)
      last.offset = .max
    }
    let offset = table.index.starts[record] - start
    let isNear = offset >= last.offset && offset - last.offset <= LineIndex.blockSize
    last.line =
      isNear ? last.line + lines.lines(from: last.offset, to: offset) : lines.line(at: offset)
    last.offset = offset
    return last.line
  }
}

extension RecordTable {
  /// A way to lines that remembers the last record's.
  package func makeLineCursor() -> LineCursor { LineCursor(self) }
}
