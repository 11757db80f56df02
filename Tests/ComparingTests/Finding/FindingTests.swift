import Foundation
import Records
import Testing

@testable import Analysis
@testable import Comparing

/// What was planted in tables, and is found.
@Suite("Findings name what was planted") struct FindingTests {
  /// A table of 40 customers.
  static let rows: [[String]] = (1...40).map { number in
    [
      number < 10 ? "00\(number)" : "0\(number)", "Name \(number)", "\(number * 7 % 50).\(number + 10)",
      ["DE", "FR", "IT", "AT"][number % 4], "2026-01-\(number % 20 + 10)", "note \(number)",
    ]
  }

  static let header = ["id", "name", "price", "country", "born", "note"]

  func findings(
    _ new: [[String]], from old: [[String]] = rows, oldHeader: [String] = header, newHeader: [String] = header,
    change: (inout ComparisonPlan) -> Void = { _ in }
  ) throws -> [Finding] {
    func text(_ header: [String], _ rows: [[String]]) -> String {
      ([header] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
    }
    let tables = (
      try table(text(oldHeader, old), name: "old.csv"), try table(text(newHeader, new), name: "new.csv")
    )
    let plan = plan(key: "id", change: change)
    return try FindingSearch.findings(of: Comparison(source: tables.0, target: tables.1, plan: plan))
  }

  func changing(_ column: Int, _ change: (Int, String) -> String) -> [[String]] {
    Self.rows.enumerated().map { number, row in
      var row = row
      row[column] = change(number, row[column])
      return row
    }
  }

  @Test("keys without their zeros")
  func keys() throws {
    let found = try findings(changing(0) { String($1.drop { $0 == "0" }) })
    #expect(found.map(\.cause).dropFirst() == [.otherKey(certain: 40, paired: 0)])
    #expect(found.first?.changes == 40)
    #expect(found.first?.total == 40)
    guard case .spelledKeys(let parts, let remedy)? = found.first?.cause else {
      Issue.record("\(found)")
      return
    }
    #expect(parts == [Absence.PartSpelling(part: 0, spellings: [.leadingZeros])])
    #expect(remedy?.steps == [Remedy.Step(column: "id", calls: [#"replace("^0+(%w)", "%1")"#])])
  }

  @Test("records are counted by each of their keys, also where keys repeat", arguments: ["", "k-"])
  func repeatedKeys(prefix: String) throws {
    func rows(_ key: (Int) -> String) -> [[String]] { (0..<40).map { [key(100 + $0 / 2), "\($0 / 4)"] } }
    let old = rows { prefix.isEmpty ? "0\($0)" : "\(prefix)\($0)" }
    let found = try findings(rows { "\($0)" }, from: old, oldHeader: ["id", "v"], newHeader: ["id", "v"])
    let isFound = found.contains { finding in
      switch finding.cause {
      case .spelledKeys, .affixedKeys: finding.changes == 40 && finding.total == 40
      default: false
      }
    }
    #expect(isFound, "\(found)")
  }

  @Test(
    "keys with letters before or behind them on one side", arguments: [("CUST-", ""), ("", " (old)"), ("a'b ", "/x")])
  func affixes(prefix: String, suffix: String) throws {
    for side in Side.allCases {
      let marked = changing(0) { prefix + $1 + suffix }
      let found = try side == .target ? findings(marked) : findings(Self.rows, from: marked)
      let first = try #require(found.first)
      guard case .affixedKeys(side, prefix, suffix, let remedy) = first.cause else {
        Issue.record("\(found)")
        return
      }
      #expect(first.changes == 40 && first.total == 40 && first.columns == ["id"])
      let ends = suffix.isEmpty ? "\"\(prefix)\"" : "\"\(prefix)\", \"\(suffix)\""
      #expect(remedy?.steps == [Remedy.Step(column: "id", calls: ["strip(\(ends))"], side: side)])
    }
  }

  @Test("nothing is proposed that takes letters away from keys which have a partner with them")
  func partedPairs() throws {
    func remedy(beside key: String) throws -> Remedy? {
      let rows = Sides { side in (1...30).map { [side == .source ? "\($0)" : "A\($0)", "x"] } + [[key, "x"]] }
      let header = ["id", "v"]
      let found = try findings(rows.target, from: rows.source, oldHeader: header, newHeader: header)
      guard case .affixedKeys(.target, "A", "", let remedy)? = found.first?.cause else {
        Issue.record("\(found)")
        return nil
      }
      return remedy
    }
    #expect(try remedy(beside: "B7") != nil)
    #expect(try remedy(beside: "A77") == nil)
    #expect(try remedy(beside: "7") == nil)
  }

  @Test("keys in another form, where none is as it was")
  func forms() throws {
    let found = try findings(changing(0) { "C-\($1.drop { $0 == "0" })" })
    let form = try #require(found.first { $0.cause == .formedKeys([.affix, .leadingZeros]) }, "\(found)")
    #expect(form.changes == 40 && form.total == 40)
  }

  @Test("keys of the same digits that were dealt to other records are not said to be the same")
  func dealtAnew() throws {
    let found = try findings(changing(0) { number, _ in "C-\((number * 7 + 3) % 40 + 1)" })
    #expect(found.allSatisfy { if case .formedKeys = $0.cause { false } else { true } }, "\(found)")
  }

  @Test("prices that were rounded")
  func rounding() throws {
    let new = changing(2) { _, price in price.dropLast() + "" }
    let old = changing(2) { number, price in price.dropLast() + "\(number % 4 + 1)" }
    let found = try findings(new, from: old)
    #expect(found.contains { $0.cause == .noise([.rounding]) && $0.columns == ["price"] }, "\(found)")
  }

  @Test("other separators, where a mark stands over them, too", arguments: ["", "\u{301}"])
  func separators(mark: String) throws {
    let old = changing(1) { number, _ in "Name_\(mark)of\(number)" }
    let found = try findings(changing(1) { number, _ in "Name-\(mark)of\(number)" }, from: old)
    #expect(found.map(\.cause) == [.noise([.separators])])
    #expect(found.map(\.changes) == [40])
  }

  @Test("a state that became another one")
  func repeated() throws {
    let found = try findings(changing(3) { $1 == "DE" ? "Germany" : $1 })
    let cause = Finding.Cause.repeated(old: .text("DE"), new: .text("Germany"))
    #expect(found.map(\.cause) == [cause])
    #expect(found.map(\.changes) == [10])
    #expect(found.map(\.total) == [10])
  }

  @Test("values that are gone, and values that have come", arguments: [true, false])
  func hollow(isGone: Bool) throws {
    let empty = changing(5) { $0 % 2 == 0 ? "" : $1 }
    let found = isGone ? try findings(empty) : try findings(Self.rows, from: empty)
    let cause: Finding.Cause = isGone ? .emptied : .filled
    #expect(found.first?.cause == cause)
    #expect(found.first?.changes == 20)
  }

  @Test("numbers that grew by the same amount, or by a factor")
  func shifts() throws {
    func whole(_ change: (Int) -> Int) -> [[String]] { changing(2) { number, _ in "\(change(number * number + 1))" } }
    #expect(try findings(whole { $0 + 19 }, from: whole { $0 }).map(\.cause) == [.offset("+19")])
    #expect(try findings(whole { $0 * 100 }, from: whole { $0 }).map(\.cause) == [.factor("100")])
    #expect(try findings(whole { -$0 }, from: whole { $0 }).map(\.cause) == [.factor("-1")])
  }

  @Test("a column that is all that differs")
  func alone() throws {
    let found = try findings(changing(4) { "2026-02-\($0 % 19 + 10)\($1.suffix(1))" })
    #expect(found.contains { $0.cause == .alone && $0.columns == ["born"] && $0.changes == 40 }, "\(found)")
  }

  @Test("a column that has another name")
  func renamed() throws {
    var header = Self.header
    header[1] = "full_name"
    let found = try findings(changing(5) { "\($1) \($0)" }, newHeader: header)
    #expect(
      found.contains {
        $0.cause == .renamed(to: "full_name", ofPairs: 40) && $0.columns == ["name"] && $0.changes == 40
      })
  }

