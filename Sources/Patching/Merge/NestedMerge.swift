import Comparing
import Platform
import Records

/// Joins the changes that two sides made inside one nested value.
///
/// Each side's changes are found as a comparison finds them, and theirs are made in our value, which otherwise keeps
/// its bytes. What both sides changed, and one changed and the other deleted, is a conflict; the rest is joined all the
/// same. Nothing here recurses: containers that have been opened wait on a stack.
struct NestedMerge {
  struct Result {
    /// Our value with their changes in it; `nil` where it stays as it is.
    let spelling: [UInt8]?
    let conflicts: [MergeConflict.Inside]
  }

  /// The scripts that answer for rules that are functions, about each two of the three values.
  struct Scripts { var ours, theirs, across: (any NestedScripts)? }

  struct Version { let base, ours, theirs: Int }

  /// A container that all three have, opened in our value.
  struct Frame {
    let version: Version
    let container: EditedContainer
  }

  struct Clash {
    let kind: MergeConflict.Kind
    var base = -1
    var ours = -1
    var theirs = -1
    /// Whether it is about a list whose elements no rule tells apart.
    var isUnruledList = false
  }

  var ours, theirs, across: NestedDiff
  let favorsTheirs: Bool
  private(set) var clashes: [Clash] = []
  private var pending: [Frame] = []
  private var changesOurs = false
  private let arena = ByteArena()
  /// Whether our value stands on several lines, so that theirs may.
  private let hasLines: Bool

  /// Joins the changes to an object or a list; `rules` hold inside it, and `column` names it in conflicts.
  ///
  /// - Returns: `nil` unless all three are objects, or all are lists, whose content decides.
  /// - Complexity: That of three comparisons.
  static func merge(
    _ values: (base: Field, ours: Field, theirs: Field), rules: ValueRules, scripts: Scripts, favor: MergeFavor,
    column: String
  ) throws -> Result? {
    let kinds = [values.base.kind, values.ours.kind, values.theirs.kind]
    guard values.base.isNested, Set(kinds).count == 1 else { return nil }
    var merge = NestedMerge(values, rules, scripts, favor)
    let root = Version(base: 0, ours: 0, theirs: 0)
    guard merge.canOpen(root) else { return nil }
    let joined = try merge.run(root)
    return Result(spelling: joined, conflicts: merge.conflicts(in: column))
  }

  private init(
    _ values: (base: Field, ours: Field, theirs: Field), _ rules: ValueRules, _ scripts: Scripts, _ favor: MergeFavor
  ) {
    ours = NestedDiff(values.base, values.ours, rules, scripts.ours)
    theirs = NestedDiff(values.base, values.theirs, rules, scripts.theirs)
    across = NestedDiff(values.ours, values.theirs, rules, scripts.across)
    favorsTheirs = favor == .theirs
    hasLines = values.ours.bytes.contains(UInt8(ascii: "\n"))
  }

  private mutating func run(_ root: Version) throws -> [UInt8]? {
    let value = try outcome(root)
    while let frame = pending.popLast() {
      switch ours.new.tree.kind(of: frame.version.ours) {
      case .object: try mergeObject(frame)
      default: try mergeList(frame)
      }
    }
    return changesOurs ? value?.spelling : nil
  }

  // MARK: Values

  /// What takes the place of our version of a value that all three have; `nil` if it stays.
  mutating func outcome(_ value: Version) throws -> EditedValue? {
    let change = NestedDiff.Part(old: value.base, new: value.theirs)
    switch try theirs.verdict(on: change) {
    case .equal: return nil
    case .inside where canOpen(value):
      guard let container = opened(value.ours) else { return nil }
      pending.append(Frame(version: value, container: container))
      return .open(container)
    case .inside, .updated: break
    }
    guard try theirs.differs(value.base, value.theirs) else { return nil }
    guard try ours.differs(value.base, value.ours) else { return replacement(value.theirs) }
    guard try across.differs(value.ours, value.theirs) else { return nil }
    clash(.updated, value.base, value.ours, value.theirs)
    return favorsTheirs ? replacement(value.theirs) : nil
  }

  private func canOpen(_ value: Version) -> Bool {
    let trees = [(ours.old.tree, value.base), (ours.new.tree, value.ours), (theirs.new.tree, value.theirs)]
    let kinds = Set(trees.map { tree, node in tree.kind(of: node) })
    if kinds == [.array] { return true }
    return kinds == [.object] && !trees.contains { tree, node in tree.repeatsName(in: node) }
  }

