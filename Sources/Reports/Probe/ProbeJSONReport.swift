import RecordDiff
import Records

/// What a probe found, for a program.
struct ProbeJSONReport {
  private let report: ProbeReport
  private let out: OutputBuffer

  init(_ report: ProbeReport, _ out: OutputBuffer) {
    self.report = report
    self.out = out
  }

  /// Writes one object, a key a line.
  func write() {
    out.append("{\n\"lunadiff\":1,\n\"source\":")
    append(report.source)
    out.append(",\n\"target\":")
    if let target = report.target { append(target) } else { out.append("null") }
    out.append(",\n\"keys\":[")
    out.append(listing: report.keys) { key in
      out.append("\n")
      append(key)
    }
    out.append("\n],\n\"search\":")
    appendSearch()
    out.append(",\n\"renames\":[")
    out.append(listing: report.renames) { append($0) }
    out.append("],\n\"rule\":")
    if let rule = report.rule { out.append(jsonString: rule) } else { out.append("null") }
    out.append("\n}\n")
  }

  private func append(_ input: ProbeReport.Input) {
    out.append("{\"path\":")
    out.append(jsonPath: input.name)
    out.append(",\"records\":")
    out.append(input.records)
    if !input.notes.isEmpty {
      out.append(",\"notes\":")
      append(input.notes)
    }
    out.append("}")
  }

  private func append(_ key: KeyReport) {
    out.append("{\"name\":")
    out.append(jsonString: key.name)
    out.append(",\"columns\":")
    if let columns = key.columns { append(columns) } else { out.append("null") }
    out.append(",\"suggested\":")
    append(key.isSuggested)
    out.append(",\"unique\":")
    append(key.isUnique)
    out.append(",\"source\":")
    append(key.source)
    if let target = key.target {
      out.append(",\"target\":")
      append(target)
    }
    if let match = key.match {
      out.append(",\"match\":")
      append(match)
      out.append(",\"equivalents\":")
      append(key.equivalents)
    }
    out.append("}")
  }

  private func append(_ input: KeyReport.Input) {
    let counts: [(StaticString, Int)] = [
      ("{\"records\":", input.records), (",\"identities\":", input.identities),
      (",\"duplicateKeys\":", input.duplicateKeys), (",\"duplicates\":", input.duplicates),
      (",\"absent\":", input.absent), (",\"null\":", input.null), (",\"empty\":", input.empty),
    ]
    append(counts)
    out.append(",\"examples\":[")
    out.append(listing: input.examples) { append($0) }
    out.append("]}")
  }

  private func append(_ example: KeyReport.Duplicate) {
    out.append("{\"key\":[")
    out.append(listing: example.key) { $0.withField { out.append(jsonValue: $0) } }
    out.append("],\"count\":")
    out.append(example.count)
    out.append(",\"records\":[")
    out.append(listing: example.records) { out.append($0) }
    out.append("],\"lines\":[")
    out.append(listing: example.lines) { out.append($0) }
    out.append("]}")
  }

  private func append(_ match: KeyReport.Match) {
    append([("{\"paired\":", match.paired), (",\"certain\":", match.certain)])
    out.append(",\"rate\":")
    append(match.rate)
    append([
      (",\"deleted\":", match.summary.deleted), (",\"inserted\":", match.summary.inserted),
      (",\"updated\":", match.summary.updated),
    ])
    out.append("}")
  }

  private func appendSearch() {
    guard let search = report.search else { return out.append("null") }
    out.append("{\"columns\":")
    append(search.columns)
    append([
      (",\"commonColumns\":", search.commonColumns), (",\"sets\":", search.sets),
      (",\"width\":", search.width),
    ])
    out.append(",\"end\":")
    out.append(jsonString: "\(search.end)")
    out.append("}")
  }

  private func append(_ rename: RenameSuggestion) {
    out.append("{\"old\":")
    out.append(jsonString: rename.old)
    out.append(",\"new\":")
    out.append(jsonString: rename.new)
    out.append(",\"nameSimilarity\":")
    append(rename.nameSimilarity)
    out.append(",\"overlap\":")
    append(rename.overlap)
    if let agreement = rename.agreement {
      out.append(",\"agreement\":")
      append(agreement)
    }
    out.append("}")
  }

  // MARK: Parts

  private func append(_ counts: [(StaticString, Int)]) {
    for (name, count) in counts {
      out.append(name)
      out.append(count)
    }
  }

  private func append(_ names: [String]) {
    out.append("[")
    out.append(listing: names) { out.append(jsonString: $0) }
    out.append("]")
  }

  private func append(_ isTrue: Bool) { out.append(isTrue ? "true" : "false") }

  /// A share to four digits.
  private func append(_ share: Double) {
    out.append(text: "\((share * 10_000).rounded() / 10_000)")
  }
}
