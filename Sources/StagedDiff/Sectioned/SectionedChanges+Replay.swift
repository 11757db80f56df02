extension SectionedChanges {
  /// A stage's place among the five that there can be.
  enum Step: Int, Sendable, CaseIterable {
    case elementUpdates, deletes, sections, elements, sectionUpdates
  }

  /// Each step that has edits, with its edits.
  var steps: [(Step, SectionedStage)] {
    let all: [(Step, SectionedStage)] = [
      (
        .elementUpdates,
        SectionedStage(elements: .init(updated: elements.updated.map { source.path($0.source) }))
      ),
      (
        .deletes,
        SectionedStage(
          sections: LinearStage(deleted: sections.deleted),
          elements: .init(deleted: elements.deleted.map(source.path)))
      ),
      (
        .sections,
        SectionedStage(
          sections: LinearStage(inserted: sections.inserted, moved: sections.movesAfterDeletes))
      ),
      (
        .elements,
        SectionedStage(
          elements: .init(
            inserted: placed(elements.inserted.map(target.path)), moved: movesAfterSections))
      ),
      (
        .sectionUpdates,
        SectionedStage(sections: LinearStage(updated: updatedSectionPlaces))
      ),
    ]
    return all.filter { $0.1.changeCount > 0 }
  }

  /// What a sectioned collection holds after a step.
  ///
  /// - Parameters:
  ///   - sourceSections: a collection like the source.
  ///   - targetSections: the target, which updates and inserts are taken from.
  ///   - partners: for each source element the target's that takes its place, or −1: it stays.
  func data<Model, Element>(
    after step: Step, source sourceSections: [Section<Model, Element>],
    target targetSections: [Section<Model, Element>], replacing partners: [Int32]
  ) -> [Section<Model, Element>] {
    let targetElements = flattened(targetSections)
    var current = flattened(sourceSections)
    for (offset, partner) in partners.enumerated() where partner >= 0 {
      current[offset] = targetElements[Int(partner)]
    }
    let sectionTargets = sections.targetOffsets
    if step.rawValue < Step.sections.rawValue {
      let survivors = sourceSections.indices.filter {
        step == .elementUpdates || sectionTargets[$0] >= 0
      }
      return survivors.map { section in
        let isCleared = step == .deletes
        return Section(
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
    var models = sourceSections.map(\.model)
    if step == .sectionUpdates {
      for pair in sections.updated {
        models[Int(pair.source)] = targetSections[Int(pair.target)].model
      }
    }
    return targetSections.indices.map { section in
      let origin = sources[section]
      if origin < 0 { return targetSections[section] }
      return Section(
        models[origin],
        elements: step == .sections
          ? remaining(current, in: origin, clearing: true) : contents[section])
    }
  }

  /// The elements of a source section, with or without the deleted ones.
  private func remaining<Element>(_ elements: [Element], in section: Int, clearing: Bool)
    -> [Element]
  {
    let range = source.elements(ofSection: section)
    let content = Array(elements[Int(range.lowerBound)..<Int(range.upperBound)])
    guard clearing else { return content }
    let low = self.elements.deleted.countBelow(range.lowerBound)
    let high = self.elements.deleted.countBelow(range.upperBound)
    return removing(self.elements.deleted[low..<high].map { $0 - range.lowerBound }, from: content)
  }

  /// The elements of each target section: inserted, moved, and in the places between what stays.
  private func arrangedElements<Element>(
    _ current: [Element], _ targetElements: [Element], sectionSources: [Int]
  ) -> [[Element]] {
    var isGone = [Bool](repeating: false, count: source.elementCount)
    for source in elements.deleted { isGone[Int(source)] = true }
    for pair in elements.moved { isGone[Int(pair.source)] = true }
    var origins = [Int32](repeating: -1, count: target.elementCount)
    for pair in elements.moved { origins[Int(pair.target)] = pair.source }
    var isInserted = [Bool](repeating: false, count: target.elementCount)
    for target in elements.inserted { isInserted[Int(target)] = true }
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
  var elementPartners: [Int32] {
    var isTaken = [Bool](repeating: false, count: target.elementCount)
    for offset in elements.inserted { isTaken[Int(offset)] = true }
    var partners = [Int32](repeating: -1, count: source.elementCount)
    var isGone = [Bool](repeating: false, count: source.elementCount)
    for offset in elements.deleted { isGone[Int(offset)] = true }
    for pair in elements.moved {
      isTaken[Int(pair.target)] = true
      isGone[Int(pair.source)] = true
      partners[Int(pair.source)] = pair.target
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

  /// For each source element the target's partner if it is updated, else −1.
  var updatedPartners: [Int32] {
    var partners = [Int32](repeating: -1, count: source.elementCount)
    for pair in elements.updated { partners[Int(pair.source)] = pair.target }
    return partners
  }
}
