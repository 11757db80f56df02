import Platform

/// Where the records of a part of a text are, as its worker finds them; written by one thread at a time.
final class RecordOffsets: @unchecked Sendable {
  private(set) var count = 0
  private(set) var starts: UnsafeMutablePointer<Int>
  private(set) var ends: UnsafeMutablePointer<Int>?
  private(set) var hashes: UnsafeMutablePointer<UInt64>?
  /// Where lines are not one for each record.
  var lineShifts = LineShifts()
  private var capacity = 0

  init(hasEnds: Bool, hasHashes: Bool) {
    starts = Memory.resized(nil, to: 0)
    if hasEnds { ends = Memory.resized(nil, to: 0) }
    if hasHashes { hashes = Memory.resized(nil, to: 0) }
  }

  deinit {
    free(starts)
    free(ends)
    free(hashes)
  }

  func makeRoom(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(count + more, capacity * 2)
    starts = Memory.resized(starts, to: capacity)
    if let ends { self.ends = Memory.resized(ends, to: capacity) }
    if let hashes { self.hashes = Memory.resized(hashes, to: capacity) }
  }

  /// Adds a record; what the run does not keep is ignored.
  func append(start: Int, end: Int, hash: UInt64) {
    makeRoom(1)
    starts[count] = start
    ends?[count] = end
    hashes?[count] = hash
    count += 1
  }

  /// Adds records that another text has, too, so many bytes farther on.
  func append(_ records: Range<Int>, of index: RecordIndex, hashes same: RecordIndex.Hashes, distance: Int) {
    makeRoom(records.count)
    let (known, behind) = (index.starts + records.lowerBound, starts + count)
    for record in 0..<records.count { behind[record] = known[record] - distance }
    if let ends, let known = index.ends {
      for record in 0..<records.count { ends[count + record] = known[records.lowerBound + record] - distance }
    }
    if let hashes, let first = same.baseAddress {
      (hashes + count).update(from: first + records.lowerBound, count: records.count)
    }
    if index.hasLineShifts, let shifts = index.lineShifts {
      lineShifts.append(shifts, of: records.lowerBound + 1...records.upperBound, as: count + 1)
    }
    count += records.count
  }

  /// Counts the lines of the records from one on, and of what is around them.
  func countLines(from first: Int = 0, _ range: Range<Int>, in text: BytesView) {
    lineShifts.count(UnsafeBufferPointer(start: starts + first, count: count - first), from: first, in: text, range)
  }

  /// Says how many records have been written straight into the buffers.
  func setCount(_ count: Int) { self.count = count }
}
