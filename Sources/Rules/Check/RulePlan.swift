import LuaRuntime
import Comparing
import Records

/// Lists what a rule set does, rule by rule.
struct RulePlan {
  struct Entry {
    let step: CheckReport.Step
    let function: Int?
  }

  private let loaded: LoadedRules?
  private let compiled: CompiledFunctions?
  private let compiles: Bool
  private let texts: [String: [UInt8]]
  private var given: [String: Int] = [:]
  /// Whether a declared rule in place of the function `equal` would meet others that the function knows nothing of.
  private let hasRulesOfColumns: Bool
  private(set) var entries: [Entry] = []

  /// - Parameters:
  ///   - loaded: Where the functions are; `nil` if there are none.
  ///   - sources: The texts that they are from.
  ///   - compiles: Whether functions run without Lua that can.
  init(_ rules: RuleSet, _ loaded: LoadedRules?, of sources: [RuleProgram.Source] = [], compiles: Bool = true)
    throws(LuaError)
  {
    self.loaded = loaded
    self.compiles = compiles
    compiled = try loaded.map { (loaded) throws(LuaError) in
      try FunctionCompiler.compile(loaded.functions.list, in: loaded.state)
    }
    hasRulesOfColumns =
      !rules.comparators.isEmpty || rules.tolerance != nil || rules.ignored != nil || rules.only != nil
      || !rules.lists.isEmpty
    let own = sources.filter { $0.part == nil && !$0.allowsExpression }
    texts = Dictionary(own.map { ($0.name, $0.text) }) { first, _ in first }
    let plan = rules.plan(ComparisonRun(workers: 1))
    let given = plan.rules(reading: [rules.applied(to: ReadOptions())]).flatMap(\.steps)
    for step in given { self.given[step.name, default: 0] += 1 }
    let order = given.firstIndex(where: \.speaksOfPlaces) ?? given.count
    for rule in given[..<order] { try add(rule) }
    addDefaults(given, of: plan)
    for rule in given[order...] { try add(rule) }
  }

  /// What the rules leave as it is, where a reader of the plan would ask.
  private mutating func addDefaults(_ given: [ComparisonTerms.Rule], of plan: ComparisonPlan) {
    switch plan.identity {
    case .automatic: add("identity", plan.groupIdentity?.joined(separator: ", ") ?? "the key that pairs most records")
    case .record: add("identity", "the whole record: nothing is ever updated")
    case .columns, .script: break
    }
    guard case .columns = plan.equality, plan.usualEquality == nil, plan.tolerance == nil else { return }
    let hasTotals = plan.group?.hasTotals ?? false
    if hasTotals { add("equal", "sums, counts, min and max by value") }
    let hasOwn = hasTotals || given.contains { $0.name.hasPrefix("equal.") }
    add("equal", hasOwn ? "every other column exactly" : "every column exactly")
  }

  private mutating func add(_ rule: ComparisonTerms.Rule) throws(LuaError) {
    switch rule.value {
    case .function(let function): try add(rule.name, function: function)
    case .side(let side, .function(let function)): try add(rule.name, function: function, of: side)
    default: add(rule.name, rule.value.words())
    }
  }

  private mutating func add(_ rule: String, _ summary: String) {
    let step = CheckReport.Step(rule: rule, summary: summary, place: nil, columns: nil)
    entries.append(Entry(step: step, function: nil))
  }

  private mutating func add(_ rule: String, function: Int, of side: Side? = nil) throws(LuaError) {
    var index = "Lua"
    var declared: DeclaredRule?
    let compilation =
      compiles ? compiled.map { FunctionCompilation($0, function) } : .interpreted("as all of them do here")
    if let loaded, let found = try loaded.state.definition(of: loaded.functions.list[function]) {
      index = "\(found.chunk):\(found.lines.lowerBound)"
      // The text of what was combined with others says only a part of the rule.
      if let text = texts[found.chunk], given[rule] == 1, side == nil, rule != "equal" || !hasRulesOfColumns {
        declared = DeclaredForm(text, line: found.lines.lowerBound)?.declared(for: rule)
      }
    }
    let step = CheckReport.Step(
      rule: rule, summary: (side.map { "\($0.ruleName): " } ?? "") + "function", place: index, compilation: compilation,
      declared: declared, columns: nil)
    entries.append(Entry(step: step, function: function))
  }
}

extension ComparisonTerms.Rule {
  /// Whether the rule says where records stand; such rules come after those of what is equal.
  fileprivate var speaksOfPlaces: Bool {
    let part = RuleField.named(name)?.part
    return part == .places || part == .nesting
  }
}
