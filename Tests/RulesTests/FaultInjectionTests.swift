import Analysis
import Comparing
import Foundation
import Records
import TestSupport
import Testing

@testable import Rules

/// Faults on purpose.
@Suite("Faults that are planted") struct FaultInjectionTests {
  private static let csv: String = {
    let rows = (1...150).map { number in
      "\(number),Name \(number % 7),\(number % 11 == 0 ? "0" : "\(number * 3).\(10 + number % 90)"),2024-01-\(10 + number % 20),\(number * 7)"
    }
    return (["id,name,price,day,seen"] + rows).map { $0 + "\n" }.joined()
  }()

  private func report(_ rules: String, _ old: String = csv, _ new: String = csv, seed: Int = 1) throws -> FaultReport {
    try FaultInjection.report(on: compare(old, new, rules: "return { \(rules) }"), FaultChoice(seed))
  }

  private func rate(_ report: FaultReport, _ fault: FaultClass, _ column: String? = nil) -> FaultReport.Rate {
    report.cells.first { $0.fault == fault && $0.column == column }?.rate ?? FaultReport.Rate()
  }

  @Test("under rules that look at all of it, every fault is noticed")
  func exact() throws {
    let found = try report("identity = 'id'")
    #expect(found.total.planted > 500 && found.total.detected == found.total.planted)
    #expect(Set(found.classes.map(\.fault)) == Set(FaultClass.allCases))
    #expect(found.differing == 0 && found.omitted.isEmpty && found.tangled * 20 < found.total.planted)
  }

  @Test(
    "a rule lets pass what it says: a tolerance cents, a comparator of text the case, ignored order what changed places"
  )
  func passing() throws {
    let found = try report(
      "identity = 'id', ignore_order = true, ignore = 'seen', equal = { price = luna.compare.number(0.05), name = luna.compare.nocase }"
    )
    #expect(rate(found, .cent, "price").detected == 0 && rate(found, .cent, "price").planted > 50)
    #expect(rate(found, .letterCase, "name").detected == 0)
    #expect(rate(found, .unit, "price").detected == rate(found, .unit, "price").planted)
    #expect(rate(found, .swapped).detected == 0 && rate(found, .lost).detected == rate(found, .lost).planted)
    #expect(found.omitted.map(\.column) == ["seen"] && !found.cells.contains { $0.column == "seen" })
    let cell = try #require(found.cells.first { $0.fault == .cent && $0.column == "price" })
    #expect(cell.rule == "equal: number within 0.05" && cell.examples.count == 3)
  }

  @Test("records that differ as they are, are left alone, and a seed brings all back")
  func differing() throws {
    let new = Self.csv.replacing("3,Name 3,", with: "3,Other,", maxReplacements: 1)
    let found = try report("identity = 'id'", Self.csv, new, seed: 7)
    #expect(found.differing == 1)
    #expect(try report("identity = 'id'", Self.csv, new, seed: 7) == found)
    #expect(try report("identity = 'id'", Self.csv, new, seed: 8) != found)
  }

  @Test("records that a filter leaves out do not differ")
  func filtered() throws {
    #expect(try report("identity = 'id', filter = function(r) return tonumber(r.id) > 50 end").differing == 0)
  }

  @Test("no fault is planted twice in the same value")
  func unique() throws {
    let csv = "id,price\n1,2.50\n2,3.50\n3,4.50\n4,5.50\n"
    let found = try report("identity = 'id'", csv, csv)
    #expect(rate(found, .cent, "price") == FaultReport.Rate(planted: 4, detected: 4))
    #expect(rate(found, .duplicated).planted == 4)
  }

  @Test("a rule that fails for faults has noticed them, and the others are judged without them")
  func failing() throws {
    let rules =
      "identity = 'id', ignore_order = true, equal = { price = function(a, b) return math.abs(a - b) <= 0.05 end }"
    let found = try report(rules)
    #expect(rate(found, .cent, "price").planted > 0 && rate(found, .cent, "price").detected == 0)
    #expect(rate(found, .shifted).planted > 20 && rate(found, .shifted).detected == rate(found, .shifted).planted)
    #expect(rate(found, .digit, "name").planted > 20)
  }

