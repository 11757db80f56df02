import LuaRuntime
import Platform
import Comparing

/// Tries one function of the rules on the cases.
///
/// Are its answers always the same, and do they make sense?
struct FunctionTrial {
  let rule: String
  let function: Int
  let cases: CheckCases
  /// Whether what the function answers may be shown.
  let showsAnswers: Bool

  /// What is wrong with the function.
  ///
  /// - Parameters:
  ///   - first: Runs it over the cases in order.
  ///   - second: Runs it over them in the opposite order, in a state of its own, as another worker would.
  func findings(_ first: CheckSession, _ second: CheckSession) throws -> [CheckReport.Finding] {
    let before = try first.fingerprint(of: function)
    let subjects = subjects()
    let answers = try subjects.map { try answer(to: $0, first) }
    let again = Array(
      try subjects.reversed().map { try answer(to: $0, second) }.reversed())
    let after = try first.fingerprint(of: function)
    var findings = state(before, after)
    let unstable = subjects.indices.filter { answers[$0] != again[$0] }
    findings += finding(
      .unstable, unstable, "two calls for the same gave two answers",
      {
        "\(describe(subjects[$0], first))"
          + (showsAnswers ? ": \(answers[$0]), then \(again[$0])" : "")
      })
    guard unstable.isEmpty else { return findings }
    return try findings + senseless(subjects, answers, first)
  }

  // MARK: What it is asked

  /// What a function is given.
  private enum Subject: Hashable {
    case record(CheckCases.Record)
    /// Two records; those of one side are one record twice.
    case pair(CheckCases.Record, CheckCases.Record)
  }

  private var isComparison: Bool { rule == "equal" || rule.hasPrefix("equal.") }

  private func subjects() -> [Subject] {
    guard isComparison else {
      return (rule == "filter" ? cases.unfiltered : cases.records).map(Subject.record)
    }
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
    case .record(let record):
      return try session.answer(of: rule, to: record, function: function)
    }
  }

  // MARK: What is wrong

  private func senseless(
    _ subjects: [Subject], _ answers: [String], _ session: CheckSession
  ) throws -> [CheckReport.Finding] {
    guard isComparison else { return [] }
    let irreflexive = subjects.indices.filter { index in
      if case .pair(let first, let second) = subjects[index], first == second {
        return answers[index] == "false"
      }
      return false
    }
    var asymmetric: [Int] = []
    for (index, subject) in subjects.enumerated() {
      guard case .pair(let first, let second) = subject, first != second else { continue }
      if try answer(to: .pair(second, first), session) != answers[index] {
        asymmetric.append(index)
      }
    }
    let kind = rule == "equal" ? "record" : "value"
    return finding(.irreflexive, irreflexive, "a \(kind) is not equal to itself") {
      describe(subjects[$0], session)
    }
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
        message:
          "keeps state in \(names): each thread has its own, so the result may depend on \(Setting.threads)",
        examples: [])
    ]
  }

  private func finding(
    _ problem: CheckReport.Problem, _ places: [Int], _ message: String,
    _ example: (Int) -> String
  ) -> [CheckReport.Finding] {
    guard !places.isEmpty else { return [] }
    return [
      CheckReport.Finding(
        rule: rule, problem: problem, message: message,
        examples: places.prefix(RuleCheck.exampleCount).map(example))
    ]
  }

  private func describe(_ subject: Subject, _ session: CheckSession) -> String {
    switch subject {
    case .record(let record): return session.place(record)
    case .pair(let first, let second):
      return first == second
        ? session.place(first) : "\(session.place(first)) and \(session.place(second))"
    }
  }
}
