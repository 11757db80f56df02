import Platform
import Records
import StagedDiff

/// What is compared, and how: rules and flags, made into one value.
///
/// Columns are named as the target names them; a renamed column of the source has its new name.
@dynamicMemberLookup package struct ComparisonPlan: Sendable {
  /// What makes two records the same record.
  package enum Identity: Sendable, Equatable {
    /// The key that a search finds; the whole record where none is good enough.
    case automatic
    /// The whole record: nothing is ever updated.
    case record
    /// These columns together, after their normalizers.
    case columns([String])
    /// Whatever the script's function of this number says.
    case script(Int)
  }

  package enum Equality: Sendable {
    case columns
    case script(Int)
  }

  /// What divides the records into sections.
  package enum Section: Sendable {
    /// Records of one value of this column are a section.
    case column(String)
    case script(Int)
    /// The sections of nested input; identified by these columns.
    case nested(key: [String])
  }

  package enum Filter: Sendable {
    case condition(RecordCondition)
    case script(Int)
  }

  package enum ColumnEquality: Sendable {
    case native(any Comparator)
    case script(Int)

    /// Whether it is about numbers only.
    var comparesNumbers: Bool {
      if case .native(let comparator) = self { comparator is NumberComparator } else { false }
    }

    var isExact: Bool { if case .native(let comparator) = self { comparator is ExactComparator } else { false } }
  }

  /// One thing that values go through; of both sides, or of one that is written otherwise than the other.
  package enum NormalizerStep: Sendable {
    case native(any Normalizer, of: Side? = nil)
    case script(Int, of: Side? = nil)

    package var isNative: Bool { if case .native = self { true } else { false } }
    /// The only side whose values go through it; `nil` for both.
    package var side: Side? {
      switch self {
      case .native(_, let side), .script(_, let side): side
      }
    }

    package func holds(in side: Side) -> Bool { self.side.map { $0 == side } ?? true }
  }

  package enum DuplicatePolicy: String, Sendable, CaseIterable {
    /// Pair those that are equal under the rules, then those of one section, then the others in file order, and report
    /// them.
    case match
    /// Pair them first-in-first-out, and report them.
    case pair
    case error
  }

  /// All that the plan says, in one object, since plans are passed on often.
  @Shared var parts: Parts
  /// What is kept of columns that are found under this plan, for others to compare under it; `nil` for nothing.
  var bindings: Bindings?

  /// The plan that rules make; without any, a key is searched for, and values are compared exactly.
  package init(_ given: RuleSet = RuleSet(), _ run: ComparisonRun = ComparisonRun()) {
    parts = Parts(given, run)
    for column in json { ruleSet.normalizers[column] = [.native(JSONTextNormalizer())] + ownSteps(for: column) }
    if given.elements != nil { ruleSet.section = .nested(key: given.sectionKey ?? given.identityColumns) }
    if given.isOn(.ignoreOrder) { moves = .none }
  }

  /// What a rule says that needs no default.
  package subscript<Value>(dynamicMember rule: WritableKeyPath<RuleSet, Value>) -> Value {
    _read { yield ruleSet[keyPath: rule] }
    _modify { yield &ruleSet[keyPath: rule] }
  }

  package subscript<Value>(dynamicMember part: WritableKeyPath<Parts, Value>) -> Value {
    _read { yield parts[keyPath: part] }
    _modify { yield &parts[keyPath: part] }
  }

  package var identity: Identity {
    get { ruleSet.identity ?? .automatic }
    set { ruleSet.identity = newValue }
  }
  package var equality: Equality {
    get { ruleSet.equality ?? .columns }
    set { ruleSet.equality = newValue }
  }
  package var ignored: [String] {
    get { ruleSet.ignored ?? [] }
    set { ruleSet.ignored = newValue }
  }
  package var json: [String] {
    get { ruleSet.json ?? [] }
    set { ruleSet.json = newValue }
  }
  package var masked: [String] {
    get { ruleSet.masked ?? [] }
    set { ruleSet.masked = newValue }
  }
  package var moves: MoveDetection {
    get { ruleSet.moves ?? .minimal }
    set { ruleSet.moves = newValue }
  }
  /// How sections move: as records do, but where a share of these is compared.
  var sectionMoves: MoveDetection { run.share?.sectionMoves ?? moves }
  package var duplicates: DuplicatePolicy {
    get { ruleSet.duplicates ?? .match }
    set { ruleSet.duplicates = newValue }
  }

  /// Whether the identity is something else than the whole record, as far as it is known before a search.
  package var hasKey: Bool {
    switch identity {
    case .automatic, .record: false
    case .columns, .script: true
    }
  }

  /// All passes of the identity, the first one included.
  package var allPasses: [MatchingPass] {
    if aloneScore != nil { return ruleSet.passes }
    return switch identity {
    case .columns(let names): [.columns(names)] + ruleSet.passes
    case .script(let function): [.script(function)] + ruleSet.passes
    case .automatic, .record: [.columns([])] + ruleSet.passes
    }
  }

  /// The score that is the whole identity; `nil` where there is a key.
  package var aloneScore: ScoredMatching? { ruleSet.passes.first?.aloneScore }

  /// Whether records as their own identity are the same only if all their values are, as they stand.
  var hasExactRecords: Bool {
    ruleSet.only == nil && ignored.isEmpty && ruleSet.lists.isEmpty && ruleSet.derived.isEmpty && !rewritesValues
  }

  /// What compares the columns that have no comparator of their own.
  ///
  /// Where a tolerance is said beside a native comparator, either will do; a function has the last word.
  var equalityOfOthers: ColumnEquality {
    guard let tolerance = ruleSet.tolerance else { return parts.usualEquality ?? .native(ExactComparator()) }
    switch parts.usualEquality {
    case .native(let comparator): return .native(CombinedComparator(tolerance, or: comparator))
    case .script(let function): return .script(function)
    case nil: return .native(tolerance)
    }
  }

  /// Whether a rule compares the values of a column in its own way; a tolerance for all columns is about numbers alone.
  package func isRuled(_ column: String) -> Bool {
    guard case .columns = equality else { return true }
    return ruleSet.comparators[column] != nil || parts.usualEquality != nil
  }

  /// Whether there is a tolerance, which a column with a comparator of its own has not.
  package var hasUsualTolerance: Bool { ruleSet.tolerance != nil }

  /// What the values of a column go through before rules see them; empty where they stay as they are.
  package func steps(for column: String) -> [NormalizerStep] {
    let own = ruleSet.normalizers[column] ?? (parts.optionalNames == nil ? ruleSet.normalizers["\(column)?"] : nil)
    return generalSteps + (own ?? parts.usualSteps)
  }

  /// What the values of every column go through.
  private var generalSteps: [NormalizerStep] {
    (ruleSet.isOn(.trim) ? [.native(TextNormalizer(.trim))] : [])
      + (ruleSet.isOn(.ignoreCase) ? [.native(TextNormalizer(.fold))] : [])
  }

  /// Whether rules may see other values than stand in the inputs.
  var rewritesValues: Bool {
    !ruleSet.normalizers.isEmpty || !parts.usualSteps.isEmpty || ruleSet.isOn(.trim) || ruleSet.isOn(.ignoreCase)
  }

  /// Whether a value may mean one thing in the source and another in the target, so that equal bytes have to be looked
  /// at as others are.
  var hasSidedSteps: Bool {
    ruleSet.normalizers.contains { $0.value.areSided } || parts.usualSteps.areSided
      || ruleSet.derived.contains { $0.value.isSided }
  }

  /// Whether a value that rules see may be a function's.
  package var hasScriptedNormalizers: Bool {
    !scriptedNormalizers.isEmpty || ruleSet.derived.contains { !$0.value.functions.isEmpty }
  }

  /// Whether a normalizer takes so long that its answers are worth keeping.
  var hasSlowNormalizers: Bool { scriptedNormalizers.contains { run.scripts?.columns(of: $0) == nil } }

  private var scriptedNormalizers: [Int] {
    (ruleSet.normalizers.flatMap(\.value) + parts.usualSteps).compactMap { step in
      if case .script(let function, _) = step { function } else { nil }
    }
  }
}

