import Records

/// What one thread needs to look at records under the rules: readers, and the script's evaluator.
package final class ComparisonWorker {
  package let readers: Sides<RecordReader>
  package let evaluator: (any RuleEvaluator)?
  private let collections: Collections
  private let requiresKey: Bool

  package init(_ collections: Collections) throws {
    self.collections = collections
    let plan = collections.plan.plan
    readers = Sides { RecordReader(table: collections.tables[$0], side: $0, plan: plan) }
    evaluator = try plan.scripts?.makeEvaluator(readers: readers)
    for side in Side.allCases { readers[side].evaluator = evaluator }
    if case .columns = plan.identity { requiresKey = true } else { requiresKey = false }
  }

  private var plan: BoundPlan { collections.plan }

  // MARK: Identity

  /// The hash of the identity's fields, after their normalizers.
  package func keyHash(_ side: Side, _ offset: Int) throws -> UInt64 {
    let record = collections.orders[side][offset]
    var hasher = FieldHasher()
    for column in plan.key {
      let field = try keyField(column, side, record)
      field.hash(into: &hasher)
    }
    return hasher.value
  }

  /// Whether the identities' fields are equal, after their normalizers.
  package func haveEqualKeys(
    _ first: (side: Side, offset: Int), _ second: (side: Side, offset: Int)
  ) throws -> Bool {
    let orders = collections.orders
    let records = (orders[first.side][first.offset], orders[second.side][second.offset])
    for column in plan.key {
      let field = try keyField(column, first.side, records.0)
      guard first.side == second.side else {
        if !field.isEqual(to: try keyField(column, second.side, records.1)) { return false }
        continue
      }
      // One reader holds one field at a time.
      let value = field.value
      if value != (try keyField(column, second.side, records.1)).value { return false }
    }
    return true
  }

  /// The identity's values as the rules see them.
  package func keyValues(_ side: Side, _ offset: Int) throws -> [Value] {
    let record = collections.orders[side][offset]
    return try plan.key.map { try keyField($0, side, record).value }
  }

  /// The value that names a record's section.
  package func sectionName(_ side: Side, _ record: Int) throws -> Value {
    if case .script(let function) = plan.plan.section {
      var key = KeyBuffer()
      try evaluator?.appendSection(of: record, in: side, function: function, to: &key)
      return key.values.first ?? .null
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
        table: collections.tables[side], record: record)
    }
    return field
  }

  // MARK: Content

  /// Whether the bytes of two paired records say that they are equal, without any rule.
  package func haveEqualBytes(source: Int, target: Int) -> Bool {
    collections.hasCommonLayout
      && readers.source.table.recordBytes(source).isSame(
        as: readers.target.table.recordBytes(target))
  }

  /// Adds the numbers of the compared columns that differ; nothing where the records are equal.
  package func appendDifferences(source: Int, target: Int, to differences: inout [Int32]) throws
    -> Bool
  {
    if case .script(let function) = plan.plan.equality {
      if try evaluator?.areEqual(source: source, target: target, function: function) ?? true {
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
      return try evaluator?.areEqual(
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
