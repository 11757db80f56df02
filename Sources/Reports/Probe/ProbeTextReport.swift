import Comparing
import Platform
import Analysis
import Records

struct ProbeTextReport: LineWriter {
  let report: ProbeReport
  let options: ReportOptions
  let out: OutputBuffer
  private var palette: Palette { Palette(isOn: options.color) }
  fileprivate static let explained = 5
  private static let shownRenames = 8

  func write() {
    for input in [report.source, report.target].compactMap({ $0 }) {
      line("\(safe(input.name)): \(Grouped.count(input.records, "record", "records"))")
      input.notes.forEach(appendNote)
    }
    appendTable()
    for key in report.keys.prefix(Self.explained) { appendRemarks(key) }
    appendRenames()
    appendSearch()
    appendNear()
    appendVerdict()
  }

  private func appendNote(_ note: String) {
    palette.paint(.updated, out, "note:")
    line(" " + DisplayText(note).text(within: 400))
  }

  private func appendTable() {
    guard !report.keys.isEmpty else { return }
    line()
    var table = table(gap: 3, nameWidth: .max)
    if let width = options.width, table.width > width {
      let longest = report.keys.map { DisplayText(name($0)).width }.max() ?? 0
      table = self.table(gap: 2, nameWidth: .max)
      table = self.table(gap: 2, nameWidth: max(8, longest - max(0, table.width - width)))
    }
    // A long name may go on in lines of its own.
    for (number, row) in table.lines.enumerated() {
      palette.paintLine(number == 0 ? .dim : number == 1 ? .bold : .plain, out, row)
    }
  }

  /// The keys with their figures; a name that is wider than it may be is cut into lines.
  private func table(gap: Int, nameWidth: Int) -> TextTable {
    let hasMatch = report.target != nil
    let heading =
      (hasMatch ? ["matched", "deleted", "inserted", "updated"] : []) + (hasTruth ? ["precision", "recall"] : [])
    var table = TextTable(columns: [.right, .left, .right, .right] + heading.map { _ in .right }, gap: gap)
    table.add(["", "key", "duplicates", "no value"] + heading)
    for (number, key) in report.keys.enumerated() {
      let parts = DisplayText(key.formedName).lines(of: min(nameWidth, 60))
      table.add(["\(number + 1)", parts[0]] + figures(key))
      for part in parts.dropFirst() { table.add(["", part] + [String](repeating: "", count: 2 + heading.count)) }
    }
    return table
  }

  private var hasTruth: Bool { report.keys.contains { $0.truth != nil } }

  private func figures(_ key: KeyReport) -> [String] {
    func both(_ count: (KeyReport.Input) -> Int) -> String {
      [key.source, key.target].compactMap { $0 }.map { Grouped.number(count($0)) }.joined(separator: " / ")
    }
    let counts = [both(\.duplicates), both(\.unfilled)]
    guard let match = key.bestMatch else { return counts }
    let possible = min(key.source.records, key.target?.records ?? 0)
    return counts + [
      Grouped.share(match.certain, of: possible), Grouped.number(match.summary.deleted),
      Grouped.number(match.summary.inserted), Grouped.number(match.summary.updated),
    ]
      + (key.truth.map { truth in
        [Grouped.share(truth.right, of: truth.made), Grouped.share(truth.right, of: truth.wanted)]
      } ?? [])
  }

  private func appendRemarks(_ key: KeyReport) {
    let inputs =
      [(report.source, key.source)]
      + zip([report.target], [key.target]).compactMap { input, found in
        input.flatMap { input in found.map { (input, $0) } }
      }
    let hasRemarks = inputs.contains { $0.1.duplicates > 0 || $0.1.unfilled > 0 }
    guard hasRemarks || !key.equivalents.isEmpty || key.form != nil else { return }
    line()
    line("\(name(key)):")
    for (input, found) in inputs { appendRemarks(found, in: input.name) }
    if !key.equivalents.isEmpty {
      let others = key.equivalents.map(safe).joined(separator: "; ")
      line("  pairs the same records as \(others)")
    }
    if let form = key.form {
      let pairs = Grouped.count(form.pairs, "pair", "pairs")
      let noises = form.words.joined(separator: " and ")
      guard form.match == nil else {
        return line("  makes no pair as it stands; the rule below, for \(noises) of \(safe(form.column)), makes these")
      }
      line("  would make \(pairs) but for \(noises) of \(safe(form.column))")
      line("  hint: \(safe(LearnHint(inputNames, key: key.columns ?? []).words))")
    }
  }

