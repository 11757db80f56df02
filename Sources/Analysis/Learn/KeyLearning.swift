import Comparing
import Records

/// Learns rules for columns of the key whose values are written in two ways, so that their records find no partner.
struct KeyLearning {
  private(set) var comparison: Comparison
  private(set) var rules: [LearntRule] = []
  private let source, target: RecordTable
  private let agrees: (Comparison) throws -> Bool

  var paired: Int { comparison.pairing.pairedCount }

  /// Learns from the records of a comparison that have no partner, and compares again where a rule was found.
  ///
  /// - Parameter agrees: Tells whether the pairs of a comparison have in common what others have not.
  /// - Throws: What a rule throws.
  /// - Complexity: O(*n* log *n*) for *n* records without a partner, and another comparison.
  init(
    _ first: Comparison, _ source: RecordTable, _ target: RecordTable,
    agrees: @escaping (Comparison) throws -> Bool
  ) throws {
    (comparison, self.source, self.target, self.agrees) = (first, source, target, agrees)
    guard let columns = first.key.columns else { return }
    let isSearched =
      switch first.key {
      case .found, .notFound: true
      case .given, .wholeRecord, .function: false
      }
    func others() throws -> [[String]] {
      try first.columns.common.map { [$0.name] }.filter { try $0 != columns && KeyForms.mayBe($0, in: first) }
    }
    if isSearched, columns.count > 1 {
      // A column may be a key by itself in some form, one for one in nearly all pairs that several columns make.
      try learnForm(of: others(), isBetter: isAsGood)
      if try !rules.isEmpty || learnParts(of: twos(), isBetter: isAsGood) { return }
    }
    let fewer = Side.allCases.map { first.orders[$0].count - paired }.min() ?? 0
    guard fewer > 0 else { return }
    if !columns.isEmpty, try learnSpelling(of: columns, fewer) { return }
    try learnForm(of: (columns.isEmpty ? [] : [columns]) + (isSearched ? others() : []))
    guard rules.isEmpty else { return }
    let several = try (columns.count > 1 ? [columns] : []) + (isSearched ? twos() : [])
    if try learnParts(of: several) { return }
    if columns.count == 1 { try learnOffset(of: columns[0]) }
  }

  /// Whether a comparison has nearly all pairs of the first one, and no fewer.
  private var isAsGood: (Comparison) -> Bool {
    let first = comparison
    let found = Set(first.comparedPairs.map { [$0.source, $0.target] })
    return { second in
      let shared = second.comparedPairs.count { found.contains([$0.source, $0.target]) }
      return second.pairing.pairedCount >= first.pairing.pairedCount && 10 * shared >= 9 * found.count
    }
  }

  private static let mostColumns = 8

  /// Each two columns of both sides that are no keys by themselves, and of which one at least has other values on each.
  private func twos() throws -> [[String]] {
    let first = comparison
    let names = try first.columns.common.map(\.name).filter {
      try Self.isFree($0, first) && !KeyForms.mayBe([$0], in: first)
    }.prefix(Self.mostColumns)
    let apart = try Set(names.filter { try KeyForms(first, [$0]).areApart })
    return names.eachTwo.filter { !apart.isDisjoint(with: $0) }
  }

  /// Learns how parts of a key are spelled; whether that makes enough partners.
  private mutating func learnSpelling(of columns: [String], _ fewer: Int) throws -> Bool {
    let first = comparison
    let cells = try Self.cells(first)
    var plan = first.plan(identifiedAs: first.key)
    var found: [LearntRule] = []
    for (part, name) in columns.enumerated() where Self.isFree(name, first) {
      guard let (set, tally) = Self.confirmed(cells[part] ?? [[], []]) else { continue }
      plan.normalizers[name] = set.parts.flatMap(\.steps)
      found += set.rules(for: name, tally).map { rule in
        LearntRule(
          column: name, noises: rule.noises, change: rule.change, isOfKey: true, differing: fewer,
          explained: rule.explained, examples: rule.examples)
      }
    }
    guard !found.isEmpty else { return false }
    let second = try Comparison(source: source, target: target, plan: plan)
    let gained = second.pairing.pairedCount - first.pairing.pairedCount
    guard 2 * gained >= fewer, Self.keepsApart(second, what: first) else { return false }
    comparison = second
    rules = found
    // Where keys repeat, more of them have a near one than there are partners.
    for index in rules.indices { rules[index].explained = min(rules[index].explained, gained) }
    return true
  }

  /// Learns in which form a part of one of some keys makes most partners.
  ///
  /// - Parameter isBetter: Whether its pairs are worth more than those that there are; by itself, if they are more.
  private mutating func learnForm(of keys: [[String]], isBetter: ((Comparison) -> Bool)? = nil) throws {
    let first = comparison
    var best: (key: [String], part: Int, form: KeyForms.Form)?
    for key in keys where best == nil || key.count == 1 {
      let forms = try KeyForms(first, key)
      guard forms.areComplete else { continue }
      for (part, name) in key.enumerated() where Self.isFree(name, first) {
        guard let form = forms.best(of: part), form.gained > best?.form.gained ?? 0 else { continue }
        best = (key, part, form)
      }
    }
    guard let (key, part, form) = best else { return }
    try adopt([form.rule(for: key[part])], of: key, isBetter: isBetter)
  }

