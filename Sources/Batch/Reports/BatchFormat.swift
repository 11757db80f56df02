import Comparing
import Records
import Reports

package enum BatchFormat: String, Sendable, CaseIterable {
  case text
  case json
  /// One JSON value a line: the pairs, then the totals.
  case jsonl
  case csv
  case markdown
  case junit
  case html
}

/// Of the options the colours, the title and the time count.
package func write(
  _ batch: BatchSummary, as format: BatchFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text: BatchTextReport(batch: batch, options: options, out: out).write()
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
      TermsText.words(of: result.terms.rules, result.thresholds),
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

  private var palette: Palette { Palette(isOn: options.color) }

  func write() {
    appendTable()
    let remarkable = batch.results.filter { !$0.remarks.isEmpty }
    if !remarkable.isEmpty { out.append("\n") }
    for result in remarkable { append(remarksOf: result) }
    out.append("\n")
    for line in batch.termsLines { palette.paintLine(.dim, out, DisplayText(line).text(within: 400)) }
    palette.paint(.bold, out, batch.headline)
    if let elapsed = options.elapsed { palette.paint(.dim, out, " · \(Grouped.time(elapsed))") }
    out.append("\n")
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

/// The summary of a batch as one page that loads nothing: a table with links to the pairs' own reports.
struct BatchHTMLReport {
  let batch: BatchSummary
  let options: ReportOptions
  let out: OutputBuffer

  func write() {
    let title = options.title ?? "Batch"
    out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>")
    out.append(markup: title)
    out.append("</title>\n<style>\n")
    out.appendTheme()
    out.append(PackageResources.batch_css)
    out.append("</style></head><body>\n<h1>")
    out.append(markup: title)
    out.append("</h1>\n<p class=\"facts\">")
    out.append(markup: facts)
    out.append("</p>\n")
    appendOutcomes()
    out.append("<div class=\"pairs\"><table>\n")
    appendRows()
    out.append("</table></div>\n</body>\n</html>\n")
  }

  /// `4 pairs: 2 same, 2 different · 10 → 12 records`.
  private var facts: String {
    let records = batch.records
    let counts = [Grouped.number(records.old), Grouped.count(records.new, "record", "records")]
    let time = options.elapsed.map { " · \(Grouped.time($0))" } ?? ""
    return "\(batch.headline) · \(counts.joined(separator: " → "))\(time)"
  }

  /// A bar with the share of each outcome, and boxes that show and hide its pairs.
  private func appendOutcomes() {
    let counts = BatchResult.Outcome.allCases.reversed().map { (outcome: $0, count: batch.count($0)) }.filter {
      $0.count > 0
    }
    out.append("<div class=\"share\">")
    for (outcome, count) in counts {
      out.append(text: "<i class=\"\(Self.style(of: outcome))\" style=\"flex:\(count)\"></i>")
    }
    out.append("</div>\n<div class=\"outcomes\">")
    for (outcome, count) in counts {
      let style = Self.style(of: outcome)
      out.append(
        text: """
          <label class="\(style)"><input type="checkbox" name="\(style)" checked>\
          <b>\(Grouped.number(count))</b>\(outcome.rawValue)</label>
          """)
    }
    out.append("</div>\n")
  }

  private func appendRows() {
    let table = BatchTable(batch: batch)
    appendRow("<thead><tr>", "th", BatchTable.heading, "</thead>\n<tbody>\n")
    for result in batch.results {
      let style = Self.style(of: result.outcome)
      let cells = table.row(result, width: 200)
      appendRow("<tr class=\"\(style)\">", "td", cells, "", link: result.report, isOutcome: true)
      for remark in result.remarks { appendRemark(remark.text, style: remark.isWarning ? "\(style) warning" : style) }
    }
    for line in batch.termsLines { appendRemark(line, style: "terms") }
    appendRow("</tbody>\n<tfoot><tr>", "td", table.total, "</tfoot>\n")
  }

  /// A row of words; they stay in sight where the table is wider than the window.
  private func appendRemark(_ text: String, style: String) {
    out.append(text: "<tr class=\"remark \(style)\">")
    out.append(text: "<td colspan=\"\(BatchTable.heading.count)\"><div>")
    out.append(markup: text)
    out.append("</div></td></tr>\n")
  }

  private func appendRow(
    _ start: String, _ element: String, _ cells: [String], _ end: String, link: String? = nil, isOutcome: Bool = false
  ) {
    out.append(text: start)
    for (number, cell) in cells.enumerated() {
      out.append(text: "<\(element)\(element == "td" ? Self.attributes(of: number, cell) : "")>")
      if number == 0, let link {
        out.append("<a href=\"")
        out.append(markup: Self.reference(link))
        out.append("\">")
      }
      if isOutcome, number == 1 { out.append("<span>") }
      out.append(markup: cell)
      if isOutcome, number == 1 { out.append("</span>") }
      if number == 0, link != nil { out.append("</a>") }
      out.append(text: "</\(element)>")
    }
    out.append(text: "</tr>\n" + end)
  }

  /// What makes a cell stand out, or step back: a count that is not zero is the colour of its kind.
  private static func attributes(of number: Int, _ cell: String) -> String {
    if number > 1, cell == "0" { return " class=\"zero\"" }
    let kinds = [4: "d", 5: "i", 6: "u", 7: "m"]
    return kinds[number].map { " class=\"\($0)\"" } ?? ""
  }

  private static func style(of outcome: BatchResult.Outcome) -> String {
    switch outcome {
    case .onlyOld: "only-old"
    case .onlyNew: "only-new"
    case .same, .tolerated, .different, .failed: outcome.rawValue
    }
  }

  /// A path as a reference: never taken for a scheme, with everything odd as its percent code.
  private static func reference(_ path: String) -> String {
    let start = path.hasPrefix("/") ? "" : "./"
    let digits = Array("0123456789ABCDEF")
    return path.utf8.reduce(into: start) { text, byte in
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "/._-~".utf8.contains(byte)
    }
  }
}
