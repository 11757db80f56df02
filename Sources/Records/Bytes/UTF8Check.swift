import CScan
import Platform

/// Finds the first bytes of a text that are no UTF-8.
enum UTF8Check {
  /// Where the first NUL byte or the first malformed UTF-8 sequence starts in a range of a text.
  static func firstTrouble(in text: BytesView, _ range: Range<Int>) -> Int? {
    guard let base = text.unsafeStart else { return nil }
    let end = base + range.upperBound
    var at = base + range.lowerBound
    while at < end {
      let length = lunadiff_utf8_length(at, end)
      guard length > 0 else { return at - base }
      at += length
    }
    return nil
  }
}
