import Records

/// What one thread needs to look at records under the rules: readers, and the script's evaluator.
///
/// Records are given by their numbers in the tables.
package final class ComparisonWorker {
  package let readers: Sides<RecordReader>
  let plan: ResolvedPlan
  /// What functions have answered already; `nil` where no such answer is needed again.
  let kept: KeptAnswers?
  private let requiresKey: Bool
  private let hasRulesInsideKey: Bool
  /// The places of the identity's columns; −1 where a side has none.
  private let keyPlaces: Sides<[Int]>
  /// The numbers of all of the identity's columns, and of all that are compared.
  private let keyNumbers, allNumbers: [Int32]
  /// The places of the columns that are compared as they stand; −1 of the others.
  private let plainPlaces: [Sides<Int>]
  /// Which columns are the identity of a record, where that is the whole record and the tables are sparse.
  private let sparseKey: SparseColumns?
  /// The places of the columns that are compared; −1 where a side has none.
  private lazy var contentPlaces = plan.compared.map { column in Sides { column.place(in: $0) ?? -1 } }
  /// Where the pair that was looked at last differs, if its bytes say so.
  @exclusivity(unchecked) private var glance: Glance
  private var madeEvaluator: (any RuleEvaluator)?
  /// How the comparators of the compared columns have fared, as a ``RuleTally`` counts.
  @exclusivity(unchecked) private var comparatorCounts: [Int32]
  lazy var comparedPlaces = Dictionary(placesOf: plan.compared.map(\.name))
  /// The declared filter of each side; `nil` where there is none.
  lazy var placedFilters = Sides(source: placedFilter(.source), target: placedFilter(.target))
  /// A second reader for each side: one reader holds one record at a time.
  private lazy var otherReaders: Sides<RecordReader> = Sides { side in
    let reader = RecordReader(table: readers[side].table, side: side, plan: plan.rules, kept: readers[side].kept)
    lendEvaluator(to: reader)
    return reader
  }
  private var scriptedReaders: [RecordReader] = []

  init(tables: Sides<RecordTable>, plan: ResolvedPlan, kept: Sides<KeptAnswers>?) {
    self.plan = plan
    self.kept = kept?.target
    readers = Sides { RecordReader(table: tables[$0], side: $0, plan: plan.rules, kept: kept?[$0]) }
    keyPlaces = Sides { side in plan.key.map { $0.place(in: side) ?? -1 } }
    keyNumbers = plan.key.indices.map { Int32(truncatingIfNeeded: $0) }
    hasRulesInsideKey = plan.hasRulesInsideKey
    plainPlaces = plan.compared.map { column in Sides { column.isPlain ? column.place(in: $0) ?? -1 : -1 } }
    allNumbers = plan.compared.indices.map { Int32(truncatingIfNeeded: $0) }
    comparatorCounts = [Int32](repeating: 0, count: plan.compared.count)
    sparseKey = if case .record = plan.rules.identity { plan.sparse } else { nil }
    if case .columns = plan.rules.identity { requiresKey = !plan.rules.permitsMissingKeys } else { requiresKey = false }
    glance = Glance(plan, readers, isKept: kept != nil)
  }

  /// How the rules have fared that this worker was asked for.
  var tally: RuleTally {
    // Readers of their own are made for identities of one side, which the others have read as well.
    RuleTally(comparatorCounts, Side.allCases.map { readers[$0] }, of: plan.rules)
  }

  /// The script's answers, made when first asked for; `nil` without scripts.
  package func evaluator() throws -> (any RuleEvaluator)? {
    if let madeEvaluator { return madeEvaluator }
    madeEvaluator = try plan.run.scripts?.makeEvaluator(readers: readers)
    for side in Side.allCases { lendEvaluator(to: readers[side]) }
    return madeEvaluator
  }

  private func lendEvaluator(to reader: RecordReader) {
    reader.evaluator = madeEvaluator
    scriptedReaders.append(reader)
  }

  deinit { for reader in scriptedReaders { reader.evaluator = nil } }

  /// Makes sure that normalizers that are scripts can run, where there are any.
  package func prepare() throws { if plan.rules.hasScriptedNormalizers { _ = try evaluator() } }

  // MARK: Identity

  /// The hash of the identity's fields, after their normalizers.
  package func keyHash(_ side: Side, _ record: Int) throws -> UInt64 {
    if let sparseKey { return try hash(of: numbers([(side, record)], sparseKey), side, record) }
    var hasher = FieldHasher()
    let reader = readers[side]
    for number in keyPlaces[side].indices {
      let field = try keyField(number, reader, record)
      field.hash(into: &hasher)
    }
    return hasher.value
  }

  /// The hash of those of the identity's fields that a record has; the others add nothing.
  private func hash(of numbers: [Int32], _ side: Side, _ record: Int) throws -> UInt64 {
    var hasher = FieldHasher()
    for number in numbers {
      let field = try keyField(Int(number), readers[side], record)
      guard field.kind != .absent else { continue }
      hasher.combine(tag: UInt64(number))
      field.hash(into: &hasher)
    }
    return hasher.value
  }

  /// The numbers of the compared columns to look at in records of sparse tables, in ascending order.
  private func numbers(_ records: [(side: Side, record: Int)], _ sparse: SparseColumns) -> [Int32] {
    sparse.numbers(records.map { ($0.side, readers[$0.side].foundColumns($0.record) ?? []) })
  }

  package func keyHashes(
    _ side: Side, _ offsets: Range<Int>, _ order: RecordOrder, into hashes: inout OutputSpan<UInt64>
  ) throws {
    let places = keyPlaces[side]
    guard places.count == 1, places[0] >= 0, !hasRulesInsideKey, !requiresKey || !readers[side].table.mayLackFields
    else {
      for offset in offsets { hashes.append(try keyHash(side, order[offset])) }
      return
    }
    // The usual key, of one column that no record lacks: nothing but the field is looked at.
    let reader = readers[side]
    let column = places[0]
    for offset in offsets {
      var hasher = FieldHasher()
      try reader.field(order[offset], column).hash(into: &hasher)
      hashes.append(hasher.value)
    }
  }

  /// Whether two records have equal identities, after their normalizers.
  package func haveEqualKeys(_ first: (side: Side, record: Int), _ second: (side: Side, record: Int)) throws -> Bool {
    let isSameSide = first.side == second.side
    if first.side == .source, !isSameSide, !hasRulesInsideKey, glance.knows(first.record, second.record, readers) {
      return !glance.hasAny(of: keyPlaces.source)
    }
    let others = isSameSide ? otherReaders[second.side] : readers[second.side]
    let table = others.table
    if isSameSide, table.recordsAreWhole, table.recordBytes(first.record).isSame(as: table.recordBytes(second.record)) {
      return true
    }
    let numbers = sparseKey.map { self.numbers([first, second], $0) } ?? keyNumbers
    for number in numbers.lazy.map(Int.init) {
      let field = try keyField(number, readers[first.side], first.record)
      guard field.isEqual(to: try keyField(number, others, second.record)) else { return false }
    }
    return true
  }

  /// The identity's values as the rules see them; of a whole record of a sparse table, those that it has.
  package func keyValues(_ side: Side, _ record: Int) throws -> [Value] {
    var values: [Value] = []
    try forEachKeyField(side, record) { values.append($1.value) }
    return values
  }

  /// Calls `body` with each of the identity's fields and the number of its column, valid during the call; of a whole
  /// record of a sparse table, with those that it has.
  package func forEachKeyField(_ side: Side, _ record: Int, _ body: (Int, Field) -> Void) throws {
    let reader = readers[side]
    let numbers = sparseKey.map { self.numbers([(side, record)], $0) } ?? keyNumbers
    for number in numbers.lazy.map(Int.init) {
      let field = try keyField(number, reader, record)
      if sparseKey == nil || field.kind != .absent { body(number, field) }
    }
  }

  package func sectionNames(_ side: Side, _ offsets: Range<Int>, of order: RecordOrder) throws -> [Value] {
    if case .script(let function) = plan.rules.section, let evaluator = try evaluator() {
      return try evaluator.sections(of: offsets, order, in: side, function: function)
    }
    guard let place = plan.section?.place(in: side) else { return offsets.map { _ in .absent } }
    return try offsets.map { try readers[side].field(order[$0], place).value }
  }

  private func keyField(_ number: Int, _ reader: RecordReader, _ record: Int) throws -> Field {
    let place = reader.side == .source ? keyPlaces.source[number] : keyPlaces.target[number]
    let field = place < 0 ? .absent : try reader.field(record, place)
    if requiresKey, field.kind == .absent || field.kind == .null {
      throw ComparisonError(
        .missingKey(column: plan.key[number].name, isNull: field.kind == .null), table: reader.table, record: record)
    }
    return hasRulesInsideKey ? try ruled(field, plan.key[number], reader, record) : field
  }

  // MARK: Content

  /// Adds the numbers of the compared columns that differ; nothing where the records are equal.
  package func appendDifferences(source: Int, target: Int, to differences: inout [Int32]) throws -> Bool {
    guard kept != nil else { return try findDifferences(source, target, &differences) }
    for side in Side.allCases { readers[side].beginComparing() }
    var differs = false
    defer { for side in Side.allCases { readers[side].endComparing(differs: differs) } }
    differs = try findDifferences(source, target, &differences)
    return differs
  }

  private func findDifferences(_ source: Int, _ target: Int, _ differences: inout [Int32]) throws -> Bool {
    if case .script(let function) = plan.rules.equality {
      let verdict = try verdict(source: source, target: target, function: function)
      guard verdict != .equal else { return false }
      differences += try self.differences(under: verdict, source: source, target: target)
      return true
    }
    let before = differences.count
    if glance.knows(source, target, readers) {
      glance.appendNumbers(to: &differences)
      return differences.count > before
    }
    for number in comparedNumbers(source, target) where try !areEqual(number, source, target) {
      differences.append(number)
    }
    return differences.count > before
  }

  /// The numbers of the compared columns that may differ in a pair, in ascending order.
  package func comparedNumbers(_ source: Int, _ target: Int) -> [Int32] {
    guard let sparse = plan.sparse else { return allNumbers }
    return numbers([(.source, source), (.target, target)], sparse)
  }

  /// The numbers of the compared columns that a record may have, in ascending order.
  func comparedNumbers(of record: Int, in side: Side) -> [Int32] {
    plan.sparse.map { numbers([(side, record)], $0) } ?? allNumbers
  }

  package func areEqual(_ number: Int32, _ source: Int, _ target: Int) throws -> Bool {
    let places = plainPlaces[Int(number)]
    if places.source >= 0, places.target >= 0 {
      return try readers.source.field(source, places.source).isEqual(to: readers.target.field(target, places.target))
    }
    let column = plan.compared[Int(number)]
    let old = try column.source.map { try readers.source.field(source, $0) } ?? .absent
    let new = try column.target.map { try readers.target.field(target, $0) } ?? .absent
    if column.comparesInside, !column.inside.isEmpty || column.inside.tolerance != nil, old.isNested, new.isNested {
      // Whatever functions say is heard to the end, so that a report does not hear it for the first time.
      let limit = column.inside.hasScripts ? Int.max : 1
      return try nestedChanges(column, old, new, source, target, limit: limit).isEmpty
    }
    switch column.equality {
    case .native(let comparator):
      if comparatorCounts[Int(number)] >= 0 {
        RuleTally.count([old, new], in: &comparatorCounts[Int(number)], comparator.fits)
      }
      do throws(MatchingError) { return try comparator.areEqual(old, new) } catch {
        throw unmatched(error, column.name, source, target)
      }
    case .script(let number):
      if old.isEqual(to: new) { return true }
      return try evaluator()?.areEqual(old, new, function: number, column: column.name, source: source, target: target)
        ?? true
    }
  }

  /// What a comparator could not do with the values of a pair, which either record may be at fault for.
  func unmatched(_ error: MatchingError, _ column: String, _ source: Int, _ target: Int) -> ComparisonError {
    let tables = Sides { readers[$0].table }
    let pair = "\(tables.source.place(of: source)) and \(tables.target.place(of: target))"
    return ComparisonError(.unmatched(error, rule: "equal.\(column), \(pair)"), table: tables.source, record: source)
  }
}

