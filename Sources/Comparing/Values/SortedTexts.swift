import Platform
import Records

/// Texts in which one is found fast, however many there are.
struct SortedTexts: Sendable {
  private let bytes: [UInt8]
  /// Where each begins, and behind them where the last one ends.
  private let bounds: [Int]

  init(_ texts: [[UInt8]]) {
    var bytes: [UInt8] = []
    var bounds = [0]
    for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      bytes += text
      bounds.append(bytes.count)
    }
    self.bytes = bytes
    self.bounds = bounds
  }

  /// The place of a text among the sorted ones.
  ///
  /// - Complexity: O(log *n*) comparisons.
  func index(of text: BytesView) -> Int? {
    bytes.withBytes { bytes in
      let indices = 0..<bounds.count - 1
      let index = indices.partitioningIndex { !bytes[part: bounds[$0]..<bounds[$0 + 1]].precedes(text) }
      guard index < indices.count, bytes[part: bounds[index]..<bounds[index + 1]].isSame(as: text) else { return nil }
      return index
    }
  }
}
