import Analysis
import Comparing
import Platform
import Records

extension Review {
  /// A rule that may be added.
  package enum Rule: Sendable, Equatable {
    /// Columns, or paths inside them, mean nothing.
    case ignored([String])
    /// Order means nothing.
    case unordered
    /// These columns tell the records apart.
    case key([String])
    /// Lines about columns.
    case lines([RuleLine], columns: [String])

    /// As a rules file says it.
    package var text: String {
      switch self {
      case .ignored(let names): "ignore = \(names.luaText)"
      case .unordered: "\(RuleField.Switch.ignoreOrder.rawValue) = true"
      case .key(let names): "identity = \(names.keyLua)"
      case .lines(let lines, _):
        RuleLine.fields.compactMap { field in
          let own = lines.filter { $0.field == field }.map(\.onOneLine)
          return own.isEmpty ? nil : "\(field) = { \(own.joined(separator: ", ")) }"
        }.joined(separator: ", ")
      }
    }

    /// The text, and of a long one its beginning: a table of many codes would hide what is said beside it.
    package var brief: String {
      let parts = text.split(separator: ", [")
      let shown = parts.indices.prefix { parts[...$0].reduce(0) { $0 + $1.count + 3 } <= Self.mostBrief }.count
      guard shown < parts.count, shown > 0 else { return text }
      let end = text.reversed().prefix { $0 == " " || $0 == "}" }.reversed()
      return parts.prefix(shown).joined(separator: ", [") + ", … and \(parts.count - shown) more" + String(end)
    }

    private static let mostBrief = 200

    /// The columns or paths that it is about; none where it is about records.
    var names: [String] {
      switch self {
      case .ignored(let names), .lines(_, let names), .key(let names): names
      case .unordered: []
      }
    }

    /// Where it says how the elements of lists are told apart.
    var lists: [String] { columns { $0 == RuleLine.lists } }

    private func columns(of isMeant: (String) -> Bool) -> [String] {
      guard case .lines(let lines, let columns) = self else { return [] }
      return zip(lines, columns).filter { isMeant($0.0.field) }.map(\.1)
    }

    /// The places inside of values that a comparison has whole which are compared in another way, or not at all.
    func places(in comparison: Comparison) -> [String] {
      let columns = comparison.comparedColumns.map(\.name)
      let all = if case .ignored(let names) = self { names } else { self.columns { !RuleLine.structural.contains($0) } }
      return all.filter { name in !columns.contains(name) && columns.contains(where: name.isInside) }
    }

    /// What is known of it.
    package var comments: [String] {
      guard case .lines(let lines, let columns) = self else { return [] }
      guard lines.count > 1 else { return lines.flatMap(\.comments) }
      // Of a column with another name and other values it says nothing in how many these are the same as they stand.
      let isJoined = lines.contains { $0.field != RuleLine.rename }
      return zip(lines, columns).filter { !isJoined || $0.0.field != RuleLine.rename }.flatMap { line, column in
        line.comments.map { "\(column): \($0)" }
      }
    }

    /// Sets what is no line about a column.
    func add(to flags: inout RuleSet) {
      switch self {
      case .ignored(let names): flags.ignored = (flags.ignored ?? []) + names
      case .unordered: flags.switches[.ignoreOrder] = true
      case .key(let names): flags.identity = .columns(names)
      case .lines: break
      }
    }
  }
}

extension Review.Rule {
  /// Rules that were learned, as one.
  init(_ rules: [LearntRule]) {
    let alone = rules.map { rule in
      var rule = rule
      // What else was learned stands elsewhere, if it is taken at all.
      rule.explainedWithRules = nil
      return rule
    }
    self = .lines(alone.map { RuleLine($0) }, columns: rules.map(\.column))
  }

  /// A rule about a column that is on one line.
  init(_ field: String, _ column: String, _ expression: String) {
    let line = "\(column.luaKey) = \(expression)"
    self = .lines([RuleLine(field: field, line: line, comments: [])], columns: [column])
  }

