import Comparing
import Analysis
import Records

/// Reads two inputs and proposes rules for what differs between them.
package func learn(_ request: DiffRequest) throws(LunaDiffError) -> LearntRules {
  try learn(request, keepsKey: { _ in true }, keeping: { $0.rules }).learnt
}

/// What was learned, and what is kept of it.
package struct Learning {
  package fileprivate(set) var learnt: LearntRules
  /// How many records each input has.
  package let records: Sides<Int>
  /// The rules that are kept, each with what it explains without the others.
  package fileprivate(set) var kept: [LearntRule]
  /// How many records are updated with these, where they are not all.
  package fileprivate(set) var left: Int?
  /// The comparison with these, and what explains many changes of it; none where no record is updated.
  package fileprivate(set) var rest: (comparison: Comparison, findings: [Finding])?
}

/// Reads two inputs and proposes rules for what differs between them, of which some are kept.
///
/// - Parameters:
///   - keepsKey: Whether the rules of the key are kept, where there are some; else it is learned without them.
///   - keeping: Which of the rules are kept.
/// - Complexity: That of two comparisons, of one more where the rules leave something, of another where not all rules
///   are kept, and O(*b*) for *b* bytes of records that differ.
package func learn(
  _ request: DiffRequest, keepsKey: (LearntRules) throws -> Bool, keeping: (LearntRules) throws -> [LearntRule]
) throws(LunaDiffError) -> Learning {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    return try rules.ruleSet.hidingMasked {
      let tables = try Inputs(request, rules.ruleSet).tables()
      let plan = try request.options.plan(rules, for: "learning rules")
      var learnt: LearntRules
      do { learnt = try Learner.learn(source: tables.source, target: tables.target, plan: plan) } catch let error
        as ComparisonError
      {
        throw error.knowingRename(under: plan) { KeyProbe(source: tables.source, target: tables.target, plan: plan) }
      }
      if try learnt.rules.contains(where: \.isOfKey) && !keepsKey(learnt) {
        learnt = try Learner.learn(source: tables.source, target: tables.target, plan: plan, learnsKey: false)
          .refusing(keyOf: learnt)
      }
      var learning = Learning(
        learnt: learnt, records: Sides { tables[$0].count }, kept: try keeping(learnt))
      let isWhole = learnt.isWhole(learning.kept)
      guard !isWhole || learnt.updated.after > 0 && learnt.key.columns?.isEmpty != true else { return learning }
      let after = try comparison(by: learning.kept, of: learnt, request, tables)
      if !isWhole { try learning.part(after, request, tables) }
      try learning.weigh(after)
      return learning
    }
  }
}

extension Learning {
  /// Takes what is true of rules that are not all of those that were learned.
  fileprivate mutating func part(_ after: Comparison, _ request: DiffRequest, _ tables: Sides<RecordTable>) throws {
    learnt.keep(kept, unmatched: Sides(source: after.columns.deleted, target: after.columns.inserted))
    let parted = learnt.parted(by: kept)
    let hidden = parted.isEmpty ? [:] : try hidden(by: kept, of: learnt, inside: parted, request, tables)
    left = kept.isEmpty ? nil : after.summary.updated
    kept = learnt.counted(kept, hidden)
  }

  /// Takes what explains many of the changes that are left, which may say that keys are right.
  fileprivate mutating func weigh(_ after: Comparison) throws {
    guard after.summary.updated > 0 else { return }
    let findings = try FindingSearch.findings(of: after)
    rest = (after, findings)
    let isMeant = learnt.units.contains { $0.isAmong(kept) }
    learnt.isKeyDoubtful =
      try learnt.isKeyDoubtful && !isMeant && after.isUnexplained(by: findings)
      && !ChancePairs.refute(findings, of: after)
  }
}

extension Comparison {
  /// Whether values differ of which no finding says that nearly all became one, or nothing, as they do in any pairs.
  fileprivate func isUnexplained(by findings: [Finding]) -> Bool {
    let known = Set(findings.filter(\.isOfOneValue).flatMap(\.columns))
    return updatedPairs.contains { pair in pair.differing.contains { !known.contains(comparedColumns[Int($0)].name) } }
  }
}

