private enum SectionedKey: String, CodingKey {
  case source, target, sections, deleted, inserted, updated, moved, sectionPartners
}

extension SectionedChangeset: Encodable where Model: Encodable, Element: Encodable {
  /// Writes both collections and the changes.
  ///
  /// - Complexity: O(*n* + *m*).
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: SectionedKey.self)
    try values.encode(source, forKey: .source)
    try values.encode(target, forKey: .target)
    try values.encode(changes.sections, forKey: .sections)
    try values.encode(changes.elements.deleted, forKey: .deleted)
    try values.encode(changes.elements.inserted, forKey: .inserted)
    try values.encode(changes.elements.updated, forKey: .updated)
    try values.encode(changes.elements.moved, forKey: .moved)
    try values.encode(changes.sectionPartners, forKey: .sectionPartners)
  }
}

extension SectionedChangeset: Decodable where Model: Decodable, Element: Decodable {
  /// Reads a changeset back.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the changes do not go with the collections.
  /// - Complexity: O(*n* + *m* + *c* log *c*) for *c* changes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: SectionedKey.self)
    let source = try values.decode([DiffableSection<Model, Element>].self, forKey: .source)
    let target = try values.decode([DiffableSection<Model, Element>].self, forKey: .target)
    let changes = SectionedChanges(
      sections: try values.decode(LinearChanges.self, forKey: .sections),
      source: SectionLayout(counts: source.map { $0.elements.count }),
      target: SectionLayout(counts: target.map { $0.elements.count }),
      deleted: try values.decode(Offsets.self, forKey: .deleted),
      inserted: try values.decode(Offsets.self, forKey: .inserted),
      updated: try values.decode([OffsetPair].self, forKey: .updated),
      moved: try values.decode([OffsetPair].self, forKey: .moved),
      sectionPartners: try values.decode([Int32].self, forKey: .sectionPartners))
    guard let changes else {
      throw DecodingError.dataCorruptedError(
        forKey: .sections, in: values, debugDescription: "the changes are not those of these sections")
    }
    self.init(source: source, target: target, changes: changes)
  }
}

extension SectionedChanges {
  /// Changes from outside, or nil if they cannot be replayed on such sections.
  init?(
    sections: LinearChanges, source: SectionLayout, target: SectionLayout, deleted: Offsets, inserted: Offsets,
    updated: [OffsetPair], moved: [OffsetPair], sectionPartners: [Int32]
  ) {
    guard sections.sourceCount == source.sectionCount, sections.targetCount == target.sectionCount,
      let partners = sections.partners(sectionPartners)
    else { return nil }
    let gone = (deleted.numbers + moved.map(\.source32)).sorted()
    let taken = (inserted.numbers + moved.map(\.target32)).sorted()
    let updatedTargets = updated.map(\.target32).sorted()
    guard isAscending(deleted.numbers, below: source.elementCount),
      isAscending(inserted.numbers, below: target.elementCount),
      isAscending(moved.map(\.target32), below: target.elementCount), isAscending(gone, below: source.elementCount),
      isAscending(taken, below: target.elementCount), isAscending(updated.map(\.source32), below: source.elementCount),
      isAscending(updatedTargets, below: target.elementCount)
    else { return nil }
    var goneInSurvivors = 0
    var takenInSurvivors = 0
    var survivingTargets = 0
    for (section, partner) in partners.enumerated() where partner >= 0 {
      let sourceRange = source.elements(ofSection: section)
      let targetRange = target.elements(ofSection: Int(partner))
      let goneHere = gone.count(in: sourceRange)
      let takenHere = taken.count(in: targetRange)
      guard sourceRange.count - goneHere == targetRange.count - takenHere else { return nil }
      goneInSurvivors += goneHere
      takenInSurvivors += takenHere
      survivingTargets += targetRange.count
    }
    guard goneInSurvivors == gone.count, takenInSurvivors == taken.count else { return nil }
    let survivingSources = partners.indices.filter { partners[$0] >= 0 }.reduce(0) {
      $0 + source.elements(ofSection: $1).count
    }
    let elements = ElementChanges(
      deleted: deleted, inserted: inserted, updated: updated, moved: moved,
      deletedWithSections: source.elementCount - survivingSources,
      insertedWithSections: target.elementCount - survivingTargets)
    self.init(sections: sections, elements: elements, source: source, target: target, sectionPartners: sectionPartners)
  }
}

extension LinearChanges {
  /// Each source offset's partner or −1: those given if order does not matter, else those that the order implies.
  ///
  /// Nil if the given ones do not go with the deletes and inserts.
  fileprivate func partners(_ given: [Int32]) -> [Int32]? {
    guard moves == .none else { return given.isEmpty ? targetOffsets : nil }
    let expectedUnpaired = Set(deleted)
    guard given.count == sourceCount, given.indices.allSatisfy({ (given[$0] < 0) == expectedUnpaired.contains($0) })
    else { return nil }
    let paired = given.filter { $0 >= 0 }.sorted()
    return isAscending((paired + inserted.numbers).sorted(), below: targetCount) ? given : nil
  }
}

extension Array where Element == Int32 {
  /// How many of these ascending numbers are in a range.
  fileprivate func count(in range: Range<Int32>) -> Int { countBelow(range.upperBound) - countBelow(range.lowerBound) }
}
