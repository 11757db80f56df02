import Records

/// The summary of a batch for a person: a line for each pair, what is to be noticed, and the totals.
struct BatchTextReport {
  private let batch: BatchSummary
  private let options: ReportOptions
  private let out: OutputBuffer
  private let palette: Palette

  init(_ batch: BatchSummary, _ options: ReportOptions, _ out: OutputBuffer) {
    self.batch = batch
    self.options = options
    self.out = out
    palette = Palette(isOn: options.color)
  }

  /// Writes the whole report.
  func write() {
    appendTable()
    let remarkable = batch.results.filter { !$0.remarks.isEmpty }
    if !remarkable.isEmpty { out.append("\n") }
    for result in remarkable { append(remarksOf: result) }
    out.append("\n")
    for line in batch.termsLines {
      palette.paint(.dim, out, DisplayText(line).text(within: 400))
      out.append("\n")
    }
    palette.paint(.bold, out, batch.headline)
    if let elapsed = options.elapsed { palette.paint(.dim, out, " · \(Grouped.time(elapsed))") }
    out.append("\n")
  }

  private func appendTable() {
    let source = BatchTable(batch: batch)
    var table = TextTable(
      columns: [.left, .left] + Array(repeating: .right, count: BatchTable.heading.count - 2))
    table.add(BatchTable.heading)
    for result in batch.results { table.add(source.row(result, width: 60)) }
    if batch.results.count > 1 { table.add(source.total) }
    for (number, line) in table.lines.enumerated() {
      palette.paint(role(ofLine: number), out, line)
      out.append("\n")
    }
  }

  private func role(ofLine number: Int) -> Palette.Role {
    guard number > 0 else { return .dim }
    guard number <= batch.results.count else { return .bold }
    switch batch.results[number - 1].outcome {
    case .same, .tolerated: return .plain
    case .different: return .updated
    case .onlyOld, .failed: return .deleted
    case .onlyNew: return .inserted
    }
  }

  private func append(remarksOf result: BatchResult) {
    for remark in result.remarks {
      let lines = BatchResult.lines(of: remark)
      let name = DisplayText(result.name).text(within: 60)
      palette.paint(result.outcome == .failed ? .deleted : .updated, out, name + ":")
      out.append(text: " " + lines.joined(separator: "\n  "))
      out.append("\n")
    }
  }
}
