import Comparing
import Records

/// What records that stand elsewhere, and records that changed, have in common by their place.
struct OrderFindings {
  let search: FindingSearch

  private var comparison: Comparison { search.comparison }

  /// Why records moved, if the order of all of them tells, or they moved side by side.
  func ofMoves() -> [Finding] {
    let moved = comparison.summary.moved
    guard moved >= Finding.fewest, comparison.plan.moves != .none, !comparison.hasSections else { return [] }
    let block = block()
    // Where all stand side by side, that is what happened, whatever order the others are in.
    let whole = block.flatMap { $0.count == moved ? $0 : nil }
    return [reversed() ?? whole ?? sorted() ?? block].compactMap(\.self).map { finding($0.cause, $0.count) }
  }

  private func finding(_ cause: Finding.Cause, _ count: Int) -> Finding {
    Finding(cause, changes: count, of: comparison.summary.moved)
  }

  private typealias Order = (cause: Finding.Cause, count: Int)

  private func reversed() -> Order? {
    var last = Int.max
    for pair in comparison.comparedPairs {
      guard pair.source < last else { return nil }
      last = pair.source
    }
    return (.reversed, comparison.summary.moved)
  }

  /// The order of a column that each side has, where it is not one that the other side has as well.
  private func sorted() -> Order? {
    guard Side.allCases.allSatisfy({ comparison.orders[$0].count <= FindingSearch.mostRecords }) else { return nil }
    let columns = comparison.columns.common.filter { !comparison.plan.isMasked($0.name) }
    let found = Sides { side in columns.map { standing($0, side) } }
    let orders = Sides { side in
      columns.indices.lazy.compactMap { place -> Finding.ColumnOrder? in
        let (own, other) = (found[side][place], found[side.other][place])
        guard own.isTelling, own.orders.isDisjoint(with: other.orders) else { return nil }
        return own.orders.first(of: columns[place].name)
      }.first
    }
    guard orders.source != nil || orders.target != nil else { return nil }
    // The other side may have the same column in another order, if only by an accident.
    let all = Sides { side in
      orders[side]
        ?? columns.firstIndex { $0.name == orders[side.other]?.column }.flatMap { place in
          found[side][place].orders.first(of: columns[place].name)
        }
    }
    return (.sorted(all), comparison.summary.moved)
  }

  /// The orders of a column's values in which a side's records stand, and whether that can be no accident: a column of
  /// few values may be in order by one.
  private func standing(_ column: ColumnMatch.Common, _ side: Side) -> (orders: ColumnOrders, isTelling: Bool) {
    let (order, reader) = (comparison.orders[side], search.worker.readers[side])
    guard let place = reader.columnIndex(of: column.name) else { return ([], false) }
    var (orders, changes) = (ColumnOrders.all, 0)
    var last: (text: [UInt8], number: ExactDecimal?)?
    for offset in 0..<order.count {
      let text = reader.rawField(order[offset], place).withSpelling { Array($0) } ?? []
      let number = text.withBytes { ExactDecimal($0) }
      if number == nil { orders.subtract([.numbersUp, .numbersDown]) }
      if let last {
        if let before = last.number, let number {
          if number < before { orders.remove(.numbersUp) }
          if before < number { orders.remove(.numbersDown) }
        }
        if text.lexicographicallyPrecedes(last.text) { orders.remove(.textsUp) }
        if last.text.lexicographicallyPrecedes(text) { orders.remove(.textsDown) }
        changes += text == last.text ? 0 : 1
      }
      guard !orders.isEmpty else { return ([], false) }
      last = (text, number)
    }
    return (orders, 2 * changes > order.count)
  }

  /// Most of the records that moved, where they stand side by side before and after.
  private func block() -> Order? {
    let moved = comparison.movedTargets
    let sources = moved.map(comparison.partner)
    var best = 0..<0
    var start = 0
    for place in moved.indices {
      let isNext =
        place > 0 && moved[place] == moved[place - 1] + 1
        && sources[place] == sources[place - 1] + 1
      if !isNext { start = place }
      if place + 1 - start > best.count { best = start..<place + 1 }
    }
    guard Finding.isEnough(best.count, of: moved.count), let first = best.first else { return nil }
    let records = Sides(
      source: comparison.orders.source[Int(sources[first])], target: comparison.orders.target[Int(moved[first])])
    return (.block(records), best.count)
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

/// Orders in which the values of a column stand: of numbers, or of bytes.
private struct ColumnOrders: OptionSet {
  let rawValue: Int

  static let numbersUp = Self(rawValue: 1), textsUp = Self(rawValue: 2)
  static let numbersDown = Self(rawValue: 4), textsDown = Self(rawValue: 8)
  static let all: Self = [numbersUp, textsUp, numbersDown, textsDown]

  /// The simplest of them.
  func first(of column: String) -> Finding.ColumnOrder? {
    guard let first = [Self.numbersUp, .textsUp, .numbersDown, .textsDown].first(where: contains) else { return nil }
    return Finding.ColumnOrder(
      column: column, isDescending: first == .numbersDown || first == .textsDown,
      isByNumber: first == .numbersUp || first == .numbersDown)
  }
}
