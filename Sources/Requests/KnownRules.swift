import Comparing
import Rules
import Synchronization

/// Rules that have been loaded for many comparisons that are made at one time.
///
/// They are kept only if each comparison gets from them what it would get by loading them itself: a function that needs
/// Lua may remember in one comparison what it saw in another.
final class KnownRules: Sendable {
  private struct Known {
    let sources: [DiffRequest.RuleSource]
    let rules: RuleSet
    let program: RuleProgram
  }

  /// What a plan is made of that needs no Lua.
  private struct PlanKey: Equatable {
    let rules: Shared<RuleSet>
    let threads: Int
  }

  private let known = Mutex<[Known]>([])
  private let plans = Recent<PlanKey, ComparisonPlan>()

  /// Rules of more sources are loaded each time: each may be that of one pair alone.
  private static let most = 16

  func rules(of options: ComparisonOptions) throws -> RequestedRules {
    if let known = known.withLock({ $0.first { $0.sources == options.rules } }), !known.program.isLeftToLua {
      return RequestedRules(known.rules.overridden(by: options.flags), of: known.program)
    }
    let program = try RequestedRules.program(of: options)
    let loaded = try program.load()
    if program.servesOthers(loaded) { keep(Known(sources: options.rules, rules: loaded.ruleSet, program: program)) }
    program.keep(loaded)
    return RequestedRules(loaded.ruleSet.overridden(by: options.flags), of: program)
  }

  private func keep(_ rules: Known) {
    known.withLock { known in
      known.removeAll { $0.sources == rules.sources }
      if known.count < Self.most { known.append(rules) }
    }
  }

  /// The plan of rules that many comparisons share and that need no Lua.
  func plan(of rules: Shared<RuleSet>, threads: Int, _ make: () -> ComparisonPlan) -> ComparisonPlan {
    plans.value(of: PlanKey(rules: rules, threads: threads), make)
  }
}
