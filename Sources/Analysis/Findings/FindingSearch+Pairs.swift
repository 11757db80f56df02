import Comparing
import Platform
import Records

/// What updated records have in common beside the values of single columns.
extension FindingSearch {
  /// A column that is all that differs, and rows that stand one column further on.
  ///
  /// - Parameter cells: What is known of columns already: of these nothing is said again.
  func pairFindings(beside cells: [Finding]) throws -> [Finding] {
    let known = Set(cells.flatMap { $0.columns + ($0.within.map { [$0] } ?? []) })
    let joined = try swapped() + copied()
    let told = known.union(joined.flatMap(\.columns))
    return try alone().filter { !told.contains($0.columns[0]) } + shifted() + joined
  }

  // MARK: Columns that have each other's values

  /// Between how many columns two are looked for.
  private static let mostSwapped = 12

  /// The columns that differ in half of the updated records, if these are few.
  private var changing: [Int32] {
    let half = differingCounts.filter { Finding.isEnough($0.value, of: sample.pairs.count) }.map(\.key).sorted()
    return half.count <= Self.mostSwapped ? half : []
  }

  private func swapped() throws -> [Finding] {
    let half = changing
    for (place, first) in half.enumerated() {
      for second in half[(place + 1)...] {
        // Both have to differ: that two have the same value, and kept it, tells of no exchange.
        let differing = sample.pairs.filter { $0.differing.contains(first) && $0.differing.contains(second) }
        guard try Finding.isEnough(differing.count { try isSwapped(first, second, $0) }, of: sample.pairs.count) else {
          continue
        }
        let names = [first, second].map { columns[Int($0)].name }
        let count = try sample.pairs.count { try isSwapped(first, second, $0) }
        var finding = sample.finding(.swapped, names, changes: count, of: sample.pairs.count)
        finding.isUndoneByNames = try areExchanged(first, second)
        return [finding]
      }
    }
    return []
  }

  /// Whether two columns without rules have each other's values in nearly all pairs, and differ in all others: then
  /// these alone differ in them where each has the other's name.
  private func areExchanged(_ first: Int32, _ second: Int32) throws -> Bool {
    let (names, plan) = ([first, second].map { columns[Int($0)].name }, comparison.plan)
    // What reads the columns otherwise would read others under their names.
    let isReadElsewhere =
      plan.filter != nil || plan.section != nil || plan.group != nil || !plan.passes.isEmpty || !plan.derived.isEmpty
    guard !sample.isPart, !plan.hasUsualTolerance, !isReadElsewhere, let key = comparison.key.columns,
      names.allSatisfy({ plan.steps(for: $0).isEmpty && !plan.isRuled($0) && !key.contains($0) })
    else { return false }
    var others = 0
    for pair in comparison.comparedPairs where try !isSwapped(first, second, pair) {
      guard pair.differing.contains(first) || pair.differing.contains(second) else { return false }
      others += 1
    }
    return 10 * others <= comparison.pairedCount
  }

  private func copied() throws -> [Finding] {
    let others = comparison.comparedColumns.indices.map { Int32($0) }.filter(isOpen).prefix(2 * Self.mostSwapped)
    // Few pairs tell of most columns that no value was copied.
    let guess = sample.pairs.spread(Self.mostAsked)
    for column in changing {
      for other in others where other != column {
        guard try guess.contains(where: { try isCopied(column, other, $0) }) else { continue }
        let pairs = try sample.pairs.filter { try isCopied(column, other, $0) }
        guard Finding.isEnough(pairs.count, of: sample.pairs.count) else { continue }
        // A few values may be the same by accident.
        guard try Set(pairs.map { try cell(column, $0).new }).count >= Finding.fewest else { continue }
        let names = [column, other].map { columns[Int($0)].name }
        return [sample.finding(.copied, names, changes: pairs.count, of: sample.pairs.count)]
      }
    }
    return []
  }

  /// Whether a column of a pair that differs has the new value of another one.
  func isCopied(_ column: Int32, _ other: Int32, _ pair: ComparedPair) throws -> Bool {
    guard pair.differing.contains(column) else { return false }
    let new = try cell(column, pair).new
    return try !new.isVoid && new == cell(other, pair).new
      && cell(column, pair).old != cell(other, pair).old
  }