  @Test("rows that are shifted by a column")
  func shifted() throws {
    let new = Self.rows.enumerated().map { number, row -> [String] in
      number % 4 == 0 ? [row[0], "extra"] + Array(row[1..<5]) : row
    }
    let found = try findings(new)
    let shifted = found.first { $0.cause == .shifted(record: 0, fromColumn: 10, isBack: false) }
    #expect(shifted?.columns == ["name"], "\(found)")
    #expect(shifted?.changes == 10)
  }

  @Test("records in reverse, sorted anew, or moved as a block")
  func order() throws {
    #expect(try findings(Self.rows.reversed()).map(\.cause) == [.reversed])
    let byNote = Self.rows.sorted { $0[5] < $1[5] }
    guard case .sorted(let columns)? = try findings(byNote).first?.cause else {
      Issue.record("not sorted")
      return
    }
    #expect(columns.source.first?.column == "id")
    #expect(columns.target.first?.column == "name")
    let odd = changing(1) { number, _ in "x\(number * 7919 % 101)" }.map { Array($0[..<2]) + ["1", "1", "1", "1"] }
    let shuffled = (0..<40).map { odd[$0 * 17 % 40] }
    let moved = Array(shuffled[8...] + shuffled[..<8])
    let cause = Finding.Cause.block(Sides(source: 0, target: 32))
    #expect(try findings(moved, from: shuffled).map(\.cause) == [cause])
  }

