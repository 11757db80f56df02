import Platform

/// Values that have places, in the temporary folder: added in any order, and read in that of their places.
struct PlacedSpill<Value: BitwiseCopyable & Sendable> {
  private struct Entry: BitwiseCopyable, Sendable {
    let place: Int32
    let value: Value
  }

  private let entries: SpilledPartitions<Entry>
  /// How many places there are.
  private let count: Int
  /// How many of them are in a partition.
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
  ///   - empty: What has the places to which nothing was added.
  ///   - see: Is told each place and what has it, in order.
  /// - Throws: `SpillError` where the folder does not take them.
  func file(filling empty: Value, _ see: (Int, Value) -> Void) throws(SpillError) -> SpillFile {
    try entries.finish()
    let file = try folder.makeFile()
    for partition in 0..<entries.count {
      let start = partition * width
      var values = [Value](repeating: empty, count: max(0, min(width, count - start)))
      for entry in try entries.values(of: partition) { values[Int(entry.place) - start] = entry.value }
      for (place, value) in values.enumerated() { see(start + place, value) }
      try file.append(contentsOf: values.span)
    }
    return file
  }
}
