import Comparing
import Records

/// What records that only one side has are: the first or last of it, all that have some value there, or one of a range,
/// or others once more.
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
      return try repeated(side, alone) ?? end(side, alone, of: count) ?? shared(side, alone) ?? range(side, alone)
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
    let key = Set(named: comparison.key.columns ?? [])
    let asked = stride(from: 0, to: alone.count, by: alone.count / Self.mostAsked + 1).map { Int(alone[$0]) }
    for name in openColumns(side).prefix(Self.mostColumns) where !key.contains(name) {
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
      10 * best.value >= 9 * values.count, !best.key.isVoid, !best.key.isNested
    else { return nil }
    return best.key
  }

  // MARK: Ranges

  /// A range of numbers or dates in which all of them are, and hardly any other record of their side.
  private func range(_ side: Side, _ alone: [Int32]) throws -> Finding? {
    for name in openColumns(side).prefix(Self.mostColumns) {
      let own = values(name, side, alone.prefix(Self.mostAsked).map(Int.init)).compactMap(Ranked.init)
      guard own.count == min(alone.count, Self.mostAsked), let first = own.first, own.allSatisfy(first.isLike) else {
        continue
      }
      let all = values(name, side, Array(0..<comparison.orders[side].count)).map(Ranked.init)
      let chosen = alone.compactMap { all[Int($0)] }.filter(first.isLike)
      guard chosen.count == alone.count, let least = chosen.min(), let most = chosen.max(), least < most else {
        continue
      }
      let others = all.compactMap(\.self).filter(first.isLike)
      let count = others.count { least <= $0 && $0 <= most }
      guard 10 * alone.count >= 9 * count else { continue }
      let lower = others.contains { $0 < least } ? least.value : nil
      let upper = others.contains { most < $0 } ? most.value : nil
      // All of them would be no range.
      guard lower != nil || upper != nil else { continue }
      return Finding(.range(side, from: lower, to: upper, all: count), [name], changes: alone.count, of: alone.count)
    }
    return nil
  }

  private func openColumns(_ side: Side) -> [String] {
    let masked = comparison.maskedColumns(side)
    return comparison.tables[side].columns.enumerated().filter { !masked.contains($0.offset) }.map(\.element)
  }

  // MARK: Repeated records

  /// Those that have all values of a record of the same side that has a partner.
  private func repeated(_ side: Side, _ alone: [Int32]) throws -> Finding? {
    let order = comparison.orders[side]
    var cursor = comparison.tables[side].makeCursor()
    func content(_ offset: Int) -> UInt64 {
      var hasher = FieldHasher(.fixed)
      cursor.forEachField(order[offset]) { column, field in
        guard !field.isAbsent else { return }
        hasher.combine(tag: UInt64(column))
        field.hash(into: &hasher)
      }
      return hasher.value
    }
    let (own, isAlone) = (alone.map { content(Int($0)) }, Set(alone))
    let wanted = Set(own)
    var found: [UInt64: Int] = [:]
    for offset in 0..<order.count where !isAlone.contains(Int32(offset)) {
      let hash = content(offset)
      if wanted.contains(hash), found[hash] == nil { found[hash] = offset }
    }
    guard Finding.isEnough(own.count { found[$0] != nil }, of: alone.count) else { return nil }
    let count = zip(alone, own).count { offset, hash in
      found[hash].map { isSame(side, order[Int(offset)], order[$0]) } ?? false
    }
    return Finding.isEnough(count, of: alone.count)
      ? Finding(.repeats(side), changes: count, of: alone.count) : nil
  }

  /// Whether two records of a side have the same values.
  private func isSame(_ side: Side, _ first: Int, _ second: Int) -> Bool {
    let reader = search.worker.readers[side]
    return comparison.tables[side].columns.indices.allSatisfy { column in
      reader.rawField(first, column).value == reader.rawField(second, column).value
    }
  }

  private func values(_ name: String, _ side: Side, _ offsets: [Int]) -> [Value] {
    let (reader, order) = (search.worker.readers[side], comparison.orders[side])
    guard let place = reader.columnIndex(of: name) else { return [] }
    return offsets.map { reader.rawField(order[$0], place).value }
  }
}

/// A value of which one can be less than another: a number, or a day of ISO 8601.
private struct Ranked: Comparable {
  let value: Value
  private let number: ExactDecimal?
  private let text: [UInt8]

  init?(_ value: Value) {
    text = Array(value.description.utf8)
    number = text.withBytes { ExactDecimal($0) }
    self.value = value
    guard number != nil || SinceWhen.day(value) != nil else { return nil }
  }

  /// Whether both are numbers, or both dates that are written alike.
  func isLike(_ other: Ranked) -> Bool {
    number == nil ? other.number == nil && text.count == other.text.count : other.number != nil
  }

  static func == (left: Ranked, right: Ranked) -> Bool { !(left < right) && !(right < left) }

  static func < (left: Ranked, right: Ranked) -> Bool {
    guard let first = left.number, let second = right.number else {
      return left.text.lexicographicallyPrecedes(right.text)
    }
    return first < second
  }
}