  /// Whether two columns of a pair have each other's old values, which may be the same.
  func isSwapped(_ first: Int32, _ second: Int32, _ pair: ComparedPair) throws -> Bool {
    let cells = (try cell(first, pair), try cell(second, pair))
    return cells.0.old == cells.1.new && cells.0.new == cells.1.old
  }

  private func alone() throws -> [Finding] {
    let single = sample.pairs.lazy.filter { $0.differing.count == 1 }.compactMap(\.differing.first)
    guard let (number, count) = single.counted().mostFrequent, Finding.isEnough(count, of: sample.pairs.count),
      comparison.comparedColumns.count > 1
    else {
      return []
    }
    let name = columns[Int(number)].name
    var finding = sample.finding(.alone, [name], changes: count, of: sample.pairs.count)
    let pairs = sample.pairs.filter { $0.differing.elementsEqual([number]) }
    // Few tell of most columns that they have none.
    finding.isOfStamps =
      try Stamps.mayBe(pairs.prefix(Finding.fewest).map { try cell(number, $0) })
      && Stamps.are(pairs.map { try cell(number, $0) })
    return [finding]
  }

  /// How many pairs say of what kind values are.
  private static let mostAsked = 200

  // MARK: Rows that are shifted

  /// Of how many columns in a row the values have to stand in the next one.
  static let fewestShifted = 3

  private func shifted() throws -> [Finding] {
    guard Side.allCases.allSatisfy({ comparison.tables[$0].format.hasRows }) else { return [] }
    let columns = columnsSideBySide()
    guard columns.count > Self.fewestShifted else { return [] }
    return try [false, true].compactMap { try shifted(isBack: $0, columns) }
  }

  private func shifted(isBack: Bool, _ columns: [ResolvedPlan.Column]) throws -> Finding? {
    var (count, first, starts): (Int, Int?, [Int: Int]) = (0, nil, [:])
    for pair in sample.pairs where pair.differing.count >= Self.fewestShifted {
      guard let start = try shift(of: pair, columns, isBack: isBack) else { continue }
      count += 1
      starts[start, default: 0] += 1
      first = first ?? pair.target
    }
    guard count >= Finding.fewest, let first, let start = starts.mostFrequent else { return nil }
    let cause = Finding.Cause.shifted(record: first, fromColumn: start.count, isBack: isBack)
    return sample.finding(cause, [columns[start.key].name], changes: count, of: sample.pairs.count)
  }

  /// The last columns of the target that stand side by side on both sides, with none between them that is not compared.
  func columnsSideBySide() -> [ResolvedPlan.Column] {
    let counts = Sides { comparison.tables[$0].columns.count }
    var columns: [ResolvedPlan.Column] = []
    var last = (source: -1, target: -1)
    for column in comparison.comparedColumns.sorted(by: { ($0.target ?? -1) < ($1.target ?? -1) }) {
      guard let source = column.source, let target = column.target, source < counts.source, target < counts.target,
        !column.isMasked
      else { continue }
      if source != last.source + 1 || target != last.target + 1 { columns = [] }
      columns.append(column)
      last = (source, target)
    }
    return columns
  }

  /// The place among the columns from which on a record has the old values one column further on, or back; `nil` if it
  /// has not.
  func shift(of pair: ComparedPair, _ columns: [ResolvedPlan.Column], isBack: Bool) throws -> Int? {
    let old = try columns.map { try value($0, .source, pair.source) }
    let new = try columns.map { try value($0, .target, pair.target) }
    // Values that are everywhere the same would be shifted in any direction.
    guard let start = columns.indices.first(where: { old[$0] != new[$0] }) else { return nil }
    let (before, after) = isBack ? (new, old) : (old, new)
    let moved = (start..<columns.count - 1).prefix { before[$0] == after[$0 + 1] }
    let told = Set(moved.map { before[$0] }.filter { !$0.isVoid })
    return told.count >= Self.fewestShifted && moved.upperBound == columns.count - 1 ? start : nil
  }
}
