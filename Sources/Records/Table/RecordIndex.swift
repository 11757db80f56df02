import Platform

/// Where records are: 8 bytes for each, 16 with an identity hash.
///
/// Written by one thread at a time while a reader builds it, then only read.
package final class RecordIndex: @unchecked Sendable {
  /// How many records there are.
  private(set) var count = 0
  /// Where each record starts in the text, and behind them where the last one's surroundings end.
  private(set) var starts: UnsafeMutablePointer<Int>
  /// Where each record ends, if the layout cannot tell.
  private(set) var ends: UnsafeMutablePointer<Int>?
  /// Identity hashes; empty if none were asked for.
  private(set) var hashes: [UInt64] = []
  private var capacity = 0

  /// Memory for each record, with an identity hash.
  static let bytesPerRecord = 16

  /// An index without records.
  init(hasEnds: Bool) {
    starts = Memory.resized(nil, to: 1)
    if hasEnds { ends = Memory.resized(nil, to: 0) }
    starts[0] = 0
  }

  /// An index of these records; `starts` has one more, and the others are empty if not needed.
  convenience init(starts: [Int], ends: [Int] = [], hashes: [UInt64] = []) {
    self.init(hasEnds: !ends.isEmpty)
    count = max(0, starts.count - 1)
    reserve(count)
    starts.withUnsafeBufferPointer { copy($0.baseAddress, to: self.starts, $0.count) }
    ends.withUnsafeBufferPointer { copy($0.baseAddress, to: self.ends, $0.count) }
    self.hashes = hashes
  }

  deinit {
    free(starts)
    free(ends)
  }

  /// Makes room for so many records in all.
  func reserve(_ wanted: Int, hasHashes: Bool = false) {
    guard wanted > capacity else { return }
    capacity = wanted
    starts = Memory.resized(starts, to: capacity + 1)
    Memory.preferLargePages(starts, capacity * MemoryLayout<Int>.stride)
    if let ends { self.ends = Memory.resized(ends, to: capacity) }
    Memory.preferLargePages(ends, capacity * MemoryLayout<Int>.stride)
    guard hasHashes else { return }
    hashes.reserveCapacity(capacity)
    hashes.withUnsafeMutableBytes {
      Memory.preferLargePages($0.baseAddress, capacity * MemoryLayout<UInt64>.stride)
    }
  }

  /// The memory of some records, as far as there is room for them.
  func memory(of records: Range<Int>) -> [Range<UInt>] {
    let records = records.clamped(to: 0..<capacity)
    guard !records.isEmpty else { return [] }
    let hashes = hashes.withUnsafeBytes { $0.baseAddress.map { UInt(bitPattern: $0) } }
    let columns = [UInt(bitPattern: starts), ends.map { UInt(bitPattern: $0) }, hashes]
    return columns.compactMap { column in
      column.map { $0 + UInt(8 * records.lowerBound)..<$0 + UInt(8 * records.upperBound) }
    }
  }

  /// Adds all records of a run.
  func append(_ run: RecordOffsets) {
    let total = count + run.count
    if total > capacity { reserve(max(total, capacity + capacity / 4)) }
    copy(run.starts, to: starts + count, run.count)
    copy(run.ends, to: ends.map { $0 + count }, run.count)
    if let more = run.hashes {
      hashes.append(contentsOf: UnsafeBufferPointer(start: more, count: run.count))
    }
    count = total
  }

  /// Adds the records of a part of the text, whose own text begins at an offset of this one.
  ///
  /// - Parameters:
  ///   - part: The part's index.
  ///   - partEnds: Where its records end, as it counts.
  ///   - keepsHashes: Whether identity hashes are kept, as they have to be of all parts or of none.
  func append(
    _ part: RecordIndex, ends partEnds: UnsafePointer<Int>, shiftedBy offset: Int, keepsHashes: Bool
  ) {
    let total = count + part.count
    if total > capacity { reserve(max(total, capacity + capacity / 4), hasHashes: keepsHashes) }
    for record in 0..<part.count {
      starts[count + record] = part.starts[record] + offset
      ends?[count + record] = partEnds[record] + offset
    }
    if keepsHashes { hashes.append(contentsOf: part.hashes) }
    count = total
  }

  /// Says where the surroundings of the last record end.
  func finish(at end: Int) { starts[count] = end }

  /// Whether there is no record with a byte; of an index that keeps ends.
  var hasOnlyBlanks: Bool {
    (0..<count).allSatisfy { ends?[$0] == starts[$0] }
  }

  private func copy(
    _ source: UnsafePointer<Int>?, to target: UnsafeMutablePointer<Int>?, _ count: Int
  ) {
    if let source, let target { target.update(from: source, count: count) }
  }
}
