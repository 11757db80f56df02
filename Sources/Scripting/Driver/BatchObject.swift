import Batch
import LuaRuntime
import Platform
import Comparing
import Reports
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
  private var tally = ScriptTally()
  private var current: PairObject?

  init(_ jobs: [Job], _ context: ScriptContext) {
    self.jobs = jobs
    self.context = context
  }

  static func describe(_ type: inout LuaType<BatchObject>) {
    type.method("each") { object, _ in
      object.tally = ScriptTally()
      return .one(
        iterator(count: object.jobs.count) { (number, state) throws(LuaError) in
          .object(try object.pair(number, in: state))
        })
    }
    type.property("status") { object, _ in .integer(Int64(object.tally.status)) }
    type.method("summary") { object, _ in .one(.string(object.tally.headline)) }
    type.method("report") { (object, call) throws(LuaError) in
      .one(.string(try object.report(call.optionalString(2) ?? "text")))
    }
    type.on(.length) { object, _ in .one(.integer(Int64(object.jobs.count))) }
    type.on(.string) { object, _ in .one(.string("batch: \(object.tally.headline)")) }
  }

  /// Compares the next pair, once what Lua no longer holds of those before it has been released.
  private func pair(_ number: Int, in state: LuaState) throws(LuaError) -> PairObject {
    current?.release()
    current = nil
    try state.collectGarbage()
    let job = jobs[number]
    let result = result(of: job, in: state)
    if case .failure(let error as LuaError) = result, error.kind != .runtime { throw error }
    let outcome = tally.add(job.pair, result)
    let changes = try? result?.get()
    let pair = PairObject(
      job.pair, outcome: outcome.rawValue, error: result?.message,
      changes: try changes.map { (changes) throws(LuaError) in
        try ChangesObject(changes, in: state, context: context)
      })
    current = pair
    return pair
  }

  /// What came of a job; `nil` where a file is missing.
  private func result(of job: Job, in state: LuaState) -> Result<Comparison, any Error>? {
    if let problem = job.pair.problem { return .failure(LuaError(problem)) }
    return job.pair.paths.map { paths in
      Result { try compare(job, paths.old, paths.new, in: state) }
    }
  }

  private func compare(
    _ job: Job, _ old: String, _ new: String, in state: LuaState
  ) throws -> Comparison {
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
    return try hosting { try tally.text(known) }
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

extension BatchPair {
  /// Both paths; `nil` where one is missing.
  fileprivate var paths: (old: String, new: String)? {
    guard let old, let new else { return nil }
    return (old, new)
  }
}

extension Result {
  fileprivate var message: String? {
    if case .failure(let error) = self { "\(error)" } else { nil }
  }
}
