import Comparing
import Platform
import Records

/// Finds columns of two tables that are one under two names: by the names' letters and digits, by values, and by values
/// that are written otherwise.
struct ColumnJoining {
  let source: RecordTable
  let target: RecordTable
  let plan: ComparisonPlan

  /// What share of the values has to be equal.
  private static let leastShare = 0.9
  /// How many pairs are looked at.
  private static let sample = 5_000

  /// The key, in the form that is learned for it, under which most records are paired: the one that a comparison finds,
  /// or, where that leaves some alone, one of columns that have another name on each side.
  func learnedKey() throws -> KeyLearning {
    let named = namedPlan
    let first = try keyed(named)
    var best = try KeyLearning(first, source, target, agrees: agrees)
    // One that was found by columns that are joined is given to the comparison.
    let isJoined = !plan.hasKey && first.key.columns?.isEmpty == false && !first.key.isFound
    guard first.key.isFound || isJoined else { return best }
    for search in isJoined ? [keyedByForm] : [keyedByValues, keyedByForm]
    where best.paired < min(source.count, target.count) {
      guard let other = try search(named), other.tellsRecordsApart else { continue }
      let learned = try KeyLearning(other, source, target, agrees: agrees)
      if learned.paired > best.paired, learned.pairs(like: best) { best = learned }
    }
    return best
  }

  /// The rules with columns joined whose names differ in case and separators alone.
  private var namedPlan: ComparisonPlan {
    var plan = plan
    for (old, new) in sameNames { plan.renames[old] = new }
    return plan
  }

  /// The comparison under some rules; where no key is found, with columns joined as well that may be one by their
  /// values and that make a key.
  private func keyed(_ plan: ComparisonPlan) throws -> Comparison {
    let match = ColumnMatch(source: source.columns, target: target.columns, renames: plan.renames)
    if !match.common.isEmpty || plan.hasKey {
      let first = try Comparison(source: source, target: target, plan: plan)
      guard case .notFound = first.key else { return first }
      return try keyedByValues(plan) ?? keyedByForm(plan) ?? first
    }
    if let keyed = try keyedByValues(plan) ?? keyedByForm(plan) { return keyed }
    do { return try Comparison(source: source, target: target, plan: plan) } catch let error as ComparisonError {
      guard case .noCommonColumns(let source, let target, _) = error.reason else { throw error }
      throw ComparisonError(.noCommonColumns(source: source, target: target, wasLearning: true))
    }
  }

  private func keyedByValues(_ plan: ComparisonPlan) throws -> Comparison? {
    let likely = try KeyProbe(source: source, target: target, plan: plan).renames().filter {
      isFree($0.old) && isFree($0.new)
    }
    guard !likely.isEmpty else { return nil }
    var joined = plan
    for rename in likely { joined.renames[rename.old] = rename.new }
    let trial = try Comparison(source: source, target: target, plan: joined)
    guard let key = trial.key.columns, !key.isEmpty, trial.pairing.pairedCount > 0 else { return nil }
    var keyed = trial.plan(identifiedAs: trial.key)
    keyed.renames = plan.renames
    for rename in likely where key.contains(rename.new) { keyed.renames[rename.old] = rename.new }
    let comparison = try Comparison(source: source, target: target, plan: keyed)
    return try agrees(comparison) ? comparison : nil
  }

  private static let mostKeys = 3, mostFormed = 100_000

  /// The comparison by a column of each side that tells all its records apart, where the values of the two correspond
  /// in another form, and other columns agree in the pairs that this makes.
  private func keyedByForm(_ plan: ComparisonPlan) throws -> Comparison? {
    let match = ColumnMatch(source: source.columns, target: target.columns, renames: plan.renames)
    guard max(source.count, target.count) <= Self.mostFormed else { return nil }
    var best: (plan: ComparisonPlan, gained: Int)?
    for old in match.deleted.filter({ isKey($0, of: source) }).prefix(Self.mostKeys) {
      for new in match.inserted.filter({ isKey($0, of: target) }).prefix(Self.mostKeys) {
        var joined = plan
        joined.renames[old] = new
        joined.identity = .columns([new])
        let forms = try KeyForms(try Comparison(source: source, target: target, plan: joined), [new])
        guard let form = forms.best(of: 0), form.gained > best?.gained ?? 0 else { continue }
        var formed = joined
        formed.normalizers[new] = try form.steps.normalizers
        if try agrees(Comparison(source: source, target: target, plan: formed)) { best = (joined, form.gained) }
      }
    }
    return try best.map { try Comparison(source: source, target: target, plan: $0.plan) }
  }

