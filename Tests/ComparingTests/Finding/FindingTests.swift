import Records
import Testing

@testable import Analysis
@testable import Comparing

/// What was planted in tables, and is found.
@Suite("Findings name what was planted") struct FindingTests {
  /// A table of 40 customers.
  private static let rows: [[String]] = (1...40).map { number in
    [
      number < 10 ? "00\(number)" : "0\(number)", "Name \(number)", "\(number * 7 % 50).\(number + 10)",
      ["DE", "FR", "IT", "AT"][number % 4], "2026-01-\(number % 20 + 10)", "note \(number)",
    ]
  }

  private static let header = ["id", "name", "price", "country", "born", "note"]

  private func findings(
    _ new: [[String]], from old: [[String]] = rows, oldHeader: [String] = header, newHeader: [String] = header
  ) throws -> [Finding] {
    func text(_ header: [String], _ rows: [[String]]) -> String {
      ([header] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
    }
    let tables = (
      try table(text(oldHeader, old), name: "old.csv"), try table(text(newHeader, new), name: "new.csv")
    )
    return try FindingSearch.findings(of: Comparison(source: tables.0, target: tables.1, plan: plan(key: "id")))
  }

  private func changing(_ column: Int, _ change: (Int, String) -> String) -> [[String]] {
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
    #expect(remedy?.steps == [Remedy.Step(column: "id", normalizers: ["luna.text.number()"])])
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
    #expect(found.contains { $0.cause == .renamed(to: "full_name") && $0.columns == ["name"] && $0.changes == 40 })
  }

  @Test("rows that are shifted by a column")
  func shifted() throws {
    let new = Self.rows.enumerated().map { number, row -> [String] in
      number % 4 == 0 ? [row[0], "extra"] + Array(row[1..<5]) : row
    }
    let found = try findings(new)
    let shifted = found.first { $0.cause == .shifted(record: 0) }
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
    #expect(columns.source == "id")
    #expect(columns.target == "name")
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
      found.first?.since == Finding.Since(column: "born", day: "2026-01-20", paired: changed, ofPaired: 40))
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
    #expect(try findings(changing(5) { $0 < 4 ? "" : $1 }).isEmpty)
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
