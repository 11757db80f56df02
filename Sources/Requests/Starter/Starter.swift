import Comparing
import Probing
import Records
import Rules

/// Makes a rules file to begin with: for the columns of one input or two, with the best key that a search finds.
///
/// - Throws: `LunaDiffError` where an input cannot be read.
package func starter(_ request: StarterRequest) throws(LunaDiffError) -> StarterFiles {
  try watchingInputs(of: request) { request in
    try request.options.checkPlugins()
    let opening = InputOpening(request.options, RuleSet())
    let old = try opening.open(request.old, as: .source)
    let new = try request.new.map { try opening.open($0, as: .target) }
    try opening.checkUse(of: [(.source, old)] + (new.map { [(.target, $0)] } ?? []))
    let (source, target) = (try old.table(), try new?.table())
    let plan = RuleSet().plan(ComparisonRun(workers: request.options.threads))
    let report = try KeyProbe(source: source, target: target, plan: plan)
      .report(on: [], searching: SearchLimits())
    let tables = [source, target].compactMap { $0 }
    let columns = StarterColumn.all(of: tables)
    let lists = ListSurvey.proposals(for: tables)
    return StarterFiles(
      rules: StarterRules(request: request, report: report, columns: columns, lists: lists).text,
      columns: StarterAnnotations(request: request, columns: columns).text,
      library: LuaAnnotations.text, plugins: try annotations(of: plugins(request.options.plugins)))
  }
}

/// Annotations of what plug-ins add, if there are any but those that come with the program.
private func annotations(of plugins: [PluginListing]) -> String? {
  plugins.contains { !$0.isBundled && $0.status == .loaded }
    ? PluginAnnotations(of: plugins).text : nil
}
