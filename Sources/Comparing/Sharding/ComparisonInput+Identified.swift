import Records

extension ComparisonInput {
  /// Both inputs under a plan, none of their records looked at.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit.
  package init(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws {
    let bound = try ResolvedPlan(plan, source: tables.source, target: tables.target)
    try PathCheck(bound.inside, tables: tables).run()
    self.init(source: tables.source, target: tables.target, plan: bound)
  }

  /// What tells the records apart, found as a comparison finds it.
  ///
  /// - Throws: What rules throw.
  /// - Complexity: O(1), but for a key that is searched for.
  package func keyChoice() throws -> KeyChoice {
    guard case .automatic = plan.rules.identity else { return KeyChoice(plan.rules.identity) }
    var input = self
    try input.filter()
    return try IdentifiedInput(input).choice
  }

  /// The same with the identity that a search has found.
  package func settled(by choice: KeyChoice) throws -> ComparisonInput {
    guard case .automatic = plan.rules.identity else { return self }
    guard case .found(let columns, _) = choice else { return try identified(by: .record) }
    return try identified(by: .columns(columns), permitsGaps: true)
  }

  /// Whether it takes a look at the records to know which are compared, and in what order.
  package var isNarrowed: Bool { plan.rules.filter != nil || plan.rules.namesSections }
}
