import Analysis
import Comparing
import Records

/// The counts, and how columns changed, as text.
struct SummaryReport {
  let footer: ReportFooter

  func write() throws {
    footer.appendNames()
    footer.out.append("\n")
    footer.appendSummary(mostFindings: .max)
    try appendColumns()
  }

  private func appendColumns() throws {
    let (comparison, out) = (footer.comparison, footer.out)
    let reader = ChangeReader(comparison)
    let statistics = try ColumnStatistics.collect(reader)
    guard !statistics.columns.isEmpty else { return }
    var table = TextTable(columns: [.left, .right, .right, .left])
    table.add(["updated column", "changed", "share", "typically"])
    for column in statistics.columns {
      table.add([
        DisplayText(reader.columns[column.number].name).text(within: 40), Grouped.number(column.changed),
        Grouped.share(column.changed, of: statistics.updated), column.typically,
      ])
      for row in column.pathRows(below: reader.columns[column.number].name) {
        let records = row.records
        table.add([
          "  " + DisplayText(row.name).text(within: 60), records.map(Grouped.number) ?? "",
          records.map { Grouped.share($0, of: statistics.updated) } ?? "", "",
        ])
      }
    }
    out.append("\n")
    for (index, line) in table.lines.enumerated() { footer.palette.paintLine(index == 0 ? .dim : .plain, out, line) }
    if !statistics.subgroups.isEmpty { out.append("\n") }
    for subgroup in statistics.subgroups {
      let sentence = subgroup.sentence(of: Subgroup.Totals(comparison))
      out.append(text: sentence.wrapped(to: footer.options.width) + "\n")
    }
  }
}

extension ColumnStatistics.Column {
  var typically: String {
    var parts: [String] = []
    if let (median, least, greatest) = numeric.outline {
      let range = numeric.count == 1 ? "" : " (\(least.signed) to \(greatest.signed))"
      parts.append(median.signed + range)
    }
    if let respelledWords { parts.append(respelledWords) }
    if appeared > 0 { parts.append("\(Grouped.number(appeared)) filled") }
    if vanished > 0 { parts.append("\(Grouped.number(vanished)) emptied") }
    if let frequent, paths == nil {
      let texts = ValuePair.texts(Sides(source: frequent.old, target: frequent.new), width: 40)
      parts.append("\(texts.old) → \(texts.new) ×\(Grouped.number(frequent.count))")
    }
    return parts.joined(separator: "; ")
  }

  /// The paths that a report for people lists, with their records; behind them how many more there are.
  func pathRows(below column: String) -> [(name: String, records: Int?)] {
    guard let paths else { return [] }
    let shown = paths.paths.prefix(12)
    let more = paths.paths.count - shown.count + paths.more
    return shown.map { ($0.path.text(below: column), $0.records) }
      + (more > 0 ? [("+\(Grouped.count(more, "path", "paths"))", nil)] : [])
  }

  /// How many changes are only ones of spelling, in words; `nil` if none is.
  var respelledWords: String? {
    respelled > 0 ? Grouped.count(respelled, "equal number", "equal numbers") + ", spelled otherwise" : nil
  }
}

extension Subgroup {
  /// What reports for people say, as in `98.0 % of updated records have country = DE (12.0 % of all)`.
  func sentence(of totals: Totals, marking: (String) -> String = { $0 }) -> String {
    let name = marking(DisplayText(column).text(within: 40))
    let value = marking(value.withField { DisplayText($0).text(within: 40) })
    let shares = (updated: Grouped.share(updated, of: totals.updated), all: Grouped.share(paired, of: totals.paired))
    return "\(shares.updated) of updated records have \(name) = \(value) (\(shares.all) of all)"
  }
}
