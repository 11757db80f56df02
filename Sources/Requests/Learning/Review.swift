import Analysis
import Comparing
import Platform
import Records

/// A comparison that is looked through while its rules grow: each rule is tried on all of it first, and can be taken
/// back.
///
/// So can differences that are accepted as they are, which a file keeps.
package struct Review {
  /// A rule that may be added.
  package enum Rule: Sendable, Equatable {
    /// A column, or a path inside one, means nothing.
    case ignored(String)
    /// Order means nothing.
    case unordered
    /// A line about a column.
    case line(RuleLine, column: String)

    /// As a rules file says it.
    package var text: String {
      switch self {
      case .ignored(let name): "ignore = { \(name.luaText) }"
      case .unordered: "\(RuleField.Switch.ignoreOrder.rawValue) = true"
      case .line(let line, _): "\(line.field) = { \(line.onOneLine) }"
      }
    }

    /// The column or path that it is about; `nil` where it is about none.
    package var name: String? {
      switch self {
      case .ignored(let name), .line(_, let name): name
      case .unordered: nil
      }
    }

    /// What is known of it.
    package var comments: [String] { if case .line(let line, _) = self { line.comments } else { [] } }
  }

  /// A value that differs without a rule and does not with it.
  package struct HiddenValue: Sendable {
    package let key: [Value]
    package let column: String
    package let values: Sides<Value>
  }

  /// What a rule changes about a comparison.
  package struct Effect {
    /// How many changes there are without it, and with it.
    package let changes: (before: Int, after: Int)
    /// How many values differ without it and do not with it.
    package let hidden: Int
    /// Some of them, those of the record that was looked at left out.
    package let others: [HiddenValue]
    /// The columns in which the record that was looked at still differs; `nil` where it is no pair that differs.
    package let left: [String]?
    /// The columns of the key, where another one is found with it.
    package let otherKey: [String]?
    fileprivate let comparison: Comparison
  }

  private struct RuleStep {
    let rule: Rule
    let pair: Sides<Int>?
    let comparison: Comparison
  }

  private enum Step {
    case rule(RuleStep)
    /// Differences were accepted; the file was another one before.
    case accepted(before: AcceptedFile)
  }

  /// What ``undo()`` has taken back.
  package enum Undone {
    case rule(Rule)
    /// So many entries of the file.
    case entries(Int)
  }

  private let request: DiffRequest
  private let first: Comparison
  private var steps: [Step] = []
  /// What was learned from the comparison as it stands, once somebody has asked for it.
  private var learnt: [LearntRule]?
  /// The differences that are accepted.
  package private(set) var accepted: AcceptedFile
  /// Under the rules that were taken, with the differences that are accepted.
  package private(set) var comparison: Comparison

  private static let usualFile = "accepted.jsonl"

  /// Compares for the first time.
  ///
  /// The file of accepted differences is the one that the rules name, and need not be there.
  package init(_ request: DiffRequest) throws(LunaDiffError) {
    self.request = request
    var path: String?
    first = try compare(request) { (path, $0.accept) = ($0.accept, nil) }
    let file = AcceptedFile.path(path ?? Self.usualFile, table: first.tableName)
    // The usual file is not read unless it is named.
    accepted = path == nil || !FilePath.exists(file) ? AcceptedFile(new: file) : try AcceptedFile(file)
    comparison = first
    comparison = try compared()
  }

  private var ruleSteps: [RuleStep] { steps.compactMap { if case .rule(let step) = $0 { step } else { nil } } }

  package var rules: [Rule] { ruleSteps.map(\.rule) }

  private func compared() throws(LunaDiffError) -> Comparison {
    let plain = ruleSteps.last?.comparison ?? first
    return accepted.entries.isEmpty ? plain : try plain.accepting(accepted)
  }

  // MARK: Rules

  private static let mostPaths = 4

  /// The rules that may hide a change of a pair of records, given by their numbers: what was learned from all that
  /// differs first, then what hides more.
  package mutating func proposals(for pair: Sides<Int>) throws(LunaDiffError) -> [Rule] {
    do { return try allProposals(for: pair) } catch { throw LunaDiffError(error) }
  }

  private mutating func allProposals(for pair: Sides<Int>) throws -> [Rule] {
    let comparison = comparison
    var found: [Rule] = []
    for number in comparison.differing(in: pair) {
      let column = comparison.comparedColumns[Int(number)]
      guard !column.isMasked else { continue }
      for rule in try learned() where rule.column == column.name && !rule.isOfKey {
        found.append(.line(RuleLine(rule), column: column.name))
      }
      if let rule = try comparison.tolerance(for: column, pair) { found.append(rule) }
      found += try comparison.withWorker { worker in
        try worker.prepare()
        let inside = try worker.nestedChanges(in: column, source: pair.source, target: pair.target) ?? []
        var paths: [String] = []
        for change in inside {
          let path = change.path.pattern.text(below: column.name)
          if !paths.contains(path), paths.count < Self.mostPaths { paths.append(path) }
        }
        return paths.map { Rule.ignored($0) }
      }
      found.append(.ignored(column.name))
    }
    if comparison.movedTargets.contains(where: { comparison.orders.target[Int($0)] == pair.target }) {
      found.append(.unordered)
    }
    return found.filter { !rules.contains($0) }
  }

  /// The rules that are learned from the comparison as it stands; none where there is nothing to learn from.
  private mutating func learned() throws -> [LearntRule] {
    if let learnt { return learnt }
    let comparison = comparison
    let rules =
      comparison.hasKey && comparison.passes == nil
      ? try Learner.learn(source: comparison.source, target: comparison.target, plan: comparison.plan).rules : []
    learnt = rules
    return rules
  }

  /// Tries a rule on all of the comparison.
  ///
  /// - Complexity: That of a comparison.
  package func effect(of rule: Rule, on pair: Sides<Int>?) throws(LunaDiffError) -> Effect {
    let before = comparison
    let after = try compare(request(with: rules + [rule])) { $0.accept = nil }
    var hidden = 0
    var others: [HiddenValue] = []
    let cells = HiddenCells(before, after)
    do {
      try cells.forEach { cell, column in
        hidden += 1
        guard others.count < Self.mostOthers, cell.target != pair?.target else { return }
        others.append(try before.value(of: column, cell))
      }
    } catch { throw LunaDiffError(error) }
    let left = pair.flatMap { pair in
      before.differing(in: pair).isEmpty
        ? nil : after.differing(in: pair).map { after.comparedColumns[Int($0)].name }
    }
    let otherKey = after.key.columns == before.key.columns ? nil : after.key.columns
    return Effect(
      changes: (before.changeCount, after.changeCount), hidden: hidden, others: others, left: left, otherKey: otherKey,
      comparison: after)
  }

  private static let mostOthers = 5

  /// Takes a rule, whose effect is known, for the change of a pair.
  package mutating func accept(_ rule: Rule, _ effect: Effect, for pair: Sides<Int>?) throws(LunaDiffError) {
    steps.append(.rule(RuleStep(rule: rule, pair: pair, comparison: effect.comparison)))
    learnt = nil
    comparison = try compared()
  }

  /// Takes the last rule back, or the differences that were accepted last; `nil` where there is neither.
  package mutating func undo() throws(LunaDiffError) -> Undone? {
    guard let step = steps.last else { return nil }
    let undone: Undone
    switch step {
    case .rule(let step): undone = .rule(step.rule)
    case .accepted(let before):
      undone = .entries(accepted.entries.count - before.entries.count)
      try before.restore(inputs: [request.old, request.new])
      accepted = before
    }
    steps.removeLast()
    learnt = nil
    comparison = try compared()
    return undone
  }

  // MARK: Differences that are accepted

  /// What has to be in the file for a change to be accepted; nothing where no column differs.
  ///
  /// - Parameter change: The change's place in the order of reports.
  package func differences(of change: Int) throws(LunaDiffError) -> [AcceptedDifference] {
    let entry = comparison.entry(at: change)
    do { return try comparison.acceptedDifferences(of: entry) } catch { throw LunaDiffError(error) }
  }

  /// Accepts differences as they are, and writes the file.
  ///
  /// - Parameter fill: Adds entries to the file; nothing is done where it adds none.
  /// - Returns: How many entries are new.
  /// - Throws: What `fill` throws; an error where the file cannot be written, which then has what it had.
  package mutating func accept(_ fill: (inout AcceptedFile, Comparison) throws -> Void) throws -> Int {
    var file = accepted
    try AcceptedFile.checkMask(of: comparison)
    try fill(&file, comparison)
    let added = file.entries.count - accepted.entries.count
    guard added > 0 else { return 0 }
    if accepted.isNew, accepted.entries.isEmpty, FilePath.exists(file.path) {
      throw LunaDiffError("\(file.path) is there already", hint: "\(Setting("accept")) \(file.path) adds to it")
    }
    try file.write(inputs: [request.old, request.new])
    steps.append(.accepted(before: accepted))
    accepted = file
    comparison = try compared()
    return added
  }

  private func request(with rules: [Rule]) -> DiffRequest {
    var request = request
    for rule in rules {
      guard case .line = rule else {
        rule.add(to: &request.options.flags)
        continue
      }
      request.options.rules.append(.text("return { \(rule.text) }", name: "a rule that is tried"))
    }
    return request
  }

  // MARK: Files

  /// The rules that were there and those that were taken, as a file that works alone.
  ///
  /// - Parameter path: Where the file will be.
  /// - Returns: Its text, and what has to be named before it if it does not work alone.
  package func rulesFile(at path: String) throws(LunaDiffError) -> (text: String, missing: String?) {
    var base = try LearningBase(request.options, output: path)
    var lines: [RuleLine] = []
    for rule in rules {
      if case .line(let line, _) = rule { lines.append(line) } else { rule.add(to: &base.flags) }
    }
    let names = [request.old, request.new].map(\.inComment).joined(separator: " and ")
    let heading =
      ["Rules for \(names), made while their changes were looked through."]
      + (base.missing.map { ["To be used after \($0)."] } ?? [])
    // The rules that were taken may lead to another key than the one that was found first.
    var key = comparison.key
    // Records may lack a key only if it is not named.
    if case .found(_, let gaps) = key, gaps.source + gaps.target > 0 { key = .wholeRecord }
    return (base.text(heading: heading, key: key, adding: lines), base.missing)
  }

  /// Tests that may show what each rule is for, as members of a table of Lua: a pair of records that differs without
  /// it.
  ///
  /// They come in groups of which one is enough: the pair with nothing but what the rule hides, and the pair as it is.
  package var tests: [[String]] {
    guard !first.plan.hasMask else { return [] }
    let steps = ruleSteps
    return steps.indices.compactMap { number in
      let step = steps[number]
      guard let pair = step.pair else { return nil }
      let before = number == 0 ? first : steps[number - 1].comparison
      let kept = Set(step.comparison.differing(in: pair).map { step.comparison.comparedColumns[Int($0)].name })
      let hidden = Set(before.differing(in: pair).map { before.comparedColumns[Int($0)].name }).subtracting(kept)
      guard !hidden.isEmpty, let target = before.luaRecord(.target, pair, from: { _ in .target }) else { return nil }
      let sources = [
        before.luaRecord(.source, pair) { hidden.contains($0) ? .source : .target },
        before.luaRecord(.source, pair, from: { _ in .source }),
      ]
      let name = "\(hidden.sorted().joined(separator: ", ")): \(step.rule.text) (\(number + 1))"
      return sources.compactMap(\.self).map { source in
        """
          [\(name.luaText)] = {
            old = { \(source) },
            new = { \(target) },
            expect = { same = true },
          },

        """
      }
    }
  }
}

