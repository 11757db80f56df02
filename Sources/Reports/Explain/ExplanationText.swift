import Comparing
import Explaining
import Records

/// Explanations for a person.
package struct ExplanationText {
  let comparison: Comparison
  let out: OutputBuffer
  let palette: Palette
  private let explanations: Explanations
  /// The width that a value is cut to.
  static let widest = 60

  package init(_ explanations: Explanations, _ options: ReportOptions, _ out: OutputBuffer) {
    self.explanations = explanations
    comparison = explanations.comparison
    self.out = out
    palette = Palette(isOn: options.color)
  }

  /// Writes everything, with an empty line between explanations.
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

  /// Writes one explanation.
  package func write(_ explanation: RecordExplanation) {
    appendHead(explanation)
    appendFilter(explanation.records)
    appendIdentity(explanation.records)
    appendSection(explanation.records)
    if let namesakes = explanation.namesakes, namesakes.areSeveral { append(namesakes) }
    if let pass = explanation.pass { append(pass) }
    if let absence = explanation.absence { append(absence, explanation) }
    if let content = explanation.content { append(content) }
    if let move = explanation.move { append(move) }
  }

  private func appendHead(_ explanation: RecordExplanation) {
    let places = Side.allCases.compactMap { side in
      explanation.records[side].map { place($0.record, side) }
    }
    out.append(text: places.joined(separator: ", ") + ": ")
    let words = explanation.verdict.words
    palette.paint(explanation.verdict.role, out, words)
    line()
  }

  /// What the filter says, where there is one.
  private func appendFilter(_ records: Sides<RecordFindings?>) {
    let found = Side.allCases.compactMap { records[$0]?.isKept }
    guard !found.isEmpty else { return }
    let object = found.count == 1 ? "it" : "both"
    let refusal = Side.allCases.lazy.compactMap { records[$0]?.refusal }.first
    item(
      "filter",
      found.allSatisfy { $0 }
        ? "keeps \(object)"
        : "leaves \(object) out" + (refusal.map { ", for it wants \(safe($0))" } ?? ""))
  }

  // MARK: The identity

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

  private func appendSection(_ records: Sides<RecordFindings?>) {
    let names = Side.allCases.compactMap { records[$0]?.section }.map(shown)
    guard let first = names.first else { return }
    item("section", Set(names).count == 1 ? first : names.joined(separator: " → "))
  }

  private func append(_ pass: PassFindings) {
    let how = pass.match.nearness.map {
      "; \(Grouped.count($0.distance, "edit", "edits")) apart, score \($0.score)"
    }
    item("paired by", "pass \(pass.match.pass) (\(safe(pass.name)))\(how ?? "")")
  }

  private func append(_ namesakes: Namesakes) {
    let counts = Side.allCases.map { side in
      "\(Grouped.count(namesakes.counts[side], "record", "records")) of \(safe(comparison.tables[side].name))"
    }
    let order =
      switch namesakes.policy {
      case .match: "equal bytes pair first, the others in their order"
      case .pair, .error: "they pair in their order"
      }
    item("duplicates", "\(counts.joined(separator: " and ")) have this identity; \(order)")
  }

  // MARK: Parts

  /// A line of an explanation: what it is about, and what there is to say.
  func item(_ name: String, _ words: String) {
    let label = name.isEmpty ? "" : name + ":"
    palette.paint(
      .dim, out, "  " + label + String(repeating: " ", count: max(0, 14 - label.utf8.count)))
    line(words)
  }

  func line(_ text: String = "") {
    out.append(text: text)
    out.append("\n")
  }

  /// A record as messages name it.
  func place(_ record: Int, _ side: Side) -> String {
    safe(comparison.tables[side].place(of: record))
  }

  func shown(_ value: Value) -> String {
    value.withField { DisplayText($0, isQuoted: isQuoted(value)).text(within: Self.widest) }
  }

  func shown(_ key: [Value]) -> String { key.map(shown).joined(separator: ", ") }

  /// Text is quoted where it could be taken for something else.
  private func isQuoted(_ value: Value) -> Bool {
    guard case .text(let text) = value else { return false }
    return text.utf8.first == 0x20 || text.utf8.last == 0x20 || text.utf8.contains(0x2C)
  }

  func safe(_ text: String) -> String { DisplayText(text).text(within: 200) }
}

extension RecordExplanation.Verdict {
  /// What became of the record, in words.
  fileprivate var words: String {
    switch self {
    case .filtered: "left out by the filter"
    case .paired(isUpdated: true, isMoved: true): "updated and moved"
    default: word
    }
  }

  fileprivate var role: Palette.Role {
    switch self {
    case .filtered: .dim
    case .unpaired(.source): .deleted
    case .unpaired(.target): .inserted
    case .paired(isUpdated: true, _): .updated
    case .paired(_, isMoved: true): .moved
    case .paired: .plain
    }
  }
}
