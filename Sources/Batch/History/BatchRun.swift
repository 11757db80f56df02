import Comparing
import Platform
import Records
import Reports
import Requests

package struct BatchRun: Sendable {
  package struct Pair: Sendable {
    package let name: String
    package let outcome: BatchResult.Outcome
    /// `nil` where the two were not compared.
    package let summary: Summary?
    package let message: String?
    /// `nil` where the two were not compared.
    package let memory: PairMemory?

    package var changeCount: Int { summary?.changeCount ?? 0 }
  }

  /// What it was called by who ran it; `nil` where it has no name but its time.
  package let night: String?
  /// When it ended, in UTC: `2026-11-25T02:00:03Z`.
  package let time: String
  package let elapsed: Duration
  package let status: Int
  package let pairs: [Pair]

  /// The night's name, or the date and the time of day.
  package var label: String { night ?? String(exactLabel.prefix(16)) }
  /// The same with seconds where it is a time.
  package var exactLabel: String { night ?? String(time.prefix(19).map { $0 == "T" ? " " : $0 }) }

  /// The line of a history that says what came of a batch that ends now.
  package static func line(_ batch: BatchSummary, night: String?, elapsed: Duration) -> [UInt8] {
    JSONEmitter.bytes { json in
      json.object {
        json.member("lunadiff", 1)
        json.member("history", version)
        json.member("night", night)
        json.member("time", ExportDate.now)
        json.member("milliseconds", elapsed.milliseconds)
        json.totals(of: batch)
        json.member("pairs") {
          json.list(batch.results) { result in json.write(result) { result.memory.map(json.members) } }
        }
      }
    }
  }

  /// The version of the lines that are written; those of a later one cannot be read.
  private static let version = 1

  /// - Throws: Why the line is none of a history.
  init(line: BytesView) throws(HistoryFault) {
    guard let run = Field(json: line).flatMap({ HistoryObject($0.value) }) else {
      throw HistoryFault("it is no JSON object")
    }
    guard run.has("history") else { throw HistoryFault("it has no member \"history\"") }
    let version = try run.number("history")
    guard version == Self.version else { throw HistoryFault("it is of another version, \(version)") }
    night = run.has("night") ? try run.text("night") : nil
    time = try run.text("time")
    elapsed = .milliseconds(try run.number("milliseconds"))
    status = try run.object("batch")?.number("status") ?? 2
    pairs = try run.objects("pairs").map { pair throws(HistoryFault) in try Pair(pair) }
  }
}

extension BatchRun.Pair {
  fileprivate init(_ pair: HistoryObject) throws(HistoryFault) {
    name = try pair.text("name")
    guard let outcome = BatchResult.Outcome(member: try pair.text("outcome")) else {
      throw HistoryFault("an \"outcome\" is none of this version")
    }
    self.outcome = outcome
    summary = try pair.object("summary").map { counts throws(HistoryFault) in
      var summary = Summary()
      for kind in Change.Kind.allCases { summary[kind] = try counts.number(kind.rawValue) }
      summary.unchanged = try counts.number("unchanged")
      return summary
    }
    message = pair.has("error") ? try pair.text("error") : nil
    memory = summary == nil ? nil : try PairMemory(pair)
  }
}