extension [ComparisonPlan.NormalizerStep] {
  /// Whether the sides go through different steps.
  package var areSided: Bool { contains { $0.side != nil } }

  /// The steps, and for a side that is not brought to the form which the other one is brought to, numbers or dates, a
  /// step that does.
  package var withCounterparts: Self {
    guard areSided else { return self }
    let forms = Sides { side in
      lazy.filter { $0.holds(in: side) }.compactMap { step -> (any Normalizer)? in
        if case .native(let normalizer, _) = step { normalizer.counterpart } else { nil }
      }.last
    }
    let missing = Side.allCases.compactMap { side in
      forms[side] == nil ? forms[side.other].map { Element.native($0, of: side) } : nil
    }
    return self + missing
  }
}

extension ComparisonPlan {
  package var hasMask: Bool { !masked.isEmpty }

  /// Whether no output shows the values of a column, or what a path leads to: its own, or some that it is made of.
  package func isMasked(_ name: String) -> Bool {
    guard hasMask else { return false }
    let columns = ruleSet.maskedNames
    var seen: Set<ColumnName> = []
    var left = [name]
    while let next = left.popLast() {
      guard seen.insert(ColumnName(next)).inserted else { continue }
      if isNamed(next, among: columns) { return true }
      for side in Side.allCases {
        // A function may have looked at any.
        guard let origins = origins(of: next, in: side) else { return true }
        left += origins.map(\.text)
      }
    }
    return false
  }

