import Comparing
import Records

/// A key that tells the records of both sides apart but for those that repeat another one as a whole.
package struct RepeatedRecords: Sendable {
  package let column: String
  /// How many records of each side repeat another one.
  package let counts: Sides<Int>

  /// The first column of both sides that is such a key; `nil` where none is, or no record is repeated.
  ///
  /// - Complexity: O(*n*) for all values of both sides.
  init?(_ source: RecordTable, _ target: RecordTable) {
    let tables = Sides(source: source, target: target)
    let distinct = Sides { side in
      var cursor = tables[side].makeCursor()
      let records = (0..<tables[side].count).map { record in
        tables[side].columns.indices.map { cursor.field(record, $0).value }
      }
      return Set(records)
    }
    counts = Sides { tables[$0].count - distinct[$0].count }
    guard counts.source + counts.target > 0 else { return nil }
    let key = source.columns.first { name in
      let keys = Side.allCases.map { side in
        tables[side].columnIndex(of: name).map { place in Set(distinct[side].map { $0[place] }) } ?? []
      }
      return zip(Side.allCases, keys).allSatisfy { $1.count == distinct[$0].count && !Array($1).hasGap }
        && 2 * keys[0].intersection(keys[1]).count >= keys.map(\.count).min() ?? 0
    }
    guard let key else { return nil }
    column = key
  }
}
