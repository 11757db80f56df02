/// Everything that differs between two sectioned collections, as offsets.
///
/// Elements are given by *flattened* offsets, counted through all sections; ``source`` and
/// ``target`` lead from there to paths and to the elements.
public struct SectionedChanges: Sendable, Hashable {
  /// The changes of the sections themselves, their elements aside.
  public let sections: LinearChanges
  /// The changes of the elements.
  public let elements: ElementChanges
  /// The source's sections and their elements.
  public let source: SectionLayout
  /// The target's sections and their elements.
  public let target: SectionLayout
  /// With ``MoveDetection/none`` each source section's partner, since order does not tell; else empty.
  @usableFromInline let sectionPartners: [Int32]

  /// The changes of elements in a sectioned collection, by flattened offsets.
  public struct ElementChanges: Sendable, Hashable {
    /// Elements of surviving sections that the target lacks, or has in an inserted section;
    /// ascending offsets in the source.
    public let deleted: Offsets
    /// Elements of surviving sections that the source lacks, or has in a deleted section;
    /// ascending offsets in the target.
    public let inserted: Offsets
    /// Paired elements whose content is not equal, in source order.
    public let updated: [OffsetPair]
    /// Paired elements that change section, or place in it relative to the rest; in target order.
    public let moved: [OffsetPair]
    /// The number of elements that go with their deleted sections.
    public let deletedWithSections: Int
    /// The number of elements that come with their inserted sections.
    public let insertedWithSections: Int

    @usableFromInline package init(
      deleted: Offsets, inserted: Offsets, updated: [OffsetPair], moved: [OffsetPair], deletedWithSections: Int,
      insertedWithSections: Int
    ) {
      self.deleted = deleted
      self.inserted = inserted
      self.updated = updated
      self.moved = moved
      self.deletedWithSections = deletedWithSections
      self.insertedWithSections = insertedWithSections
    }
  }

  @usableFromInline init(
    sections: LinearChanges, elements: ElementChanges, source: SectionLayout, target: SectionLayout,
    sectionPartners: [Int32]
  ) {
    self.sectionPartners = sectionPartners
    self.sections = sections
    self.elements = elements
    self.source = source
    self.target = target
  }

  /// Finds the changes of paired collections.
  ///
  /// - Parameters:
  ///   - pairing: which section and element is which; its mode decides about moves.
  ///   - isSectionUpdated: whether the content of two sections, given by their offsets in source
  ///     and target, is *not* equal. Elements are no part of a section's content.
  ///   - isElementUpdated: whether the content of two elements, given by their own offsets in
  ///     source and target, is *not* equal.
  /// - Throws: what the closures throw, at once.
  /// - Complexity: O(*n* + *m*) and the calls; see ``MoveDetection`` for the moves.
  @inlinable public init<Failure: Error>(
    pairing: SectionedPairing, isSectionUpdated: (_ source: Int, _ target: Int) throws(Failure) -> Bool,
    isElementUpdated: (_ source: Int, _ target: Int) throws(Failure) -> Bool
  ) throws(Failure) {
    let sections = try LinearChanges(pairing: pairing.sections, moves: pairing.moves, isUpdated: isSectionUpdated)
    let sourceOrder = pairing.source.order
    let targetOrder = pairing.target.order
    let updated = try pairing.elements.updatedPairs { source, target throws(Failure) in
      try isElementUpdated(
        sourceOrder.isEmpty ? source : Int(sourceOrder[source]), targetOrder.isEmpty ? target : Int(targetOrder[target])
      )
    }
    self.init(pairing: pairing, sections: sections, updated: updated)
  }

  /// Finds the changes of paired collections whose updates are known.
  ///
  /// - Parameters:
  ///   - pairing: which section and element is which; its mode decides about moves.
  ///   - updatedTargetSections: offsets in the target of sections whose content is not equal.
  ///   - updatedTargetElements: the target elements' *own* offsets of which the content is not
  ///     equal. In both, offsets that are out of range or not paired do not count.
  /// - Complexity: O(*n* + *m* + *u* log *u*) for *u* updates; see ``MoveDetection``.
  public init(
    pairing: SectionedPairing, updatedTargetSections: some Sequence<Int>, updatedTargetElements: some Sequence<Int>
  ) {
    self.init(
      pairing: pairing, updatedTargetSections: updatedTargetSections.map { Int32(clamping: $0) },
      updatedTargetElements: updatedTargetElements.map { Int32(clamping: $0) })
  }

