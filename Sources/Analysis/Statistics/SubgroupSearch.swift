import Platform
import Comparing
import Records

/// Looks for the values that tell updated records from the others.
///
/// Updated records are counted by the values of their columns first. All others are looked at only where
/// most updated records have one value in common, and only in those columns.
package struct SubgroupSearch: Sendable {
  private let comparison: Comparison
  private let masked: Set<Int>

  /// With fewer updated records than these, what they have in common may be chance.
  private static let fewestUpdated = 10
  /// The most subgroups that are told.
  private static let most = 3

  /// A column, and the value that most updated records have there.
  private struct Candidate: Sendable {
    package let column: Int
    package let value: Occurrences.Entry
  }

  /// The subgroups that tell most, the best first; at the same, in the order of columns.
  ///
  /// - Complexity: O(*n*) for the bytes of the new records; memory for some values of each column.
  package static func find(in comparison: Comparison) -> [Subgroup] {
    let totals = Subgroup.Totals(comparison)
    guard totals.updated >= fewestUpdated else { return [] }
    let search = SubgroupSearch(comparison: comparison, masked: comparison.maskedColumns(.target))
    let candidates = search.candidates(ofUpdated: totals.updated)
    guard !candidates.isEmpty else { return [] }
    var cursor = comparison.target.makeCursor()
    let found = zip(candidates, search.counts(candidates)).compactMap {
      let (column, value) = ($0.column, $0.value)
      return Subgroup(
        column: comparison.target.columns[column], value: cursor.field(value.first, column).value, updated: $1.updated,
        paired: $1.paired, of: totals)
    }
    return Array(found.sorted { $0.excess > $1.excess }.prefix(most))
  }

  private func candidates(ofUpdated updated: Int) -> [Candidate] {
    let tallies = inParallel(comparison.changeCount, valuesOfUpdated)
    return comparison.target.columns.indices.compactMap { column in
      var whole = ValueTally()
      for part in tallies { whole.add(part[column]) }
      guard let value = whole.values.mostFrequent, value.count * 2 >= updated else { return nil }
      return Candidate(column: column, value: value)
    }
  }

  /// The values of the updated records among some changes, by column.
  private func valuesOfUpdated(among places: Range<Int>) -> [ValueTally] {
    var tallies = comparison.target.columns.indices.map { ValueTally(isOpen: !masked.contains($0)) }
    // The change in which a column differed last.
    var differing = [Int](repeating: -1, count: tallies.count)
    var cursor = comparison.target.makeCursor()
    var lastDifference = 0
    for index in places {
      let entry = comparison.entry(at: index)
      guard entry.kind == .updated, let record = comparison.record(.target, entry.target) else { continue }
      for number in comparison.differingColumns(of: entry, near: &lastDifference) {
        let column = comparison.comparedColumns[Int(number)].target ?? -1
        if differing.indices.contains(column) { differing[column] = index }
      }
      cursor.forEachField(record) { column, field in
        guard differing[column] != index else { return }
        tallies[column].add(field, record: record)
      }
    }
    return tallies
  }

  /// How many of the updated and of the paired records have the candidates' values in the target.
  private func counts(_ candidates: [Candidate]) -> [(updated: Int, paired: Int)] {
    let order = comparison.orders.target
    let all = counts(candidates, in: order.count) { order[$0] }
    let (updated, inserted) = (counts(candidates, among: .updated), counts(candidates, among: .inserted))
    return candidates.indices.map { (updated[$0], all[$0] - inserted[$0]) }
  }

  private func counts(_ candidates: [Candidate], among kind: Change.Kind) -> [Int] {
    counts(candidates, in: comparison.changeCount) { index in
      let entry = comparison.entry(at: index)
      return entry.kind == kind ? comparison.record(.target, entry.target) : nil
    }
  }

  private func counts(_ candidates: [Candidate], in count: Int, record: @Sendable (Int) -> Int?) -> [Int] {
    let parts = inParallel(count) { range in
      var counts = candidates.map { _ in 0 }
      var cursor = comparison.target.makeCursor()
      for record in range.lazy.compactMap(record) {
        for (index, candidate) in candidates.enumerated()
        where cursor.field(record, candidate.column).hash == candidate.value.hash { counts[index] += 1 }
      }
      return counts
    }
    return candidates.indices.map { index in parts.reduce(0) { $0 + $1[index] } }
  }

  private func inParallel<Part: Sendable>(_ count: Int, _ body: @Sendable (Range<Int>) -> Part) -> [Part] {
    // Nothing fails here.
    (try? Parallel.map(count: count, workers: comparison.plan.run.workers, body)) ?? []
  }
}

/// How often each value of one column occurs, as long as there are few of them.
private struct ValueTally: Sendable {
  /// The values, each with the first record that has it.
  package private(set) var values = Occurrences()
  private var isOpen = true

  /// A column with more values than these is not counted.
  private static let mostValues = 64

  package init(isOpen: Bool = true) { self.isOpen = isOpen }

  /// Counts a value; objects and arrays are none, and neither is an absent one.
  package mutating func add(_ field: Field, record: Int) {
    guard isOpen, !field.isAbsent, !field.isNested else { return }
    if !values.add(field.hash, first: record, limit: Self.mostValues) { close() }
  }

  /// Counts the values of other records.
  package mutating func add(_ other: ValueTally) {
    if !other.isOpen { close() }
    for value in other.values.entries where isOpen {
      let isCounted = values.add(value.hash, count: value.count, first: value.first, limit: Self.mostValues)
      if !isCounted { close() }
    }
  }

  private mutating func close() {
    values = Occurrences()
    isOpen = false
  }
}

extension Field {
  fileprivate var hash: UInt64 {
    var hasher = FieldHasher()
    hash(into: &hasher)
    return hasher.value
  }
}
