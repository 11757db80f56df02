import Platform
import Comparing
import Records

/// In how many records something differs at each path inside the values of one column.
package struct PathStatistics {
  /// One path; list elements go by `[]`, members of objects that have many names by `*`.
  package struct Path {
    package let path: PathPattern
    /// In how many records something differs there, each counted once.
    package let records: Int
  }

  /// The paths, those that differ in most records first.
  package let paths: [Path]
  package let more: Int

  /// The most paths that are listed of a column.
  package static let most = 100
  /// Updated records that are looked at to tell which objects have many names.
  private static let learned = 2000
  /// Updated records that are counted at once: the same whatever the threads, so that what is cut off is the same.
  private static let chunk = 4096

  /// Looks inside every updated record, on several threads.
  ///
  /// - Returns: What was found by the numbers of the compared columns.
  /// - Complexity: O(*b*) for *b* bytes of nested values that changed.
  package static func collect(_ comparison: Comparison) throws -> [Int: PathStatistics] {
    guard comparison.mayHoldNested else { return [:] }
    let updated = (0..<comparison.changeCount).filter { comparison.entry(at: $0).kind == .updated }
    let first = try tallies(comparison, updated.prefix(learned), [:])
    let shapes = first.mapValues { PathTally($0.tree.generalised) }
    let chunks = stride(from: 0, to: updated.count, by: chunk).map { updated[$0..<min($0 + chunk, updated.count)] }
    let parts = try Parallel.map(count: chunks.count, workers: comparison.plan.run.workers, grain: 1) { range in
      try chunks[range].map { try tallies(comparison, $0, shapes) }
    }
    var totals = shapes
    for part in parts.joined() { for (column, tally) in part { totals[column, default: PathTally()].add(tally) } }
    return totals.mapValues(\.statistics).filter { !$0.value.paths.isEmpty }
  }

  /// Counts what differs in some changes, by column.
  private static func tallies(_ comparison: Comparison, _ places: ArraySlice<Int>, _ shapes: [Int: PathTally]) throws
    -> [Int: PathTally]
  {
    let worker = comparison.takeWorker()
    defer { comparison.put(back: worker) }
    var tallies = shapes
    try comparison.asking { try worker.prepare() }
    for index in places {
      let entry = comparison.entry(at: index)
      guard let source = comparison.record(.source, entry.source), let target = comparison.record(.target, entry.target)
      else { continue }
      for number in comparison.differingColumns(ofTarget: entry.target).lazy.map(Int.init) {
        let changes = try comparison.asking {
          try worker.nestedChanges(in: comparison.comparedColumns[number], source: source, target: target)
        }
        for change in changes ?? [] { tallies[number, default: PathTally()].count(change.path, record: index) }
      }
    }
    return tallies
  }
}

/// Paths, and in how many records each of them was seen.
private struct PathTally: Sendable {
  package private(set) var tree: PathTree
  private var counts: [Int]
  /// The record that was counted last at each path.
  private var last: [Int]

  package init(_ tree: PathTree = PathTree()) {
    self.tree = tree
    counts = [Int](repeating: 0, count: tree.nodes.count)
    last = [Int](repeating: -1, count: tree.nodes.count)
  }

  /// Counts a record at a path, once.
  package mutating func count(_ path: NestedPath, record: Int) {
    var node = 0
    for step in path.steps {
      let next: PathPattern.Step =
        switch step {
        case .member(let name): .member(name)
        case .element: .elements
        }
      guard let child = tree.child(of: node, next) else { return }
      node = child
    }
    grow()
    guard last[node] != record else { return }
    last[node] = record
    counts[node] += 1
  }

  /// Adds the counts of other records.
  package mutating func add(_ other: PathTally) {
    var places = [0]
    for (node, count) in zip(other.tree.nodes, other.counts) {
      if let step = node.step {
        let parent = places[node.parent]
        places.append(parent < 0 ? -1 : tree.child(of: parent, step) ?? -1)
      }
      grow()
      if let index = places.last, index >= 0 { counts[index] += count }
    }
  }

  private mutating func grow() {
    let missing = tree.nodes.count - counts.count
    counts += repeatElement(0, count: missing)
    last += repeatElement(-1, count: missing)
  }

  package var statistics: PathStatistics {
    let places = tree.ordered.enumerated().filter { counts[$0.element] > 0 }.sorted {
      (counts[$1.element], $0.offset) < (counts[$0.element], $1.offset)
    }
    return PathStatistics(
      paths: places.prefix(PathStatistics.most).map {
        PathStatistics.Path(path: tree.path(to: $0.element), records: counts[$0.element])
      }, more: max(0, places.count - PathStatistics.most))
  }
}

extension Comparison {
  /// Whether values that were compared may be objects or lists.
  var mayHoldNested: Bool {
    Side.allCases.contains { !tables[$0].format.hasRows } || !plan.normalizers.isEmpty || !plan.usualSteps.isEmpty
  }
}