  /// The same for offsets that are 32 bits wide already.
  package init(pairing: SectionedPairing, updatedTargetSections: [Int32], updatedTargetElements: [Int32]) {
    let sections = LinearChanges(pairing: pairing.sections, moves: pairing.moves, updatedTargets: updatedTargetSections)
    let flattened = pairing.target.flattened(updatedTargetElements)
    self.init(pairing: pairing, sections: sections, updated: pairing.elements.pairs(ofTargets: flattened))
  }

  /// The changes of elements that were found without holding their pairs.
  ///
  /// - Parameters:
  ///   - sections: The pairs of sections.
  ///   - updatedTargetSections: Offsets in the target of sections whose content is not equal.
  package init(
    sections: Pairing, updatedTargetSections: [Int32], moves: MoveDetection, elements: ElementChanges,
    source: SectionLayout, target: SectionLayout
  ) {
    self.init(
      sections: LinearChanges(pairing: sections, moves: moves, updatedTargets: updatedTargetSections),
      elements: elements, source: source, target: target, sectionPartners: moves == .none ? sections.sourceToTarget : []
    )
  }

  /// The changes where one side has no sections.
  @usableFromInline init(betweenNoneAndAll source: SectionLayout, _ target: SectionLayout, _ moves: MoveDetection) {
    self.init(
      sections: LinearChanges(
        prefix: 0, sourceCount: source.sectionCount, targetCount: target.sectionCount, updated: [], moves: moves),
      elements: ElementChanges(
        deleted: Offsets(0..<0), inserted: Offsets(0..<0), updated: [], moved: [],
        deletedWithSections: source.elementCount,
        insertedWithSections: target.elementCount),
      source: source, target: target,
      sectionPartners: moves == .none ? filled(source.sectionCount, with: -1) : [])
  }

  @usableFromInline init(
    pairing: SectionedPairing, sections: LinearChanges, updated: [OffsetPair], moved: [OffsetPair]? = nil
  ) {
    let partners = pairing.elements
    let isWhole = pairing.sections.isWhole
    let deleted =
      isWhole
      ? partners.unpairedSources
      : pairing.source.unpairedInSurvivors(partners.sourceToTarget, pairing.sections.sourceToTarget)
    let inserted =
      isWhole
      ? partners.unpairedTargets
      : pairing.target.unpairedInSurvivors(partners.targetToSource, pairing.sections.targetToSource)
    let elements = ElementChanges(
      deleted: Offsets(numbers: deleted), inserted: Offsets(numbers: inserted), updated: updated,
      moved: moved ?? pairing.movedElements(),
      deletedWithSections: partners.sourceCount - partners.pairedCount - deleted.count,
      insertedWithSections: partners.targetCount - partners.pairedCount - inserted.count)
    self.init(
      sections: sections, elements: elements, source: pairing.source, target: pairing.target,
      sectionPartners: pairing.moves == .none ? pairing.sections.sourceToTarget : [])
  }
}

extension SectionLayout {
  /// Flattened offsets of elements given by their own, those out of range left out.
  func flattened(_ elements: [Int32]) -> [Int32] {
    if order.isEmpty { return elements }
    var places = [Int32](repeating: 0, count: order.count)
    for (index, element) in order.enumerated() { places[Int(element)] = Int32(truncatingIfNeeded: index) }
    return elements.compactMap { places.indices.contains(Int($0)) ? places[Int($0)] : nil }
  }

  /// The unpaired elements of paired sections, ascending.
  func unpairedInSurvivors(_ partners: [Int32], _ sectionPartners: [Int32]) -> [Int32] {
    var unpaired: [Int32] = []
    for range in survivingRanges(sectionPartners) {
      for offset in range where partners[offset] < 0 { unpaired.append(Int32(truncatingIfNeeded: offset)) }
    }
    return unpaired
  }
}