  @Test("a column that is left out is planted in where a key, a derived column or a function is made of it")
  func readers() throws {
    let rules =
      "columns = { label = { 'name', '/', 'seen' } }, identity = 'id', only = { 'label' }, equal = { label = luna.compare.exact }"
    let found = try report(rules)
    #expect(found.omitted.map(\.column) == ["price", "day"])
    #expect(rate(found, .digit, "seen").planted > 50 && rate(found, .digit, "seen") == rate(found, .digit, "name"))
    #expect(found.cells.first { $0.column == "seen" }?.rule == "columns.label")
    let comparison = try compare(
      Self.csv, Self.csv,
      rules:
        "return { columns = { total = function(r) return r.price * r.seen end }, identity = 'id', ignore = { 'price', 'seen' }, equal = { total = luna.compare.exact } }"
    )
    let read = try FaultInjection.report(
      on: comparison, FaultChoice(1), readers: [RuleReader("columns.total", ["price", "seen"])])
    #expect(read.omitted.isEmpty && rate(read, .unit, "price").planted > 50)
    #expect(rate(read, .unit, "price").detected == rate(read, .unit, "price").planted)
  }

  @Test("JSON keeps its kinds, and null stands for zero")
  func json() throws {
    let lines = (1...200).map { "{\"id\":\($0),\"n\":\($0 % 5 == 0 ? 0 : $0),\"t\":\"x\($0)\"}\n" }.joined()
    let comparison = try compare(lines, lines, rules: "return { identity = 'id' }", names: ("o.jsonl", "n.jsonl"))
    let found = try FaultInjection.report(on: comparison, FaultChoice(3))
    #expect(found.total.planted > 300 && found.total.detected == found.total.planted)
    #expect(rate(found, .nullForZero, "n").planted > 0)
  }

  @Test("only the classes that are asked for are planted")
  func chosen() throws {
    let comparison = try compare(Self.csv, Self.csv, rules: "return { identity = 'id' }")
    let found = try FaultInjection.report(on: comparison, FaultChoice(1, [.lost, .sign]))
    #expect(found.classes.map(\.fault) == [.sign, .lost])
  }

  @Test(
    "the interval is Wilson's",
    arguments: [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0), (81, 263, 0.255, 0.366)])
  func interval(detected: Int, planted: Int, low: Double, high: Double) {
    let interval = FaultReport.Rate(planted: planted, detected: detected).interval
    #expect(abs(interval.lowerBound - low) < 0.001 && abs(interval.upperBound - high) < 0.001)
  }
}

/// What is said of each fault is what the rules say of a file with this fault alone.
@Suite("Faults that are planted, by brute force") struct FaultLawTests {
  static let rules = [
    "identity = 'id', equal = { price = luna.compare.number(0.05), name = luna.compare.nocase }",
    "identity = 'id', duplicates = 'pair', ignore = 'name'",
    "identity = 'name', equal = { price = luna.compare.number(0.3) }, ignore = { 'id', 'kind' }",
    "identity = { 'name', 'kind' }, ignore = 'id', ignore_order = true",
    "identity = function(r) return r.id % 17 end, equal = { price = luna.compare.number(1) }",
    "identity = 'id', section = 'kind', equal = function(a, b) return a.price == b.price end",
    "identity = 'id', filter = luna.where.column('kind').is_not('b')",
    "identity = luna.identity.first('id', 'name')",
    "identity = 'id', equal = { price = function(a, b) return math.abs(a - b) <= 0.05 end }, ignore_order = true",
    "identity = 'id', normalize = { kind = luna.text.upper, id = luna.text.strip('0') }, duplicates = 'error'",
    "",
  ]

