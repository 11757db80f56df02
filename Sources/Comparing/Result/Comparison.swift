import Platform
import Records
import StagedDiff

/// The result of a comparison: everything that a report or a script may know of it.
package final class Comparison: Sendable {
  /// The old collection, as it is shown.
  package var source: RecordTable { tables.source }
  /// The new collection, as it is shown.
  package var target: RecordTable { tables.target }
  /// Both collections as they are shown: without the values of masked columns.
  package let tables: Sides<RecordTable>
  /// Which columns both sides have, and which one of them.
  package var columns: ColumnMatch { resolvedPlan.columns }
  package let summary: Summary
  /// How many sections changed; `nil` without sections.
  package var sectionSummary: Summary? { edits.sectionSummary }
  /// Identities that occur more than once, by side.
  package let duplicates: DuplicateReport
  /// What tells the records apart, and whether it was given or found.
  package let key: KeyChoice
  /// Whether there is a key; without one the whole record is its identity.
  package let hasKey: Bool
  /// The rules that held, and what is to be known of how the comparison was made.
  package let terms: ComparisonTerms

  /// Why no key matched, where the values' types are the reason.
  package let keyTypeClash: KeyTypeClash?

  let input: ComparisonInput
  let sections: Sections?
  let edits: EngineChanges
  let differences: Differences
  let names: Sides<RuleNames>
  package let identities: IdentityIndex
  let pairs: any RecordPairs
  /// Which record is which, as the engine holds it.
  ///
  /// - Complexity: O(1) where all was compared in memory, else O(*n* + *m*).
  package var pairing: Pairing { pairs.whole }
  /// Which pass has paired which records; `nil` where the identity has one pass alone.
  package let passes: MatchedPasses?
  let entries: [ChangeEntry]
  /// What is hidden of keys; `nil` where nothing is.
  package let keyMask: KeyMask?
  /// Which changes somebody has accepted; `nil` where there is no list of such.
  package let acceptance: Acceptance?
  /// How the columns of both sides differ; `nil` where nobody has looked.
  package let schema: SchemaChanges?

  /// Compares two tables under a plan.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit the tables, or what a script throws.
  /// - Complexity: O(*n* + *m*) for *n* and *m* records, and the rules' own cost for records that differ.
  package convenience init(source: RecordTable, target: RecordTable, plan: ComparisonPlan) throws {
    try self.init(ComparisonInput(Sides(source: source, target: target), plan))
  }

  package convenience init(_ unordered: ComparisonInput) throws {
    let found = try hidingQuotes(unordered.plan.rules.hasMask) { try Self.paired(unordered) }
    try self.init(found.input, found.sections, found.paired, found.key)
  }

  private static func paired(_ unordered: ComparisonInput) throws -> (
    input: ComparisonInput, sections: Sections?, paired: PairedRecords, key: KeyChoice
  ) {
    var input = unordered
    try input.filter()
    let identified = try IdentifiedInput(input)
    input = identified.input
    let sections = try input.divide(choice: identified.choice)
    // Sections have brought the records into another order.
    let trial = sections == nil ? identified.trial : nil
    var identities = try trial?.identities ?? input.inFileOrderIfFailing { try IdentityIndex($0) }
    if !input.plan.rules.passes.isEmpty {
      let pairsNone = input.plan.rules.aloneScore != nil || !input.plan.run.runs(pass: 1)
      identities = try identities.withGapsApart(areAllApart: pairsNone)
    }
    let paired = try PairedRecords(
      input, sections, identities, known: trial?.pairing, differing: trial?.found.known)
    return (input, sections, paired, identified.choice)
  }

  /// Makes the result of what has been found.
  init(_ input: ComparisonInput, _ sections: Sections?, _ paired: PairedRecords, _ key: KeyChoice) throws {
    self.input = input
    let plan = input.plan.rules
    tables = Sides { input.tables[$0].masking(input.maskedColumns($0)) }
    let keyMask = KeyMask(input.plan)
    self.keyMask = keyMask
    (acceptance, schema) = (nil, nil)
    names = Sides { RuleNames(plan, $0) }
    self.sections = sections
    self.key = key
    identities = paired.identities
    pairs = paired.pairs
    passes = paired.passes
    differences = paired.differences
    edits = paired.edits
    entries = input.inFileOrder(
      ChangeEntry.list(paired.edits, pairs: paired.pairs, updated: paired.differences.targets))
    summary = ChangeEntry.summary(entries, paired: paired.pairs.pairedCount)
    duplicates = try DuplicateReport(paired.pairs.duplicates, input.orders) { side, offset in
      let key = try input.workers.withWorker { try paired.identities.values(side, offset, $0) }
      return keyMask?.shown(key) ?? key
    }
    keyTypeClash = try KeyTypeClash(input, paired: paired.pairs.pairedCount)
    hasKey = plan.hasKey
    terms = ComparisonTerms(
      input, key: key, clash: keyTypeClash, paired: paired.pairs.pairedCount, passes: paired.passes,
      tally: input.workers.tally
    ).noting(input.headerNotes(entries, duplicates))
    input.workers.rest()
    if plan.duplicates == .error { try refuseDuplicates() }
  }

  /// The same result, of which something else is to be said.
  init(
    _ other: Comparison, _ terms: ComparisonTerms, accepting acceptance: Acceptance?, _ schema: SchemaChanges? = nil
  ) {
    (self.terms, self.acceptance, self.schema) = (terms, acceptance, schema ?? other.schema)
    (tables, names, input, keyMask) = (other.tables, other.names, other.input, other.keyMask)
    (summary, duplicates, sections, edits) = (other.summary, other.duplicates, other.sections, other.edits)
    (key, hasKey, keyTypeClash) = (other.key, other.hasKey, other.keyTypeClash)
    (identities, pairs, passes) = (other.identities, other.pairs, other.passes)
    (differences, entries) = (other.differences, other.entries)
  }

  private func refuseDuplicates() throws {
    for side in Side.allCases {
      guard let example = duplicates[side].examples.first else { continue }
      let table = input.tables[side]
      throw ComparisonError(
        .duplicateKey(key: Change.describe(example.key), first: .init(table: table, record: example.first)),
        table: table, record: example.second)
    }
  }
}

