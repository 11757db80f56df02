import Comparing
import Analysis
import Records

/// Of the options the colours and the width count.
package func write(
  _ report: ProbeReport, as format: PlainFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text: ProbeTextReport(report: report, options: options, out: out).write()
    case .json: out.document { $0.members(of: report) }
    }
  }
}

extension JSONEmitter {
  fileprivate func members(of report: ProbeReport) {
    member("source") { write(report.source) }
    member("target") { writeOrNull(report.target) { write($0) } }
    member("keys") { list(report.keys, .lines) { write($0) } }
    member("search") { writeOrNull(report.search) { write($0) } }
    member("renames") { list(report.renames) { write($0) } }
    if let near = report.near { member("near") { write(near) } }
    member("rule") { writeOrNull(report.rule) { value($0) } }
  }

  private func writeOrNull<Part>(_ part: Part?, _ write: (Part) -> Void) {
    if let part { write(part) } else { null() }
  }

  private func write(_ input: InputSummary) {
    object {
      member("path", path: input.name)
      member("records", input.records)
      member("notes", ifAny: input.notes)
    }
  }

  private func write(_ key: KeyReport) {
    object {
      member("name", key.name)
      member("columns") { writeOrNull(key.columns) { value($0) } }
      member("suggested", key.isSuggested)
      member("unique", key.isUnique)
      member("source") { write(key.source) }
      if let target = key.target { member("target") { write(target) } }
      if let match = key.match {
        member("match") { write(match) }
        member("equivalents", key.equivalents)
        if let form = key.form {
          object("form") {
            member("column", form.column)
            member("differs", form.differences)
            member("pairs", form.pairs)
            member("rule", form.rule)
            if let match = form.match { member("match") { write(match) } }
          }
        }
      }
      if let truth = key.truth { member("truth") { write(truth) } }
    }
  }

  private func write(_ input: KeyReport.Input) {
    object {
      member("records", input.records)
      member("identities", input.identities)
      member("duplicateKeys", input.duplicateKeys)
      member("duplicates", input.duplicates)
      member("absent", input.absent)
      member("null", input.null)
      member("empty", input.empty)
      member("examples") { list(input.examples) { write($0) } }
    }
  }

  private func write(_ example: KeyReport.Duplicate) {
    object {
      member("key") { list(example.key) { value($0) } }
      member("count", example.count)
      member("records") { list(example.records) { value($0) } }
      member("lines") { list(example.lines) { value($0) } }
    }
  }

  private func write(_ match: KeyReport.Match) {
    object {
      member("paired", match.paired)
      member("certain", match.certain)
      write("rate", match.rate)
      member("deleted", match.summary.deleted)
      member("inserted", match.summary.inserted)
      member("updated", match.summary.updated)
    }
  }

  private func write(_ truth: KeyReport.Truth) {
    object {
      member("pairs", truth.made)
      member("right", truth.right)
      member("known", truth.wanted)
      if let precision = truth.precision { write("precision", precision) }
      if let recall = truth.recall { write("recall", recall) }
    }
  }

  private func write(_ search: SearchReport) {
    object {
      member("columns", search.columns)
      member("commonColumns", search.commonColumns)
      member("sets", search.sets)
      member("width", search.width)
      member("end", "\(search.end)")
    }
  }

  private func write(_ rename: RenameSuggestion) {
    object {
      member("old", rename.old)
      member("new", rename.new)
      write("nameSimilarity", rename.nameSimilarity)
      write("overlap", rename.overlap)
      if let agreement = rename.agreement { write("agreement", agreement) }
    }
  }

  private func write(_ near: NearKey) {
    object {
      member("columns", near.columns)
      member("method", near.method)
      for side in Side.allCases { member(side == .source ? "deleted" : "inserted", near.left[side]) }
      member("pairs", near.pairs)
      if near.doubtful.count > 0 {
        object("doubtful") {
          member("pairs", near.doubtful.count)
          member("of", near.doubtful.of)
        }
      }
      member("rule", near.rule)
    }
  }

  /// A share, or a number of bits, to four digits.
  func write(_ name: StaticString, _ share: Double) {
    member(name, decimal: (share * 10_000).rounded() / 10_000)
  }
}
