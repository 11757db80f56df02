import Records

/// What one thread needs to look at records under the rules: readers, and the script's evaluator.
///
/// Records are given by their numbers in the tables.
package final class ComparisonWorker {
  package let readers: Sides<RecordReader>
  private let plan: BoundPlan
  private let requiresKey: Bool
  private var madeEvaluator: (any RuleEvaluator)?

  package init(tables: Sides<RecordTable>, plan: BoundPlan) {
    self.plan = plan
    readers = Sides { RecordReader(table: tables[$0], side: $0, plan: plan.plan) }
    if case .columns = plan.plan.identity {
      requiresKey = !plan.plan.permitsMissingKeys
    } else {
      requiresKey = false
    }
  }

  /// The script's answers, made when first asked for; `nil` without scripts.
  package func evaluator() throws -> (any RuleEvaluator)? {
    if let madeEvaluator { return madeEvaluator }
    madeEvaluator = try plan.plan.scripts?.makeEvaluator(readers: readers)
    for side in Side.allCases { readers[side].evaluator = madeEvaluator }
    return madeEvaluator
  }

  /// Makes sure that normalizers that are scripts can run, where there are any.
  package func prepare() throws {
    if plan.plan.hasScriptedNormalizers { _ = try evaluator() }
  }

  // MARK: Identity

  /// The hash of the identity's fields, after their normalizers.
  package func keyHash(_ side: Side, _ record: Int) throws -> UInt64 {
    var hasher = FieldHasher()
    for column in plan.key {
      let field = try keyField(column, side, record)
      field.hash(into: &hasher)
    }
    return hasher.value
  }

  /// Whether two records have equal identities, after their normalizers.
  package func haveEqualKeys(
    _ first: (side: Side, record: Int), _ second: (side: Side, record: Int)
  ) throws -> Bool {
    for column in plan.key {
      let field = try keyField(column, first.side, first.record)
      if first.side == second.side {
        // One reader holds one field at a time.
        let value = field.value
        if value != (try keyField(column, second.side, second.record)).value { return false }
      } else if !field.isEqual(to: try keyField(column, second.side, second.record)) {
        return false
      }
    }
    return true
  }

  /// The identity's values as the rules see them.
  package func keyValues(_ side: Side, _ record: Int) throws -> [Value] {
    try plan.key.map { try keyField($0, side, record).value }
  }

  /// Calls `body` with each of the identity's fields, valid during the call.
  package func forEachKeyField(_ side: Side, _ record: Int, _ body: (Field) -> Void) throws {
    for column in plan.key { body(try keyField(column, side, record)) }
  }

  /// The value that names a record's section.
  package func sectionName(_ side: Side, _ record: Int) throws -> Value {
    if case .script(let function) = plan.plan.section {
      return try evaluator()?.section(of: record, in: side, function: function) ?? .null
    }
    guard let place = plan.section?.place(in: side) else { return .absent }
    return try readers[side].field(record, place).value
  }

  private func keyField(_ column: BoundPlan.Column, _ side: Side, _ record: Int) throws -> Field {
    guard let place = column.place(in: side) else { return .absent }
    let field = try readers[side].field(record, place)
    if requiresKey, field.kind == .absent || field.kind == .null {
      throw ComparisonError(
        .missingKey(column: column.name, isNull: field.kind == .null),
        table: readers[side].table, record: record)
    }
    return field
  }

  // MARK: Content

  /// Whether the bytes of two paired records say that they are equal, without any rule.
  package func haveEqualBytes(source: Int, target: Int) -> Bool {
    plan.hasCommonLayout
      && readers.source.table.recordBytes(source).isSame(
        as: readers.target.table.recordBytes(target))
  }

  /// Adds the numbers of the compared columns that differ; nothing where the records are equal.
  package func appendDifferences(source: Int, target: Int, to differences: inout [Int32]) throws
    -> Bool
  {
    if case .script(let function) = plan.plan.equality {
      if try evaluator()?.areEqual(source: source, target: target, function: function) ?? true {
        return false
      }
      for (number, column) in plan.compared.enumerated()
      where !haveEqualRawFields(column, source, target) {
        differences.append(Int32(truncatingIfNeeded: number))
      }
      return true
    }
    let before = differences.count
    for (number, column) in plan.compared.enumerated()
    where try !areEqual(column, source, target) {
      differences.append(Int32(truncatingIfNeeded: number))
    }
    return differences.count > before
  }

  private func areEqual(_ column: BoundPlan.Column, _ source: Int, _ target: Int) throws -> Bool {
    let old = try column.source.map { try readers.source.field(source, $0) } ?? .absent
    let new = try column.target.map { try readers.target.field(target, $0) } ?? .absent
    switch column.equality {
    case .native(let comparator): return comparator.areEqual(old, new)
    case .script(let number):
      if old.isEqual(to: new) { return true }
      return try evaluator()?.areEqual(
        old, new, function: number, column: column.name, source: source, target: target) ?? true
    }
  }

  private func haveEqualRawFields(_ column: BoundPlan.Column, _ source: Int, _ target: Int) -> Bool
  {
    let old = column.source.map { readers.source.rawField(source, $0) } ?? .absent
    let new = column.target.map { readers.target.rawField(target, $0) } ?? .absent
    return old.isEqual(to: new)
  }
}