  private func opened(_ node: Int) -> EditedContainer? { EditedContainer(ours.new.tree.bytes(of: node), arena) }

  /// Their version of a value, to be put into ours: on one line, where ours is.
  mutating func replacement(_ node: Int) -> EditedValue {
    changesOurs = true
    let bytes = theirs.new.tree.bytes(of: node)
    guard !hasLines, bytes.contains(UInt8(ascii: "\n")) else { return .spelled(bytes) }
    return .spelled(arena.keep(theirs.new.tree.field(of: node).compactSpelling))
  }

  // MARK: Objects

  private mutating func mergeObject(_ frame: Frame) throws {
    let version = frame.version
    var own: [Int: Int] = [:]
    var inserted: [[UInt8]: Int] = [:]
    for part in try ours.parts(of: .init(old: version.base, new: version.ours)) where part.new >= 0 {
      if part.old >= 0 { own[part.old] = part.new } else { inserted[ours.new.tree.name(of: part.new)] = part.new }
    }
    for part in try theirs.parts(of: .init(old: version.base, new: version.theirs)) {
      guard part.old >= 0 else {
        let name = theirs.new.tree.name(of: part.new)
        try mergeInserted(part, beside: inserted[name], name, into: frame.container)
        continue
      }
      let name = theirs.old.tree.name(of: part.old)
      if let own = own[part.old] {
        try merge(part, own: own, name, into: frame.container)
      } else if part.new >= 0 {
        try mergeDeleted(part, name, into: frame.container)
      }
    }
  }

  private mutating func merge(_ part: NestedDiff.Part, own: Int, _ name: [UInt8], into container: EditedContainer)
    throws
  {
    if part.new >= 0 {
      let version = Version(base: part.old, ours: own, theirs: part.new)
      if let value = try outcome(version) { container[name] = value }
      return
    }
    guard try !theirs.isEqualToNothing(part) else { return }
    let isChanged = try ours.differs(part.old, own)
    if isChanged { clash(.deletedByTheirs, part.old, own, -1) }
    if !isChanged || favorsTheirs {
      changesOurs = true
      container[name] = nil
    }
  }

  private mutating func mergeDeleted(_ part: NestedDiff.Part, _ name: [UInt8], into container: EditedContainer) throws {
    guard try theirs.differs(part.old, part.new) else { return }
    let isDeleted = try !ours.isEqualToNothing(.init(old: part.old, new: -1))
    if isDeleted { clash(.deletedByOurs, part.old, -1, part.new) }
    if !isDeleted || favorsTheirs { container[name] = replacement(part.new) }
  }

  /// A member that theirs inserted; ours may have inserted one of its name.
  private mutating func mergeInserted(
    _ part: NestedDiff.Part, beside other: Int?, _ name: [UInt8], into container: EditedContainer
  ) throws {
    guard try !theirs.isEqualToNothing(part) else { return }
    if let other {
      guard try across.differs(other, part.new) else { return }
      clash(.inserted, -1, other, part.new)
      guard favorsTheirs else { return }
    }
    container[name] = replacement(part.new)
  }

  // MARK: Conflicts

  mutating func clash(_ kind: MergeConflict.Kind, _ base: Int, _ own: Int, _ other: Int) {
    clashes.append(Clash(kind: kind, base: base, ours: own, theirs: other))
  }

  private func conflicts(in column: String) -> [MergeConflict.Inside] {
    guard !clashes.isEmpty else { return [] }
    let (ownPaths, basePaths) = (NodePaths(ours.new), NodePaths(ours.old))
    return clashes.map { clash in
      let path = clash.ours >= 0 ? ownPaths.path(to: clash.ours) : basePaths.path(to: clash.base)
      func value(_ tree: JSONTree, _ node: Int) -> Value? { node < 0 ? nil : tree.field(of: node).value }
      return MergeConflict.Inside(
        kind: clash.kind, path: String(decoding: path.pointer, as: UTF8.self), name: path.text(below: column),
        base: value(ours.old.tree, clash.base), ours: value(ours.new.tree, clash.ours),
        theirs: value(theirs.new.tree, clash.theirs),
        unruledList: clash.isUnruledList ? path.pattern.text(below: column) : nil)
    }
  }
}