  /// What a finding advises; `nil` where that has first to be learned.
  init?(_ advice: FindingAdvice) {
    switch advice {
    case .learning: return nil
    case .remedy(let remedy):
      let lines = remedy.lines.map { RuleLine(field: "normalize", line: $0, comments: []) }
      self = .lines(lines, columns: remedy.steps.map(\.column))
    case .normalizing(let column, let steps):
      self.init("normalize", column, LearntRule.Change.normalize(steps).expression)
    case .ignoring(let names): self = .ignored(names)
    case .renaming(let old, let new): self.init(RuleLine.rename, old, new.luaText)
    case .swapping(let first, let second):
      let lines = [(first, second), (second, first)].map { old, new in
        RuleLine(field: RuleLine.rename, line: "\(old.luaKey) = \(new.luaText)", comments: [])
      }
      self = .lines(lines, columns: [first, second])
    case .judging(let column, let function): self.init("equal", column, function)
    case .unordered: self = .unordered
    case .key(let columns): self = .key(columns)
    case .listing(let path, let rule): self.init(RuleLine.lists, path, rule.luaValue)
    }
  }
}

// MARK: - Which ones come into question

/// The rules that come into question for a pair of records, by what is known of the comparison.
struct RuleSearch {
  private let comparison: Comparison
  /// What is learned from the comparison.
  private let learnt: [LearntRule]
  private let findings: [Advised]

  private static let mostPaths = 4

  typealias Advised = (finding: Finding, advice: FindingAdvice?)

  /// How much a rule hides that is about one place, the narrowest first.
  enum Reach: Int {
    case known, near, path, column, order
  }

  /// Learns rules, and looks for findings.
  init(_ comparison: Comparison) throws {
    self.comparison = comparison
    let found = try FindingSearch.all(of: comparison)
    findings = found.map { ($0, $0.advice(beside: found, in: comparison)) }
    // Without a key there is something to learn only where columns of other names make one.
    let mayLearn = comparison.hasKey || found.contains { $0.isOfNames && $0.isLearnable }
    learnt = mayLearn && comparison.passes == nil ? Self.learnt(from: comparison) : []
  }

  /// Where learning fails, as with rules that have no place for others, it proposes nothing.
  private static func learnt(from comparison: Comparison) -> [LearntRule] {
    let (source, target) = (comparison.source, comparison.target)
    var plan = comparison.plan(identifiedAs: comparison.key)
    if case .notFound = comparison.key { plan.identity = .automatic }
    do { return try Learner.learn(source: source, target: target, plan: plan).rules } catch { return [] }
  }

  /// The rules that say what a finding says.
  func rules(of finding: Finding) -> [Review.Rule] {
    let advice = findings.first { $0.finding == finding }?.advice
    if let rule = advice.flatMap(Review.Rule.init) { return [rule] }
    let fitting = advice == nil ? [] : learnt.filter { finding.columns.contains($0.column) }
    // Columns without what makes their values one would differ everywhere.
    if case .coded = finding.cause { return fitting.isEmpty ? [] : [Review.Rule(fitting)] }
    // What makes one key, or one table, of two is one rule.
    let ofKey = fitting.contains(where: \.isOfKey) ? learnt.filter(\.isOfKey) : []
    let renames = fitting.filter { !$0.isOfKey && $0.field == RuleLine.rename }
    let together = ofKey.isEmpty || finding.isOfNames ? ofKey + renames : ofKey
    let others = fitting.filter { !$0.isOfKey && $0.field != RuleLine.rename }
    let all = (together.isEmpty ? [] : [Review.Rule(together)]) + others.map { Review.Rule([$0]) }
    return all.isEmpty ? attempts(finding) : all
  }

  private func attempts(_ finding: Finding) -> [Review.Rule] {
    finding.attempt(in: comparison).flatMap(Review.Rule.init).map { [$0] } ?? []
  }

  /// The rules that may hide something of a pair, given by its numbers.
  func rules(for pair: Sides<Int>) throws -> [(rule: Review.Rule, reach: Reach)] {
    var found: [(Review.Rule, Reach)] = []
    for number in comparison.differing(in: pair) {
      let column = comparison.comparedColumns[Int(number)]
      guard !column.isMasked else { continue }
      let paths = try comparison.paths(in: column, pair)
      found += known(of: [column.name] + paths).map { ($0, .known) }
      if let rule = try tolerance(for: column, pair) { found.append((rule, .near)) }
      found += paths.prefix(Self.mostPaths).map { (.ignored([$0]), .path) }
      found.append((.ignored([column.name]), .column))
    }
    if comparison.hasMoved(pair) { found.append((.unordered, .order)) }
    return found
  }

