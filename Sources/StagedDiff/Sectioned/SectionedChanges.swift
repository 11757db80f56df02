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
  /// With ``MoveDetection/none`` each source section's partner, since order does not tell; else
  /// empty.
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

    @usableFromInline
    package init(
      deleted: Offsets, inserted: Offsets, updated: [OffsetPair], moved: [OffsetPair],
      deletedWithSections: Int, insertedWithSections: Int
    ) {
      self.deleted = deleted
      self.inserted = inserted
      self.updated = updated
      self.moved = moved
      self.deletedWithSections = deletedWithSections
      self.insertedWithSections = insertedWithSections
    }
  }

  @usableFromInline
  init(
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
  @inlinable
  public init<Failure: Error>(
    pairing: SectionedPairing,
    isSectionUpdated: (_ source: Int, _ target: Int) throws(Failure) -> Bool,
    isElementUpdated: (_ source: Int, _ target: Int) throws(Failure) -> Bool
  ) throws(Failure) {
    let sections = try LinearChanges(
      pairing: pairing.sections, moves: pairing.moves, isUpdated: isSectionUpdated)
    let sourceOrder = pairing.source.order
    let targetOrder = pairing.target.order
    let updated = try pairing.elements.updatedPairs { source, target throws(Failure) in
      try isElementUpdated(
        sourceOrder.isEmpty ? source : Int(sourceOrder[source]),
        targetOrder.isEmpty ? target : Int(targetOrder[target]))
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
    pairing: SectionedPairing, updatedTargetSections: some Sequence<Int>,
    updatedTargetElements: some Sequence<Int>
  ) {
    self.init(
      pairing: pairing, updatedTargetSections: updatedTargetSections.map { Int32(clamping: $0) },
      updatedTargetElements: updatedTargetElements.map { Int32(clamping: $0) })
  }

  /// The same for offsets that are 32 bits wide already.
  package init(
    pairing: SectionedPairing, updatedTargetSections: [Int32], updatedTargetElements: [Int32]
  ) {
    let sections = LinearChanges(
      pairing: pairing.sections, moves: pairing.moves, updatedTargets: updatedTargetSections)
    let flattened = pairing.target.flattened(updatedTargetElements)
    self.init(
      pairing: pairing, sections: sections, updated: pairing.elements.pairs(ofTargets: flattened))
  }

  /// The changes of elements that were found without holding their pairs.
  ///
  /// - Parameters:
  ///   - sections: The pairs of sections.
  ///   - updatedTargetSections: Offsets in the target of sections whose content is not equal.
  package init(
    sections: Pairing, updatedTargetSections: [Int32], moves: MoveDetection,
    elements: ElementChanges, source: SectionLayout, target: SectionLayout
  ) {
    self.init(
      sections: LinearChanges(
        pairing: sections, moves: moves, updatedTargets: updatedTargetSections),
      elements: elements, source: source, target: target,
      sectionPartners: moves == .none ? sections.sourceToTarget : [])
  }

  @usableFromInline
  init(
    pairing: SectionedPairing, sections: LinearChanges, updated: [OffsetPair],
    moved: [OffsetPair]? = nil
  ) {
    let partners = pairing.elements
    let deleted = pairing.source.unpairedInSurvivors(
      partners.sourceToTarget, pairing.sections.sourceToTarget)
    let inserted = pairing.target.unpairedInSurvivors(
      partners.targetToSource, pairing.sections.targetToSource)
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
    for (place, element) in order.enumerated() {
      places[Int(element)] = Int32(truncatingIfNeeded: place)
    }
    return elements.compactMap { places.indices.contains(Int($0)) ? places[Int($0)] : nil }
  }

  /// The unpaired elements of paired sections, ascending.
  func unpairedInSurvivors(_ partners: [Int32], _ sectionPartners: [Int32]) -> [Int32] {
    var unpaired: [Int32] = []
    for range in survivingRanges(sectionPartners) {
      for offset in range where partners[offset] < 0 {
        unpaired.append(Int32(truncatingIfNeeded: offset))
      }
    }
    return unpaired
  }
}
