import Platform

/// Where records are: 8 bytes for each, 16 with an identity hash.
///
/// Written by one thread at a time while a reader builds it, then only read.
package final class RecordIndex: @unchecked Sendable {
  private(set) var count = 0
  /// Where each record starts in the text, and behind them where the last one's surroundings end.
  private(set) var starts: UnsafeMutablePointer<Int>
  /// Where each record ends, if the layout cannot tell.
  private(set) var ends: UnsafeMutablePointer<Int>?
  /// Identity hashes; empty if none were asked for.
  private(set) var hashes: [UInt64] = []
  /// Hashes where they are, for an array would be counted by all threads at once; the index has to stay as it is.
  package typealias Hashes = UnsafeBufferPointer<UInt64>
  var placedHashes: Hashes { spilled?.hashes ?? hashes.withUnsafeBufferPointer(\.self) }
  /// Where lines are not one for each record; `nil`: not known.
  private(set) var lineShifts: LineShifts? = LineShifts()
  var hasLineShifts: Bool { lineShifts?.isEmpty == false }
  private var capacity = 0
  /// Where the places are that memory does not hold; `nil`: memory holds all.
  private let spilled: SpilledPlaces?

  /// Memory for each record, with an identity hash.
  static let bytesPerRecord = 16

  /// An index without records.
  ///
  /// - Parameter options: Say whether the places go to the temporary folder. Then there are none before
  ///   ``finish(at:)``, and ``checkSpilled(_:)`` says whether the folder took them.
  init(hasEnds: Bool, _ options: ReadOptions? = nil) {
    starts = Memory.resized(nil, to: 1)
    if hasEnds { ends = Memory.resized(nil, to: 0) }
    starts[0] = 0
    spilled = options?.spilling.flatMap { SpilledPlaces($0, hasEnds: hasEnds) }
  }

  private var failure: SpillError? { spilled?.failure }

  func checkSpilled(_ name: String) throws(RecordError) {
    if let failure { throw RecordError(.scratch(failure), file: name) }
  }

  deinit {
    guard spilled?.isFinished != true else { return }
    free(starts)
    free(ends)
  }

  func reserve(_ wanted: Int, hasHashes: Bool = false) {
    guard wanted > capacity, spilled == nil else { return }
    // Some more where it grows, so that not all is copied each time.
    capacity = max(wanted, capacity + capacity / 4)
    starts = Memory.resized(starts, to: capacity + 1)
    Memory.preferLargePages(starts, capacity * MemoryLayout<Int>.stride)
    if let ends { self.ends = Memory.resized(ends, to: capacity) }
    Memory.preferLargePages(ends, capacity * MemoryLayout<Int>.stride)
    guard hasHashes else { return }
    hashes.reserveCapacity(capacity)
    hashes.withUnsafeMutableBytes { Memory.preferLargePages($0.baseAddress, capacity * MemoryLayout<UInt64>.stride) }
  }

  func memory(of records: Range<Int>) -> [Range<UInt>] {
    let records = records.clamped(to: 0..<capacity)
    guard !records.isEmpty else { return [] }
    let hashes = hashes.isEmpty ? nil : hashes.withBytes(\.address)
    let columns = [UInt(bitPattern: starts), ends.map { UInt(bitPattern: $0) }, hashes]
    return columns.compactMap { column in
      column.map { $0 + UInt(8 * records.lowerBound)..<$0 + UInt(8 * records.upperBound) }
    }
  }

  func append(_ run: RecordOffsets) {
    add(run.lineShifts)
    append(run.starts, run.ends, run.hashes, run.count)
  }

  /// Adds records; the ends are empty if not needed, and so are the hashes.
  func append(starts: [Int], ends: [Int] = [], hashes: [UInt64] = [], _ shifts: LineShifts? = nil) {
    add(shifts)
    starts.withUnsafeBufferPointer { starts in
      ends.withUnsafeBufferPointer { ends in
        hashes.withUnsafeBufferPointer { hashes in
          append(
            starts.baseAddress, ends.isEmpty ? nil : ends.baseAddress, hashes.isEmpty ? nil : hashes.baseAddress,
            starts.count)
        }
      }
    }
  }

  private func add(_ shifts: LineShifts?) {
    if let shifts { lineShifts?.append(shifts, behind: count) } else { lineShifts = nil }
    if lineShifts?.isFull == true { lineShifts = nil }
  }

  private func append(
    _ moreStarts: UnsafePointer<Int>?, _ moreEnds: UnsafePointer<Int>?, _ moreHashes: UnsafePointer<UInt64>?,
    _ more: Int
  ) {
    if let spilled {
      spilled.append(moreStarts, moreEnds, moreHashes, more)
      count += more
      return
    }
    let total = count + more
    reserve(total)
    copy(moreStarts, to: starts + count, more)
    copy(moreEnds, to: ends.map { $0 + count }, more)
    if let moreHashes { hashes.append(contentsOf: UnsafeBufferPointer(start: moreHashes, count: more)) }
    count = total
  }

  /// Whether places go to the temporary folder; hashes do then, too, but only those that reading finds.
  var isSpilled: Bool { spilled != nil }

  /// Takes other identity hashes, or none; where places go to the temporary folder, there are none then.
  func replaceHashes(_ hashes: [UInt64]) {
    spilled?.dropHashes()
    if spilled == nil { self.hashes = hashes }
  }

  /// Adds the records of a part at an offset, `end` saying where one ends; hashes are kept of all parts or of none.
  func append(_ part: RecordIndex, shiftedBy offset: Int, keepsHashes: Bool, end: (Int) -> Int) {
    if let spilled {
      spilled.append(part, shiftedBy: offset, end: end)
      count += part.count
      return
    }
    let total = count + part.count
    reserve(total, hasHashes: keepsHashes)
    for record in 0..<part.count {
      starts[count + record] = part.starts[record] + offset
      ends?[count + record] = end(record) + offset
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
    let (all, allEnds) = spilled.finish(at: end, count: count)
    free(starts)
    free(ends)
    (starts, ends) = (all, allEnds)
  }

  /// Whether there is no record with a byte; of an index that keeps ends.
  var hasOnlyBlanks: Bool { (0..<count).allSatisfy { ends?[$0] == starts[$0] } }

  private func copy(_ source: UnsafePointer<Int>?, to target: UnsafeMutablePointer<Int>?, _ count: Int) {
    if let source, let target { target.update(from: source, count: count) }
  }
}

/// Where records are and their identity hashes, in files of the temporary folder: written from front to back, then
/// mapped.
///
/// The first failure of the folder is kept, and nothing is written after it, so that writing need not throw.
final class SpilledPlaces {
  private let starts: SpillFile?
  private let ends: SpillFile?
  private let hashFile: SpillFile?
  /// The hashes of all records, once these are written; empty if not all have one.
  private(set) var hashes = RecordIndex.Hashes(start: nil, count: 0)
  private var mappings: [SpillBytes] = []
  private(set) var isFinished = false
  private(set) var failure: SpillError?
  /// The places where nothing could be mapped: none are read then.
  private let none: UnsafeMutablePointer<Int> = Memory.resized(nil, to: 1)

  private static let block = 4096

  /// `nil` where places are held in memory.
  init?(_ spilling: Spilling, hasEnds: Bool) {
    guard spilling.pages != nil, spilling.spillsPlaces else { return nil }
    none.pointee = 0
    var files: [SpillFile] = []
    do throws(SpillError) { for _ in 0..<(hasEnds ? 3 : 2) { files.append(try spilling.folder.makeFile()) } } catch {
      failure = error
    }
    starts = files.first
    hashFile = files.dropFirst().first
    ends = files.dropFirst(2).first
  }

  deinit { free(none) }

  private func attempt(_ body: () throws(SpillError) -> Void) {
    guard failure == nil else { return }
    do throws(SpillError) { try body() } catch { failure = error }
  }

  func append(
    _ more: UnsafePointer<Int>?, _ moreEnds: UnsafePointer<Int>?, _ moreHashes: UnsafePointer<UInt64>?, _ count: Int
  ) {
    attempt { () throws(SpillError) in
      try starts?.append(contentsOf: UnsafeBufferPointer(start: more, count: count).span)
      if moreEnds != nil { try ends?.append(contentsOf: UnsafeBufferPointer(start: moreEnds, count: count).span) }
      guard moreHashes != nil else { return }
      try hashFile?.append(contentsOf: UnsafeBufferPointer(start: moreHashes, count: count).span)
    }
  }

  func dropHashes() { hashes = RecordIndex.Hashes(start: nil, count: 0) }

  func append(_ part: RecordIndex, shiftedBy offset: Int, end: (Int) -> Int) {
    for start in stride(from: 0, to: part.count, by: Self.block) {
      let records = start..<min(start + Self.block, part.count)
      let shifted = records.map { part.starts[$0] + offset }
      append(shifted, records.map { end($0) + offset }, nil, records.count)
    }
  }

  /// All places of so many records, with where the surroundings of the last one end behind them.
  func finish(at end: Int, count: Int) -> (UnsafeMutablePointer<Int>, UnsafeMutablePointer<Int>?) {
    append([end], nil, nil, 1)
    isFinished = true
    if let hashFile, hashFile.size == count * MemoryLayout<UInt64>.stride, let start = mapped(hashFile, of: UInt64.self)
    {
      hashes = RecordIndex.Hashes(start: start, count: count)
    }
    let all = starts.flatMap { mapped($0, of: Int.self) } ?? none
    return (all, ends.map { mapped($0, of: Int.self) ?? none })
  }

  /// The values of a file, which are only read from now on.
  private func mapped<Value>(_ file: SpillFile, of type: Value.Type) -> UnsafeMutablePointer<Value>? {
    var values: UnsafeMutablePointer<Value>?
    attempt { () throws(SpillError) in
      let mapping = try file.mapped()
      mappings.append(mapping)
      values = UnsafeMutableRawPointer(mutating: mapping.bytes.unsafeStart)?.assumingMemoryBound(to: type)
    }
    return values
  }
}
