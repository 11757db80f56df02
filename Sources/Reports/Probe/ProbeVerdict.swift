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
    let reason = keys.dropFirst().first.map { Self.reason(best, before: $0) } ?? ""
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
  private static func reason(_ best: KeyReport, before next: KeyReport) -> String {
    let name = DisplayText(next.name).text(within: 60)
    if let mine = best.match?.certain, let other = next.match?.certain, mine != other {
      return ", more than any other key"
    }
    if best.duplicates != next.duplicates { return "; \(name) has more duplicates" }
    if best.unfilled != next.unfilled { return "; \(name) has more records without a value" }
    if best.columns?.count != next.columns?.count { return "; \(name) needs more columns" }
    return best.match == nil ? "" : ", as \(name) does, which comes later"
  }
}
