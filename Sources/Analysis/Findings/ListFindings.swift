import Comparing
import Records

/// Lists inside of values whose elements stand in another order: those of one member's values, or the same elements.
///
/// Without a rule lists are sequences, and of what stands elsewhere it is told what stood there before, which says
/// little. What makes order mean nothing is one line, and what differs is then told of each element by its name.
struct ListFindings {
  let search: FindingSearch

  /// How many pairs say of most columns that there is nothing to find.
  static let mostAsked = 64

  /// The pairs in which each column differs whose lists may be looked at.
  func pairsByColumn() -> [(number: Int32, pairs: [ComparedPair])] {
    var pairs: [Int32: [ComparedPair]] = [:]
    for pair in search.sample.pairs { for number in pair.differing { pairs[number, default: []].append(pair) } }
    return pairs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }.filter { number, _ in
      let column = search.columns[Int(number)]
      return search.isOpen(number) && column.comparesInside && !column.inside.hasScripts
    }
  }

  func findings(_ sights: ListSights) -> [Finding] {
    sights.tallies.sorted { $0.key < $1.key }.flatMap { number, tallies -> [Finding] in
      let column = search.columns[Int(number)]
      return tallies.compactMap { path, tally -> Finding? in
        guard let best = tally.best, let name = path.text(of: column) else { return nil }
        var finding = search.sample.finding(best.cause, [name], changes: best.count, of: tally.several)
        finding.within = path.isEmpty ? nil : column.name
        return finding
      }.sorted { $0.columns[0] < $1.columns[0] }
    }
  }

  /// Calls `body` with the lists of some pairs outside of other lists.
  ///
  /// - Parameter wants: Whether lists that are the same are looked at, too, at a path or below it.
  func forEachList(
    of pairs: [ComparedPair], _ column: ResolvedPlan.Column, sameAt wants: (ListPath) -> Bool,
    _ body: (ComparedPair, InsideWalk.List, inout NestedDiff) throws -> Void
  ) throws {
    try search.worker.forEachPair(of: pairs) { pair in
      try search.walk(column, pair, sameAt: wants) { sight, diff in
        if case .list(let list) = sight { try body(pair, list, &diff) }
      }
    }
  }

  /// What tells whether a pair has in common what a finding says of its lists.
  func test(of finding: Finding, by member: String?) -> ((ComparedPair) throws -> Bool)? {
    let owner = finding.within ?? finding.columns[0]
    guard let number = search.columns.firstIndex(where: { $0.name == owner }) else { return nil }
    let column = search.columns[number]
    return { pair in
      guard pair.differing.contains(Int32(number)) else { return false }
      var holds = false
      try forEachList(of: [pair], column, sameAt: { _ in false }) { _, list, diff in
        guard list.path.text(of: column) == finding.columns[0], let lists = try ChangedLists(list, &diff) else {
          return
        }
        holds = holds || (member.map { lists.order(by: $0) == .other } ?? lists.isRearranged)
      }
      return holds
    }
  }
}

/// The names on the way to a list.
typealias ListPath = [[UInt8]]

extension ListPath {
  /// The path as rules spell it; `nil` where a mark in it says something else.
  func text(of column: ResolvedPlan.Column) -> String? {
    let text = PathPattern(map { .member($0) }).text(below: column.name)
    return text.hasSuffix("?") || column.name.isEmpty ? nil : text
  }
}

/// Two versions of a list that differ.
struct ChangedLists {
  private let documents: Sides<NestedDocument>
  private let elements: Sides<[Int]>

  /// - Returns: `nil` for lists of which none has several elements, which do not differ, or have a rule.
  init?(_ list: InsideWalk.List, _ diff: inout NestedDiff) throws {
    let part = list.part
    guard !list.isSame, diff.new.rule(of: part.new).list == nil else { return nil }
    elements = Sides(source: diff.old.children(of: part.old), target: diff.new.children(of: part.new))
    documents = Sides(source: diff.old, target: diff.new)
    // Elements of one of them may stand in another order.
    guard max(elements.source.count, elements.target.count) > 1, try diff.differs(part.old, part.new) else {
      return nil
    }
  }

  /// How the values of a member stand in both.
  enum Order {
    case same, other
    /// They are not the same values.
    case none
    /// Some element lacks it, or two of one list have the same.
    case unkeyed
  }

  func order(by member: String) -> Order {
    guard let old = keys(member, .source), let new = keys(member, .target) else { return .unkeyed }
    return old == new ? .same : Set(old) == Set(new) ? .other : .none
  }

  /// The values of a member in the order of the elements, where they are different texts or whole numbers.
  private func keys(_ member: String, _ side: Side) -> [Value]? {
    let document = documents[side]
    let keys = elements[side].compactMap { element -> Value? in
      guard let node = document.tree.nodes(at: ListRule.path(toMember: member), from: element).last else { return nil }
      let rule = document.rule(of: node)
      return rule.isWhole || rule.isIgnored ? nil : document.tree.field(of: node).value.asKey
    }
    return keys.count == elements[side].count && Set(keys).count == keys.count ? keys : nil
  }

