import Comparing
import Records

// MARK: - Inside of objects

extension ColumnJoining {
  /// Of how many pairs the objects are looked at, how many members of a side may have another name by their values, and
  /// how many places rules are learned for, each of which differs in so many of those pairs.
  private static let mostPairs = 2_000, mostMembers = 20, mostPlaces = 24, fewestDiffering = 4

  /// The comparison with members of objects joined that have another name now, and with places inside of objects as
  /// columns of their own, so that rules are learned for their values as for those of any column.
  func opened(_ comparison: Comparison) throws -> Comparison {
    guard comparison.mayHoldNested, comparison.pairedCount > 0, !comparison.hasSections else { return comparison }
    let survey = try MemberSurvey(comparison, comparison.spreadPairs(Self.mostPairs))
    let (olds, news) = (survey.left.source.prefix(Self.mostMembers), survey.left.target.prefix(Self.mostMembers))
    let known = survey.renames + alike(Array(olds), Array(news), comparison)
    let differing = survey.differing.filter { $0.value >= Self.fewestDiffering }.sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    guard !known.isEmpty || !differing.isEmpty else { return comparison }
    var plan = comparison.plan(identifiedAs: comparison.key)
    for (old, new) in known { plan.renames[old] = new }
    plan.opened = differing.prefix(Self.mostPlaces).map(\.key)
    return try Comparison(source: source, target: target, plan: plan)
  }

  // MARK: - Objects of one side alone

  /// Among how many pairs, and of how many columns of a side, values are compared.
  private static let mostAsked = 200, mostOpened = 20

  /// Columns of objects that one side alone has, as well as the columns that became members of such objects, or were
  /// some: objects are one where half of their members have the same values, and single values as columns are.
  func objectsJoined(_ comparison: Comparison) -> [(old: String, new: String)] {
    let (olds, news) = (comparison.columns.deleted, comparison.columns.inserted)
    guard !olds.isEmpty, !news.isEmpty, max(olds.count, news.count) <= Self.mostOpened else { return [] }
    let pairs = comparison.spreadPairs(Self.mostAsked)
    let old = opened(named(olds, of: source, pairs.map(\.source), comparison))
    let new = opened(named(news, of: target, pairs.map(\.target), comparison))
    guard !old.objects.isEmpty || !new.objects.isEmpty else { return [] }
    let parents = Self.alone(old.objects, new.objects) { $0.isLike($1) }
    let left = Sides(
      source: old.objects.filter { one in !parents.contains { $0.old == one.name } }.flatMap(\.members).prefix(
        Self.mostOpened),
      target: new.objects.filter { one in !parents.contains { $0.new == one.name } }.flatMap(\.members).prefix(
        Self.mostOpened))
    func areAlike(_ old: NamedValues, _ new: NamedValues) -> Bool { Self.areAlike(old.cells(beside: new)) }
    return parents + Self.alone(old.others, Array(left.target), areAlike)
      + Self.alone(Array(left.source), new.others, areAlike)
  }

  /// Columns of objects, and the others as single values.
  private func opened(_ columns: [NamedValues]) -> (objects: [OpenedColumn], others: [NamedValues]) {
    let filled = columns.filter { !$0.values.allSatisfy(\.isHollow) }
    return (
      filled.compactMap { OpenedColumn($0.name, $0.values) }, filled.filter { !$0.values.contains(where: \.isNested) }
    )
  }

  /// Those of one side and of the other that come into question for each other alone.
  static func alone<Item: NamedItem>(_ olds: [Item], _ news: [Item], _ areOne: (Item, Item) -> Bool) -> [(
    old: String, new: String
  )] {
    let found = olds.flatMap { old in news.filter { areOne(old, $0) }.map { (old: old.name, new: $0.name) } }
    return found.filter { pair in
      found.count { $0.old == pair.old } == 1 && found.count { $0.new == pair.new } == 1
    }
  }
}

protocol NamedItem {
  var name: String { get }
}

/// A column, or a member of objects, with its values in some records.
struct NamedValues: NamedItem {
  let name: String
  let values: [Value]
  /// The records, by their places, of which the other side has something under that name, too.
  var kept: Set<Int> = []

  func cells(beside other: NamedValues) -> [LearntRule.Example] {
    zip(values, other.values).map { LearntRule.Example(old: $0, new: $1) }
  }
}

/// A column of objects, with what stands at each place inside of them.
private struct OpenedColumn: NamedItem {
  let name: String
  let members: [NamedValues]

