import Comparing
import Records

/// The records of theirs that ours lacks, each behind the record that it follows there.
struct IncomingRecords {
  private(set) var first: [Int] = []
  private var behind: [Int: [Int]] = [:]

  init(_ merge: Merge) {
    var anchor: Int?
    for record in 0..<merge.theirs.count {
      if let own = Self.counterpart(of: record, merge) {
        anchor = own
      } else if Self.arrives(record, merge) {
        if let anchor { behind[anchor, default: []].append(record) } else { first.append(record) }
      }
    }
  }

  subscript(own: Int) -> [Int] { behind[own] ?? [] }

  private static func counterpart(of record: Int, _ merge: Merge) -> Int? {
    if let origin = merge.toTheirs.partner(of: record, .target) { return merge.toOurs.partner(of: origin, .source) }
    guard let own = merge.across.partner(of: record, .target), merge.toOurs.partner(of: own, .target) == nil else {
      return nil
    }
    return own
  }

  /// Whether a record that ours lacks comes in: it is new, or ours deleted what theirs changed.
  private static func arrives(_ record: Int, _ merge: Merge) -> Bool {
    merge.toTheirs.partner(of: record, .target) == nil || !merge.theirChanges(record).isEmpty
  }
}
