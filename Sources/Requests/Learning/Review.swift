import Analysis
import Comparing
import Platform
import Records

/// A comparison that is looked through while its rules grow: each rule is tried on all of it first, and can be taken
/// back.
///
/// So can differences that are accepted as they are, which a file keeps.
package struct Review {
  /// A value that differs without a rule and does not with it.
  package struct HiddenValue: Sendable {
    package let key: [Value]
    /// The column, or the place inside of its value.
    package let name: String
    /// Of what moved and has a name of its own there is none.
    package let values: Sides<Value>
    /// The places in its list, where that is all that differs.
    package let places: Sides<Int>?
  }

  /// What a rule changes about a comparison.
  package struct Effect {
    /// How many changes there are without it, and with it.
    package let changes: (before: Int, after: Int)
    /// How many values differ without it and do not with it.
    package let hidden: Int
    /// How many of them the finding is not about for which rules are proposed.
    package let beyond: Int
    /// Some of them, those of the record that was looked at left out, and those first that no finding is about.
    package let others: [HiddenValue]
    /// How many values differ with it and do not without it, in columns that are compared now.
    package let come: Int
    /// The columns in which the record that was looked at still differs; `nil` where it is no pair that differs, or no
    /// pair with it.
    package let left: [String]?
    /// Whether that record stands in another place with it.
    package let hasMoved: Bool
    /// How many pairs of records there are without it, with it, and with it alone.
    package let pairs: (before: Int, after: Int, new: Int)
    /// How many records moved without it, and with it.
    package let moved: (before: Int, after: Int)
    /// The columns that are compared with it alone, and in how many pairs both sides have the same there.
    package let joined: [(column: String, same: Int)]
    /// How many differences there are inside of lists without it and with it, where it says what their elements are.
    package let listed: (before: Int, after: Int)
    /// The columns of the key, where another one is found with it.
    package let otherKey: [String]?
    fileprivate let comparison: Comparison

    /// Whether anything is another one with it.
    fileprivate var doesSomething: Bool {
      hidden > 0 || changes.before != changes.after || pairs.before != pairs.after || pairs.new > 0
        || moved.before != moved.after || listed.before != listed.after || !joined.isEmpty
    }
  }

  /// A rule that may be added, with its effect where that is known already.
  package struct Proposal {
    package let rule: Rule
    package var effect: Effect?

    /// Whether it hides what the finding is not about for which it is proposed, as far as that is known.
    var hidesMore: Bool { effect.map { $0.beyond > 0 } ?? false }
  }

  struct RuleStep {
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
  /// Without any rule that was taken.
  let first: Comparison
  private var steps: [Step] = []
  /// What is known of the comparison as it stands, once somebody has asked for it.
  private var search: RuleSearch?
  /// What the finding is about for which rules were proposed last.
  private var subject: FindingValues?
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

  var ruleSteps: [RuleStep] { steps.compactMap { if case .rule(let step) = $0 { step } else { nil } } }

  package var rules: [Rule] { ruleSteps.map(\.rule) }

  private func compared() throws(LunaDiffError) -> Comparison {
    let plain = ruleSteps.last?.comparison ?? first
    return accepted.entries.isEmpty ? plain : try plain.accepting(accepted)
  }

  // MARK: Rules

  /// The rules that come into question, each of which does something, with effects as far as those had to be known.
  ///
  /// Those that a finding advises stand first, and then those about its columns, of both those last that hide what it
  /// is not about; of each what was learned and found of the columns in which the pair differs, before what leaves more
  /// out, and of each kind what hides most.
  ///
  /// - Parameters:
  ///   - pair: Two records by their numbers; rules that do nothing to them are only proposed for a finding.
  ///   - finding: What the rules are to be about first.
  package mutating func proposals(for pair: Sides<Int>?, about finding: Finding?) throws(LunaDiffError) -> [Proposal] {
    do { return try allProposals(for: pair, about: finding) } catch { throw LunaDiffError(error) }
  }

  private mutating func allProposals(for pair: Sides<Int>?, about finding: Finding?) throws -> [Proposal] {
    let search = try search ?? RuleSearch(comparison)
    self.search = search
    subject = try finding.flatMap { try FindingValues($0, in: comparison) }
    var known = Set(rules.map(\.text))
    let own = (finding.map(search.rules) ?? []).filter { known.insert($0.text).inserted }.compactMap { rule in
      tried(rule, on: pair).flatMap { $0.doesSomething ? Proposal(rule: rule, effect: $0) : nil }
    }
    let candidates = try pair.map { try search.rules(for: $0).filter { known.insert($0.rule.text).inserted } } ?? []
    let others = pair.map { ranked(candidates, for: $0) } ?? []
    let isAbout = others.map { !Set($0.rule.names).isDisjoint(with: finding?.names ?? []) }
    let near = own + zip(others, isAbout).filter(\.1).map { weighed($0.0, on: pair) }
    return near.filter { !$0.hidesMore } + near.filter(\.hidesMore) + zip(others, isAbout).filter { !$1 }.map(\.0)
  }

  /// A rule about what a finding is about, with its effect if that does not fail.
  private func weighed(_ proposal: Proposal, on pair: Sides<Int>?) -> Proposal {
    subject == nil ? proposal : Proposal(rule: proposal.rule, effect: proposal.effect ?? tried(proposal.rule, on: pair))
  }

  /// The effect of a rule; `nil` where it fails.
  private func tried(_ rule: Rule, on pair: Sides<Int>?) -> Effect? {
    do { return try effect(of: rule, on: pair) } catch { return nil }
  }

  /// Rules that do something to a pair, in the order in which they are proposed.
  private func ranked(_ candidates: [(rule: Rule, reach: RuleSearch.Reach)], for pair: Sides<Int>) -> [Proposal] {
    var counts: [String: Int] = [:]
    for other in comparison.updatedPairs {
      for number in other.differing { counts[comparison.comparedColumns[Int(number)].name, default: 0] += 1 }
    }
    let differing = comparison.differing(in: pair).count
    typealias Ranked = (proposal: Proposal, rank: (reach: Int, left: Int, count: Int, place: Int))
    let ranked = candidates.enumerated().compactMap { place, candidate -> Ranked? in
      let (rule, reach) = candidate
      guard reach == .known else {
        let reached = reach == .column ? counts[rule.names[0]] ?? 0 : 0
        return (Proposal(rule: rule), (reach.rawValue, differing, -reached, place))
      }
      guard let effect = tried(rule, on: pair), let left = effect.left,
        left.count < differing || clears(effect, of: pair)
      else { return nil }
      return (Proposal(rule: rule, effect: effect), (reach.rawValue, left.count, -effect.hidden, place))
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.proposal)
  }

  /// Whether a pair differs at fewer places inside of its values with a rule.
  private func clears(_ effect: Effect, of pair: Sides<Int>) -> Bool {
    do { return try effect.comparison.places(in: pair).count < comparison.places(in: pair).count } catch {
      return false
    }
  }

  /// Tries a rule on all of the comparison.
  ///
  /// - Complexity: That of a comparison.
  package func effect(of rule: Rule, on pair: Sides<Int>?) throws(LunaDiffError) -> Effect {
    let before = comparison
    let after = try compare(request(with: rules + [rule])) { $0.accept = nil }
    var come = 0
    var hidden = HiddenTally(record: pair?.target)
    let known = Set(before.comparedColumns.filter { $0.source != nil && $0.target != nil }.map(\.name))
    let places = rule.places(in: before)
    let cells = HiddenCells(after, before, places)
    var listed = (before: 0, after: 0)
    do {
      let gone = HiddenCells(before, after, places)
      try gone.forEach { cell, column in
        try hidden.add(cell, isBeyond: try isBeyond(column, cell)) { try before.value(of: column, cell) }
      }
      try gone.forEachPlace { cell, place in
        let isBeyond = subject.map { !$0.cover(place.pattern, of: cell.target) } ?? false
        try hidden.add(cell, isBeyond: isBeyond) { try before.value(at: place, cell) }
      }
      cells.forEach { _, column in come += known.contains(column.name) ? 1 : 0 }
      try cells.forEachPlace { _, _ in come += 1 }
      listed = try (before.countDifferences(at: rule.lists), after.countDifferences(at: rule.lists))
    } catch { throw LunaDiffError(error) }
    let left = pair.flatMap { pair in
      let isPair = after.comparedPairs.contains { $0.target == pair.target && $0.source == pair.source }
      return before.differing(in: pair).isEmpty || !isPair
        ? nil : after.differing(in: pair).map { after.comparedColumns[Int($0)].name }
    }
    return Effect(
      changes: (before.changeCount, after.changeCount), hidden: hidden.count, beyond: hidden.beyond,
      others: hidden.examples, come: come, left: left, hasMoved: pair.map(after.hasMoved) ?? false,
      pairs: (before.pairedCount, after.pairedCount, after.pairedCount - cells.keptPairs),
      moved: (before.movedTargets.count, after.movedTargets.count), joined: after.joined(beside: known.union(places)),
      listed: listed,
      otherKey: after.key.columns == before.key.columns ? nil : after.key.columns, comparison: after)
  }

  /// Whether a column of a pair differs in something that the finding is not about.
  private func isBeyond(_ column: ResolvedPlan.Column, _ pair: ComparedPair) throws -> Bool {
    guard let subject, !subject.cover(column.name, of: pair.target) else { return false }
    guard subject.areInside(column.name, of: pair.target) else { return true }
    let inside = try comparison.withWorker { try comparison.differences(in: column, pair, $0) }
    return inside.isEmpty || !inside.allSatisfy { subject.cover($0.pattern, of: pair.target) }
  }

  /// Takes a rule, whose effect is known, for the change of a pair.
  package mutating func accept(_ rule: Rule, _ effect: Effect, for pair: Sides<Int>?) throws(LunaDiffError) {
    steps.append(.rule(RuleStep(rule: rule, pair: pair, comparison: effect.comparison)))
    (search, subject) = (nil, nil)
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
    (search, subject) = (nil, nil)
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
      guard case .lines = rule else {
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
    var options = request.options
    for rule in rules { rule.add(to: &options.flags) }
    let base = try LearningBase(options, output: path)
    let lines = rules.flatMap { if case .lines(let lines, _) = $0 { lines } else { [RuleLine]() } }
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
}

/// The values that a rule hides, as they are counted.
private struct HiddenTally {
  /// The target's number of the record that was looked at.
  let record: Int?
  private(set) var count = 0
  private(set) var beyond = 0
  private var (others, strays): ([Review.HiddenValue], [Review.HiddenValue]) = ([], [])

  private static let mostExamples = 5

  init(record: Int?) { self.record = record }

  /// Some of other records, those first that no finding is about.
  var examples: [Review.HiddenValue] { Array((strays + others).prefix(Self.mostExamples)) }

  mutating func add(_ cell: ComparedPair, isBeyond: Bool, _ value: () throws -> Review.HiddenValue) rethrows {
    count += 1
    if isBeyond { beyond += 1 }
    guard cell.target != record, (isBeyond ? strays : others).count < Self.mostExamples else { return }
    if isBeyond { strays.append(try value()) } else { others.append(try value()) }
  }
}

extension Comparison {
  /// A value that a rule hides, and of a nested one what differs first inside of it.
  fileprivate func value(of column: ResolvedPlan.Column, _ pair: ComparedPair) throws -> Review.HiddenValue {
    guard !column.isMasked else {
      return try value(at: PlaceDifference(column.name, Sides(source: .absent, target: .absent)), pair)
    }
    let inside = try withWorker { try differences(in: column, pair, $0).first }
    return try value(at: inside ?? PlaceDifference(column.name, raw(column, pair)), pair)
  }

  fileprivate func value(at place: PlaceDifference, _ pair: ComparedPair) throws -> Review.HiddenValue {
    Review.HiddenValue(
      key: try comparedKey(.target, pair.targetOffset), name: place.move?.name ?? place.name, values: place.values,
      places: place.move?.places)
  }

  /// The columns that are compared beside others, and in how many pairs both sides have the same there.
  fileprivate func joined(beside known: Set<String>) -> [(column: String, same: Int)] {
    let numbers = comparedColumns.indices.filter { number in
      let column = comparedColumns[number]
      return column.source != nil && column.target != nil && !known.contains(column.name)
    }
    return numbers.map { number in
      (comparedColumns[number].name, pairedCount - updatedPairs.count { $0.differing.contains(Int32(number)) })
    }
  }
}