  @Test("a fault is noticed if the result of a file with it alone says anything else", arguments: rules)
  func law(rules: String) throws {
    var random = SeededGenerator.announced("planted faults under \(rules)")
    // Some values repeat, some records stand elsewhere, some are gone and some differ.
    var rows = (1...40).map { number in
      let kind = ["a", "b", "B", "0"].randomElement(using: &random) ?? ""
      let price = "\(Int.random(in: 0...9, using: &random)).\(Int.random(in: 0...9, using: &random))0"
      return ["\(number * 3)", "n\(Int.random(in: 1...30, using: &random))", price, kind]
    }
    if !rules.contains("'name'") || rules.contains("first") {
      for index in rows.indices { rows[index][1] += "x\(index)" }
    }
    let old = Self.text(rows)
    rows.swapAt(3, 20)
    rows.remove(at: 30)
    rows[10][2] = "77.70"
    let source = Self.text(rows)
    let plain = try compare(old, source, rules: "return { \(rules) }")
    let before = try Self.outcome(plain)
    var (noticed, passed) = (0, 0)
    let report = try FaultInjection.report(
      on: plain, FaultChoice(Int.random(in: 0...1000, using: &random))
    ) { fault, isNoticed in
      if isNoticed { noticed += 1 } else { passed += 1 }
      guard Int.random(in: 0..<10, using: &random) == 0 else { return }
      let faulty = Self.text(Self.planted(fault, in: rows) { $0.description })
      let after = Result { try Self.outcome(compare(old, faulty, rules: "return { \(rules) }")) }
      let differs = (try? after.get()).map { $0 != before } ?? true
      #expect(isNoticed == differs, "\(fault.fault) in record \(fault.record): \(fault.values)")
    }
    #expect(noticed > 20 && noticed + passed == report.total.planted)
    #expect(report.tangled <= report.total.planted / 5)
  }

  @Test(
    "so it is on the examples",
    arguments: [
      ("users", "users.lua"), ("prices", "prices.lua"), ("people", "people.lua"), ("fuzzy", "fuzzy.lua"),
      ("migration", "migration.lua"), ("first", ""), ("probe", ""),
    ])
  func examples(folder: String, rules: String) throws {
    var random = SeededGenerator.announced("planted faults in examples/\(folder)")
    func read(_ name: String) throws -> String {
      try String(contentsOfFile: "\(BuiltProducts.packageRoot)/examples/\(folder)/\(name)", encoding: .utf8)
    }
    let lua = rules.isEmpty ? "return {}" : try read(rules)
    let old = try read("old.csv")
    let plain = try compare(old, read("new.csv"), rules: lua)
    let target = plain.comparedTables.target
    let rows = (0..<target.count).map { record in target.columns.indices.map { target.value(record, $0) } }
    func outcome(_ rows: [[Value]]) throws -> [String] {
      let text = Self.csv(rows, target.columns)
      return try Self.outcome(compare(old, text, rules: lua), target.columns + plain.source.columns)
    }
    let before = try outcome(rows)
    var judged: [FaultClass: [Bool]] = [:]
    let report = try FaultInjection.report(
      on: plain, FaultChoice(Int.random(in: 0...1000, using: &random))
    ) { fault, isNoticed in
      judged[fault.fault, default: []].append(isNoticed)
      guard CaseSample.isExhaustive || Int.random(in: 0..<4, using: &random) == 0 else { return }
      let after = try? outcome(Self.planted(fault, in: rows) { $0 })
      #expect(isNoticed == (after != before), "\(fault.fault) in record \(fault.record): \(fault.values)")
    }
    for (kind, rate) in report.classes {
      #expect(rate.planted == judged[kind]?.count && rate.detected == judged[kind]?.count { $0 })
    }
    #expect(report.total.planted > 10)
  }

  private static func csv(_ rows: [[Value]], _ columns: [String]) -> String {
    func cell(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
    return ([columns] + rows.map { $0.map(\.description) }).map { $0.map(cell).joined(separator: ",") + "\n" }.joined()
  }

  private static func text(_ rows: [[String]]) -> String {
    ([["id", "name", "price", "kind"]] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func planted<Cell>(_ fault: PlantedFault, in rows: [[Cell]], _ cell: (Value) -> Cell) -> [[Cell]] {
    var rows = rows
    switch fault.fault {
    case .swapped: rows.swapAt(fault.record, fault.record + 1)
    case .lost: rows.removeSubrange(fault.records)
    case .duplicated: rows.insert(rows[fault.record], at: fault.record)
    default: for (column, value) in fault.values { rows[fault.record][column] = cell(value) }
    }
    return rows
  }

  /// What a result says, but for numbers of records, which what is lost or doubled changes.
  private static func outcome(
    _ comparison: Comparison, _ columns: [String] = ["id", "name", "price", "kind"]
  ) throws -> [String] {
    try comparison.changes.map { change in
      let values = columns.map { (change.old?[$0], change.new?[$0]) }
      return "\(change.kind) \(change.moved) \(values)"
    }.sorted()
  }
}
