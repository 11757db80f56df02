import Foundation
import Platform
import Records
import TestSupport
import Testing

@testable import Analysis
@testable import Comparing

/// Findings of random tables, whose counts plain code counts again.
@Suite("Findings are true") struct FindingLawTests {
  @Test("of values of JSON every cell that differs is counted, nested on both sides or not")
  func nested() throws {
    var random = SeededGenerator.announced("findings of JSON")
    let values = ["null", "1", "2", "\"1\"", "\"x\"", "true", "[1]", "[1,9]", "{\"a\":1}", "{\"a\":2}"]
    var found: Set<String> = []
    for _ in 0..<300 {
      func pick() -> String { values[Int.random(in: values.indices, using: &random)] }
      let (few, usual) = ([pick(), pick()], (pick(), pick()))
      let cells = (0..<Int.random(in: 6...30, using: &random)).map { _ in
        Int.random(in: 0..<3, using: &random) > 0 ? usual : (few[Int.random(in: 0...1, using: &random)], pick())
      }
      func lines(_ values: [String]) -> String {
        values.enumerated().map { "{\"id\":\($0.offset),\"t\":\($0.element)}\n" }.joined()
      }
      let comparison = try Comparison(
        source: table(lines(cells.map(\.0)), name: "old.jsonl"),
        target: table(lines(cells.map(\.1)), name: "new.jsonl"), plan: plan(key: "id"))
      let changed = cells.filter { $0.0 != $0.1 }
      for finding in try FindingSearch.findings(of: comparison) {
        guard let holds = Self.condition(finding.cause) else { continue }
        found.insert(String("\(finding.cause)".prefix { $0 != "(" }))
        #expect(finding.changes == changed.count { holds($0.0, $0.1) }, "\(finding) of \(cells)")
        #expect(finding.total == changed.count, "\(finding) of \(cells)")
        #expect(2 * finding.changes >= changed.count)
      }
    }
    #expect(found == ["filled", "emptied", "repeated", "retyped"])
  }

  /// What a finding says of a cell, by its texts in JSON; `nil` for those that say something else.
  private static func condition(_ cause: Finding.Cause) -> ((String, String) -> Bool)? {
    func type(_ text: String) -> String {
      switch text.first {
      case "n": "nothing"
      case "t": "booleans"
      case "\"": "texts"
      case "[": "lists"
      case "{": "objects"
      default: "numbers"
      }
    }
    func json(_ value: Value) -> String {
      if case .text(let text) = value { "\"\(text.string)\"" } else { value.description }
    }
    switch cause {
    case .filled: return { $0 == "null" && $1 != "null" }
    case .emptied: return { $0 != "null" && $1 == "null" }
    case .repeated(let old, let new): return { $0 == json(old) && $1 == json(new) }
    case .retyped(let old, let new): return { type($0) == old && type($1) == new }
    default: return nil
    }
  }

  /// A random table of two versions: some thing that happened to all of it, and edits.
  private struct Case {
    var old: [[String]]
    var new: [[String]]
    let header = ["id", "name", "amount", "state", "note", "code", "day"]
    private(set) var newHeader: [String]