extension Review.Rule {
  fileprivate func add(to flags: inout RuleSet) {
    switch self {
    case .ignored(let name): flags.ignored = (flags.ignored ?? []) + [name]
    case .unordered: flags.switches[.ignoreOrder] = true
    case .line: break
    }
  }
}

/// The values that differ in one comparison and not in another of the same inputs.
private struct HiddenCells {
  private let before: Comparison
  private var left: [Int: Set<String>] = [:]

  init(_ before: Comparison, _ after: Comparison) {
    self.before = before
    let names = after.comparedColumns.map(\.name)
    for pair in after.updatedPairs { left[pair.target] = Set(pair.differing.map { names[Int($0)] }) }
  }

  func forEach(_ body: (ComparedPair, ResolvedPlan.Column) throws -> Void) rethrows {
    for pair in before.updatedPairs {
      for number in pair.differing {
        let column = before.comparedColumns[Int(number)]
        if left[pair.target]?.contains(column.name) != true { try body(pair, column) }
      }
    }
  }
}

extension Comparison {
  /// The numbers of the columns in which two records differ that are partners.
  fileprivate func differing(in pair: Sides<Int>) -> ArraySlice<Int32> {
    updatedPairs.first { $0.target == pair.target && $0.source == pair.source }?.differing ?? []
  }

