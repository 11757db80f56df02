import Comparing
import Records

/// A value of a column that most updated records have, and far fewer of all: it tells where records changed.
///
/// Records count by their new value, and only where that value is not itself what changed.
struct Subgroup {
  /// The column's name in the new table.
  let column: String
  let value: Value
  /// How many updated records have the value.
  let updated: Int
  /// How many paired records have it, updated or not.
  let paired: Int

  /// How much larger the value's share is among updated records than among all paired ones, times both their counts.
  ///
  /// Products instead of quotients, which would not be exact.
  let excess: Double

  /// - Returns: `nil` unless the share is much larger: one and a half times, and by ten points of a hundred.
  init?(column: String, value: Value, updated: Int, paired: Int, of totals: Totals) {
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
  struct Totals {
    let updated: Int
    let paired: Int

    init(_ comparison: Comparison) {
      updated = comparison.summary.updated
      paired = comparison.orders.target.count - comparison.summary.inserted
    }
  }

  /// What reports for people say, as in `98.0 % of updated records have country = DE (12.0 % of all)`.
  func sentence(of totals: Totals, marking: (String) -> String = { $0 }) -> String {
    let name = marking(DisplayText(column).text(within: 40))
    let value = marking(value.withField { DisplayText($0).text(within: 40) })
    let shares = (
      updated: Grouped.share(updated, of: totals.updated),
      all: Grouped.share(paired, of: totals.paired)
    )
    return "\(shares.updated) of updated records have \(name) = \(value) (\(shares.all) of all)"
  }
}
