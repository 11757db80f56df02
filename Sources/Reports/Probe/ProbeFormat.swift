import Comparing
import Analysis
import Records

package enum ProbeFormat: String, Sendable, CaseIterable {
  /// Tables and sentences for a person; the last line is for a rules file.
  case text
  case json
}

/// Of the options the colours and the width count.
package func write(
  _ report: ProbeReport, as format: ProbeFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text: ProbeTextReport(report, options, out).write()
    case .json: ProbeJSONReport(report, out).write()
    }
  }
}

struct ProbeJSONReport {
  private let report: ProbeReport
  private let out: OutputBuffer
  private let json: JSONEmitter

  init(_ report: ProbeReport, _ out: OutputBuffer) {
    self.report = report
    self.out = out
    json = JSONEmitter(out)
  }

  func write() {
    json.object(.lines) {
      json.member("lunadiff", 1)
      json.member("source") { append(report.source) }
      json.member("target") { appendOrNull(report.target) { append($0) } }
      json.member("keys") { json.list(report.keys, .lines) { append($0) } }
      json.member("search") { appendOrNull(report.search) { append($0) } }
      json.member("renames") { json.list(report.renames) { append($0) } }
      json.member("rule") { appendOrNull(report.rule) { json.value($0) } }
    }
    out.append("\n")
  }

  private func appendOrNull<Part>(_ part: Part?, _ append: (Part) -> Void) {
    if let part { append(part) } else { json.null() }
  }

  private func append(_ input: InputSummary) {
    json.object {
      json.member("path", path: input.name)
      json.member("records", input.records)
      json.member("notes", ifAny: input.notes)
    }
  }

  private func append(_ key: KeyReport) {
    json.object {
      json.member("name", key.name)
      json.member("columns") { appendOrNull(key.columns) { json.value($0) } }
      json.member("suggested", key.isSuggested)
      json.member("unique", key.isUnique)
      json.member("source") { append(key.source) }
      if let target = key.target { json.member("target") { append(target) } }
      if let match = key.match {
        json.member("match") { append(match) }
        json.member("equivalents", key.equivalents)
      }
    }
  }

  private func append(_ input: KeyReport.Input) {
    json.object {
      json.member("records", input.records)
      json.member("identities", input.identities)
      json.member("duplicateKeys", input.duplicateKeys)
      json.member("duplicates", input.duplicates)
      json.member("absent", input.absent)
      json.member("null", input.null)
      json.member("empty", input.empty)
      json.member("examples") { json.list(input.examples) { append($0) } }
    }
  }

  private func append(_ example: KeyReport.Duplicate) {
    json.object {
      json.member("key") { json.list(example.key) { json.value($0) } }
      json.member("count", example.count)
      json.member("records") { json.list(example.records) { json.value($0) } }
      json.member("lines") { json.list(example.lines) { json.value($0) } }
    }
  }

  private func append(_ match: KeyReport.Match) {
    json.object {
      json.member("paired", match.paired)
      json.member("certain", match.certain)
      append("rate", match.rate)
      json.member("deleted", match.summary.deleted)
      json.member("inserted", match.summary.inserted)
      json.member("updated", match.summary.updated)
    }
  }

  private func append(_ search: SearchReport) {
    json.object {
      json.member("columns", search.columns)
      json.member("commonColumns", search.commonColumns)
      json.member("sets", search.sets)
      json.member("width", search.width)
      json.member("end", "\(search.end)")
    }
  }

  private func append(_ rename: RenameSuggestion) {
    json.object {
      json.member("old", rename.old)
      json.member("new", rename.new)
      append("nameSimilarity", rename.nameSimilarity)
      append("overlap", rename.overlap)
      if let agreement = rename.agreement { append("agreement", agreement) }
    }
  }

  /// A share to four digits.
  private func append(_ name: StaticString, _ share: Double) {
    json.member(name)
    json.spelled { $0.append(text: "\((share * 10_000).rounded() / 10_000)") }
  }
}
