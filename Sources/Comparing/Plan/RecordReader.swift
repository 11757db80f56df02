import Platform
import Records

/// One side's records as the rules see them: columns by the rules' names, values after their normalizers.
///
/// A reader belongs to one worker. A field that it gives is valid until the next one is asked for.
package final class RecordReader {
  package let table: RecordTable
  package let side: Side
  private let names: RuleNames
  private let plan: ComparisonPlan
  private(set) var chains: [NormalizerChain?]
  package let hasNormalizers: Bool
  /// The columns that are made of others, by their places behind ``firstDerived``.
  private var derived: [DerivedField] = []
  private var derivedPlaces: ColumnMap<Int> = [:]
  /// The index of the first derived column; those of tables and of paths are below.
  package static let firstDerived = 1 << 24
  // Runs for every field of every record, so exclusive access is not checked: that would cost more than the rest.
  @exclusivity(unchecked) private var cursor: FieldCursor
  private let buffer = FieldBuffer()
  /// The columns of the table whose values go through other normalizers than the other side's.
  private lazy var sidedColumns = Set(
    names.columns(of: table).enumerated().filter { plan.steps(for: $0.element).areSided }.map(\.offset))
  private lazy var hasSidedColumns = hasNormalizers && !sidedColumns.isEmpty
  /// Holds a nested value as the rules for what is inside it leave it.
  lazy var ruledValue = FieldBuffer()

  /// What scripts have made of values already; `nil` where every value is asked for anew.
  let kept: KeptAnswers?
  @exclusivity(unchecked) private var held = HeldAnswers()
  private var isHolding = false

  /// Who runs the normalizers that are scripts; it owns the reader, so it is not kept alive from here.
  ///
  /// Who sets this takes it away before the evaluator ends: a weak reference costs as much as a short function.
  package unowned(unsafe) var evaluator: (any RuleEvaluator)?

  package convenience init(table: RecordTable, side: Side, plan: ComparisonPlan) {
    self.init(table: table, side: side, plan: plan, kept: nil)
  }

  init(table: RecordTable, side: Side, plan: ComparisonPlan, kept: KeptAnswers?) {
    self.table = table
    self.kept = kept
    self.side = side
    names = RuleNames(plan, side)
    self.plan = plan
    hasNormalizers = plan.rewritesValues
    cursor = table.makeCursor()
    chains = hasNormalizers ? names.columns(of: table).map { NormalizerChain($0, plan.steps(for: $0), side) } : []
    for (name, column) in plan.derived.sortedByName {
      guard let formula = column.formulas[side] else { continue }
      derivedPlaces[name] = Self.firstDerived + derived.count
      derived.append(DerivedField(name, formula, NormalizerChain(name, plan.steps(for: name), side), in: side))
    }
    // Paths into nested values become columns when they are asked for.
    for name in plan.normalizers.names { _ = columnIndex(of: name) }
  }

  /// The place of a column, by the name that rules use; also of a path into nested values.
  package func columnIndex(of name: String) -> Int? {
    if let place = derivedPlaces[name] { return place }
    guard let index = names.ownName(of: name).flatMap(table.columnIndex) else { return nil }
    if hasNormalizers, index >= chains.count || chains[index] == nil,
      let chain = NormalizerChain(name, plan.steps(for: name), side)
    {
      while chains.count <= index { chains.append(nil) }
      chains[index] = chain
    }
    return index
  }

  /// The place of a column that a name with a `?` at its end may stand for, where no column is called so.
  func place(ofOptional name: String) -> Int? {
    columnIndex(of: name) ?? (name.isOptional ? columnIndex(of: name.withoutMark) : nil)
  }

  /// The name that rules have for a column of the source, or a path in one, given by the name that it had before its
  /// rename; `nil` for any other.
  package func newName(of name: String) -> String? { names.newName(of: name) }

  /// The columns' names as rules use them.
  package var columns: [String] { names.columns(of: table) }

  /// The columns that a record of a sparse table has, in ascending order; `nil` where every column has to be looked at.
  package func foundColumns(_ record: Int) -> [Int32]? { cursor.foundColumns(record) }

  /// Adds the columns of the table in which a record differs as it stands from one that another reader reads.
  ///
  /// - Returns: `false` if that is not known without the fields; what was added means nothing then.
  func findDifferences(_ record: Int, _ other: RecordReader, _ otherRecord: Int, into columns: inout [Int32]) -> Bool {
    cursor.findDifferences(record, other.cursor.bytes, otherRecord, into: &columns)
  }

  func mayKnowDifferences(from other: RecordReader) -> Bool { cursor.mayKnowDifferences(from: other.cursor) }

  /// Has a record brought near the processor, for it to be read a little later.
  func fetch(_ record: Int) { cursor.bytes.prefetch(record) }

  /// The value as it stands.
  ///
  /// Of a derived column, what it is made of before its own normalizers; absent where a function fails.
  package func rawField(_ record: Int, _ column: Int) -> Field {
    guard column >= Self.firstDerived else { return cursor.field(record, column) }
    do { return try made(derived[column - Self.firstDerived], record).field } catch { return .absent }
  }

  /// Makes the value of a derived column, so that a function that fails says so.
  ///
  /// - Throws: What the function throws.
  func check(_ record: Int, _ column: Int) throws { _ = try made(derived[column - Self.firstDerived], record) }

  /// Whether a column has normalizers, so that the next value that is asked for takes the place of its own.
  package func rewrites(_ column: Int) -> Bool {
    column >= Self.firstDerived || hasNormalizers && column < chains.count && chains[column] != nil
  }

  /// The value as it stands, or where the sides go through different normalizers, after these: what makes two records'
  /// contents the same.
  ///
  /// - Throws: What a normalizer that is a script throws.
  func content(_ record: Int, _ column: Int) throws -> Field {
    hasSidedColumns && sidedColumns.contains(column) ? try field(record, column) : rawField(record, column)
  }

  /// The value after the column's normalizers.
  ///
  /// - Throws: What a normalizer that is a script throws.
  package func field(_ record: Int, _ column: Int) throws -> Field {
    if column >= Self.firstDerived { return try field(record, of: derived[column - Self.firstDerived]) }
    let field = cursor.field(record, column)
    guard hasNormalizers, column < chains.count, let chain = chains[column] else { return field }
    buffer.load(field)
    do throws(MatchingError) { if try chain.normalize(buffer) { return buffer.field } } catch {
      throw unmatched(error, chain, record)
    }
    if recall(column, record) { return buffer.field }
    try normalize(buffer, chain, record)
    if kept != nil, evaluator != nil {
      held.append(buffer.field, of: field, column, record)
      if !isHolding { keepHeld(isCompared: false) }
    }
    return buffer.field
  }

  /// The value of a derived column, valid until it is asked for of another record.
  private func field(_ record: Int, of derived: DerivedField) throws -> Field {
    let made = try made(derived, record)
    guard let chain = derived.chain else { return made.field }
    if derived.records.normalized != record {
      derived.records.normalized = -1
      derived.normalized.load(made.field)
      try normalize(derived.normalized, chain, record)
      derived.records.normalized = record
    }
    return derived.normalized.field
  }

  /// The value of a derived column before its own normalizers.
  private func made(_ derived: DerivedField, _ record: Int) throws -> FieldBuffer {
    guard derived.records.made != record else { return derived.made }
    guard derived.records.made != Self.isBeingMade else { throw ComparisonError(.derivedCycle(derived.name)) }
    derived.records = (Self.isBeingMade, -1)
    defer { if derived.records.made == Self.isBeingMade { derived.records.made = -1 } }
    switch derived.formula {
    case .parts:
      guard let expression = derived.expression else { break }
      try make(expression, of: record, in: derived.made)
      guard expression.parts.count == 1 || derived.made.bytes.count <= MatchingError.mostGrowth else {
        throw ComparisonError(.derivedTooLong(derived.name), table: table, record: record)
      }
    case .script(let function):
      derived.made.set(.null, BytesView())
      try evaluator?.derive(derived.made, function: function, record: record, in: side)
    }
    derived.records.made = record
    return derived.made
  }

  private static let isBeingMade = -2

  /// Makes the value of an expression; of one part it stays what it is, of several it is a text, null where every
  /// column is missing.
  private func make(_ expression: DerivedExpression, of record: Int, in buffer: FieldBuffer) throws {
    if expression.places.isEmpty {
      expression.places = expression.parts.map { part in
        if case .column(let name) = part { columnIndex(of: name) ?? -1 } else { -1 }
      }
    }
    let isJoined = expression.parts.count > 1
    var isMissing = true
    expression.text.removeAll(keepingCapacity: true)
    for (part, place) in zip(expression.parts, expression.places) {
      switch part {
      case .text(let literal):
        expression.text += literal
        continue
      case .column: buffer.load(place < 0 ? .absent : try field(record, place))
      case .expression(let inner): try make(inner, of: record, in: buffer)
      }
      isMissing = isMissing && buffer.isMissing
      if isJoined { buffer.append(to: &expression.text) }
    }
    if isJoined { buffer.set(isMissing ? .null : .text, isMissing ? [] : expression.text) }
    buffer.begin()
    if let chain = expression.chain { try normalize(buffer, chain, record) }
  }

  private func recall(_ column: Int, _ record: Int) -> Bool {
    guard let kept else { return false }
    if isHolding, held.load(column, record, into: buffer) { return true }
    return (!isHolding || kept.hasEarlierAnswers) && kept.load(column, record, into: buffer)
  }

  private func keepHeld(isCompared: Bool) {
    kept?.keep(held, isCompared: isCompared)
    held.removeAll()
  }

  /// Holds back what scripts answer from now on, until it is known if the record differs from its partner.
  func beginComparing() { isHolding = kept != nil }

  /// Keeps what was held back about a record that differs, and forgets the rest.
  func endComparing(differs: Bool) {
    isHolding = false
    if differs { keepHeld(isCompared: true) } else { held.removeAll() }
  }

  private func unmatched(_ error: MatchingError, _ chain: NormalizerChain, _ record: Int) -> ComparisonError {
    ComparisonError(.unmatched(error, rule: "normalize.\(chain.column)"), table: table, record: record)
  }

  private func normalize(_ buffer: FieldBuffer, _ chain: NormalizerChain, _ record: Int) throws {
    if let number = chain.onlyScript {
      try evaluator?.normalize(buffer, function: number, column: chain.column, record: record, in: side)
      return
    }
    for (place, step) in chain.steps.enumerated() where step.holds(in: side) {
      switch step {
      case .native(let normalizer, _):
        do throws(MatchingError) { try chain.apply(normalizer, place, to: buffer) } catch {
          throw unmatched(error, chain, record)
        }
      case .script(let number, _):
        try evaluator?.normalize(buffer, function: number, column: chain.column, record: record, in: side)
      }
    }
  }
}

