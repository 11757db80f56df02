import Records

/// What reports and scripts ask of a result beside its changes; how it was found stays hidden.
extension Comparison {
  /// Both collections as they were compared, with the values of masked columns: to run rules on, not to be shown.
  package var comparedTables: Sides<RecordTable> { collections.tables }
  /// The records that took part on each side, in the order of the offsets that stages count.
  package var orders: Sides<RecordOrder> { collections.orders }

  /// The places of the columns of a side whose values no output shows.
  package func maskedColumns(_ side: Side) -> Set<Int> { collections.maskedColumns(side) }
  /// The rules that the comparison was made by.
  package var plan: ComparisonPlan { collections.plan.rules }
  /// The columns that were compared; their numbers are their places here.
  package var comparedColumns: [ResolvedPlan.Column] { collections.plan.compared }
  /// The columns of the key; none if it is computed, or there is no key and records have few of many columns.
  package var keyColumns: [ResolvedPlan.Column] {
    hasSparseRecordsAsKeys ? [] : collections.plan.key
  }
  /// Whether the key is ``keyColumns`` as they stand.
  package var hasRawKey: Bool {
    collections.plan.hasRawKey && !hasSparseRecordsAsKeys && keyMask == nil
  }
  /// Whether keys are records that have few of many columns: of such a record they are the values that it has, since
  /// a list of all the columns that it lacks is of no use.
  private var hasSparseRecordsAsKeys: Bool { !hasKey && collections.plan.hasSparseRecords }

  /// The numbers of the columns that differ; none for a change that is no update.
  ///
  /// - Complexity: O(log *n*) for *n* updated records.
  package func differingColumns(of entry: ChangeEntry) -> ArraySlice<Int32> {
    var place = 0
    return differingColumns(of: entry, near: &place)
  }

  /// The same for one who goes through many changes.
  ///
  /// - Parameter place: Where the last ones were found, 0 at first.
  package func differingColumns(
    of entry: ChangeEntry, near place: inout Int
  ) -> ArraySlice<Int32> {
    guard entry.kind == .updated,
      let found = differences.place(of: entry.target, near: place)
    else { return [] }
    place = found
    return differences.columns(at: found)
  }

  /// Whether values of a compared column that are not listed as different are the same value, however it is spelled.
  package func comparesExactly(_ column: ResolvedPlan.Column) -> Bool {
    guard case .columns = plan.equality, case .native(let comparator) = column.equality else {
      return false
    }
    return comparator is ExactComparator && column.inside.isEmpty
      && plan.steps(for: column.name).isEmpty
  }

  /// Whether records that are paired have the same values in the columns of the key.
  package var pairsExactly: Bool { hasKey && hasRawKey && passes == nil }

  /// Lends what computes keys and looks inside values to one thread, until it is put back.
  package func takeWorker() -> ComparisonWorker { collections.workers.take() }

  /// Takes a worker back.
  package func put(back worker: ComparisonWorker) { collections.workers.put(back: worker) }
}
