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
  /// Where the places are that memory does not hold; `nil`: memory holds all.
  private let spilled: SpilledPlaces?

  /// Memory for each record, with an identity hash.
  static let bytesPerRecord = 16

  /// An index without records.
  ///
  /// - Parameter options: Say whether the places go to the temporary folder. Then there are none before ``finish(at:)``, and
  ///   ``checkSpilled(_:)`` says whether the folder took them.
  init(hasEnds: Bool, _ options: ReadOptions? = nil) {
    starts = Memory.resized(nil, to: 1)
    if hasEnds { ends = Memory.resized(nil, to: 0) }
    starts[0] = 0
    spilled = options?.spilling.flatMap { SpilledPlaces($0, hasEnds: hasEnds) }
  }

  /// Why the temporary folder did not take all places, if it did not.
  private var failure: SpillError? { spilled?.failure }

  /// Makes sure that the temporary folder took all places.
  ///
  /// - Throws: `RecordError` with the input's name if it did not.
  func checkSpilled(_ name: String) throws(RecordError) {
    if let failure { throw RecordError(.scratch(failure), file: name) }
  }

  /// An index of these records; `starts` has one more, and the others are empty if not needed.
  convenience init(
    starts: [Int], ends: [Int] = [], hashes: [UInt64] = [], _ options: ReadOptions? = nil
  ) {
    self.init(hasEnds: !ends.isEmpty, options)
    count = max(0, starts.count - 1)
    if let spilled {
      starts.withUnsafeBufferPointer { starts in
        ends.withUnsafeBufferPointer { spilled.append(starts.baseAddress, $0.baseAddress, count) }
      }
      finish(at: starts.last ?? 0)
      return
    }
    reserve(count)
    starts.withUnsafeBufferPointer { copy($0.baseAddress, to: self.starts, $0.count) }
    ends.withUnsafeBufferPointer { copy($0.baseAddress, to: self.ends, $0.count) }
    self.hashes = hashes
  }

  deinit {
    guard spilled?.isFinished != true else { return }
    free(starts)
    free(ends)
  }

  /// Makes room for so many records in all.
  func reserve(_ wanted: Int, hasHashes: Bool = false) {
    guard wanted > capacity, spilled == nil else { return }
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
    if let spilled {
      spilled.append(run.starts, run.ends, run.count)
      count += run.count
      return
    }
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
    if let spilled {
      spilled.append(part, ends: partEnds, shiftedBy: offset)
      count += part.count
      return
    }
    let total = count + part.count
    if total > capacity { reserve(max(total, capacity + capacity / 4), hasHashes: keepsHashes) }
    for record in 0..<part.count {
      starts[count + record] = part.starts[record] + offset
      ends?[count + record] = partEnds[record] + offset
    }
    if keepsHashes { hashes.append(contentsOf: part.hashes) }
    count = total
  }

  /// Says where the surroundings of the last record end; nothing is added behind.
  func finish(at end: Int) {
    guard let spilled else {
      starts[count] = end
      return
    }
    let (all, allEnds) = spilled.finish(at: end)
    free(starts)
    free(ends)
    (starts, ends) = (all, allEnds)
  }

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
