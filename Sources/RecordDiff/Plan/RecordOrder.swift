/// Which records of a table are compared, and in which order: offsets of the collection to record numbers.
package struct RecordOrder: Sendable {
  private let records: [Int32]?
  package let count: Int

  /// Every record in the order of the file.
  package init(all count: Int) {
    records = nil
    self.count = count
  }

  /// These records in this order.
  package init(_ records: [Int32]) {
    self.records = records
    count = records.count
  }

  /// Whether offsets are record numbers.
  package var isFileOrder: Bool { records == nil }

  /// The record at an offset.
  @inline(__always)
  package subscript(offset: Int) -> Int {
    guard let records else { return offset }
    return Int(records[offset])
  }
}
