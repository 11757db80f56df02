import RecordDiff
import Records
import StagedDiff

/// The result as JSON or JSON Lines, as programs read it.
struct JSONReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  private let reader: ChangeReader
  private let names: ColumnNames

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer) {
    self.comparison = comparison
    self.options = options
    self.out = out
    reader = ChangeReader(comparison)
    names = ColumnNames(reader)
  }

  /// Column names as JSON spells them, with the colon that follows.
  private struct ColumnNames {
    let compared: SpelledNames
    let source: SpelledNames
    let target: SpelledNames

    init(_ reader: ChangeReader) {
      compared = SpelledNames(reader.columns.map(\.name))
      source = SpelledNames(reader.comparison.source.columns)
      target = SpelledNames(reader.comparison.target.columns)
    }
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
    out.append("\n}\n")
  }

  /// Writes the introduction, the changes and the summary as a line each.
  func writeLines() throws {
    out.append("{")
    appendIntroduction(separator: ",")
    out.append("}\n")
    try appendChanges(first: "", between: "\n")
    if ChangeListing(comparison, options).listed > 0 { out.append("\n") }
    out.append("{\"summary\":")
    appendSummary()
    out.append("}\n")
  }

  private func appendIntroduction(separator: StaticString) {
    out.append("\"lunadiff\":1")
    for side in Side.allCases {
      let table = comparison.collections.tables[side]
      out.append(separator)
      out.append(side == .source ? "\"source\":{\"path\":" : "\"target\":{\"path\":")
      out.append(jsonString: table.name)
      out.append(",\"records\":")
      out.append(table.count)
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

  private func appendChanges(first: StaticString, between: StaticString) throws {
    var isFirst = true
    try ChangeListing(comparison, options).forEach { _, entry in
      out.append(isFirst ? first : between)
      isFirst = false
      append(entry)
      try out.checkpoint()
    }
  }

  private func append(_ entry: ChangeEntry) {
    switch entry.kind {
    case .deleted: out.append("{\"kind\":\"deleted\",\"key\":[")
    case .inserted: out.append("{\"kind\":\"inserted\",\"key\":[")
    case .updated: out.append("{\"kind\":\"updated\",\"key\":[")
    case .moved: out.append("{\"kind\":\"moved\",\"key\":[")
    }
    appendKey(entry)
    out.append("]")
    appendSections(entry)
    appendRecord(",\"source\":", entry, .source)
    appendRecord(",\"target\":", entry, .target)
    switch entry.kind {
    case .deleted: appendFields(.source, entry)
    case .inserted: appendFields(.target, entry)
    case .updated: appendDifferences(entry)
    case .moved: break
    }
    out.append("}")
  }

  private func appendKey(_ entry: ChangeEntry) {
    var isFirst = true
    reader.forEachKeyPart(of: entry) { field in
      if !isFirst { out.append(",") }
      isFirst = false
      out.append(jsonValue: field)
    }
  }

  private func appendSections(_ entry: ChangeEntry) {
    guard let sections = reader.sections(of: entry) else { return }
    out.append(",\"section\":")
    reader.name(of: sections.own).withField { out.append(jsonValue: $0) }
    guard let from = sections.from else { return }
    out.append(",\"fromSection\":")
    reader.name(of: from).withField { out.append(jsonValue: $0) }
  }

  private func appendRecord(_ name: StaticString, _ entry: ChangeEntry, _ side: Side) {
    let record = reader.record(of: entry, side)
    guard record >= 0 else { return }
    out.append(name)
    out.append(record)
  }

  private func appendFields(_ side: Side, _ entry: ChangeEntry) {
    out.append(",\"record\":{")
    let spelled = side == .source ? names.source : names.target
    var isFirst = true
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      guard field.kind != .absent else { return }
      if !isFirst { out.append(",") }
      isFirst = false
      out.append(spelled[column])
      out.append(jsonValue: field)
    }
    out.append("}")
  }

  private func appendDifferences(_ entry: ChangeEntry) {
    out.append(entry.isMoved ? ",\"moved\":true,\"fields\":{" : ",\"moved\":false,\"fields\":{")
    var isFirst = true
    reader.forEachDifference(of: entry) { column, old, new in
      if !isFirst { out.append(",") }
      isFirst = false
      out.append(names.compared[column])
      out.append("{")
      if old.kind != .absent {
        out.append("\"old\":")
        out.append(jsonValue: old)
      }
      if new.kind != .absent {
        out.append(old.kind == .absent ? "\"new\":" : ",\"new\":")
        out.append(jsonValue: new)
      }
      out.append("}")
    }
    out.append("}")
  }
}
