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
    let layouts = (
      SectionLayout(counts: source.map(\.elements.count)),
      SectionLayout(counts: target.map(\.elements.count))
    )
    let elements = sourceElements.withUnsafeBufferPointer { sourceBuffer in
      targetElements.withUnsafeBufferPointer { targetBuffer in
        rule.withInput(sourceBuffer, targetBuffer) {
          SectionedPairing.pair($0, sections, layouts.0, layouts.1, moves, false)
        }
      }
    }
    let pairing = SectionedPairing(
      sections: sections, elements: elements, source: layouts.0, target: layouts.1, moves: moves)
    let sectionChanges = LinearChanges(pairing: sections, moves: moves) {
      sectionRule.isUpdated(sourceModels[$0], targetModels[$1])
    }
    let updated =
      rule.isIdentityWhole
      ? []
      : elements.updatedPairs { rule.isUpdated(sourceElements[$0], targetElements[$1]) }
    self.init(pairing: pairing, sections: sectionChanges, updated: updated)
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
