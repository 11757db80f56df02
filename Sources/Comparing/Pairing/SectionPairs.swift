import StagedDiff

/// Which section is which, as the pairs of their records have to know it; without sections each side is one.
package struct SectionPairs: Sendable {
  let pairing: Pairing
  let layouts: Sides<SectionLayout>
  /// Whether there are sections.
  let areGiven: Bool
  private let moves: MoveDetection
  private let isWhole: Bool

  init(_ sections: Sections?, counts: Sides<Int>, _ moves: MoveDetection) {
    areGiven = sections != nil
    pairing = sections?.pairing ?? Pairing(sourceIdentities: [0], targetIdentities: [0])
    layouts = sections?.layouts ?? Sides { SectionLayout(counts: [counts[$0]]) }
    self.moves = moves
    isWhole = pairing.pairedCount == pairing.sourceCount && pairing.pairedCount == pairing.targetCount
  }

  /// Whether records pair before it is known whether their sections stay, as DifferenceKit has it.
  var pairsAcrossAll: Bool { moves == .heckel }

  /// Whether the section of a record has a partner: all others go and come with their section.
  package func survives(_ side: Side, _ offset: Int32) -> Bool {
    if isWhole { return true }
    let section = layouts[side].section(of: offset, guess: -1)
    return side == .source ? pairing.partner(ofSource: section) != nil : pairing.partner(ofTarget: section) != nil
  }

  /// The number of a record's section, the same on both sides; −1 in the source where the target lacks the section.
  func number(_ side: Side, _ offset: Int32) -> Int {
    let section = layouts[side].section(of: offset, guess: -1)
    return side == .target ? section : pairing.partner(ofSource: section) ?? -1
  }

  /// The source's records in the partner of a section of the target.
  func partners(ofTargetSection section: Int) -> Range<Int32> {
    pairing.partner(ofTarget: section).map { layouts.source.elements(ofSection: $0) } ?? 0..<0
  }
}