  private func isNamed(_ name: String, among columns: Set<ColumnName>) -> Bool {
    columns.contains(name) || parts.optionalNames == nil && columns.contains("\(name)?")
      || NestedRules.owners(of: name).contains(where: columns.contains) || isFrom(columns, name)
  }
}

extension ComparisonPlan {
  /// Whether a value has another name in the source, by which it is inside of one of some columns.
  private func isFrom(_ columns: Set<ColumnName>, _ name: String) -> Bool {
    ruleSet.renames.contains { old, new in
      ColumnName(new) == ColumnName(name)
        && NestedRules.owners(of: old).contains { columns.contains(ruleSet.renames[$0.text] ?? $0.text) }
    }
  }
}

extension RuleSet {
  /// Does some work on the inputs; where columns are masked, an error shows no part of an input.
  package func hidingMasked<R>(_ work: () throws -> R) throws -> R { try hidingQuotes(masked?.isEmpty == false, work) }
}

extension ResolvedPlan {
  /// The columns of a table whose values no output shows, those of paths included.
  func maskedColumns(_ side: Side, of table: RecordTable) -> Set<Int> {
    guard rules.hasMask else { return [] }
    let own = RuleNames(rules, side).columns(of: table).enumerated().filter { rules.isMasked($0.element) }.map(\.offset)
    let bound = (compared + key).filter(\.isMasked).compactMap { $0.place(in: side) }
    return Set(own + bound)
  }

  func shownSection(_ name: Value) -> Value {
    guard rules.hasMask, section?.isMasked ?? true else { return name }
    return Mask.sign(of: name)
  }
}

extension ComparisonError: QuotingError {
  /// The same error without what the app said of a value; what the library says itself holds none.
  package var withoutQuotes: any Error {
    guard case .unmatched(let error, let rule) = reason else { return self }
    return ComparisonError(.unmatched(error.withoutCause, rule: rule), input: input, place: place)
  }
}

