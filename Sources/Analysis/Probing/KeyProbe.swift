import Comparing
import Records
import StagedDiff

/// Tries keys on one or two tables.
package struct KeyProbe: Sendable {
  package let source: RecordTable
  package let target: RecordTable?
  /// The rules that hold whatever the key: columns to compare, comparators, normalizers, filter, renames.
  package internal(set) var plan: ComparisonPlan
  /// The pairs that are known; `nil` where nobody has said.
  package var truth: LabelledPairs?

  /// - Parameter plan: The rules; its identity, sections and groups are left out of account.
  package init(source: RecordTable, target: RecordTable?, plan: ComparisonPlan) {
    self.source = source
    self.target = target
    var plan = plan
    plan.section = nil
    plan.group = nil
    plan.moves = .none
    plan.duplicates = plan.duplicates == .error ? .match : plan.duplicates
    plan.permitsMissingKeys = true
    plan.passes = []
    self.plan = plan
  }

  /// Both tables under the rules, whatever the key.
  package func input() throws -> ComparisonInput {
    let target = try target ?? Self.emptyTable()
    var plan = plan
    plan.identity = .columns([])
    let bound = try ResolvedPlan(plan, source: source, target: target)
    var input = ComparisonInput(source: source, target: target, plan: bound)
    try input.filter()
    return input
  }

  /// The columns that probably have another name in the new table.
  ///
  /// - Parameter pairs: Records that are known to be the same, by their numbers.
  /// - Throws: What a normalizer that is a script throws.
  package func renames(pairs: [(source: Int, target: Int)] = []) throws -> [RenameSuggestion] {
    try RenameSearch(input()).suggestions(pairs: pairs)
  }

  /// The column of the other side that a column of one side alone may be, by its values; `nil` where that is not clear.
  ///
  /// - Throws: What a normalizer that is a script throws.
  package func rename(of name: String) throws -> RenameSuggestion? { try RenameSearch(input()).partner(of: name) }

  /// What came of trying one key: the report, and the pairs that it made.
  struct Trial: TriedKey {
    var report: KeyReport
    /// For each source offset its partner's, or −1.
    let partners: [Int32]
    /// Some certain pairs, by record numbers.
    let certainPairs: [(source: Int, target: Int)]

    var standing: KeyStanding { report.standing }

    /// Every key is tried, to be listed.
    func mayBeBeaten(by columns: [String]) -> Bool { true }

    /// Whether both keys pair exactly the same records.
    func pairs(like other: Trial) -> Bool { partners == other.partners }
  }

  /// Compares the tables by a key and looks at every identity.
  ///
  /// - Throws: `ComparisonError` for a column that a table lacks, or what a script throws.
  /// - Complexity: That of a comparison, and O(*n* log *n*) where identities occur twice.
  func trial(of candidate: KeyCandidate) throws -> Trial { try trial(of: candidate, comparison(by: candidate)) }

  /// Compares the tables by a key.
  func comparison(by candidate: KeyCandidate) throws -> Comparison {
    var plan = plan
    plan.identity = candidate.identity
    plan.passes = candidate.passes
    return try Comparison(source: source, target: target ?? Self.emptyTable(), plan: plan)
  }

  /// Looks at every identity of a comparison by a key.
  func trial(of candidate: KeyCandidate, _ comparison: Comparison) throws -> Trial {
    let old = try KeyTally(comparison, .source)
    let new = target == nil ? nil : try KeyTally(comparison, .target)
    let pairs = new.map { CertainPairs(comparison, old, $0) }
    var report = KeyReport(
      name: candidate.name, columns: candidate.columns, source: old.input, target: new?.input,
      match: pairs.map { Self.match(comparison, certain: $0.count) })
    report.truth = truth.map { KeyReport.Truth(comparison, $0) }
    return Trial(report: report, partners: comparison.pairing.sourceToTarget, certainPairs: pairs?.examples ?? [])
  }

  /// Tries every candidate; the best one comes first.
  ///
  /// - Throws: `ComparisonError` for a column that a table lacks, or what a script throws.
  package func reports(on candidates: [KeyCandidate]) throws -> [KeyReport] { Self.ranked(try candidates.map(trial)) }

  /// The reports of some trials, the best one first, each knowing its equivalents.
  static func ranked(_ trials: [Trial]) -> [KeyReport] {
    let order = trials.indices.sorted { first, second in
      let (mine, theirs) = (trials[first].standing, trials[second].standing)
      return mine.isBetter(than: theirs) || !theirs.isBetter(than: mine) && first < second
    }
    return order.map { number in
      var report = trials[number].report
      // Of what pairs nothing it does not matter that another one does so, too.
      guard let match = report.match, match.paired > 0 else { return report }
      report.equivalents = order.filter { $0 != number && trials[$0].pairs(like: trials[number]) }.map {
        trials[$0].report.name
      }
      return report
    }
  }

  private static func match(_ comparison: Comparison, certain: Int) -> KeyReport.Match {
    let pairing = comparison.pairing
    let possible = min(pairing.sourceCount, pairing.targetCount)
    return KeyReport.Match(
      paired: pairing.pairedCount, certain: certain, rate: possible == 0 ? 1 : Double(certain) / Double(possible),
      summary: comparison.summary)
  }

  private static func emptyTable() throws -> RecordTable {
    var options = ReadOptions()
    options.format = .csv
    options.delimiter = UInt8(ascii: ",")
    return try RecordInput.read(bytes: [], name: "nothing", options: options).table()
  }
}