  private static let mostMembers = 20, fewestValues = 5

  /// - Returns: `nil` where hardly a value is an object, or they have too many members.
  init?(_ name: String, _ values: [Value]) {
    let objects = values.map { value in
      value.withField { $0.kind == .object ? ObjectMembers($0) : nil }
    }
    guard 2 * objects.count(where: { $0 != nil }) >= values.count else { return nil }
    var paths: [PathPattern] = []
    for case let object? in objects {
      for (path, isObject) in object.paths where !isObject && !paths.contains(path) { paths.append(path) }
      guard paths.count <= Self.mostMembers else { return nil }
    }
    self.name = name
    members = paths.compactMap { path in
      path.columnName(below: name).map { name in
        let values = objects.map { object in
          object.flatMap { object in object.leaves[path].map { object.tree.field(of: $0).value } } ?? .absent
        }
        return NamedValues(name: name, values: values)
      }
    }
  }

  /// Whether half of the members of the one with fewer have the values of members of the other one.
  func isLike(_ other: OpenedColumn) -> Bool {
    let shared = members.count { own in other.members.contains { Self.haveSameValues(own, $0) } }
    return shared > 0 && 2 * shared >= min(members.count, other.members.count)
  }

  /// Whether values are the same in nine of ten pairs, and are not so beside those of the next one.
  private static func haveSameValues(_ old: NamedValues, _ new: NamedValues) -> Bool {
    let cells = zip(old.values, new.values).filter { !$0.withField(\.isVoid) || !$1.withField(\.isVoid) }
    guard Set(cells.map(\.0)).count >= fewestValues, 10 * cells.count(where: { $0 == $1 }) >= 9 * cells.count else {
      return false
    }
    return 2 * zip(cells, cells.dropFirst()).count(where: { $0.0 == $1.1 }) < cells.count
  }
}

/// The members of the objects in columns of both sides, as some pairs have them.
private struct MemberSurvey {
  /// Members that have another name of the same letters and digits, by their places on each side.
  private(set) var renames: [(old: String, new: String)] = []
  /// The places of values that the other side has nothing at.
  private(set) var left = Sides<[String]> { _ in [] }
  /// In how many pairs values differ at places of both sides, by the names that rules have for them.
  private(set) var differing: [String: Int] = [:]

  private let worker: ComparisonWorker
  private let pairs: [ComparedPair]

  init(_ comparison: Comparison, _ pairs: [ComparedPair]) throws {
    worker = comparison.takeWorker()
    self.pairs = pairs
    defer { comparison.put(back: worker) }
    try worker.prepare()
    let names = RuleNames(comparison.plan, .source)
    for column in comparison.comparedColumns
    where worker.mayOpen(column) && Learner.mayLearn(column, comparison.resolvedPlan.given) {
      var shapes = Sides { _ in ObjectShape() }
      try forEachPair(column) { members in
        for side in Side.allCases { shapes[side].add(members[side]) }
      }
      guard Side.allCases.allSatisfy({ shapes[$0].isNarrow }) else { continue }
      try add(MemberJoining(shapes), column, names)
    }
  }

  private mutating func add(_ joining: MemberJoining, _ column: ResolvedPlan.Column, _ names: RuleNames) throws {
    func own(_ path: PathPattern) -> String? { path.columnName(below: column.name).flatMap(names.ownName) }
    renames += joining.renamed.compactMap { old, new in
      guard let old = own(old), let new = new.columnName(below: column.name) else { return nil }
      return (old, new)
    }
    left.source += joining.left.source.compactMap(own)
    left.target += joining.left.target.compactMap { $0.columnName(below: column.name) }
    let joined = joining.joined.compactMap { old, new in
      new.columnName(below: column.name).map { (old: old, new: new, name: $0) }
    }
    try forEachPair(column) { members in
      for (old, new, name) in joined {
        guard let source = members.source.leaves[old], let target = members.target.leaves[new],
          !members.source.tree.isEqual(source, to: members.target.tree, target)
        else { continue }
        differing[name, default: 0] += 1
      }
    }
  }

  /// Calls `body` with what both objects of each pair have inside.
  private func forEachPair(_ column: ResolvedPlan.Column, _ body: (Sides<ObjectMembers>) -> Void) throws {
    guard let source = column.source, let target = column.target else { return }
    for pair in pairs {
      let old = try worker.readers.source.field(pair.source, source)
      let new = try worker.readers.target.field(pair.target, target)
      guard old.kind == .object, new.kind == .object else { continue }
      body(Sides(source: ObjectMembers(old), target: ObjectMembers(new)))
    }
  }
}

