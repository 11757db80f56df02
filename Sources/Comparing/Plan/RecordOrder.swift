import Platform

/// Which records of a table are compared, and in which order: offsets of the collection to record numbers.
package struct RecordOrder: Sendable {
  private let records: [Int32]?
  /// The records as numbers in the temporary folder, where memory does not hold them.
  private let spilled: SpillBytes?
  package let count: Int

  package init(all count: Int) {
    (records, spilled) = (nil, nil)
    self.count = count
  }

  package init(_ records: [Int32]) {
    self.records = records
    spilled = nil
    count = records.count
  }

  /// The records whose numbers, of 32 bits, are in a file of the temporary folder.
  package init(spilled: SpillBytes) {
    records = nil
    self.spilled = spilled
    count = spilled.bytes.count / MemoryLayout<Int32>.stride
  }

  /// Whether offsets are record numbers.
  package var isFileOrder: Bool { records == nil && spilled == nil }

  @inline(__always) package subscript(offset: Int) -> Int {
    if let records { return Int(records[offset]) }
    if let spilled {
      let place = offset * MemoryLayout<Int32>.stride
      return Int(spilled.bytes.load(at: place, as: Int32.self))
    }
    return offset
  }
}

extension RecordOrder {
  /// For each of a table's records its offset; −1 where it does not take part.
  package func offsets(ofRecords count: Int) -> [Int32] {
    var offsets = [Int32](repeating: -1, count: count)
    for offset in 0..<self.count { offsets[self[offset]] = Int32(truncatingIfNeeded: offset) }
    return offsets
  }

  package static func only(_ record: Int) -> RecordOrder { RecordOrder([Int32(truncatingIfNeeded: record)]) }
}
