extension SectionedChanges {
  @inlinable
  init<Model, Element, SectionRule: ElementRule, Rule: ElementRule>(
    source: [Section<Model, Element>], target: [Section<Model, Element>],
    sectionRule: SectionRule, rule: Rule, moves: MoveDetection
  ) where SectionRule.Element == Model, Rule.Element == Element {
    let sourceModels = source.map(\.model)
    let targetModels = target.map(\.model)
    let sections = Pairing(source: sourceModels, target: targetModels, rule: sectionRule)
    let sourceElements = flattened(source)
    let targetElements = flattened(target)
    self = sourceElements.withUnsafeBufferPointer { sourceBuffer in
      targetElements.withUnsafeBufferPointer { targetBuffer in
        let input = ElementInput(source: sourceBuffer, target: targetBuffer, rule: rule)
        let layouts = (
          SectionLayout(counts: source.map(\.elements.count)),
          SectionLayout(counts: target.map(\.elements.count))
        )
        let elements = SectionedPairing.pair(
          input, sections, layouts.0, layouts.1, moves, false)
        let pairing = SectionedPairing(
          sections: sections, elements: elements, source: layouts.0, target: layouts.1,
          moves: moves)
        return SectionedChanges(
          pairing: pairing,
          isSectionUpdated: { !sectionRule.areContentsEqual(sourceModels[$0], targetModels[$1]) },
          isElementUpdated: { !rule.isIdentityWhole && input.isUpdated($0, $1) })
      }
    }
  }
}

/// The elements of all sections, one after the other.
@inlinable
func flattened<Model, Element>(_ sections: [Section<Model, Element>]) -> [Element] {
  var elements: [Element] = []
  elements.reserveCapacity(sections.reduce(0) { $0 + $1.elements.count })
  for section in sections { elements.append(contentsOf: section.elements) }
  return elements
}
