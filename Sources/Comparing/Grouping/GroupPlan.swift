import Platform
import Records

extension ComparisonPlan {
  /// - Throws: `ComparisonError` where the rules make groups; `what` is what cannot be done with these.
  package func checkUngrouped(_ what: String) throws(ComparisonError) {
    if ruleSet.group != nil { throw ComparisonError(.grouped(what)) }
  }

  /// The columns that identify a group; `nil` where something else does, or there are no groups.
  package var groupIdentity: [String]? {
    guard let group = ruleSet.group else { return nil }
    return switch identity {
    case .automatic: ruleSet.passes.isEmpty ? (group.sides.target ?? group.sides.source)?.by : nil
    case .columns(let names): names
    case .record, .script: nil
    }
  }

  /// The columns that the identities of groups are found by, to be hashed as these are made; `nil` where that is of no
  /// use.
  func hashedColumns(ofGroups rule: GroupRule) -> [String]? {
    guard let names = groupIdentity, ruleSet.passes.isEmpty, ruleSet.section == nil, !typesKey, parts.cellTypes.isEmpty
    else { return nil }
    let isMade = Side.allCases.allSatisfy { side in
      rule.sides[side].map { names.namesMissing(in: $0.names).isEmpty } ?? true
    }
    return isMade && names.allSatisfy { steps(for: $0).isEmpty && !isDerived($0) } ? names : nil
  }

  /// The plan that compares groups: without what has been done with their records.
  ///
  /// - Parameters:
  ///   - grouped: What is compared, with the names that rules have for columns wherever there are groups.
  ///   - tables: The collections as they were read.
  func ofGroups(by rule: GroupRule, _ grouped: Sides<RecordTable>, of tables: Sides<RecordTable>) throws(OptionError)
    -> ComparisonPlan
  {
    var plan = self
    plan.group = nil
    plan.filter = nil
    if rule.sides.source != nil { plan.renames = [:] }
    for side in Side.allCases {
      guard let grouping = rule.sides[side] else { continue }
      plan.leaveAsMade(side, RecordReader(table: tables[side], side: side, plan: self), grouping)
    }
    plan.dropNames(rule, grouped, of: tables, given: self)
    if hasMask { plan.masked += hiddenNames(rule).namesMissing(in: plan.masked) }
    if case .automatic = identity, let by = groupIdentity { plan.identity = .columns(by) }
    try plan.compareNumbers(rule, grouped)
    return plan
  }

  /// Takes away what a side's records have gone through already.
  private mutating func leaveAsMade(_ side: Side, _ reader: RecordReader, _ grouping: Grouping) {
    func others(_ steps: [NormalizerStep]) -> [NormalizerStep] {
      steps.filter { $0.side != side }.map { $0.side == nil ? $0.narrowed(to: side.other) : $0 }
    }
    for (name, steps) in ruleSet.normalizers {
      let plain = name.isOptional ? name.withoutMark : name
      guard reader.columnIndex(of: name) != nil || reader.columnIndex(of: plain) != nil else { continue }
      ruleSet.normalizers[name] = others(steps)
    }
    // Where only some columns have steps of their own, the others' must not be taken for them.
    for name in grouping.names where !parts.usualSteps.isEmpty && ruleSet.normalizers[name] == nil {
      ruleSet.normalizers[name] = others(parts.usualSteps)
    }
    let made = Set(named: grouping.names)
    for (name, derived) in ruleSet.derived {
      var formulas = derived.formulas
      formulas[side] = nil
      let isLeft = formulas[side.other] != nil && made.contains(name)
      ruleSet.derived[name] = isLeft ? DerivedColumn(formulas) : nil
    }
  }

  /// Leaves out the names of columns that records have and their groups have not, where that changes nothing.
  private mutating func dropNames(
    _ rule: GroupRule, _ grouped: Sides<RecordTable>, of tables: Sides<RecordTable>, given: ComparisonPlan
  ) {
    func isLost(_ name: String) -> Bool {
      let name = name.isOptional ? name.withoutMark : name
      let wasThere = Side.allCases.contains { side in
        rule.sides[side] != nil
          && RecordReader(table: tables[side], side: side, plan: given).columnIndex(of: name) != nil
      }
      return wasThere
        && Side.allCases.allSatisfy {
          RecordReader(table: grouped[$0], side: $0, plan: self).columnIndex(of: name) == nil
        }
    }
    let lost = Set(named: (ignored + masked + json + ruleSet.normalizers.names).filter(isLost))
    guard !lost.isEmpty else { return }
    if ruleSet.ignored != nil { ignored.removeAll { lost.contains($0) } }
    if ruleSet.masked != nil { masked.removeAll { lost.contains($0) } }
    if ruleSet.json != nil { json.removeAll { lost.contains($0) } }
    for name in ruleSet.normalizers.names where lost.contains(name) { ruleSet.normalizers[name] = nil }
  }

  /// The columns of groups that are made of masked ones.
  private func hiddenNames(_ rule: GroupRule) -> [String] {
    Side.allCases.flatMap { side in
      (rule.sides[side]?.columns ?? []).filter { column in
        switch column.making {
        case .aggregate(_, let origin): isMasked(origin)
        // A function may have looked at any.
        case .script: true
        case .count: false
        }
      }.map(\.name) + (rule.sides[side]?.by ?? []).filter(isMasked)
    }.unique
  }

  /// Compares totals, counts and extremes by value, unless rules say otherwise: a sum is a number, however long it is
  /// written.
  private mutating func compareNumbers(_ rule: GroupRule, _ grouped: Sides<RecordTable>) throws(OptionError) {
    guard case .columns = equality, parts.usualEquality == nil, ruleSet.tolerance == nil else { return }
    // Whole records are their own identity, and a column of the identity is compared only where passes may pair others.
    if case .record = identity { return }
    let key = ruleSet.passes.isEmpty ? ruleSet.identityColumns : []
    let made = Side.allCases.flatMap { rule.sides[$0]?.columns.filter(\.isNumeric).map(\.name) ?? [] }.unique
    let left = Set(named: ignored + key)
    for name in made where ruleSet.comparators[name] == nil && !left.contains(name) {
      let isCommon = Side.allCases.allSatisfy {
        RecordReader(table: grouped[$0], side: $0, plan: self).columnIndex(of: name) != nil
      }
      guard isCommon, ruleSet.only.map({ Set(named: $0).contains(name) }) ?? true else { continue }
      ruleSet.comparators[name] = .native(try NumberComparator())
      parts.totals.insert(name)
    }
  }
}

extension Grouping {
  var names: [String] { by + columns.map(\.name) }
}

extension ComparisonPlan.NormalizerStep {
  fileprivate func narrowed(to side: Side) -> Self {
    switch self {
    case .native(let normalizer, _): .native(normalizer, of: side)
    case .script(let function, _): .script(function, of: side)
    }
  }
}