  /// What is learned and found of a column, or of places inside of it.
  private func known(of names: [String]) -> [Review.Rule] {
    let learnt = learnt.filter { names.contains($0.column) && !$0.isOfKey && $0.field != RuleLine.rename }
    let advised = findings.filter { $0.finding.columns.first.map(names.contains) ?? false }.flatMap { finding, advice in
      switch advice {
      case .normalizing, .ignoring, .listing: advice.flatMap(Review.Rule.init).map { [$0] } ?? []
      case nil: attempts(finding)
      default: [Review.Rule]()
      }
    }
    return learnt.map { Review.Rule([$0]) } + advised
  }

  /// Numbers that are no further apart than those of a pair, as they are compared; none where it is known what else
  /// two of the column have to do with each other.
  private func tolerance(for column: ResolvedPlan.Column, _ pair: Sides<Int>) throws -> Review.Rule? {
    guard !findings.contains(where: { $0.finding.isOfOrigin && $0.finding.columns.contains(column.name) }) else {
      return nil
    }
    let values = try comparison.withWorker { worker in
      try NormalizedValues(comparison, worker)?.values(of: column, source: pair.source, target: pair.target)
    }
    let numbers = Side.allCases.compactMap { side in
      (values?[side] ?? comparison.raw(column, side, pair[side])).description.withBytes { ExactDecimal($0) }
    }
    guard numbers.count == 2, let difference = numbers[1].minus(numbers[0]), !difference.isZero else { return nil }
    return Review.Rule("equal", column.name, RuleSet.luaComparator(String(difference.description.drop { $0 == "-" })))
  }
}

extension Finding {
  /// Whether it says that columns have no partner, some of which may be one under two names.
  fileprivate var isOfNames: Bool { if case .unjoined = cause { true } else { false } }
}

extension Comparison {
  /// The numbers of the columns in which two records differ that are partners.
  func differing(in pair: Sides<Int>) -> ArraySlice<Int32> {
    updatedPairs.first { $0.target == pair.target && $0.source == pair.source }?.differing ?? []
  }

  /// The places inside of a column at which two records differ, each once.
  fileprivate func paths(in column: ResolvedPlan.Column, _ pair: Sides<Int>) throws -> [String] {
    try withWorker { worker in
      let inside = try worker.nestedChanges(in: column, source: pair.source, target: pair.target) ?? []
      var paths: [String] = []
      for change in inside {
        let path = change.path.pattern.text(below: column.name)
        if !paths.contains(path) { paths.append(path) }
      }
      return paths
    }
  }

  /// The columns in which two records differ that are partners, and the places inside of these.
  func places(in pair: Sides<Int>) throws -> [String] {
    try differing(in: pair).flatMap { number in
      let column = comparedColumns[Int(number)]
      return try [column.name] + paths(in: column, pair)
    }
  }

  /// Whether the records of a pair stand in another place relative to the rest.
  func hasMoved(_ pair: Sides<Int>) -> Bool { movedTargets.contains { orders.target[Int($0)] == pair.target } }

  /// The values of a pair as they stand in its inputs.
  func raw(_ column: ResolvedPlan.Column, _ pair: ComparedPair) -> Sides<Value> {
    Sides(source: raw(column, .source, pair.source), target: raw(column, .target, pair.target))
  }

  /// A value as it stands in its input.
  func raw(_ column: ResolvedPlan.Column, _ side: Side, _ record: Int) -> Value {
    guard let place = column.place(in: side) else { return .absent }
    var cursor = tables[side].makeCursor()
    return cursor.field(record, place).value
  }
}

// MARK: - What it hides

/// What differs at a place inside of a value of a pair, or in a column.
struct PlaceDifference {
  let name: String
  let pattern: String
  let values: Sides<Value>
  /// The list, or what in it has a name of its own, and the places there, of an element that moved.
  var move: (name: String, places: Sides<Int>)?
}

extension PlaceDifference {
  /// What differs in a column.
  init(_ column: String, _ values: Sides<Value>) { self.init(name: column, pattern: column, values: values) }

  /// What differs inside of a column.
  fileprivate init(_ change: NestedChange, in column: String) {
    let values = Sides(source: change.old?.value ?? .absent, target: change.new?.value ?? .absent)
    let (name, pattern) = (change.path.text(below: column), change.path.pattern.text(below: column))
    guard change.kind == .moved, let source = change.from?.place, let target = change.path.place else {
      self.init(name: name, pattern: pattern, values: values)
      return
    }
    let (list, places) = (change.path.named.text(below: column), Sides(source: source, target: target))
    let shown = list == name ? Sides(source: .absent, target: .absent) : values
    self.init(name: name, pattern: pattern, values: shown, move: (list, places))
  }
}

