import Records

/// What one thread needs to look at records under the rules: readers, and the script's evaluator.
///
/// Records are given by their numbers in the tables.
package final class ComparisonWorker {
  package let readers: Sides<RecordReader>
  private let plan: BoundPlan
  private let requiresKey: Bool
  /// The places of the identity's columns; −1 where a side has none.
  private let keyPlaces: Sides<[Int]>
  private var madeEvaluator: (any RuleEvaluator)?
  /// A second reader for each side: one reader holds one record at a time.
  private lazy var otherReaders: Sides<RecordReader> = Sides { side in
    let reader = RecordReader(table: readers[side].table, side: side, plan: plan.plan)
    reader.evaluator = madeEvaluator
    return reader
  }

  package init(tables: Sides<RecordTable>, plan: BoundPlan) {
    self.plan = plan
    readers = Sides { RecordReader(table: tables[$0], side: $0, plan: plan.plan) }
    keyPlaces = Sides { side in plan.key.map { $0.place(in: side) ?? -1 } }
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
    let reader = readers[side]
    for number in keyPlaces[side].indices {
      let field = try keyField(number, reader, record)
      field.hash(into: &hasher)
    }
    return hasher.value
  }

  /// The hashes of the identities of some offsets, in order.
  package func keyHashes(
    _ side: Side, _ offsets: Range<Int>, _ order: RecordOrder,
    into hashes: UnsafeMutableBufferPointer<UInt64>
  ) throws {
    let places = keyPlaces[side]
    guard places.count == 1, places[0] >= 0, !requiresKey || !readers[side].table.mayLackFields
    else {
      for (place, offset) in offsets.enumerated() {
        hashes.initializeElement(at: place, to: try keyHash(side, order[offset]))
      }
      return
    }
    // The usual key, of one column that no record lacks: nothing but the field is looked at.
    let reader = readers[side]
    let column = places[0]
    for (place, offset) in offsets.enumerated() {
      var hasher = FieldHasher()
      try reader.field(order[offset], column).hash(into: &hasher)
      hashes.initializeElement(at: place, to: hasher.value)
    }
  }

  /// Whether two records have equal identities, after their normalizers.
  package func haveEqualKeys(
    _ first: (side: Side, record: Int), _ second: (side: Side, record: Int)
  ) throws -> Bool {
    let isSameSide = first.side == second.side
    let others = isSameSide ? otherReaders[second.side] : readers[second.side]
    let table = others.table
    if isSameSide, table.recordsAreWhole,
      table.recordBytes(first.record).isSame(as: table.recordBytes(second.record))
    {
      return true
    }
    for number in plan.key.indices {
      let field = try keyField(number, readers[first.side], first.record)
      guard field.isEqual(to: try keyField(number, others, second.record)) else { return false }
    }
    return true
  }

  /// The identity's values as the rules see them.
  package func keyValues(_ side: Side, _ record: Int) throws -> [Value] {
    try plan.key.indices.map { try keyField($0, readers[side], record).value }
  }

  /// Calls `body` with each of the identity's fields, valid during the call.
  package func forEachKeyField(_ side: Side, _ record: Int, _ body: (Field) -> Void) throws {
    let reader = readers[side]
    for number in plan.key.indices { body(try keyField(number, reader, record)) }
  }

  /// The value that names a record's section.
  package func sectionName(_ side: Side, _ record: Int) throws -> Value {
    if case .script(let function) = plan.plan.section {
      return try evaluator()?.section(of: record, in: side, function: function) ?? .null
    }
    guard let place = plan.section?.place(in: side) else { return .absent }
    return try readers[side].field(record, place).value
  }

  private func keyField(_ number: Int, _ reader: RecordReader, _ record: Int) throws -> Field {
    let place = reader.side == .source ? keyPlaces.source[number] : keyPlaces.target[number]
    let field = place < 0 ? .absent : try reader.field(record, place)
    if requiresKey, field.kind == .absent || field.kind == .null {
      throw ComparisonError(
        .missingKey(column: plan.key[number].name, isNull: field.kind == .null),
        table: reader.table, record: record)
    }
    return field
  }

  // MARK: Content

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
    if column.comparesInside, !column.inside.isEmpty, old.isNested, new.isNested {
      // Whatever functions say is heard to the end, so that a report does not hear it for the first time.
      let limit = column.inside.hasScripts ? Int.max : 1
      return try nestedChanges(column, old, new, source, target, limit: limit).isEmpty
    }
    switch column.equality {
    case .native(let comparator):
      do throws(MatchingError) { return try comparator.areEqual(old, new) } catch {
        throw ComparisonError(
          .unmatched(error, rule: "equal.\(column.name)"), table: readers.source.table,
          record: source)
      }
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
