import Comparing
import Platform
import Analysis
import Records
import StagedDiff

/// Why records are paired, equal or moved, as text.
package struct ExplanationText: LineWriter {
  let comparison: Comparison
  package let out: OutputBuffer
  let palette: Palette
  private let explanations: Explanations
  static let widest = 60

  package init(_ explanations: Explanations, _ options: ReportOptions, _ out: OutputBuffer) {
    self.explanations = explanations
    comparison = explanations.comparison
    self.out = out
    palette = Palette(isOn: options.color)
  }

  package func write() {
    for (number, explanation) in explanations.records.enumerated() {
      if number > 0 { line() }
      write(explanation)
    }
    if let unpaired = explanations.unpaired {
      if !explanations.records.isEmpty { line() }
      write(unpaired)
    }
  }

  package func write(_ explanation: RecordExplanation) {
    appendHead(explanation)
    appendFilter(explanation.records)
    appendIdentity(explanation.records)
    appendGroups(explanation.records)
    appendSection(explanation.records)
    if let namesakes = explanation.namesakes, namesakes.areSeveral { append(namesakes) }
    if let pass = explanation.pass { append(pass) }
    if let absence = explanation.absence { append(absence, explanation) }
    if let content = explanation.content { append(content) }
    if let move = explanation.move { append(move) }
  }

  private func appendHead(_ explanation: RecordExplanation) {
    let places = Side.allCases.compactMap { side in explanation.records[side].map { place($0.record, side) } }
    out.append(text: places.joined(separator: ", ") + ": ")
    let words = explanation.verdict.words
    palette.paint(explanation.verdict.role, out, words)
    line()
  }

  private func appendFilter(_ records: Sides<RecordFindings?>) {
    let found = Side.allCases.compactMap { records[$0]?.isKept }
    guard !found.isEmpty else { return }
    let object = found.count == 1 ? "it" : "both"
    let refusal = Side.allCases.lazy.compactMap { records[$0]?.refusal }.first
    item(
      "filter",
      found.allSatisfy { $0 }
        ? "keeps \(object)" : "leaves \(object) out" + (refusal.map { ", for it wants \(safe($0))" } ?? ""))
  }

  private func appendIdentity(_ records: Sides<RecordFindings?>) {
    let found = Side.allCases.compactMap { side in records[side].map { (side, $0) } }
    let texts = found.map { words(of: $0.1) }
    if Set(texts).count == 1 { return item("identity", texts[0]) }
    for (number, (side, _)) in found.enumerated() {
      item(number == 0 ? "identity" : "", "\(side == .source ? "old" : "new") \(texts[number])")
    }
  }

  private func words(of findings: RecordFindings) -> String {
    if let problem = findings.identityProblem { return "none: \(safe(problem))" }
    guard comparison.hasKey else { return "the whole record" }
    return findings.identity.map { part in
      let name = part.column.map { "\(safe($0)): " } ?? "function: "
      guard let raw = part.raw, raw != part.value else { return name + shown(part.value) }
      let steps = part.steps.joined(separator: ", ")
      return name + "\(shown(raw)) as \(shown(part.value)) (\(steps))"
    }.joined(separator: ", ")
  }

  /// So many records of a group are shown.
  private static let mostOfGroup = 20

  /// The records that groups consist of, with what the groups are made of.
  private func appendGroups(_ records: Sides<RecordFindings?>) {
    guard let reader = GroupReader(comparison), let tables = comparison.groups?.tables else { return }
    let groups = reader.groups(Sides { records[$0]?.record ?? -1 })
    for side in Side.allCases {
      guard let group = groups[side] else { continue }
      item("\(side.ruleName) group", Grouped.count(group.records.count, "record", "records"))
      let changed = Set(group.changed ?? [])
      for record in Self.shown(group.records.map { Int($0) }, changed) {
        let parts = reader.parts(of: record, side).map { "\(safe($0.column)): \(shown($0.value))" }
        let mark = changed.contains(record) ? "≠" : " "
        line("    \(mark) \(([safe(tables[side].place(of: record))] + parts).joined(separator: "  "))")
      }
      let more = group.records.count - Self.mostOfGroup
      if more > 0 { line("      … and \(Grouped.number(more)) more") }
    }
  }

  /// The records of a group that are shown, those that changed before any others where there are too many for all.
  private static func shown(_ records: [Int], _ changed: Set<Int>) -> [Int] {
    guard records.count > mostOfGroup else { return records }
    return Array((records.filter(changed.contains) + records.filter { !changed.contains($0) }).prefix(mostOfGroup))
  }

  private func appendSection(_ records: Sides<RecordFindings?>) {
    let names = Side.allCases.compactMap { records[$0]?.section }.map(shown)
    guard let first = names.first else { return }
    item("section", Set(names).count == 1 ? first : names.joined(separator: " → "))
  }

  private func append(_ pass: PassFindings) {
    let how = pass.match.nearness.map { nearness in
      (nearness.distance.map { "; \(Grouped.count($0, "edit", "edits")) apart" } ?? "") + ", score \(nearness.score)"
    }
    item("paired by", "pass \(pass.match.pass) (\(safe(pass.name)))\(how ?? "")")
    if let score = pass.score { append(score) }
  }

  /// What each column has added, line by line, and what it comes to.
  private func append(_ score: ScoreFindings) {
    var table = TextTable(columns: [.left, .right, .left])
    if let odds = score.odds { table.add(["odds of a block", odds.signed, ""]) }
    for step in score.steps {
      let likeness =
        step.grade.level == .missing || step.grade.level == .equal ? "" : " \(step.grade.likeness.inThousandths)"
      table.add([safe(step.column), step.points.signed, "\(step.grade.level)\(likeness) (\(safe(step.judge)))"])
    }
    table.add(["sum", score.sum.signed, "at least \(score.least.inThousandths) is wanted"])
    for row in table.lines { line("    \(row)") }
  }

  private func append(_ namesakes: Namesakes) {
    let counts = Side.allCases.map { side in
      "\(Grouped.count(namesakes.counts[side], "record", "records")) of \(safe(comparison.tables[side].name))"
    }
    let order =
      switch namesakes.policy {
      case .match: "equal records pair first, then those of one section, the others in their order"
      case .pair, .error: "they pair in their order"
      }
    item("duplicates", "\(counts.joined(separator: " and ")) have this identity; \(order)")
  }

  func item(_ name: String, _ words: String) {
    let label = name.isEmpty ? "" : name + ":"
    palette.paint(.dim, out, "  " + label + String(repeating: " ", count: max(0, 14 - label.utf8.count)))
    line(words)
  }

  func place(_ record: Int, _ side: Side) -> String { safe(comparison.tables[side].place(of: record)) }

  func shown(_ value: Value) -> String {
    value.withField { DisplayText($0, isQuoted: isQuoted(value)).text(within: Self.widest) }
  }

  func shown(_ key: [Value]) -> String { key.map(shown).joined(separator: ", ") }

  /// Text is quoted where it could be taken for something else.
  private func isQuoted(_ value: Value) -> Bool {
    guard case .text(let text) = value else { return false }
    return text.utf8.first == 0x20 || text.utf8.last == 0x20 || text.utf8.contains(0x2C)
  }

}

