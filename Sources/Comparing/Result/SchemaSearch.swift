import Platform
import Records
import StagedDiff

/// Looks for columns whose values have other types than before, or may be empty now, and for their order.
///
/// **The idea.** Counting the types of all values takes longer than comparing them. So few records of each side are
/// looked at, and values that differ; columns in which these leave a change possible are counted whole. What is told
/// is exact; a change that shows in no value that was looked at is not found, unless all are.
struct SchemaSearch {
  private let comparison: Comparison
  private let isWhole: Bool
  private let columns: [ColumnMatch.Common]
  private let ignored: Set<ColumnName>
  /// Whether text is what it reads as: always, but between two inputs whose format has types.
  private let isRead: Bool

  /// How many cells of a side are looked at before columns are counted whole.
  private static let mostCells = 4_000
  /// Of how many values of each side it is no accident what type they have.
  private static let fewest = 5

  init(_ comparison: Comparison, isWhole: Bool) {
    self.comparison = comparison
    self.isWhole = isWhole
    let given = comparison.resolvedPlan.given
    let ignored = Set(named: given.ignored)
    self.ignored = ignored
    let only = given.only.map { Set(named: $0 + comparison.keyColumns.map(\.name)) }
    columns = comparison.columns.common.filter { !ignored.contains($0.name) && only?.contains($0.name) ?? true }
    isRead = Side.allCases.contains { comparison.tables[$0].format.hasRows }
  }

  /// - Complexity: O(*n*) for *n* records where all are to be counted, or a column may have changed; else O(1).
  func changes() throws -> SchemaChanges {
    let all = Array(columns.indices)
    var chosen = all
    if !isWhole, Side.allCases.contains(where: { comparison.orders[$0].count * columns.count > Self.mostCells }) {
      let looked = try Sides { try sample(of: $0) }
      chosen = all.filter { !changes(of: columns[$0], looked.source[$0], looked.target[$0], fewest: 1).isEmpty }
    }
    let counted = try Sides { side in
      let order = comparison.orders[side]
      return try tallies(of: chosen, side, count: order.count) { order[$0] }
    }
    let found = chosen.indices.flatMap {
      changes(of: columns[chosen[$0]], counted.source[$0], counted.target[$0], fewest: isWhole ? 1 : Self.fewest)
    }
    return SchemaChanges(columns: found, reordered: reordered, commonCount: columns.count)
  }

  /// The types of some records that are evenly spread, and of values of changed ones.
  private func sample(of side: Side) throws -> [TypeTally] {
    let (order, width) = (comparison.orders[side], max(columns.count, 1))
    let all = Array(columns.indices)
    let stride = order.count * width / Self.mostCells + 1
    var tallies = try tallies(of: all, side, count: order.count / stride) { order[$0 * stride] }
    let unpaired = comparison.unpairedOffsets(side)
    let step = 2 * unpaired.count * width / Self.mostCells + 1
    let others = try self.tallies(of: all, side, count: (unpaired.count + step - 1) / step) {
      order[Int(unpaired[$0 * step])]
    }
    for place in all { tallies[place].add(others[place]) }
    addDiffering(side, to: &tallies)
    return tallies
  }

  /// Adds values that differ, each as a record of its own.
  private func addDiffering(_ side: Side, to tallies: inout [TypeTally]) {
    let places = Dictionary(columns.enumerated().map { ($1.place(in: side), $0) }) { first, _ in first }
    let (table, compared) = (comparison.comparedTables[side], comparison.comparedColumns)
    var (cursor, cells) = (table.makeCursor(), 0)
    let stride = comparison.summary.updated * 2 / Self.mostCells + 1
    for pair in comparison.updatedPairs(every: stride) {
      let record = side == .source ? pair.source : pair.target
      for column in pair.differing {
        guard let place = compared[Int(column)].place(in: side), let index = places[place] else { continue }
        tallies[index].pass()
        tallies[index].add(cursor.field(record, place), isRead: isRead, record: record)
        cells += 1
      }
      if cells > Self.mostCells { return }
    }
  }

  private func tallies(of chosen: [Int], _ side: Side, count: Int, record: @Sendable (Int) -> Int) throws -> [TypeTally]
  {
    guard !chosen.isEmpty else { return [] }
    let (table, isRead) = (comparison.comparedTables[side], isRead)
    let places = chosen.map { columns[$0].place(in: side) }
    let indices = Dictionary(places.enumerated().map { (Int32($1), $0) }) { first, _ in first }
    let parts = try Parallel.map(count: count, workers: comparison.plan.run.workers) { range in
      var tallies = chosen.map { _ in TypeTally() }
      var cursor = table.makeCursor()
      for record in range.lazy.map(record) {
        for index in tallies.indices { tallies[index].pass() }
        if let found = cursor.foundColumns(record) {
          for column in found {
            guard let index = indices[column] else { continue }
            tallies[index].add(cursor.field(record, Int(column)), isRead: isRead, record: record)
          }
        } else {
          for index in places.indices {
            tallies[index].add(cursor.field(record, places[index]), isRead: isRead, record: record)
          }
        }
      }
      return tallies
    }
    return parts.dropFirst().reduce(into: parts[0]) { sum, part in
      for index in sum.indices { sum[index].add(part[index]) }
    }
  }