/// Records as they stand: their bytes, or where those do not mean the same on both sides, the values of common columns,
/// converted where the sides are written differently.
extension ComparisonWorker {
  /// The fingerprints of the contents at some offsets: equal bytes share one, and different ones do not.
  ///
  /// They are 0 where bytes say nothing, since all pairs are compared there.
  func contentPrints(_ side: Side, _ range: Range<Int>, of order: RecordOrder, _ secrets: FingerprintSecrets)
    -> [Fingerprint]
  {
    guard plan.hasCommonLayout else { return range.map { _ in Fingerprint(first: 0, second: 0) } }
    return readers[side].table.withRecordBytes { records in range.map { secrets.print(of: records[order[$0]]) } }
  }

  func haveEqualContents(_ first: (side: Side, record: Int), _ second: (side: Side, record: Int)) throws -> Bool {
    guard !plan.hasCommonLayout else {
      return readers[first.side].table.recordBytes(first.record).isSame(
        as: readers[second.side].table.recordBytes(second.record))
    }
    return try plan.columns.common.allSatisfy { column in
      // Copied, for one reader holds one field at a time.
      let value = try readers[first.side].content(first.record, column.place(in: first.side)).value
      return value == (try readers[second.side].content(second.record, column.place(in: second.side)).value)
    }
  }
}