extension NestedMerge {
  private struct Lists {
    let version: Version
    let ours, theirs: [Int]
    /// For each element of the base what ours and theirs have of it.
    var own, other: [NestedDiff.Part?]
    var ownElements, otherElements: [ListArrangement.Element]
    /// Elements that both inserted, by their places.
    var insertedByBoth: [(own: Int, other: Int)] = []
  }

  /// Joins two sides' changes to a list; it is a conflict as a whole where both arranged it in different ways.
  private mutating func mergeList(_ frame: Frame) throws {
    let rule = ours.new.rule(of: frame.version.ours).list ?? .sequence
    var lists = try paired(frame.version)
    // Elements that rules ignore stay as they are.
    guard lists.ours.count == frame.container.count else { return }
    if rule != .sequence { try findInsertedByBoth(&lists) }
    let clashes = try settleDeletions(&lists)
    guard let items = try arranged(lists, rule) else { return try clashWhole(lists, rule, frame.container) }
    self.clashes += clashes
    try mergeElements(lists, in: frame.container)
    guard items != lists.ours.indices.map(ListArrangement.Item.own) else { return }
    changesOurs = true
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
      version: version, ours: ours.new.children(of: version.ours), theirs: theirs.new.children(of: version.theirs),
      own: ofBase(ownParts), other: ofBase(otherParts), ownElements: elements(ownParts),
      otherElements: elements(otherParts))
  }

  /// Finds the elements that both inserted under one key: theirs is the same as ours.
  private mutating func findInsertedByBoth(_ lists: inout Lists) throws {
    let isNew: (ListArrangement.Element) -> Bool = { $0.origin < 0 }
    guard lists.ownElements.contains(where: isNew), lists.otherElements.contains(where: isNew) else { return }
    let version = lists.version
    for part in try across.parts(of: .init(old: version.ours, new: version.theirs)) where part.old >= 0 && part.new >= 0
    {
      let (own, other) = (part.oldPlace, part.newPlace)
      guard isNew(lists.ownElements[own]), isNew(lists.otherElements[other]) else { continue }
      lists.insertedByBoth.append((own, other))
      lists.otherElements[other].isOut = true
    }
  }

  /// Leaves out what one side deleted and the other one did not change.
  ///
  /// - Returns: The conflicts about those that the other one changed.
  private mutating func settleDeletions(_ lists: inout Lists) throws -> [Clash] {
    var clashes: [Clash] = []
    let bases = ours.old.children(of: lists.version.base)
    for (index, base) in bases.enumerated() {
      switch (lists.own[index], lists.other[index]) {
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
    for (index, node) in lists.theirs.enumerated()
    where lists.otherElements[index].origin < 0 && !lists.otherElements[index].isOut {
      lists.otherElements[index].isOut = try theirs.isEqualToNothing(.init(old: -1, new: node))
    }
    return clashes
  }

  private mutating func arranged(_ lists: Lists, _ rule: ListRule) throws -> [ListArrangement.Item]? {
    let count = lists.own.count
    let arrangement = ListArrangement(baseCount: count, ours: lists.ownElements, theirs: lists.otherElements)
    guard rule.isOrdered else { return arrangement.appended() }
    switch rule {
    case .position:
      // What one side took off the end is where the other one put something.
      let (own, other) = (lists.ours.count, lists.theirs.count)
      return min(own, other) < count && max(own, other) > count ? nil : arrangement.appended()
    case .members, .script, .set: return arrangement.joined(hasKey: true) { _, _ in false }
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
    for (own, other) in lists.insertedByBoth {
      let (mine, theirs) = (lists.ours[own], lists.theirs[other])
      guard try across.differs(mine, theirs) else { continue }
      clash(.inserted, -1, mine, theirs)
      if favorsTheirs { container[own] = replacement(theirs) }
    }
  }

  private mutating func arrange(_ items: [ListArrangement.Item], _ lists: Lists, in container: EditedContainer) {
    container.arrange(
      items.map { item in
        switch item {
        case .own(let index): .kept(index)
        case .other(let index): .new(replacement(lists.theirs[index]))
        }
      })
  }

  private mutating func clashWhole(_ lists: Lists, _ rule: ListRule, _ container: EditedContainer) throws {
    let version = lists.version
    guard try across.differs(version.ours, version.theirs) else { return }
    clashes.append(
      Clash(
        kind: .updated, base: version.base, ours: version.ours, theirs: version.theirs, isUnruledList: rule == .sequence
      ))
    guard favorsTheirs else { return }
    arrange(lists.theirs.indices.map(ListArrangement.Item.other), lists, in: container)
  }
}
