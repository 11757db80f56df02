import Records

/// The summary of a batch as a table of Markdown.
struct BatchMarkdownReport {
  private let batch: BatchSummary
  private let options: ReportOptions
  private let out: OutputBuffer

  init(_ batch: BatchSummary, _ options: ReportOptions, _ out: OutputBuffer) {
    self.batch = batch
    self.options = options
    self.out = out
  }

  /// Writes the whole report.
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

  private func appendRow(_ cells: [String]) {
    out.append(text: "| " + cells.joined(separator: " | ") + " |\n")
  }

  private func appendRemarks() {
    let remarks = batch.results.flatMap { result in result.remarks.map { (result.name, $0) } }
    if !remarks.isEmpty { out.append("\n") }
    for (name, remark) in remarks {
      let shown = DisplayText(name).text(within: 80)
      let text = BatchResult.lines(of: remark).map(MarkdownText.escaped).joined(separator: "<br>")
      out.append(text: "- \(MarkdownText.code(shown)): \(text)\n")
    }
    for line in batch.termsLines {
      out.append(text: "\n\(MarkdownText.escaped(DisplayText(line).text(within: 400)))\n")
    }
  }
}