/// The values that differ in one comparison and not in another of the same inputs.
struct HiddenCells {
  private let before: Comparison
  private let after: Comparison
  /// The places inside of values that are looked at; what they are in is not looked at as a whole.
  private let places: [String]
  private let names: [String]
  private var left: [Int: ComparedPair] = [:]
  /// The pairs that there are in the other one, where they may be others.
  private var partners: [Int: Int]?

  init(_ before: Comparison, _ after: Comparison, _ places: [String] = []) {
    (self.before, self.after, self.places) = (before, after, places)
    names = after.comparedColumns.map(\.name)
    for pair in after.updatedPairs { left[pair.target] = pair }
    guard after.key.columns != before.key.columns || after.pairedCount != before.pairedCount else { return }
    partners = Dictionary(after.comparedPairs.map { ($0.target, $0.source) }, uniquingKeysWith: { first, _ in first })
  }

  /// How many pairs there are in the other one, too.
  var keptPairs: Int {
    guard let partners else { return before.pairedCount }
    return before.comparedPairs.count { partners[$0.target] == $0.source }
  }

  private func isKept(_ pair: ComparedPair) -> Bool { partners.map { $0[pair.target] == pair.source } ?? true }

  func forEach(_ body: (ComparedPair, ResolvedPlan.Column) throws -> Void) rethrows {
    let known = Set(before.comparedColumns.map(\.name))
    for pair in before.updatedPairs where isKept(pair) {
      let open = Set((left[pair.target]?.differing ?? []).map { names[Int($0)] })
      for number in pair.differing {
        let column = before.comparedColumns[Int(number)]
        // What differs inside may do so as a column of its own.
        let isOpen = open.contains { $0 == column.name || !known.contains($0) && $0.isInside(column.name) }
        if !isOpen, !places.contains(where: column.name.isRelated) { try body(pair, column) }
      }
    }
  }

  /// Calls `body` with what differs at the places.
  func forEachPlace(_ body: (ComparedPair, PlaceDifference) throws -> Void) throws {
    guard !places.isEmpty else { return }
    try before.withWorker { worker in
      try after.withWorker { other in
        for pair in before.updatedPairs where isKept(pair) {
          let found = try before.differences(at: places, in: pair, worker)
          let open =
            try found.isEmpty ? nil : left[pair.target].map { try after.differences(at: places, in: $0, other) }
          let names = Set((open ?? []).map(\.name))
          for difference in found where !names.contains(difference.name) { try body(pair, difference) }
        }
      }
    }
  }
}

extension Comparison {
  /// What differs inside of the values of a column; nothing where they are no objects or lists.
  func differences(in column: ResolvedPlan.Column, _ pair: ComparedPair, _ worker: ComparisonWorker) throws
    -> [PlaceDifference]
  {
    let changes = try worker.nestedChanges(in: column, source: pair.source, target: pair.target) ?? []
    return changes.map { PlaceDifference($0, in: column.name) }
  }

  /// What differs at some places, be they columns of their own, in others, or have others in them.
  fileprivate func differences(at places: [String], in pair: ComparedPair, _ worker: ComparisonWorker) throws
    -> [PlaceDifference]
  {
    try pair.differing.flatMap { number -> [PlaceDifference] in
      let column = comparedColumns[Int(number)]
      guard places.contains(where: column.name.isRelated) else { return [] }
      let inside = try differences(in: column, pair, worker)
      let all = inside.isEmpty ? [PlaceDifference(column.name, raw(column, pair))] : inside
      return all.filter { difference in places.contains(where: difference.pattern.isInside) }
    }
  }

  /// How many differences there are at some places in all pairs.
  func countDifferences(at places: [String]) throws -> Int {
    guard !places.isEmpty else { return 0 }
    return try withWorker { worker in
      try updatedPairs.reduce(0) { try $0 + differences(at: places, in: $1, worker).count }
    }
  }
}

extension String {
  /// Whether one of two names is inside of the other.
  fileprivate func isRelated(_ other: String) -> Bool { isInside(other) || other.isInside(self) }
}
