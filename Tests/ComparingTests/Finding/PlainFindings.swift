import Foundation
import Records
import Testing

@testable import Analysis
@testable import Comparing

/// A text whose UTF-8 is read as Latin-1.
func latin1(_ text: String) -> String { String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) })) }

/// Counts what findings say by going through all changes, value by value.
struct PlainFindings {
  let changes: [Change]
  let pairs: [(source: Int, target: Int)]
  let comparison: Comparison

  init(_ comparison: Comparison) throws {
    self.comparison = comparison
    changes = try comparison.changes.map { $0 }
    pairs = comparison.pairing.targetToSource.enumerated().filter { $0.element >= 0 }.map {
      (Int($0.element), $0.offset)
    }
  }

  var updated: [Change] { changes.filter { $0.kind == .updated } }

  /// The values that differ in a column, as texts.
  private func cells(_ column: String) -> [(old: String, new: String)] {
    updated.flatMap { $0.fields }.filter { $0.column == column }.map {
      ($0.old?.description ?? "", $0.new?.description ?? "")
    }
  }

  /// How many changes have in common what a finding says, and of how many.
  func count(of finding: Finding) throws -> [Int] {
    let column = finding.columns.first ?? ""
    let cells = cells(column)
    func holding(_ condition: (String, String) -> Bool) -> [Int] { [cells.count(where: condition), cells.count] }
    switch finding.cause {
    // A word for nothing fills nothing.
    case .filled: return holding { $0.isEmpty && !saysNothing($1) }
    case .emptied: return holding { !saysNothing($0) && $1.isEmpty }
    case .repeated(let old, let new): return holding { $0 == old.description && $1 == new.description }
    case .unified(let value): return holding { $1 == value.description }
    case .misread(let isUndone):
      return holding {
        isUndone ? $1.utf8.count > $1.count && $0 == latin1($1) : $0.utf8.count > $0.count && $1 == latin1($0)
      }
    case .recoded(let codes):
      return holding { old, new in codes.contains { $0.old.description == old && $0.new.description == new } }
    case .dayMonth:
      return holding { old, new in
        let (a, b) = (old.split(separator: "-"), new.split(separator: "-"))
        return a.count == 3 && b.count == 3 && a[0] == b[0] && a[1] == b[2] && a[2] == b[1] && a[1] != a[2]
          && a[2] <= "12"
      }
    case .cutOff:
      return holding { old, new in
        let isWhole = !new.contains(".") && old.dropFirst(new.count).first == "."
        return old.hasPrefix(new) && old.count > new.count && thousandths(new) != nil
          && (isWhole || new.contains(".") && !new.hasSuffix("."))
      }
    case .ratio(let ratio):
      return holding { old, new in
        guard let factor = Decimal(string: ratio.factor), let old = thousandths(old), let new = thousandths(new) else {
          return false
        }
        let (before, after) = (Decimal(old), Decimal(new))
        let unit = Decimal(sign: .plus, exponent: 3 - ratio.places, significand: 1)
        let distance = ratio.isDivision ? after * factor - before : after - before * factor
        return abs(distance) * 2 <= unit * (ratio.isDivision ? factor : 1)
      }
    case .slid, .exchanged: return besides(finding)
    case .range(let side, let lower, let upper, let all): return range(column, side, lower, upper, all)
    case .repeats(let side):
      let own = unpaired(side)
      let columns = comparison.tables[side].columns
      let all = records(side, columns, Array(0..<comparison.tables[side].count))
      return [records(side, columns, own).count { record in all.count { $0 == record } > 1 }, own.count]
    case .later(let seconds): return holding { daysLater($0, $1) == seconds / 86_400 }
    case .laterByMonths(let months): return holding { monthsLater($0, $1) == months }
    case .swapped, .copied: return [updated.count { holds(finding, $0) }, updated.count]
    case .end(let side, let isLast):
      let (own, all) = (unpaired(side), side == .source ? comparison.source.count : comparison.target.count)
      #expect(own == (isLast ? Array((all - own.count)..<all) : Array(0..<own.count)))
      return [own.count, own.count]
    case .every(let side, let step, let range): return grid(unpaired(side), step, range)
    case .everyUpdated(let step, let range): return grid(updated.compactMap(\.target).sorted(), step, range)
    case .shared(let side, let value, let all, _):
      let own = records(side, [column], unpaired(side))
      let count = side == .source ? comparison.source.count : comparison.target.count
      #expect(all == records(side, [column], Array(0..<count)).count { $0 == [value.description] })
      return [own.count { $0 == [value.description] }, own.count]
    case .offset(let amount):
      return holding { old, new in
        guard let old = thousandths(old), let new = thousandths(new), let amount = thousandths(amount) else {
          return false
        }
        return new - old == amount
      }
    case .factor(let factor, _):
      let factor = try #require(Double(factor))
      return holding { old, new in
        guard let old = thousandths(old), let new = thousandths(new) else { return false }
        return abs(Double(old) * factor - Double(new)) < 0.000_1
      }
    case .noise: return try noise(finding, cells)
    case .alone: return [updated.count { $0.fields.map(\.column) == [column] }, updated.count]
    case .spelledKeys(let parts, _): return keys(parts)
    case .affixedKeys(let side, let prefix, let suffix, _): return affixed(column, side, prefix, suffix)
    case .formedKeys(let noises): return formed(column, noises)
    case .otherForm(let noises, _):
      return [formed(column, noises)[0], min(comparison.source.count, comparison.target.count)]
    case .unjoined(let new):
      let (old, all) = (comparison.source.columns, comparison.target.columns)
      #expect(new <= all.count { !old.contains($0) })
      #expect(finding.columns == old.filter { !all.contains($0) })
      return [finding.changes, old.count]
    case .reversed:
      #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.source > $1.source })
      return moved
    case .sorted(let orders):
      for (order, side) in Side.allCases.compactMap({ side in orders[side].first.map { ($0, side) } }) {
        #expect(isSorted(order.column, side, isDescending: order.isDescending))
        if orders[side].count > 1 { #expect(isSorted(side, by: orders[side])) }
        #expect(!isSorted(order.column, side.other, isDescending: order.isDescending))
        // Then it would have been said of the other side as well.
        let isTurned = isSorted(order.column, side.other, isDescending: !order.isDescending)
        #expect(!orders[side.other].isEmpty || orders[side].count > 1 || !isTurned)
      }
      return moved
    case .block, .rearranged: return [finding.changes, moved[1]]
    case .concentrated(let value, let paired, let all):
      let place = try #require(comparison.target.columns.firstIndex(of: column))
      var cursor = comparison.target.makeCursor()
      func has(_ record: Int) -> Bool { cursor.field(record, place).value == value }
      #expect(all == pairs.count)
      #expect(paired == pairs.count { has($0.target) })
      return [updated.count { has($0.target ?? 0) }, updated.count]
    case .otherKey(let certain, let paired): return try otherKey(finding, certain, paired)
    case .widerKey(let certain, let without):
      let all = (Array(0..<comparison.source.count), Array(0..<comparison.target.count))
      #expect(certain == shared(finding.columns, all.0, all.1))
      #expect(without == shared(finding.columns.dropLast(), all.0, all.1))
      let keys = records(.target, finding.columns.dropLast(), all.1)
      return [keys.indices.count { keys[..<$0].contains(keys[$0]) }, keys.count]
    case .reordered: return reordered
    case .renamed(let name, let count):
      let (old, new) = (records(.source, [column], pairs.map(\.source)), records(.target, [name], pairs.map(\.target)))
      #expect(count == pairs.count)
      let filled = zip(old, new).filter { $0 != [""] || $1 != [""] }
      return [filled.count { $0 == $1 }, filled.count]
    case .coded(let name, let codes):
      let (old, new) = (records(.source, [column], pairs.map(\.source)), records(.target, [name], pairs.map(\.target)))
      return [
        zip(old, new).count { pair in
          codes.contains { [$0.old.description, $0.new.description] == [pair.0[0], pair.1[0]] }
        },
        pairs.count,
      ]
    case .shifted(let record, let starts, let isBack): return shifted(column, record, starts, isBack)
    case .members, .retyped, .schema, .idleRule, .affixed, .dealtKeys, .laterByEither, .digits:
      return [finding.changes, finding.total]
    }
  }

  /// How many places are of those at equal distances, of which none is left out.
  private func grid(_ places: [Int], _ step: Int, _ range: ClosedRange<Int>) -> [Int] {
    let grid = Set(stride(from: range.lowerBound, through: range.upperBound, by: step))
    #expect(grid.isSubset(of: places))
    return [grid.count, places.count]
  }

  /// Whether a text is blank, or the word for nothing that these tables have.
  private func saysNothing(_ text: String) -> Bool { text == "none" || text.allSatisfy(\.isWhitespace) }

  func unpaired(_ side: Side) -> [Int] {
    side == .source
      ? changes.filter { $0.kind == .deleted }.compactMap(\.source).sorted()
      : changes.filter { $0.kind == .inserted }.compactMap(\.target).sorted()
  }

  /// By how many days a day is later than another one.
  private func daysLater(_ old: String, _ new: String) -> Int? {
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard let old = try? style.parse(old), let new = try? style.parse(new) else { return nil }
    return Int(new.timeIntervalSince(old)) / 86_400
  }

  /// By how many months a day is later than another one; `nil` for one of another day of the month.
  private func monthsLater(_ old: String, _ new: String) -> Int? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard let first = try? style.parse(old), let second = try? style.parse(new) else { return nil }
    let counts = [first, second].map { calendar.component(.year, from: $0) * 12 + calendar.component(.month, from: $0) }
    let months = counts[1] - counts[0]
    return calendar.date(byAdding: .month, value: months, to: first) == second ? months : nil
  }

