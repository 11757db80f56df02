import Comparing
import Records

/// What differs inside of the objects in columns: members that came or went, or have another name, and what the values
/// at one place have in common, as those of a column have.
struct InsideFindings {
  let search: FindingSearch

  private var comparison: Comparison { search.comparison }
  private var worker: ComparisonWorker { search.worker }

  /// How many places are looked into, those that differ most, and among how many members one is looked for that has
  /// another name.
  private static let mostPlaces = 12, mostRenamed = 8

  func findings() throws -> [Finding] {
    guard comparison.mayHoldNested else { return [] }
    let inLists = ListFindings(search: search)
    let sights = try ListSights(inLists)
    let changes = try MemberCounts(search, sights)
    let values = try valueFindings(changes)
    let renamed = try renamed(changes)
    let told = Set(values.flatMap(\.columns) + renamed.flatMap(\.names))
    let lists = inLists.findings(sights)
    let elements = try ListElements.findings(inLists, sights, besides: lists)
    return try values + lists + elements + renamed.map(\.finding) + memberFindings(changes, besides: told)
  }

  // MARK: Values at one place

  /// What the values at single places have in common, and nothing else.
  func ofPlaces() throws -> [Finding] { try valueFindings(MemberCounts(search)) }

  private func valueFindings(_ changes: MemberCounts) throws -> [Finding] {
    let changed = changes.updatedPlaces.filter { $0.count >= Finding.fewest }
    let most = changed.indices.sorted { changed[$0].count > changed[$1].count }
    let chosen = most.prefix(Self.mostPlaces).sorted().map { changed[$0] }
    let places = chosen.compactMap { InsidePlace($0.number, $0.path, search) }
    guard !places.isEmpty else { return [] }
    let inner = try InsidePlace.search(at: places, search, among: changes.targets)
    return try inner.cellFindings().map { finding in
      var finding = finding
      let place = places.first { $0.column.name == finding.columns.first }
      finding.within = place.map { search.columns[Int($0.owner)].name }
      // No rule is learned for names that stand in brackets.
      finding.isLearnable = finding.isLearnable && finding.columns.first?.contains("[\"") == false
      return finding
    }
  }

  // MARK: Members that have another name

  /// Members that went where others of the same values came, with the names that rules have for both.
  private func renamed(_ changes: MemberCounts) throws -> [(finding: Finding, names: [String])] {
    let numbers = Set(changes.counts.map(\.number)).sorted().filter { worker.mayOpen(search.columns[Int($0)]) }
    let names = RuleNames(comparison.plan, .source)
    return try numbers.flatMap { number -> [(finding: Finding, names: [String])] in
      let olds = changes.names(of: .deleted, in: number, search).prefix(Self.mostRenamed)
      let news = changes.names(of: .inserted, in: number, search).prefix(Self.mostRenamed)
      guard !olds.isEmpty, !news.isEmpty else { return [] }
      let (pairs, isPart) = KeyFindings(search: search).asked
      func named(_ place: (name: String, path: PathPattern), _ side: Side) throws -> NamedValues {
        let values = try pairs.map { try value(at: place.path, number, side, $0) }
        let kept = try pairs.indices.filter { try value(at: place.path, number, side.other, pairs[$0]) != .absent }
        return NamedValues(name: place.name, values: values, kept: Set(kept))
      }
      let found = KeyFindings.renamed(
        try olds.map { try named($0, .source) }, try news.map { try named($0, .target) }, isPart: isPart)
      return found.compactMap { finding in
        guard case .renamed(let new, let pairs) = finding.cause, let own = names.ownName(of: finding.columns[0]) else {
          return nil
        }
        var told = Finding(.renamed(to: new, ofPairs: pairs), [own], changes: finding.changes, of: finding.total)
        (told.isSample, told.within) = (isPart, search.columns[Int(number)].name)
        return (told, [finding.columns[0], new])
      }
    }
  }

  /// What stands at a place of one record of a pair.
  private func value(at path: PathPattern, _ number: Int32, _ side: Side, _ pair: ComparedPair) throws -> Value {
    guard let place = search.columns[Int(number)].place(in: side) else { return .absent }
    let record = side == .source ? pair.source : pair.target
    let field = path.steps.reduce(worker.readers[side].rawField(record, place)) { field, step in
      guard case .member(let name) = step else { return .absent }
      return name.withBytes { field.member(named: $0) }
    }
    return field.value
  }

  // MARK: Members that came, went or changed