  @Test("a group in which records changed")
  func place() throws {
    let found = try findings(changing(5) { $0 % 4 == 2 || $0 == 1 ? "\($1) \($0)" : $1 })
    let cause = Finding.Cause.concentrated(.text("AT"), paired: 10, ofPaired: 40)
    #expect(found.contains { $0.cause == cause && $0.columns == ["country"] && $0.changes == 10 }, "\(found)")
  }

  @Test("a key that pairs what the given one leaves alone")
  func otherKey() throws {
    let found = try findings(changing(0) { number, id in number % 2 == 0 ? id : "n\(number)" })
    let cause = Finding.Cause.otherKey(certain: 40, paired: 20)
    #expect(found.first?.cause == cause, "\(found)")
    #expect(found.first?.columns == ["name"])
    #expect(found.first?.changes == 20)
    #expect(found.first?.total == 20)
  }

  @Test("two columns that are the key together")
  func joinedKey() throws {
    let header = ["id", "country", "town", "note"]
    func rows(_ mark: String) -> [[String]] {
      (0..<36).map { ["\(mark)\($0)", "c\($0 % 6)", "t\($0 / 6)", "x"] }
    }
    let found = try findings(rows("b"), from: rows("a"), oldHeader: header, newHeader: header)
    #expect(found.first?.cause == .otherKey(certain: 36, paired: 0))
    #expect(found.first?.columns == ["country", "town"])
  }

  @Test("columns in another order: the fewest that moved")
  func reordered() throws {
    let new = changing(5) { "\($1) \($0)" }.map { [$0[0], $0[5]] + Array($0[1..<5]) }
    let found = try findings(new, newHeader: ["id", "note", "name", "price", "country", "born"])
    let reordered = found.first { $0.cause == .reordered }
    #expect(reordered?.columns == ["note"], "\(found)")
    #expect(reordered?.total == 6)
  }

