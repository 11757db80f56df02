import Records
import TestSupport
import Testing

@testable import Analysis
@testable import Comparing

/// What is found, and learned, of values inside of objects.
@Suite("Findings and rules inside of objects") struct InsideFindingTests {
  /// A record's values at places, as JSON; `nil` where it has none.
  private typealias Record = [String: String]

  private static let places = ["a.b", "a.c.d", "a.c.e", "f"]

  /// Records whose values are inside of objects, or the same in columns of their own, `a_b`.
  private func comparison(
    _ old: [Record], _ new: [Record], isFlat: Bool, key: String = "id",
    change: (inout ComparisonPlan) -> Void = { _ in }
  ) throws -> Comparison {
    func text(_ records: [Record]) -> String {
      let rows = records.enumerated().map { number, record in
        #"{"id":\#(number),\#(members(record.map { ($0.split(separator: ".").map(String.init)[...], $1) }, isFlat)),"z":0}"#
      }
      return "[\(rows.joined(separator: ",\n"))]"
    }
    return try Comparison(
      source: table(text(old), name: "old.json"), target: table(text(new), name: "new.json"),
      plan: plan(key: key, change: change))
  }

  private func members(_ values: [(path: ArraySlice<String>, value: String)], _ isFlat: Bool) -> String {
    if isFlat { return values.map { "\"\($0.joined(separator: "_"))\":\($1)" }.joined(separator: ",") }
    let groups = Dictionary(grouping: values) { $0.path.first ?? "" }
    return groups.sorted { $0.key < $1.key }.map { name, inner in
      if inner.count == 1, inner[0].path.count == 1 { return "\"\(name)\":\(inner[0].value)" }
      return "\"\(name)\":{\(members(inner.map { ($0.path.dropFirst(), $0.value) }, isFlat))}"
    }.joined(separator: ",")
  }

  /// What becomes of the values at a place.
  private static let causes: [@Sendable (Int) -> (old: String, new: String)] = [
    { ("\"Name \($0)\"", "\"NAME \($0)\"") }, { ("\($0 + 3)", "\(($0 + 3) * 100)") },
    { (["\"red\"", "\"blue\""][$0 % 2], ["\"crimson\"", "\"blue\""][$0 % 2]) },
    { ("\"2024-03-\(10 + $0 % 20)\"", "\"\(10 + $0 % 20).03.2024\"") },
    { ("\"x\($0) \"", "\"x\($0)\"") }, { ("\($0 + 7)", "\"\($0 + 7)\"") }, { ("\($0).5", "\($0).5") },
    { ("\"\"", $0 % 3 == 0 ? "null" : "\"\"") }, { ("\($0 * 7)", "\($0 * 7 + 19)") },
    { ("\"C-\($0)\"", "\"\($0)\"") },
  ]

  /// Records, and what became of them, with errors and gaps here and there.
  private func planted(_ random: inout SeededGenerator) -> (old: [Record], new: [Record]) {
    let chosen = Self.places.map { _ in Self.causes.randomElement(using: &random) ?? Self.causes[0] }
    var pairs: [(Record, Record)] = []
    for number in 0..<120 {
      var (old, new): (Record, Record) = ([:], [:])
      for (place, cause) in zip(Self.places, chosen) {
        let values = cause(number)
        (old[place], new[place]) = (values.old, values.new)
        switch Int.random(in: 0..<40, using: &random) {
        case 0: new[place] = "\"error\""
        case 1 where place != "a.c.d": new[place] = nil
        case 2 where place != "a.c.d": old[place] = nil
        case 3: new[place] = values.old
        default: break
        }
      }
      pairs.append((old, new))
    }
    return (pairs.map(\.0), pairs.map(\.1))
  }

  /// A finding in words, by the name that its place would have as a column.
  private func words(_ findings: [Finding]) -> [String] {
    findings.filter { $0.columns.first?.contains("_") == true || $0.columns.first?.contains(".") == true }.map {
      finding in
      "\(finding.columns[0].replacing(".", with: "_")) \(finding.cause) \(finding.changes) of \(finding.total)"
        + (finding.isLearnable ? ", learnable" : "") + " \(finding.steps)"
    }.sorted()
  }

