#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where records are: 8 bytes for each, 16 with an identity hash.
///
/// Written by one thread while a reader builds it, then only read.
package final class RecordIndex: @unchecked Sendable {
  /// How many records there are.
  private(set) var count = 0
  /// Where each record starts in the text, and behind them where the last one's surroundings end.
  private(set) var starts: UnsafeMutablePointer<Int>
  /// Where each record ends, if the layout cannot tell.
  private(set) var ends: UnsafeMutablePointer<Int>?
  /// Identity hashes, if any were asked for.
  private(set) var hashes: UnsafeMutablePointer<UInt64>?
  private var capacity: Int

  /// An index without records.
  init(hasEnds: Bool, hasHashes: Bool, capacity: Int = 0) {
    self.capacity = capacity
    starts = Self.resized(nil, to: capacity + 1)
    if hasEnds { ends = Self.resized(nil, to: capacity) }
    if hasHashes { hashes = Self.resized(nil, to: capacity) }
    starts[0] = 0
  }

  /// An index of these records; `starts` has one more, and the others are empty if not needed.
  convenience init(starts: [Int], ends: [Int] = [], hashes: [UInt64] = []) {
    let count = max(0, starts.count - 1)
    self.init(hasEnds: !ends.isEmpty, hasHashes: !hashes.isEmpty, capacity: count)
    for record in 0..<count {
      self.starts[record] = starts[record]
      if !ends.isEmpty { self.ends?[record] = ends[record] }
      if !hashes.isEmpty { self.hashes?[record] = hashes[record] }
    }
    self.count = count
    finish(at: starts.last ?? 0)
  }

  deinit {
    free(starts)
    free(ends)
    free(hashes)
  }

  /// Makes room for so many records in all.
  func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    capacity = wanted
    starts = Self.resized(starts, to: capacity + 1)
    if let ends { self.ends = Self.resized(ends, to: capacity) }
    if let hashes { self.hashes = Self.resized(hashes, to: capacity) }
  }

  /// Makes room for so many records more, generously.
  func makeRoom(_ more: Int) {
    if count + more > capacity { reserve(max(count + more, capacity * 2)) }
  }

  /// Adds all records of another index that keeps the same.
  func append(_ other: RecordIndex) {
    let total = count + other.count
    if total > capacity { reserve(max(total, capacity + capacity / 4)) }
    starts.advanced(by: count).update(from: other.starts, count: other.count)
    if let ends, let more = other.ends {
      ends.advanced(by: count).update(from: more, count: other.count)
    }
    if let hashes, let more = other.hashes {
      hashes.advanced(by: count).update(from: more, count: other.count)
    }
    count = total
  }

  /// Adds a record; what the index does not keep is ignored.
  func append(start: Int, end: Int, hash: UInt64) {
    if count == capacity { reserve(max(64, capacity * 2)) }
    starts[count] = start
    ends?[count] = end
    hashes?[count] = hash
    count += 1
  }

  /// Says how many records have been written straight into the buffers.
  @inline(__always)
  func setCount(_ count: Int) { self.count = count }

  /// Says where the surroundings of the last record end.
  func finish(at end: Int) { starts[count] = end }

  private static func resized<T>(_ memory: UnsafeMutablePointer<T>?, to count: Int)
    -> UnsafeMutablePointer<T>
  {
    let size = max(1, count) * MemoryLayout<T>.stride
    guard let resized = realloc(memory, size) else { Memory.isExhausted(size) }
    return resized.bindMemory(to: T.self, capacity: count)
  }
}
