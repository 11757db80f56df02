import Platform
import Records

/// Whether the paths that rules name lead anywhere in the data of either side.
///
/// A path is refused where nothing is found at its end, and some value on its way rules it out: an object without such
/// a member, a list where a name follows, a text. Values that hold nothing, such as null and empty lists, say nothing
/// against it; nor do columns that a script rewrites.
struct PathCheck {
  private let tables: Sides<RecordTable>
  private let plan: ComparisonPlan
  private let wanted: [(column: String, paths: [RulePath])]

  /// What some records say of paths, by their numbers.
  fileprivate struct Findings {
    var found: Set<Int> = []
    var ruledOut: Set<Int> = []
  }

  /// The records of each side that are looked at before threads are asked: most paths are found there.
  private static let firstRecords = 256

  init(_ inside: InsideRules, tables: Sides<RecordTable>) {
    self.tables = tables
    plan = inside.plan
    let optional = inside.plan.optionalNames ?? []
    let paths = inside.paths.filter { path in
      !optional.contains(path.name) && inside.plan.steps(for: path.column).allSatisfy(\.isNative)
    }
    var places: ColumnMap<[RulePath]> = [:]
    for path in paths { places[path.column, default: []].append(path) }
    wanted = places.sortedByName.map { ($0.key, $0.value) }
  }

  /// Refuses the first path that leads nowhere.
  ///
  /// - Complexity: O(*n* + *r* · *p*) for *n* bytes of a column in *r* records, and the *p* paths that are not found
  ///   yet.
  func run() throws {
    for (column, paths) in wanted {
      var findings = Findings()
      for side in Side.allCases {
        let first = 0..<min(Self.firstRecords, tables[side].count)
        try look(at: paths, column, side, first, &findings)
      }
      for side in Side.allCases where findings.found.count < paths.count {
        try lookAtRest(paths, column, side, &findings)
      }
      let refused = paths.indices.first { findings.ruledOut.contains($0) && !findings.found.contains($0) }
      if let refused { throw PathSuggestion(tables, plan).error(for: paths[refused]) }
    }
  }

  private func lookAtRest(_ paths: [RulePath], _ column: String, _ side: Side, _ findings: inout Findings) throws {
    let first = min(Self.firstRecords, tables[side].count)
    let (known, rest) = (findings, tables[side].count - first)
    let parts = try Parallel.map(count: rest, workers: plan.run.workers) { range in
      let records = range.lowerBound + first..<range.upperBound + first
      var findings = known
      try look(at: paths, column, side, records, &findings)
      return findings
    }
    for part in parts {
      findings.found.formUnion(part.found)
      findings.ruledOut.formUnion(part.ruledOut)
    }
  }

  private func look(
    at paths: [RulePath], _ column: String, _ side: Side, _ records: Range<Int>, _ findings: inout Findings
  ) throws {
    let reader = RecordReader(table: tables[side], side: side, plan: plan)
    guard let place = reader.columnIndex(of: column) else { return }
    let search = PathSearch(paths, without: findings.found)
    for record in records {
      guard findings.found.count < paths.count else { return }
      let field = try reader.field(record, place)
      guard field.kind != .absent, field.kind != .null else { continue }
      search.look(into: field.isNested ? JSONTree(nested: field) : nil, &findings)
    }
  }
}

/// The paths that are still looked for, as a tree: one walk through a value looks for all of them.
private struct PathSearch {
  private struct Node {
    var children: [PathPattern.Step: Int] = [:]
    var paths: [Int] = []
  }

  private let paths: [RulePath]
  private var nodes = [Node()]

  init(_ paths: [RulePath], without found: Set<Int>) {
    self.paths = paths
    for (number, path) in paths.enumerated() where !found.contains(number) {
      let node = path.path.steps.reduce(0) { child(of: $0, $1) }
      nodes[node].paths.append(number)
    }
  }

