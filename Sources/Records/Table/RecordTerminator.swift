import Platform

/// What stands between two records, so that where one ends need not be kept.
enum RecordTerminator: Sendable {
  case lines(CSVDialect)
  /// White space and commas.
  case json

  /// Where a record that starts at `start` ends, given where the next one starts, or the text ends.
  @inline(__always) func end(ofRecordFrom start: Int, next: Int, in text: BytesView) -> Int {
    var end = next
    switch self {
    case .lines(let dialect): while end > start && dialect.ends(text[end - 1]) { end -= 1 }
    case .json:
      end = min(end, text.count)
      while end > start, text[end - 1] <= Ascii.space || text[end - 1] == Ascii.comma { end -= 1 }
    }
    return end
  }
}
