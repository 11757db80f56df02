import Comparing
import Records
import Reports

extension OutputBuffer {
  func writeObject(_ batch: BatchSummary) {
    document { json in
      json.totals(of: batch)
      json.member("pairs") { json.list(batch.results, .lines) { json.writeFound($0) } }
    }
  }

  func writeLines(_ batch: BatchSummary) {
    let json = JSONEmitter(self)
    json.begin(.stream)
    for result in batch.results { json.writeFound(result) }
    json.object { json.totals(of: batch) }
    append("\n")
  }
}

extension JSONEmitter {
  func totals(of batch: BatchSummary) {
    object("batch") {
      member("pairs", batch.results.count)
      for outcome in BatchResult.Outcome.allCases {
        member(named: outcome.member)
        value(batch.count(outcome))
      }
      member("status", batch.status)
    }
    object("summary") { members(of: batch.total) }
    member("staleAccepted", ifAny: batch.staleAccepted) { list, lines in
      object {
        member("path", path: list)
        member("lines") { self.list(lines) { value($0) } }
      }
    }
  }

  /// Writes a pair with what explains its changes.
  fileprivate func writeFound(_ result: BatchResult) { write(result) { member(result.findings) } }

  /// Writes a pair as an object, which may have more members.
  func write(_ result: BatchResult, _ more: () -> Void) {
    object {
      member("name", path: result.name)
      write(.source, result.old, result)
      write(.target, result.new, result)
      member("outcome", result.outcome.member)
      if let summary = result.summary { writeCounts(summary, of: result) }
      member("deletedColumns", ifAny: result.columns.deleted)
      member("insertedColumns", ifAny: result.columns.inserted)
      if let key = result.key, let columns = key.columns { member("key", columns, isFound: key.isFound) }
      let terms = result.terms
      if !terms.rules.isEmpty { member("rules") { value(terms.rules) } }
      member(result.thresholds)
      member(result.limits)
      member("notes", ifAny: terms.notes.map(\.message))
      member("warnings", ifAny: terms.warnings.map(\.message))
      member("error", result.message)
      member("report", result.report)
      more()
    }
  }

  private func writeCounts(_ summary: Summary, of result: BatchResult) {
    object("summary") { members(of: summary) }
    member("counting", result.counting.map(\.rawValue))
    object("duplicates") {
      member("source", result.duplicates[.source])
      member("target", result.duplicates[.target])
    }
  }

  private func write(_ side: Side, _ path: String?, _ result: BatchResult) {
    guard let path else { return }
    object(side.jsonName) {
      member("path", path: path)
      member("records", result.records?[side])
    }
  }
}

extension BatchResult.Outcome {
  /// What it is called in JSON.
  var member: String { "\(self)" }

  init?(member: String) {
    guard let outcome = Self.allCases.first(where: { $0.member == member }) else { return nil }
    self = outcome
  }
}