  @Test("since when numbers are others")
  func since() throws {
    let old = changing(2) { number, _ in "\(number * number + 7)" }
    let new = old.map { row in
      var row = row
      if row[4] >= "2026-01-20" { row[2] += "00" }
      return row
    }
    let found = try findings(new, from: old)
    #expect(found.first?.cause == .factor("100"), "\(found)")
    let changed = zip(old, new).count { $0 != $1 }
    #expect(
      found.first?.since == Finding.Since(column: "born", day: "2026-01-20", until: nil, paired: changed, ofPaired: 40))
  }

  @Test("a side that is sorted by a column in reverse, with values that repeat")
  func sortedInReverse() throws {
    let header = ["id", "day"]
    let old = [("5", 1), ("9", 2), ("2", 3), ("7", 4), ("1", 4), ("8", 5), ("3", 6)].map { [$0, "2026-01-0\($1)"] }
    let new = ["3", "8", "7", "1", "2", "9", "5"].compactMap { id in old.first { $0[0] == id } }
    let found = try findings(new, from: old, oldHeader: header, newHeader: header)
    func order(_ isDescending: Bool) -> Finding.ColumnOrder {
      .init(column: "day", isDescending: isDescending, isByNumber: false, holdsNumbers: false)
    }
    #expect(found.map(\.cause) == [.sorted(Sides(source: [order(false)], target: [order(true)]))])
  }

  @Test(
    "a change by one amount is no rounding, and neither is one that brings all halves down",
    arguments: [("5", "5", "+0.5"), ("4", "4", "+0.4"), ("5", "4", "+0.5")])
  func notRounded(first: String, second: String, amount: String) throws {
    let old = changing(2) { number, _ in "\(3 * number + 3)" }
    let new = changing(2) { number, _ in
      number % 4 == 3 ? "\(3 * number + 4)" : "\(3 * number + 3).\(number % 2 == 0 ? first : second)"
    }
    let found = try findings(new, from: old).filter { $0.columns == ["price"] && $0.cause != .alone }
    #expect(found.map(\.cause) == [.offset(amount)])
  }

  @Test("halves that are rounded as programs do", arguments: RoundedHalves.all)
  func halves(_ rounded: RoundedHalves) throws {
    let numbers = (1...40).map { number in "\(number).\(number * 7 % 10)\(number % 3 == 0 ? 5 : number % 4 + 1)" }
    let old = changing(2) { number, _ in numbers[number] }
    let new = changing(2) { number, _ in
      let text = numbers[number]
      // One decimal stays: of a half it is the one before, or the next.
      let tenths = (Int(text.dropLast(3)) ?? 0) * 10 + (Int(text.dropLast().suffix(1)) ?? 0)
      let last = Int(text.suffix(1)) ?? 0
      let next = tenths + (last > 5 || last == 5 && rounded.goesUp(tenths, Double(text) ?? 0) ? 1 : 0)
      return "\(next / 10).\(next % 10)"
    }
    let found = try findings(new, from: old).filter { $0.columns == ["price"] && $0.cause != .alone }
    #expect(found.map(\.cause) == (rounded.isWay ? [.noise([.rounding])] : []), "\(found)")
  }

  @Test("zeros that are written with another sign are times -1 as well")
  func zeros() throws {
    let old = changing(2) { number, _ in number % 10 == 3 ? "0" : "\(number * number + 1)" }
    let new = old.map { row in row.enumerated().map { $0.offset == 2 ? "-\($0.element)" : $0.element } }
    let found = try findings(new, from: old)
    #expect(found.first?.cause == .factor("-1"))
    #expect(found.first?.changes == 40)
  }

  @Test("columns between which others stand, or that are in another order, are not shifted")
  func notShifted() throws {
    let header = ["id", "a", "skip", "b", "c", "d"]
    func row(_ number: Int, _ values: [String]) -> [String] { ["\(number)"] + values.map { "\($0)\(number)" } }
    let old = (1...9).map { row($0, ["p", "s", "q", "r", "t"]) }
    let new = (1...9).map { row($0, ["x", "s", "p", "q", "r"]) }
    func text(_ header: [String], _ rows: [[String]]) -> String {
      ([header] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
    }
    let ignoring = try Comparison(
      source: table(text(header, old), name: "old.csv"), target: table(text(header, new), name: "new.csv"),
      plan: plan(key: "id") { $0.ignored = ["skip"] })
    let turned = old.map { [$0[0]] + $0[1...].reversed() }
    let others =
      try FindingSearch.findings(of: ignoring)
      + findings(new, from: turned, oldHeader: ["id"] + header[1...].reversed(), newHeader: header)
    for finding in others { if case .shifted = finding.cause { Issue.record("\(finding)") } }
  }

  @Test("numbers that became texts")
  func retyped() throws {
    func text(_ number: (Int) -> String) -> String {
      (1...20).map { "{\"id\":\($0),\"size\":\(number($0))}\n" }.joined()
    }
    let comparison = try Comparison(
      source: table(text { "\($0)" }, name: "old.jsonl"),
      target: table(text { "\"size \($0 * 3)\"" }, name: "new.jsonl"), plan: plan(key: "id"))
    let found = try FindingSearch.findings(of: comparison)
    #expect(found.first?.cause == .retyped(old: "numbers", new: "texts"), "\(found)")
    #expect(found.first?.changes == 20)
  }

  @Test("a rule that did nothing")
  func idle() throws {
    let number = try NumberComparator()
    let comparison = try Comparison(
      source: table("id,born\n1,soon\n", name: "old.csv"), target: table("id,born\n1,late\n", name: "new.csv"),
      plan: plan(key: "id") { $0.comparators["born"] = .native(number) })
    guard case .idleRule(let rule)? = try FindingSearch.findings(of: comparison).first?.cause else {
      Issue.record("nothing is said")
      return
    }
    #expect(rule.rule == "equal.born")
  }

  @Test("less than five changes have nothing in common that is told")
  func few() throws {
    let few = try findings(changing(5) { $0 < 4 ? "" : $1 })
    #expect(few.allSatisfy { if case .schema(let change) = $0.cause { change.kind == .nullable } else { false } })
    #expect(try findings(Self.rows).isEmpty)
  }

  @Test("members that came into nested values")
  func members() throws {
    func text(_ hasMore: Bool) -> String {
      (1...20).map { number in
        let more = hasMore && number > 1 ? ",\"hun\":\"h\(number)\",\"ces\":{\"a\":\(number)}" : ""
        return "{\"id\":\(number),\"names\":{\"deu\":\"d\(number)\"\(more)}}\n"
      }.joined()
    }
    let comparison = try Comparison(
      source: table(text(false), name: "old.jsonl"), target: table(text(true), name: "new.jsonl"), plan: plan(key: "id")
    )
    let found = try FindingSearch.findings(of: comparison)
    #expect(found.first?.cause == .members(["names.hun", "names.ces"], .inserted))
    #expect(found.first?.changes == 19)
    #expect(found.first?.total == 19)
  }

  @Test("values of masked columns are told nowhere")
  func masked() throws {
    func text(_ state: String) -> String {
      "id,state\n" + (1...20).map { "\($0),\(state)\n" }.joined()
    }
    let comparison = try Comparison(
      source: table(text("secret"), name: "old.csv"), target: table(text("hidden"), name: "new.csv"),
      plan: plan(key: "id") { $0.masked = ["state"] })
    #expect(try !"\(FindingSearch.findings(of: comparison))".contains("hidden"))
  }
}

/// Ways to round halves, as a program would: up or down by the tenths before and the number.
struct RoundedHalves: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether programs round so.
  let isWay: Bool
  let goesUp: @Sendable (_ tenths: Int, _ number: Double) -> Bool

  static let all = [
    RoundedHalves(testDescription: "up", isWay: true) { _, _ in true },
    RoundedHalves(testDescription: "to even", isWay: true) { tenths, _ in tenths % 2 == 1 },
    RoundedHalves(testDescription: "of binary fractions", isWay: true) { tenths, number in
      // An exact half is one that eighths can be.
      String(format: "%.1f", number) != "\(tenths / 10).\(tenths % 10)"
    },
    RoundedHalves(testDescription: "of multiples", isWay: true) { tenths, number in
      (number * 10).rounded(.toNearestOrEven) > Double(tenths)
    },
    RoundedHalves(testDescription: "down", isWay: false) { _, _ in false },
    RoundedHalves(testDescription: "now and then", isWay: false) { tenths, _ in tenths % 3 == 0 },
  ]
}
