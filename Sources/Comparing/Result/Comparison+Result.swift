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
    guard entry.kind == .updated, let place = differences.place(of: entry.target) else { return [] }
    return differences.columns(at: place)
  }

  /// Lends what computes keys and looks inside values to one thread, until it is put back.
  package func takeWorker() -> ComparisonWorker { collections.workers.take() }

  /// Takes a worker back.
  package func put(back worker: ComparisonWorker) { collections.workers.put(back: worker) }
}
