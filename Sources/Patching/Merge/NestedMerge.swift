import Comparing
import Platform
import Records

/// Joins the changes that two sides made inside one nested value.
///
/// Each side's changes are found as a comparison finds them, and theirs are made in our value, which otherwise keeps
/// its bytes. What both sides changed, and one changed and the other deleted, is a conflict; the rest is joined all the
/// same. Nothing here recurses: containers that have been opened wait on a stack.
struct NestedMerge {
  /// The result of a merge.
  struct Result {
    /// Our value with their changes in it; `nil` where it stays as it is.
    let spelling: [UInt8]?
    let conflicts: [MergeConflict.Inside]
  }

  /// The scripts that answer for rules that are functions, about each two of the three values.
  struct Scripts {
    var ours, theirs, across: (any NestedScripts)?
  }

  /// One value in the three versions, by its nodes.
  struct Version {
    let base, ours, theirs: Int
  }

  /// A container that all three have, opened in our value.
  struct Frame {
    let version: Version
    let container: EditedContainer
  }

  /// A conflict, by the nodes that it is about.
  struct Clash {
    let kind: MergeConflict.Kind
    var base = -1
    var ours = -1
    var theirs = -1
    /// Whether it is about a list whose elements no rule tells apart.
    var isUnruledList = false
  }

  /// The comparisons of the base with ours, of the base with theirs, and of ours with theirs.
  var ours, theirs, across: NestedDiff
  let favorsTheirs: Bool
  private(set) var clashes: [Clash] = []
  private var pending: [Frame] = []
  private var changesOurs = false
  private let arena = ByteArena()
  /// Whether our value stands on several lines, so that theirs may.
  private let hasLines: Bool

  /// Joins the changes to an object or a list.
  ///
  /// - Parameters:
  ///   - values: The value in the base, in ours and in theirs.
  ///   - rules: What holds inside it.
  ///   - favor: Whose version is taken where they exclude each other; without a favour ours.
  ///   - column: The column's name, for the conflicts' names.
  /// - Returns: `nil` unless all three are objects, or all are lists, whose content decides.
  /// - Throws: What a comparator, a normalizer or a script throws.
  /// - Complexity: That of three comparisons.
  static func merge(
    _ values: (base: Field, ours: Field, theirs: Field), rules: ValueRules, scripts: Scripts,
    favor: MergeFavor, column: String
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
    _ values: (base: Field, ours: Field, theirs: Field), _ rules: ValueRules, _ scripts: Scripts,
    _ favor: MergeFavor
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

  /// Whether a value is an object or a list in all three, so that its parts can be told apart.
  private func canOpen(_ value: Version) -> Bool {
    let trees = [
      (ours.old.tree, value.base), (ours.new.tree, value.ours), (theirs.new.tree, value.theirs),
    ]
    let kinds = Set(trees.map { tree, node in tree.kind(of: node) })
    if kinds == [.array] { return true }
    return kinds == [.object] && !trees.contains { tree, node in tree.repeatsName(in: node) }
  }

  private func opened(_ node: Int) -> EditedContainer? {
    EditedContainer(ours.new.tree.bytes(of: node), arena)
  }

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
    for part in try ours.parts(of: .init(old: version.base, new: version.ours)) where part.new >= 0
    {
      if part.old >= 0 {
        own[part.old] = part.new
      } else {
        inserted[ours.new.tree.name(of: part.new)] = part.new
      }
    }
    for part in try theirs.parts(of: .init(old: version.base, new: version.theirs)) {
      guard part.old >= 0 else {
        let name = theirs.new.tree.name(of: part.new)
        try mergeInserted(part, twin: inserted[name], name, into: frame.container)
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

  /// A member that the base and ours have.
  private mutating func merge(
    _ part: NestedDiff.Part, own: Int, _ name: [UInt8], into container: EditedContainer
  ) throws {
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

  /// A member that ours deleted and theirs has.
  private mutating func mergeDeleted(
    _ part: NestedDiff.Part, _ name: [UInt8], into container: EditedContainer
  ) throws {
    guard try theirs.differs(part.old, part.new) else { return }
    let isDeleted = try !ours.isEqualToNothing(.init(old: part.old, new: -1))
    if isDeleted { clash(.deletedByOurs, part.old, -1, part.new) }
    if !isDeleted || favorsTheirs { container[name] = replacement(part.new) }
  }

  /// A member that theirs inserted; ours may have inserted one of its name.
  private mutating func mergeInserted(
    _ part: NestedDiff.Part, twin: Int?, _ name: [UInt8], into container: EditedContainer
  ) throws {
    guard try !theirs.isEqualToNothing(part) else { return }
    if let twin {
      guard try across.differs(twin, part.new) else { return }
      clash(.inserted, -1, twin, part.new)
      guard favorsTheirs else { return }
    }
    container[name] = replacement(part.new)
  }

  // MARK: Conflicts

  mutating func clash(_ kind: MergeConflict.Kind, _ base: Int, _ own: Int, _ other: Int) {
    note([Clash(kind: kind, base: base, ours: own, theirs: other)])
  }

  mutating func note(_ new: [Clash]) { clashes += new }

  /// Notes that elements of ours go, or stand in another order.
  mutating func noteChange() { changesOurs = true }

  private func conflicts(in column: String) -> [MergeConflict.Inside] {
    guard !clashes.isEmpty else { return [] }
    let (ownPaths, basePaths) = (NodePaths(ours.new), NodePaths(ours.old))
    return clashes.map { clash in
      let path =
        clash.ours >= 0 ? ownPaths.path(to: clash.ours) : basePaths.path(to: clash.base)
      func value(_ tree: JSONTree, _ node: Int) -> Value? {
        node < 0 ? nil : tree.field(of: node).value
      }
      return MergeConflict.Inside(
        kind: clash.kind, path: String(decoding: path.pointer, as: UTF8.self),
        name: path.text(below: column), base: value(ours.old.tree, clash.base),
        ours: value(ours.new.tree, clash.ours), theirs: value(theirs.new.tree, clash.theirs),
        unruledList: clash.isUnruledList ? path.pattern.text(below: column) : nil)
    }
  }
}