extension SectionedChanges {
  /// What a sectioned collection holds after a step.
  ///
  /// - Parameters:
  ///   - sourceSections: a collection like the source.
  ///   - targetSections: the target, which updates and inserts are taken from; all else stays what
  ///     stands in the source.
  @inlinable func data<Model, Element>(
    after step: Step, source sourceSections: [DiffableSection<Model, Element>],
    target targetSections: [DiffableSection<Model, Element>]
  ) -> [DiffableSection<Model, Element>] {
    let targetElements = flattened(targetSections)
    var current = flattened(sourceSections)
    for pair in elements.updated { current[pair.source] = targetElements[pair.target] }
    let sectionTargets = sections.targetOffsets
    if step.rawValue < Step.sections.rawValue {
      let survivors = sourceSections.indices.filter { step == .elementUpdates || sectionTargets[$0] >= 0 }
      return survivors.map { section in
        let isCleared = step == .deletes
        return DiffableSection(
          sourceSections[section].model, elements: remaining(current, in: section, clearing: isCleared))
      }
    }
    var sources = [Int](repeating: -1, count: targetSections.count)
    for (section, target) in sectionTargets.enumerated() where target >= 0 { sources[Int(target)] = section }
    let contents = step == .sections ? [] : arrangedElements(current, targetElements, sectionSources: sources)
    var models = sourceSections.map { $0.model }
    if step == .sectionUpdates {
      for pair in sections.updated { models[pair.source] = targetSections[pair.target].model }
    }
    return targetSections.indices.map { section in
      let origin = sources[section]
      if origin < 0 { return targetSections[section] }
      return DiffableSection(
        models[origin], elements: step == .sections ? remaining(current, in: origin, clearing: true) : contents[section]
      )
    }
  }

  /// The elements of a source section, with or without the deleted ones.
  @inlinable func remaining<Element>(_ elements: [Element], in section: Int, clearing: Bool) -> [Element] {
    let range = source.elements(ofSection: section)
    let content = Array(elements[Int(range.lowerBound)..<Int(range.upperBound)])
    guard clearing else { return content }
    let deleted = self.elements.deleted.numbers
    let places = deleted.countBelow(range.lowerBound)..<deleted.countBelow(range.upperBound)
    return removing(places.map { Int(deleted[$0] &- range.lowerBound) }, from: content)
  }

  /// The elements of each target section: inserted, moved, and in the places between what stays.
  @inlinable func arrangedElements<Element>(_ current: [Element], _ targetElements: [Element], sectionSources: [Int])
    -> [[Element]]
  {
    var isGone = [Bool](repeating: false, count: source.elementCount)
    for source in elements.deleted { isGone[source] = true }
    for pair in elements.moved { isGone[pair.source] = true }
    var origins = [Int32](repeating: -1, count: target.elementCount)
    for pair in elements.moved { origins[pair.target] = pair.source32 }
    var isInserted = [Bool](repeating: false, count: target.elementCount)
    for target in elements.inserted { isInserted[target] = true }
    return sectionSources.enumerated().map { section, origin -> [Element] in
      guard origin >= 0 else { return [] }
      var kept = Int(source.starts[origin])
      let partner = sectionPartners.isEmpty ? section : Int(sectionPartners[origin])
      return target.elements(ofSection: partner).map { offset in
        let index = Int(offset)
        if isInserted[index] { return targetElements[index] }
        if origins[index] >= 0 { return current[Int(origins[index])] }
        while isGone[kept] { kept += 1 }
        defer { kept += 1 }
        return current[kept]
      }
    }
  }

  /// For each source element the target's partner, or −1: it is deleted.
  ///
  /// What neither comes, goes nor moves keeps its order within its section.
  @usableFromInline var elementPartners: [Int32] {
    var isTaken = [Bool](repeating: false, count: target.elementCount)
    for offset in elements.inserted { isTaken[offset] = true }
    var partners = [Int32](repeating: -1, count: source.elementCount)
    var isGone = [Bool](repeating: false, count: source.elementCount)
    for offset in elements.deleted { isGone[offset] = true }
    for pair in elements.moved {
      isTaken[pair.target] = true
      isGone[pair.source] = true
      partners[pair.source] = pair.target32
    }
    for (section, targetSection) in sections.targetOffsets.enumerated() where targetSection >= 0 {
      var index = Int(target.starts[Int(targetSection)])
      for offset in source.elements(ofSection: section) where !isGone[Int(offset)] {
        while isTaken[index] { index += 1 }
        partners[Int(offset)] = Int32(truncatingIfNeeded: index)
        index += 1
      }
    }
    return partners
  }
}

@inlinable func flattened<Model, Element>(_ sections: [DiffableSection<Model, Element>]) -> [Element] {
  var elements: [Element] = []
  elements.reserveCapacity(sections.reduce(0) { $0 + $1.elements.count })
  for section in sections { elements.append(contentsOf: section.elements) }
  return elements
}
