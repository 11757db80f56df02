import Comparing
import Records

/// All records by their identities as texts: for who asks for many of them, one after the other.
struct SpelledKeys {
  private typealias Entry = (hash: Int, record: Int32)

  /// In the order of the hashes, then of the records.
  private let entries: Sides<[Entry]>

  /// - Complexity: O(*n* log *n*).
  init(_ explainer: Explainer) throws {
    entries = try Sides { side in
      try (0..<explainer.comparison.tables[side].count).flatMap { record in
        try explainer.spelledKeys(side, record).map { (hash: $0.hashValue, record: Int32(truncatingIfNeeded: record)) }
      }.sorted { $0 < $1 }
    }
  }

  /// The records of a side with an identity, ascending.
  ///
  /// - Complexity: O(log *n*), and in proportion to the records.
  func records(_ side: Side, of key: [String], _ explainer: Explainer) throws -> [Int] {
    let (entries, hash) = (entries[side], key.hashValue)
    let first = entries.partitioningIndex { $0.hash >= hash }
    return try entries[first...].prefix { $0.hash == hash }.map { Int($0.record) }.filter {
      try explainer.spelledKeys(side, $0).contains(key)
    }
  }
}
