import RecordDiff
import Records
import Rules

/// Makes a rules file to begin with: for the columns of one input or two, with the best key that a search finds.
///
/// - Throws: `LunaDiffError` where an input cannot be read.
public func starter(_ request: StarterRequest) throws(LunaDiffError) -> StarterFiles {
  try watchingInputs(of: request) { request in
    try request.comparison.checkPlugins()
    let opening = InputOpening(request.comparison, RuleSet())
    let source = try opening.open(request.old, as: .source).table()
    let target = try request.new.map { try opening.open($0, as: .target).table() }
    var plan = ComparisonPlan()
    plan.workers = request.threads
    let report = try KeyProbe(source: source, target: target, plan: plan)
      .report(on: [], searching: SearchLimits())
    let columns = StarterColumn.all(of: [source, target].compactMap { $0 })
    return StarterFiles(
      rules: StarterRules(request: request, report: report, columns: columns).text,
      columns: StarterAnnotations(request: request, columns: columns).text,
      library: LuaAnnotations.text)
  }
}
