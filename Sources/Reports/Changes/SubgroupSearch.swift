import Platform
import Comparing
import Records

/// Looks for the values that tell updated records from the others.
///
/// Updated records are counted by the values of their columns first. All others are looked at only where
/// most updated records have one value in common, and only in those columns.
struct SubgroupSearch: Sendable {
  private let comparison: Comparison
  private let masked: Set<Int>

  /// With fewer updated records than these, what they have in common may be chance.
  private static let fewestUpdated = 10
  /// The most subgroups that are told.
  private static let most = 3

  /// A column, and the value that most updated records have there.
  private struct Candidate: Sendable {
    let column: Int
    let hash: UInt64
    let occurrences: ValueTally.Occurrences
  }

  /// The subgroups that tell most, the best first; at the same, in the order of columns.
  ///
  /// - Complexity: O(*n*) for the bytes of the new records; memory for some values of each column.
  static func find(in comparison: Comparison) -> [Subgroup] {
    let totals = Subgroup.Totals(comparison)
    guard totals.updated >= fewestUpdated else { return [] }
    let search = SubgroupSearch(
      comparison: comparison, masked: comparison.maskedColumns(.target))
    let candidates = search.candidates(ofUpdated: totals.updated)
    guard !candidates.isEmpty else { return [] }
    var cursor = comparison.target.makeCursor()
    let found = zip(candidates, search.unchangedCounts(candidates)).compactMap {
      let (column, occurrences) = ($0.column, $0.occurrences)
      return Subgroup(
        column: comparison.target.columns[column],
        value: cursor.field(occurrences.first, column).value, updated: occurrences.count,
        paired: occurrences.count + $1, of: totals)
    }
    let ranked = found.enumerated().sorted {
      ($1.element.excess, $0.offset) < ($0.element.excess, $1.offset)
    }
    return ranked.prefix(most).map(\.element)
  }

  private func candidates(ofUpdated updated: Int) -> [Candidate] {
    let tallies = inParallel(comparison.changeCount, valuesOfUpdated)
    return comparison.target.columns.indices.compactMap { column in
      var whole = ValueTally()
      for part in tallies { whole.add(part[column]) }
      guard let (hash, occurrences) = whole.mostFrequent, occurrences.count * 2 >= updated
      else { return nil }
      return Candidate(column: column, hash: hash, occurrences: occurrences)
    }
  }

  /// The values of the updated records among some changes, by column.
  private func valuesOfUpdated(among places: Range<Int>) -> [ValueTally] {
    var tallies = comparison.target.columns.indices.map { ValueTally(isOpen: !masked.contains($0)) }
    // The change in which a column differed last.
    var differing = [Int](repeating: -1, count: tallies.count)
    var cursor = comparison.target.makeCursor()
    for place in places {
      let entry = comparison.entry(at: place)
      guard entry.kind == .updated, let record = comparison.record(.target, entry.target)
      else { continue }
      for number in comparison.differingColumns(of: entry) {
        let column = comparison.comparedColumns[Int(number)].target ?? -1
        if differing.indices.contains(column) { differing[column] = place }
      }
      cursor.forEachField(record) { column, field in
        guard differing[column] != place else { return }
        tallies[column].add(field, record: record)
      }
    }
    return tallies
  }

  /// How many of the paired records that are not updated have the candidates' values.
  private func unchangedCounts(_ candidates: [Candidate]) -> [Int] {
    let order = comparison.orders.target
    let all = counts(candidates, in: order.count) { order[$0] }
    let others = counts(candidates, in: comparison.changeCount) { place in
      let entry = comparison.entry(at: place)
      let isCounted = entry.kind == .updated || entry.kind == .inserted
      return isCounted ? comparison.record(.target, entry.target) : nil
    }
    return zip(all, others).map { $0 - $1 }
  }

  private func counts(
    _ candidates: [Candidate], in count: Int, record: @Sendable (Int) -> Int?
  ) -> [Int] {
    let parts = inParallel(count) { range in
      var counts = candidates.map { _ in 0 }
      var cursor = comparison.target.makeCursor()
      for record in range.lazy.compactMap(record) {
        for (place, candidate) in candidates.enumerated()
        where cursor.field(record, candidate.column).hash == candidate.hash {
          counts[place] += 1
        }
      }
      return counts
    }
    return candidates.indices.map { place in parts.reduce(0) { $0 + $1[place] } }
  }

  private func inParallel<Part: Sendable>(
    _ count: Int, _ body: @Sendable (Range<Int>) -> Part
  ) -> [Part] {
    // Nothing fails here.
    (try? Parallel.map(count: count, workers: comparison.plan.run.workers, body)) ?? []
  }
}

/// How often each value of one column occurs, as long as there are few of them.
private struct ValueTally: Sendable {
  /// How often a value occurs, and the first record that has it.
  struct Occurrences: Sendable {
    var count: Int
    var first: Int
  }

  private var values: [UInt64: Occurrences] = [:]
  /// Whether values are still counted.
  private var isOpen = true

  /// A column with more values than these is not counted.
  private static let mostValues = 64

  init(isOpen: Bool = true) { self.isOpen = isOpen }

  /// The value that occurs most often; of several that one which occurs first.
  var mostFrequent: (key: UInt64, value: Occurrences)? {
    values.max { ($0.value.count, $1.value.first) < ($1.value.count, $0.value.first) }
  }

  /// Counts a value; objects and arrays are none, and neither is an absent one.
  mutating func add(_ field: Field, record: Int) {
    guard isOpen, field.kind != .absent, !field.isNested else { return }
    add(field.hash, Occurrences(count: 1, first: record))
  }

  /// Counts the values of other records.
  mutating func add(_ other: ValueTally) {
    if !other.isOpen { close() }
    for (hash, occurrences) in other.values { add(hash, occurrences) }
  }

  private mutating func add(_ hash: UInt64, _ occurrences: Occurrences) {
    guard isOpen else { return }
    var own = values[hash] ?? Occurrences(count: 0, first: occurrences.first)
    own.count += occurrences.count
    own.first = min(own.first, occurrences.first)
    values[hash] = own
    if values.count > Self.mostValues { close() }
  }

  private mutating func close() {
    values = [:]
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
