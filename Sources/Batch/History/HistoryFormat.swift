import Comparing
import Platform
import Records
import Reports

/// Of the options the colours, the title and the limit count: so many changes at most are named of each pair.
package func write(
  _ trends: RunTrends, as format: PageFormat, options: ReportOptions = ReportOptions(),
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    switch format {
    case .text: HistoryText(trends: trends, options: options, out: out).write()
    case .json: HistoryJSON(trends: trends, options: options, out: out).write()
    case .html: HistoryPage(trends: trends, options: options, out: out).write()
    }
  }
}

/// The words of trends, the same in every form for people.
extension RunTrends {
  /// A run's label, safe to print; before that of the first one `^`, where what holds then may have held before.
  func label(_ run: Int, isSince: Bool = false) -> String {
    (isSince && run == 0 ? "^" : "") + DisplayText(labels[run]).text(within: 40)
  }

  /// `30 runs from 2026-11-01 to 2026-11-30`.
  var span: String {
    let count = Grouped.count(runs.count, "run", "runs")
    return runs.count > 1 ? "\(count) from \(label(0)) to \(label(runs.count - 1))" : "\(count), \(label(0))"
  }

  /// `since 2026-11-17, in 14 runs`.
  func words(of finding: Finding, in pair: Pair) -> String {
    let last = finding.runs[finding.runs.count - 1]
    let count = finding.runs.count { $0 >= finding.since }
    let runs = Grouped.count(count, "run", "runs")
    let first = finding.runs[0]
    let before = first < finding.since ? "; before from \(label(first, isSince: true)) on" : ""
    guard pair.isCurrent(finding) else {
      return "gone, from \(label(finding.since, isSince: true)) to \(label(last)), in \(runs)\(before)"
    }
    let isLate = last < self.runs.count - 1
    let later = isLate ? "; last compared: \(label(last))" : ""
    return "since \(label(finding.since, isSince: true)), in \(runs)\(before)\(later)"
  }

  typealias PairFinding = (pair: Pair, finding: Finding)

  /// The findings that hold, with their pairs; and those that do not hold any more, the last ones first.
  var allFindings: (current: [PairFinding], gone: [PairFinding]) {
    let all = pairs.flatMap { pair in pair.findings.map { (pair: pair, finding: $0) } }
    func end(_ finding: PairFinding) -> Int { finding.finding.runs.last ?? 0 }
    let gone = all.filter { !$0.pair.isCurrent($0.finding) }
    let latest = gone.indices.sorted { (end(gone[$1]), $0) < (end(gone[$0]), $1) }.map { gone[$0] }
    return (all.filter { $0.pair.isCurrent($0.finding) }, latest)
  }
}

extension RunTrends.Pair {
  /// How many changes a run of the pair has when nothing is the matter: the median of those that were compared.
  var typicalChanges: String? {
    let counts = points.compactMap { $0?.summary == nil ? nil : $0?.changeCount }.sorted()
    guard !counts.isEmpty else { return nil }
    let middle = counts[(counts.count - 1) / 2] + counts[counts.count / 2]
    return Grouped.number(middle / 2) + (middle.isMultiple(of: 2) ? "" : ".5")
  }
}

extension RunTrends.News {
  /// `different, was same`; `nil` where the outcome is the same.
  var outcomeWords: String? {
    guard before?.outcome != after?.outcome else { return nil }
    let now = after?.outcome.rawValue ?? "not in the batch"
    return before.map { "\(now), was \($0.outcome.rawValue)" } ?? "\(now), was not in the batch"
  }

  /// `12 new, 3 gone, 1 other, 396 the same`; where that is of a part, which one.
  var changeWords: String? {
    if changes == nil, let before, let after, before.summary != nil, after.summary != nil,
      before.changeCount != after.changeCount
    {
      return "\(Grouped.number(before.changeCount)) → \(Grouped.count(after.changeCount, "change", "changes"))"
    }
    guard let changes, changes.new + changes.gone + changes.other > 0 || changes.isSample else { return nil }
    let counts = [(changes.new, "new"), (changes.gone, "gone"), (changes.other, "other"), (changes.same, "the same")]
    let words = counts.filter { $0.0 > 0 }.map { "\(Grouped.number($0.0)) \($0.1)" }.joined(separator: ", ")
    guard changes.isSample else { return "changes: \(words)" }
    let all = "\(Grouped.number(changes.counts.source)) → \(Grouped.number(changes.counts.target)) changes"
    let some = "\(Grouped.number(changes.lookedAt.source)) → \(Grouped.number(changes.lookedAt.target)) looked at"
    return "\(all), \(some)" + (words.isEmpty ? "" : ": \(words)")
  }

