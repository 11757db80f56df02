import Analysis
import Comparing
import Platform
import Records

/// A record's life as a page: an event below the other, the newest one last.
struct LifePage {
  let result: ChainResult
  let labels: ChainLabels
  let options: ReportOptions
  let out: OutputBuffer

  func write() {
    let key = DisplayText(result.life.shownKey.joined(separator: ", ")).text(within: 200)
    let title = options.title ?? "History of \(key)"
    out.beginPage(title: title, style: PageText.bare([PackageResources.chain_css]))
    let remark = [result.life.remark].compactMap(\.self)
    for fact in [labels.summary + result.keyWords] + result.said + remark {
      out.append(element: "p class=\"facts\"", fact)
      out.append("\n")
    }
    out.append("<ol class=\"life\">\n")
    for event in result.life.events { append(event) }
    out.append("</ol>\n</main>\n</body>\n</html>\n")
  }

  private func append(_ event: RecordLife.Event) {
    out.append(text: "<li class=\"\(event.kind.jsonWord)\"><div class=\"when\">")
    out.append(element: "b", labels.texts[event.export])
    out.append(element: "span", labels.details(event.export))
    out.append("</div><div class=\"what\">")
    out.append(element: "i", event.kind.word)
    out.append("<dl>")
    for line in RecordLife.lines(of: event) {
      out.append(element: "dt", line.name)
      out.append("<dd>")
      if let old = line.old { out.append(element: "del", Self.shown(old)) }
      if line.old != nil, line.new != nil { out.append(" → ") }
      if let new = line.new {
        if event.kind == .changed {
          out.append(element: "ins", Self.shown(new))
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
