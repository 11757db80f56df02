/// Decides on a delimiter by the first records.
struct CSVSniffer {
  private static let candidates = [",", ";", "\t", "|"].map { (text: String) in
    text.utf8.first ?? 0
  }
  private static let sampleSize = 65536
  private static let sampleRecords = 100

  let text: UnsafeRawBufferPointer
  let start: Int
  let options: ReadOptions

  /// The candidate that cuts the first records into more than one cell most evenly; a comma if none
  /// does.
  var delimiter: UInt8 {
    var best = (share: 0.0, cells: 1, delimiter: UInt8(ascii: ","))
    for candidate in Self.candidates {
      let (share, cells) = evenness(of: candidate)
      if cells > 1 && (share, cells) > (best.share, best.cells) { best = (share, cells, candidate) }
    }
    return best.delimiter
  }

  /// How many cells the first record has, and the share of the first records that have as many.
  private func evenness(of delimiter: UInt8) -> (share: Double, cells: Int) {
    let isCut = text.count - start > Self.sampleSize
    let end = isCut ? start + Self.sampleSize : text.count
    let sample = UnsafeRawBufferPointer(rebasing: text[..<end])
    let scanner = CSVScanner(
      text: sample, dialect: CSVDialect(options: options, delimiter: delimiter))
    var counts: [Int] = []
    var at = scanner.recordStart(from: start)
    while at < end && counts.count < Self.sampleRecords {
      let record = scanner.record(at: at)
      guard !isCut || record.end < end || counts.isEmpty else { break }
      counts.append(record.cells)
      at = scanner.recordStart(from: record.end)
    }
    guard let first = counts.first else { return (0, 1) }
    return (Double(counts.count { $0 == first }) / Double(counts.count), first)
  }
}
