/// The tails of ``LeastRunMoves``: at index *k* the element of smallest rank that ends an increasing subsequence of
/// length *k* + 1, as segments of runs.
///
/// The segments are kept in chunks, so that one is put between others without moving all that follow.
struct RunTails {
  /// Consecutive elements of a run at consecutive indices.
  private struct Segment {
    /// The index of the first element, and its rank.
    var index: Int32
    var rank: Int32
    let run: Int32
    /// The number of the run's elements before it.
    var skipped: Int32

    /// Leaves out the elements before an index.
    mutating func trim(to start: Int32) {
      let count = start - index
      (index, rank, skipped) = (start, rank + count, skipped + count)
    }
  }

  /// None is empty, but for a single one without any segment.
  private var chunks: [[Segment]] = [[]]
  private var count: Int32 = 0
  private static let mostInChunk = 512

  /// The run of the last element, or −1, and how many of its elements there are up to that one.
  var last: (run: Int32, length: Int32) { end(of: chunks[chunks.count - 1].last, at: count) }

  /// Puts a run where its first element belongs: as the first tail of greater rank, or behind all.
  ///
  /// - Returns: The run of the element before it, or −1, and how many of that run's elements there are up to that one.
  mutating func put(_ run: Int32, rank: Int32, length: Int32) -> (run: Int32, length: Int32) {
    var (chunk, index) = firstGreater(rank)
    let next = index < chunks[chunk].count ? chunks[chunk][index] : chunks.first(behind: chunk)
    let start = next?.index ?? count
    let before = end(of: previous(chunk, index), at: start)
    remove(upTo: start + length, from: chunk, index)
    if chunk >= chunks.count { (chunk, index) = (chunks.count - 1, chunks[chunks.count - 1].count) }
    chunks[chunk].insert(Segment(index: start, rank: rank, run: run, skipped: 0), at: index)
    count = max(count, start + length)
    split(chunk)
    return before
  }

  private func end(of segment: Segment?, at index: Int32) -> (run: Int32, length: Int32) {
    guard let segment else { return (-1, 0) }
    return (segment.run, segment.skipped + index - segment.index)
  }

  private func previous(_ chunk: Int, _ index: Int) -> Segment? {
    if index > 0 { return chunks[chunk][index - 1] }
    return chunk > 0 ? chunks[chunk - 1].last : nil
  }

  /// Where the first segment of greater rank is: in the last chunk that begins before it.
  private func firstGreater(_ rank: Int32) -> (chunk: Int, index: Int) {
    let chunk = max(0, chunks.partition { ($0.first?.rank ?? .max) > rank } - 1)
    return (chunk, chunks[chunk].partition { $0.rank > rank })
  }

  /// Takes out what stands before an index, from some segment on.
  private mutating func remove(upTo end: Int32, from chunk: Int, _ index: Int) {
    var chunk = chunk
    var index = index
    while chunk < chunks.count {
      guard index < chunks[chunk].count else {
        (chunk, index) = (chunk + 1, 0)
        continue
      }
      guard chunks[chunk][index].index < end else { return }
      let isLast = index + 1 == chunks[chunk].count
      let next = isLast ? chunks.first(behind: chunk) : chunks[chunk][index + 1]
      guard (next?.index ?? count) <= end else {
        chunks[chunk][index].trim(to: end)
        return
      }
      chunks[chunk].remove(at: index)
      if chunks[chunk].isEmpty, chunks.count > 1 {
        chunks.remove(at: chunk)
        index = 0
      }
    }
  }

  private mutating func split(_ chunk: Int) {
    guard chunks[chunk].count > Self.mostInChunk else { return }
    let half = Array(chunks[chunk][(Self.mostInChunk / 2)...])
    chunks[chunk].removeSubrange((Self.mostInChunk / 2)...)
    chunks.insert(half, at: chunk + 1)
  }
}

extension Array {
  /// The first index for whose element something holds that holds for all behind it.
  @inline(__always) func partition(_ isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  fileprivate func first<Item>(behind chunk: Int) -> Item? where Element == [Item] {
    chunk + 1 < count ? self[chunk + 1].first : nil
  }
}
