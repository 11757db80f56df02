import Comparing
import Platform
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
      guard comparison.isWhole(side), alone.count >= Finding.fewest, 2 * alone.count <= count,
        count <= FindingSearch.mostRecords
      else { return nil }
      return try repeated(side, alone) ?? end(side, alone, of: count) ?? inColumns(side, alone) ?? every(side, alone)
    }
  }

  /// That they are all of the first, or all of the last records: as where a file was cut off, or grew.
  private func end(_ side: Side, _ alone: [Int32], of count: Int) -> Finding? {
    guard let first = alone.first, let last = alone.last, Int(last - first) + 1 == alone.count,
      first == 0 || Int(last) == count - 1
    else { return nil }
    return Finding(.end(side, isLast: first > 0), changes: alone.count, of: alone.count)
  }

  /// That they stand at equal distances, as where every tenth record was left out.
  private func every(_ side: Side, _ alone: [Int32]) -> Finding? {
    guard let (step, records) = Self.grid(alone.map(Int.init)) else { return nil }
    let cause = Finding.Cause.every(side, step: step, records: records)
    return Finding(cause, changes: (records.upperBound - records.lowerBound) / step + 1, of: alone.count)
  }

  /// The equal distance at which nine in ten of some places stand, with none left out, and the first and last of these.
  static func grid(_ places: [Int]) -> (step: Int, places: ClosedRange<Int>)? {
    let gaps = zip(places, places.dropFirst()).map { $1 - $0 }.counted()
    guard let step = gaps.mostFrequent?.key, step > 1 else { return nil }
    let found = Dictionary(grouping: places) { $0 % step }.values.max { ($0.count, $1[0]) < ($1.count, $0[0]) } ?? []
    guard let first = found.first, let last = found.last, found.count >= Finding.fewest,
      10 * found.count >= 9 * places.count, zip(found, found.dropFirst()).allSatisfy({ $1 - $0 == step })
    else { return nil }
    return (step, first...last)
  }

  // MARK: Values

  /// A column of a side, with the name that rules have for it.
  private typealias Column = (place: Int, name: String)

  /// Some of the records that have no partner, and of the others, with their values in the first columns.
  ///
  /// Each record is read once: to read the columns one after the other would split it anew for each.
  private struct Asked {
    let columns: [Column]
    let own: [[Value]]
    let others: [[Value]]
    /// How many records of the side have a partner.
    let rest: Int

    /// Whether at most so many of the records that have a partner are some, judged by those that were asked; what is
    /// may be missed in one of a thousand.
    func mayBe(atMost most: Int, _ isOne: (Value) -> Bool, in column: Int) -> Bool {
      others[column].count(where: isOne) <= 2 + 3 * others[column].count * most / max(1, rest)
    }
  }

  /// What the records have in a column, and hardly any other of their side: one value, or a range.
  private func inColumns(_ side: Side, _ alone: [Int32]) -> Finding? {
    let (columns, isAlone, count) = (openColumns(side), Set(alone), comparison.orders[side].count)
    let others = (0..<count).spread(Self.mostAsked).filter { !isAlone.contains(Int32($0)) }
    let asked = Asked(
      columns: columns, own: values(of: columns, side, alone.map(Int.init).spread(Self.mostAsked)),
      others: values(of: columns, side, others), rest: count - alone.count)
    return shared(side, alone, asked) ?? range(side, alone, asked)
  }

  /// The first columns whose values may be told.
  private func openColumns(_ side: Side) -> [Column] {
    let (masked, reader) = (comparison.maskedColumns(side), search.worker.readers[side])
    let columns: [Column] = reader.columns.enumerated().map { ($0.offset, $0.element) }
    // A derived column may have taken the name.
    let open = columns.lazy.filter { !masked.contains($0.place) && reader.columnIndex(of: $0.name) == $0.place }
    return Array(open.prefix(Self.mostColumns))
  }

  private func values(of columns: [Column], _ side: Side, _ offsets: some Sequence<Int>) -> [[Value]] {
    let order = comparison.orders[side]
    var cursor = comparison.tables[side].makeCursor()
    var values = columns.map { _ in [Value]() }
    for offset in offsets {
      for (number, column) in columns.enumerated() {
        values[number].append(cursor.field(order[offset], column.place).value)
      }
    }
    return values
  }

  /// The values of all records in one column, in time that is linear in their lengths up to it.
  private func values(of column: Column, _ side: Side) -> [Value] {
    values(of: [column], side, 0..<comparison.orders[side].count)[0]
  }

  /// A value that nine in ten of them have, and that few of the others have.
  private func shared(_ side: Side, _ alone: [Int32], _ asked: Asked) -> Finding? {
    let key = Set(named: comparison.key.columns ?? [])
    for (number, column) in asked.columns.enumerated() where !key.contains(column.name) {
      guard let value = usual(asked.own[number]), asked.mayBe(atMost: alone.count, { $0 == value }, in: number) else {
        continue
      }
      let all = values(of: column, side)
      let has = all.map { $0 == value }
      let (own, count) = (alone.count { has[Int($0)] }, has.count(where: \.self))
      guard own >= Finding.fewest, 10 * own >= 9 * alone.count, 2 * own >= count else { continue }
      let looks = value.description
      let isAmbiguous = all.contains { $0 != value && $0.description == looks }
      return Finding(
        .shared(side, value, all: count, isAmbiguous: isAmbiguous), [column.name], changes: own, of: alone.count)
    }
    return nil
  }

  /// The value that nine in ten of some have, if it is one.
  private func usual(_ values: [Value]) -> Value? {
    guard let best = values.counted().max(by: { $0.value < $1.value }),
      10 * best.value >= 9 * values.count, !best.key.isVoid, !best.key.isNested
    else { return nil }
    return best.key
  }

  /// A range of numbers or dates in which all of them are, and hardly any other record of their side.
  private func range(_ side: Side, _ alone: [Int32], _ asked: Asked) -> Finding? {
    for (number, column) in asked.columns.enumerated() {
      guard let range = ValueRange(asked.own[number]),
        asked.mayBe(atMost: alone.count / 9, range.contains, in: number),
        let found = self.range(column, side, alone)
      else { continue }
      return found
    }
    return nil
  }

  private func range(_ column: Column, _ side: Side, _ alone: [Int32]) -> Finding? {
    let all = values(of: column, side)
    guard let range = ValueRange(alone.map { all[Int($0)] }) else { return nil }
    let places = all.compactMap { range.place(of: $0) }
    let inside = places.count { $0 == .inside }
    guard 10 * alone.count >= 9 * inside else { return nil }
    let lower = places.contains(.below) ? range.least : nil
    let upper = places.contains(.above) ? range.most : nil
    // All records would be no range.
    guard lower != nil || upper != nil else { return nil }
    let cause = Finding.Cause.range(side, from: lower, to: upper, all: inside)
    return Finding(cause, [column.name], changes: alone.count, of: alone.count)
  }

  // MARK: Repeated records

  /// Those that have all values of another record of the same side; where no key was found, with the column that is one
  /// but for such repeats.
  private func repeated(_ side: Side, _ alone: [Int32]) throws -> Finding? {
    // Records that have all values of another one have its key, too.
    guard !comparison.hasKey || comparison.duplicates[side].repetitions >= Finding.fewest else { return nil }
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
    let hashes = (0..<order.count).map(content)
    let own = alone.map { hashes[Int($0)] }
    let wanted = Set(own)
    // Two of one content tell of each whether there is another.
    var found: [UInt64: [Int]] = [:]
    for (offset, hash) in hashes.enumerated() {
      if wanted.contains(hash), found[hash]?.count ?? 0 < 2 { found[hash, default: []].append(offset) }
    }
    guard Finding.isEnough(own.count { found[$0]?.count == 2 }, of: alone.count) else { return nil }
    let count = zip(alone, own).count { offset, hash in
      (found[hash] ?? []).contains { $0 != Int(offset) && isSame(side, order[Int(offset)], order[$0]) }
    }
    guard Finding.isEnough(count, of: alone.count) else { return nil }
    let isKeyless = !comparison.hasKey && comparison.plan.masked.isEmpty
    let key = isKeyless ? RepeatedRecords(comparison.source, comparison.target)?.column : nil
    return Finding(.repeats(side), key.map { [$0] } ?? [], changes: count, of: alone.count)
  }

  /// Whether two records of a side have the same values.
  private func isSame(_ side: Side, _ first: Int, _ second: Int) -> Bool {
    let reader = search.worker.readers[side]
    return comparison.tables[side].columns.indices.allSatisfy { column in
      reader.rawField(first, column).value == reader.rawField(second, column).value
    }
  }
}

/// The least and the greatest of some values that are all numbers, or all dates that are written alike.
struct ValueRange {
  let least: Value
  let most: Value
  private let ends: (least: Ranked, most: Ranked)

  /// - Returns: `nil` where one is neither, or all are one value.
  init?(_ values: [Value]) {
    let ranked = values.compactMap(Ranked.init)
    guard ranked.count == values.count, let first = ranked.first, ranked.allSatisfy(first.isLike),
      let least = ranked.min(), let most = ranked.max(), least < most
    else { return nil }
    (self.least, self.most, ends) = (least.value, most.value, (least, most))
  }

  func contains(_ value: Value) -> Bool { place(of: value) == .inside }

  /// Where a value is to the range.
  enum Place { case below, inside, above }

  /// - Returns: `nil` for a value that is none of the range's kind.
  func place(of value: Value) -> Place? {
    guard let value = Ranked(value), ends.least.isLike(value) else { return nil }
    return value < ends.least ? .below : ends.most < value ? .above : .inside
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
