import LuaRuntime
import RecordDiff
import Records

/// Lists what a rule set does, rule by rule.
struct RulePlan {
  /// One rule with the function that it calls, if it calls one.
  struct Entry {
    let step: CheckReport.Step
    /// The function's number in the rules.
    let function: Int?
  }

  private let loaded: LoadedRules?
  private(set) var entries: [Entry] = []

  /// - Parameter loaded: Where the functions are; `nil` if there are none.
  init(_ rules: RuleSet, _ loaded: LoadedRules?) {
    self.loaded = loaded
    let plan = rules.plan(ComparisonRun(workers: 1))
    let given = plan.rules(reading: [rules.applied(to: ReadOptions())]).flatMap(\.steps)
    let order = given.firstIndex(where: \.speaksOfPlaces) ?? given.count
    given[..<order].forEach { add($0) }
    addDefaults(given, of: plan)
    given[order...].forEach { add($0) }
  }

  /// What the rules leave as it is, where a reader of the plan would ask.
  private mutating func addDefaults(_ given: [ComparisonTerms.Rule], of plan: ComparisonPlan) {
    switch plan.identity {
    case .automatic: add("identity", "the smallest key that the records have")
    case .record: add("identity", "the whole record: nothing is ever updated")
    case .columns, .script: break
    }
    guard case .columns = plan.equality else { return }
    let hasOwn = given.contains { $0.name.hasPrefix("equal.") }
    add("equal", hasOwn ? "every other column exactly" : "every column exactly")
  }

  private mutating func add(_ rule: ComparisonTerms.Rule) {
    if case .function(let function) = rule.value {
      add(rule.name, function: function)
    } else {
      add(rule.name, rule.value.words())
    }
  }

  private mutating func add(_ rule: String, _ summary: String) {
    let step = CheckReport.Step(rule: rule, summary: summary, place: nil, columns: nil)
    entries.append(Entry(step: step, function: nil))
  }

  private mutating func add(_ rule: String, function: Int) {
    var place = "Lua"
    if let loaded, let found = try? loaded.state.definition(of: loaded.functions.list[function]) {
      place = "\(found.chunk):\(found.lines.lowerBound)"
    }
    let step = CheckReport.Step(rule: rule, summary: "function", place: place, columns: nil)
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
