import Analysis
import Comparing
import Platform
import Records

/// A page about a chain of exports: its head, and what stands on it.
private struct ChainPage {
  let title: String
  let out: OutputBuffer

  func write(facts: String, _ notes: [String], script: Bool = false, _ body: () throws -> Void) rethrows {
    out.beginPage(title: title)
    out.append(PageText.bare([PackageResources.chain_css]))
    out.append("</style></head><body>\n<main>\n<h1>")
    out.append(markup: title)
    out.append("</h1>\n")
    paragraph("facts", facts)
    for note in notes { paragraph("facts", note) }
    try body()
    out.append("</main>\n")
    if script {
      out.append("<script>\n")
      out.append(PageText.bare([PackageResources.chain_js]))
      out.append("</script>\n")
    }
    out.append("</body>\n</html>\n")
  }

  private func paragraph(_ style: StaticString, _ text: String) {
    out.append("<p class=\"")
    out.append(style)
    out.append("\">")
    out.append(markup: text)
    out.append("</p>\n")
  }
}

extension OutputBuffer {
  fileprivate func append(_ element: StaticString, _ attributes: StaticString = "", markup text: String) {
    append("<")
    append(element)
    append(attributes)
    append(">")
    append(markup: text)
    append("</")
    append(element)
    append(">")
  }
}

/// A record's life as a page: an event below the other, the newest one last.
struct LifePage {
  private let result: ChainResult<RecordLife>
  private let labels: ChainLabels
  private let title: String
  private let out: OutputBuffer

  init(_ result: ChainResult<RecordLife>, _ options: ReportOptions, _ out: OutputBuffer) {
    self.result = result
    self.out = out
    labels = ChainLabels(result)
    title =
      options.title ?? "History of \(DisplayText(result.content.shownKey.joined(separator: ", ")).text(within: 200))"
  }

  func write() {
    let notes = result.said + [result.content.remark].compactMap(\.self)
    ChainPage(title: title, out: out).write(facts: labels.summary + result.keyWords, notes) {
      out.append("<ol class=\"life\">\n")
      for event in result.content.events { append(event) }
      out.append("</ol>\n")
    }
  }

  private func append(_ event: RecordLife.Event) {
    out.append(text: "<li class=\"\(event.kind.jsonWord)\"><div class=\"when\">")
    out.append("b", markup: labels.texts[event.export])
    out.append("span", markup: labels.details(event.export))
    out.append("</div><div class=\"what\">")
    out.append("i", markup: event.kind.word)
    out.append("<dl>")
    for line in RecordLife.lines(of: event) {
      out.append("dt", markup: line.name)
      out.append("<dd>")
      if let old = line.old { out.append("del", markup: Self.shown(old)) }
      if line.old != nil, line.new != nil { out.append(" → ") }
      if let new = line.new {
        if event.kind == .changed {
          out.append("ins", markup: Self.shown(new))
        } else {
          out.append(markup: Self.shown(new))
        }
      }
      out.append("</dd>")
    }
    out.append("</dl></div></li>\n")
  }

  private static func shown(_ value: Value) -> String { value.withField { DisplayText($0).text(within: 2000) } }
}

/// The ages of cells as a page: the table, its cells the darker the newer their values are.
struct BlamePage {
  private let listing: BlameListing
  private let labels: ChainLabels
  private let title: String
  private let out: OutputBuffer
  private static let widest = 120

  init(_ listing: BlameListing, _ options: ReportOptions, _ out: OutputBuffer) {
    self.listing = listing
    self.out = out
    labels = ChainLabels(listing.result)
    title = options.title ?? "Ages of \(DisplayText(listing.name).text(within: 200))"
  }

  func write() throws {
    let shown = Grouped.number(listing.records.count)
    let all = Grouped.count(listing.blame.records.count, "record", "records")
    let count = listing.hidden > 0 ? "\(shown) of \(all), those that changed last" : all
    try ChainPage(title: title, out: out).write(
      facts: "\(count) · \(labels.summary)\(listing.result.keyWords)", listing.result.said, script: true
    ) {
      appendExports()
      try appendTable()
    }
  }

  /// A bar for each export, as high as many cells have their values since.
  private func appendExports() {
    let counts = listing.cellCounts
    // By their logarithms: most cells are as old as the first export.
    let sizes = counts.map { $0.bitWidth - $0.leadingZeroBitCount }
    let most = max(1, sizes.max() ?? 1)
    out.append("<div class=\"bars\" role=\"group\" aria-label=\"Cells by export\">\n")
    for (number, count) in counts.enumerated() {
      let share = 100 * sizes[number] / most
      out.append(text: "<button data-age=\"\(number)\" style=\"background-size:100% \(share)%\" title=\"")
      out.append(
        markup: "\(labels.texts[number]): \(Grouped.count(count, "cell", "cells")) · \(labels.details(number))")
      out.append("\" aria-label=\"")
      out.append(markup: "\(labels.texts[number]): \(Grouped.count(count, "cell", "cells"))")
      out.append("\"></button>")
    }
    out.append("\n</div>\n<p class=\"span\"><span>")
    out.append(markup: labels.texts.first ?? "")
    out.append("</span><output id=\"chosen\" aria-live=\"polite\"></output><span>")
    out.append(markup: labels.texts.last ?? "")
    out.append("</span></p>\n")
  }

  private func appendTable() throws {
    let table = listing.blame.table
    out.append("<div class=\"cells\" tabindex=\"0\" role=\"region\" aria-label=\"Records\"><table><thead><tr>")
    for name in table.columns { out.append("th", markup: DisplayText(name).text(within: Self.widest)) }
    out.append("</tr></thead>\n<tbody>\n")
    var cursor = table.makeCursor()
    for record in listing.records {
      out.append("<tr>")
      for (column, age) in listing.blame.ages[record.number].enumerated() {
        append(cursor.field(record.number, column), age: Int(age))
      }
      out.append("</tr>\n")
      try out.checkpoint()
    }
    out.append("</tbody></table></div>\n")
  }

  private func append(_ field: Field, age: Int) {
    guard age >= 0 else {
      out.append("<td class=\"unknown\">")
      if field.kind != .absent { out.append(markup: DisplayText(field).text(within: Self.widest)) }
      return out.append("</td>")
    }
    let heat = 10 * age / max(1, listing.result.exports.count - 1)
    out.append(text: "<td data-age=\"\(age)\" class=\"h\(heat)\" title=\"")
    out.append(markup: "since \(labels.texts[age])")
    out.append("\">")
    out.append(markup: DisplayText(field).text(within: Self.widest))
    out.append("</td>")
  }
}
