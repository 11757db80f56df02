import Batch
import Comparing
import LuaRuntime
import Platform
import Records
import Reports
import Requests
import Rules

/// What `luna.batch` returns: pairs that are compared one after another as a loop comes to them.
final class BatchObject: LuaObject {
  static let luaName = "batch"

  /// A pair and the rules in Lua that hold for it.
  struct Job {
    let pair: BatchPair
    let rules: [PairList.Rules]
  }

  private let context: ScriptContext
  private let jobs: [Job]
  private var summary = BatchSummary([])
  private var current: PairObject?

  init(_ jobs: [Job], _ context: ScriptContext) {
    self.jobs = jobs
    self.context = context
  }

  static func describe(_ type: inout LuaType<BatchObject>) {
    type.method("each") { object, _ in
      object.summary = BatchSummary([])
      let pairs = iterator(count: object.jobs.count) { (number, state) throws(LuaError) in
        .object(try object.pair(number, in: state))
      }
      return .one(pairs)
    }
    type.property("status") { object, _ in .integer(object.summary.status) }
    type.method("summary") { object, _ in .one(.string(object.summary.headline)) }
    type.method("report") { (object, call) throws(LuaError) in
      .one(.string(try object.report(call.optionalString(2) ?? "text")))
    }
    type.on(.length) { object, _ in .one(.integer(object.jobs.count)) }
    type.on(.string) { object, _ in .one(.string("batch: \(object.summary.headline)")) }
  }

  /// Compares the next pair, once what Lua no longer holds of those before it has been released.
  private func pair(_ number: Int, in state: LuaState) throws(LuaError) -> PairObject {
    current?.release()
    current = nil
    try state.collectGarbage()
    let job = jobs[number]
    let result = result(of: job, in: state)
    if case .failure(let error as LuaError) = result, error.kind != .runtime { throw error }
    let found = BatchResult(job.pair, result)
    summary.results.append(found)
    let changes: Comparison? = if case .success(let changes) = result { changes } else { nil }
    let pair = PairObject(
      job.pair, outcome: found.outcome.rawValue, error: result?.message,
      changes: try changes.map { (changes) throws(LuaError) in try ChangesObject(changes, in: state, context: context) }
    )
    current = pair
    return pair
  }

  /// What came of a job; `nil` where a file is missing.
  private func result(of job: Job, in state: LuaState) -> Result<Comparison, any Error>? {
    if let problem = job.pair.problem { return .failure(LuaError(problem)) }
    guard let old = job.pair.old, let new = job.pair.new else { return nil }
    return Result { try compare(job, old, new, in: state) }
  }

  private func compare(_ job: Job, _ old: String, _ new: String, in state: LuaState) throws -> Comparison {
    let rules = try BatchRules(job.rules, context, state)
    return try context.compare(job.pair, old: old, new: new, rules.ruleSet, rules.plan)
  }

  private func report(_ format: String) throws(LuaError) -> [UInt8] {
    guard let known = BatchFormat(rawValue: format) else {
      let names = BatchFormat.allCases.map(\.rawValue)
      throw LuaError(
        "unknown format '\(format)'\(Suggestion.phrase(for: format, among: names)); known are "
          + names.joined(separator: ", "))
    }
    return try hosting {
      var bytes: [UInt8] = []
      try Batch.write(summary, as: known, to: &bytes)
      return bytes
    }
  }
}

/// One pair of a batch in a script's loop.
final class PairObject: LuaObject {
  static let luaName = "pair"

  private let pair: BatchPair
  private let outcome: String
  private let error: String?
  private let changes: ChangesObject?

  init(_ pair: BatchPair, outcome: String, error: String?, changes: ChangesObject?) {
    self.pair = pair
    self.outcome = outcome
    self.error = error
    self.changes = changes
  }

  /// Lets go of the records, which a state would keep as long as it lives.
  func release() { changes?.release() }

  static func describe(_ type: inout LuaType<PairObject>) {
    type.property("name") { object, _ in .path(object.pair.name) }
    type.property("old") { object, _ in object.pair.old.map { .path($0) } ?? .nil }
    type.property("new") { object, _ in object.pair.new.map { .path($0) } ?? .nil }
    type.property("outcome") { object, _ in .string(object.outcome) }
    type.property("error") { object, _ in object.error.map { .string($0) } ?? .nil }
    type.property("changes") { object, _ in object.changes.map { .object($0) } ?? .nil }
    type.on(.string) { object, _ in .one(.string("\(object.pair.name): \(object.outcome)")) }
  }
}

extension Result { fileprivate var message: String? { if case .failure(let error) = self { "\(error)" } else { nil } } }

extension BatchResult {
  /// What came of a pair; `nil` where a file is missing.
  fileprivate init(_ pair: BatchPair, _ result: Result<Comparison, any Error>?) {
    switch result {
    case .success(let comparison):
      self.init(name: pair.name, comparison, thresholds: ChangeThresholds())
      // A document that the script may ask for is made of what is kept now; it cannot fail in memory.
      try? keepSuite(of: comparison, options: ReportOptions())
    case .failure(let error): self.init(failed: pair, LunaDiffError(error))
    case nil: self.init(missing: pair, isDifferent: true)
    }
  }
}

/// The rules of one pair of a driver's batch.
struct BatchRules {
  let ruleSet: RuleSet
  let plan: ComparisonPlan

  /// Lays the rules over each other.
  ///
  /// Those of files run in states of their own, on all threads, functions of the script in its state, on one: no pair
  /// can have functions of both kinds.
  init(_ rules: [PairList.Rules], _ context: ScriptContext, _ state: LuaState) throws {
    let program = RuleProgram(
      sources: try rules.compactMap(\.path).map { try RuleProgram.Source(path: $0) }, in: context.environment)
    let loaded = program.sources.isEmpty ? nil : try program.load()
    var ofFiles = (loaded?.parts ?? [])[...]
    var ruleSet = RuleSet()
    var functions = RuleFunctions()
    for rules in rules {
      if rules.path != nil, let own = ofFiles.popFirst() {
        ruleSet = ruleSet.overridden(by: own)
        continue
      }
      var reader = RuleTableReader(source: "luna.batch: \(rules.part)", functions: functions)
      ruleSet = ruleSet.overridden(by: try reader.read(rules.part.field, rules.value))
      functions = reader.functions
    }
    self.ruleSet = ruleSet
    guard let loaded, !loaded.functions.list.isEmpty else {
      plan = DriverRules.plan(ruleSet, functions, state)
      return
    }
    guard functions.list.isEmpty else {
      throw LuaError("luna.batch: functions of a rules file and of the script cannot be combined for one pair")
    }
    plan = ruleSet.plan(ComparisonRun(scripts: program, workers: context.options.threads))
  }
}