  /// Members that were inserted, deleted or updated in most updated records; those of one kind and count are one.
  private func memberFindings(_ changes: MemberCounts, besides told: Set<String>) throws -> [Finding] {
    struct Group: Hashable {
      let number: Int32
      let kind: PathChange.Kind
      let count: Int
    }
    var groups: [Group: [(text: String, member: FindingSearch.Member)]] = [:]
    var found: [Group] = []
    for (number, member, count) in changes.counts {
      let path = member.path.text(below: search.columns[Int(number)].name)
      guard Finding.isEnough(count, of: search.sample.pairs.count), !told.contains(path) else { continue }
      let group = Group(number: number, kind: member.kind, count: count)
      if groups[group] == nil { found.append(group) }
      groups[group, default: []].append((path, member))
    }
    return try found.map { group in
      let (members, name) = (groups[group] ?? [], search.columns[Int(group.number)].name)
      let paths = members.map(\.text)
      var finding = search.sample.finding(
        .members(paths, group.kind), [name], changes: group.count, of: search.sample.pairs.count)
      finding.isOfStamps = try group.kind == .updated && areStamps(paths, group.number)
      finding.hidesMore = try hasOthers(beside: members.map(\.member), group.number)
      return finding
    }
  }

  /// Whether anything else happened to some members, or inside of them and of lists in them, in any pair.
  private func hasOthers(beside members: [FindingSearch.Member], _ number: Int32) throws -> Bool {
    let column = search.columns[Int(number)]
    return try search.sample.pairs.contains { pair in
      guard pair.differing.contains(number) else { return false }
      let changes = try worker.nestedChanges(in: column, source: pair.source, target: pair.target) ?? []
      return changes.contains { change in
        let names = FindingSearch.Member.leading(change.path.steps)
        let own = FindingSearch.Member(change)
        return members.contains { names.starts(with: $0.names) && $0 != own }
      }
    }
  }

  /// Whether the values of all of some members that were updated are stamps.
  private func areStamps(_ paths: [String], _ number: Int32) throws -> Bool {
    let column = search.columns[Int(number)]
    var cells: [String: [LearntRule.Example]] = [:]
    for pair in search.sample.pairs where pair.differing.contains(number) {
      for change in try worker.memberChanges(in: column, source: pair.source, target: pair.target) ?? [] {
        guard let old = change.old, let new = change.new, let member = FindingSearch.Member(change) else { continue }
        let cell = LearntRule.Example(old: old.value, new: new.value)
        cells[member.path.text(below: column.name), default: []].append(cell)
      }
    }
    return paths.allSatisfy { Stamps.are(cells[$0] ?? []) }
  }
}

/// In how many of the pairs that are looked at each member came, went or changed; in the order of the columns, and
/// there in which they were first seen.
private struct MemberCounts {
  private(set) var counts: [(number: Int32, member: FindingSearch.Member, count: Int)] = []
  private let pairs: Int
  /// By columns and paths the target's numbers of the records in which a member, or a list, differs.
  private var differing: [Int32: [ListPath: [Int]]] = [:]

  /// - Parameter lists: Who looks at the lists on the way.
  init(_ search: FindingSearch, _ lists: ListSights? = nil) throws {
    pairs = search.sample.pairs.count
    var found: [Int32: (order: [FindingSearch.Member], counts: [FindingSearch.Member: Int])] = [:]
    try search.worker.forEachPair(of: search.sample.pairs) { pair in
      for number in pair.differing where search.isOpen(number) {
        let inside = try search.members(number, pair, sameAt: { lists?.wants(number, $0) ?? false }) { list, diff in
          if !list.isSame { differing[number, default: [:]][list.path, default: []].append(pair.target) }
          try lists?.add(list, number, pair, &diff)
        }
        // Where one of the values is none, all that is inside of the other one differs.
        if inside == nil { differing[number, default: [:]][[], default: []].append(pair.target) }
        for member in inside ?? [] {
          if found[number]?.counts[member] == nil { found[number, default: ([], [:])].order.append(member) }
          found[number]?.counts[member, default: 0] += 1
          differing[number, default: [:]][member.names, default: []].append(pair.target)
        }
      }
    }
    for (number, members) in found.sorted(by: { $0.key < $1.key }) {
      counts += members.order.map { (number, $0, members.counts[$0] ?? 0) }
    }
  }

  /// The target's numbers of the records in which the values at a place may differ: something does there, below it, or
  /// on the way to it.
  func targets(at place: InsidePlace) -> Set<Int> {
    let found = (differing[place.owner] ?? [:]).filter { path, _ in
      path.starts(with: place.names) || place.names.starts(with: path)
    }
    return Set(found.values.joined())
  }

