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
      for finding in try FindingSearch.findings(of: comparison) {
        guard let holds = Self.condition(finding.cause) else { continue }
        found.insert(String("\(finding.cause)".prefix { $0 != "(" }))
        let looked = finding.within == nil ? cells : cells.map { (Self.inside($0.0), Self.inside($0.1)) }
        let changed = looked.filter { $0.0 != $0.1 }
        #expect(finding.changes == changed.count { holds($0.0, $0.1) }, "\(finding) of \(cells)")
        #expect(finding.total == changed.count, "\(finding) of \(cells)")
        #expect(2 * finding.changes >= changed.count)
      }
    }
    #expect(found == ["filled", "emptied", "repeated", "retyped"])
  }

  /// What a value has as its member `a`.
  private static func inside(_ value: String) -> String {
    value.hasPrefix("{\"a\":") ? String(value.dropFirst(5).dropLast()) : "null"
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
      plantRelations(chance)
      if chance() { new.removeAll { $0[3] == "done" } }
      if chance() { new.removeAll { ("2026-03"..."2026-05-15").contains($0[6]) } }
      if chance() { new += new.prefix(7) }
      if chance() { new.removeLast(min(new.count, 8)) }
    }

    /// What values have to do with the old ones, with those of the record before, and with those beside them.
    private mutating func plantRelations(_ chance: () -> Bool) {
      let (isFactor, isCut, isCode, isTurned) = (chance(), chance(), chance(), chance())
      for row in new.indices where row % 11 > 0 {
        let digits = old[row][2].filter(\.isNumber)
        if isFactor, let number = Int(digits) {
          let product = "\((number * 5 + 2) / 4 + 1_000_000)".dropFirst()
          new[row][2] = "\(Int(product.dropLast(3)) ?? 0).\(product.suffix(3))"
        }
        if isCut { new[row][2] = "\(old[row][2].dropLast(2))" }
        if isCode { new[row][3] = ["open": "O", "done": "D", "Open": "P"][old[row][3]] ?? "" }
        if isTurned, old[row][6].suffix(2) <= "12" {
          new[row][6] = "2026-\(old[row][6].suffix(2))-\(old[row][6].dropFirst(5).prefix(2))"
        }
      }
      let (isSlid, isExchanged, isBack) = (chance(), chance(), chance())
      for row in new.indices.dropFirst() where isSlid { new[row][2] = old[row - 1][2] }
      for row in new.indices where isExchanged && row ^ 1 < new.count { new[row][2] = old[row ^ 1][2] }
      for row in new.indices where isBack && row % 5 == 0 { new[row] = [new[row][0]] + new[row][2...] + [""] }
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
        if !finding.steps.isEmpty {
          kinds["steps", default: 0] += 1
          // What is typed for it takes what it counts, and leaves all others.
          var ruled = plan(key: "id")
          ruled.normalizers[finding.columns[0]] = try finding.steps.normalizers
          let left = try PlainFindings(
            Comparison(source: comparison.source, target: comparison.target, plan: ruled))
          let count = left.updated.flatMap(\.fields).count { $0.column == finding.columns[0] }
          try #require(count == finding.total - finding.changes, "\(finding) of \(tables)")
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