extension ColumnMatch.Common {
  func place(in side: Side) -> Int { side == .source ? source : target }
}

extension ComparisonWorker {
  /// The declared filter, with the places of its columns on a side; those that the side lacks have none.
  private func placedFilter(_ side: Side) -> PlacedCondition? {
    guard case .condition(let condition) = plan.rules.filter else { return nil }
    return PlacedCondition(condition) { readers[side].place(ofOptional: $0) }
  }

  /// Whether the filter keeps each record of some offsets, in order; without one all are kept.
  func inclusions(of offsets: Range<Int>, _ order: RecordOrder, in side: Side) throws -> [Bool] {
    if case .script(let function) = plan.rules.filter, let evaluator = try evaluator() {
      return try evaluator.inclusions(of: offsets, order, in: side, function: function)
    }
    guard let condition = side == .source ? placedFilters.source : placedFilters.target else {
      return offsets.map { _ in true }
    }
    let reader = readers[side]
    var inclusions: [Bool] = []
    inclusions.reserveCapacity(offsets.count)
    for offset in offsets { inclusions.append(try condition.holds(of: order[offset], in: reader)) }
    return inclusions
  }

  package func includes(_ record: Int, in side: Side) throws -> Bool {
    try inclusions(of: 0..<1, .only(record), in: side).first ?? true
  }

