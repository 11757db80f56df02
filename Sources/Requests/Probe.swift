import Comparing
import Analysis
import Records

/// Reads one input or two and says how well keys identify their records.
///
/// - Complexity: That of one comparison per key; a search adds at most as much as its limits allow.
package func probe(_ request: ProbeRequest) throws(LunaDiffError) -> ProbeReport {
  try watchingInputs(of: request) { request in
    let rules = try RequestedRules(request.options)
    var candidates = request.candidates.map { KeyCandidate(columns: $0) }
    if let own = rules.candidate, own.columns == nil || !candidates.contains(where: { $0.columns == own.columns }) {
      candidates.append(own)
    }
    let isSearching = request.suggests || candidates.isEmpty
    return try rules.ruleSet.hidingMasked {
      var probe = try request.open(rules.ruleSet, request.options.plan(rules, for: "a probe of keys"))
      if let path = request.truth, let target = probe.target {
        probe.truth = try LabelledPairs(file: path, of: Sides(source: probe.source, target: target))
      }
      do {
        let report = try probe.report(on: candidates, searching: isSearching ? request.search : nil)
        return try probe.knowingForms(report) { "\($0.field) = { \($0.line) }" }
      } catch let error as ComparisonError {
        var plan = probe.plan
        plan.identity = rules.ruleSet.identity ?? .columns(request.candidates.first ?? [])
        throw error.knowingRename(under: plan) { probe }
      }
    }
  }
}

extension RequestedRules {
  fileprivate var candidate: KeyCandidate? {
    switch ruleSet.identity {
    case .columns(let names) where ruleSet.passes.isEmpty: KeyCandidate(columns: names)
    case .columns, .script:
      KeyCandidate(name: "identity", identity: ruleSet.identity ?? .record, passes: ruleSet.passes)
    case .automatic, .record, nil: nil
    }
  }
}

extension ProbeRequest {
  fileprivate func open(_ rules: RuleSet, _ plan: ComparisonPlan) throws -> KeyProbe {
    if let new {
      let paths = Sides(source: old, target: new)
      var plan = plan
      let tables = try Inputs(paths, options, rules).tables(searchedUnder: &plan)
      return KeyProbe(source: tables.source, target: tables.target, plan: plan)
    }
    let opening = RequestOpening(options, rules)
    let input = try opening.open(old, as: .source)
    try opening.checkUse(of: [(.source, input)])
    return try KeyProbe(source: input.table(), target: nil, plan: plan)
  }
}
