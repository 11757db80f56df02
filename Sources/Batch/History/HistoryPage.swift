import Comparing
import Records
import Reports

/// The trends of a history as one page that loads nothing: what is new, the findings, and a small chart for each pair.
struct HistoryPage {
  let trends: RunTrends
  let options: ReportOptions
  let out: OutputBuffer

  private static let style = PageText.bare([PackageResources.history_css])

  /// The last runs, which a chart has room for.
  private var shown: Range<Int> { max(0, trends.runs.count - 120)..<trends.runs.count }

  func write() {
    let title = options.title ?? "History of \(DisplayText(trends.history.name).text(within: 200))"
    out.beginPage(title: title, style: Self.style)
    append("p class=\"facts\"", facts)
    for note in trends.history.notes { append("p class=\"note\"", note) }
    appendNews()
    appendFindings()
    appendPairs()
    out.append("</main>\n</body>\n</html>\n")
  }

  private var facts: String {
    let last = trends.runs[trends.runs.count - 1]
    let outcomes = BatchResult.Outcome.allCases.compactMap { outcome -> String? in
      let count = last.pairs.count { $0.outcome == outcome }
      return count > 0 ? "\(Grouped.number(count)) \(outcome.rawValue)" : nil
    }
    return "\(trends.span) · the last one: \(outcomes.joined(separator: ", ")), \(Grouped.time(last.elapsed))"
  }

  /// An element with text in it, the tag with its attributes.
  private func append(_ tag: String, _ text: String) {
    out.append(element: tag, text)
    out.append("\n")
  }

  private func appendNews() {
    guard let compared = trends.compared else { return }
    append("h2", "\(trends.label(compared.new)) beside \(trends.label(compared.old))")
    guard !trends.news.isEmpty else { return append("p class=\"facts\"", "Nothing is new.") }
    out.append("<ul class=\"news\">\n")
    for news in trends.news {
      out.append(text: "<li class=\"\(news.after?.outcome.style ?? "gone")\">")
      append("b", DisplayText(news.name).text(within: 200))
      for words in [news.outcomeWords, news.changeWords].compactMap(\.self) { append("span", words) }
      for finding in news.findings { append("p", "new: \(finding.text)") }
      for finding in news.goneFindings { append("p class=\"gone\"", "gone: \(finding.text)") }
      append(changesOf: news)
      out.append("</li>\n")
    }
    out.append("</ul>\n")
  }

  private func append(changesOf news: RunTrends.News) {
    let (names, hidden) = news.listed(options.limit.each)
    guard !names.isEmpty else { return }
    out.append("<details><summary>which</summary><ul>\n")
    for (name, word) in names {
      append("li class=\"\(word == "gone" ? word : name.kind.rawValue)\"", "\(word): \(name.words)")
    }
    if hidden > 0 { append("li", "and \(Grouped.number(hidden)) more") }
    out.append("</ul></details>\n")
  }

  private func appendFindings() {
    let (current, gone) = trends.allFindings
    guard !current.isEmpty || !gone.isEmpty else { return }
    append("h2", "Findings")
    append(current)
    guard !gone.isEmpty else { return }
    out.append("<details>")
    append("summary", "\(Grouped.number(gone.count)) that do not hold any more")
    append(gone)
    out.append("</details>\n")
  }

  private func append(_ findings: [RunTrends.PairFinding]) {
    guard !findings.isEmpty else { return }
    out.append("<ul class=\"findings\">\n")
    for (pair, finding) in findings {
      out.append(text: "<li class=\"\(pair.isCurrent(finding) ? pair.last?.outcome.style ?? "gone" : "gone")\">")
      append("b", DisplayText(pair.name).text(within: 200))
      append("span", trends.words(of: finding, in: pair))
      append("p", finding.last.text)
      appendStrip(Set(finding.runs), words: trends.words(of: finding, in: pair))
      out.append("</li>\n")
    }
    out.append("</ul>\n")
  }