  /// The changes that are new, gone and other ones than before, as far as they are named and up to a limit.
  func listed(_ most: Int?) -> (names: [(name: KeptChanges.Name, word: String)], hidden: Int) {
    guard let changes else { return ([], 0) }
    let lists = [(changes.newNames, "new"), (changes.goneNames, "gone"), (changes.otherNames, "other")]
    let names = lists.flatMap { names, word in names.sorted { $0.precedes($1) }.map { ($0, word) } }
    let shown = Array(names.prefix(most ?? 20))
    return (shown, changes.new + changes.gone + changes.other - shown.count)
  }
}

extension KeptChanges.Name {
  /// The order in which people look for keys: numbers by their value, before texts.
  fileprivate func precedes(_ other: KeptChanges.Name) -> Bool {
    for (mine, theirs) in zip(key, other.key) where mine != theirs {
      return (Int(mine) ?? .max, mine) < (Int(theirs) ?? .max, theirs)
    }
    return key.count < other.key.count
  }

  /// `417  price, stock`, safe to print.
  var words: String {
    let key = DisplayText(key.joined(separator: ", ")).text(within: 80)
    return columns.isEmpty ? key : "\(key)  \(columns.listed(within: 80))"
  }
}

struct HistoryText {
  let trends: RunTrends
  let options: ReportOptions
  let out: OutputBuffer

  private var palette: Palette { Palette(isOn: options.color) }
  /// The last runs that a line has room for.
  private static let mostRuns = 60
  /// So many findings are listed that do not hold any more.
  private static let mostGone = 10

  func write() {
    palette.paintLine(.bold, out, trends.span)
    for note in trends.history.notes {
      palette.paintLine(.updated, out, "note: \(DisplayText(note).text(within: 400))")
    }
    out.append("\n")
    appendPairs()
    appendFindings()
    appendNews()
  }

  private func appendPairs() {
    // Times are another's on each machine: a person sees them, and programs have them in JSON.
    let hasTimes = options.width != nil
    let times: [TextTable.Alignment] = hasTimes ? [.right] : []
    var table = TextTable(columns: [.left, .left, .left, .right, .right] + times + [.left])
    table.add(["pair", "outcome", "since", "changes", "median"] + times.map { _ in "time" } + ["changes by run"])
    for pair in trends.pairs {
      let time = pair.last?.memory.map { Grouped.time($0.elapsed) } ?? ""
      let cells = [
        DisplayText(pair.name).text(within: 60), pair.last?.outcome.rawValue ?? "not run",
        pair.since.map { trends.label($0, isSince: true) } ?? "",
        pair.last?.summary == nil ? "" : Grouped.number(pair.last?.changeCount ?? 0),
        pair.typicalChanges ?? "",
      ]
      table.add(cells + times.map { _ in time } + [Self.spark(pair.points.suffix(Self.mostRuns))])
    }
    for (number, line) in table.lines.enumerated() {
      palette.paintLine(number == 0 ? .dim : trends.pairs[number - 1].last?.outcome.role ?? .dim, out, line)
    }
  }

  private func appendFindings() {
    let (current, gone) = trends.allFindings
    let shown = current + gone.prefix(Self.mostGone)
    if !shown.isEmpty { palette.paintLine(.heading, out, "\nfindings") }
    for (pair, finding) in shown {
      out.append(text: "\(DisplayText(pair.name).text(within: 60)): \(finding.last.text)\n")
      palette.paintLine(pair.isCurrent(finding) ? .bold : .dim, out, "  \(trends.words(of: finding, in: pair))")
    }
    let hidden = gone.count - min(gone.count, Self.mostGone)
    if hidden > 0 { palette.paintLine(.dim, out, "and \(Grouped.number(hidden)) that ended earlier") }
  }

  private func appendNews() {
    guard let compared = trends.compared else { return }
    palette.paintLine(.heading, out, "\n\(trends.label(compared.new)) beside \(trends.label(compared.old))")
    if trends.news.isEmpty { palette.paintLine(.dim, out, "nothing is new") }
    for news in trends.news {
      let words = [news.outcomeWords, news.changeWords].compactMap(\.self)
      out.append(text: DisplayText(news.name).text(within: 60))
      out.append(text: words.isEmpty ? "\n" : ": \(words.joined(separator: "; "))\n")
      for finding in news.findings { palette.paintLine(.bold, out, "  new: \(finding.text)") }
      for finding in news.goneFindings { palette.paintLine(.dim, out, "  gone: \(finding.text)") }
      append(changesOf: news)
    }
  }