  fileprivate func raw(_ column: ResolvedPlan.Column, _ side: Side, _ record: Int) -> Value {
    guard let place = column.place(in: side) else { return .absent }
    var cursor = tables[side].makeCursor()
    return cursor.field(record, place).value
  }

  fileprivate func value(of column: ResolvedPlan.Column, _ pair: ComparedPair) throws -> Review.HiddenValue {
    let values =
      column.isMasked
      ? Sides(source: Value.absent, target: .absent)
      : Sides(source: raw(column, .source, pair.source), target: raw(column, .target, pair.target))
    return Review.HiddenValue(
      key: try comparedKey(.target, pair.targetOffset), column: column.name, values: values)
  }

  /// Numbers that are no further apart than those of a pair, as they are compared.
  fileprivate func tolerance(for column: ResolvedPlan.Column, _ pair: Sides<Int>) throws -> Review.Rule? {
    let values = try withWorker { worker in
      try NormalizedValues(self, worker)?.values(of: column, source: pair.source, target: pair.target)
    }
    let numbers = Side.allCases.compactMap { side in
      (values?[side] ?? raw(column, side, pair[side])).description.withBytes { ExactDecimal($0) }
    }
    guard numbers.count == 2, let difference = numbers[1].minus(numbers[0]), !difference.isZero else { return nil }
    let amount = String(difference.description.drop { $0 == "-" })
    let line = "\(column.name.luaKey) = \(RuleSet.luaComparator(amount))"
    return .line(RuleLine(field: "equal", line: line, comments: []), column: column.name)
  }

  /// The record of a side as a table of Lua, each value taken from the side that is said for its column; `nil` if one
  /// has no plain spelling there.
  fileprivate func luaRecord(_ side: Side, _ pair: Sides<Int>, from origin: (String) -> Side) -> String? {
    let table = tables[side]
    var members: [String] = []
    for (place, name) in table.columns.enumerated() {
      let column = comparedColumns.first { $0.place(in: side) == place }
      let wanted = column.map { origin($0.name) } ?? side
      let from = column?.place(in: wanted) == nil ? side : wanted
      var cursor = tables[from].makeCursor()
      let index = from == side ? place : column?.place(in: from) ?? place
      let value = cursor.field(pair[from], index).value
      guard value != .absent else { continue }
      guard let text = value.luaLiteral else { return nil }
      members.append("\(name.luaKey) = \(text)")
    }
    return "{ \(members.joined(separator: ", ")) }"
  }
}

extension Value {
  /// The value as Lua spells it, if it is exact there.
  fileprivate var luaLiteral: String? {
    switch self {
    case .text: description.luaText
    case .boolean(let isTrue): "\(isTrue)"
    case .number(let number) where number.utf8.count <= 15: number.string
    case .absent, .number, .null, .object, .array: nil
    }
  }
}
