extension SectionedChangeset {
  /// Pairs sections and elements and finds the changes, in one pass where nothing but contents differs.
  @inlinable init<SectionRule: IdentityElementRule, Rule: IdentityElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>],
    _ sectionRule: SectionRule, _ rule: Rule, _ moves: MoveDetection
  ) where SectionRule.Element == Model, Rule.Element == Element {
    let layouts = (
      source.isEmpty ? .empty : SectionLayout(counts: source.lazy.map { $0.elements.count }),
      target.isEmpty ? .empty : SectionLayout(counts: target.lazy.map { $0.elements.count })
    )
    if source.isEmpty || target.isEmpty {
      let changes = SectionedChanges(betweenNoneAndAll: layouts.0, layouts.1, moves)
      self.init(source: source, target: target, changes: changes)
      return
    }
    let sections = Self.sections(source, target, ModelRule(sectionRule), moves)
    let isSame = sections.isInPlace && Self.areIdentical(source, target, rule)
    let elements =
      isSame
      ? Pairing(prefix: layouts.0.elementCount)
      : withIdentities(Self.identities(source, layouts.0, rule), Self.identities(target, layouts.1, rule)) {
        SectionedPairing.pair($0, sections.pairing, layouts.0, layouts.1, moves, false)
      }
    let pairing = SectionedPairing(
      sections: sections.pairing, elements: elements, source: layouts.0, target: layouts.1, moves: moves)
    let changes = SectionedChanges(
      pairing: pairing, sections: sections.changes,
      updated: rule.isIdentityWhole ? [] : Self.updatedPairs(source, target, rule, pairing), moved: isSame ? [] : nil)
    self.init(source: source, target: target, changes: changes, partners: elements.sourceToTarget)
  }

  /// The pairs of sections and their changes, and whether each section is paired with the one at its own offset.
  @inlinable static func sections<Rule: ElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>], _ rule: Rule,
    _ moves: MoveDetection
  ) -> (pairing: Pairing, changes: LinearChanges, isInPlace: Bool)
  where Rule.Element == DiffableSection<Model, Element> {
    source.withElements { old in
      target.withElements { new in
        let prefix = rule.prefixLength(old, new)
        let isInPlace = prefix == max(old.count, new.count)
        let pairing =
          isInPlace ? Pairing(prefix: prefix) : Pairing(old, new, rule, prefix: prefix, countsDuplicates: false)
        let updated = rule.isIdentityWhole ? [] : pairing.updatedPairs { rule.isUpdated(old, $0, new, $1) }
        let changes =
          isInPlace
          ? LinearChanges(prefix: prefix, sourceCount: prefix, targetCount: prefix, updated: updated, moves: moves)
          : LinearChanges(pairing: pairing, moves: moves, updated: updated)
        return (pairing, changes, isInPlace)
      }
    }
  }

  /// Whether sections that are paired in place have the same elements in the same order, whatever their contents.
  @inlinable static func areIdentical<Rule: ElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>], _ rule: Rule
  ) -> Bool where Rule.Element == Element {
    source.indices.allSatisfy { place in
      source[place].elements.withElements { old in
        target[place].elements.withElements { new in
          old.count == new.count && rule.prefixLength(old, new) == old.count
        }
      }
    }
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

/// Sections, told apart and compared by their models.
@usableFromInline struct ModelRule<Rule: IdentityElementRule, Content>: IdentityElementRule {
  @usableFromInline let rule: Rule

  @inlinable init(_ rule: Rule) { self.rule = rule }

  @inlinable var isIdentityWhole: Bool { rule.isIdentityWhole }

  @inlinable @inline(__always) func identity(_ section: DiffableSection<Rule.Element, Content>) -> Rule.Identity {
    rule.identity(section.model)
  }

  @inlinable @inline(__always) func areIdentical(
    _ left: DiffableSection<Rule.Element, Content>, _ right: DiffableSection<Rule.Element, Content>
  ) -> Bool { rule.areIdentical(left.model, right.model) }

  @inlinable @inline(__always) func areContentsEqual(
    _ left: DiffableSection<Rule.Element, Content>, _ right: DiffableSection<Rule.Element, Content>
  ) -> Bool { rule.areContentsEqual(left.model, right.model) }
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
