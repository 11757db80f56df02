import Platform
import Records

/// Texts in which one is found fast, however many there are.
struct SortedTexts: Sendable {
  private let texts: [[UInt8]]

  init(_ texts: [[UInt8]]) { self.texts = texts.sorted { $0.lexicographicallyPrecedes($1) } }

  /// The place of a text among the sorted ones.
  ///
  /// - Complexity: O(log *n*) comparisons.
  func index(of text: BytesView) -> Int? {
    var (low, high) = (0, texts.count)
    while low < high {
      let middle = (low + high) / 2
      if texts[middle].withBytes({ $0.precedes(text) }) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < texts.count, texts[low].withBytes({ $0.isSame(as: text) }) else {
      return nil
    }
    return low
  }
}