  /// A cell for each run, full where the finding was.
  private func appendStrip(_ runs: Set<Int>, words: String) {
    out.append("<div class=\"strip\" role=\"img\" aria-label=\"")
    out.append(markup: words)
    out.append("\">")
    for run in shown {
      out.append(text: runs.contains(run) ? "<i class=\"on\" title=\"" : "<i title=\"")
      out.append(markup: trends.label(run))
      out.append("\"></i>")
    }
    out.append("</div>\n")
  }

  private func appendPairs() {
    append("h2", "Changes by run")
    out.append("<div class=\"pairs\">\n")
    let order = trends.pairs.sorted { ($1.last?.outcome.severity ?? -1) < ($0.last?.outcome.severity ?? -1) }
    for pair in order { append(pair) }
    out.append("</div>\n")
  }

  private func append(_ pair: RunTrends.Pair) {
    let outcome = pair.last?.outcome
    out.append(text: "<section class=\"\(outcome?.style ?? "gone")\">")
    append("h3", DisplayText(pair.name).text(within: 200))
    let since = pair.since.map { " since \(trends.label($0, isSince: true))" } ?? ""
    append("span class=\"outcome\"", (outcome?.rawValue ?? "not in the last run") + since)
    appendBars(pair)
    let last = pair.last?.summary == nil ? nil : pair.last.map { Grouped.count($0.changeCount, "change", "changes") }
    let median = pair.typicalChanges.map { "median \($0)" }
    append("p class=\"facts\"", [last, median].compactMap(\.self).joined(separator: " · "))
    appendNumbers(pair)
    out.append("</section>\n")
  }

  /// A bar for each run, as high as there are changes, in the colour of the outcome.
  private func appendBars(_ pair: RunTrends.Pair) {
    let most = max(1, pair.points[shown].compactMap { $0?.changeCount }.max() ?? 1)
    out.append("<div class=\"bars\" role=\"img\" aria-label=\"Changes by run; the numbers are below\">")
    for run in shown {
      let point = pair.points[run]
      let share = point.map { $0.summary == nil ? 100 : 100 * $0.changeCount / most } ?? 0
      out.append(text: "<i class=\"\(point?.outcome.style ?? "gone")\" ")
      out.append(text: "style=\"background-size:100% max(2px,\(share)%)\" title=\"")
      out.append(markup: "\(trends.label(run)): \(Self.words(of: point))")
      out.append("\"></i>")
    }
    out.append("</div>\n<p class=\"span\">")
    for run in [shown.lowerBound, trends.runs.count - 1] { out.append(element: "span", trends.label(run)) }
    out.append("</p>\n")
  }

  private static func words(of point: BatchRun.Pair?) -> String {
    guard let point else { return "not in the batch" }
    guard let summary = point.summary else { return point.message ?? point.outcome.rawValue }
    return "\(point.outcome.rawValue), \(summary)"
  }

  private func appendNumbers(_ pair: RunTrends.Pair) {
    out.append("<details><summary>numbers</summary><div tabindex=\"0\" role=\"region\" aria-label=\"Numbers\"><table>")
    out.append("<thead><tr><th>run</th><th>outcome</th><th>deleted</th><th>inserted</th><th>updated</th><th>moved</th>")
    out.append("<th>time</th></tr></thead>\n<tbody>\n")
    for (run, point) in pair.points.enumerated().reversed() {
      guard let point else { continue }
      let counts = point.summary.map { [$0.deleted, $0.inserted, $0.updated, $0.moved].map(Grouped.number) }
      let time = point.memory.map { Grouped.time($0.elapsed) } ?? ""
      out.append("<tr>")
      let cells = [trends.label(run), point.outcome.rawValue] + (counts ?? ["", "", "", ""]) + [time]
      for cell in cells { out.append(element: "td", cell) }
      out.append("</tr>\n")
    }
    out.append("</tbody></table></div></details>\n")
  }
}
