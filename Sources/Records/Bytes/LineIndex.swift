import CScan
import Platform
import Synchronization

/// Finds line numbers.
///
/// Counts once for the whole text, when first asked, and then per block.
final class LineIndex: Sendable {
  private static let blockSize = 4096
  private let source: ByteSource
  /// How many lines end before each block.
  private let counts = Mutex<[Int]>([])

  init(source: ByteSource) { self.source = source }

  /// The line, counted from 1, of a place in the text.
  func line(at offset: Int) -> Int {
    let text = source.text
    let block = offset / Self.blockSize
    let before = counts.withLock { counts in
      if counts.isEmpty { counts = Self.count(text) }
      return counts[block]
    }
    return 1 + before
      + Self.lineEnds(in: text, block * Self.blockSize..<offset)
  }

  private static func count(_ text: BytesView) -> [Int] {
    var counts = [0]
    var start = 0
    var total = 0
    while start < text.count {
      let end = min(start + blockSize, text.count)
      total += lineEnds(in: text, start..<end)
      counts.append(total)
      start = end
    }
    return counts
  }

  /// How many lines end in a range: at LF, and at CR unless LF follows.
  static func lineEnds(in text: BytesView, _ range: Range<Int>) -> Int {
    guard let base = text.unsafeStart else { return 0 }
    let next = range.upperBound < text.count ? text[range.upperBound] : 0
    return lunadiff_line_ends(base + range.lowerBound, range.count, next)
  }
}
