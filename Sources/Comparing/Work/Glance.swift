import Records

/// Finds the columns in which a pair differs by its bytes, without splitting its records.
///
/// Only where nothing is asked of a pair but which values differ as they stand: no rule has a say about a compared
/// column, and both tables have one layout. The last pair is remembered, since its key is confirmed before it is
/// compared.
struct Glance {
  /// For each column of the source its number among the compared ones, or −1; empty where rules have a say.
  private let numbers: [Int32]
  private var source = -1
  private var target = -1
  private var isKnown = false
  /// The columns of the source whose values differ, if that is known.
  private var columns: [Int32] = []

  /// - Parameter isKept: Whether it matters what was asked of records, since answers are kept.
  init(_ plan: ResolvedPlan, _ readers: Sides<RecordReader>, isKept: Bool) {
    let count = readers.source.table.columns.count
    let isPossible =
      !isKept && plan.hasCommonLayout && !readers.source.hasNormalizers && !readers.target.hasNormalizers
      && readers.source.mayKnowDifferences(from: readers.target)
      && plan.compared.allSatisfy { $0.isPlain && $0.target != nil && ($0.source ?? count) < count }
      && plan.key.allSatisfy { ($0.source ?? count) < count }
    guard isPossible else {
      numbers = []
      return
    }
    var numbers = [Int32](repeating: -1, count: count)
    for (number, column) in plan.compared.enumerated() {
      if let place = column.source { numbers[place] = Int32(truncatingIfNeeded: number) }
    }
    self.numbers = numbers
  }

  /// Looks at a pair, unless it was the last one; whether its differences are known now.
  mutating func knows(_ source: Int, _ target: Int, _ readers: Sides<RecordReader>) -> Bool {
    guard !numbers.isEmpty else { return false }
    if self.source != source || self.target != target {
      columns.removeAll(keepingCapacity: true)
      isKnown = readers.source.findDifferences(source, readers.target, target, into: &columns)
      (self.source, self.target) = (source, target)
    }
    return isKnown
  }

  /// Whether the pair differs in any of some columns of the source.
  func hasAny(of places: [Int]) -> Bool { columns.contains { places.contains(Int($0)) } }

  /// Adds the numbers of the compared columns that differ, in ascending order.
  ///
  /// It changes nothing here; whoever calls what may change has no copy made for the call.
  mutating func appendNumbers(to differences: inout [Int32]) {
    let before = differences.count
    for column in columns where numbers[Int(column)] >= 0 { differences.append(numbers[Int(column)]) }
    // Members of JSON may come in another order than the columns.
    if differences.count > before + 1 { differences[before...].sort() }
  }
}