    init(_ random: inout SeededGenerator) {
      func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: list.indices, using: &random)] }
      let count = Int.random(in: 6...60, using: &random)
      old = (0..<count).map { number in
        [
          pick(["00", "0", ""]) + "\(number + 1)", pick(["Ann", "bob", "Cy Young", "Zoë", ""]),
          "\(Int.random(in: 0..<90, using: &random)).\(Int.random(in: 100..<1000, using: &random))",
          pick(["open", "done", "Open"]), pick(["", "", "x", "a b", "n\(number % 6)"]), "c\(number * 7)",
          "2026-0\(Int.random(in: 1...9, using: &random))-1\(Int.random(in: 0...9, using: &random))",
        ]
      }
      (new, newHeader) = (old, header)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let share = Double.random(in: 0.3...1, using: &random)
        let (column, kind) = (Int.random(in: 0..<5, using: &random), Int.random(in: 0..<9, using: &random))
        for row in new.indices where Double.random(in: 0..<1, using: &random) < share {
          new[row][column] = Self.changed(new[row][column], kind, &random)
        }
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        for row in new.indices where new[row][6] >= "2026-04" {
          let parts = old[row][2].split(separator: ".")
          new[row][2] = "\((Int(parts[0]) ?? 0) + 5).\(parts[1])"
        }
      }
      plantMore(&random)
      if Bool.random(using: &random) { new.shuffle(using: &random) }
      if Int.random(in: 0..<5, using: &random) == 0 {
        // Days repeat, so that neither is the other one in reverse.
        old.sort { $0[6] < $1[6] }
        new.sort { $0[6] > $1[6] }
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        let order = header.indices.shuffled(using: &random)
        newHeader = order.map { newHeader[$0] }
        new = new.map { row in order.map { row[$0] } }
      }
      if Int.random(in: 0..<4, using: &random) == 0 { new.reverse() }
      new.removeFirst(min(new.count, Int.random(in: 0...2, using: &random)))
    }

    /// Other keys, a column that has another name, a group that changed, rows that are shifted.
    private mutating func plantMore(_ random: inout SeededGenerator) {
      func chance() -> Bool { Int.random(in: 0..<5, using: &random) == 0 }
      let isGroup = chance()
      for row in new.indices where isGroup && row % 4 == 0 { new[row].replaceSubrange(3...4, with: ["done", "hit"]) }
      let isRekeyed = chance()
      for row in new.indices where isRekeyed && 2 * row >= new.count { new[row][0] = "n\(row)" }
      let isShifted = chance()
      for row in new.indices where isShifted && chance() {
        new[row].insert("extra", at: Bool.random(using: &random) ? 1 : 2)
        new[row].removeLast()
      }
      if chance() { newHeader[4] = "remark" }
      let (isUnified, isMisread, isLater, isSwapped, isCopied) = (chance(), chance(), chance(), chance(), chance())
      for row in new.indices where row % 9 > 0 {
        if isUnified { new[row][5] = "none" }
        if isMisread { new[row][1] = latin1(old[row][1]) }
        if isLater, let day = Int(new[row][6].suffix(1)) { new[row][6] = new[row][6].dropLast() + "\((day + 2) % 10)" }
        if isSwapped { new[row].swapAt(2, 5) }
        if isCopied { new[row][4] = new[row][2] }
      }
      if chance() { new.removeAll { $0[3] == "done" } }
      if chance() { new.removeLast(min(new.count, 8)) }
    }

    private static func changed(_ value: String, _ kind: Int, _ random: inout SeededGenerator) -> String {
      switch kind {
      case 0: value.uppercased()
      case 1: " " + value
      case 2: String(value.drop { $0 == "0" })
      case 3: ""
      case 4: value.isEmpty ? "filled" : value
      case 5: value == "open" ? "closed" : value
      case 6: value.replacing(".", with: ",")
      case 7: String(value.dropLast())
      default: "\(Int.random(in: 0..<100, using: &random))"
      }
    }

    func text(_ rows: [[String]], _ header: [String]) -> String {
      ([header] + rows).map { $0.map { "\"\($0)\"" }.joined(separator: ",") }.joined(separator: "\n") + "\n"
    }
  }

  @Test("every count is the one that is counted by hand, in 500 random tables")
  func counts() throws {
    var random = SeededGenerator.announced("findings")
    var kinds: [String: Int] = [:]
    let folder = SpillFolder(NSTemporaryDirectory())
    for _ in 0..<500 {
      let tables = Case(&random)
      let comparison = try Comparison(
        source: table(tables.text(tables.old, tables.header), name: "old.csv"),
        target: table(tables.text(tables.new, tables.newHeader), name: "new.csv"),
        plan: plan(key: "id"))
      let findings = try FindingSearch.findings(of: comparison)
      #expect(findings.count <= 7)
      let spilled = try Comparison(
        spilling: ComparisonInput(comparison.tables, comparison.resolvedPlan.given), SpillingMemory(1 << 20, in: folder)
      )
      #expect(try FindingSearch.findings(of: spilled) == findings, "with little memory: \(tables)")
      for finding in findings {
        kinds[String("\(finding.cause)".prefix { $0 != "(" }), default: 0] += 1
        let counted = try PlainFindings(comparison).count(of: finding)
        try #require(counted == [finding.changes, finding.total], "\(finding) of \(tables)")
        // The records that it is about are as many, where it is about those that were updated.
        if let targets = try FindingRecords.updatedTargets(of: finding, in: comparison) {
          try #require(targets.count == finding.changes, "\(finding) of \(tables): \(targets.sorted())")
        }
        if let since = finding.since {
          kinds["since", default: 0] += 1
          try #require(try PlainFindings(comparison).holds(since, of: finding), "\(finding) of \(tables)")
        }
      }
    }
    for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) { print("  \(count) \(kind)") }
    #expect(kinds.count >= 15)
  }
}

/// A text whose UTF-8 is read as Latin-1.
private func latin1(_ text: String) -> String { String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) })) }

/// Counts what findings say by going through all changes, value by value.
private struct PlainFindings {
  private let changes: [Change]
  private let pairs: [(source: Int, target: Int)]
  private let comparison: Comparison

  init(_ comparison: Comparison) throws {
    self.comparison = comparison
    changes = try comparison.changes.map { $0 }
    pairs = comparison.pairing.targetToSource.enumerated().filter { $0.element >= 0 }.map {
      (Int($0.element), $0.offset)
    }
  }

