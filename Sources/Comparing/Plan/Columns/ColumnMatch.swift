import Records

/// How the columns of the two collections correspond.
package struct ColumnMatch: Sendable, Equatable {
  /// A column that both sides have.
  package struct Common: Sendable, Equatable {
    /// The column's name; where it was renamed, the name in the target.
    package let name: String
    package let source: Int
    package let target: Int
  }

  /// Columns of both sides, in the target's order.
  package let common: [Common]
  package let deleted: [String]
  package let inserted: [String]

  /// Matches columns by name, after the renames.
  ///
  /// - Parameters:
  ///   - source: The source's column names in order.
  ///   - target: The target's column names in order.
  ///   - renames: For a column of the source, the name that it has in the target.
  /// - Complexity: O(*n* + *m*) for *n* and *m* columns.
  package init(source: [String], target: [String], renames: ColumnMap<String> = [:]) {
    var places = Dictionary(placesOf: source.map { renames[$0] ?? $0 })
    var common: [Common] = []
    var inserted: [String] = []
    for (index, name) in target.enumerated() {
      if let place = places.removeValue(forKey: ColumnName(name)) {
        common.append(Common(name: name, source: place, target: index))
      } else {
        inserted.append(name)
      }
    }
    let left = Set(places.values)
    self.common = common
    self.inserted = inserted
    self.deleted = source.indices.filter(left.contains).map { source[$0] }
  }

  private init(_ common: [Common], deleted: [String], inserted: [String]) {
    (self.common, self.deleted, self.inserted) = (common, deleted, inserted)
  }

  /// The same without the columns of one side that a compared column is made of, or that are a place inside of a value
  /// of the other one: nothing of them is missing there.
  func accounting(for plan: ComparisonPlan, _ tables: Sides<RecordTable>) -> ColumnMatch {
    let moved = plan.columnsMoved(in: tables)
    let used = Sides { side in
      plan.comparedDerived.reduce(into: Set<ColumnName>()) { $0.formUnion(plan.origins(of: $1, in: side) ?? []) }
    }
    return ColumnMatch(
      common, deleted: deleted.filter { !used.source.contains($0) && !moved.source.contains($0) },
      inserted: inserted.filter { !used.target.contains($0) && !moved.target.contains($0) })
  }
}
