import RecordDiff

/// The summary of a batch as one page that loads nothing: a table with links to the pairs' own reports.
struct BatchHTMLReport {
  private let batch: BatchSummary
  private let options: ReportOptions
  private let out: OutputBuffer

  init(_ batch: BatchSummary, _ options: ReportOptions, _ out: OutputBuffer) {
    self.batch = batch
    self.options = options
    self.out = out
  }

  /// Writes the whole page.
  func write() {
    let title = options.title ?? "Batch"
    out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
    out.append(markup: title)
    out.append("</title>\n<style>")
    out.append(Self.style)
    out.append("</style></head><body>\n<h1>")
    out.append(markup: title)
    out.append("</h1>\n<p>")
    out.append(markup: batch.headline)
    out.append("</p>\n<table>\n")
    appendRows()
    out.append("</table>\n</body></html>\n")
  }

  private func appendRows() {
    let table = BatchTable(batch: batch)
    appendRow("<thead><tr>", "th", BatchTable.heading, "</thead>\n")
    for result in batch.results {
      let start = "<tr class=\"\(result.outcome.rawValue.split(separator: " ")[0])\">"
      appendRow(start, "td", table.row(result, width: 200), "", link: result.report)
      for remark in result.remarks {
        out.append("<tr class=\"remark\"><td colspan=\"9\">")
        out.append(markup: remark)
        out.append("</td></tr>\n")
      }
    }
    appendRow("<tfoot><tr>", "td", table.total, "</tfoot>\n")
  }

  private func appendRow(
    _ start: String, _ element: String, _ cells: [String], _ end: String, link: String? = nil
  ) {
    out.append(text: start)
    for (number, cell) in cells.enumerated() {
      out.append(text: "<\(element)>")
      if number == 0, let link {
        out.append("<a href=\"")
        out.append(markup: Self.reference(link))
        out.append("\">")
      }
      out.append(markup: cell)
      if number == 0, link != nil { out.append("</a>") }
      out.append(text: "</\(element)>")
    }
    out.append(text: "</tr>\n" + end)
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

  private static let style: StaticString = """
    :root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;\
    padding:0 1rem}h1{font-size:1.4rem;margin:0}table{border-collapse:collapse;width:100%}\
    th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid #8884;font-variant-numeric:tabular-nums}\
    th:nth-child(-n+2),td:nth-child(-n+2){text-align:left}th{font-weight:600;opacity:.7}tfoot td{font-weight:600}\
    .different td:nth-child(2){color:#b26a00}.failed td:nth-child(2),.only td:nth-child(2){color:#c62828}\
    .same td:nth-child(2),.tolerated td:nth-child(2){opacity:.7}\
    .remark td{text-align:left;white-space:pre-wrap;font-size:.85rem;opacity:.85;padding-left:2rem}\
    @media(prefers-color-scheme:dark){.different td:nth-child(2){color:#ffb74d}\
    .failed td:nth-child(2),.only td:nth-child(2){color:#ef9a9a}}
    """
}