  private func append(changesOf news: RunTrends.News) {
    let (names, hidden) = news.listed(options.limit.each)
    let widest = names.map(\.word.count).max() ?? 0
    for (name, word) in names {
      out.append(text: "  " + word + String(repeating: " ", count: widest + 1 - word.count))
      palette.paint(word == "gone" ? .dim : name.kind.role, out, "\(name.kind.mark) \(name.words)")
      out.append("\n")
    }
    if hidden > 0, !names.isEmpty { palette.paintLine(.dim, out, "  and \(Grouped.number(hidden)) more") }
  }

  /// A character for each run: how many changes, `·` where it had no such pair, `×` where that could not be compared.
  static func spark(_ points: some Collection<BatchRun.Pair?>) -> String {
    let steps = Array("▂▃▄▅▆▇█")
    let most = points.compactMap { $0?.changeCount }.max() ?? 0
    return String(
      points.map { point -> Character in
        guard let point else { return "·" }
        guard point.summary != nil else { return "×" }
        guard point.changeCount > 0 else { return "▁" }
        return steps[(point.changeCount - 1) * steps.count / max(1, most)]
      })
  }
}

extension BatchResult.Outcome {
  var role: Palette.Role {
    switch self {
    case .same, .tolerated: .plain
    case .different: .updated
    case .onlyOld, .failed: .deleted
    case .onlyNew: .inserted
    }
  }
}

struct HistoryJSON {
  let trends: RunTrends
  let options: ReportOptions
  let out: OutputBuffer

  func write() {
    out.document { json in
      json.member("runs") { json.list(trends.runs, .lines) { write($0, json) } }
      json.member("notes", ifAny: trends.history.notes)
      json.member("pairs") { json.list(trends.pairs, .lines) { write($0, json) } }
      guard let compared = trends.compared else { return }
      json.object("compared") {
        json.member("old", compared.old)
        json.member("new", compared.new)
        json.member("pairs") { json.list(trends.news, .lines) { write($0, json) } }
      }
    }
  }

  private func write(_ run: BatchRun, _ json: JSONEmitter) {
    json.object {
      json.member("night", run.night)
      json.member("time", run.time)
      json.member("milliseconds", run.elapsed.milliseconds)
      json.member("status", run.status)
    }
  }

  private func write(_ pair: RunTrends.Pair, _ json: JSONEmitter) {
    json.object {
      json.member("name", path: pair.name)
      json.member("outcome", pair.last?.outcome.member)
      json.member("since", pair.since)
      json.member("runs") {
        json.list(pair.points) { point in
          guard let point else { return json.null() }
          json.object {
            json.member("outcome", point.outcome.member)
            if let summary = point.summary { json.object("summary") { json.members(of: summary) } }
            json.member("milliseconds", point.memory?.elapsed.milliseconds)
          }
        }
      }
      json.member("findings", ifAny: pair.findings) { finding in
        json.object {
          json.member("kind", finding.last.kind)
          json.member("text", finding.last.text)
          json.member("first", finding.runs[0])
          json.member("since", finding.since)
          json.member("runs") { json.list(finding.runs) { json.value($0) } }
          json.member("holds", pair.isCurrent(finding))
        }
      }
    }
  }

  private func write(_ news: RunTrends.News, _ json: JSONEmitter) {
    json.object {
      json.member("name", path: news.name)
      json.member("before", news.before?.outcome.member)
      json.member("after", news.after?.outcome.member)
      json.member("newFindings", ifAny: news.findings.map(\.text))
      json.member("goneFindings", ifAny: news.goneFindings.map(\.text))
      guard let changes = news.changes else { return }
      json.object("changes") {
        json.member("new", changes.new)
        json.member("gone", changes.gone)
        json.member("other", changes.other)
        json.member("same", changes.same)
        if changes.isSample {
          json.object("lookedAt") {
            json.member("old", changes.lookedAt.source)
            json.member("new", changes.lookedAt.target)
          }
        }
        let most = options.limit.each ?? .max
        json.member("newRecords", ifAny: Array(changes.newNames.prefix(most))) { json.value($0) }
        json.member("goneRecords", ifAny: Array(changes.goneNames.prefix(most))) { json.value($0) }
        json.member("otherRecords", ifAny: Array(changes.otherNames.prefix(most))) { json.value($0) }
      }
    }
  }
}
