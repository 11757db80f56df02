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
  private struct Findings {
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
  /// - Complexity: O(*n* · *p*) for *n* bytes in the columns of *p* paths at most; most paths are found at once.
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
    for record in records {
      guard findings.found.count < paths.count else { return }
      let field = try reader.field(record, place)
      guard field.kind != .absent, field.kind != .null else { continue }
      let tree = field.isNested ? JSONTree(nested: field) : nil
      for (number, path) in paths.enumerated() where !findings.found.contains(number) {
        switch tree?.finding(of: path) ?? .ruledOut {
        case .found: findings.found.insert(number)
        case .ruledOut: findings.ruledOut.insert(number)
        case .open: break
        }
      }
    }
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

  fileprivate func finding(of path: RulePath) -> PathFinding {
    let (ends, isRuledOut) = follow(path.path)
    guard let list = path.list else { return ends.isEmpty ? isRuledOut ? .ruledOut : .open : .found }
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

  /// The nodes that a path leads to, and whether a value on the way rules it out.
  private func follow(_ path: PathPattern) -> (ends: [Int], isRuledOut: Bool) {
    var ends = nodes.isEmpty ? [] : [0]
    var isRuledOut = false
    for step in path.steps {
      var next: [Int] = []
      for node in ends where kind(of: node) != .null {
        let children = children(of: node)
        switch (step, kind(of: node)) {
        case (.elements, .array), (.anyMember, .object): next += children
        case (.member(let name), .object):
          let named = children.filter { self.name(of: $0) == name }
          if named.isEmpty, !children.isEmpty { isRuledOut = true }
          next += named
        default: isRuledOut = true
        }
      }
      ends = next
    }
    return (ends, isRuledOut)
  }
}
