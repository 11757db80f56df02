import Comparing
import Records
import Reports

package enum BatchFormat: String, Sendable, CaseIterable {
  case text
  /// The table and the totals: `text` without what is remarked of pairs, but for warnings and why one failed.
  case summary
  case json
  /// One JSON value a line: the pairs, then the totals.
  case jsonl
  case csv
  case markdown
  case junit
  case html

  /// Whether the summary says what explains many changes of a pair at once.
  package var hasFindings: Bool { self != .csv && self != .junit && self != .summary }
}

/// Of the options the colours, the title and the time count.
package func write(
  _ batch: BatchSummary, as format: BatchFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text, .summary:
      BatchTextReport(batch: batch, options: options, out: out, isBrief: format == .summary).write()
    case .json: out.writeObject(batch)
    case .jsonl: out.writeLines(batch)
    case .csv: BatchCSVReport(batch: batch, out: out).write()
    case .markdown: BatchMarkdownReport(batch: batch, options: options, out: out).write()
    case .junit: BatchJUnitReport(batch: batch, out: out).write()
    case .html: BatchHTMLReport(batch: batch, options: options, out: out).write()
    }
  }
}

struct BatchMarkdownReport {
  let batch: BatchSummary
  let options: ReportOptions
  let out: OutputBuffer

  func write() {
    out.append(text: "## \(MarkdownText.escaped(options.title ?? "Batch"))\n\n")
    out.append(text: "**\(batch.headline)**\n\n")
    let table = BatchTable(batch: batch)
    appendRow(BatchTable.heading)
    appendRow(["---", "---"] + Array(repeating: "--:", count: BatchTable.heading.count - 2))
    for result in batch.results {
      var cells = table.row(result, width: 80)
      cells[0] = MarkdownText.code(cells[0])
      appendRow(cells)
    }
    if batch.results.count > 1 { appendRow(table.total.map { $0.isEmpty ? "" : "**\($0)**" }) }
    appendRemarks()
  }

  private func appendRow(_ cells: [String]) { out.append(text: "| " + cells.joined(separator: " | ") + " |\n") }

  private func appendRemarks() {
    let remarks = batch.remarks
    if !remarks.isEmpty { out.append("\n") }
    for (results, remark) in remarks {
      let shown = BatchSummary.list(
        results.map { MarkdownText.code(DisplayText($0.name).text(within: 80)) }, most: BatchTable.mostNames)
      let text = BatchResult.lines(of: remark).map(MarkdownText.escaped).joined(separator: "<br>")
      let command = remark.command.map { ": \(MarkdownText.code($0))" } ?? ""
      out.append(text: "- \(shown): \(text)\(command)\n")
    }
    for line in batch.termsLines {
      out.append(text: "\n\(MarkdownText.escaped(DisplayText(line).text(within: 400)))\n")
    }
  }
}

struct BatchCSVReport {
  let batch: BatchSummary
  let out: OutputBuffer

  func write() {
    out.append("name,outcome,old,new,old_records,new_records,deleted,inserted,updated,moved,")
    out.append("unchanged,old_duplicates,new_duplicates,error,report,")
    out.append("deleted_columns,inserted_columns,rules,notes\n")
    for result in batch.results {
      let texts = [result.name, result.outcome.rawValue, result.old ?? "", result.new ?? ""]
      append(texts.map(Self.cell) + counts(result))
    }
  }

  private func counts(_ result: BatchResult) -> [String] {
    let texts = [
      result.columns.deleted.joined(separator: ", "),
      result.columns.inserted.joined(separator: ", "),
      TermsText.words(of: result.terms.rules, result.thresholds, result.limits),
      result.terms.notes.map(\.message).joined(separator: "; "),
    ]
    let last = ([result.message ?? "", result.report ?? ""] + texts).map(Self.cell)
    guard let records = result.records, let summary = result.summary else {
      return Array(repeating: "", count: 9) + last
    }
    let counts = [
      records[.source], records[.target], summary.deleted, summary.inserted, summary.updated,
      summary.moved, summary.unchanged, result.duplicates[.source], result.duplicates[.target],
    ]
    return counts.map(String.init) + last
  }

  private func append(_ cells: [String]) { out.append(text: cells.joined(separator: ",") + "\n") }

  /// A cell that no spreadsheet takes for a formula, quoted where it has to be.
  private static func cell(_ text: String) -> String {
    let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    guard isFormula || safe.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return safe }
    return "\"" + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}

struct BatchTextReport {
  let batch: BatchSummary
  let options: ReportOptions
  let out: OutputBuffer
  /// Whether nothing is remarked but warnings and why pairs failed.
  let isBrief: Bool

  private var palette: Palette { Palette(isOn: options.color) }

  func write() {
    appendTable()
    let remarks = batch.remarks.filter { !isBrief || $0.remark.isWarning || $0.remark.isFailure }
    if !remarks.isEmpty { out.append("\n") }
    for (results, remark) in remarks { append(remark, of: results) }
    out.append("\n")
    for line in batch.termsLines { palette.paintLine(.dim, out, DisplayText(line).text(within: 400)) }
    palette.paint(.bold, out, batch.headline)
    if let elapsed = options.elapsed { palette.paint(.dim, out, " · \(Grouped.time(elapsed))") }
    out.append("\n")
    if let advice = batch.advice { palette.paintLine(.dim, out, advice) }
  }

  private func appendTable() {
    let source = BatchTable(batch: batch)
    var table = TextTable(columns: [.left, .left] + Array(repeating: .right, count: BatchTable.heading.count - 2))
    table.add(BatchTable.heading)
    for result in batch.results { table.add(source.row(result, width: 60)) }
    if batch.results.count > 1 { table.add(source.total) }
    for (number, line) in table.lines.enumerated() { palette.paintLine(role(ofLine: number), out, line) }
  }

  private func role(ofLine number: Int) -> Palette.Role {
    guard number > 0 else { return .dim }
    guard number <= batch.results.count else { return .bold }
    return batch.results[number - 1].outcome.role
  }

  private func append(_ remark: BatchResult.Remark, of results: [BatchResult]) {
    let names = BatchSummary.list(
      results.map { DisplayText($0.name).text(within: 60) }, most: BatchTable.mostNames)
    palette.paint(results[0].outcome == .failed ? .deleted : .updated, out, names + ":")
    out.append(text: " " + BatchResult.lines(of: remark).joined(separator: "\n  ") + "\n")
    if let command = remark.command { out.append(text: "  \(DisplayText(command).text(within: 4000))\n") }
  }
}