  @Test("the values at a place inside of objects have in common what those of a column have")
  func valuesLaw() throws {
    var random = SeededGenerator.announced("findings inside")
    var told = 0
    for _ in 0..<12 {
      let (old, new) = planted(&random)
      // Where values only came or went, that is told of the members.
      let updated = Self.places.filter { place in
        zip(old, new).contains { $0[place] != nil && $1[place] != nil && $0[place] != $1[place] }
      }.map { $0.replacing(".", with: "_") }
      func found(isFlat: Bool) throws -> [String] {
        let comparison = try comparison(old, new, isFlat: isFlat)
        let worker = comparison.takeWorker()
        try worker.prepare()
        let search = FindingSearch(comparison, worker)
        return words(
          isFlat ? try search.cellFindings() : try InsideFindings(search: search).findings().filter { $0.within != nil }
        )
      }
      let (flat, inside) = (try found(isFlat: true), try found(isFlat: false))
      #expect(flat.filter { finding in updated.contains { finding.hasPrefix("\($0) ") } } == inside)
      told += inside.count
    }
    #expect(told > 18)
  }

  @Test("rules are learned for places inside of objects as for columns, and explain as much")
  func learningLaw() throws {
    var random = SeededGenerator.announced("learning inside")
    var learned = 0
    for _ in 0..<8 {
      let (old, new) = planted(&random)
      func learn(isFlat: Bool) throws -> (rules: [String], left: Int, notes: [String]) {
        let made = try comparison(old, new, isFlat: isFlat)
        let learnt = try Learner.learn(source: made.source, target: made.target, plan: plan(key: "id"))
        let rules = learnt.rules.map {
          "\($0.column.replacing(".", with: "_")) \($0.change) \($0.explained) \($0.differing)"
        }
        let notes = learnt.notes.map {
          "\($0.column.replacing(".", with: "_")) \($0.kind) \($0.count) of \($0.differing)"
        }
        return (rules.sorted(), learnt.updated.after, notes.sorted())
      }
      let (flat, inside) = (try learn(isFlat: true), try learn(isFlat: false))
      #expect(flat.rules == inside.rules)
      #expect(flat.left == inside.left)
      #expect(flat.notes == inside.notes)
      learned += inside.rules.count
    }
    #expect(learned > 8)
  }