  /// Whether they have the same elements, each as often, in another order, and no rule says what an element is.
  var isRearranged: Bool {
    guard elements.source.count == elements.target.count,
      Side.allCases.allSatisfy({ side in elements[side].allSatisfy(documents[side].isFree) })
    else { return false }
    let middle = differing
    // One element that differs stands where it stood.
    guard middle.count > 1 else { return false }
    let nodes = Sides { byHash(middle, $0) }
    guard zip(nodes.source, nodes.target).allSatisfy({ $0.hash == $1.hash }) else { return false }
    let trees = Sides { documents[$0].tree }
    return zip(nodes.source, nodes.target).allSatisfy { trees.source.isEqual($0.node, to: trees.target, $1.node) }
      // Different ones may have the same hash.
      || values(middle, .source).counted() == values(middle, .target).counted()
  }

  /// The elements at some places in the order of their hashes, which equal ones share.
  private func byHash(_ places: Range<Int>, _ side: Side) -> [(hash: UInt64, node: Int)] {
    let (nodes, tree) = (elements[side][places], documents[side].tree)
    let hashes = tree.hashes(of: (nodes.first ?? 0)..<(nodes.last.map { tree.nodes[$0].end } ?? 0))
    return nodes.map { (hashes[$0], $0) }.sorted { $0.hash < $1.hash }
  }

  /// The places between the elements of the same bytes at both ends, where both lists are as long.
  private var differing: Range<Int> {
    let trees = Sides { documents[$0].tree }
    let areSame = { (place: Int) in
      trees.source.bytes(of: elements.source[place]).isSame(as: trees.target.bytes(of: elements.target[place]))
    }
    let places = elements.source.indices
    guard let first = places.first(where: { !areSame($0) }), let last = places.last(where: { !areSame($0) }) else {
      return 0..<0
    }
    return first..<last + 1
  }

  private func values(_ places: Range<Int>, _ side: Side) -> [Value] {
    elements[side][places].map { documents[side].tree.field(of: $0).value }
  }

  /// Whether all elements are texts: of numbers each place may have a meaning.
  var areTexts: Bool {
    Side.allCases.allSatisfy { side in elements[side].allSatisfy { documents[side].tree.kind(of: $0) == .escapedText } }
  }

  /// The members of the first element that may be a key, by names that read as paths.
  var members: [String] {
    let side = elements.source.isEmpty ? Side.target : .source
    let tree = documents[side].tree
    guard let first = elements[side].first, tree.kind(of: first) == .object else { return [] }
    return tree.children(of: first).compactMap { child in
      let path = PathPattern([.member(tree.name(of: child))])
      let name = String(decoding: tree.name(of: child), as: UTF8.self)
      return path.columnName(below: "x") == "x.\(name)" ? name : nil
    }
  }
}

extension Value {
  /// What may tell elements apart: a text or a whole number.
  fileprivate var asKey: Value? {
    switch self {
    case .text: isVoid ? nil : self
    case .number: description.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") } ? self : nil
    default: nil
    }
  }
}

/// What the changed lists of several elements at one place have in common.
struct ListTally {
  private struct Member {
    let name: String
    var unkeyed = 0, moved = 0
  }

  private(set) var several = 0
  private var rearranged = 0
  private var areTexts = true
  private var members: [Member] = []
  private var areMembersKnown = false

  /// Of how many members one is looked for.
  private static let mostMembers = 8

  mutating func add(_ lists: ChangedLists) {
    several += 1
    if lists.isRearranged {
      rearranged += 1
      areTexts = areTexts && lists.areTexts
    }
    if !areMembersKnown, members.count < Self.mostMembers {
      members += lists.members.filter { name in !members.contains { $0.name == name } }.map { Member(name: $0) }
    }
    for index in members.indices {
      switch lists.order(by: members[index].name) {
      case .same, .none: break
      case .other: members[index].moved += 1
      case .unkeyed: members[index].unkeyed += 1
      }
    }
  }

  /// Whether what some pairs say makes it likely that all have something in common.
  var isWorthCounting: Bool { 4 * max(rearranged, likely.map(\.moved).max() ?? 0) >= several }

  private var likely: [Member] { members.filter { 10 * $0.unkeyed <= several } }

  /// Nothing yet, of the members that come into question.
  var emptied: ListTally {
    var tally = ListTally()
    (tally.members, tally.areMembersKnown) = (likely.map { Member(name: $0.name) }, true)
    return tally
  }

  /// What holds for half of them: that a member's values stand in another order, which is there in nearly all, or else
  /// that the elements do.
  var best: (cause: Finding.Cause, count: Int)? {
    let keys = members.filter { 20 * $0.unkeyed <= several && Finding.isEnough($0.moved, of: several) }
    let most = keys.map(\.moved).max() ?? 0
    if let key = keys.first(where: { $0.moved == most }) { return (.rearranged(by: key.name, isOfTexts: false), most) }
    guard Finding.isEnough(rearranged, of: several) else { return nil }
    return (.rearranged(by: nil, isOfTexts: areTexts), rearranged)
  }
}

extension ListRule {
  /// The rule as a rules file says it.
  package var luaValue: String {
    switch self {
    case .set: "luna.list.set"
    case .position: "luna.list.position"
    case .sequence, .script: "luna.list.sequence"
    case .members(let names, isOrdered: true): Self.lua(names)
    case .members(let names, isOrdered: false): "{ identity = \(Self.lua(names)), ignore_order = true }"
    }
  }

  private static func lua(_ names: [String]) -> String {
    let texts = names.map(ProbeReport.quoted)
    return texts.count == 1 ? texts[0] : "{ \(texts.joined(separator: ", ")) }"
  }

  /// The rule of lists at a path, as a rules file says it.
  package func luaRule(at path: String) -> String { "lists = { [\(ProbeReport.quoted(path))] = \(luaValue) }" }
}
