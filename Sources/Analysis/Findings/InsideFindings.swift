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
    let changes = try MemberCounts(search)
    let values = try valueFindings(changes)
    let renamed = try renamed(changes)
    let told = Set(values.flatMap(\.columns) + renamed.flatMap(\.names))
    let inLists = ListFindings(search: search)
    let lists = try inLists.findings()
    let elements = try ListElements.findings(inLists, besides: lists)
    return try values + lists + elements + renamed.map(\.finding) + memberFindings(changes, besides: told)
  }

  // MARK: Values at one place

  /// What the values at single places have in common, and nothing else.
  func ofPlaces() throws -> [Finding] { try valueFindings(MemberCounts(search)) }

  private func valueFindings(_ changes: MemberCounts) throws -> [Finding] {
    let changed = changes.updatedPlaces.filter { $0.count >= Finding.fewest }
    let most = changed.indices.sorted { (changed[$1].count, $0) < (changed[$0].count, $1) }
    let chosen = most.prefix(Self.mostPlaces).sorted().map { changed[$0] }
    let places = chosen.compactMap { InsidePlace($0.number, $0.path, search) }
    guard !places.isEmpty else { return [] }
    let inner = try InsidePlace.search(at: places, search)
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
      func named(_ place: (name: String, path: PathPattern), _ side: Side) throws -> KeyFindings.Named {
        let values = try pairs.map { try value(at: place.path, number, side, $0) }
        let kept = try pairs.indices.filter { try value(at: place.path, number, side.other, pairs[$0]) != .absent }
        return KeyFindings.Named(name: place.name, values: values, kept: Set(kept))
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
        return members.contains { names.starts(with: $0.path.steps) && $0 != own }
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

  init(_ search: FindingSearch) throws {
    pairs = search.sample.pairs.count
    var found: [Int32: (order: [FindingSearch.Member], counts: [FindingSearch.Member: Int])] = [:]
    try search.worker.forEachPair(of: search.sample.pairs) { pair in
      for number in pair.differing where search.isOpen(number) {
        for member in try search.members(number, pair) {
          if found[number]?.counts[member] == nil { found[number, default: ([], [:])].order.append(member) }
          found[number]?.counts[member, default: 0] += 1
        }
      }
    }
    for (number, members) in found.sorted(by: { $0.key < $1.key }) {
      counts += members.order.map { (number, $0, members.counts[$0] ?? 0) }
    }
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
    let path: PathPattern
    let kind: PathChange.Kind

    /// - Returns: `nil` for what is in a list, whose elements stand elsewhere in each record.
    init?(_ change: NestedChange) {
      let steps = Self.leading(change.path.steps)
      guard !steps.isEmpty, steps.count == change.path.steps.count else { return nil }
      (path, kind) = (PathPattern(steps), change.kind)
    }

    /// The steps of a path that lead into no list.
    static func leading(_ steps: [NestedPath.Step]) -> [PathPattern.Step] {
      var names: [PathPattern.Step] = []
      for step in steps {
        guard case .member(let name) = step else { break }
        names.append(.member(name))
      }
      return names
    }
  }

  /// What changed by name inside a value.
  func members(_ number: Int32, _ pair: ComparedPair) throws -> [Member] {
    var members: [Member] = []
    var seen: Set<Member> = []
    for change in try worker.memberChanges(in: columns[Int(number)], source: pair.source, target: pair.target) ?? [] {
      guard let member = Member(change) else { continue }
      if seen.insert(member).inserted { members.append(member) }
    }
    return members
  }
}

/// A place inside of the objects of a column, as a column of its own.
struct InsidePlace {
  /// The number of the column that it is in.
  let owner: Int32
  let column: ResolvedPlan.Column

  /// - Returns: `nil` where rules speak of the column, or the place has no name as columns have them.
  init?(_ owner: Int32, _ path: PathPattern, _ search: FindingSearch) {
    guard let column = search.worker.place(at: path, in: search.columns[Int(owner)]) else { return nil }
    (self.owner, self.column) = (owner, column)
  }

  /// Whether the values there differ in a pair.
  func differs(_ pair: ComparedPair, _ search: FindingSearch) throws -> Bool {
    guard pair.differing.contains(owner), let source = column.source, let target = column.target else { return false }
    let readers = search.worker.readers
    return try !readers.source.field(pair.source, source).isEqual(to: readers.target.field(pair.target, target))
  }

  /// A search among the values at some places of the pairs that another one looks at.
  static func search(at places: [InsidePlace], _ search: FindingSearch) throws -> FindingSearch {
    var pairs: [ComparedPair] = []
    let owners = Set(places.map(\.owner))
    try search.worker.forEachPair(of: search.sample.pairs.filter { !owners.isDisjoint(with: $0.differing) }) { pair in
      let numbers = try places.indices.filter { try places[$0].differs(pair, search) }.map { Int32($0) }
      if !numbers.isEmpty { pairs.append(pair.differing(in: numbers)) }
    }
    let sample = UpdatedSample(pairs, isPart: search.sample.isPart)
    return FindingSearch(search, sample, places.map(\.column))
  }
}
