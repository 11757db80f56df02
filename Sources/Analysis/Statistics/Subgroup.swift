import Comparing
import Records

/// A value of a column that most updated records have, and far fewer of all: it tells where records changed.
///
/// Records count by their new value. Where that value is itself what changed in most of them, it is none.
package struct Subgroup {
  /// The column's name in the new table.
  package let column: String
  package let value: Value
  /// How many updated records have the value.
  package let updated: Int
  /// How many paired records have it, updated or not.
  package let paired: Int

  /// How much larger the value's share is among updated records than among all paired ones, times both their counts.
  ///
  /// Products instead of quotients, which would not be exact.
  package let excess: Double

  /// - Returns: `nil` unless the share is much larger: one and a half times, and by ten points of a hundred.
  package init?(column: String, value: Value, updated: Int, paired: Int, of totals: Totals) {
    let inUpdated = Double(updated) * Double(totals.paired)
    let inPaired = Double(paired) * Double(totals.updated)
    excess = inUpdated - inPaired
    let tenPoints = Double(totals.updated) * Double(totals.paired) / 10
    guard inUpdated >= 1.5 * inPaired, excess >= tenPoints else { return nil }
    (self.column, self.value) = (column, value)
    (self.updated, self.paired) = (updated, paired)
  }
}

extension Subgroup {
  /// How many records there are of which a subgroup is a part.
  package struct Totals {
    package let updated: Int
    package let paired: Int

    package init(_ comparison: Comparison) {
      updated = comparison.summary.updated
      paired = comparison.orders.target.count - comparison.summary.inserted
    }
  }
}
