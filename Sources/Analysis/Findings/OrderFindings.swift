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

  /// The order of columns that each side has, where it is not one that the other side has as well.
  private func sorted() -> Order? {
    guard Side.allCases.allSatisfy({ comparison.orders[$0].count <= FindingSearch.mostRecords }) else { return nil }
    let columns = comparison.columns.common.filter { !comparison.plan.isMasked($0.name) }
    let found = Sides { side in columns.map { standing($0, side) } }
    let orders = Sides { side in
      let one = columns.indices.lazy.compactMap { place -> Finding.ColumnOrder? in
        let (own, other) = (found[side][place], found[side.other][place])
        guard isTelling(own.changes, side), own.orders.isDisjoint(with: other.orders) else { return nil }
        return own.order(of: columns[place].name)
      }.first
      return one.map { [$0] } ?? bySeveral(side, columns, found)
    }
    guard !orders.source.isEmpty || !orders.target.isEmpty else { return nil }
    // The other side may have the same column in another order, if only by an accident.
    let all = Sides { side in
      guard orders[side].isEmpty, orders[side.other].count == 1 else { return orders[side] }
      let place = columns.firstIndex { $0.name == orders[side.other].first?.column }
      return place.flatMap { found[side][$0].order(of: columns[$0].name) }.map { [$0] } ?? []
    }
    return (.sorted(all), comparison.summary.moved)
  }

  /// How the values of a column stand.
  private struct Standing {
    var orders: ColumnOrders = .all
    /// How many records have another value than the one before, and which.
    var changes = 0
    var runs: [Bool] = []
    var holdsNumbers = true

    static let inNoOrder = Standing(orders: [])

    /// The simplest of the orders.
    func order(of column: String) -> Finding.ColumnOrder? {
      orders.simplest.map { first in
        Finding.ColumnOrder(
          column: column, isDescending: first == .numbersDown || first == .textsDown,
          isByNumber: first == .numbersUp || first == .numbersDown, holdsNumbers: holdsNumbers)
      }
    }
  }

  /// Whether an order in which so many records have another value than the one before can be no accident: a column of
  /// few values may be in order by one.
  private func isTelling(_ changes: Int, _ side: Side) -> Bool { 2 * changes > comparison.orders[side].count }

  /// How many columns are told that records are sorted by, one within the other.
  private static let mostColumns = 4

  /// Columns of which each is in order where those before it are the same, on one side alone.
  private func bySeveral(_ side: Side, _ columns: [ColumnMatch.Common], _ found: Sides<[Standing]>)
    -> [Finding.ColumnOrder]
  {
    for (place, first) in columns.enumerated() {
      let own = found[side][place]
      guard own.changes > 0, own.orders.isDisjoint(with: found[side.other][place].orders),
        var orders = own.order(of: first.name).map({ [$0] })
      else { continue }
      var last = own
      while !isTelling(last.changes, side), orders.count < Self.mostColumns,
        let (column, next) = next(columns, side, within: last, besides: orders),
        let order = next.order(of: column.name)
      {
        orders.append(order)
        last = next
      }
      if isTelling(last.changes, side) { return orders }
    }
    return []
  }

  /// The first column that is in order within runs of records, and tells some of them apart.
  private func next(
    _ columns: [ColumnMatch.Common], _ side: Side, within last: Standing, besides known: [Finding.ColumnOrder]
  ) -> (column: ColumnMatch.Common, standing: Standing)? {
    for column in columns where !known.contains(where: { $0.column == column.name }) {
      let own = standing(column, side, within: last.runs)
      if !own.orders.isEmpty, own.changes > last.changes { return (column, own) }
    }
    return nil
  }

  /// How a side's records stand by a column's values.
  ///
  /// - Parameter runs: Where records begin that are in no order to those before them.
  private func standing(_ column: ColumnMatch.Common, _ side: Side, within runs: [Bool] = []) -> Standing {
    let (order, reader) = (comparison.orders[side], search.worker.readers[side])
    guard let place = reader.columnIndex(of: column.name) else { return .inNoOrder }
    var standing = Standing()
    var last: (text: [UInt8], number: ExactDecimal?)?
    for offset in 0..<order.count {
      let text = reader.rawField(order[offset], place).withSpelling { Array($0) } ?? []
      let number = text.withBytes { ExactDecimal($0) }
      let isNext = offset > 0 && !(runs.indices.contains(offset) && runs[offset])
      if number == nil {
        standing.holdsNumbers = false
        standing.orders.subtract([.numbersUp, .numbersDown])
      }
      if isNext, let last { standing.orders.remove(between: last, (text, number)) }
      guard !standing.orders.isEmpty else { return .inNoOrder }
      let isOther = offset > 0 && (!isNext || text != last?.text)
      standing.runs.append(isOther)
      standing.changes += isOther ? 1 : 0
      last = (text, number)
    }
    return standing
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

  /// The value that most updated records have in a column, and far fewer of all; or that they stand at equal distances,
  /// where nothing else is known of what changed.
  func ofPlaces(isKnown: Bool) -> [Finding] {
    guard comparison.orders.target.count <= FindingSearch.mostRecords else { return [] }
    let totals = Subgroup.Totals(comparison)
    guard let best = SubgroupSearch.find(in: comparison).first, 4 * best.paired <= totals.paired else {
      return isKnown ? [] : atEqualDistances
    }
    let cause = Finding.Cause.concentrated(best.value, paired: best.paired, ofPaired: totals.paired)
    return [Finding(cause, [best.column], changes: best.updated, of: totals.updated)]
  }

  private var atEqualDistances: [Finding] {
    let places = comparison.updatedPairs.map(\.target).sorted()
    guard comparison.isWhole(.target), !comparison.hasSections, let (step, records) = AbsenceFindings.grid(places)
    else {
      return []
    }
    let count = (records.upperBound - records.lowerBound) / step + 1
    return [Finding(.everyUpdated(step: step, records: records), changes: count, of: places.count)]
  }
}

/// Orders in which the values of a column stand: of numbers, or of bytes.
private struct ColumnOrders: OptionSet {
  let rawValue: Int

  static let numbersUp = Self(rawValue: 1), textsUp = Self(rawValue: 2)
  static let numbersDown = Self(rawValue: 4), textsDown = Self(rawValue: 8)
  static let all: Self = [numbersUp, textsUp, numbersDown, textsDown]

  /// Takes away those in which one value does not come before the next one.
  mutating func remove(
    between last: (text: [UInt8], number: ExactDecimal?), _ next: (text: [UInt8], number: ExactDecimal?)
  ) {
    if let before = last.number, let number = next.number {
      if number < before { remove(.numbersUp) }
      if before < number { remove(.numbersDown) }
    }
    if next.text.lexicographicallyPrecedes(last.text) { remove(.textsUp) }
    if last.text.lexicographicallyPrecedes(next.text) { remove(.textsDown) }
  }

  var simplest: Self? { [.numbersUp, .textsUp, .numbersDown, .textsDown].first(where: contains) }
}
