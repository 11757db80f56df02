import Records

/// One side's records as the rules see them: columns by the rules' names, values after their normalizers.
///
/// A reader belongs to one worker. A field that it gives is valid until the next one is asked for.
package final class RecordReader {
  package let table: RecordTable
  package let side: Side
  private let renames: [String: String]
  private let normalizers: [String: [ComparisonPlan.NormalizerStep]]
  private var steps: [(column: String, steps: [ComparisonPlan.NormalizerStep])]
  private let hasNormalizers: Bool
  private var cursor: FieldCursor
  private let buffer = FieldBuffer()

  /// Who runs the normalizers that are scripts; it owns the reader, so it is not kept alive from here.
  package weak var evaluator: (any RuleEvaluator)?

  package init(table: RecordTable, side: Side, plan: ComparisonPlan) {
    self.table = table
    self.side = side
    renames =
      side == .source ? Dictionary(plan.renames.map { ($1, $0) }) { first, _ in first } : [:]
    normalizers = plan.normalizers
    hasNormalizers = !plan.normalizers.isEmpty
    cursor = table.makeCursor()
    let names = side == .source ? table.columns.map { plan.renames[$0] ?? $0 } : table.columns
    steps = hasNormalizers ? names.map { ($0, plan.normalizers[$0] ?? []) } : []
  }

  /// The place of a column, by the name that rules use; also of a path into nested values.
  package func columnIndex(of name: String) -> Int? {
    guard let index = table.columnIndex(of: renames[name] ?? name) else { return nil }
    if hasNormalizers, let wanted = normalizers[name], !wanted.isEmpty {
      while steps.count <= index { steps.append(("", [])) }
      steps[index] = (name, wanted)
    }
    return index
  }

  /// The columns' names as rules use them.
  package var columns: [String] {
    guard !renames.isEmpty else { return table.columns }
    let forward = Dictionary(renames.map { ($1, $0) }) { first, _ in first }
    return table.columns.map { forward[$0] ?? $0 }
  }

  /// The value as it stands.
  package func rawField(_ record: Int, _ column: Int) -> Field { cursor.field(record, column) }

  /// The value after the column's normalizers.
  ///
  /// - Throws: What a normalizer that is a script throws.
  package func field(_ record: Int, _ column: Int) throws -> Field {
    let field = cursor.field(record, column)
    guard hasNormalizers, column < steps.count, !steps[column].steps.isEmpty else { return field }
    return try normalized(field, record, column)
  }

  private func normalized(_ field: Field, _ record: Int, _ column: Int) throws -> Field {
    buffer.load(field)
    for step in steps[column].steps {
      switch step {
      case .native(let normalizer): normalizer.normalize(buffer)
      case .script(let number):
        try evaluator?.normalize(
          buffer, function: number, column: steps[column].column, record: record, in: side)
      }
    }
    return buffer.field
  }
}