  private mutating func child(of node: Int, _ step: PathPattern.Step) -> Int {
    if let child = nodes[node].children[step] { return child }
    nodes[node].children[step] = nodes.count
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Adds what a value says of the paths; `nil` stands for a value that has no parts.
  func look(into tree: JSONTree?, _ findings: inout PathCheck.Findings) {
    guard let tree else { return findings.ruledOut.formUnion(nodes.flatMap(\.paths)) }
    var open = [(node: 0, ends: tree.nodes.isEmpty ? [] : [0], isRuledOut: false)]
    while let (node, ends, isRuledOut) = open.popLast() {
      for number in nodes[node].paths {
        switch tree.finding(of: paths[number].list, at: ends, isRuledOut) {
        case .found: findings.found.insert(number)
        case .ruledOut: findings.ruledOut.insert(number)
        case .open: break
        }
      }
      guard !nodes[node].children.isEmpty else { continue }
      let following = Following(ends, in: tree, wanted: nodes[node].children)
      for (step, child) in nodes[node].children {
        let parts = following.parts(at: step)
        open.append((child, parts.ends, isRuledOut || parts.isRuledOut))
      }
    }
  }
}

/// Where steps lead from some nodes of a value, and whether a node rules a step out.
private struct Following {
  private var found: [PathPattern.Step: (parts: [Int], holders: Set<Int>)] = [:]
  private var count = 0
  private var emptyObjects = 0

  init(_ ends: [Int], in tree: JSONTree, wanted: [PathPattern.Step: Int]) {
    for end in ends where tree.kind(of: end) != .null {
      let children = tree.children(of: end)
      count += 1
      func add(_ parts: [Int], _ step: PathPattern.Step) {
        guard wanted[step] != nil else { return }
        found[step, default: ([], [])].parts += parts
        found[step, default: ([], [])].holders.insert(end)
      }
      switch tree.kind(of: end) {
      case .array: add(children, .elements)
      case .object:
        emptyObjects += children.isEmpty ? 1 : 0
        add(children, .anyMember)
        for child in children { add([child], .member(tree.name(of: child))) }
      default: break
      }
    }
  }

  func parts(at step: PathPattern.Step) -> (ends: [Int], isRuledOut: Bool) {
    let (parts, holders) = found[step] ?? ([], [])
    if case .member = step { return (parts, holders.count < count - emptyObjects) }
    return (parts, holders.count < count)
  }
}

extension ComparisonInput {
  /// Both inputs under a plan whose paths are checked.
  ///
  /// - Throws: `ComparisonError` if the plan does not fit the tables, or errors of a script that makes groups.
  package init(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws {
    try self.init(grouping: tables, plan)
    try PathCheck(self.plan.inside, tables: self.tables).run()
  }
}

extension JSONTree {
  /// What a value says of a path.
  fileprivate enum PathFinding {
    case found
    /// Something else is in its place.
    case ruledOut
    /// There is nothing that could tell.
    case open
  }

  /// - Parameters:
  ///   - ends: The nodes that the path leads to.
  ///   - isRuledOut: Whether a value on the way rules it out.
  fileprivate func finding(of list: ListRule?, at ends: [Int], _ isRuledOut: Bool) -> PathFinding {
    guard let list else { return ends.isEmpty ? isRuledOut ? .ruledOut : .open : .found }
    let lists = ends.filter { kind(of: $0) == .array }
    guard !lists.isEmpty else {
      let isOther = ends.contains { kind(of: $0) != .null }
      return isOther || isRuledOut ? .ruledOut : .open
    }
    guard case .members(let names, _) = list else { return .found }
    return finding(of: names, in: lists)
  }

  /// Whether an element has all members that identify it.
  private func finding(of names: [String], in lists: [Int]) -> PathFinding {
    let elements = lists.flatMap(children)
    guard !elements.isEmpty else { return .open }
    let isFound = elements.contains { element in
      names.allSatisfy { !nodes(at: ListRule.path(toMember: $0), from: element).isEmpty }
    }
    return isFound ? .found : .ruledOut
  }
}