  /// Whether other columns have in common in the pairs of a comparison what they have in no others: serial numbers of
  /// unrelated tables are the same, too.
  func agrees(_ trial: Comparison) throws -> Bool {
    if try alike(trial).contains(where: { !numbersRecords($0.old, trial) }) { return true }
    var joined = trial.plan(identifiedAs: trial.key)
    for rename in try agreeing(trial) { joined.renames[rename.old] = rename.new }
    let comparison = try Comparison(source: source, target: target, plan: joined)
    return try comparison.pairsAgree() ?? false
  }

  /// Whether a column counts the records, which says nothing of them.
  private func numbersRecords(_ name: String, _ comparison: Comparison) -> Bool {
    values(name, of: source, comparison.comparedPairs.prefix(Self.mostCounted).map(\.source), comparison).areInARow
  }

  private static let mostCounted = 500

  /// Whether a column of one side has another value in each record.
  private func isKey(_ name: String, of table: RecordTable) -> Bool {
    guard isFree(name), !plan.isMasked(name), let place = table.columnIndex(of: name) else { return false }
    var (cursor, seen) = (table.makeCursor(), Set<Value>())
    return (0..<table.count).allSatisfy { record in
      let value = cursor.field(record, place).value
      return !value.withField(\.isVoid) && seen.insert(value).inserted
    }
  }

  /// Columns of one side alone whose names have the same letters and digits, each the only one of its side.
  private var sameNames: [(old: String, new: String)] {
    let match = ColumnMatch(source: source.columns, target: target.columns, renames: plan.renames)
    let deleted = Dictionary(grouping: match.deleted.filter(isFree), by: \.letters)
    let inserted = Dictionary(grouping: match.inserted, by: \.letters)
    return match.deleted.compactMap { old in
      guard !old.letters.isEmpty, deleted[old.letters] == [old], let others = inserted[old.letters], others.count == 1
      else { return nil }
      return (old, others[0])
    }
  }

  /// Whether no rule speaks of a column by this name.
  private func isFree(_ name: String) -> Bool {
    var named = plan.ignored + plan.masked + (plan.only ?? []) + plan.json
    if case .columns(let key) = plan.identity { named += key }
    if case .column(let section) = plan.section { named.append(section) }
    return !named.contains(name) && plan.comparators[name] == nil && plan.normalizers[name] == nil
      && plan.renames[name] == nil
  }

  // MARK: By values

  /// The comparison with columns joined whose values agree, and the rules for all that are joined.
  func joined(_ keyed: Comparison) throws -> (comparison: Comparison, rules: [LearntRule]) {
    let found = try agreeing(keyed)
    var comparison = keyed
    var plan = keyed.plan(identifiedAs: keyed.key)
    for rename in found { plan.renames[rename.old] = rename.new }
    if !found.isEmpty { comparison = try Comparison(source: source, target: target, plan: plan) }
    let alike = try alike(comparison)
    let joined = alike + coded(comparison, beside: alike, looked: Self.mostCoded)
    for (old, new) in joined { plan.renames[old] = new }
    if !joined.isEmpty { comparison = try Comparison(source: source, target: target, plan: plan) }
    let objects = objectsJoined(comparison)
    for (old, new) in objects { plan.renames[old] = new }
    if !objects.isEmpty { comparison = try Comparison(source: source, target: target, plan: plan) }
    comparison = try opened(comparison)
    return (comparison, try rules(comparison))
  }

  /// The renames of a comparison that are not given, each with the number of pairs that agree.
  private func rules(_ comparison: Comparison) throws -> [LearntRule] {
    let differing = comparison.updatedPairs.lazy.flatMap(\.differing).counted()
    let names = comparison.comparedColumns.map(\.name)
    let paired = comparison.pairing.pairedCount
    let places = comparison.plan.renames.sortedByName.map(\.key).filter { source.ownColumnIndex(of: $0) == nil }
    return try (source.columns + places).compactMap { old in
      guard plan.renames[old] == nil, let new = comparison.plan.renames[old] else { return nil }
      let number = names.firstIndex(of: new).map { Int32(truncatingIfNeeded: $0) }
      let column = (comparison.comparedColumns + comparison.keyColumns).first { $0.name == new }
      return LearntRule(
        column: old, noises: [places.contains(old) ? .renamedMember : .renamed], change: .rename(new),
        isOfKey: comparison.key.columns?.contains(new) ?? false,
        differing: paired, explained: paired - (number.flatMap { differing[$0] } ?? 0),
        examples: try column.map { try examples(of: $0, comparison) } ?? [])
    }
  }

