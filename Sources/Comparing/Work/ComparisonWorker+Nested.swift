import Records

extension ComparisonWorker {
  /// What differs inside the values of a compared column of two records, given by their numbers in the tables.
  ///
  /// The values are valid until this worker is asked for something else.
  ///
  /// - Returns: `nil` unless both values, after their normalizers, are JSON objects or arrays, and may be shown.
  /// - Throws: What a rule throws.
  package func nestedChanges(in column: ResolvedPlan.Column, source: Int, target: Int) throws -> [NestedChange]? {
    guard let fields = try nestedFields(of: column, source, target) else { return nil }
    return try nestedChanges(column, fields.source, fields.target, source, target)
  }

  /// What differs inside of the objects in a compared column of two records, with or without what differs inside of
  /// lists, as ``nestedChanges(in:source:target:)`` says.
  ///
  /// Functions of rules are asked in one order alone, and so about lists, too.
  package func memberChanges(in column: ResolvedPlan.Column, source: Int, target: Int) throws -> [NestedChange]? {
    guard !column.inside.hasScripts else { return try nestedChanges(in: column, source: source, target: target) }
    guard let fields = try nestedFields(of: column, source, target) else { return nil }
    return try locating(column.name, source, target) {
      try NestedDiff.changes(from: fields.source, to: fields.target, rules: column.inside, entersLists: false)
    }
  }

  private func nestedFields(of column: ResolvedPlan.Column, _ source: Int, _ target: Int) throws -> Sides<Field>? {
    guard !column.isMasked else { return nil }
    let old = try column.source.map { try readers.source.field(source, $0) } ?? .absent
    let new = try column.target.map { try readers.target.field(target, $0) } ?? .absent
    return old.isNested && new.isNested ? Sides(source: old, target: new) : nil
  }

  func nestedChanges(
    _ column: ResolvedPlan.Column, _ old: Field, _ new: Field, _ source: Int, _ target: Int, limit: Int = .max
  ) throws -> [NestedChange] {
    let pair = KeptAnswers.Pair(column: column.target ?? -1, source: source, target: target)
    let scripts = try scripts(for: column.inside, source, target, known: kept?.answers(about: pair))
    let changes = try locating(column.name, source, target) {
      try NestedDiff.changes(from: old, to: new, rules: column.inside, scripts: scripts, limit: limit)
    }
    // Of values that are equal nobody asks what differs inside.
    if let scripts, !scripts.answers.isEmpty, !changes.isEmpty { kept?.keep(scripts.answers, about: pair) }
    return changes
  }

  /// Gives `body` the scripts that rules ask about two records' values, and its errors their place.
  package func judging<Result>(
    _ rules: ValueRules, _ column: String, _ source: Int, _ target: Int, _ body: ((any NestedScripts)?) throws -> Result
  ) throws -> Result {
    let scripts = try scripts(for: rules, source, target)
    return try locating(column, source, target) { try body(scripts) }
  }

  private func locating<Result>(_ column: String, _ source: Int, _ target: Int, _ body: () throws -> Result) throws
    -> Result
  {
    do { return try body() } catch let error as MatchingError { throw unmatched(error, column, source, target) }
  }

  private func scripts(for rules: ValueRules, _ source: Int, _ target: Int, known: [InsideAnswer]? = nil) throws
    -> PairScripts?
  {
    guard rules.hasScripts, let evaluator = try evaluator() else { return nil }
    return PairScripts(evaluator, source: source, target: target, known: known)
  }

  /// A value of the identity as the rules for what is inside it leave it, valid until the reader's next one.
  func ruled(_ field: Field, _ column: ResolvedPlan.Column, _ reader: RecordReader, _ record: Int) throws -> Field {
    guard field.isNested, !column.inside.isEmpty else { return field }
    do {
      let bytes = try RuledSpelling.bytes(
        of: field, rules: column.inside, in: reader.side, scripts: try scripts(for: column.inside, record, record))
      reader.ruledValue.set(field.kind, bytes)
      return reader.ruledValue.field
    } catch let error as MatchingError {
      throw ComparisonError(.unmatched(error, rule: "normalize.\(column.name)"), table: reader.table, record: record)
    }
  }
}

/// Asks a script what is inside two paired records' values; what it was asked before in the same order, it is not asked
/// again.
private final class PairScripts: NestedScripts {
  private let evaluator: any RuleEvaluator
  private let source: Int
  private let target: Int
  private var known: ArraySlice<InsideAnswer>
  private(set) var answers: [InsideAnswer] = []

  init(_ evaluator: any RuleEvaluator, source: Int, target: Int, known: [InsideAnswer]? = nil) {
    (self.evaluator, self.source, self.target) = (evaluator, source, target)
    self.known = (known ?? [])[...]
  }

  func areEqual(_ old: Field, _ new: Field, function: Int, path: String) throws -> Bool {
    if case .verdict(let verdict)? = known.popFirst() { return verdict }
    let verdict = try evaluator.areEqual(old, new, function: function, column: path, source: source, target: target)
    answers.append(.verdict(verdict))
    return verdict
  }

  func normalize(_ buffer: FieldBuffer, function: Int, path: String, in side: Side) throws {
    if case .value(let kind, let bytes)? = known.popFirst() { return buffer.set(kind, bytes) }
    try evaluator.normalize(buffer, function: function, column: path, record: record(side), in: side)
    answers.append(.value(buffer.kind, Array(buffer.bytes)))
  }

  func identity(of element: Field, at place: Int, function: Int, path: String, in side: Side) throws -> [UInt8] {
    if case .identity(let bytes)? = known.popFirst() { return bytes }
    let bytes = try evaluator.identity(
      of: element, at: place, of: path, function: function, record: record(side), in: side)
    answers.append(.identity(bytes))
    return bytes
  }

  private func record(_ side: Side) -> Int { side == .source ? source : target }
}

extension ComparisonWorker {
  /// Whether no rule speaks of a column or of what is inside of its values, so that a place there may be a column of
  /// its own.
  package func mayOpen(_ column: ResolvedPlan.Column) -> Bool {
    let given = plan.given
    return column.isPlain && !column.isMasked && column.source != nil && column.target != nil
      && given.comparators[column.name] == nil && given.steps(for: column.name).isEmpty
  }

  /// A place inside of the objects of a column as a column of its own, compared exactly; `nil` where it can be none.
  package func place(at path: PathPattern, in owner: ResolvedPlan.Column) -> ResolvedPlan.Column? {
    guard mayOpen(owner), path.isPlain else { return nil }
    let name = path.text(below: owner.name)
    let places = Sides { side in
      readers[side].columnIndex(of: name).flatMap { $0 < readers[side].table.columns.count ? nil : $0 }
    }
    guard let source = places.source, let target = places.target else { return nil }
    return ResolvedPlan.Column(
      name: name, source: source, target: target, equality: .native(ExactComparator()),
      inside: ValueRules(),
      comparesInside: true, isMasked: false)
  }
}
