import Comparing
import Explaining
import Records

/// Why records have no partner.
extension ExplanationText {
  func append(_ absence: Absence, _ explanation: RecordExplanation) {
    guard let side = Side.allCases.first(where: { explanation.records[$0] != nil }) else { return }
    guard absence.passes.isEmpty else { return append(absence.passes, side.other) }
    let own = explanation.records[side]?.identity.map(\.value) ?? []
    item("partner", words(of: absence, side.other, own))
    for candidate in absence.candidates.dropFirst() {
      item("", words(of: candidate, side.other))
    }
    if let remedy = explanation.remedy(in: comparison) {
      line("  hint: \(safe(remedy.rule)) makes the two one")
    }
  }

  private func append(_ passes: [PassAbsence], _ side: Side) {
    let input = safe(comparison.tables[side].name)
    for pass in passes {
      let place = pass.candidate.map { "\(self.place($0.record, side)) (\(shown($0.key)))" }
      item(
        pass.pass == 1 ? "partner" : "",
        (pass.pass == 1 ? "none; " : "")
          + "pass \(pass.pass) (\(safe(pass.name))): \(safe(pass.words(in: comparison, input, place)))"
      )
    }
  }

  private func words(of absence: Absence, _ side: Side, _ own: [Value]) -> String {
    let input = safe(comparison.tables[side].name)
    guard let nearest = absence.candidates.first else {
      return absence.cause == .filtered
        ? "none: what the filter leaves out has none"
        : "none: no record of \(input) comes near"
    }
    let place = place(nearest.record, side)
    switch absence.cause {
    case .filtered: return "none: what the filter leaves out has none; \(place) has this identity"
    case .partnerFiltered: return "none: the filter leaves out \(place), which has this identity"
    case .duplicate: return "none: \(words(of: nearest, side))"
    case .section:
      return "none: \(place) has this identity, and the section of one of the two has no partner"
    case .spelling(let parts):
      let words = safe(comparison.words(of: parts))
      return "none; nearest is \(place), which differs in \(words): "
        + "\(shown(own)) → \(shown(nearest.key))"
    case .part(let part):
      let name = safe(comparison.name(ofPart: part))
      return "none; nearest is \(place), which differs in \(name) alone: "
        + "\(shown(own)) → \(shown(nearest.key))"
    case .other, .passes:
      return "none; \(place) is written most alike: \(shown(own)) → \(shown(nearest.key))"
    }
  }

  private func words(of candidate: Absence.Candidate, _ side: Side) -> String {
    let place = "\(place(candidate.record, side)): \(shown(candidate.key))"
    guard let partner = candidate.partner else { return place }
    return "\(place), paired with \(self.place(partner, side.other))"
  }

  // MARK: All of them

  func write(_ unpaired: UnpairedCauses) {
    let counts = Side.allCases.map { side in
      let all = Grouped.count(comparison.orders[side].count, "record", "records")
      return
        "\(Grouped.number(unpaired.counts[side])) of \(all) of \(safe(comparison.tables[side].name))"
    }
    line("without a partner: \(counts.joined(separator: ", "))")
    for group in unpaired.groups {
      line()
      append(group)
    }
  }

  private func append(_ group: UnpairedCauses.Group) {
    let counts = [(group.counts.source, "deleted"), (group.counts.target, "inserted")]
      .filter { $0.0 > 0 }.map { "\(Grouped.number($0.0)) \($0.1)" }
    palette.paint(.bold, out, counts.joined(separator: ", "))
    line(": \(safe(group.cause.words(in: comparison)))")
    let example = group.example
    line("    \(place(example.record, example.side)): \(shown(example.key))")
    if let nearest = example.nearest {
      line("    \(words(of: nearest, example.side.other))")
    }
    if let remedy = group.remedy(in: comparison) {
      line("  hint: \(safe(remedy.rule)) makes such two one")
    }
  }
}
