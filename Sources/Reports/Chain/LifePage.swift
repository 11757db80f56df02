import Analysis
import Comparing
import Platform
import Records

extension OutputBuffer {
  /// Appends an element with text in it.
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
  private let result: ChainResult
  private let labels: ChainLabels
  private let title: String
  private let out: OutputBuffer

  init(_ result: ChainResult, _ options: ReportOptions, _ out: OutputBuffer) {
    self.result = result
    self.out = out
    labels = ChainLabels(result)
    title =
      options.title ?? "History of \(DisplayText(result.life.shownKey.joined(separator: ", ")).text(within: 200))"
  }

  func write() {
    out.beginPage(title: title)
    out.append(PageText.bare([PackageResources.chain_css]))
    out.append("</style></head><body>\n<main>\n")
    out.append("h1", markup: title)
    out.append("\n")
    let remark = [result.life.remark].compactMap(\.self)
    for fact in [labels.summary + result.keyWords] + result.said + remark {
      out.append("p", " class=\"facts\"", markup: fact)
      out.append("\n")
    }
    out.append("<ol class=\"life\">\n")
    for event in result.life.events { append(event) }
    out.append("</ol>\n</main>\n</body>\n</html>\n")
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
