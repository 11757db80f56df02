import Comparing
import Records

/// Since which export of a chain each cell of the newest one has its value.
///
/// A value that rules call equal to the one before is the same value. It takes 4 bytes for each cell.
package struct CellAges: ChainFollower {
  /// Stands for cells that rules leave out or that never were there, and for those of records that a filter leaves out.
  package static let unknown: Int32 = -1

  /// How many columns the newest export has.
  package private(set) var width = 0
  /// For each record of the newest export, by its number, the export since which it is there.
  package private(set) var arrivals: [Int32] = []
  /// The exports of the cells, record by record.
  private var ages: [Int32] = []

  package init() {}

  /// The exports since which the cells of a record have their values.
  package subscript(record: Int) -> ArraySlice<Int32> { ages[record * width..<(record + 1) * width] }

  package subscript(record: Int, column: Int) -> Int32 { ages[record * width + column] }

  package mutating func begin(_ comparison: Comparison, _ side: Side, at export: Int) throws {
    let order = comparison.orders[side]
    var next = Rows(comparison, side, Int32(truncatingIfNeeded: export))
    for offset in 0..<order.count { next.add(order[offset]) }
    take(next)
  }

  package mutating func end(at export: Int) { (width, ages, arrivals) = (0, [], []) }

  /// - Complexity: O(*n* *c*) for *n* records of *c* columns.
  package mutating func follow(_ comparison: Comparison, to export: Int) throws {
    var next = Rows(comparison, .target, Int32(truncatingIfNeeded: export))
    let copied = comparison.columns.common.filter { next.isFollowed[$0.target] }
    let areSame = copied.count == width && width == next.width && copied.allSatisfy { $0.source == $0.target }
    for offset in comparison.unpairedOffsets(.target) { next.add(comparison.orders.target[Int(offset)]) }
    for pair in comparison.comparedPairs {
      let (from, to) = (pair.source * width, pair.target * next.width)
      next.arrivals[pair.target] = arrivals[pair.source]
      if areSame {
        for column in 0..<width { next.ages[to + column] = ages[from + column] }
      } else {
        for column in copied { next.ages[to + column.target] = ages[from + column.source] }
      }
      for column in next.new { next.touch(pair.target, column) }
      for number in pair.differing {
        if let column = next.compared[Int(number)] { next.ages[to + column] = next.export }
      }
    }
    take(next)
  }

  private mutating func take(_ rows: Rows) { (width, ages, arrivals) = (rows.width, rows.ages, rows.arrivals) }

  /// The cells of an export while their ages are found.
  private struct Rows {
    let export: Int32
    let width: Int
    var ages: [Int32]
    var arrivals: [Int32]
    /// Which columns have values whose age is known: those that are compared, and the key's.
    private(set) var isFollowed: [Bool]
    /// For each compared column its place; that of the column that it is a path into.
    let compared: [Int?]
    /// The columns that the other side lacks.
    let new: [Int]
    private let followed: [Int]
    private let hasGaps: Bool
    private var cursor: FieldCursor

    init(_ comparison: Comparison, _ side: Side, _ export: Int32) {
      let table = comparison.comparedTables[side]
      let width = table.columns.count
      let plan = comparison.resolvedPlan
      func places(_ columns: [ResolvedPlan.Column]) -> [Int?] {
        columns.map { $0.place(in: side).flatMap { $0 < width ? $0 : nil } }
      }
      let own = side == .source ? comparison.oneSidedColumns.deleted : comparison.oneSidedColumns.inserted
      new = own.compactMap(table.ownColumnIndex)
      compared = places(plan.wholeColumns)
      isFollowed = [Bool](repeating: false, count: width)
      for place in (compared + places(plan.key)).compactMap(\.self) + new { isFollowed[place] = true }
      followed = isFollowed.indices.filter { [isFollowed] in isFollowed[$0] }
      self.export = export
      self.width = width
      ages = [Int32](repeating: CellAges.unknown, count: table.count * width)
      arrivals = [Int32](repeating: CellAges.unknown, count: table.count)
      hasGaps = table.mayLackFields
      cursor = table.makeCursor()
    }

    /// Takes a record for new.
    mutating func add(_ record: Int) {
      arrivals[record] = export
      for column in followed { touch(record, column) }
    }

    /// Takes a cell for new, if it is there.
    mutating func touch(_ record: Int, _ column: Int) {
      guard !hasGaps || cursor.field(record, column).kind != .absent else { return }
      ages[record * width + column] = export
    }
  }
}