  /// Whether an updated record's two columns have each other's old values, or the first one has the other's new value.
  private func holds(_ finding: Finding, _ change: Change) -> Bool {
    let old = records(.source, finding.columns, [change.source ?? 0])[0]
    let new = records(.target, finding.columns, [change.target ?? 0])[0]
    if finding.cause == .swapped { return old == new.reversed() }
    return old[0] != new[0] && new[0] == new[1] && old[0] != old[1] && !new[0].isEmpty
  }

  /// How many keys of the side with fewer are those of the other side without letters around their digits, or without
  /// zeros in front, or both.
  private func formed(_ column: String, _ noises: [Noise]) -> [Int] {
    let counts = Sides(source: comparison.source.count, target: comparison.target.count)
    func form(_ key: String) -> String {
      let bare = noises.contains(.affix) || noises.contains(.noDigit) ? key.filter(\.isNumber) : key
      return noises.contains(.leadingZeros) || noises.contains(.number) ? String(bare.drop { $0 == "0" }) : bare
    }
    let keys = Sides { side in Set(records(side, [column], Array(0..<counts[side])).map { form($0[0]) }) }
    return [keys.source.intersection(keys.target).count, max(counts.source, counts.target)]
  }

  /// How many records without a partner match one each whose key is theirs with the ends.
  private func affixed(_ column: String, _ side: Side, _ prefix: String, _ suffix: String) -> [Int] {
    let (deleted, inserted) = (changes.filter { $0.kind == .deleted }, changes.filter { $0.kind == .inserted })
    let keys = Sides(
      source: records(.source, [column], deleted.compactMap(\.source)).map { $0[0] },
      target: records(.target, [column], inserted.compactMap(\.target)).map { $0[0] })
    let count = Set(keys[side.other]).reduce(0) { sum, other in
      sum + min(keys[side.other].count { $0 == other }, keys[side].count { $0 == prefix + other + suffix })
    }
    return [count, max(deleted.count, inserted.count)]
  }

