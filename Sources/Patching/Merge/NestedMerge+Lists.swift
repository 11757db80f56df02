import Comparing

extension NestedMerge {
  /// The elements of three versions of a list, paired with those of the base.
  private struct Lists {
    let version: Version
    /// The nodes of the elements.
    let ours, theirs: [Int]
    /// For each element of the base what ours and theirs have of it.
    var own, other: [NestedDiff.Part?]
    var ownElements, otherElements: [ListArrangement.Element]
    /// Elements that both inserted, by their places.
    var twins: [(own: Int, other: Int)] = []
  }

  /// Joins two sides' changes to a list; where both arranged its elements in different ways, it is a conflict as a
  /// whole.
  mutating func mergeList(_ frame: Frame) throws {
    let rule = ours.new.rule(of: frame.version.ours).list ?? .sequence
    var lists = try paired(frame.version)
    // Elements that rules ignore stay as they are.
    guard lists.ours.count == frame.container.count else { return }
    if rule != .sequence { try findTwins(&lists) }
    let clashes = try settleDeletions(&lists)
    guard let items = try arranged(lists, rule) else {
      return try clashWhole(lists, rule, frame.container)
    }
    note(clashes)
    try mergeElements(lists, in: frame.container)
    guard items != lists.ours.indices.map(ListArrangement.Item.own) else { return }
    noteChange()
    arrange(items, lists, in: frame.container)
  }

  private mutating func paired(_ version: Version) throws -> Lists {
    let ownParts = try ours.parts(of: .init(old: version.base, new: version.ours))
    let otherParts = try theirs.parts(of: .init(old: version.base, new: version.theirs))
    let count = ours.old.children(of: version.base).count
    func ofBase(_ parts: [NestedDiff.Part]) -> [NestedDiff.Part?] {
      var ofBase = [NestedDiff.Part?](repeating: nil, count: count)
      for part in parts where part.old >= 0 && part.new >= 0 { ofBase[part.oldPlace] = part }
      return ofBase
    }
    func elements(_ parts: [NestedDiff.Part]) -> [ListArrangement.Element] {
      parts.filter { $0.new >= 0 }.map {
        ListArrangement.Element(origin: $0.old < 0 ? -1 : $0.oldPlace, isMoved: $0.isMoved)
      }
    }
    return Lists(
      version: version, ours: ours.new.children(of: version.ours),
      theirs: theirs.new.children(of: version.theirs), own: ofBase(ownParts),
      other: ofBase(otherParts), ownElements: elements(ownParts),
      otherElements: elements(otherParts))
  }

  /// Finds the elements that both inserted under one key: theirs is the same as ours.
  private mutating func findTwins(_ lists: inout Lists) throws {
    let isNew: (ListArrangement.Element) -> Bool = { $0.origin < 0 }
    guard lists.ownElements.contains(where: isNew), lists.otherElements.contains(where: isNew)
    else { return }
    let version = lists.version
    for part in try across.parts(of: .init(old: version.ours, new: version.theirs))
    where part.old >= 0 && part.new >= 0 {
      let (own, other) = (part.oldPlace, part.newPlace)
      guard isNew(lists.ownElements[own]), isNew(lists.otherElements[other]) else { continue }
      lists.twins.append((own, other))
      lists.otherElements[other].isOut = true
    }
  }

  /// Leaves out what one side deleted and the other one did not change.
  ///
  /// - Returns: The conflicts about those that the other one changed.
  private mutating func settleDeletions(_ lists: inout Lists) throws -> [Clash] {
    var clashes: [Clash] = []
    let bases = ours.old.children(of: lists.version.base)
    for (place, base) in bases.enumerated() {
      switch (lists.own[place], lists.other[place]) {
      case (let own?, nil):
        lists.ownElements[own.newPlace].origin = -1
        guard try !theirs.isEqualToNothing(.init(old: base, new: -1)) else { continue }
        let isChanged = try ours.differs(base, own.new)
        if isChanged { clashes.append(Clash(kind: .deletedByTheirs, base: base, ours: own.new)) }
        lists.ownElements[own.newPlace].isOut = !isChanged || favorsTheirs
        lists.ownElements[own.newPlace].isDisputed = isChanged
      case (nil, let other?):
        lists.otherElements[other.newPlace].origin = -1
        let isChanged = try theirs.differs(base, other.new)
        if isChanged { clashes.append(Clash(kind: .deletedByOurs, base: base, theirs: other.new)) }
        lists.otherElements[other.newPlace].isOut = !isChanged || !favorsTheirs
        lists.otherElements[other.newPlace].isDisputed = isChanged
      default: break
      }
    }
    for (place, node) in lists.theirs.enumerated()
    where lists.otherElements[place].origin < 0 && !lists.otherElements[place].isOut {
      lists.otherElements[place].isOut = try theirs.isEqualToNothing(.init(old: -1, new: node))
    }
    return clashes
  }

  private mutating func arranged(
    _ lists: Lists, _ rule: ListRule
  ) throws -> [ListArrangement.Item]? {
    let count = lists.own.count
    let arrangement = ListArrangement(
      baseCount: count, ours: lists.ownElements, theirs: lists.otherElements)
    switch rule {
    case .set: return arrangement.appended()
    case .position:
      // What one side took off the end is where the other one put something.
      let (own, other) = (lists.ours.count, lists.theirs.count)
      return min(own, other) < count && max(own, other) > count ? nil : arrangement.appended()
    case .members, .script: return arrangement.joined(hasKey: true) { _, _ in false }
    case .sequence:
      return try arrangement.joined(hasKey: false) { own, other in
        try !across.differs(lists.ours[own], lists.theirs[other])
      }
    }
  }

  private mutating func mergeElements(_ lists: Lists, in container: EditedContainer) throws {
    for case (let own?, let other?) in zip(lists.own, lists.other) {
      let version = Version(base: own.old, ours: own.new, theirs: other.new)
      if let value = try outcome(version) { container[own.newPlace] = value }
    }
    for (own, other) in lists.twins {
      let (mine, theirs) = (lists.ours[own], lists.theirs[other])
      guard try across.differs(mine, theirs) else { continue }
      clash(.inserted, -1, mine, theirs)
      if favorsTheirs { container[own] = replacement(theirs) }
    }
  }

  private mutating func arrange(
    _ items: [ListArrangement.Item], _ lists: Lists, in container: EditedContainer
  ) {
    container.arrange(
      items.map { item in
        switch item {
        case .own(let place): .kept(place)
        case .other(let place): .new(replacement(lists.theirs[place]))
        }
      })
  }

  private mutating func clashWhole(
    _ lists: Lists, _ rule: ListRule, _ container: EditedContainer
  ) throws {
    let version = lists.version
    guard try across.differs(version.ours, version.theirs) else { return }
    note([
      Clash(
        kind: .updated, base: version.base, ours: version.ours, theirs: version.theirs,
        isUnruledList: rule == .sequence)
    ])
    guard favorsTheirs else { return }
    arrange(lists.theirs.indices.map(ListArrangement.Item.other), lists, in: container)
  }
}
