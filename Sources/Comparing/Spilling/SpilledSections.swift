import StagedDiff

/// Which section is which, as the pairs of their records have to know it; without sections each side is one.
struct SpilledSections: Sendable {
  /// The pairs of sections.
  let pairing: Pairing
  let layouts: Sides<SectionLayout>
  private let moves: MoveDetection
  /// Whether every section has a partner.
  private let isWhole: Bool

  /// - Parameter counts: How many records each side has.
  init(_ sections: Sections?, counts: Sides<Int>, _ moves: MoveDetection) {
    pairing = sections?.pairing ?? Pairing(sourceIdentities: [0], targetIdentities: [0])
    layouts = sections?.layouts ?? Sides { SectionLayout(counts: [counts[$0]]) }
    self.moves = moves
    isWhole = pairing.pairedCount == pairing.sourceCount && pairing.pairedCount == pairing.targetCount
  }

  /// Whether records pair before it is known whether their sections stay, as DifferenceKit has it.
  var pairsAcrossAll: Bool { moves == .heckel }

  /// Whether the section of a record has a partner: all others go and come with their section.
  func survives(_ side: Side, _ offset: Int32) -> Bool {
    if isWhole { return true }
    let section = layouts[side].section(of: offset, guess: -1)
    return side == .source ? pairing.partner(ofSource: section) != nil : pairing.partner(ofTarget: section) != nil
  }

  /// The source's records in the partner of a section of the target.
  func partners(ofTargetSection section: Int) -> Range<Int32> {
    pairing.partner(ofTarget: section).map { layouts.source.elements(ofSection: $0) } ?? 0..<0
  }
}