extension KeyTrials {
  /// Compares by a key; `nil` if more than a few records of a side share it.
  ///
  /// - Throws: `ComparisonError` where the rules do not fit, or what a script throws.
  /// - Complexity: That of a comparison; O(*n* + *m*) where there is none.
  package mutating func comparison(by columns: [String]) throws -> Comparison? {
    try hidingQuotes(input.plan.rules.hasMask) {
      guard let trial = try trial(of: columns) else { return nil }
      let input = trial.input
      try PathCheck(input.plan.inside, tables: input.tables).run()
      let paired = try PairedRecords(
        input, nil, trial.identities, known: trial.pairing, differing: trial.found.known)
      return try Comparison(input, nil, paired, .given(columns))
    }
  }
}

extension Comparison {
  /// Makes an output of the comparison.
  ///
  /// Reports read the inputs again. So what finishes a report asks, behind its last byte, whether they still are what
  /// was compared.
  ///
  /// - Throws: `RecordError` if an input changed, whatever else seems to be wrong; else what a rule or `output` throws.
  package func guarding<R>(_ output: () throws -> R) throws -> R {
    let result = Result { try output() }
    try readTables.source.checkUnchanged()
    try readTables.target.checkUnchanged()
    return try result.get()
  }

  /// Asks rules for an output what they were asked before; their errors quote no value that may be masked.
  package func asking<R>(_ body: () throws -> R) throws -> R { try hidingQuotes(input.plan.rules.hasMask, body) }
}

/// What reports and scripts ask of a result beside its changes; how it was found stays hidden.
extension Comparison {
  /// Both collections as they were compared, with the values of masked columns: to run rules on, not to be shown.
  package var comparedTables: Sides<RecordTable> { input.tables }
  /// The records that took part on each side, in the order of the offsets that stages count.
  package var orders: Sides<RecordOrder> { input.orders }

  /// The places of the columns of a side whose values no output shows.
  package func maskedColumns(_ side: Side) -> Set<Int> { input.maskedColumns(side) }
  package var plan: ComparisonPlan { resolvedPlan.rules }
  /// The records that were made into what was compared; `nil` where records were compared as they are.
  package var groups: GroupedRecords? { input.groups }
  package func isGrouped(_ side: Side) -> Bool { input.groups?.members[side] != nil }
  /// Both collections as they were read, before any groups were made.
  package var readTables: Sides<RecordTable> { input.readTables }
  package var resolvedPlan: ResolvedPlan { input.plan }
  /// The columns that were compared; their numbers are their indices here.
  package var comparedColumns: [ResolvedPlan.Column] { resolvedPlan.compared }
  /// The columns of the key; none if it is computed, or there is no key and records have few of many columns.
  package var keyColumns: [ResolvedPlan.Column] { hasSparseRecordsAsKeys ? [] : resolvedPlan.key }
  /// The key, by the inputs' own columns.
  package var shownKey: KeyChoice {
    guard case .given(let names) = key else { return key }
    return .given(names.map { resolvedPlan.rules.derived[$0]?.keyColumn ?? $0 })
  }
  /// Whether the key is ``keyColumns`` as they stand.
  package var hasRawKey: Bool { resolvedPlan.hasRawKey && !hasSparseRecordsAsKeys && keyMask == nil }
  /// Whether keys are records that have few of many columns: of such a record they are the values that it has, since
  /// a list of all the columns that it lacks is of no use.
  private var hasSparseRecordsAsKeys: Bool { !hasKey && resolvedPlan.hasSparseRecords }

  /// Whether values of a compared column that are not listed as different are the same value, however it is spelled.
  package func comparesExactly(_ column: ResolvedPlan.Column) -> Bool {
    guard case .columns = plan.equality else { return false }
    return column.isPlain && plan.steps(for: column.name).isEmpty
  }

  /// Whether records that are paired have the same values in the columns of the key.
  package var pairsExactly: Bool { hasKey && hasRawKey && passes == nil }