  /// How many updated records have old values one column further on, in the last columns that stand side by side.
  private func shifted(_ column: String, _ first: Int, _ starts: Int, _ isBack: Bool) -> [Int] {
    let (old, new) = (comparison.source.columns, comparison.target.columns)
    let shared = new.filter { $0 != "id" && old.contains($0) }
    let run = shared.indices.map { Array(shared[$0...]) }.first { names in
      [old, new].allSatisfy { header in header.indices.contains { header[$0...].starts(with: names) } }
    }
    let names = run ?? []
    var found: [(record: Int, start: String)] = []
    for change in updated {
      let before = records(.source, names, [change.source ?? 0])[0]
      let after = records(.target, names, [change.target ?? 0])[0]
      guard let start = names.indices.first(where: { before[$0] != after[$0] }), change.fields.count > 2,
        case let (left, right) = isBack ? (after, before) : (before, after),
        Array(left[start..<names.count - 1]) == Array(right[(start + 1)...]),
        Set(left[start..<names.count - 1]).subtracting([""]).count > 2
      else { continue }
      found.append((change.target ?? 0, names[start]))
    }
    #expect(found.map(\.record).contains(first))
    #expect(starts == found.count { $0.start == column })
    #expect(Set(found.map(\.start)).allSatisfy { start in found.count { $0.start == start } <= starts })
    return [found.count, updated.count]
  }