  /// The part of a declared filter that leaves a record out, in words; `nil` where a function does.
  package func refusal(of record: Int, in side: Side) throws -> String? {
    guard case .condition(let condition) = plan.rules.filter else { return nil }
    return try condition.refusal { part in
      try PlacedCondition(part) { readers[side].place(ofOptional: $0) }.holds(of: record, in: readers[side])
    }.words
  }
}

/// What a function says of whole records.
extension ComparisonWorker {
  package func verdict(source: Int, target: Int, function: Int) throws -> RecordVerdict {
    try evaluator()?.verdict(source: source, target: target, function: function) ?? .equal
  }

  /// The numbers of the columns that differ: those that a verdict names, else those whose values differ as they stand.
  package func differences(under verdict: RecordVerdict, source: Int, target: Int) throws -> [Int32] {
    guard case .different(let names?) = verdict else {
      let (old, new, allPlaces) = (readers.source, readers.target, contentPlaces)
      return try comparedNumbers(source, target).filter { number in
        let places = allPlaces[Int(number)]
        let value = places.source < 0 ? .absent : try old.content(source, places.source)
        return !value.isEqual(to: places.target < 0 ? .absent : try new.content(target, places.target))
      }
    }
    return try Set(names.map { try number(ofCompared: $0, source) }).sorted()
  }

  private func number(ofCompared name: String, _ source: Int) throws -> Int32 {
    if let number = comparedPlaces[ColumnName(name)] { return Int32(truncatingIfNeeded: number) }
    throw ComparisonError(
      .unknownVerdict(name, columns: plan.compared.map(\.name)), table: readers.source.table, record: source)
  }
}

/// A declared filter as the records of one side are asked: it knows where the columns are.
///
/// Of classes, since every record goes through it: an enumeration's payloads would be copied on the way.
final class PlacedCondition {
  private let test: Test

  private enum Test {
    /// A column's place; `nil` of one that the side lacks.
    case value(Int?, ValueCondition)
    case all([PlacedCondition])
    case any([PlacedCondition])
    case not(PlacedCondition)
  }

  init(_ condition: RecordCondition, place: (String) -> Int?) {
    test =
      switch condition {
      case .value(let column, let condition): .value(place(column), condition)
      case .all(let parts): .all(parts.map { PlacedCondition($0, place: place) })
      case .any(let parts): .any(parts.map { PlacedCondition($0, place: place) })
      case .not(let part): .not(PlacedCondition(part, place: place))
      }
  }

  func holds(of record: Int, in reader: RecordReader) throws -> Bool {
    switch test {
    case .value(let place, let condition):
      let field = if let place { try reader.field(record, place) } else { Field.absent }
      do throws(MatchingError) { return try condition.holds(of: field) } catch {
        throw ComparisonError(.unmatched(error, rule: "filter"), table: reader.table, record: record)
      }
    case .all(let parts):
      for part in parts where try !part.holds(of: record, in: reader) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.holds(of: record, in: reader) { return true }
      return false
    case .not(let part): return try !part.holds(of: record, in: reader)
    }
  }
}
