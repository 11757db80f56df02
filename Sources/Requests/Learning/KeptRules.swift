import Analysis
import Comparing

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
    return name == new || name.hasPrefix("\(new).")
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

extension LearntRule {
  fileprivate func isAmong(_ rules: [LearntRule]) -> Bool {
    rules.contains { $0.column == column && $0.change == change }
  }
}