  @Test("a member that has another name is told with the pairs in which it has the values of the old one")
  func renamedLaw() throws {
    var random = SeededGenerator.announced("renamed inside")
    for _ in 0..<60 {
      var pairs: [(old: Record, new: Record)] = []
      for number in 0..<60 {
        func seldom(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &random) == 0 }
        let value = "\"\(number * 37 % 50)\""
        var (old, new): (Record, Record) = (["a.x": "1"], ["a.x": "1"])
        if !seldom(6) { old["a.zipCode"] = value }
        if !seldom(6) { new["a.zip_code"] = seldom(4) ? "\"other\"" : value }
        if seldom(20) { new["a.zipCode"] = value }
        if seldom(20) { old["a.zip_code"] = value }
        pairs.append((old, new))
      }
      let filled = pairs.filter { $0.old["a.zipCode"] != nil || $0.new["a.zip_code"] != nil }
      let count = filled.count {
        $0.old["a.zipCode"] == $0.new["a.zip_code"] && $0.new["a.zipCode"] == nil && $0.old["a.zip_code"] == nil
      }
      let comparison = try comparison(pairs.map(\.old), pairs.map(\.new), isFlat: false)
      let found = try FindingSearch.findings(of: comparison).filter {
        if case .renamed = $0.cause { true } else { false }
      }
      let isTold = try 2 * count >= filled.count && Self.mostHave(comparison, [.deleted, .inserted])
      #expect(found.map(\.columns) == (isTold ? [["a.zipCode"]] : []))
      #expect(found.map(\.cause) == (isTold ? [.renamed(to: "a.zip_code", ofPairs: 60)] : []))
      #expect(found.map(\.changes) == (isTold ? [count] : []))
      #expect(found.map(\.total) == (isTold ? [filled.count] : []))
    }
  }

  /// Whether most of the updated records have a member that came, and one that went.
  private static func mostHave(_ comparison: Comparison, _ kinds: [PathChange.Kind]) throws -> Bool {
    let updated = try comparison.changes.map { $0 }
    return kinds.allSatisfy { kind in
      2 * updated.count { $0.fields.contains { $0.paths?.contains { $0.kind == kind } ?? false } } >= updated.count
    }
  }

  @Test("what leads on is no flag that hides a member that has another name")
  func noIgnoring() throws {
    let records = (0..<40).map { number in
      ("\"\(1000 + number * 7)\"", number == 9 ? "\"7\"" : "\"\(1000 + number * 7)\"")
    }
    let old = records.map { ["shipTo.zipCode": $0.0, "shipTo.city": "\"Rome\""] }
    let new = records.map { ["shipTo.zip_code": $0.1, "shipTo.city": "\"ROME\""] }
    let comparison = try comparison(old, new, isFlat: false)
    let found = try FindingSearch.findings(of: comparison)
    #expect(
      found.map(\.cause) == [
        .repeated(old: .text("Rome"), new: .text("ROME")), .renamed(to: "shipTo.zip_code", ofPairs: 40),
      ])
    #expect(found.map(\.changes) == [40, 39])
    #expect(try FindingRecords.updatedTargets(of: found[0], in: comparison) == Set(0..<40))
    let renamed = try self.comparison(old, new, isFlat: false) { $0.renames = ["shipTo.zipCode": "shipTo.zip_code"] }
    #expect(try renamed.changes.map { $0 }.count { $0.fields.contains { $0.column == "shipTo.zip_code" } } == 1)
  }

  @Test("learning joins members by their names and by their values, also where objects have other names")
  func joining() throws {
    let old = (0..<60).map {
      ["shipTo.zipCode": "\"\($0)\"", "shipTo.street.line": "\"Road \($0)\"", "shipTo.street.no": "\($0 * 3)"]
    }
    let new = (0..<60).map {
      [
        "ship_to.zip_code": "\($0 == 5 ? 7 : $0)", "ship_to.road.line": "\"ROAD \($0)\"",
        "ship_to.road.no": "\($0 * 3)",
      ]
    }
    let made = try comparison(old, new, isFlat: false)
    let learnt = try Learner.learn(source: made.source, target: made.target, plan: plan(key: "id"))
    let renames = learnt.rules.compactMap { rule -> String? in
      if case .rename(let new) = rule.change { "\(rule.column) → \(new)" } else { nil }
    }
    #expect(
      renames.sorted() == [
        "shipTo → ship_to", "shipTo.street.line → ship_to.road.line", "shipTo.street.no → ship_to.road.no",
        "shipTo.zipCode → ship_to.zip_code",
      ])
    #expect(learnt.updated.after == 1)
    #expect(learnt.leftAlone.isEmpty)
  }

  @Test(
    "nothing is said of keys that were dealt anew where objects differ in one place", arguments: ["{\"v\":%}", "[%]"])
  func notDealtAnew(_ shape: String) throws {
    func records(_ factor: Int) -> [Record] {
      (0..<40).map { number in
        let value = shape.replacing("%", with: "\((number + 3) * factor % 101)")
        return number % 5 == 0 ? ["m": "null", "n": value] : ["m": value, "n": value]
      }
    }
    let made = try comparison(records(1), records(37), isFlat: false)
    let learnt = try Learner.learn(source: made.source, target: made.target, plan: ComparisonPlan())
    #expect(learnt.updated.after == 40)
    #expect(!learnt.isKeyDoubtful)
  }
}
