import Comparing
import Records
import StagedDiff

/// What records that stand elsewhere, and records that changed, have in common by their place.
struct OrderFindings {
  let search: FindingSearch

  private var comparison: Comparison { search.comparison }

  /// Why records moved, if the order of all of them tells, or they moved side by side.
  func ofMoves() -> [Finding] {
    let moved = comparison.summary.moved
    guard moved >= Finding.fewest, search.holdsPairs, comparison.plan.moves != .none, !comparison.hasSections else {
      return []
    }
    return [reversed() ?? sorted() ?? block()].compactMap(\.self).map { finding($0.cause, $0.count) }
  }

  private func finding(_ cause: Finding.Cause, _ count: Int) -> Finding {
    Finding(cause, changes: count, of: comparison.summary.moved)
  }

  private typealias Order = (cause: Finding.Cause, count: Int)

  private func reversed() -> Order? {
    var last = Int32.max
    for source in comparison.pairing.targetToSource where source >= 0 {
      guard source < last else { return nil }
      last = source
    }
    return (.reversed, comparison.summary.moved)
  }

  /// The column that each side is sorted by, where it is not that both are sorted by one.
  private func sorted() -> Order? {
    guard Side.allCases.allSatisfy({ comparison.orders[$0].count <= FindingSearch.mostRecords }) else { return nil }
    let columns = comparison.columns.common.filter { !comparison.plan.isMasked($0.name) }
    let found = Sides { side in columns.filter { isSorted($0, side) }.map(\.name) }
    let shared = Set(found.source).intersection(found.target)
    let names = Sides { side in found[side].first { !shared.contains($0) } }
    guard names.source != nil || names.target != nil else { return nil }
    return (.sorted(names), comparison.summary.moved)
  }

  /// Whether a side's records stand in the order of a column's values: of numbers, or else of bytes.
  private func isSorted(_ column: ColumnMatch.Common, _ side: Side) -> Bool {
    let (order, reader) = (comparison.orders[side], search.worker.readers[side])
    guard let place = reader.columnIndex(of: column.name) else { return false }
    var (byNumber, byText, changes) = (true, true, 0)
    var last: (text: [UInt8], number: ExactDecimal?)?
    for offset in 0..<order.count {
      let text = reader.rawField(order[offset], place).withSpelling { Array($0) } ?? []
      let number = text.withBytes { ExactDecimal($0) }
      byNumber = byNumber && number != nil
      if let last {
        if let before = last.number, let number { byNumber = byNumber && before <= number }
        byText = byText && !text.lexicographicallyPrecedes(last.text)
        changes += text == last.text ? 0 : 1
      }
      guard byNumber || byText else { return false }
      last = (text, number)
    }
    // A column of few values may be in order by accident.
    return 2 * changes > order.count
  }

  /// Most of the records that moved, where they stand side by side before and after.
  private func block() -> Order? {
    let (moved, sources) = (comparison.movedTargets, comparison.pairing.targetToSource)
    var best = 0..<0
    var start = 0
    for place in moved.indices {
      let isNext =
        place > 0 && moved[place] == moved[place - 1] + 1
        && sources[Int(moved[place])] == sources[Int(moved[place - 1])] + 1
      if !isNext { start = place }
      if place + 1 - start > best.count { best = start..<place + 1 }
    }
    guard Finding.isEnough(best.count, of: moved.count), let first = best.first.map({ Int(moved[$0]) }) else {
      return nil
    }
    let records = Sides(
      source: comparison.orders.source[Int(sources[first])], target: comparison.orders.target[first])
    return (.block(records), best.count)
  }

  /// That columns stand in another order, where their order is one.
  func ofColumns() -> [Finding] {
    guard Side.allCases.allSatisfy({ comparison.tables[$0].format.hasRows }) else { return [] }
    let sources = comparison.columns.common.map { Int32($0.source) }
    let least = LeastMoves(targetCount: sources.count)
    least.keep(sources, from: 0..<Int32.max)
    let moved = sources.indices.filter { !least.isKept($0) }
    let names = moved.map { comparison.columns.common[$0].name }
    return moved.isEmpty ? [] : [Finding(.reordered, names, changes: moved.count, of: sources.count)]
  }

  /// The value that most updated records have in a column, and far fewer of all.
  func ofPlaces() -> [Finding] {
    guard comparison.orders.target.count <= FindingSearch.mostRecords else { return [] }
    guard let best = SubgroupSearch.find(in: comparison).first else { return [] }
    let totals = Subgroup.Totals(comparison)
    let cause = Finding.Cause.concentrated(best.value, paired: best.paired, ofPaired: totals.paired)
    return [Finding(cause, [best.column], changes: best.updated, of: totals.updated)]
  }
}