  private var updated: [Change] { changes.filter { $0.kind == .updated } }

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
    case .filled: return holding { $0.isEmpty && !$1.isEmpty }
    case .emptied: return holding { !$0.isEmpty && $1.isEmpty }
    case .repeated(let old, let new): return holding { $0 == old.description && $1 == new.description }
    case .unified(let value): return holding { $1 == value.description }
    case .misread: return holding { $0.utf8.count > $0.count && $1 == latin1($0) }
    case .later(let seconds): return holding { daysLater($0, $1) == seconds / 86_400 }
    case .swapped, .copied: return [updated.count { holds(finding, $0) }, updated.count]
    case .end(let side, let isLast):
      let (own, all) = (unpaired(side), side == .source ? comparison.source.count : comparison.target.count)
      #expect(own == (isLast ? Array((all - own.count)..<all) : Array(0..<own.count)))
      return [own.count, own.count]
    case .shared(let side, let value, let all):
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
    case .factor(let factor):
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
    case .unjoined(let new):
      let (old, all) = (comparison.source.columns, comparison.target.columns)
      #expect(new <= all.count { !old.contains($0) })
      #expect(finding.columns == old.filter { !all.contains($0) })
      return [finding.changes, old.count]
    case .reversed:
      #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.source > $1.source })
      return moved
    case .sorted(let orders):
      for (order, side) in Side.allCases.compactMap({ side in orders[side].map { ($0, side) } }) {
        #expect(isSorted(order.column, side, isDescending: order.isDescending))
        #expect(!isSorted(order.column, side.other, isDescending: order.isDescending))
        // Then it would have been said of the other side as well.
        let isTurned = isSorted(order.column, side.other, isDescending: !order.isDescending)
        #expect(orders[side.other] != nil || !isTurned)
      }
      return moved
    case .block: return [finding.changes, moved[1]]
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
    case .shifted(let record, let starts): return shifted(column, record, starts)
    case .members, .retyped, .schema, .idleRule: return [finding.changes, finding.total]
    }
  }

  private func unpaired(_ side: Side) -> [Int] {
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

  /// Whether an updated record's two columns have each other's old values, or the first one has the other's new value.
  private func holds(_ finding: Finding, _ change: Change) -> Bool {
    let old = records(.source, finding.columns, [change.source ?? 0])[0]
    let new = records(.target, finding.columns, [change.target ?? 0])[0]
    if finding.cause == .swapped { return old[0] != new[0] && old == new.reversed() }
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

  /// How many keys without a partner are those of the other side with the ends, each once on its side.
  private func affixed(_ column: String, _ side: Side, _ prefix: String, _ suffix: String) -> [Int] {
    let (deleted, inserted) = (changes.filter { $0.kind == .deleted }, changes.filter { $0.kind == .inserted })
    let keys = Sides(
      source: records(.source, [column], deleted.compactMap(\.source)).map { $0[0] },
      target: records(.target, [column], inserted.compactMap(\.target)).map { $0[0] })
    let count = keys[side.other].count { other in
      keys[side.other].count { $0 == other } == 1 && keys[side].count { $0 == prefix + other + suffix } == 1
    }
    return [count, max(deleted.count, inserted.count)]
  }

  /// How many updated records have old values one column further on, in the last columns that stand side by side.
  private func shifted(_ column: String, _ first: Int, _ starts: Int) -> [Int] {
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
        Array(before[start..<names.count - 1]) == Array(after[(start + 1)...]),
        Set(before[start..<names.count - 1]).subtracting([""]).count > 2
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
    guard case .offset(let amount) = finding.cause, let amount = thousandths(amount) else { return false }
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
    let later = pairs.count { value(.target, $0.target, since.column) >= since.day }
    return explained.count == finding.changes && days.min() == since.day && later == since.paired
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

  private func records(_ side: Side, _ columns: [String], _ offsets: [Int]) -> [[String]] {
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

  private func thousandths(_ text: String) -> Int? {
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

  /// Records without a partner whose keys are the same without zeros, blanks and case, each like one other alone.
  private func keys(_ parts: [Absence.PartSpelling]) -> [Int] {
    func plain(_ change: Change) -> String {
      String(change.key.map(\.description).joined().filter { $0 != " " }.drop { $0 == "0" }).lowercased()
    }
    let (deleted, inserted) = (changes.filter { $0.kind == .deleted }, changes.filter { $0.kind == .inserted })
    let (old, new) = (Dictionary(grouping: deleted, by: plain), Dictionary(grouping: inserted, by: plain))
    let count = old.count { look, keys in
      guard keys.count == 1, let others = new[look], others.count == 1 else { return false }
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
      return Set(needed.map(\.0)) == spellings
    }
    return [count, max(deleted.count, inserted.count)]
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