  private func appendRemarks(_ found: KeyReport.Input, in name: String) {
    let gaps = [
      (found.absent, "without one"), (found.null, "with null"), (found.empty, "with empty text"),
    ].filter { $0.0 > 0 }.map { "\(Grouped.number($0.0)) \($0.1)" }
    if !gaps.isEmpty { line("  \(safe(name)): \(gaps.joined(separator: ", "))") }
    guard found.duplicates > 0 else { return }
    let records = Grouped.count(found.duplicates, "record", "records")
    line("  \(safe(name)): unique but for \(records)")
    for example in found.examples {
      let key = DisplayText(joining: example.key.map { $0.withField { DisplayText($0) } })
      let more = example.count > example.records.count ? ", …" : ""
      line("    \(key.text(within: 60))  \(example.count) times, \(example.places)\(more)")
    }
    let shown = found.examples.count
    if found.duplicateKeys > shown {
      line("    and \(Grouped.count(found.duplicateKeys - shown, "other key", "other keys"))")
    }
  }

  private func appendRenames() {
    guard !report.renames.isEmpty else { return }
    line()
    for rename in report.renames.prefix(Self.shownRenames) {
      let share: (Double) -> String = { Grouped.share(Int(($0 * 1000).rounded()), of: 1000) }
      let evidence =
        rename.agreement.map { "\(share($0)) of matched records have equal values" }
        ?? "\(share(rename.overlap)) of the values are in both"
      line("'\(safe(rename.old))' is probably '\(safe(rename.new))' now: \(evidence)")
    }
    if let first = report.renames.first {
      line("  hint: \(Setting.rename) '\(safe(first.old))=\(safe(first.new))' says so")
    }
  }

  private func appendSearch() {
    guard let search = report.search else { return }
    line()
    guard !search.columns.isEmpty else {
      line("nothing to search: the inputs share no column with different values")
      return
    }
    let columns = Grouped.count(search.columns.count, "column", "columns")
    guard search.width > 1 else {
      let reason = Self.reason(search, "wider sets")
      return line("searched \(Grouped.number(search.sets)) of \(columns), each by itself; \(reason)")
    }
    let sets = Grouped.count(search.sets, "set", "sets")
    line("searched \(sets) of up to \(search.width) of \(columns); \(Self.reason(search, "wider ones"))")
  }

  private static func reason(_ search: SearchReport, _ wider: String) -> String {
    switch search.end {
    case .limit: "the rest were too many to try: name candidates with \(Setting.key)"
    case _ where search.width >= search.columns.count: "those are all"
    case .repeated: "\(wider) repeat in too many records"
    case .found: "\(wider) were left alone, for a key was found"
    case .exhausted: "\(wider) were not tried: \(Setting.maxColumns) \(search.width + 1)"
    }
  }

  private func appendNear() {
    guard let near = report.near else { return }
    let name = near.columns.map(safe).joined(separator: ", ")
    line()
    line(
      "\(name) leaves \(Grouped.number(near.left.source)) old and "
        + "\(Grouped.count(near.left.target, "new record", "new records")); "
        + "\(Grouped.count(near.pairs, "pair of these comes", "pairs of these come")) near by likeness (\(near.method)):"
    )
    if near.doubtful.count > 0 {
      line(
        "  of \(Grouped.number(near.doubtful.of)) that were looked at \(Grouped.number(near.doubtful.count)) "
          + (near.doubtful.count == 1 ? "has" : "have") + " nothing else in common")
    }
    line("  \(near.rule)")
  }

  private func appendVerdict() {
    line()
    line(ProbeVerdict(report).text)
    if report.best == nil, report.target != nil, !report.hasForm {
      let command = safe("lunadiff learn \(LearnHint.names(of: inputNames)) \(Setting.identity)")
      line("  hint: \(command) tries if several columns that are alike do together")
    }
    let isOwn = report.best.map { $0.columns == nil } ?? false
    if isOwn { line("it is the identity of these rules, which can stay as it is") }
    guard let rule = report.rule else { return }
    if isOwn { line("of columns alone the best would be") }
    palette.paintLine(.bold, out, rule)
  }