extension ComparisonPlan {
  /// The columns whose hashes make the identity, or are as good as one to find a record by, by the names of each side,
  /// so that they can be hashed while reading.
  ///
  /// - Parameter headers: The column names, where they are known before reading.
  /// - Returns: `nil` for a side where the identity has to be computed afterwards.
  package func hashedColumns(headers: Sides<[String]?>) -> Sides<[String]?> {
    guard takesKeysAsRead else { return Sides(source: nil, target: nil) }
    switch identity {
    case .automatic: return Sides(source: nil, target: nil)
    case .script(let function):
      // They are not the identity, but lead to where a record is in the other input.
      guard let names = run.scripts?.columns(of: function), !names.isEmpty else {
        return Sides(source: nil, target: nil)
      }
      // Not all of them need be columns: where nobody knows which are, reading would look for all.
      return Sides { side in headers[side].flatMap { ownNames(names, in: side, header: $0) } }
    case .columns(let names): return Sides { ownNames(names, in: $0, header: headers[$0]) }
    case .record:
      guard let source = headers.source, let target = headers.target, source.areSameNames(as: target), hasExactRecords,
        ruleSet.renames.isEmpty
      else { return Sides(source: nil, target: nil) }
      return Sides(source: source, target: target)
    }
  }

  /// Whether a key is searched for, and what is hashed while reading may be its columns as they stand.
  package var mayGuessKey: Bool {
    guard case .automatic = identity else { return false }
    return run.scripts == nil && takesKeysAsRead && ruleSet.renames.isEmpty
  }

  /// The plan with the names of an object's members as the identity, where both collections are such objects and no
  /// other identity is given.
  func withNamesAsKey(of source: RecordTable, _ target: RecordTable) -> ComparisonPlan {
    guard case .automatic = identity, source.columns.first == "@key", target.columns.first == "@key" else {
      return self
    }
    var plan = self
    plan.identity = .columns(["@key"])
    return plan
  }

  private func ownNames(_ names: [String], in side: Side, header: [String]?) -> [String]? {
    guard names.allSatisfy({ steps(for: $0).isEmpty && !isDerived($0) }) else { return nil }
    let backward = ruleSet.renames.inverted
    let own = side == .source ? names.map { backward[$0] ?? $0 } : names
    // An unknown column is reported by the plan's own check, which knows what was meant.
    if let header, !own.namesMissing(in: header).isEmpty { return nil }
    return own
  }
}

extension ComparisonPlan {
  private var takesKeysAsRead: Bool {
    ruleSet.filter == nil && ruleSet.section == nil && ruleSet.group == nil && !typesKey && parts.cellTypes.isEmpty
  }

  /// What a plan keeps, by the names that the plan has for it.
  package struct Parts: Sendable {
    @Shared var ruleSet: RuleSet
    /// The comparator of columns that have none of their own, as `equal["*"]` says.
    package var usualEquality: ColumnEquality?
    /// What the values go through of columns that have no normalizer of their own, as `normalize["*"]` says.
    package var usualSteps: [NormalizerStep]
    /// What the values of columns are taken for, where only one side has types.
    package var cellTypes: [String: KeyType] = [:]
    /// The names that may lead nowhere, without the `?` behind them; `nil` until they have been looked for in two
    /// tables.
    package var optionalNames: Set<ColumnName>?
    /// Paths into nested values that are compared as columns of their own, though no rule speaks of them.
    package var opened: [String] = []
    /// The columns of groups that are compared by value, though no rule says so.
    var totals: Set<String> = []
    var run: ComparisonRun
    /// Whether a key column may be absent or null, which then is a value like others: a probe looks at such keys too.
    package var permitsMissingKeys: Bool

    init(_ given: RuleSet, _ run: ComparisonRun) {
      var rules = given
      self.run = run
      // A record without a value for one pass may have one for the next.
      permitsMissingKeys = !rules.passes.isEmpty
      usualEquality = rules.comparators.removeValue(for: RuleSet.everyColumn)
      rules.normalizers = rules.normalizers.mapValues(\.withCounterparts)
      usualSteps = rules.normalizers.removeValue(for: RuleSet.everyColumn) ?? []
      ruleSet = rules
    }
  }

  /// The rules as they hold here; what they say of every column is taken out of them.
  package var ruleSet: RuleSet {
    _read { yield parts.ruleSet }
    _modify { yield &parts.ruleSet }
  }
  package var run: ComparisonRun {
    _read { yield parts.run }
    _modify { yield &parts.run }
  }
}
