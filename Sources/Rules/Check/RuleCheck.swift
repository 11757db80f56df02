import Analysis
import Comparing
import LuaRuntime
import Platform
import Records

/// Looks at rules, and tries them on data.
package struct RuleCheck {
  private let program: RuleProgram?
  private let rules: RuleSet

  /// How many records, and how many pairs, are given to functions at most.
  package var sample = 2_000
  /// Which faults are planted in the new input; `nil`: none are.
  package var faults: FaultChoice?
  static let exampleCount = 3

  /// - Parameter rules: Those of the program, with the flags laid over them.
  package init(program: RuleProgram?, rules: RuleSet) {
    self.program = program
    self.rules = rules
  }

  /// The plan alone; throws ``RuleError`` for rules that cannot be loaded.
  package func report() throws -> CheckReport {
    var report = CheckReport(steps: try entries().map(\.step))
    report.findings = (rules.idle + rules.plan().unaskedRules).map(CheckReport.Finding.init)
    report.positions = positions
    return report
  }

  /// The plan, and what came of trying the rules on two tables.
  package func report(on tables: Sides<RecordTable>, workers: Int) throws -> CheckReport {
    let plan = rules.plan(ComparisonRun(scripts: program, workers: workers))
    let comparison = try Comparison(source: tables.source, target: tables.target, plan: plan)
    let entries = try entries()
    var report = CheckReport(steps: entries.map(\.step))
    let areTexts = Side.allCases.allSatisfy { tables[$0].format.hasRows }
    if areTexts, rules.json == nil, rules.normalizers.isEmpty {
      for index in report.steps.indices { report.steps[index].declared = report.steps[index].declared?.forTexts }
    }
    report.findings =
      comparison.terms.notes.compactMap(\.idle).map(CheckReport.Finding.init) + emptied(comparison)
      + (try duplicates(comparison.comparedTables, comparison.groups == nil ? plan : comparison.resolvedPlan.given))
    let cases = CheckCases(comparison, limit: sample)
    if let program, entries.contains(where: { $0.function != nil }) {
      try run(program, entries, cases, comparison, &report)
    }
    report.trial = CheckReport.Trial(
      inputs: [tables.source, tables.target].map(InputSummary.init), compared: comparison.comparedColumns.map(\.name),
      records: cases.records.count, pairs: cases.pairs.count)
    let readers = report.steps.compactMap { step in step.columns.map { RuleReader(step.rule, $0) } }
    report.faults = try faults.map {
      try FaultInjection.report(on: comparison, $0, readers: readers, scripts: program.map(silent))
    }
    report.positions = positions
    return report
  }

  private var positions: RulePositions { RulePositions(program?.sources ?? []) }

  private func entries() throws -> [RulePlan.Entry] {
    try RulePlan(
      rules, program?.load(isAgain: true), of: program?.sources ?? [],
      compiles: program?.environment.runsCompiled ?? true
    ).entries
  }

  /// What functions print has been seen when the inputs were compared.
  private func silent(_ program: RuleProgram) -> RuleProgram {
    var environment = program.environment
    environment.print = { _ in }
    return RuleProgram(sources: program.sources, in: environment)
  }

  private func run(
    _ program: RuleProgram, _ entries: [RulePlan.Entry], _ cases: CheckCases, _ comparison: Comparison,
    _ report: inout CheckReport
  ) throws {
    let silent = silent(program)
    let sessions = try [0, 1].map { _ in try CheckSession(silent, comparison, isTracing: true) }
    for (index, entry) in entries.enumerated() {
      guard let function = entry.function, comparison.groups == nil || entry.step.readsGroups else { continue }
      let trial = FunctionTrial(
        rule: entry.step.rule, function: function, cases: cases, showsAnswers: !comparison.plan.hasMask)
      report.findings += try trial.findings(sessions[0], sessions[1])
      let columns = sessions[0].takeColumns()
      let isGivenRecords = entry.step.readsRecords || sessions[0].loaded.functions.takesContext(function)
      report.steps[index].columns = isGivenRecords ? columns : nil
    }
  }

  private func emptied(_ comparison: Comparison) -> [CheckReport.Finding] {
    guard rules.filter != nil else { return [] }
    let emptied = Side.allCases.filter { comparison.tables[$0].count > 0 && comparison.orders[$0].count == 0 }
    return emptied.map { side in
      let table = comparison.tables[side]
      return CheckReport.Finding(
        rule: "filter", problem: .nothingLeft, message: "lets none of \(table.count) records of \(table.name) pass")
    }
  }

  private func duplicates(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws -> [CheckReport.Finding] {
    // With passes records may lack a key, and a later pass may tell apart what the first one cannot.
    guard plan.hasKey, rules.passes.isEmpty, let identity = rules.identity else { return [] }
    let probe = KeyProbe(source: tables.source, target: tables.target, plan: plan)
    let candidate = KeyCandidate(name: "identity", identity: identity)
    guard let key = try probe.reports(on: [candidate]).first else { return [] }
    return [(key.source, tables.source), (key.target, tables.target)].compactMap { input, table in
      guard let input, !input.isUnique else { return nil }
      return CheckReport.Finding(
        rule: "identity", problem: .duplicates,
        message:
          "not unique in \(table.name): \(input.duplicates) of \(input.records) records repeat an earlier one's identity",
        examples: input.examples.prefix(Self.exampleCount).map { example in
          "\(Change.describe(example.key)): \(example.count) times, \(example.places)"
        })
    }
  }
}

extension CheckReport.Finding {
  fileprivate init(_ idle: IdleRule) {
    self.init(rule: idle.rule, problem: .noEffect, message: idle.reason)
  }
}

extension CheckReport.Step {
  /// Whether the function is given records, and so chooses which columns it reads.
  fileprivate var readsRecords: Bool { !rule.contains(".") || rule.hasPrefix("columns.") }

  /// Whether a function is asked of groups, where there are such, and not of the records that they are made of.
  fileprivate var readsGroups: Bool {
    ["identity", "equal", "section"].contains { rule == $0 || rule.hasPrefix("\($0).") }
  }
}

/// Tries one function of the rules on the cases: whether its answers are always the same, and make sense.
struct FunctionTrial {
  let rule: String
  let function: Int
  let cases: CheckCases
  let showsAnswers: Bool

  /// - Parameters:
  ///   - first: Runs the function over the cases in order.
  ///   - second: Runs it over them in the opposite order, in a state of its own, as another worker would.
  func findings(_ first: CheckSession, _ second: CheckSession) throws -> [CheckReport.Finding] {
    let before = try first.fingerprint(of: function)
    let subjects = subjects()
    let answers = try subjects.map { try answer(to: $0, first) }
    let again = Array(try subjects.reversed().map { try answer(to: $0, second) }.reversed())
    let after = try first.fingerprint(of: function)
    var findings = state(before, after)
    let unstable = subjects.indices.filter { answers[$0] != again[$0] }
    findings += finding(
      .unstable, unstable, "two calls for the same gave two answers",
      { "\(describe(subjects[$0], first))" + (showsAnswers ? ": \(answers[$0]), then \(again[$0])" : "") })
    guard unstable.isEmpty else { return findings }
    return try findings + senseless(subjects, answers, first)
  }

  // MARK: What it is asked

  private enum Subject: Hashable {
    case record(CheckCases.Record)
    /// Two records; those of one side are one record twice.
    case pair(CheckCases.Record, CheckCases.Record)
  }

  private var isComparison: Bool { rule == "equal" || rule.hasPrefix("equal.") }

  private func subjects() -> [Subject] {
    guard isComparison else { return (rule == "filter" ? cases.unfiltered : cases.records).map(Subject.record) }
    let pairs = cases.pairs.map {
      Subject.pair(.init(side: .source, number: $0.source), .init(side: .target, number: $0.target))
    }
    return pairs + cases.records.map { .pair($0, $0) }
  }

  private func answer(to subject: Subject, _ session: CheckSession) throws -> String {
    switch subject {
    case .pair(let first, let second):
      let column = rule == "equal" ? nil : String(rule.dropFirst("equal.".count))
      return try session.areEqual(first, second, column: column, function: function).description
    case .record(let record): return try session.answer(of: rule, to: record, function: function)
    }
  }

  // MARK: What is wrong

  private func senseless(_ subjects: [Subject], _ answers: [String], _ session: CheckSession) throws -> [CheckReport
    .Finding]
  {
    guard isComparison else { return [] }
    let irreflexive = subjects.indices.filter { index in
      if case .pair(let first, let second) = subjects[index], first == second { return answers[index] == "false" }
      return false
    }
    var asymmetric: [Int] = []
    for (index, subject) in subjects.enumerated() {
      guard case .pair(let first, let second) = subject, first != second else { continue }
      if try answer(to: .pair(second, first), session) != answers[index] { asymmetric.append(index) }
    }
    let kind = rule == "equal" ? "record" : "value"
    return finding(.irreflexive, irreflexive, "a \(kind) is not equal to itself") { describe(subjects[$0], session) }
      + finding(.asymmetric, asymmetric, "which of two \(kind)s comes first decides") {
        "\(describe(subjects[$0], session)): \(answers[$0]) one way, not the other"
      }
  }

  private func state(_ before: [LuaUpvalue], _ after: [LuaUpvalue]) -> [CheckReport.Finding] {
    let changed = zip(before, after).filter { $0.digest != $1.digest }.map(\.0.name)
    guard !changed.isEmpty else { return [] }
    let names = changed.map { "'\($0)'" }.joined(separator: ", ")
    return [
      CheckReport.Finding(
        rule: rule, problem: .state,
        message: "keeps state in \(names): each thread has its own, so the result may depend on \(Setting.threads)")
    ]
  }

  private func finding(_ problem: CheckReport.Problem, _ places: [Int], _ message: String, _ example: (Int) -> String)
    -> [CheckReport.Finding]
  {
    guard !places.isEmpty else { return [] }
    return [
      CheckReport.Finding(
        rule: rule, problem: problem, message: message, examples: places.prefix(RuleCheck.exampleCount).map(example))
    ]
  }

  private func describe(_ subject: Subject, _ session: CheckSession) -> String {
    switch subject {
    case .record(let record): return session.place(record)
    case .pair(let first, let second):
      return first == second ? session.place(first) : "\(session.place(first)) and \(session.place(second))"
    }
  }
}