  private static let mostExamples = 2, mostRead = 1_000

  /// Some different values of a joined column in matched records; none of a masked column.
  private func examples(of column: ResolvedPlan.Column, _ comparison: Comparison) throws -> [LearntRule.Example] {
    guard !column.isMasked, let source = column.source, let target = column.target else { return [] }
    return try comparison.withWorker { worker in
      var examples: [LearntRule.Example] = []
      for pair in comparison.comparedPairs.prefix(Self.mostRead) where examples.count < Self.mostExamples {
        let example = LearntRule.Example(
          old: worker.readers.source.rawField(pair.source, source).value,
          new: worker.readers.target.rawField(pair.target, target).value)
        if !example.saysNothing, !examples.contains(where: { $0.old == example.old }) { examples.append(example) }
      }
      return examples
    }
  }

  private func agreeing(_ comparison: Comparison) throws -> [RenameSuggestion] {
    let pairs = comparison.comparedPairs.map { (source: $0.source, target: $0.target) }
    let some = stride(from: 0, to: pairs.count, by: max(1, pairs.count / Self.sample)).map { pairs[$0] }
    let probe = KeyProbe(source: source, target: target, plan: comparison.plan(identifiedAs: comparison.key))
    return try probe.renames(pairs: some).filter { found in
      found.agreement ?? 0 >= Self.leastShare && !comparison.plan.isMasked(found.old)
        && !comparison.plan.isMasked(found.new) && isBeyondChance(found, some, comparison)
    }
  }

  /// Whether two columns agree in far more pairs than any two records do: those that have one value nearly everywhere
  /// agree in most.
  private func isBeyondChance(
    _ found: RenameSuggestion, _ pairs: [(source: Int, target: Int)], _ comparison: Comparison
  ) -> Bool {
    let olds = values(found.old, of: source, pairs.map(\.source), comparison)
    let news = values(found.new, of: target, pairs.map(\.target), comparison)
    guard !olds.isEmpty, !news.isEmpty else { return true }
    let counts = news.counted()
    let alike = olds.reduce(0) { $0 + (counts[$1] ?? 0) }
    let chance = Double(alike) / Double(olds.count) / Double(news.count)
    return (found.agreement ?? 0) - chance >= Self.leastBeyondChance * (1 - chance)
  }

  private static let leastBeyondChance = 0.75
}

// MARK: - By values that are written otherwise

extension ColumnJoining {
  private static let mostColumns = 20, mostCoded = 2_000, fewestValues = 5
  /// Few pairs tell of most columns that they are not one.
  static let mostLooked = 200

  /// Columns of one side alone whose values are those of one of the other side, written otherwise or in another unit.
  fileprivate func alike(_ comparison: Comparison) throws -> [(old: String, new: String)] {
    alike(comparison.columns.deleted, comparison.columns.inserted, comparison)
  }

  func alike(_ olds: [String], _ news: [String], _ comparison: Comparison) -> [(old: String, new: String)] {
    matching(olds, news, comparison, looked: Self.mostLooked, by: Self.areAlike)
  }

  /// Columns whose values stand for those of one of the other side, one for one, of those that are none otherwise.
  func coded(_ comparison: Comparison, beside alike: [(old: String, new: String)], looked: Int) -> [(
    old: String, new: String
  )] {
    let olds = comparison.columns.deleted.filter { name in !alike.contains { $0.old == name } }
    let news = comparison.columns.inserted.filter { name in !alike.contains { $0.new == name } }
    return matching(olds, news, comparison, looked: looked, by: Self.areCodes)
  }

  /// Columns of one side and of the other that are one by their values; each comes into question for one alone.
  private func matching(
    _ olds: [String], _ news: [String], _ comparison: Comparison, looked: Int,
    by areOne: ([LearntRule.Example]) -> Bool
  ) -> [(old: String, new: String)] {
    guard !olds.isEmpty, !news.isEmpty, max(olds.count, news.count) <= Self.mostColumns else { return [] }
    let pairs = comparison.spreadPairs(looked)
    let old = named(olds, of: source, pairs.map(\.source), comparison)
    let new = named(news, of: target, pairs.map(\.target), comparison)
    return Self.alone(old, new) { areOne($0.cells(beside: $1)) }
  }

