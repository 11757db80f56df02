import Comparing
import Probing
import Records
import Requests
public import StagedDiff

/// How well some columns identify records.
public struct ProbedKey: Sendable {
  private let report: KeyReport

  init(_ report: KeyReport) { self.report = report }

  /// The columns; empty for the identity of rules that is a function.
  public var columns: [String] { report.columns ?? [] }
  /// How many records of all inputs repeat an identity that an earlier one has.
  public var duplicates: Int { report.duplicates }
  /// How many records of all inputs lack a part of the key, or have nothing there.
  public var unfilled: Int { report.unfilled }
  /// Certain pairs as a share of the records of the smaller input, from 0 to 1; `nil` without a second input.
  public var matchRate: Double? { report.match?.rate }
  /// What a comparison by this key reports; `nil` without a second input.
  public var summary: ChangeSummary? { report.match?.summary }
}

extension LunaHost {
  /// Says how well columns would do as a key, and searches for keys.
  ///
  /// - Parameters:
  ///   - old: The old records, or the only ones.
  ///   - new: The new records; `nil` if there are none.
  ///   - keys: Keys to try, each of one column or several; if there is none, keys are searched for.
  ///   - rules: What happens to values before they are compared, and which records take part.
  /// - Returns: The keys, the best one first.
  /// - Throws: As ``compare(old:new:rules:memory:temporaryFolder:progress:)``.
  public func probe(
    _ old: Input, _ new: Input? = nil, keys: [[String]] = [], rules: Rules = Rules()
  ) async throws -> [ProbedKey] {
    try await working { work in
      let rules = try loaded(rules, work)
      let tables = try [old, new].compactMap { input in
        try input?.open(rules.ruleSet, work, self).table()
      }
      let plan = rules.ruleSet.plan(
        ComparisonRun(scripts: rules.scripts, workers: workers, meter: work.read.meter))
      let probe = KeyProbe(
        source: tables[0], target: tables.count > 1 ? tables[1] : nil, plan: plan)
      let report = try probe.report(
        on: keys.map { KeyCandidate(columns: $0) },
        searching: keys.isEmpty ? SearchLimits() : nil)
      return report.keys.map(ProbedKey.init)
    }
  }
}
