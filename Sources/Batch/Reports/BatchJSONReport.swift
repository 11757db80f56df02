import Comparing
import Records
import Reports

struct BatchJSONReport {
  private let batch: BatchSummary
  private let out: OutputBuffer
  private let json: JSONEmitter

  init(_ batch: BatchSummary, _ out: OutputBuffer) {
    self.batch = batch
    self.out = out
    json = JSONEmitter(out)
  }

  func writeObject() {
    json.object(.lines) {
      json.member("lunadiff", 1)
      appendTotals()
      json.member("pairs") { json.list(batch.results, .lines, append) }
    }
    out.append("\n")
  }

  func writeLines() {
    json.begin(.stream)
    batch.results.forEach(append)
    json.object { appendTotals() }
    out.append("\n")
  }

  private func appendTotals() {
    json.object("batch") {
      json.member("pairs", batch.results.count)
      for outcome in BatchResult.Outcome.allCases {
        json.member(named: outcome.member)
        json.value(batch.count(outcome))
      }
      json.member("status", batch.status)
    }
    json.object("summary") { json.members(of: batch.total) }
  }

  private func append(_ result: BatchResult) {
    json.object {
      json.member("name", path: result.name)
      append(.source, result.old, result)
      append(.target, result.new, result)
      json.member("outcome", result.outcome.member)
      if let summary = result.summary { appendCounts(summary, of: result) }
      json.member("deletedColumns", ifAny: result.columns.deleted)
      json.member("insertedColumns", ifAny: result.columns.inserted)
      if let key = result.key, let columns = key.columns { json.member("key", columns, isFound: key.isFound) }
      let terms = result.terms
      if !terms.rules.isEmpty { json.member("rules") { json.value(terms.rules) } }
      json.member(result.thresholds)
      json.member("notes", ifAny: terms.notes.map(\.message))
      json.member("warnings", ifAny: terms.warnings.map(\.message))
      json.member("error", result.message)
      json.member("report", result.report)
    }
  }

  private func appendCounts(_ summary: Summary, of result: BatchResult) {
    json.object("summary") { json.members(of: summary) }
    json.member("counting", result.counting.map(\.rawValue))
    json.object("duplicates") {
      json.member("source", result.duplicates[.source])
      json.member("target", result.duplicates[.target])
    }
  }

  private func append(_ side: Side, _ path: String?, _ result: BatchResult) {
    guard let path else { return }
    json.object(side.jsonName) {
      json.member("path", path: path)
      json.member("records", result.records?[side])
    }
  }
}

extension BatchResult.Outcome {
  fileprivate var member: String {
    switch self {
    case .onlyOld: "onlyOld"
    case .onlyNew: "onlyNew"
    default: rawValue
    }
  }
}
