import Analysis
import Comparing
import Records

struct SummaryReport {
  private let footer: ReportFooter

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer) {
    footer = ReportFooter(comparison, options, out)
  }

  func write() throws {
    footer.appendNames()
    footer.out.append("\n")
    footer.appendSummary()
    appendColumns()
  }

  private func appendColumns() {
    let (comparison, out) = (footer.comparison, footer.out)
    let reader = ChangeReader(comparison)
    let statistics = ColumnStatistics.collect(reader)
    guard !statistics.columns.isEmpty else { return }
    var table = TextTable(columns: [.left, .right, .right, .left])
    table.add(["updated column", "changed", "share", "typically"])
    for column in statistics.columns {
      table.add([
        DisplayText(reader.columns[column.number].name).text(within: 40),
        Grouped.number(column.changed), Grouped.share(column.changed, of: statistics.updated),
        column.typically,
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
    for (index, line) in table.lines.enumerated() {
      footer.palette.paint(index == 0 ? .dim : .plain, out, line)
      out.append("\n")
    }
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
      let values = [frequent.old, frequent.new].map { value in value.withField { DisplayText($0).text(within: 20) } }
      parts.append("\(values[0]) → \(values[1]) ×\(Grouped.number(frequent.count))")
    }
    return parts.joined(separator: "; ")
  }
}
