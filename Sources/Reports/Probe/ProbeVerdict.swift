import Probing

/// Why the best key is the best, in words.
struct ProbeVerdict {
  let text: String

  init(_ report: ProbeReport) {
    let keys = report.keys.drop { $0 != report.best }
    guard let best = keys.first else {
      text = "no key identifies the records"
      return
    }
    let name = DisplayText(best.name).text(within: 200)
    let reason = keys.dropFirst().first.map { Self.reason(best, before: $0, report) } ?? ""
    guard let match = best.match, let target = best.target else {
      let repeats = Grouped.count(best.duplicates, "record repeats", "records repeat")
      text = best.isUnique ? "\(name) is unique" : "\(name): \(repeats) it\(reason)"
      return
    }
    let possible = min(best.source.records, target.records)
    text =
      "\(name) pairs \(Grouped.number(match.certain)) of \(Grouped.number(possible)) records for certain"
      + reason
  }

  /// What sets the best key apart from the next one.
  private static func reason(
    _ best: KeyReport, before next: KeyReport, _ report: ProbeReport
  ) -> String {
    let name = DisplayText(next.name).text(within: 60)
    if let mine = best.match?.certain, let other = next.match?.certain {
      if let more = report.keys.first(where: { $0.match?.certain ?? 0 > mine }) {
        return "; \(DisplayText(more.name).text(within: 60)) pairs more, but has exceptions"
      }
      if mine != other { return ", more than any other key" }
    }
    if best.columns?.count ?? 1 < next.columns?.count ?? 1 { return "; \(name) needs more columns" }
    if best.duplicates < next.duplicates { return "; \(name) has more duplicates" }
    if best.unfilled < next.unfilled { return "; \(name) has more records without a value" }
    return best.match == nil ? "" : ", as \(name) does, which comes later"
  }
}
