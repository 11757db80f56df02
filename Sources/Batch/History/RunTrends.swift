import Comparing
import Platform
import Reports

/// What the runs of a history have in common and what tells them apart, pair by pair.
package struct RunTrends: Sendable {
  /// A finding of a pair over the runs.
  package struct Finding: Sendable {
    /// As the last run in which it was said it.
    package var last: PairMemory.Finding
    /// The runs in which it was, ascending.
    package var runs: [Int]
    /// The first run of those that it was in without an end before the last of them.
    package var since: Int
  }

  /// A pair over the runs.
  package struct Pair: Sendable {
    package let name: String
    /// What came of it in each run; `nil` where the run had no such pair.
    package let points: [BatchRun.Pair?]
    /// The first run since which the outcome is the last one's; `nil` where the last run has no such pair.
    package let since: Int?
    /// In the order of the runs in which they came.
    package let findings: [Finding]

    package var last: BatchRun.Pair? { points.last.flatMap { $0 } }
  }

  /// What a run has of a pair that another run did not have.
  package struct News: Sendable {
    package let name: String
    package let before: BatchRun.Pair?
    package let after: BatchRun.Pair?
    package let findings: [PairMemory.Finding]
    package let goneFindings: [PairMemory.Finding]
    /// `nil` where the changes of one of the two runs are not known.
    package let changes: KeptChanges.Difference?

    /// Whether the two runs are the same as far as it is known.
    package var isEmpty: Bool {
      let isSame =
        changes.map { $0.new == 0 && $0.gone == 0 && $0.other == 0 && !$0.isSample }
        ?? (before?.changeCount == after?.changeCount)
      return before?.outcome == after?.outcome && findings.isEmpty && goneFindings.isEmpty && isSame
    }
  }

  package let history: RunHistory
  package let runs: [BatchRun]
  /// What they are called: with seconds where several are of one minute.
  package let labels: [String]
  package let pairs: [Pair]
  /// The runs that are held against each other, by their numbers; `nil` where there is one alone.
  package let compared: (old: Int, new: Int)?
  package let news: [News]

  /// - Parameters:
  ///   - compared: The runs that are held against each other; `nil`: the last two. The later of them is the last that
  ///     is looked at.
  ///   - matches: Which pairs are of interest, by name.
  package init(_ history: RunHistory, comparing compared: (old: Int, new: Int)? = nil, where matches: (String) -> Bool)
  {
    self.history = history
    let last = max(compared?.new ?? 0, compared?.old ?? 0)
    let runs = Array(history.runs[...(compared == nil ? history.runs.count - 1 : last)])
    self.runs = runs
    let counts = runs.map(\.label).counted()
    labels = runs.map { counts[$0.label] == 1 ? $0.label : $0.exactLabel }
    self.compared = compared ?? (runs.count > 1 ? (runs.count - 2, runs.count - 1) : nil)
    let points = runs.map { run in Dictionary(run.pairs.map { (FileName($0), $0) }, uniquingKeysWith: { $1 }) }
    var names: [String] = []
    var seen: Set<FileName> = []
    for run in runs.reversed() {
      names += run.pairs.filter { seen.insert(FileName($0)).inserted }.map(\.name).filter(matches)
    }
    pairs = names.map { name in Pair(name: name, points: points.map { $0[FileName(name.pathBytes)] }) }
    news =
      self.compared.map { compared in
        names.compactMap { name in
          let file = FileName(name.pathBytes)
          return News(name, points[compared.old][file], points[compared.new][file])
        }
      } ?? []
  }
}

extension FileName {
  /// A pair is called as its files are, whose names are told apart by their bytes.
  fileprivate init(_ pair: BatchRun.Pair) { self.init(pair.name.pathBytes) }
}

extension RunTrends.Pair {
  fileprivate init(name: String, points: [BatchRun.Pair?]) {
    self.name = name
    self.points = points
    let last = points.last.flatMap { $0 }
    since = last.map { last in
      let before = points.lastIndex { $0 != nil && $0?.outcome != last.outcome } ?? -1
      return points[(before + 1)...].firstIndex { $0 != nil } ?? points.count - 1
    }
    var findings: [RunTrends.Finding] = []
    var places: [String: Int] = [:]
    for (run, point) in points.enumerated() {
      // Of what was not compared nobody knows what would have been found.
      guard let memory = point?.memory else { continue }
      for finding in memory.findings {
        guard let place = places[finding.theme] else {
          places[finding.theme] = findings.count
          findings.append(RunTrends.Finding(last: finding, runs: [run], since: run))
          continue
        }
        let isGap = points[(findings[place].runs.last ?? run)..<run].dropFirst().contains { $0?.memory != nil }
        if isGap { findings[place].since = run }
        findings[place].runs.append(run)
        findings[place].last = finding
      }
    }
    self.findings = findings
  }

  /// The last run in which the pair was compared; `nil` if there is none.
  package var lastCompared: Int? { points.lastIndex { $0?.memory != nil } }

  /// Whether a finding holds in the last run of the pair that was compared.
  package func isCurrent(_ finding: RunTrends.Finding) -> Bool { finding.runs.last == lastCompared }
}

extension RunTrends.News {
  fileprivate init?(_ name: String, _ before: BatchRun.Pair?, _ after: BatchRun.Pair?) {
    self.name = name
    self.before = before
    self.after = after
    let (old, new) = (before?.memory, after?.memory)
    func missing(_ memory: PairMemory?, in other: PairMemory?) -> [PairMemory.Finding] {
      guard let memory, let other else { return [] }
      let themes = Set(other.findings.map(\.theme))
      return memory.findings.filter { !themes.contains($0.theme) }
    }
    findings = before == nil ? new?.findings ?? [] : missing(new, in: old)
    goneFindings = missing(old, in: new)
    changes = old?.changes.flatMap { old in new?.changes.map { $0.difference(from: old) } }
    if isEmpty { return nil }
  }
}
