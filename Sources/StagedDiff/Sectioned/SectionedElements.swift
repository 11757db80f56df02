extension SectionedChangeset {
  /// Pairs sections and elements and finds the changes, in one pass where nothing but contents differs.
  @inlinable init<SectionRule: IdentityElementRule, Rule: IdentityElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>],
    _ sectionRule: SectionRule, _ rule: Rule, _ moves: MoveDetection
  ) throws(Rule.Failure)
  where SectionRule.Element == Model, Rule.Element == Element, SectionRule.Failure == Rule.Failure {
    let layouts = (
      source.isEmpty ? .empty : SectionLayout(counts: source.lazy.map { $0.elements.count }),
      target.isEmpty ? .empty : SectionLayout(counts: target.lazy.map { $0.elements.count })
    )
    if source.isEmpty || target.isEmpty {
      let changes = SectionedChanges(betweenNoneAndAll: layouts.0, layouts.1, moves)
      self.init(source: source, target: target, changes: changes)
      return
    }
    let sections = try Self.sections(source, target, ModelRule(sectionRule), moves)
    let counts = (layouts.0.elementCount, layouts.1.elementCount)
    let prefix = sections.isInPlace ? try Self.prefix(source, target, rule) : (length: 0, endsAtDifference: false)
    // Of two elements that are left one on each side it may be known that they are not the same.
    let pairsInPlace =
      sections.isInPlace
      && (prefix.length == min(counts.0, counts.1)
        || prefix.endsAtDifference && max(counts.0, counts.1) == prefix.length &+ 1)
    let elements =
      pairsInPlace
      ? Pairing(prefix: prefix.length, counts.0, counts.1)
      : try rule.withInput(
        identities: Self.identities(source, from: prefix.length, count: counts.0, rule),
        Self.identities(target, from: prefix.length, count: counts.1, rule), from: prefix.length
      ) { input in
        Result { () throws(Rule.Failure) in
          try SectionedPairing.pair(
            input, sections.pairing, layouts.0, layouts.1, moves, prefix: prefix.length, false)
        }
      }.get()
    let pairing = SectionedPairing(
      sections: sections.pairing, elements: elements, source: layouts.0, target: layouts.1, moves: moves)
    let changes = SectionedChanges(
      pairing: pairing, sections: sections.changes,
      updated: rule.isIdentityWhole ? [] : try Self.updatedPairs(source, target, rule, pairing),
      moved: pairsInPlace ? [] : pairing.movedElements(rule.isCancelled))
    self.init(source: source, target: target, changes: changes, partners: elements.sourceToTarget)
  }

  /// The pairs of sections and their changes, and whether each section is paired with the one at its own offset.
  @inlinable static func sections<Rule: ElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>], _ rule: Rule,
    _ moves: MoveDetection
  ) throws(Rule.Failure) -> (pairing: Pairing, changes: LinearChanges, isInPlace: Bool)
  where Rule.Element == DiffableSection<Model, Element> {
    try source.withElements { old throws(Rule.Failure) in
      try target.withElements { new throws(Rule.Failure) in
        let prefix = try rule.prefixLength(old, new)
        let isInPlace = prefix == max(old.count, new.count)
        let pairing =
          isInPlace
          ? Pairing(prefix: prefix, prefix, prefix)
          : try Pairing(old, new, rule, prefix: prefix, countsDuplicates: false)
        let updated =
          rule.isIdentityWhole
          ? []
          : try pairing.updatedPairs { left, right throws(Rule.Failure) in try rule.isUpdated(old, left, new, right) }
        let changes =
          isInPlace
          ? LinearChanges(prefix: prefix, sourceCount: prefix, targetCount: prefix, updated: updated, moves: moves)
          : LinearChanges(pairing: pairing, moves: moves, updated: updated)
        return (pairing, changes, isInPlace)
      }
    }
  }

  /// How many elements at the beginning of sections that are paired in place are identical, whatever their contents,
  /// and whether two that are not follow at one place.
  @inlinable static func prefix<Rule: ElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>], _ rule: Rule
  ) throws(Rule.Failure) -> (length: Int, endsAtDifference: Bool) where Rule.Element == Element {
    var length = 0
    for index in source.indices {
      let (old, new) = (source[index].elements, target[index].elements)
      let common = try old.withElements { old throws(Rule.Failure) in
        try new.withElements { new throws(Rule.Failure) in try rule.prefixLength(old, new) }
      }
      length &+= common
      if common < max(old.count, new.count) { return (length, common < min(old.count, new.count)) }
    }
    return (length, false)
  }

  /// The identities of the elements from a flattened offset on; not all of them if the search has ended.
  @inlinable static func identities<Rule: IdentityElementRule>(
    _ sections: [DiffableSection<Model, Element>], from first: Int, count: Int, _ rule: Rule
  ) -> [Rule.Identity] where Rule.Element == Element {
    // The empty array is one for all threads, and filling it would write its count.
    if count == first { return [] }
    return [Rule.Identity](unsafeUninitializedCapacity: count &- first) { buffer, filled in
      var skipped = first
      for section in sections {
        section.elements.withElements { elements in
          let start = min(skipped, elements.count)
          skipped &-= start
          for index in start..<elements.count where !rule.hasEnded() {
            buffer.initializeElement(at: filled, to: rule.identity(elements[index]))
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
  ) throws(Rule.Failure) -> [OffsetPair] where Rule.Element == Element {
    let partners = pairing.elements.sourceToTarget
    var updated: [OffsetPair] = []
    for section in source.indices {
      let places = pairing.source.elements(ofSection: section)
      try source[section].elements.withElements { old throws(Rule.Failure) in
        var index = places.lowerBound
        while index < places.upperBound {
          let stretch = pairing.target.stretch(
            of: partners, index..<places.upperBound, guess: pairing.sections.sourceToTarget[section])
          index = stretch.end
          guard stretch.section >= 0 else { continue }
          let first = pairing.target.starts[stretch.section]
          try target[stretch.section].elements.withElements { new throws(Rule.Failure) in
            for index in stretch.start..<stretch.end {
              let partner = partners[Int(index)]
              let offsets = (Int(index &- places.lowerBound), Int(partner &- first))
              if try rule.isUpdated(old, offsets.0, new, offsets.1) {
                updated.append(OffsetPair(source: index, target: partner))
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
  @usableFromInline typealias Input = Rule.Input

  @usableFromInline let rule: Rule

  @inlinable init(_ rule: Rule) { self.rule = rule }

  @inlinable var isIdentityWhole: Bool { rule.isIdentityWhole }

  @inlinable @inline(__always) func identity(_ section: DiffableSection<Rule.Element, Content>) -> Rule.Identity {
    rule.identity(section.model)
  }

  @inlinable @inline(__always) func areIdentical(
    _ left: DiffableSection<Rule.Element, Content>, _ right: DiffableSection<Rule.Element, Content>
  ) throws(Rule.Failure) -> Bool { try rule.areIdentical(left.model, right.model) }

  @inlinable @inline(__always) func areContentsEqual(
    _ left: DiffableSection<Rule.Element, Content>, _ right: DiffableSection<Rule.Element, Content>
  ) throws(Rule.Failure) -> Bool { try rule.areContentsEqual(left.model, right.model) }

  @inlinable func withInput<Outcome>(
    identities source: [Rule.Identity], _ target: [Rule.Identity], from first: Int, _ body: (Input) -> Outcome
  ) -> Outcome { rule.withInput(identities: source, target, from: first, body) }
}

extension SectionLayout {
  /// The first stretch of some elements, given their partners here by flattened offsets: elements next to each other
  /// whose partners are all in one section, or that have none.
  ///
  /// - Parameter guess: the section that the partners are most likely in, or −1.
  /// - Returns: the stretch and the partners' section, or −1: there are none.
  @inlinable func stretch(of partners: [Int32], _ places: Range<Int32>, guess: Int32) -> (
    start: Int32, end: Int32, section: Int
  ) {
    var end = places.lowerBound
    guard partners[Int(end)] >= 0 else {
      while end < places.upperBound, partners[Int(end)] < 0 { end &+= 1 }
      return (places.lowerBound, end, -1)
    }
    let section = section(of: partners[Int(end)], guess: guess)
    let offsets = elements(ofSection: section)
    while end < places.upperBound, offsets.contains(partners[Int(end)]) { end &+= 1 }
    return (places.lowerBound, end, section)
  }
}

extension SectionedChangeset {
  /// Finds the changes between sections whose models and elements are ``Diffable``, unless it is cancelled meanwhile.
  ///
  /// - Parameters:
  ///   - source: the old sections.
  ///   - target: the new sections.
  ///   - moves: how moves are found, of sections and of elements.
  ///   - isCancelled: asked at first and then about once for every thousand elements that are looked at; if it says
  ///     true, the result is nil.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable public init?(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Model: Diffable, Element: Diffable {
    self.init(Array(source), Array(target), DiffableRule<Model>(), DiffableRule<Element>(), moves, isCancelled)
  }

  /// Finds the changes between sections of ``Diffable`` models and hashable elements.
  @_disfavoredOverload @inlinable public init(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Model: Diffable, Element: Hashable {
    self.init(Array(source), Array(target), DiffableRule<Model>(), ValueRule<Element>(), moves)
  }

  /// Finds the changes between sections of ``Diffable`` models and hashable elements, unless it is cancelled.
  @_disfavoredOverload @inlinable public init?(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Model: Diffable, Element: Hashable {
    self.init(Array(source), Array(target), DiffableRule<Model>(), ValueRule<Element>(), moves, isCancelled)
  }

  /// Finds the changes between sections of hashable models and ``Diffable`` elements.
  @_disfavoredOverload @inlinable public init(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Model: Hashable, Element: Diffable {
    self.init(Array(source), Array(target), ValueRule<Model>(), DiffableRule<Element>(), moves)
  }

  /// Finds the changes between sections of hashable models and ``Diffable`` elements, unless it is cancelled.
  @_disfavoredOverload @inlinable public init?(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Model: Hashable, Element: Diffable {
    self.init(Array(source), Array(target), ValueRule<Model>(), DiffableRule<Element>(), moves, isCancelled)
  }

  /// Finds the changes between sections of identifiable models and elements.
  @_disfavoredOverload @inlinable public init(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Model: Identifiable & Equatable, Element: Identifiable & Equatable {
    self.init(Array(source), Array(target), IdentifiableRule<Model>(), IdentifiableRule<Element>(), moves)
  }

  /// Finds the changes between sections of identifiable models and elements, unless it is cancelled.
  @_disfavoredOverload @inlinable public init?(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Model: Identifiable & Equatable, Element: Identifiable & Equatable {
    self.init(Array(source), Array(target), IdentifiableRule<Model>(), IdentifiableRule<Element>(), moves, isCancelled)
  }

  @inlinable init?<SectionRule: IdentityElementRule, Rule: IdentityElementRule>(
    _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>],
    _ sectionRule: SectionRule, _ rule: Rule, _ moves: MoveDetection, _ isCancelled: @escaping () -> Bool
  )
  where
    SectionRule.Element == Model, Rule.Element == Element, SectionRule.Failure == Never, Rule.Failure == Never
  {
    let check = CancellationCheck(isCancelled)
    do throws(SearchCancelled) {
      try self.init(
        source, target, CancellableRule(rule: sectionRule, check: check), CancellableRule(rule: rule, check: check),
        moves)
    } catch {
      return nil
    }
    if isCancelled() { return nil }
  }
}

extension IdentifiableDiffing {
  /// Finds the changes between sections of ``Diffable`` models and identifiable elements.
  @inlinable public init<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Self == SectionedChangeset<Model, Element>, Model: Diffable, Element: Identifiable & Equatable {
    self.init(Array(source), Array(target), DiffableRule<Model>(), IdentifiableRule<Element>(), moves)
  }

  /// Finds the changes between sections of ``Diffable`` models and identifiable elements, unless it is cancelled.
  @inlinable public init?<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Self == SectionedChangeset<Model, Element>, Model: Diffable, Element: Identifiable & Equatable {
    self.init(Array(source), Array(target), DiffableRule<Model>(), IdentifiableRule<Element>(), moves, isCancelled)
  }

  /// Finds the changes between sections of identifiable models and ``Diffable`` elements.
  @inlinable public init<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Self == SectionedChangeset<Model, Element>, Model: Identifiable & Equatable, Element: Diffable {
    self.init(Array(source), Array(target), IdentifiableRule<Model>(), DiffableRule<Element>(), moves)
  }

  /// Finds the changes between sections of identifiable models and ``Diffable`` elements, unless it is cancelled.
  @inlinable public init?<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Self == SectionedChangeset<Model, Element>, Model: Identifiable & Equatable, Element: Diffable {
    self.init(Array(source), Array(target), IdentifiableRule<Model>(), DiffableRule<Element>(), moves, isCancelled)
  }

  /// Finds the changes between sections of identifiable models and hashable elements.
  @_disfavoredOverload @inlinable public init<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Self == SectionedChangeset<Model, Element>, Model: Identifiable & Equatable, Element: Hashable {
    self.init(Array(source), Array(target), IdentifiableRule<Model>(), ValueRule<Element>(), moves)
  }

  /// Finds the changes between sections of identifiable models and hashable elements, unless it is cancelled.
  @_disfavoredOverload @inlinable public init?<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Self == SectionedChangeset<Model, Element>, Model: Identifiable & Equatable, Element: Hashable {
    self.init(Array(source), Array(target), IdentifiableRule<Model>(), ValueRule<Element>(), moves, isCancelled)
  }

  /// Finds the changes between sections of hashable models and identifiable elements.
  @_disfavoredOverload @inlinable public init<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Self == SectionedChangeset<Model, Element>, Model: Hashable, Element: Identifiable & Equatable {
    self.init(Array(source), Array(target), ValueRule<Model>(), IdentifiableRule<Element>(), moves)
  }

  /// Finds the changes between sections of hashable models and identifiable elements, unless it is cancelled.
  @_disfavoredOverload @inlinable public init?<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Self == SectionedChangeset<Model, Element>, Model: Hashable, Element: Identifiable & Equatable {
    self.init(Array(source), Array(target), ValueRule<Model>(), IdentifiableRule<Element>(), moves, isCancelled)
  }
}

extension HashableDiffing {
  /// Finds the changes between sections of hashable models and elements.
  @_disfavoredOverload @inlinable public init<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Self == SectionedChangeset<Model, Element>, Model: Hashable, Element: Hashable {
    self.init(Array(source), Array(target), ValueRule<Model>(), ValueRule<Element>(), moves)
  }

  /// Finds the changes between sections of hashable models and elements, unless it is cancelled.
  @_disfavoredOverload @inlinable public init?<Model, Element>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Self == SectionedChangeset<Model, Element>, Model: Hashable, Element: Hashable {
    self.init(Array(source), Array(target), ValueRule<Model>(), ValueRule<Element>(), moves, isCancelled)
  }
}
