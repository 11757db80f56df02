/// The tails of ``LeastRunMoves``: at place *k* the element of smallest rank that ends an increasing subsequence of length
/// *k* + 1, as segments of runs.
///
/// The segments are kept in chunks, so that one is put between others without moving all that follow.
struct RunTails {
  /// Consecutive elements of a run at consecutive places.
  private struct Segment {
    /// The place of the first element, and its rank.
    var place: Int32
    var rank: Int32
    let run: Int32
    /// How many elements of the run stand before it.
    var skipped: Int32

    /// Leaves out the elements before a place.
    mutating func trim(to start: Int32) {
      let count = start - place
      (place, rank, skipped) = (start, rank + count, skipped + count)
    }
  }

  /// None is empty, but for a single one without any segment.
  private var chunks: [[Segment]] = [[]]
  /// How many places there are.
  private var count: Int32 = 0
  private static let mostInChunk = 512

  /// The run of the last element, or −1, and how many of its elements there are up to that one.
  var last: (run: Int32, length: Int32) { end(of: chunks[chunks.count - 1].last, at: count) }

  /// Puts a run where its first element belongs: in the place of the first tail of greater rank, or behind all.
  ///
  /// - Returns: The run of the element before it, or −1, and how many of that run's elements there are up to that one.
  mutating func put(
    _ run: Int32, rank: Int32, length: Int32
  ) -> (run: Int32, length: Int32) {
    var (chunk, place) = firstGreater(rank)
    let next = place < chunks[chunk].count ? chunks[chunk][place] : chunks.first(behind: chunk)
    let start = next?.place ?? count
    let before = end(of: previous(chunk, place), at: start)
    remove(upTo: start + length, from: chunk, place)
    if chunk >= chunks.count { (chunk, place) = (chunks.count - 1, chunks[chunks.count - 1].count) }
    chunks[chunk].insert(Segment(place: start, rank: rank, run: run, skipped: 0), at: place)
    count = max(count, start + length)
    split(chunk)
    return before
  }

  private func end(of segment: Segment?, at place: Int32) -> (run: Int32, length: Int32) {
    guard let segment else { return (-1, 0) }
    return (segment.run, segment.skipped + place - segment.place)
  }

  private func previous(_ chunk: Int, _ place: Int) -> Segment? {
    if place > 0 { return chunks[chunk][place - 1] }
    return chunk > 0 ? chunks[chunk - 1].last : nil
  }

  /// Where the first segment of greater rank is: in the last chunk that begins before it.
  private func firstGreater(_ rank: Int32) -> (chunk: Int, place: Int) {
    let chunk = max(0, chunks.partition { ($0.first?.rank ?? .max) > rank } - 1)
    return (chunk, chunks[chunk].partition { $0.rank > rank })
  }

  /// Takes out what stands before a place, from some segment on.
  private mutating func remove(upTo end: Int32, from chunk: Int, _ place: Int) {
    var chunk = chunk
    var place = place
    while chunk < chunks.count {
      guard place < chunks[chunk].count else {
        (chunk, place) = (chunk + 1, 0)
        continue
      }
      guard chunks[chunk][place].place < end else { return }
      let isLast = place + 1 == chunks[chunk].count
      let next = isLast ? chunks.first(behind: chunk) : chunks[chunk][place + 1]
      guard (next?.place ?? count) <= end else {
        chunks[chunk][place].trim(to: end)
        return
      }
      chunks[chunk].remove(at: place)
      if chunks[chunk].isEmpty, chunks.count > 1 {
        chunks.remove(at: chunk)
        place = 0
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
  /// The first place for whose element something holds that holds for all behind it.
  fileprivate func partition(_ isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The first element of the chunk behind one.
  fileprivate func first<Item>(behind chunk: Int) -> Item? where Element == [Item] {
    chunk + 1 < count ? self[chunk + 1].first : nil
  }
}
