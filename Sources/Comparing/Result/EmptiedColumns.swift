import Platform
import Records

/// Finds columns in which the native normalizers leave nothing of any value, so that no difference is left.
struct EmptiedColumns {
  /// A column that may be one, and what is known of its values.
  private struct Candidate {
    let column: ResolvedPlan.Column
    /// How many values are not blank before the normalizers.
    var count = 0
    var first: Value?
    /// Whether two of these values differ.
    var isVaried = false

    /// Counts a value; `false` if the normalizers leave something of it, or fail.
    mutating func isEmptied(_ record: Int, _ side: Side, _ reader: RecordReader) -> Bool {
      guard let place = column.place(in: side) else { return true }
      let raw = reader.rawField(record, place)
      guard !raw.isVoid, !(raw.withText { $0.trimmed.isEmpty } ?? false) else { return true }
      let value = raw.value
      guard let made = try? reader.field(record, place), made.isVoid else { return false }
      count += 1
      isVaried = isVaried || first.map { $0 != value } ?? false
      first = first ?? value
      return true
    }
  }

  /// A column that is blank in so many records of a side is not looked at further.
  private static let blankRecords = 1000

  private let input: ComparisonInput
  private var candidates: [Candidate]

  /// - Complexity: O(*n*) for *n* records if there is such a column; others are ruled out by their first value.
  static func notes(_ input: ComparisonInput) -> [ComparisonTerms.Note] {
    guard input.groups == nil, input.plan.rules.rewritesValues else { return [] }
    var columns = EmptiedColumns(input)
    for side in Side.allCases { columns.look(at: side) }
    return columns.candidates.filter(\.isVaried).map { candidate in
      ComparisonTerms.Note(
        "'\(candidate.column.name)' is empty in all \(candidate.count.grouped) values after 'normalize', "
          + "so that none of them differ", isWarning: true)
    }
  }

  private init(_ input: ComparisonInput) {
    self.input = input
    let steps = (input.plan.compared + input.plan.key).map { (column: $0, steps: input.plan.rules.steps(for: $0.name)) }
    candidates = steps.filter { !$0.steps.isEmpty && $0.steps.allSatisfy(\.isNative) }.map {
      Candidate(column: $0.column)
    }
  }

  private mutating func look(at side: Side) {
    let order = input.orders[side]
    let reader = RecordReader(table: input.tables[side], side: side, plan: input.plan.rules)
    for offset in 0..<order.count {
      if offset == Self.blankRecords { candidates.removeAll { $0.count == 0 } }
      guard !candidates.isEmpty else { return }
      for number in candidates.indices.reversed() where !candidates[number].isEmptied(order[offset], side, reader) {
        candidates.remove(at: number)
      }
    }
  }
}
