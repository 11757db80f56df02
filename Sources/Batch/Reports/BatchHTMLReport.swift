import Comparing
import Records
import Reports

/// The summary of a batch as one page that loads nothing: a table with links to the pairs' own reports.
struct BatchHTMLReport {
  let batch: BatchSummary
  let options: ReportOptions
  let out: OutputBuffer

  func write() {
    let title = options.title ?? batch.pageTitle
    out.beginPage(title: title, style: Self.style)
    out.append(element: "p class=\"facts\"", facts)
    out.append("\n")
    appendOutcomes()
    out.append(Self.head)
    appendRows()
    out.append("</table></div>\n</main>\n<script>\n")
    out.append(Self.script)
    out.append("</script>\n</body>\n</html>\n")
  }

  private static let head: [UInt8] = Array(
    """
    <p class="search" hidden><input id="search" type="search" placeholder="Search pairs" aria-label="Search pairs" \
    autocomplete="off"> <output id="found" aria-live="polite"></output></p>
    <div class="pairs" tabindex="0" role="region" aria-label="Pairs"><table>

    """.utf8)
  private static let style = PageText.bare([PackageResources.batch_css])
  private static let script = PageText.bare([PackageResources.batch_js])

  /// `4 pairs: 2 same, 2 different · 10 → 12 records`.
  private var facts: String {
    let records = batch.records
    let counts = [Grouped.number(records.source), Grouped.count(records.target, "record", "records")]
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
      out.append(text: "<i class=\"\(outcome.style)\" style=\"flex:\(count)\"></i>")
    }
    out.append("</div>\n<div class=\"outcomes\">")
    for (outcome, count) in counts {
      let style = outcome.style
      out.append(
        text: """
          <label class="\(style)"><input type="checkbox" name="\(style)" checked>\
          <b>\(Grouped.number(count))</b>\(outcome.rawValue)</label>
          """)
    }
    out.append("<button type=\"button\" id=\"only\" hidden>only different</button></div>\n")
  }

  private func appendRows() {
    let table = BatchTable(batch: batch)
    appendRow("<thead><tr>", "th", BatchTable.heading, "</thead>\n<tbody>\n")
    let shared = batch.remarks.filter { $0.results.count > 1 }
    let sharedTexts = Set(shared.map(\.remark.text))
    // Pairs that differ come first.
    for result in batch.results.sorted(by: { $0.outcome.severity > $1.outcome.severity }) {
      let style = result.outcome.style
      let cells = table.row(result, width: 200)
      appendRow("<tr class=\"\(style)\">", "td", cells, "", link: result.report, isOutcome: true)
      for remark in result.remarks where !sharedTexts.contains(remark.text) { append(remark, style: style) }
    }
    for (results, remark) in shared {
      let names = BatchSummary.list(results.map { DisplayText($0.name).text(within: 80) }, most: results.count)
      append(BatchResult.Remark(text: "\(names): \(remark.text)", command: remark.command), style: "terms")
    }
    for line in batch.termsLines { append(BatchResult.Remark(text: line), style: "terms") }
    if let advice = batch.advice { append(BatchResult.Remark(text: advice), style: "terms") }
    appendRow("</tbody>\n<tfoot><tr>", "td", table.total, "</tfoot>\n")
  }

  /// A row of words; they stay in sight where the table is wider than the window, and the first line is broken where it
  /// is longer.
  private func append(_ remark: BatchResult.Remark, style: String) {
    out.append(text: "<tr class=\"remark \(style)\(remark.isWarning ? " warning" : "")\">")
    // What a message points at stays below it, so that a narrow window scrolls.
    let focus = style == "failed" ? " tabindex=\"0\"" : ""
    out.append(text: "<td colspan=\"\(BatchTable.heading.count)\"><div\(focus)>")
    let first = remark.text.prefix { $0 != "\n" }
    let rest = remark.text.dropFirst(first.count + 1)
    out.append(element: "p", String(first))
    out.append(markup: String(rest))
    if let command = remark.command { out.append(element: "code", DisplayText(command).text(within: 4000)) }
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
        out.append(markup: PageReference.to(link))
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
}

extension BatchSummary {
  /// `Batch: monday → tuesday`, by the folders where all pairs have their names; `Batch` where there are no two such.
  fileprivate var pageTitle: String {
    func folder(_ path: String?, of name: String) -> String? {
      path.flatMap { $0.hasSuffix("/\(name)") ? String($0.dropLast(name.count + 1)) : nil }
    }
    let titles = results.filter { $0.old != nil && $0.new != nil }.map { result in
      let folders = [result.old, result.new].compactMap { folder($0, of: result.name) }
      return folders.count == 2 ? folders.joined(separator: " → ") : ""
    }
    guard let first = titles.first, !first.isEmpty, titles.allSatisfy({ $0 == first }) else { return "Batch" }
    return "Batch: \(first)"
  }
}

extension BatchResult.Outcome {
  /// How urgent it is to look at a pair.
  var severity: Int {
    switch self {
    case .same: 0
    case .tolerated: 1
    case .onlyNew, .onlyOld: 2
    case .different: 3
    case .failed: 4
    }
  }

  /// Its class on a page.
  var style: String { rawValue.replacing(" ", with: "-") }
}

/// A path as a page refers to it.
enum PageReference {
  /// Never taken for a scheme, with everything odd as its percent code.
  static func to(_ path: String) -> String {
    (path.hasPrefix("/") ? "" : "./") + path.utf8.inAddress(keeping: "/._-~")
  }
}
