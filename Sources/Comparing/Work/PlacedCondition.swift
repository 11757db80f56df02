import Records

/// A declared filter as the records of one side are asked: it knows where the columns are.
///
/// Of classes, since every record goes through it: an enumeration's payloads would be copied on the way.
final class PlacedCondition {
  private let test: Test

  private enum Test {
    /// A column's place; `nil` of one that the side lacks.
    case value(Int?, ValueCondition)
    case all([PlacedCondition])
    case any([PlacedCondition])
    case not(PlacedCondition)
  }

  /// - Parameter place: Where a column is.
  init(_ condition: RecordCondition, place: (String) -> Int?) {
    test =
      switch condition {
      case .value(let column, let condition): .value(place(column), condition)
      case .all(let parts): .all(parts.map { PlacedCondition($0, place: place) })
      case .any(let parts): .any(parts.map { PlacedCondition($0, place: place) })
      case .not(let part): .not(PlacedCondition(part, place: place))
      }
  }

  /// Whether it holds of a record.
  func holds(of record: Int, in reader: RecordReader) throws -> Bool {
    switch test {
    case .value(let place, let condition):
      let field = if let place { try reader.field(record, place) } else { Field.absent }
      do throws(MatchingError) { return try condition.holds(of: field) } catch {
        throw ComparisonError(
          .unmatched(error, rule: "filter"), table: reader.table, record: record)
      }
    case .all(let parts):
      for part in parts where try !part.holds(of: record, in: reader) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.holds(of: record, in: reader) { return true }
      return false
    case .not(let part): return try !part.holds(of: record, in: reader)
    }
  }
}
