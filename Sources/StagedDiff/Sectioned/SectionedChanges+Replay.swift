extension SectionedChanges {
  /// What a sectioned collection holds after a step.
  ///
  /// - Parameters:
  ///   - sourceSections: a collection like the source.
  ///   - targetSections: the target, which updates and inserts are taken from; all else stays what
  ///     stands in the source.
  @inlinable
  func data<Model, Element>(
    after step: Step, source sourceSections: [DiffableSection<Model, Element>],
    target targetSections: [DiffableSection<Model, Element>]
  ) -> [DiffableSection<Model, Element>] {
    let targetElements = flattened(targetSections)
    var current = flattened(sourceSections)
    for pair in elements.updated { current[pair.source] = targetElements[pair.target] }
    let sectionTargets = sections.targetOffsets
    if step.rawValue < Step.sections.rawValue {
      let survivors = sourceSections.indices.filter {
        step == .elementUpdates || sectionTargets[$0] >= 0
      }
      return survivors.map { section in
        let isCleared = step == .deletes
        return DiffableSection(
          sourceSections[section].model,
          elements: remaining(current, in: section, clearing: isCleared))
      }
    }
    var sources = [Int](repeating: -1, count: targetSections.count)
    for (section, target) in sectionTargets.enumerated() where target >= 0 {
      sources[Int(target)] = section
    }
    let contents =
      step == .sections ? [] : arrangedElements(current, targetElements, sectionSources: sources)
    var models = sourceSections.map { $0.model }
    if step == .sectionUpdates {
      for pair in sections.updated {
        models[pair.source] = targetSections[pair.target].model
      }
    }
    return targetSections.indices.map { section in
      let origin = sources[section]
      if origin < 0 { return targetSections[section] }
      return DiffableSection(
        models[origin],
        elements: step == .sections
          ? remaining(current, in: origin, clearing: true) : contents[section])
    }
  }

  /// The elements of a source section, with or without the deleted ones.
  @inlinable
  func remaining<Element>(_ elements: [Element], in section: Int, clearing: Bool)
    -> [Element]
  {
    let range = source.elements(ofSection: section)
    let content = Array(elements[Int(range.lowerBound)..<Int(range.upperBound)])
    guard clearing else { return content }
    let deleted = self.elements.deleted.numbers
    let places = deleted.countBelow(range.lowerBound)..<deleted.countBelow(range.upperBound)
    return removing(places.map { Int(deleted[$0] &- range.lowerBound) }, from: content)
  }

  /// The elements of each target section: inserted, moved, and in the places between what stays.
  @inlinable
  func arrangedElements<Element>(
    _ current: [Element], _ targetElements: [Element], sectionSources: [Int]
  ) -> [[Element]] {
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
        let place = Int(offset)
        if isInserted[place] { return targetElements[place] }
        if origins[place] >= 0 { return current[Int(origins[place])] }
        while isGone[kept] { kept += 1 }
        defer { kept += 1 }
        return current[kept]
      }
    }
  }

  /// For each source element the target's partner, or −1: it is deleted.
  ///
  /// What neither comes, goes nor moves keeps its order within its section.
  @usableFromInline
  var elementPartners: [Int32] {
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
      var place = Int(target.starts[Int(targetSection)])
      for offset in source.elements(ofSection: section) where !isGone[Int(offset)] {
        while isTaken[place] { place += 1 }
        partners[Int(offset)] = Int32(truncatingIfNeeded: place)
        place += 1
      }
    }
    return partners
  }
}

/// The elements of all sections, one after the other.
@inlinable
func flattened<Model, Element>(_ sections: [DiffableSection<Model, Element>]) -> [Element] {
  var elements: [Element] = []
  elements.reserveCapacity(sections.reduce(0) { $0 + $1.elements.count })
  for section in sections { elements.append(contentsOf: section.elements) }
  return elements
}
