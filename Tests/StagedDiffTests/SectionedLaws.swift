import StagedDiff

/// Checks every law of a sectioned diff on one case; the first that fails is returned as text.
enum SectionedLaws {
  static func violation(
    _ source: [ItemSection], _ target: [ItemSection],
    modes: [MoveDetection] = MoveDetection.allCases
  ) -> String? {
    for mode in modes {
      let changeset = SectionedChangeset(from: source, to: target, moves: mode)
      let violation =
        partition(changeset) ?? replay(changeset, mode) ?? replay(changeset.inverted, mode)
        ?? walk(changeset, mode)
      if let violation { return "\(mode) \(source) → \(target): \(violation)" }
    }
    return minimal(source, target).map { "\(source) → \(target): \($0)" }
  }

  private static func partition(_ changeset: SectionedChangeset<Item, Item>) -> String? {
    let changes = changeset.changes
    let elements = changes.elements
    let summary = changeset.summary.elements
    let paired = changes.source.elementCount - summary.deleted
    if paired != changes.target.elementCount - summary.inserted { return "counts \(summary)" }
    if Set(elements.updated.map(\.source)).count != elements.updated.count {
      return "updated twice"
    }
    if Set(elements.moved.map(\.source)).count != elements.moved.count { return "moved twice" }
    if !Set(elements.moved.map(\.source)).isDisjoint(with: elements.deleted) {
      return "moved, gone"
    }
    let source = changeset.source.flatMap(\.elements)
    let target = changeset.target.flatMap(\.elements)
    for pair in elements.updated + elements.moved
    where source[pair.source].id != target[pair.target].id { return "pair \(pair)" }
    return summary.unchanged >= 0 ? nil : "summary \(summary)"
  }

  private static func replay(
    _ changeset: SectionedChangeset<Item, Item>, _ mode: MoveDetection
  ) -> String? {
    var list = StrictSections(changeset.source)
    changeset.update(&list)
    if let refusal = list.refusal { return refusal.description }
    if list.batches != changeset.changes.stages.count { return "stages differ" }
    let applied = changeset.apply(to: changeset.source)
    if applied != list.sections { return "apply gives \(String(describing: applied))" }
    if mode == .none {
      let isSame = sorted(list.sections) == sorted(changeset.target)
      return isSame ? nil : "stages give \(list.sections)"
    }
    return list.sections == changeset.target ? nil : "stages give \(list.sections)"
  }

  private static func walk(
    _ changeset: SectionedChangeset<Item, Item>, _ mode: MoveDetection
  ) -> String? {
    var walker = SectionWalker(changeset.source)
    for edit in changeset.sequentialEdits { walker.take(edit) }
    let applied = changeset.apply(to: changeset.source)
    return walker.sections == applied ? nil : "walking gives \(walker.sections)"
  }

  private static func sorted(_ sections: [ItemSection]) -> [String] {
    sections.map { "\($0.model): \($0.elements.map(\.description).sorted())" }.sorted()
  }

  /// Moves of sections and of elements against slow oracles.
  private static func minimal(_ source: [ItemSection], _ target: [ItemSection]) -> String? {
    let changes = SectionedChangeset(from: source, to: target).changes
    let sections = Oracle.pairs(source.map(\.model.id), target.map(\.model.id))
    let least = sections.count - Oracle.longestIncreasing(sections.map(\.source))
    if changes.sections.moved.count != least { return "\(changes.sections.moved) for \(least)" }
    let pairs = survivingPairs(source, target, sections)
    var stay = 0
    for section in sections {
      let inside = pairs.filter {
        $0.source.section == section.source && $0.target.section == section.target
      }
      stay += Oracle.longestIncreasing(inside.map(\.source.element))
    }
    let deleted = source.reduce(0) { $0 + $1.elements.count } - pairs.count
    let summary = changes.summary.elements
    if summary.deleted != deleted { return "\(summary.deleted) deleted, not \(deleted)" }
    let count = changes.elements.moved.count
    return count == pairs.count - stay ? nil : "\(count) moves, not \(pairs.count - stay)"
  }

  private typealias Place = (section: Int, element: Int)

  /// Elements of surviving sections, paired first-in-first-out.
  private static func survivingPairs(
    _ source: [ItemSection], _ target: [ItemSection], _ sections: [(source: Int, target: Int)]
  ) -> [(source: Place, target: Place)] {
    let sources = places(source, Set(sections.map(\.source)))
    let targets = places(target, Set(sections.map(\.target)))
    let pairs = Oracle.pairs(
      sources.map { source[$0.section].elements[$0.element].id },
      targets.map { target[$0.section].elements[$0.element].id })
    return pairs.map { (sources[$0.source], targets[$0.target]) }
  }

  private static func places(_ sections: [ItemSection], _ survivors: Set<Int>) -> [Place] {
    sections.indices.filter(survivors.contains).flatMap { section in
      sections[section].elements.indices.map { (section, $0) }
    }
  }
}

/// Takes one edit at a time.
struct SectionWalker {
  var sections: [ItemSection]

  init(_ sections: [ItemSection]) { self.sections = sections }

  mutating func take(_ edit: SectionedEdit<Item, Item>) {
    switch edit {
    case .updateElement(let at, let element):
      sections[at.section].elements[at.element] = element
    case .deleteElement(let at): sections[at.section].elements.remove(at: at.element)
    case .deleteSection(let at): sections.remove(at: at)
    case .insertSection(let at, let section): sections.insert(section, at: at)
    case .insertElement(let at, let element):
      sections[at.section].elements.insert(element, at: at.element)
    case .updateSection(let at, let model): sections[at].model = model
    }
  }
}
