import Comparing
import Records

/// What records that only one side has are: the first or last of it, or all that have some value there.
struct AbsenceFindings {
  let search: FindingSearch

  /// How many records are asked which value they share, and of how many columns.
  private static let mostAsked = 200, mostColumns = 30

  private var comparison: Comparison { search.comparison }

  func findings() throws -> [Finding] {
    guard !comparison.hasSections else { return [] }
    return try Side.allCases.compactMap { side in
      let (alone, count) = (comparison.unpairedOffsets(side), comparison.orders[side].count)
      // Of an input of which records are left out, or grouped, nobody would find the places again.
      guard count == comparison.tables[side].count, alone.count >= Finding.fewest, 2 * alone.count <= count,
        count <= FindingSearch.mostRecords
      else { return nil }
      return try end(side, alone, of: count) ?? shared(side, alone)
    }
  }

  /// That they are all of the first, or all of the last records: as where a file was cut off, or grew.
  private func end(_ side: Side, _ alone: [Int32], of count: Int) -> Finding? {
    guard let first = alone.first, let last = alone.last, Int(last - first) + 1 == alone.count,
      first == 0 || Int(last) == count - 1
    else { return nil }
    return Finding(.end(side, isLast: first > 0), changes: alone.count, of: alone.count)
  }

  /// A value that nine in ten of them have, and that few of the others have.
  private func shared(_ side: Side, _ alone: [Int32]) throws -> Finding? {
    let (masked, key) = (comparison.maskedColumns(side), Set(named: comparison.key.columns ?? []))
    let names = comparison.tables[side].columns.enumerated().filter { !masked.contains($0.offset) }.map(\.element)
    let asked = stride(from: 0, to: alone.count, by: alone.count / Self.mostAsked + 1).map { Int(alone[$0]) }
    for name in names.prefix(Self.mostColumns) where !key.contains(name) {
      guard let value = usual(values(name, side, asked)) else { continue }
      let has = values(name, side, Array(0..<comparison.orders[side].count)).map { $0 == value }
      let (own, all) = (alone.count { has[Int($0)] }, has.count(where: \.self))
      guard own >= Finding.fewest, 10 * own >= 9 * alone.count, 2 * own >= all else { continue }
      return Finding(.shared(side, value, all: all), [name], changes: own, of: alone.count)
    }
    return nil
  }

  /// The value that nine in ten of some have, if it is one.
  private func usual(_ values: [Value]) -> Value? {
    guard let best = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +).max(by: { $0.value < $1.value }),
      10 * best.value >= 9 * values.count, !best.key.withField({ $0.isVoid || $0.isNested })
    else { return nil }
    return best.key
  }

  private func values(_ name: String, _ side: Side, _ offsets: [Int]) -> [Value] {
    let (reader, order) = (search.worker.readers[side], comparison.orders[side])
    guard let place = reader.columnIndex(of: name) else { return [] }
    return offsets.map { reader.rawField(order[$0], place).value }
  }
}
