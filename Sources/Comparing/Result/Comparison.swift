import Platform
import Records
import StagedDiff
import Synchronization

/// The result of a comparison: everything that a report or a script may know of it.
package final class Comparison: Sendable {
  /// The old collection, as it is shown.
  package var source: RecordTable { tables.source }
  /// The new collection, as it is shown.
  package var target: RecordTable { tables.target }
  /// Both collections as they are shown: without the values of masked columns.
  package let tables: Sides<RecordTable>
  /// Which columns both sides have, and which one of them.
  package var columns: ColumnMatch { collections.plan.columns }
  /// How many records changed.
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

  package let collections: ComparisonInput
  package let sections: Sections?
  package let edits: EngineChanges
  package let differences: Differences
  /// What rules call the columns of each side.
  let names: Sides<RuleNames>
  package let identities: IdentityIndex
  package let pairs: RecordPairs
  /// Which record is which, as the engine holds it.
  ///
  /// - Complexity: O(1) where all was compared in memory, else O(*n* + *m*).
  package var pairing: Pairing { pairs.whole }
  /// Which pass has paired which records; `nil` where the identity has one pass alone.
  package let passes: MatchedPasses?
  let entries: [ChangeEntry]
  /// The first error of a rule that was asked again.
  let failure = Mutex<(any Error)?>(nil)
  /// What is hidden of keys; `nil` where nothing is.
  package let keyMask: KeyMask?

  /// Compares two tables under a plan.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit the tables, or what a script throws.
  /// - Complexity: O(*n* + *m*) for *n* and *m* records, and the rules' own cost for records that differ.
  package convenience init(source: RecordTable, target: RecordTable, plan: ComparisonPlan) throws {
    let bound = try ResolvedPlan(plan, source: source, target: target)
    try PathCheck(bound.inside, tables: Sides(source: source, target: target)).run()
    try self.init(ComparisonInput(source: source, target: target, plan: bound))
  }

  package convenience init(_ unordered: ComparisonInput) throws {
    let found = try hidingQuotes(unordered.plan.rules.hasMask) { try Self.paired(unordered) }
    try self.init(found.collections, found.sections, found.paired, found.key)
  }

  private static func paired(_ unordered: ComparisonInput) throws -> (
    collections: ComparisonInput, sections: Sections?, paired: PairedRecords, key: KeyChoice
  ) {
    var collections = unordered
    try collections.filter()
    let identified = try IdentifiedInput(collections)
    collections = identified.collections
    let sections = try collections.divide(choice: identified.choice)
    // Sections have brought the records into another order.
    let trial = sections == nil ? identified.trial : nil
    var identities = try trial?.identities ?? IdentityIndex(collections)
    if !collections.plan.rules.passes.isEmpty { identities = try identities.withGapsApart() }
    let paired = try PairedRecords(collections, sections, identities, known: trial?.pairing)
    return (collections, sections, paired, identified.choice)
  }

  /// Makes the result of what has been found.
  ///
  /// - Parameter tally: How the rules fared, where others than the collections' workers asked them.
  init(
    _ collections: ComparisonInput, _ sections: Sections?, _ paired: PairedRecords,
    _ key: KeyChoice,
    tally: RuleTally? = nil
  ) throws {
    self.collections = collections
    let plan = collections.plan.rules
    tables = Sides { collections.tables[$0].masking(collections.maskedColumns($0)) }
    let keyMask = KeyMask(collections.plan)
    self.keyMask = keyMask
    names = Sides { RuleNames(plan, $0) }
    self.sections = sections
    self.key = key
    identities = paired.identities
    pairs = paired.pairs
    passes = paired.passes
    differences = paired.differences
    edits = paired.edits
    entries = collections.inFileOrder(
      ChangeEntry.list(
        paired.edits, pairs: paired.pairs, updated: paired.differences.targets))
    summary = ChangeEntry.summary(entries, paired: paired.pairs.pairedCount)
    duplicates = try DuplicateReport(paired.pairs.duplicates, collections.orders) { side, offset in
      let key = try collections.workers.withWorker { worker in
        try worker.prepare()
        return try paired.identities.values(side, offset, worker)
      }
      return keyMask?.shown(key) ?? key
    }
    keyTypeClash = try KeyTypeClash(collections, paired: paired.pairs.pairedCount)
    hasKey = plan.hasKey
    terms = ComparisonTerms(
      collections, key: key, clash: keyTypeClash, paired: paired.pairs.pairedCount,
      passes: paired.passes, tally: tally ?? collections.workers.tally)
    if plan.duplicates == .error { try refuseDuplicates() }
  }

  private func refuseDuplicates() throws {
    for side in Side.allCases {
      guard let example = duplicates[side].examples.first else { continue }
      let table = collections.tables[side]
      throw ComparisonError(
        .duplicateKey(
          key: Change.describe(example.key), first: .init(table: table, record: example.first)),
        table: table, record: example.second)
    }
  }
}
