import Records

extension ComparisonTerms {
  /// What held when collections were compared.
  ///
  /// - Complexity: O(1), but for columns whose tolerance never meets a number: those are looked through.
  init(_ collections: Collections) {
    let tables = Side.allCases.map { collections.tables[$0] }
    rules = collections.plan.given.rules(reading: tables.map(\.options))
    notes =
      tables.flatMap { table in
        table.notes.filter(\.isWarning).map {
          Note("\(table.name): \($0.message)", isWarning: $0.isDoubtful)
        }
      } + collections.recordNotes + collections.keyNotes + collections.toleranceNotes
  }
}

extension Collections {
  private typealias Note = ComparisonTerms.Note

  /// Says of which input few or no records were compared.
  fileprivate var recordNotes: [ComparisonTerms.Note] {
    if Side.allCases.allSatisfy({ tables[$0].readCount == 0 }) {
      return [Note("neither input has a record, so that nothing was compared", isWarning: true)]
    }
    return Side.allCases.compactMap { side in
      let table = tables[side]
      if table.count == 0, table.skippedCount > 0 {
        return Note("\(table.name): every record was left out", isWarning: true)
      }
      guard plan.plan.filter != nil, table.count > 0 else { return nil }
      let kept = orders[side].count
      return Note(
        "\(table.name): the filter keeps \(kept) of \(table.count) records", isWarning: kept == 0)
    }
  }

  /// Says what the want of a key means.
  fileprivate var keyNotes: [ComparisonTerms.Note] {
    guard !plan.plan.hasKey else { return [] }
    let hint = Note(
      "no key: whole records are compared; lunadiff probe finds columns that identify them")
    guard plan.given.hasComparators else { return [hint] }
    return [hint, Note("no key: comparators and tolerances have no effect on whole records")]
  }

  /// Says which tolerances never met a number.
  fileprivate var toleranceNotes: [ComparisonTerms.Note] {
    guard plan.plan.hasKey, case .columns = plan.plan.equality else { return [] }
    return plan.compared.compactMap { column in
      guard plan.plan.comparators[column.name] != nil, case .native(let comparator) = column.equality,
        comparator.needsNumbers, !holdsNumber(column)
      else { return nil }
      return Note("no value of '\(column.name)' is a number: its tolerance has no effect")
    }
  }

  /// Whether a record of either side has a number in a column; also where there is no record.
  private func holdsNumber(_ column: BoundPlan.Column) -> Bool {
    guard Side.allCases.contains(where: { orders[$0].count > 0 }) else { return true }
    return workers.withWorker { worker in
      // Who cannot look at the column cannot say anything against it.
      guard (try? worker.prepare()) != nil else { return true }
      return Side.allCases.contains { side in
        guard let place = column.place(in: side) else { return false }
        return (0..<orders[side].count).contains { offset in
          (try? worker.readers[side].field(orders[side][offset], place))?.isNumber ?? false
        }
      }
    }
  }
}

extension ComparisonPlan {
  /// Whether values are compared otherwise than exactly.
  fileprivate var hasComparators: Bool { !comparators.isEmpty || tolerance != nil }
}

extension RecordTable {
  /// How many records were left out while reading.
  var skippedCount: Int {
    notes.reduce(0) { count, note in
      if case .skippedRecords(let skipped, _) = note.kind { count + skipped } else { count }
    }
  }

  /// How many records there are in the input, those included that were left out.
  var readCount: Int { count + skippedCount }
}