/// The members of an object, and of the objects in it, by their paths.
private struct ObjectMembers {
  let tree: JSONTree
  /// The nodes of what is no object, of a name that is repeated the last one.
  private(set) var leaves: [PathPattern: Int] = [:]
  /// The paths in the order of the object, those of objects before what is in them.
  private(set) var paths: [(path: PathPattern, isObject: Bool)] = []

  /// Objects that are deeper than this are looked at as a whole.
  private static let deepest = 8

  init(_ field: Field) {
    tree = JSONTree(nested: field)
    var open = [(node: 0, path: PathPattern([]))]
    while let (node, path) = open.popLast() {
      for child in tree.children(of: node) {
        let inner = PathPattern(path.steps + [.member(tree.name(of: child))])
        let isObject = tree.kind(of: child) == .object && inner.steps.count < Self.deepest
        paths.append((inner, isObject))
        if isObject { open.append((child, inner)) } else { leaves[inner] = child }
      }
    }
  }
}

/// Which members the objects of a side have, over many of them.
private struct ObjectShape {
  /// The names of the members of each object, in the order in which they were first seen.
  private(set) var names: [PathPattern: [PathPattern]] = [:]
  private(set) var objects: Set<PathPattern> = [PathPattern([])]
  private var known: Set<PathPattern> = []

  /// Names that are more are keys rather than fields.
  private static let most = 400

  var isNarrow: Bool { known.count <= Self.most }

  mutating func add(_ members: ObjectMembers) {
    guard isNarrow else { return }
    for (path, isObject) in members.paths {
      if known.insert(path).inserted { names[PathPattern(path.steps.dropLast()), default: []].append(path) }
      if isObject { objects.insert(path) }
    }
  }

  /// The places inside of a member that are no objects; of one that is none, itself.
  func leaves(below path: PathPattern) -> [PathPattern] {
    guard objects.contains(path) else { return [path] }
    return (names[path] ?? []).flatMap(leaves)
  }
}

/// Which members of two objects are one, by their names and by the letters and digits of these, down to what is no
/// object.
private struct MemberJoining {
  private(set) var joined: [(old: PathPattern, new: PathPattern)] = []
  private(set) var renamed: [(old: PathPattern, new: PathPattern)] = []
  private(set) var left = Sides<[PathPattern]> { _ in [] }

  init(_ shapes: Sides<ObjectShape>) {
    var open = [(old: PathPattern([]), new: PathPattern([]))]
    while let (old, new) = open.popLast() {
      let (olds, news) = (shapes.source.names[old] ?? [], shapes.target.names[new] ?? [])
      let pairs = Self.partners(olds, news)
      for pair in pairs {
        if pair.old.steps.last != pair.new.steps.last { renamed.append(pair) } else { joined.append(pair) }
        if shapes.source.objects.contains(pair.old), shapes.target.objects.contains(pair.new) { open.append(pair) }
      }
      let paired = Set(pairs.map(\.old)), others = Set(pairs.map(\.new))
      left.source += olds.filter { !paired.contains($0) }.flatMap(shapes.source.leaves)
      left.target += news.filter { !others.contains($0) }.flatMap(shapes.target.leaves)
    }
  }

  private static func partners(_ olds: [PathPattern], _ news: [PathPattern]) -> [(old: PathPattern, new: PathPattern)] {
    let (places, known) = (Dictionary(grouping: news) { $0.steps.last }, Set(olds.map(\.steps.last)))
    let lost = Dictionary(grouping: olds.filter { places[$0.steps.last] == nil }, by: \.letters)
    let come = Dictionary(grouping: news.filter { !known.contains($0.steps.last) }, by: \.letters)
    return olds.compactMap { old in
      if let new = places[old.steps.last]?.first { return (old, new) }
      let letters = old.letters
      guard !letters.isEmpty, lost[letters]?.count == 1, come[letters]?.count == 1, let new = come[letters]?.first
      else { return nil }
      return (old, new)
    }
  }
}

extension PathPattern {
  /// The letters and digits of the last name.
  fileprivate var letters: String {
    guard case .member(let name) = steps.last else { return "" }
    return String(decoding: name, as: UTF8.self).letters
  }
}