final class NormalizerChain {
  let column: String
  let steps: [ComparisonPlan.NormalizerStep]
  /// The side's steps by their numbers, where all of them run natively.
  private let natives: [(number: Int, normalizer: any Normalizer)]?
  /// The side's step, where it has but one, which is a script.
  let onlyScript: Int?
  /// How each step has fared, as a ``RuleTally`` counts.
  @exclusivity(unchecked) private(set) var counts: [Int32]

  /// A chain of these steps; `nil` if none is of the side.
  init?(_ column: String, _ steps: [ComparisonPlan.NormalizerStep], _ side: Side) {
    let own = steps.indices.filter { steps[$0].holds(in: side) }
    guard !own.isEmpty else { return nil }
    self.column = column
    self.steps = steps
    counts = [Int32](repeating: 0, count: steps.count)
    if own.count == 1, case .script(let number, _) = steps[own[0]] { onlyScript = number } else { onlyScript = nil }
    natives =
      own.allSatisfy { steps[$0].isNative }
      ? own.compactMap { number in
        if case .native(let normalizer, _) = steps[number] { (number, normalizer) } else { nil }
      } : nil
  }

  /// Rewrites the value, if every step runs natively.
  ///
  /// - Returns: `false` if a script has to be asked; nothing is rewritten then.
  func normalize(_ buffer: FieldBuffer) throws(MatchingError) -> Bool {
    guard let natives else { return false }
    for (number, normalizer) in natives { try apply(normalizer, number, to: buffer) }
    return true
  }

  /// Rewrites the value by a step, which is counted as long as it has fitted none.
  func apply(_ normalizer: any Normalizer, _ number: Int, to buffer: FieldBuffer) throws(MatchingError) {
    if counts[number] >= 0 { RuleTally.count([buffer.field], in: &counts[number], normalizer.fits) }
    try normalizer.normalize(buffer)
  }
}