  /// Whether all that a finding explains begins on a day, and how many pairs have it or a later one.
  func holds(_ since: Finding.Since, of finding: Finding) throws -> Bool {
    // Others are rarer, and have tests of their own.
    guard case .offset(let amount) = finding.cause, let amount = thousandths(amount) else { return true }
    func value(_ side: Side, _ offset: Int, _ name: String) -> String {
      let table = comparison.tables[side]
      var cursor = table.makeCursor()
      return cursor.field(offset, table.columns.firstIndex(of: name) ?? 0).value.description
    }
    let explained = pairs.filter { source, target in
      let texts = (value(.source, source, finding.columns[0]), value(.target, target, finding.columns[0]))
      guard let old = thousandths(texts.0), let new = thousandths(texts.1) else { return false }
      return new - old == amount
    }
    let days = explained.map { value(.target, $0.target, since.column) }
    let later = pairs.count { pair in
      let day = value(.target, pair.target, since.column)
      return since.day <= day && day <= since.until ?? day
    }
    return explained.count == finding.changes && days.min() == since.day && later == since.paired
      && since.until ?? days.max() == days.max()
      && pairs.count == since.ofPaired
  }

  /// How many records without a partner have the columns' values once on each side, by comparing each with each.
  private func otherKey(_ finding: Finding, _ certain: Int, _ paired: Int) throws -> [Int] {
    let (deleted, inserted) = (changes.filter { $0.kind == .deleted }, changes.filter { $0.kind == .inserted })
    let all = (Array(0..<comparison.source.count), Array(0..<comparison.target.count))
    #expect(certain == shared(finding.columns, all.0, all.1))
    #expect(paired == pairs.count)
    #expect(certain > paired)
    return [
      shared(finding.columns, deleted.compactMap(\.source), inserted.compactMap(\.target)),
      max(deleted.count, inserted.count),
    ]
  }

  func records(_ side: Side, _ columns: [String], _ offsets: [Int]) -> [[String]] {
    let table = comparison.tables[side]
    var cursor = table.makeCursor()
    return offsets.map { offset in
      columns.map { cursor.field(offset, table.columns.firstIndex(of: $0) ?? 0).value.description }
    }
  }

  private func shared(_ columns: [String], _ old: [Int], _ new: [Int]) -> Int {
    let (olds, news) = (records(.source, columns, old), records(.target, columns, new))
    return olds.count { value in
      !value.contains("") && olds.count { $0 == value } == 1 && news.count { $0 == value } == 1
    }
  }