/// How many values of columns, or at places, some rules make one, by their names.
private func hidden(
  by kept: [LearntRule], of learnt: LearntRules, inside names: Set<String>, _ request: DiffRequest,
  _ tables: Sides<RecordTable>
) throws -> [String: Int] {
  let places = names.filter { tables.target.ownColumnIndex(of: $0) == nil }.sorted()
  let others = kept.filter { !$0.isOfValues }
  let before = try comparison(by: others, of: learnt, opening: places, request, tables)
  let after = try comparison(by: kept, of: learnt, opening: places, request, tables)
  var hidden: [String: Int] = [:]
  HiddenCells(before, after).forEach { hidden[$1.name, default: 0] += 1 }
  return hidden
}

/// The comparison with some of the rules that were learned.
///
/// - Parameter places: What is compared like columns inside of objects.
private func comparison(
  by kept: [LearntRule], of learnt: LearntRules, opening places: [String] = [], _ request: DiffRequest,
  _ tables: Sides<RecordTable>
) throws -> Comparison {
  var options = request.options
  for rule in kept {
    options.rules.append(.text("return { \(rule.field) = { \(rule.line) } }", name: "a learned rule"))
  }
  if let columns = learnt.key.columns, !columns.isEmpty, !learnt.keyHasGaps {
    options.flags.identity = .columns(columns)
  }
  var plan = try options.plan(RequestedRules(options), for: "learning rules")
  plan.opened += places
  return try Comparison(source: tables.source, target: tables.target, plan: plan)
}

// MARK: - Rules of which some are kept

/// What is true of rules of which some are kept and the others refused.
extension LearntRule {
  /// Whether it says when values are equal, and does not make pairs or join columns.
  var isOfValues: Bool { !isOfKey && field != RuleLine.rename }

  /// Whether it is about nothing without a rename: about what has the new name, or a member of what had the old one.
  package func depends(on rename: LearntRule) -> Bool {
    guard rename.field == RuleLine.rename else { return false }
    return field == RuleLine.rename ? column.hasPrefix("\(rename.column).") : rename.joins(column)
  }

  /// Whether it joins a column, or the one that a place is in.
  fileprivate func joins(_ name: String) -> Bool {
    guard case .rename(let new) = change else { return false }
    return name.isInside(new)
  }
}

extension LearntRules {
  /// What undoes a change of unit or sign of a column that no rule is about, and is no rule unless that is meant.
  package var units: [LearntRule] {
    let normalized = rules.normalizedColumns
    return notes.compactMap(\.rule).filter { !normalized.contains($0.column) }
  }

  /// Whether somebody refused a rule as one of the key.
  package func isRefused(_ rule: LearntRule) -> Bool { rule.isAmong(refused.ofKey) }

  /// What others were learned from the pairs of a key of which somebody refused a rule.
  func refusing(keyOf first: LearntRules) -> LearntRules {
    var learnt = self
    let others = (first.rules + first.units).filter { !$0.isOfKey && !$0.isAmong(rules + units) }
    learnt.refused = (first.rules.filter(\.isOfKey), others)
    return learnt
  }

  /// Forgets what is known of columns that are not joined after all.
  ///
  /// - Parameter unmatched: The columns that have no partner with the rules that are kept.
  mutating func keep(_ kept: [LearntRule], unmatched: Sides<[String]>) {
    self.unmatched = unmatched
    let refused = rules.filter { $0.field == RuleLine.rename && !$0.isAmong(kept) }
    notes.removeAll { note in refused.contains { $0.joins(note.column) } }
  }

  /// The columns of which some rules are kept and others are not.
  func parted(by kept: [LearntRule]) -> Set<String> {
    let own = Set(kept.filter(\.isOfValues).map(\.column))
    return own.intersection(rules.filter { $0.isOfValues && !$0.isAmong(kept) }.map(\.column))
  }

  /// Rules that are kept, each with what it explains without those that are not.
  ///
  /// - Parameter hidden: In how many pairs they make one of the values of a column, where it has lost a rule.
  func counted(_ kept: [LearntRule], _ hidden: [String: Int]) -> [LearntRule] {
    let parted = parted(by: kept)
    return kept.map { rule in
      var rule = rule
      if rule.isOfValues, parted.contains(rule.column) { rule.explained = hidden[rule.column] ?? 0 }
      if case .rename(let new) = rule.change, rule.explainedWithRules != nil {
        if !kept.contains(where: { $0.isOfValues && $0.column == new }) { rule.explainedWithRules = nil }
        if parted.contains(new) { rule.explainedWithRules = rule.explained + (hidden[new] ?? 0) }
      }
      return rule
    }
  }
}
