extension SectionedChanges {
  /// Whether nothing differs.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool {
    sections.isEmpty && elements.deleted.isEmpty && elements.inserted.isEmpty
      && elements.updated.isEmpty && elements.moved.isEmpty
  }

  /// How many changes there are of each kind, of sections and of elements.
  ///
  /// Elements that go or come with their section count as deleted or inserted.
  ///
  /// - Complexity: O(*u* log *v*) for *u* updates and *v* moves.
  public var summary: SectionedSummary {
    let deleted = elements.deleted.count + elements.deletedWithSections
    let movedTargets = elements.moved.map(\.target)
    let both = elements.updated.count { movedTargets.sortedContains($0.target) }
    let touched = elements.updated.count + elements.moved.count - both
    return SectionedSummary(
      sections: sections.summary,
      elements: ChangeSummary(
        deleted: deleted, inserted: elements.inserted.count + elements.insertedWithSections,
        updated: elements.updated.count, moved: elements.moved.count,
        unchanged: source.elementCount - deleted - touched))
  }

  /// The batches that turn source into target, in order, empty ones left out.
  ///
  /// 1. elements updated (paths in the source)
  /// 2. sections deleted, elements deleted (both in the source)
  /// 3. sections inserted, sections moved
  /// 4. elements inserted, elements moved; a move's `from` is its place after the deletes, in the
  ///    section's position in the target
  /// 5. sections updated (offsets in the target)
  ///
  /// - Complexity: O(*c* log *n*) for *c* changes.
  public var stages: [SectionedStage] { steps.map(\.1) }

  /// The elements' moves at their stage, ascending by where they go.
  var movesAfterSections: [SectionedStage.Move] {
    sectionPartners.isEmpty ? placedMoves : placedMoves.sorted { $0.to < $1.to }
  }

  /// For each of the inserted elements its path at its stage.
  package var placedInserts: [ElementPath] {
    placed(elements.inserted.map(target.path), isSorted: false)
  }

  /// For each of the moved elements its move: sections are in their target order already.
  package var placedMoves: [SectionedStage.Move] {
    let places = elements.moved.isEmpty ? [] : sections.targetOffsets
    let targetPaths = placed(elements.moved.map { target.path($0.target) }, isSorted: false)
    return zip(elements.moved, targetPaths).map { pair, targetPath in
      let path = source.path(pair.source)
      let start = source.starts[Int(path.section)]
      let deletedBefore =
        elements.deleted.countBelow(pair.source) - elements.deleted.countBelow(start)
      let from = ElementPath(
        section: places[Int(path.section)],
        element: path.element - Int32(truncatingIfNeeded: deletedBefore))
      return SectionedStage.Move(from: from, to: targetPath)
    }
  }

  /// Where updated sections are once all sections are in their places, ascending.
  var updatedSectionPlaces: [Int32] {
    if sectionPartners.isEmpty { return sections.updated.map(\.target).sorted() }
    let places = sections.targetOffsets
    return sections.updated.map { places[Int($0.source)] }.sorted()
  }

  /// Paths in the target as paths in the collection that the stages lead to: the same unless
  /// order does not matter, where sections stay as they are in the source.
  func placed(_ paths: [ElementPath], isSorted: Bool = true) -> [ElementPath] {
    if sectionPartners.isEmpty { return paths }
    var places = Array(0..<Int32(truncatingIfNeeded: target.sectionCount))
    for (section, place) in sections.targetOffsets.enumerated() where place >= 0 {
      places[Int(sectionPartners[section])] = place
    }
    let placed = paths.map {
      ElementPath(section: places[Int($0.section)], element: $0.element)
    }
    return isSorted ? placed.sorted() : placed
  }

  /// The changes that turn the target back into the source.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var inverted: SectionedChanges {
    let elements = ElementChanges(
      deleted: self.elements.inserted, inserted: self.elements.deleted,
      updated: self.elements.updated.map(\.swapped).sorted { $0.source < $1.source },
      moved: self.elements.moved.map(\.swapped).sorted { $0.target < $1.target },
      deletedWithSections: self.elements.insertedWithSections,
      insertedWithSections: self.elements.deletedWithSections)
    var partners = sectionPartners.isEmpty ? [] : [Int32](repeating: -1, count: target.sectionCount)
    for (section, partner) in sectionPartners.enumerated() where partner >= 0 {
      partners[Int(partner)] = Int32(truncatingIfNeeded: section)
    }
    return SectionedChanges(
      sections: sections.inverted, elements: elements, source: target, target: source,
      sectionPartners: partners)
  }
}

extension LinearChanges {
  /// For each source offset where its element is in the target, or −1: it is deleted.
  ///
  /// What neither comes, goes nor moves keeps its order. (With ``MoveDetection/none`` these are
  /// places rather than partners.)
  package var targetOffsets: [Int32] {
    var offsets = [Int32](repeating: 0, count: sourceCount)
    for source in deleted { offsets[Int(source)] = -1 }
    var isTaken = [Bool](repeating: false, count: targetCount)
    for target in inserted { isTaken[Int(target)] = true }
    var isMoved = [Bool](repeating: false, count: sourceCount)
    for pair in moved {
      isTaken[Int(pair.target)] = true
      isMoved[Int(pair.source)] = true
      offsets[Int(pair.source)] = pair.target
    }
    var target = 0
    for source in 0..<sourceCount where offsets[source] == 0 && !isMoved[source] {
      while isTaken[target] { target += 1 }
      offsets[source] = Int32(truncatingIfNeeded: target)
      target += 1
    }
    return offsets
  }
}

/// How many changes there are, of sections and of elements.
public struct SectionedSummary: Sendable, Hashable, Codable {
  /// The changes of the sections themselves.
  public var sections: ChangeSummary
  /// The changes of elements.
  public var elements: ChangeSummary

  /// Creates a summary.
  ///
  /// - Complexity: O(1).
  public init(sections: ChangeSummary, elements: ChangeSummary) {
    self.sections = sections
    self.elements = elements
  }

  /// All changes; what is both updated and moved counts twice.
  ///
  /// - Complexity: O(1).
  public var changeCount: Int { sections.changeCount + elements.changeCount }
}

extension SectionedSummary: CustomStringConvertible {
  /// Both summaries, the sections' first.
  public var description: String { "sections: \(sections); elements: \(elements)" }
}