  /// The places where values became others, with all changes there.
  var updatedPlaces: [(number: Int32, path: PathPattern, count: Int)] {
    counts.filter { $0.member.kind == .updated }.map { updated in
      let here = counts.filter { $0.number == updated.number && $0.member.path == updated.member.path }
      return (updated.number, updated.member.path, here.reduce(0) { $0 + $1.count })
    }
  }

  /// The members of a column that came, or went, in most pairs, by the names that they would have as columns.
  func names(of kind: PathChange.Kind, in number: Int32, _ search: FindingSearch) -> [(name: String, path: PathPattern)]
  {
    counts.filter { $0.number == number && $0.member.kind == kind && Finding.isEnough($0.count, of: pairs) }
      .compactMap { found in
        found.member.path.columnName(below: search.columns[Int(number)].name).map { ($0, found.member.path) }
      }
  }
}

extension FindingSearch {
  /// What came, went or changed by its name inside of an object.
  struct Member: Hashable {
    /// The names that lead to it.
    let names: ListPath
    let kind: PathChange.Kind

    init(_ names: ListPath, _ kind: PathChange.Kind) { (self.names, self.kind) = (names, kind) }

    /// - Returns: `nil` for what is in a list, whose elements stand elsewhere in each record.
    init?(_ change: NestedChange) {
      let names = Self.leading(change.path.steps)
      guard !names.isEmpty, names.count == change.path.steps.count else { return nil }
      self.init(names, change.kind)
    }

    var path: PathPattern { PathPattern(names.map { .member($0) }) }

    /// The names at the beginning of a path, which lead into no list.
    static func leading(_ steps: [NestedPath.Step]) -> ListPath {
      var names: ListPath = []
      for step in steps {
        guard case .member(let name) = step else { break }
        names.append(name)
      }
      return names
    }
  }

  /// What changed by name inside a value.
  ///
  /// - Parameters:
  ///   - wants: Whether lists that are the same are looked at, too, at a path or below it.
  ///   - list: What looks at the lists on the way.
  /// - Returns: `nil` where they are not both objects, or both lists.
  func members(
    _ number: Int32, _ pair: ComparedPair, sameAt wants: (ListPath) -> Bool = { _ in false },
    list: (InsideWalk.List, inout NestedDiff) throws -> Void = { _, _ in }
  ) throws -> [Member]? {
    let column = columns[Int(number)]
    var (members, seen): ([Member], Set<Member>) = ([], [])
    func add(_ member: Member) { if seen.insert(member).inserted { members.append(member) } }
    // Functions are asked in one order alone.
    guard !column.inside.hasScripts else {
      let changes = try worker.nestedChanges(in: column, source: pair.source, target: pair.target) ?? []
      changes.compactMap { Member($0) }.forEach(add)
      return members
    }
    var areAlike = true
    let areNested = try walk(column, pair, sameAt: wants) { sight, diff in
      switch sight {
      case .member(let path, let kind): if path.isEmpty { areAlike = false } else { add(Member(path, kind)) }
      case .list(let found): try list(found, &diff)
      }
    }
    return areNested && areAlike ? members : nil
  }

  /// Walks through two versions of a value, where both are objects or lists; returns whether they are.
  @discardableResult func walk(
    _ column: ResolvedPlan.Column, _ pair: ComparedPair, sameAt wants: (ListPath) -> Bool, _ body: InsideWalk.Body
  ) throws -> Bool {
    guard !column.isMasked, let source = column.source, let target = column.target else { return false }
    let readers = worker.readers
    let (old, new) = (try readers.source.field(pair.source, source), try readers.target.field(pair.target, target))
    guard old.isNested, new.isNested else { return false }
    try worker.judging(column.inside, column.name, pair.source, pair.target) { scripts in
      var walk = InsideWalk(NestedDiff(old, new, column.inside, scripts))
      try walk.run(sameAt: wants, body)
    }
    return true
  }
}

/// A walk through the objects in two versions of a value, up to the lists in them, in the order of what stands there.
struct InsideWalk {
  /// A list of both versions.
  struct List {
    let path: ListPath
    let part: NestedDiff.Part
    let isSame: Bool
  }

  enum Sight {
    /// A member that came, went or changed.
    case member(ListPath, PathChange.Kind)
    case list(List)
  }

  typealias Body = (Sight, inout NestedDiff) throws -> Void

