import Platform

/// Decides on a delimiter by the first records.
struct CSVSniffer {
  private static let candidates = [",", ";", "\t", "|"].map { (text: String) in
    text.utf8.first ?? 0
  }

  let text: BytesView
  let start: Int
  let options: ReadOptions

  /// The candidate that cuts most of the first records into as many cells; a comma if none does.
  ///
  /// A candidate counts only if it cuts at least as many records alike as it leaves whole: what stands in a title or in some
  /// cells does not decide.
  var delimiter: UInt8 {
    var best = (share: 0.0, tail: 0, cells: 1, delimiter: UInt8(ascii: ","))
    for candidate in Self.candidates {
      let dialect = CSVDialect(options: options, delimiter: candidate)
      guard dialect.problem == nil else { continue }
      let sample = CSVSample(of: text, from: start, dialect)
      let (cells, count) = sample.commonWidth
      guard count > 0, count >= sample.records.count(where: { $0.cells == 1 }) else { continue }
      let share = Double(count) / Double(sample.records.count)
      let tail = sample.tail(of: cells)
      if (share, tail, cells) > (best.share, best.tail, best.cells) {
        best = (share, tail, cells, candidate)
      }
    }
    return best.delimiter
  }
}