  func named(_ names: [String], of table: RecordTable, _ records: [Int], _ comparison: Comparison) -> [NamedValues] {
    names.map { NamedValues(name: $0, values: values($0, of: table, records, comparison)) }
  }

  /// The values of a column in some records; none of one that rules speak of.
  func values(_ name: String, of table: RecordTable, _ records: [Int], _ comparison: Comparison) -> [Value] {
    guard isFree(name), !comparison.plan.isMasked(name), let place = table.columnIndex(of: name) else { return [] }
    var cursor = table.makeCursor()
    return records.map { cursor.field($0, place).value }
  }

  static func areAlike(_ all: [LearntRule.Example]) -> Bool {
    let cells = all.filter { cell in ![cell.old, cell.new].contains { $0.withField(\.isVoid) } }
    guard Set(cells.map(\.old)).count >= fewestValues, Set(cells.map(\.new)).count >= fewestValues else {
      return FewValues(all).agree
    }
    func isEnough(_ count: Int) -> Bool { Double(count) >= leastShare * Double(cells.count) }
    let factors = cells.compactMap(Sides<NumberForm>.usual(of: cells).factor)
    if isEnough(factors.counted().values.max() ?? 0) { return true }
    return HypothesisSet.all(for: cells, with: []).contains { set in
      isEnough(cells.count { set.finding($0).verdict == .explained }) && !isByChance(set, cells)
    }
  }

  /// Whether values of half of the pairs are one beside those of the next pair, too, as where most have one value.
  private static func isByChance(_ set: HypothesisSet, _ cells: [LearntRule.Example]) -> Bool {
    let nexts = cells.dropFirst() + cells.prefix(1)
    let others = zip(cells, nexts).count { cell, next in
      set.finding(LearntRule.Example(old: cell.old, new: next.new)).verdict == .explained
    }
    return 2 * others >= cells.count
  }

  /// Whether values stand for others, each half of the pairs saying the same.
  private static func areCodes(_ cells: [LearntRule.Example]) -> Bool {
    let some = cells.prefix(mostLooked)
    guard 2 * Set(some.map(\.old)).count <= some.count, 2 * Set(some.map(\.new)).count <= some.count else {
      return false
    }
    var tally = CodeTally()
    for (place, cell) in cells.enumerated() { tally.add(cell.old, cell.new, half: place & 1) }
    return tally.hypothesis.map { FewValues(cells, with: [$0]).agree } ?? false
  }
}

/// Two columns of few values, in pairs of records: they may agree because each has hardly any other value.
private struct FewValues {
  let cells: [LearntRule.Example]
  /// What explains that values differ.
  private let sets: [HypothesisSet]

  private static let leastShare = 0.9, fewestTelling = 20.0, shifts = [1, 7, 31]

  init(_ cells: [LearntRule.Example], with codes: [Hypothesis] = []) {
    self.cells = cells
    sets = HypothesisSet.all(for: cells.filter { $0.old != $0.new && !$0.saysNothing }, with: codes)
  }

  /// Whether they agree in nearly all pairs, and in far more than when each is paired with another one's partner.
  var agree: Bool {
    let count = Double(cells.count)
    guard count >= Self.fewestTelling else { return false }
    let own = Double(cells.count(where: areOne)) / count
    guard own >= Self.leastShare else { return false }
    let others = Self.shifts.map { shift in
      cells.indices.count {
        areOne(LearntRule.Example(old: cells[$0].old, new: cells[($0 + shift) % cells.count].new))
      }
    }
    let chance = Double(others.reduce(0, +)) / count / Double(Self.shifts.count)
    return (1 - chance) * count >= Self.fewestTelling && own - chance >= Self.leastShare * (1 - chance)
  }

  private func areOne(_ cell: LearntRule.Example) -> Bool {
    cell.old == cell.new || cell.saysNothing
      || TruthHypotheses.isTrue(cell.old).map { $0 == TruthHypotheses.isTrue(cell.new) } ?? false
      || sets.contains { $0.finding(cell).verdict == .explained }
  }
}

extension Comparison {
  /// Whether no two records of a side have one identity.
  fileprivate var tellsRecordsApart: Bool {
    Side.allCases.allSatisfy { Set(identities.hashes[$0]).count == orders[$0].count }
  }
}

extension LearntRule.Example {
  /// Whether neither value says anything.
  fileprivate var saysNothing: Bool { [old, new].allSatisfy { $0.isHollow || Hypotheses.isWord($0.description) } }
}

extension String {
  /// The letters and digits alone, in lower case.
  var letters: String {
    String(lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
  }
}