extension RecordExplanation.Verdict {
  fileprivate var words: String {
    switch self {
    case .filtered: "left out by the filter"
    case .paired(isUpdated: true, isMoved: true): "updated and moved"
    default: word
    }
  }

  fileprivate var role: Palette.Role { self == .filtered ? .dim : change?.role ?? .plain }
}

extension ExplanationText {
  func append(_ absence: Absence, _ explanation: RecordExplanation) {
    guard let side = Side.allCases.first(where: { explanation.records[$0] != nil }) else { return }
    guard absence.passes.isEmpty else { return append(absence.passes, side.other) }
    let own = explanation.records[side]?.identity.map(\.value) ?? []
    item("partner", words(of: absence, side.other, own))
    for candidate in absence.candidates.dropFirst() { item("", words(of: candidate, side.other)) }
    if let remedy = explanation.remedy(in: comparison) { line("  hint: \(safe(remedy.rule)) makes the two one") }
    appendLearnHint(absence.cause)
  }

  private func append(_ passes: [PassAbsence], _ side: Side) {
    let input = safe(comparison.tables[side].name)
    for pass in passes {
      let place = pass.candidate.map { "\(self.place($0.record, side)) (\(shown($0.key)))" }
      item(
        pass.pass == 1 ? "partner" : "",
        (pass.pass == 1 ? "none; " : "")
          + "pass \(pass.pass) (\(safe(pass.name))): \(safe(pass.words(in: comparison, input, place)))")
    }
  }

