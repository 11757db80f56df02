extension SectionedChangeset {
  /// Pairs sections and elements and finds the changes, in one pass where nothing but contents differs.
  @inlinable init<SectionRule: ElementRule, Rule: IdentityElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>],
    _ sectionRule: SectionRule, _ rule: Rule, _ moves: MoveDetection
  ) where SectionRule.Element == Model, Rule.Element == Element {
    let layouts = (
      SectionLayout(counts: source.map { $0.elements.count }), SectionLayout(counts: target.map { $0.elements.count })
    )
    let models = (source.map { $0.model }, target.map { $0.model })
    let isSame = Self.areIdentical(source, target, sectionRule, rule)
    let sections =
      isSame ? Pairing(prefix: source.count) : Pairing(models.0, models.1, sectionRule, countsDuplicates: false)
    let elements =
      isSame
      ? Pairing(prefix: layouts.0.elementCount)
      : withIdentities(Self.identities(source, layouts.0, rule), Self.identities(target, layouts.1, rule)) {
        SectionedPairing.pair($0, sections, layouts.0, layouts.1, moves, false)
      }
    let pairing = SectionedPairing(
      sections: sections, elements: elements, source: layouts.0, target: layouts.1, moves: moves)
    let sectionChanges = LinearChanges(
      pairing: sections, moves: moves, updated: sections.updatedPairs(models.0, models.1, sectionRule))
    let changes = SectionedChanges(
      pairing: pairing, sections: sectionChanges,
      updated: rule.isIdentityWhole ? [] : Self.updatedPairs(source, target, rule, pairing), moved: isSame ? [] : nil)
    self.init(source: source, target: target, changes: changes, partners: elements.sourceToTarget)
  }

  /// Whether both have the same sections with the same elements, in the same order, whatever their contents.
  @inlinable static func areIdentical<SectionRule: ElementRule, Rule: ElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>],
    _ sectionRule: SectionRule, _ rule: Rule
  ) -> Bool where SectionRule.Element == Model, Rule.Element == Element {
    guard source.count == target.count else { return false }
    for place in source.indices {
      guard sectionRule.areIdentical(source[place].model, target[place].model),
        source[place].elements.count == target[place].elements.count
      else { return false }
      let length = source[place].elements.withElements { old in
        target[place].elements.withElements { rule.prefixLength(old, $0) }
      }
      if length < source[place].elements.count { return false }
    }
    return true
  }

  /// The identities of all elements, section after section.
  @inlinable static func identities<Rule: IdentityElementRule>(
    _ sections: [DiffableSection<Model, Element>], _ layout: SectionLayout, _ rule: Rule
  ) -> [Rule.Identity] where Rule.Element == Element {
    // The empty array is one for all threads, and filling it would write its count.
    if layout.elementCount == 0 { return [] }
    return [Rule.Identity](unsafeUninitializedCapacity: layout.elementCount) { buffer, filled in
      for section in sections {
        section.elements.withElements { elements in
          for place in 0..<elements.count {
            buffer.initializeElement(at: filled, to: rule.identity(elements[place]))
            filled &+= 1
          }
        }
      }
    }
  }

  /// The pairs of elements whose contents differ, in source order.
  @inlinable static func updatedPairs<Rule: ElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>], _ rule: Rule,
    _ pairing: SectionedPairing
  ) -> [OffsetPair] where Rule.Element == Element {
    let partners = pairing.elements.sourceToTarget
    var updated: [OffsetPair] = []
    for section in source.indices {
      let places = pairing.source.elements(ofSection: section)
      source[section].elements.withElements { old in
        var place = places.lowerBound
        while place < places.upperBound {
          let stretch = pairing.target.stretch(
            of: partners, place..<places.upperBound, guess: pairing.sections.sourceToTarget[section])
          place = stretch.end
          guard stretch.section >= 0 else { continue }
          let first = pairing.target.starts[stretch.section]
          target[stretch.section].elements.withElements { new in
            for place in stretch.start..<stretch.end {
              let partner = partners[Int(place)]
              let offsets = (Int(place &- places.lowerBound), Int(partner &- first))
              if rule.isUpdated(old, offsets.0, new, offsets.1) {
                updated.append(OffsetPair(source: place, target: partner))
              }
            }
          }
        }
      }
    }
    return updated
  }
}

/// Elements next to each other whose partners are all in one section, or that have none.
@usableFromInline struct SectionStretch {
  @usableFromInline let start: Int32
  @usableFromInline let end: Int32
  /// The partners' section, or −1: there are none.
  @usableFromInline let section: Int

  @inlinable init(start: Int32, end: Int32, section: Int) {
    self.start = start
    self.end = end
    self.section = section
  }
}

extension SectionLayout {
  /// The first stretch of some elements, given their partners here by flattened offsets.
  ///
  /// - Parameter guess: the section that the partners are most likely in, or −1.
  @inlinable func stretch(of partners: [Int32], _ places: Range<Int32>, guess: Int32) -> SectionStretch {
    var end = places.lowerBound
    guard partners[Int(end)] >= 0 else {
      while end < places.upperBound, partners[Int(end)] < 0 { end &+= 1 }
      return SectionStretch(start: places.lowerBound, end: end, section: -1)
    }
    let section = section(of: partners[Int(end)], guess: guess)
    let offsets = elements(ofSection: section)
    while end < places.upperBound, offsets.contains(partners[Int(end)]) { end &+= 1 }
    return SectionStretch(start: places.lowerBound, end: end, section: section)
  }
}
