import RecordDiff
import Records
import StagedDiff

/// The result as JSON or JSON Lines, as programs read it.
struct JSONReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer) {
    self.comparison = comparison
    self.options = options
    self.out = out
  }

  /// Writes one object, a change a line.
  func writeObject() throws {
    out.append("{\n")
    appendIntroduction(separator: ",\n")
    out.append(",\n\"summary\":")
    appendSummary()
    out.append(",\n\"changes\":[")
    try appendChanges(first: "\n", between: ",\n")
    out.append("\n]")
    if options.stages {
      out.append(",\n\"stages\":[")
      try appendStages()
      out.append("\n]")
    }
    appendPatch(separator: ",\n")
    out.append("\n}\n")
  }

  /// Writes the introduction, the changes and the summary as a line each.
  func writeLines() throws {
    out.append("{")
    appendIntroduction(separator: ",")
    out.append("}\n")
    if try appendChanges(first: "", between: "\n") > 0 { out.append("\n") }
    out.append("{\"summary\":")
    appendSummary()
    appendPatch(separator: ",")
    out.append("}\n")
  }

  private func appendPatch(separator: StaticString) {
    guard options.patchable else { return }
    out.append(separator)
    out.append("\"patch\":")
    out.append(
      PatchScript.json(
        forward: PatchScript(comparison, from: .source),
        reverse: PatchScript(comparison, from: .target)))
  }

  private func appendIntroduction(separator: StaticString) {
    out.append("\"lunadiff\":1")
    for side in Side.allCases {
      let table = comparison.tables[side]
      out.append(separator)
      out.append(side == .source ? "\"source\":{\"path\":" : "\"target\":{\"path\":")
      out.append(jsonPath: table.name)
      out.append(",\"records\":")
      out.append(table.count)
      let compared = comparison.orders[side].count
      if compared < table.count {
        out.append(",\"compared\":")
        out.append(compared)
      }
      out.append("}")
    }
    out.append(separator)
    out.append("\"columns\":{\"common\":")
    appendNames(comparison.columns.common.map(\.name))
    out.append(",\"deleted\":")
    appendNames(comparison.columns.deleted)
    out.append(",\"inserted\":")
    appendNames(comparison.columns.inserted)
    out.append("}")
    if let columns = comparison.key.columns {
      out.append(separator)
      out.append("\"key\":{\"columns\":")
      appendNames(columns)
      out.append(comparison.key.isFound ? ",\"found\":true}" : ",\"found\":false}")
    }
    if comparison.hasKey, !comparison.duplicates.isEmpty {
      out.append(separator)
      appendDuplicates()
    }
    appendSections(separator: separator)
    appendTerms(separator: separator)
  }

  /// The names of the sections that changed themselves, by how they did, if any did.
  private func appendSections(separator: StaticString) {
    let changed = Change.Kind.allCases.map { ($0, comparison.sectionNames(changed: $0)) }
    guard changed.contains(where: { !$0.1.isEmpty }) else { return }
    out.append(separator)
    out.append("\"sections\":{")
    out.append(listing: changed) { kind, names in
      out.append(text: "\"\(kind.rawValue)\":[")
      out.append(listing: names) { $0.withField { out.append(jsonValue: $0) } }
      out.append("]")
    }
    out.append("}")
  }

  /// The rules that held, what counts, and what is to be known of the comparison; of each, where there is something.
  private func appendTerms(separator: StaticString) {
    let terms = comparison.terms
    let rules = terms.rules.filter { !$0.isKeyColumns }
    if !rules.isEmpty {
      out.append(separator)
      out.append("\"rules\":")
      out.append(rules: rules)
    }
    if options.thresholds != ChangeThresholds() {
      out.append(separator)
      out.append(options.thresholds)
      out.append(separator)
      out.append("\"counting\":")
      appendNames(options.thresholds.counting(comparison).map(\.rawValue))
    }
    if !terms.notes.isEmpty {
      out.append(separator)
      out.append("\"notes\":")
      appendNames(terms.notes.map(\.message))
    }
    if !terms.warnings.isEmpty {
      out.append(separator)
      out.append("\"warnings\":")
      appendNames(terms.warnings.map(\.message))
    }
  }

  private func appendDuplicates() {
    out.append("\"duplicates\":{")
    for side in Side.allCases {
      let found = comparison.duplicates[side]
      out.append(side == .source ? "\"source\":{\"keys\":" : ",\"target\":{\"keys\":")
      out.append(found.identities)
      out.append(",\"repetitions\":")
      out.append(found.repetitions)
      out.append(",\"examples\":[")
      out.append(listing: found.examples) { append($0) }
      out.append("]}")
    }
    out.append("}")
  }

  private func append(_ example: DuplicateReport.Example) {
    out.append("{\"key\":[")
    out.append(listing: example.key) { $0.withField { out.append(jsonValue: $0) } }
    out.append("],\"records\":[")
    out.append(listing: [example.first, example.second]) { out.append($0) }
    out.append("]}")
  }

  private func appendNames(_ names: [String]) {
    out.append("[")
    out.append(listing: names) { out.append(jsonString: $0) }
    out.append("]")
  }

  private func appendSummary() {
    out.append("{")
    appendCounts(comparison.summary)
    if let sections = comparison.sectionSummary {
      out.append(",\"sections\":{")
      appendCounts(sections)
      out.append("}")
    }
    if options.statistics {
      out.append(",\"columns\":")
      let reader = ChangeReader(comparison)
      ColumnStatistics.collect(reader).append(to: out, names: reader.columns.map(\.name))
    }
    out.append("}")
  }

  private func appendCounts(_ summary: Summary) {
    out.append("\"deleted\":")
    out.append(summary.deleted)
    out.append(",\"inserted\":")
    out.append(summary.inserted)
    out.append(",\"updated\":")
    out.append(summary.updated)
    out.append(",\"moved\":")
    out.append(summary.moved)
    out.append(",\"unchanged\":")
    out.append(summary.unchanged)
  }

  /// Writes the listed changes; returns how many there are.
  @discardableResult
  private func appendChanges(first: StaticString, between: StaticString) throws -> Int {
    let listing = ChangeListing(comparison, options)
    try listing.write(to: out) { out in
      let writer = JSONChangeWriter(comparison, out)
      return { ordinal, entry in
        out.append(ordinal == 0 ? first : between)
        writer.append(entry)
      }
    }
    return listing.listed
  }
}