/// The identities of one side, counted.
private struct KeyTally {
  let input: KeyReport.Input
  private let groups: KeyGroups
  private let gaps: KeyGaps

  init(_ comparison: Comparison, _ side: Side) throws {
    let duplicates = comparison.duplicates[side]
    let identities = comparison.identities
    groups =
      duplicates.repetitions == 0
      ? KeyGroups()
      : try comparison.withWorker { worker in
        try KeyGroups(hashes: identities.hashes[side]) {
          try identities.areIdentical((side, $0), (side, $1), worker)
        }
      }
    gaps = try comparison.keyGaps(side)
    input = KeyReport.Input(
      records: comparison.orders[side].count, duplicateKeys: duplicates.identities,
      duplicates: duplicates.repetitions, absent: gaps.absent, null: gaps.null, empty: gaps.empty,
      unfilled: gaps.unfilled, examples: try groups.largest.map { try Self.duplicate($0, comparison, side) })
  }

  /// Whether the identity at an offset is filled and no other's.
  func isSure(_ offset: Int) -> Bool { !groups.isRepeated(offset) && !gaps.isHollow(offset) }

  private static func duplicate(_ group: KeyGroups.Group, _ comparison: Comparison, _ side: Side) throws
    -> KeyReport.Duplicate
  {
    let records = group.offsets.map { comparison.orders[side][$0] }
    let table = comparison.tables[side]
    return KeyReport.Duplicate(
      key: try comparison.keyValues(side, group.offsets[0]), count: group.count, records: records,
      lines: table.hasLines ? records.map(table.line) : [])
  }
}

/// The pairs whose identity is filled and occurs once on each side.
private struct CertainPairs {
  private(set) var count = 0
  /// Evenly spread over all of them.
  private(set) var examples: [(source: Int, target: Int)] = []
  private static let wanted = 2048

  init(_ comparison: Comparison, _ old: KeyTally, _ new: KeyTally) {
    let orders = comparison.orders
    let step = max(1, comparison.pairing.pairedCount / Self.wanted)
    for (source, target) in comparison.pairing.sourceToTarget.enumerated() where target >= 0 {
      guard old.isSure(source), new.isSure(Int(target)) else { continue }
      if count % step == 0 { examples.append((orders.source[source], orders.target[Int(target)])) }
      count += 1
    }
  }
}

/// Which offsets of one side share their identity with another one.
struct KeyGroups {
  /// Several offsets of one identity.
  struct Group {
    let count: Int
    let offsets: [Int]
  }

  /// For each offset whether its identity occurs again; empty if none does.
  private var isRepeated: [Bool] = []
  /// The largest groups, the first of equal size first.
  private(set) var largest: [Group] = []
  private static let shownGroups = 3
  private static let shownOffsets = 5

  /// No identity occurs twice.
  init() {}

  /// Groups offsets by hash and confirms that they are of one identity.
  ///
  /// - Complexity: O(*n*), O(*m* log *m*) for the *m* offsets that share their hash, and a quadratic number of
  ///   confirmations among those of one hash and several identities.
  init(hashes: [UInt64], areIdentical: (Int, Int) throws -> Bool) rethrows {
    isRepeated = [Bool](repeating: false, count: hashes.count)
    let repeated = HashSet(repeatedIn: hashes)
    var entries: [(hash: UInt64, offset: Int32)] = []
    for (offset, hash) in hashes.enumerated() where repeated.contains(hash) {
      entries.append((hash, Int32(truncatingIfNeeded: offset)))
    }
    entries.sort { $0 < $1 }
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].hash == entries[start].hash { end += 1 }
      if end - start > 1 { try split(entries[start..<end].map { Int($0.offset) }, areIdentical) }
      start = end
    }
  }

  /// Whether the identity at an offset occurs again.
  func isRepeated(_ offset: Int) -> Bool { !isRepeated.isEmpty && isRepeated[offset] }

  private mutating func split(_ offsets: [Int], _ areIdentical: (Int, Int) throws -> Bool) rethrows {
    var left = offsets
    while let first = left.first {
      var others: [Int] = []
      var group: [Int] = []
      for offset in left {
        if try offset == first || areIdentical(first, offset) { group.append(offset) } else { others.append(offset) }
      }
      if group.count > 1 { add(group) }
      left = others
    }
  }

  private mutating func add(_ group: [Int]) {
    for offset in group { isRepeated[offset] = true }
    let index = largest.firstIndex { ($0.count, group[0]) < (group.count, $0.offsets[0]) } ?? largest.count
    guard index < Self.shownGroups else { return }
    largest.insert(Group(count: group.count, offsets: Array(group.prefix(Self.shownOffsets))), at: index)
    if largest.count > Self.shownGroups { largest.removeLast() }
  }
}

/// A key to try: a name for people, and what it makes of a record.
package struct KeyCandidate: Sendable {
  package let name: String
  package let identity: ComparisonPlan.Identity
  /// What may pair the records that the identity leaves.
  package let passes: [MatchingPass]

  /// A candidate of any kind; a script's function goes by its number in the plan's scripts.
  package init(name: String, identity: ComparisonPlan.Identity, passes: [MatchingPass] = []) {
    self.passes = passes
    self.name = name
    self.identity = identity
  }

  package init(columns: [String]) { self.init(name: columns.joined(separator: ", "), identity: .columns(columns)) }

  package var columns: [String]? {
    guard passes.isEmpty, case .columns(let names) = identity else { return nil }
    return names
  }
}
