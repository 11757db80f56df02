import Comparing
import Platform
import Records
import Reports

/// What came of one pair of a batch.
package struct BatchResult: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    case same
    /// There are changes, but none that counts: of kinds that do not matter, or within the thresholds.
    case tolerated
    case different
    case onlyOld = "only old"
    case onlyNew = "only new"
    /// It could not be compared, or its report could not be written.
    case failed
  }

  package var name: String
  package var old: String?
  package var new: String?
  package var outcome: Outcome
  /// The records on each side; `nil` if they were not compared.
  package var records: Sides<Int>?
  package var summary: Summary?
  /// How many identities occur more than once on each side; 0 where there is no key.
  package var duplicates = Sides { _ in 0 }
  package var key: KeyChoice?
  /// The rules that held, and what is to be known of how the pair was compared.
  package var terms = ComparisonTerms()
  /// Columns that one side lacks.
  package var columns = ColumnChanges()
  package var thresholds = ChangeThresholds()
  package var counting: [CountedChange] = []
  /// What was limited, with what was seen.
  package var limits: [ChangeLimit] = []
  /// The lines of a list of accepted differences that fit nothing in this pair, but may in another one.
  var idleAccepted: IdleEntries?
  /// Whether the outcome makes the batch different; of a pair that failed, `false`.
  package var isDifferent: Bool
  package var message: String?
  package var report: String?
  /// What explains many changes at once, if it was looked for.
  package var findings: [FindingWords] = []
  /// What may be typed to compare the pair again; `nil` where no command does.
  package var commands: ReportOptions.Commands?
  /// The pair's suite for a JUnit document, where one was asked for.
  package var suite: [UInt8]?
  /// What a history keeps of the pair, where there is one.
  package var memory: PairMemory?

  struct IdleEntries: Sendable, Equatable {
    let list: String
    let lines: [Int]
  }

  package init(name: String, old: String?, new: String?, outcome: Outcome, isDifferent: Bool) {
    self.name = name
    self.old = old
    self.new = new
    self.outcome = outcome
    self.isDifferent = isDifferent
  }

  package init(name: String, _ comparison: Comparison, thresholds: ChangeThresholds) {
    let tables = comparison.tables
    let records = Sides { tables[$0].count }
    self.thresholds = thresholds
    let limits = thresholds.limits(comparison)
    counting = thresholds.counting(comparison, limits)
    self.limits = limits.filter(\.isGiven)
    outcome = !counting.isEmpty ? .different : comparison.isSame ? .same : .tolerated
    isDifferent = !counting.isEmpty
    self.name = name
    old = comparison.readTables[.source].name
    new = comparison.readTables[.target].name
    self.records = records
    summary = comparison.summary
    key = comparison.shownKey
    terms = comparison.terms
    columns = comparison.columnChanges
    if let acceptance = comparison.acceptance, let lines = acceptance.idleLines {
      idleAccepted = IdleEntries(list: acceptance.name, lines: lines)
    }
    if comparison.hasKey { duplicates = Sides { comparison.duplicates[$0].identities } }
  }
}

package struct BatchSummary: Sendable, Equatable {
  package var results: [BatchResult]
  /// What would tell more; said to people behind all else.
  package var advice: String?

  package init(_ results: [BatchResult]) { self.results = results }

  package func count(_ outcome: BatchResult.Outcome) -> Int { results.count { $0.outcome == outcome } }

  package var total: Summary {
    results.compactMap(\.summary).reduce(into: Summary()) { total, part in
      for kind in Change.Kind.allCases { total[kind] += part[kind] }
      total.unchanged += part.unchanged
    }
  }

  package var records: Sides<Int> {
    Sides { side in results.reduce(0) { $0 + ($1.records?[side] ?? 0) } }
  }

  /// The exit status: 2 if a pair failed, else 1 if one is different, else 0.
  package var status: Int {
    if results.contains(where: { $0.outcome == .failed }) { return 2 }
    return results.contains(where: \.isDifferent) || countsStale && !staleAccepted.isEmpty ? 1 : 0
  }

  /// Whether such lines make the status 1.
  var countsStale: Bool { results.contains { $0.thresholds.counted.contains(.stale) } }

  /// The lines of lists of accepted differences that fit nothing in any pair, by the list's name.
  ///
  /// None is known where a pair failed, in which they might.
  var staleAccepted: [(list: String, lines: [Int])] {
    guard count(.failed) == 0 else { return [] }
    var idle: [String: Set<Int>] = [:]
    for entries in results.compactMap(\.idleAccepted) {
      idle[entries.list] = idle[entries.list]?.intersection(entries.lines) ?? Set(entries.lines)
    }
    return idle.filter { !$1.isEmpty }.sorted { $0.key < $1.key }.map { ($0, $1.sorted()) }
  }

  /// The keys and rules that held: one line where all pairs have the same, else one for those that share them, with
  /// their names.
  var termsLines: [String] {
    let lines = results.compactMap { result -> (name: String, words: String)? in
      guard let key = result.key else { return nil }
      let rules = TermsText.named(result.terms.rules, key: key) + result.thresholds.rules(result.limits)
      return (result.name, rules.map(\.text).joined(separator: " · "))
    }
    let said = lines.filter { !$0.words.isEmpty }
    let areSame = Set(lines.map(\.words)).count == 1
    let stale = staleAccepted.map { list, lines in "\(list): \(Self.words(ofStale: lines))" }
    guard !areSame else { return said.prefix(1).map(\.words) + stale }
    let groups = Dictionary(grouping: said.indices) { said[$0].words }.values.sorted { $0[0] < $1[0] }
    return groups.map { places in
      "\(Self.list(places.map { said[$0].name })): \(said[places[0]].words)"
    } + stale
  }

  static func words(ofStale lines: [Int]) -> String {
    "\(Grouped.count(lines.count, "entry fits", "entries fit")) nothing in any pair: line "
      + lines.map(String.init).joined(separator: ", ")
  }

  /// Some names, and how many more there are.
  static func list(_ names: [String], most: Int = 3) -> String {
    let shown = names.count > most + 1 ? most : names.count
    let more = names.count > shown ? " and \(names.count - shown) more" : ""
    return names.prefix(shown).joined(separator: ", ") + more
  }

  /// For example `4 pairs: 2 same, 1 different, 1 failed`.
  package var headline: String {
    let counts = results.map(\.outcome).counted()
    let parts = BatchResult.Outcome.allCases.compactMap { outcome in
      counts[outcome].map { "\(Grouped.number($0)) \(outcome.rawValue)" }
    }
    let pairs = Grouped.count(results.count, "pair", "pairs")
    return parts.isEmpty ? pairs : "\(pairs): \(parts.joined(separator: ", "))"
  }
}
