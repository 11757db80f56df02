import Platform

/// Values in a file of the temporary folder, divided into partitions each of which can be read by itself.
///
/// Every partition has a buffer; a full one is written behind whatever the file has.
///
/// Unchecked: one thread at a time adds values; only then is anything read, by any thread.
final class SpilledPartitions<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let count: Int
  private let file: SpillFile
  private let buffers: UnsafeMutablePointer<Element>
  private let room: Int
  private let filled: UnsafeMutablePointer<Int>
  /// Where in the file a partition's values are, one piece after the other.
  private var pieces: [[(start: Int, count: Int)]]

  /// More partitions than this would make buffers too small.
  private static var most: Int { 1024 }
  private static var largestBuffer: Int { 1 << 16 }
  private static var smallestBuffer: Int { 1 << 9 }

  /// - Parameters:
  ///   - total: How many bytes there will be, about.
  ///   - size: How many bytes a partition may have.
  ///   - buffers: How many bytes all buffers may have.
  static func count(of total: Int, size: Int, buffers: Int) -> Int {
    let affordable = min(most, max(1, buffers / smallestBuffer))
    return max(1, min(affordable, total / max(1, size) + 1))
  }

  /// - Parameter memory: How many bytes the buffers may have.
  /// - Throws: `SpillError` where the folder does not take a file.
  init(count: Int, in folder: SpillFolder, memory: Int) throws(SpillError) {
    self.count = count
    file = try folder.makeFile()
    let size = min(max(memory / count, Self.smallestBuffer), Self.largestBuffer)
    room = max(1, size / MemoryLayout<Element>.stride)
    buffers = .allocate(capacity: room * count)
    filled = .allocate(capacity: count)
    filled.initialize(repeating: 0, count: count)
    pieces = [[(start: Int, count: Int)]](repeating: [], count: count)
  }

  deinit {
    buffers.deallocate()
    filled.deallocate()
  }

  /// Adds a value to a partition.
  ///
  /// - Throws: `SpillError` where the folder does not take it.
  @inline(__always) func append(_ value: Element, to partition: Int) throws(SpillError) {
    let place = filled[partition]
    (buffers + (partition * room + place)).initialize(to: value)
    filled[partition] = place + 1
    if place + 1 == room { try flush(partition) }
  }

  private func flush(_ partition: Int) throws(SpillError) {
    let count = filled[partition]
    guard count > 0 else { return }
    pieces[partition].append((file.size, count))
    try file.append(contentsOf: UnsafeBufferPointer(start: buffers + partition * room, count: count).span)
    filled[partition] = 0
  }

  /// Writes what is left in the buffers; nothing is added any more.
  ///
  /// - Throws: `SpillError` where the folder does not take it.
  func finish() throws(SpillError) { for partition in 0..<count { try flush(partition) } }

  /// The values of a partition, in the order in which they were added.
  ///
  /// - Throws: `SpillError` where they cannot be read.
  func values(of partition: Int) throws(SpillError) -> [Element] {
    let pieces = pieces[partition]
    let total = pieces.reduce(0) { $0 + $1.count }
    var failure: SpillError?
    let values = [Element](unsafeUninitializedCapacity: total) { values, count in
      do throws(SpillError) {
        for piece in pieces {
          let room = UnsafeMutableBufferPointer(rebasing: values[count..<count + piece.count])
          try file.read(into: UnsafeMutableRawBufferPointer(room), at: piece.start)
          count += piece.count
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return values
  }
}

/// Values that have places, in the temporary folder: added in any order, and read in that of their places.
struct PlacedSpill<Value: BitwiseCopyable & Sendable> {
  private struct Entry: BitwiseCopyable, Sendable {
    let place: Int32
    let value: Value
  }

  private let entries: SpilledPartitions<Entry>
  private let count: Int
  private let width: Int
  private let folder: SpillFolder

  /// - Parameter count: How many places there are.
  /// - Throws: `SpillError` where the folder takes no file.
  init(count: Int, _ memory: SpillingMemory) throws(SpillError) {
    let wanted = SpilledPartitions<Entry>.count(of: count, size: memory.ordered, buffers: memory.buffers)
    entries = try SpilledPartitions(count: wanted, in: memory.folder, memory: memory.buffers)
    self.count = count
    width = max(1, (count + wanted - 1) / wanted)
    folder = memory.folder
  }

  /// Adds a value; nothing is added behind ``file(filling:_:)``.
  ///
  /// - Throws: `SpillError` where the folder does not take it.
  func append(_ value: Value, at place: Int32) throws(SpillError) {
    try entries.append(Entry(place: place, value: value), to: Int(place) / width)
  }

  /// The values of all places in their order.
  ///
  /// - Parameters:
  ///   - empty: What has a place to which nothing was added; asked in order.
  ///   - see: Is told each place and what has it, in order.
  /// - Throws: `SpillError` where the folder does not take them.
  func file(filling empty: (Int) -> Value, _ see: (Int, Value) -> Void) throws(SpillError) -> SpillFile {
    try entries.finish()
    let file = try folder.makeFile()
    for partition in 0..<entries.count {
      let start = partition * width
      var values = (start..<max(start, min(start + width, count))).map(empty)
      for entry in try entries.values(of: partition) { values[Int(entry.place) - start] = entry.value }
      for (place, value) in values.enumerated() { see(start + place, value) }
      try file.append(contentsOf: values.span)
    }
    return file
  }
}