  private func words(of absence: Absence, _ side: Side, _ own: [Value]) -> String {
    let input = safe(comparison.tables[side].name)
    guard let nearest = absence.candidates.first else {
      return "none: " + (absence.cause == .filtered ? "what the filter leaves out has none" : noneNear(absence, input))
    }
    let place = place(nearest.record, side)
    switch absence.cause {
    case .filtered: return "none: what the filter leaves out has none; \(place) has this identity"
    case .partnerFiltered: return "none: the filter leaves out \(place), which has this identity"
    case .duplicate: return "none: \(words(of: nearest, side))"
    case .section: return "none: \(place) has this identity, and the section of one of the two has no partner"
    case .spelling(let parts):
      let words = safe(comparison.words(of: parts))
      return "none; nearest is \(place), which differs in \(words): " + "\(shown(own)) → \(shown(nearest.key))"
    case .part(let part):
      let name = safe(comparison.name(ofPart: part))
      return "none; nearest is \(place), which differs in \(name) alone: " + "\(shown(own)) → \(shown(nearest.key))"
    case .alike(let likeness):
      return "none; nearest is \(place), which is alike but for \(likeness.words): "
        + "\(shown(own)) → \(shown(nearest.key))"
    case .content(let columns, let other):
      return "none; nearest is \(place), which has the same \(safe(Absence.Cause.values(columns, but: other))): "
        + "\(shown(own)) → \(shown(nearest.key))"
    case .other, .empty, .unsearched, .passes: return "none: \(place)"
    }
  }

  private func noneNear(_ absence: Absence, _ input: String) -> String {
    guard absence.cause == .other else { return safe(absence.cause.words(in: comparison)) }
    return "no record of \(input) without a partner \(comparison.alikeWords)"
  }

  private func words(of candidate: Absence.Candidate, _ side: Side) -> String {
    let place = "\(place(candidate.record, side)): \(shown(candidate.key))"
    guard let partner = candidate.partner else { return place }
    return "\(place), paired with \(self.place(partner, side.other))"
  }

  func write(_ unpaired: UnpairedCauses) {
    let counts = Side.allCases.map { side in
      let all = Grouped.count(comparison.orders[side].count, "record", "records")
      return "\(Grouped.number(unpaired.counts[side])) of \(all) of \(safe(comparison.tables[side].name))"
    }
    line("without a partner: \(counts.joined(separator: ", "))")
    for group in unpaired.groups {
      line()
      append(group)
    }
  }

  private func append(_ group: UnpairedCauses.Group) {
    let counts = [(group.counts.source, "deleted"), (group.counts.target, "inserted")].filter { $0.0 > 0 }.map {
      "\(Grouped.number($0.0)) \($0.1)"
    }
    palette.paint(.bold, out, counts.joined(separator: ", "))
    line(": \(safe(group.cause.words(in: comparison)))")
    for example in group.examples {
      line("    \(place(example.record, example.side)): \(shown(example.key))")
      if let nearest = example.nearest { line("    \(words(of: nearest, example.side.other))") }
    }
    if group.hidden > 0 {
      line("    … and \(Grouped.number(group.hidden)) more; \(Setting.limit) lists more than \(group.examples.count)")
    }
    if let remedy = group.remedy(in: comparison) { line("  hint: \(safe(remedy.rule)) makes such two one") }
    appendLearnHint(group.cause)
  }

