import Comparing
import Records

/// Which parts of the keys of one side have no value.
package struct KeyGaps: Sendable {
  package private(set) var absent = 0
  package private(set) var null = 0
  package private(set) var empty = 0
  /// How many keys have a part without a value, whatever it is.
  package private(set) var unfilled = 0
  /// For each offset whether its key identifies nothing: a part is missing, or no part has any text.
  package private(set) var isHollow: [Bool] = []

  /// Looks at the key of every record, on several threads.
  package init(_ comparison: Comparison, _ side: Side) throws {
    let collections = comparison.collections
    let parts = try collections.map(count: collections.orders[side].count) { range, worker in
      var part = KeyGaps()
      for offset in range {
        part.add(try comparison.identities.gaps(side, offset, worker))
      }
      return part
    }
    for part in parts {
      absent += part.absent
      null += part.null
      empty += part.empty
      unfilled += part.unfilled
      isHollow += part.isHollow
    }
  }

  private init() {}

  private mutating func add(_ gaps: KeyPartGaps) {
    absent += gaps.absent > 0 ? 1 : 0
    null += gaps.null > 0 ? 1 : 0
    empty += gaps.empty > 0 ? 1 : 0
    unfilled += gaps.absent + gaps.null + gaps.empty > 0 ? 1 : 0
    isHollow.append(gaps.absent + gaps.null > 0 || gaps.empty == gaps.parts)
  }
}