  /// How many columns are left beside the most that stand in the same order, by trying every subset.
  private var reordered: [Int] {
    let places = comparison.columns.common.map(\.source)
    let kept =
      (0..<1 << places.count).filter { set in
        let chosen = places.indices.filter { set >> $0 & 1 == 1 }.map { places[$0] }
        return zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 }
      }.map(\.nonzeroBitCount).max() ?? 0
    return [places.count - kept, places.count]
  }

  private var moved: [Int] { [comparison.summary.moved, comparison.summary.moved] }

  func thousandths(_ text: String) -> Int? {
    let sign = text.hasPrefix("-") ? -1 : 1
    let parts = text.drop { "+-".contains($0) }.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int(parts[0]), parts.count == 1 || parts[1].count <= 3 else { return nil }
    let fraction = parts.count == 1 ? 0 : Int(parts[1].padding(to: 3)) ?? 0
    return sign * (whole * 1000 + fraction)
  }

  /// What the words for noise mean, said again in plain code, for those that a table here may have.
  private func noise(_ finding: Finding, _ cells: [(old: String, new: String)]) throws -> [Int] {
    guard case .noise(let noises) = finding.cause else { return [finding.changes, finding.total] }
    func plain(_ text: String) -> String {
      var text = text
      if noises.contains(.letterCase) { text = text.lowercased() }
      if noises.contains(.whiteSpace) { text = text.split(separator: " ").joined(separator: " ") }
      if noises.contains(.leadingZeros) { text = String(text.drop { $0 == "0" }) }
      if noises.contains(.decimalComma) {
        // What is read with a comma is compared as a number: 6,26 is 6.260.
        text = text.replacing(",", with: ".")
        if let number = thousandths(text) { text = String(number) }
      }
      return text
    }
    let known: Set<Noise> = [.letterCase, .whiteSpace, .decimalComma]
    guard known.isSuperset(of: noises) else { return [finding.changes, finding.total] }
    return [cells.count { plain($0.old) == plain($0.new) }, cells.count]
  }

  /// Records without a partner whose keys are the same without zeros, blanks and case, where a key looks like only one
  /// key of the other side.
  private func keys(_ parts: [Absence.PartSpelling]) -> [Int] {
    func plain(_ change: Change) -> String {
      String(change.key.map(\.description).joined().filter { $0 != " " }.drop { $0 == "0" }).lowercased()
    }
    let (deleted, inserted) = (changes.filter { $0.kind == .deleted }, changes.filter { $0.kind == .inserted })
    let (old, new) = (Dictionary(grouping: deleted, by: plain), Dictionary(grouping: inserted, by: plain))
    let count = old.reduce(0) { sum, group in
      let (keys, others) = (group.value, new[group.key] ?? [])
      guard Set(keys.map(\.key)).count == 1, Set(others.map(\.key)).count == 1 else { return sum }
      let (a, b) = (keys[0].key.map(\.description).joined(), others[0].key.map(\.description).joined())
      func differ(_ form: (String) -> String) -> Bool { form(a) != form(b) }
      let spellings = Set(parts.flatMap(\.spellings))
      let without: [(Spelling, (String) -> String)] = [
        (.whiteSpace, { $0.filter { $0 != " " } }), (.letterCase, { $0.lowercased() }),
        (.leadingZeros, { String($0.drop { $0 == "0" }) }),
      ]
      let needed = without.filter { spelling, _ in
        let others = without.filter { $0.0 != spelling }.map(\.1)
        return differ { text in others.reduce(text) { $1($0) } }
      }
      return Set(needed.map(\.0)) == spellings ? sum + min(keys.count, others.count) : sum
    }
    return [count, max(deleted.count, inserted.count)]
  }

  /// Whether records are in order by several columns, each within those before it.
  private func isSorted(_ side: Side, by orders: [Finding.ColumnOrder]) -> Bool {
    let rows = records(side, orders.map(\.column), Array(0..<comparison.tables[side].count))
    return zip(rows, rows.dropFirst()).allSatisfy { first, second in
      for (place, order) in orders.enumerated() where first[place] != second[place] {
        let isUp =
          order.isByNumber
          ? thousandths(first[place]) ?? 0 <= thousandths(second[place]) ?? 0
          : Array(first[place].utf8).lexicographicallyPrecedes(Array(second[place].utf8))
        return isUp != order.isDescending || first[place] == second[place]
      }
      return true
    }
  }

  private func isSorted(_ name: String, _ side: Side, isDescending: Bool) -> Bool {
    let table = comparison.tables[side]
    guard let place = table.columns.firstIndex(of: name) else { return false }
    var cursor = table.makeCursor()
    let values = (0..<table.count).map { cursor.field($0, place).value.description }
    let texts = isDescending ? values.reversed() : values
    let byText = zip(texts, texts.dropFirst()).allSatisfy { !Array($1.utf8).lexicographicallyPrecedes(Array($0.utf8)) }
    let numbers = texts.map(thousandths)
    let byNumber = zip(numbers, numbers.dropFirst()).allSatisfy { a, b in
      if let a, let b { a <= b } else { false }
    }
    return byText || byNumber
  }
}

extension Substring {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: "0", count: Swift.max(0, count - self.count))
  }
}