  /// Lends what computes keys and looks inside values to one thread, until it is put back.
  package func takeWorker() -> ComparisonWorker { input.workers.take() }

  package func put(back worker: ComparisonWorker) { input.workers.put(back: worker) }

  /// Lends a worker for as long as a call takes, ready to ask rules.
  package func withWorker<R>(_ body: (ComparisonWorker) throws -> R) throws -> R {
    try input.workers.withWorker(body)
  }

  /// The identities of all records, which a comparison that did not fit into memory has not kept.
  package var heldIdentities: IdentityIndex {
    get throws {
      let isKept = Side.allCases.allSatisfy { identities.hashes[$0].count == orders[$0].count }
      return isKept ? identities : try IdentityIndex(input)
    }
  }

  /// The keys that the records have under another identity, in the order of the offsets.
  ///
  /// - Throws: What a rule throws.
  package func keys(by identity: ComparisonPlan.Identity) throws -> Sides<[[Value]]> {
    let input = try input.identified(by: identity, permitsGaps: true)
    let identities = try IdentityIndex(input)
    return try input.workers.withWorker { worker in
      try Sides { side in
        try (0..<input.orders[side].count).map { try identities.values(side, $0, worker) }
      }
    }
  }

  package func records(of pairs: [MatchedPasses.AmbiguousPair]) -> [(records: Sides<Int>, score: Double)] {
    pairs.map { pair in
      (
        Sides(source: orders.source[Int(pair.source)], target: orders.target[Int(pair.target)]), pair.nearness.score
      )
    }
  }

  /// The records as a score of the identity sees them.
  package func scoreTable(_ rule: ScoredMatching) throws -> ScoreTable {
    try ScoreTable(input.identified(by: .columns(rule.columns), permitsGaps: true), rule)
  }

  /// Which records of a side lack a part of their key.
  ///
  /// - Throws: What a rule throws.
  package func keyGaps(_ side: Side) throws -> KeyGaps { try KeyGaps(identities, input, side) }
}

extension Comparison {
  /// Whether nothing differs, neither a record nor a section nor which columns there are.
  package var isSame: Bool { summary.isEmpty && sectionSummary?.isEmpty ?? true && columnChanges.isEmpty }

  /// Columns that one side lacks and that rules do not leave out: a difference, although no record is updated by it.
  package var columnChanges: ColumnChanges { input.columnChanges }
  /// The same, where one side may be JSON without a record, which has no columns.
  package var oneSidedColumns: ColumnChanges { input.oneSidedColumns }

  /// Makes sure that anything of the inputs was compared.
  ///
  /// - Throws: `ComparisonError` where rules leave no column, or no record of inputs that have some.
  package func checkSomethingCompared() throws(ComparisonError) {
    if plan.run.share == nil, let reason = input.reasonForNothing { throw ComparisonError(.nothingCompared(reason)) }
  }
}

/// Columns that only one of the two collections has.
package struct ColumnChanges: Sendable, Equatable {
  package let deleted: [String]
  package let inserted: [String]

  package init() { self.init(deleted: [], inserted: []) }

  /// The same without those that something is true of.
  func without(_ isLeft: (Change.Kind, String) -> Bool) -> ColumnChanges {
    ColumnChanges(
      deleted: deleted.filter { !isLeft(.deleted, $0) }, inserted: inserted.filter { !isLeft(.inserted, $0) })
  }

  init(deleted: [String], inserted: [String]) {
    self.deleted = deleted
    self.inserted = inserted
  }

  package var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty }
}

extension ComparisonInput {
  /// JSON without a record has no columns that could be missed.
  fileprivate var columnChanges: ColumnChanges {
    let isKnown = Side.allCases.allSatisfy { side in tables[side].count > 0 || tables[side].format.hasRows }
    return isKnown ? oneSidedColumns : ColumnChanges()
  }

  /// Columns of one side that rules do not leave out.
  fileprivate var oneSidedColumns: ColumnChanges {
    guard !plan.columns.deleted.isEmpty || !plan.columns.inserted.isEmpty else { return ColumnChanges() }
    let rules = plan.given
    let ignored = Set(named: rules.ignored)
    let only = rules.only.map { Set(named: $0) }
    func isCompared(_ name: String) -> Bool { !ignored.contains(name) && only?.contains(name) ?? true }
    return ColumnChanges(
      deleted: plan.columns.deleted.filter(isCompared), inserted: plan.columns.inserted.filter(isCompared))
  }

  /// Why nothing was compared of inputs that have something; `nil` where something was.
  fileprivate var reasonForNothing: ComparisonError.Nothing? {
    if Side.allCases.allSatisfy({ readTables[$0].readCount > 0 && orders[$0].count == 0 }) {
      return plan.rules.filter != nil || groups != nil ? .filtered : .skipped
    }
    let rules = plan.given
    guard !plan.columns.common.isEmpty, case .columns = rules.equality else { return nil }
    if let only = rules.only, only.namesMissing(in: rules.ignored).isEmpty { return .onlyIgnored(only) }
    return plan.compared.isEmpty && !plan.rules.hasKey ? .allIgnored : nil
  }
}
