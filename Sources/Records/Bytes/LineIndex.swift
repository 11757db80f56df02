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
