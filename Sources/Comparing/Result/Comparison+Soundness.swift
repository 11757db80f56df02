import Records

extension Comparison {
  /// Columns that one side lacks and that rules do not leave out: a difference, although no record is updated by it.
  package var columnChanges: ColumnChanges { collections.columnChanges }

  /// Makes sure that anything of the inputs was compared.
  ///
  /// - Throws: `ComparisonError` where rules leave no column, or no record of inputs that have some.
  package func checkSomethingCompared() throws(ComparisonError) {
    if let reason = collections.reasonForNothing { throw ComparisonError(.nothingCompared(reason)) }
  }
}

/// Columns that only one of the two collections has.
package struct ColumnChanges: Sendable, Equatable {
  /// Those of the source, in its order.
  package let deleted: [String]
  /// Those of the target, in its order.
  package let inserted: [String]

  /// None.
  package init() { self.init(deleted: [], inserted: []) }

  init(deleted: [String], inserted: [String]) {
    self.deleted = deleted
    self.inserted = inserted
  }

  /// Whether there is none.
  package var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty }
}

extension ComparisonInput {
  /// Columns of one side that rules do not leave out.
  ///
  /// JSON without a record has no columns that could be missed.
  fileprivate var columnChanges: ColumnChanges {
    let isKnown = Side.allCases.allSatisfy { side in
      tables[side].count > 0 || tables[side].format.isDelimited
    }
    guard isKnown else { return ColumnChanges() }
    let rules = plan.given
    let ignored = Set(named: rules.ignored)
    let only = rules.only.map { Set(named: $0) }
    func isCompared(_ name: String) -> Bool {
      !ignored.contains(name) && only?.contains(name) ?? true
    }
    return ColumnChanges(
      deleted: plan.columns.deleted.filter(isCompared),
      inserted: plan.columns.inserted.filter(isCompared))
  }

  /// Why nothing was compared of inputs that have something; `nil` where something was.
  fileprivate var reasonForNothing: ComparisonError.Nothing? {
    if Side.allCases.allSatisfy({ tables[$0].readCount > 0 && orders[$0].count == 0 }) {
      return plan.rules.filter != nil ? .filtered : .skipped
    }
    let rules = plan.given
    guard !plan.columns.common.isEmpty, case .columns = rules.equality else { return nil }
    if let only = rules.only, only.namesMissing(in: rules.ignored).isEmpty {
      return .onlyIgnored(only)
    }
    return plan.compared.isEmpty && !plan.rules.hasKey ? .allIgnored : nil
  }
}