  /// An object that is walked through.
  private struct Frame {
    let parts: [NestedDiff.Part]
    let path: ListPath
    let isSame: Bool
    var next = 0
  }

  private var diff: NestedDiff
  private var frames: [Frame] = []

  init(_ diff: NestedDiff) { self.diff = diff }

  /// - Parameter wants: Whether lists that are the same are looked at, too, at a path or below it.
  mutating func run(sameAt wants: (ListPath) -> Bool, _ body: Body) throws {
    try visit(NestedDiff.Part(old: 0, new: 0), in: nil, wants, body)
    while var frame = frames.popLast() {
      guard frame.next < frame.parts.count else { continue }
      let part = frame.parts[frame.next]
      frame.next += 1
      frames.append(frame)
      try visit(part, in: frame, wants, body)
    }
  }

  private mutating func visit(_ part: NestedDiff.Part, in frame: Frame?, _ wants: (ListPath) -> Bool, _ body: Body)
    throws
  {
    let isSame = frame?.isSame ?? false
    guard part.old >= 0, part.new >= 0 else {
      guard try !isSame && !diff.isEqualToNothing(part) else { return }
      return try body(.member(path(to: part, in: frame), part.new < 0 ? .deleted : .inserted), &diff)
    }
    switch isSame ? .equal : try diff.verdict(on: part) {
    case .updated: try body(.member(path(to: part, in: frame), .updated), &diff)
    case .inside: try enter(part, path(to: part, in: frame), isSame: false, body)
    case .equal:
      let rule = diff.new.rule(of: part.new)
      guard diff.new.tree.kind(of: part.new).isNested, !rule.isIgnored, !rule.isWhole else { return }
      let path = path(to: part, in: frame)
      if wants(path) { try enter(part, path, isSame: true, body) }
    }
  }

  private mutating func enter(_ part: NestedDiff.Part, _ path: ListPath, isSame: Bool, _ body: Body) throws {
    guard diff.new.tree.kind(of: part.new) == .object else {
      return try body(.list(List(path: path, part: part, isSame: isSame)), &diff)
    }
    frames.append(Frame(parts: try diff.parts(of: part), path: path, isSame: isSame))
  }

  private func path(to part: NestedDiff.Part, in frame: Frame?) -> ListPath {
    guard let frame else { return [] }
    return frame.path + [part.new < 0 ? diff.old.tree.name(of: part.old) : diff.new.tree.name(of: part.new)]
  }
}

/// A place inside of the objects of a column, as a column of its own.
struct InsidePlace {
  /// The number of the column that it is in.
  let owner: Int32
  /// The names that lead to it.
  let names: ListPath
  let column: ResolvedPlan.Column

  /// - Returns: `nil` where rules speak of the column, or the place has no name as columns have them.
  init?(_ owner: Int32, _ path: PathPattern, _ search: FindingSearch) {
    guard let column = search.worker.place(at: path, in: search.columns[Int(owner)]) else { return nil }
    names = path.steps.compactMap { if case .member(let name) = $0 { name } else { nil } }
    (self.owner, self.column) = (owner, column)
  }

  func differs(_ pair: ComparedPair, _ search: FindingSearch) throws -> Bool {
    guard pair.differing.contains(owner), let source = column.source, let target = column.target else { return false }
    let readers = search.worker.readers
    return try !readers.source.field(pair.source, source).isEqual(to: readers.target.field(pair.target, target))
  }

  /// A search among the values at some places of the pairs that another one looks at.
  ///
  /// - Parameter targets: The target's numbers of the records in which the values at a place may differ.
  static func search(
    at places: [InsidePlace], _ search: FindingSearch, among targets: ((InsidePlace) -> Set<Int>)? = nil
  ) throws -> FindingSearch {
    var pairs: [ComparedPair] = []
    let mayDiffer = targets.map { places.map($0) }
    let owners = Set(places.map(\.owner))
    let some = search.sample.pairs.filter { pair in
      !owners.isDisjoint(with: pair.differing) && mayDiffer?.contains { $0.contains(pair.target) } != false
    }
    try search.worker.forEachPair(of: some) { pair in
      let numbers = try places.indices.filter {
        try mayDiffer?[$0].contains(pair.target) != false && places[$0].differs(pair, search)
      }
      if !numbers.isEmpty { pairs.append(pair.differing(in: numbers.map { Int32($0) })) }
    }
    let sample = UpdatedSample(pairs, isPart: search.sample.isPart)
    return FindingSearch(search, sample, places.map(\.column))
  }
}