  private var inputNames: [String?] { [report.source.name, report.target?.name] }

  private func name(_ key: KeyReport) -> String { DisplayText(key.formedName).text(within: 60) }

}

extension ProbeReport {
  /// Whether one of the keys that are explained would make pairs in another form.
  fileprivate var hasForm: Bool { keys.prefix(ProbeTextReport.explained).contains { $0.form != nil } }
}

extension KeyReport {
  /// The name, and that figures are those of another form than the key has.
  fileprivate var formedName: String { name + (form?.match == nil ? "" : " (rewritten)") }
}

struct ProbeVerdict {
  let text: String

  init(_ report: ProbeReport) {
    let keys = report.keys.drop { $0 != report.best }
    guard let best = keys.first else {
      let formed = report.keys.prefix(ProbeTextReport.explained).first { $0.form != nil }
      text =
        "no key identifies the records"
        + (formed.flatMap { key in
          key.form.map { form in
            " as they are written; \(DisplayText(key.name).text(within: 200)) would make "
              + "\(Grouped.count(form.pairs, "pair", "pairs")) but for "
              + form.words.joined(separator: " and ")
          }
        } ?? "")
      return
    }
    let name = DisplayText(best.name).text(within: 200)
    let reason = keys.dropFirst().first.map { Self.reason(best, before: $0, report) } ?? ""
    guard let match = best.bestMatch, let target = best.target else {
      let repeats = Grouped.count(best.duplicates, "record repeats", "records repeat")
      text = best.isUnique ? "\(name) is unique" : "\(name): \(repeats) it\(reason)"
      return
    }
    let possible = min(best.source.records, target.records)
    let form = best.form?.match == nil ? "" : " once it is rewritten"
    text =
      "\(name) pairs \(Grouped.number(match.certain)) of \(Grouped.number(possible)) records for certain" + form
      + reason
  }

  private static func reason(_ best: KeyReport, before next: KeyReport, _ report: ProbeReport) -> String {
    let name = DisplayText(next.name).text(within: 60)
    if let mine = best.bestMatch?.certain, let other = next.bestMatch?.certain {
      if let more = report.keys.first(where: { $0.bestMatch?.certain ?? 0 > mine }) {
        return "; \(DisplayText(more.name).text(within: 60)) pairs more, but has exceptions"
      }
      if mine != other { return ", more than any other that is listed" }
    }
    if best.columns?.count ?? 1 < next.columns?.count ?? 1 { return "; \(name) needs more columns" }
    if best.duplicates < next.duplicates { return "; \(name) has more duplicates" }
    if best.unfilled < next.unfilled { return "; \(name) has more records without a value" }
    let equals = report.keys.filter {
      best.equivalents.contains($0.name) && $0.standing == next.standing
        && $0.bestMatch?.certain == best.bestMatch?.certain
    }
    let others =
      equals.contains { $0.name == next.name } ? equals.map { DisplayText($0.name).text(within: 60) } : [name]
    let names = others.dropLast().joined(separator: ", ") + (others.count > 1 ? " and " : "") + (others.last ?? "")
    return best.match == nil ? "" : ", as \(names) \(others.count > 1 ? "do, which come" : "does, which comes") later"
  }
}

/// The command that learns a rule for the keys of two inputs, which are the same in another form.
struct LearnHint {
  let words: String

  init(_ inputs: [String?], key: [String]) {
    let names = key.map { Escaped.spelling(of: $0, at: ",") }.joined(separator: ",")
    words = "lunadiff learn \(Self.names(of: inputs)) -k \(names.shellWord) finds the rule"
  }

  /// The inputs as a command names them; what was read from elsewhere than a file stays a place.
  static func names(of inputs: [String?]) -> String {
    let names = zip(inputs, ["OLD", "NEW"]).map { input, place in
      input.map { FilePath.exists($0) ? $0.shellWord : place } ?? place
    }
    return names.joined(separator: " ")
  }
}
