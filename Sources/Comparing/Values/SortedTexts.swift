import Platform
import Records

/// Texts in which one is found fast, however many there are.
struct SortedTexts: Sendable {
  /// One after another.
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

  var texts: [[UInt8]] { bounds.indices.dropLast().map { Array(bytes[bounds[$0]..<bounds[$0 + 1]]) } }

  /// The place of a text among the sorted ones.
  ///
  /// - Complexity: O(log *n*) comparisons.
  func index(of text: BytesView) -> Int? {
    bytes.withBytes { bytes in
      var (low, high) = (0, bounds.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if bytes[part: bounds[middle]..<bounds[middle + 1]].precedes(text) { low = middle + 1 } else { high = middle }
      }
      guard low < bounds.count - 1, bytes[part: bounds[low]..<bounds[low + 1]].isSame(as: text) else { return nil }
      return low
    }
  }
}