  /// Takes rules for columns of a key if they make more pairs, or better ones, that have more in common than others.
  private mutating func adopt(_ found: [LearntRule], of key: [String], isBetter: ((Comparison) -> Bool)?) throws {
    var plan = comparison.plan(identifiedAs: comparison.key)
    plan.identity = .columns(key)
    for rule in found { plan.normalizers[rule.column] = try rule.change.steps.normalizers }
    let second = try Comparison(source: source, target: target, plan: plan)
    let isMore = isBetter?(second) ?? (second.pairing.pairedCount > comparison.pairing.pairedCount)
    guard isMore else { return }
    let isAgreed = try second.pairsAgree()
    // Columns under two names may agree where those of both sides were changed in most records.
    guard try isAgreed == true || isAgreed == nil && (isGiven(key) || !second.keysAreInARow()) || agrees(second) else {
      return
    }
    (comparison, rules) = (second, found)
  }

  /// Learns in which forms several parts of one of some keys make partners together; whether they do for most.
  private mutating func learnParts(of keys: [[String]], isBetter: ((Comparison) -> Bool)? = nil) throws -> Bool {
    for key in keys where try KeyForms.mayBe(key, in: comparison) {
      let forms = try KeyForms(comparison, key)
      guard forms.areComplete else { continue }
      let parts = forms.ofParts { Self.isFree(key[$0], comparison) }
      guard let gained = forms.gained(by: parts.map { ($0.part, $0.form.steps) }), 2 * gained >= forms.missing else {
        continue
      }
      let found = parts.map { part, form in form.rule(for: key[part], missing: forms.missing, gained: gained) }
      try adopt(found, of: key, isBetter: isBetter)
      if !rules.isEmpty { return true }
    }
    return false
  }

  /// Learns by how much the numbers of a key are greater on the new side, where what else the records have says so.
  private mutating func learnOffset(of name: String) throws {
    guard Self.isFree(name, comparison), try KeyForms.mayBe([name], in: comparison) else { return }
    let forms = try KeyForms(comparison, [name])
    guard let form = try Self.offset(of: name, comparison, forms) else { return }
    try adopt([form.rule(for: name)], of: [name], isBetter: nil)
  }

  /// By how much the numbers of a key are greater on the new side, and how many keys get a partner by that: half of
  /// those that have none at least.
  static func offset(of name: String, _ comparison: Comparison, _ forms: KeyForms) throws -> KeyForms.Form? {
    guard forms.areComplete, forms.areApart, let offset = try KeyOffset(comparison, name),
      let gained = forms.gained(by: [(0, [offset.step])]), 2 * gained >= forms.missing
    else { return nil }
    return KeyForms.Form(
      noises: [.renumbered], steps: [offset.step], missing: forms.missing, gained: gained, examples: offset.examples)
  }

  /// Whether nearly all records that both pair have the same partner: keys that were dealt anew pair others.
  func pairs(like other: KeyLearning) -> Bool {
    let partners = Dictionary(
      other.comparison.comparedPairs.map { ($0.source, $0.target) }, uniquingKeysWith: { first, _ in first })
    let same = comparison.comparedPairs.compactMap { pair in partners[pair.source].map { $0 == pair.target } }
    return 20 * same.count(where: \.self) >= 19 * same.count
  }

  private func isGiven(_ key: [String]) -> Bool { if case .given(key) = comparison.key { true } else { false } }

  private static func isFree(_ column: String, _ comparison: Comparison) -> Bool {
    let plan = comparison.plan
    return !plan.isMasked(column) && plan.normalizers[column] == nil && plan.usualSteps.isEmpty
  }

  /// Whether no two records of a side have got one identity that had two.
  private static func keepsApart(_ second: Comparison, what first: Comparison) -> Bool {
    Side.allCases.allSatisfy { side in
      Set(first.identities.hashes[side]).count == Set(second.identities.hashes[side]).count
    }
  }

  /// Parts of keys without a partner, beside those of the keys that come near, by part and half of the records.
  private static func cells(_ comparison: Comparison) throws -> [Int: [[LearntRule.Example]]] {
    let explainer = try Explainer(comparison)
    var (cells, work) = ([Int: [[LearntRule.Example]]](), 0)
    for offset in explainer.unpairedOffsets.source.map(Int.init) {
      let absence = try explainer.absence(.source, offset, &work)
      guard case .spelling(let parts) = absence.cause, let near = absence.candidates.first else { continue }
      let key = try explainer.keyValues(.source, offset)
      for part in parts.map(\.part) {
        cells[part, default: [[], []]][Learner.half(key)].append(
          LearntRule.Example(old: key[part], new: near.key[part]))
      }
    }
    return cells
  }

  /// What explains most cells of a part, made up from the first half and confirmed by both; as numbers only what
  /// nothing else explains, since other keys are one as numbers, too: `1E3` and `1000`.
  private static func confirmed(_ halves: [[LearntRule.Example]]) -> (HypothesisSet, LearningTally)? {
    confirmed(halves, without: [.number]) ?? confirmed(halves, without: [])
  }

  private static func confirmed(_ halves: [[LearntRule.Example]], without omitted: Set<Spelling>)
    -> (HypothesisSet, LearningTally)?
  {
    let cells = halves.enumerated().flatMap { half, cells in cells.map { (cell: $0, half: half) } }
    var best: (set: HypothesisSet, tally: LearningTally)?
    for set in Hypotheses.spelled(halves[0], without: omitted).map({ HypothesisSet([$0]) }) {
      let tally = LearningTally(set, of: cells)
      if tally.isConfirmed, tally.total > best?.tally.total ?? 0 { best = (set, tally) }
    }
    return best
  }
}

extension Comparison {
  /// What it was compared by, as it was given, with the key that was found: what is tried else is tried on that.
  package func plan(identifiedAs key: KeyChoice) -> ComparisonPlan {
    var plan = resolvedPlan.given
    plan.identity = key.columns.map { $0.isEmpty ? .record : .columns($0) } ?? plan.identity
    return plan
  }
}