  private func appendLearnHint(_ cause: Absence.Cause) {
    guard explanations.isKeyInOtherForm, cause.isAlike else { return }
    let names = Side.allCases.map { comparison.readTables[$0].name }
    line("  hint: \(safe(LearnHint(names, key: comparison.keyColumns.map(\.name)).words))")
  }
}

extension ExplanationText {
  func append(_ content: ContentFindings) {
    switch content.ground {
    case .sameBytes: item("content", "the same byte for byte, so that no rule is asked")
    case .function: item("content", "the function 'equal' says \(content.areEqual ? "equal" : "different")")
    case .columns: item("content", content.areEqual ? "equal" : "different")
    }
    append(content.columns)
    if !content.omitted.isEmpty {
      let columns = content.omitted.map { "\(safe($0.name)) (\($0.reason.rawValue))" }
      item("not compared", columns.joined(separator: ", "))
    }
  }

  private func append(_ columns: [ColumnFindings]) {
    guard !columns.isEmpty else { return }
    var table = TextTable(columns: [.left, .left, .left, .left])
    for column in columns {
      let mark = column.areEqual ? "=" : "≠"
      table.add([mark, safe(column.name), safe(column.judge), words(of: column)])
    }
    for (column, row) in zip(columns, table.lines) {
      out.append("    ")
      palette.paint(column.areEqual ? .plain : .updated, out, row)
      line()
      for change in column.paths ?? [] { line("        \(words(of: change))") }
    }
  }

  /// Both values of a column, and as what they were compared where that is something else.
  private func words(of column: ColumnFindings) -> String {
    let raw = words(of: column.raw)
    guard column.raw.source != column.values.source || column.raw.target != column.values.target else { return raw }
    return "\(raw), as \(words(of: column.values)) (\(column.steps.joined(separator: ", ")))"
  }

  private func words(of values: Sides<Value>) -> String {
    let texts = [shown(values.source), shown(values.target)]
    return values.source == values.target && texts[0] == texts[1] ? texts[0] : texts.joined(separator: " → ")
  }

  private func words(of change: PathChange) -> String {
    if change.kind == .moved, let from = change.from {
      let places = ViewedChange.places(from: from, to: change.path)
      return "moved \(shown(change.new ?? .absent)) \(safe(places))"
    }
    let path = "\(change.kind.rawValue) \(safe(change.path))"
    let values = [change.old, change.new].compactMap { $0 }.map(shown)
    return values.isEmpty ? path : "\(path): \(values.joined(separator: " → "))"
  }

  func append(_ move: MoveFindings) {
    if let section = move.fromSection { return item("moved", "it was in section \(shown(section))") }
    let neighbours = [(move.previous, "behind"), (move.next, "before")].compactMap { found, word in
      found.map { "\(word) \(shown($0.key)) (record \(places(of: $0)))" }
    }
    let among = neighbours.isEmpty ? "" : "it stands \(neighbours.joined(separator: " and ")); "
    item("moved", among + reason(move))
  }

  private func places(of neighbour: MoveFindings.Neighbour) -> String {
    Side.allCases.map { Grouped.number(neighbour.records[$0] + 1) }.joined(separator: " → ")
  }

  private func reason(_ move: MoveFindings) -> String {
    let kept = "\(Grouped.number(move.kept.count)) of \(Grouped.number(move.kept.of)) pairs"
    return move.rule == .minimal
      ? "\(kept) keep their order, and this one would break it"
      : "by the rule '\(move.rule.rawValue)' \(kept) keep their places"
  }
}

extension Double {
  /// Rounded to thousandths, as scores are shown.
  var inThousandths: Double {
    let rounded = (self * 1000).rounded() / 1000
    return rounded == 0 ? 0 : rounded
  }

  fileprivate var signed: String { (inThousandths > 0 ? "+" : "") + "\(inThousandths)" }
}
