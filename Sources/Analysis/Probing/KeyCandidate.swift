import Comparing

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

  /// These columns together.
  package init(columns: [String]) { self.init(name: columns.joined(separator: ", "), identity: .columns(columns)) }

  package var columns: [String]? {
    guard passes.isEmpty, case .columns(let names) = identity else { return nil }
    return names
  }
}
