import Synchronization

/// Holds all parts of an input together to the limit that each of them is read under.
final class PartsLimit: Sendable {
  private let limit: InputLimit
  private let name: String
  private let most: Int
  private let sum = Atomic(0)

  /// - Parameter name: The input's, for messages.
  init(_ limit: InputLimit, name: String) {
    self.limit = limit
    self.name = name
    most = limit.held()
  }

  /// Counts a part.
  ///
  /// - Throws: `RecordError` where the parts so far are too large.
  func add(_ part: ByteStorage) throws(RecordError) {
    // Without a limit of its own, a file that is read where it lies may have any size.
    let size = limit == .automatic ? part.heldSize : part.size
    sum.add(size, ordering: .relaxed)
    try check()
  }

  /// Makes sure that another part is worth reading.
  ///
  /// - Throws: `RecordError` where the parts so far are too large.
  func check() throws(RecordError) {
    guard sum.load(ordering: .relaxed) <= most else {
      throw RecordError(.tooLarge(limit: most, isInflated: false), file: name)
    }
  }
}