  // MARK: What changed

  private func changes(of column: ColumnMatch.Common, _ old: TypeTally, _ new: TypeTally, fewest: Int) -> [SchemaChange]
  {
    let counts = Sides(source: old.counts, target: new.counts)
    let found = counts.changes(fewest: fewest).map { change($0, column, counts) }
    // The name of a member may be what a mask hides.
    let isMasked = Side.allCases.contains { comparison.maskedColumns($0).contains(column.place(in: $0)) }
    guard !isMasked, min(counts.source[.object], counts.target[.object]) >= fewest, let oldMembers = old.members,
      let newMembers = new.members
    else { return found }
    let (olds, news) = joined(oldMembers, newMembers, column.name)
    let names = Set(olds.keys).union(news.keys).sorted()
    return names.reduce(into: found) { found, name in
      let path = PathPattern([.member(Array(name.text.utf8))]).text(below: column.name)
      guard !ignored.contains(path) else { return }
      let sides = Sides(source: olds[name], target: news[name])
      let members = Sides { side in
        var member = sides[side] ?? TypeCounts()
        member.records = counts[side][.object]
        return member
      }
      let kinds =
        sides.source == nil ? [.inserted] : sides.target == nil ? [.deleted] : members.changes(fewest: fewest)
      found += kinds.map { change($0, column, members, path: path) }
    }
  }

  /// The members of a column's objects, old ones by the names that rules have for them, without those that are
  /// elsewhere on the other side.
  private func joined(_ olds: [ColumnName: TypeCounts], _ news: [ColumnName: TypeCounts], _ column: String) -> (
    [ColumnName: TypeCounts], [ColumnName: TypeCounts]
  ) {
    let plan = comparison.resolvedPlan.given
    guard !plan.renames.isEmpty, let own = RuleNames(plan, .source).ownName(of: column) else { return (olds, news) }
    let names = plan.renames.map { old, new in
      (
        old: NestedRules.rest(of: old, below: own).flatMap(Self.name),
        new: NestedRules.rest(of: new, below: column).flatMap(Self.name)
      )
    }
    let moved = Sides(source: Set(names.compactMap(\.old)), target: Set(names.compactMap(\.new)))
    var (named, others) = (
      olds.filter { !moved.source.contains($0.key) }, news.filter { !moved.target.contains($0.key) }
    )
    for case (let old?, let new?) in names { (named[new], others[new]) = (olds[old], news[new]) }
    return (named, others)
  }

  /// The name of a member that a path leads to at once.
  private static func name(_ path: [UInt8]) -> ColumnName? {
    var rest = path[...]
    let name = MemberPath.takeName(from: &rest)
    return rest.isEmpty ? name.map { ColumnName(String(decoding: $0, as: UTF8.self)) } : nil
  }

  private func change(
    _ kind: SchemaChange.Kind, _ column: ColumnMatch.Common, _ counts: Sides<TypeCounts>, path: String? = nil
  ) -> SchemaChange {
    func made(_ example: Value?) -> SchemaChange {
      SchemaChange(
        kind: kind, column: column.name, path: path ?? column.name, counts: counts, isRead: isRead, example: example)
    }
    let change = made(nil)
    guard kind == .retyped, path == nil, !comparison.maskedColumns(.target).contains(column.target),
      let record = counts.target.first(of: change.types.more)
    else { return change }
    var cursor = comparison.target.makeCursor()
    return made(cursor.field(record, column.target).value)
  }

  private var reordered: [String] {
    guard Side.allCases.allSatisfy({ comparison.tables[$0].format.hasRows }) else { return [] }
    let sources = columns.map { Int32($0.source) }
    let least = LeastMoves(targetCount: sources.count)
    least.keep(sources, from: 0..<Int32.max)
    return sources.indices.filter { !least.isKept($0) }.map { columns[$0].name }
  }
}

extension Comparison {
  /// The same result, with what is to be said of its columns.
  ///
  /// - Parameter isWhole: Whether all values are to be looked at, and a single one is enough.
  /// - Throws: What went wrong with an input meanwhile.
  package func knowingSchema(isWhole: Bool = false) throws -> Comparison {
    guard schema == nil || isWhole else { return self }
    return Comparison(self, terms, accepting: acceptance, try SchemaSearch(self, isWhole: isWhole).changes())
  }
}
