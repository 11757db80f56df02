import Analysis
import Comparing
import Reports
import Requests
import TestSupport
import Testing

/// Objects under another name, columns that became members, and keys that grew beside other differences.
@Suite("Learning: objects, and keys that grew") struct LearningObjectTests {
  private func request(_ old: (String, String), _ new: (String, String), key: String) -> DiffRequest {
    var request = DiffRequest(old: old.0, new: new.0)
    request.options.contents = Sides(source: Array(old.1.utf8), target: Array(new.1.utf8))
    if !key.isEmpty { request.options.rules = [.text("identity = '\(key)'", name: "key")] }
    return request
  }

  /// What is learned, and how many records are updated under it.
  private func compared(_ request: DiffRequest) throws -> (learnt: LearntRules, updated: Int) {
    let learnt = try Requests.learn(request).learnt
    let text = learnt.text(["old", "new"], on: try LearningBase(request.options, output: nil))
    var second = request
    second.options.rules = [.text(text, name: "learnt")]
    return (learnt, try compare(second).summary.updated)
  }

  private func list(_ row: (Int) -> String) -> String {
    "[" + (1...120).map { "{\"nr\":\"\($0)\",\(row($0))}" }.joined(separator: ",\n") + "]"
  }

  private func first(_ number: Int) -> String {
    "\(["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus"][number * 5 % 7])\(number % 11)"
  }

  private func city(_ number: Int) -> String { ["Gera", "Ulm", "Mainz", "Jena", "Bonn", "Kiel"][number * number % 6] }

  @Test("objects that have another name, and other names inside, are joined by what they hold")
  func parents() throws {
    let old = list { number in
      "\"customer\":{\"firstName\":\"\(first(number))\",\"lastName\":\"Lang \(number % 9)\",\"mail\":\"u\(number)@x\"},"
        + "\"billing\":{\"zipCode\":\"\(10_000 + number * 7)\",\"town\":\"\(city(number))\"},\"note\":\"n\(number % 4)\""
    }
    let new = list { number in
      "\"client\":{\"first_name\":\"\(number == 5 ? "Zoe" : first(number))\",\"last_name\":\"LANG \(number % 9)\","
        + "\"mail\":\"u\(number)@x\"},\"billing_address\":{\"zip\":\"\(number == 8 ? 1 : 10_000 + number * 7)\","
        + "\"town\":\"\(city(number))\"},\"note\":\"n\(number % 4)\""
    }
    let (learnt, updated) = try compared(request(("old.json", old), ("new.json", new), key: "nr"))
    let renames = learnt.rules.filter { $0.field == "rename" }.map(\.column)
    #expect(
      ["customer", "billing", "customer.firstName", "billing.zipCode"].allSatisfy(renames.contains), "\(renames)")
    #expect(learnt.unmatched.source.isEmpty && updated == 2)
  }

  @Test(
    "once a member has its new name, keys that are written otherwise are found as without it", arguments: [false, true])
  func renamedMemberAndKeys(isRenamed: Bool) throws {
    func rows(_ row: (Int) -> String) -> String { "[" + (1...60).map(row).joined(separator: ",\n") + "]" }
    let old = rows { number in
      "{\"id\":\(number),\"who\":{\"mail\":\"U\(number)@X\",\"zip\":\"\(10_000 + number * 7)\",\"n\":\"a\(number)\"}}"
    }
    let new = rows { number in
      "{\"id\":\"K-\(number)\",\"who\":{\"mail\":\"u\(number)@x\",\"post\":\"\(10_000 + number * 7)\","
        + "\"n\":\"b\(number * 3 % 7)\"}}"
    }
    var request = request(("old.json", old), ("new.json", new), key: "id")
    if isRenamed { request.options.rules.append(.text("rename = { ['who.zip'] = 'who.post' }", name: "name")) }
    let found = try FindingSearch.findings(of: try compare(request)).map { "\($0.cause)" }
    #expect(found.contains { $0.contains("formedKeys") }, "\(found)")
  }

  @Test(
    "what undoes another unit is said as flags take it, whatever the column is called",
    arguments: [
      ("a.b", ["old-normalize", "a.b=scale(0.01)"]), ("a=b", ["old-normalize", "a\\=b=scale(0.01)"]),
      ("-v", ["old-normalize=-v=scale(0.01)"]), ("a\\b", ["old-normalize", "a\\\\b=scale(0.01)"]),
    ])
  func namesOfUnits(name: String, flags: [String]) throws {
    func rows(_ zeros: String) -> String {
      "nr,\"\(name)\"\n" + (1...40).map { "\($0),\($0 * $0 + 7)\(zeros)\n" }.joined()
    }
    let learnt = try Requests.learn(request(("old.csv", rows("00")), ("new.csv", rows("")), key: "nr")).learnt
    let units = learnt.units
    #expect(units.map(\.flags) == [flags] && units.map(\.subject) == [name])
    let words = "\(name): 40 of 40 cells that differ are the old value divided by 100, which no rule hides"
    #expect(units.map(\.words) == [words])
  }

  @Test("objects of which two are alike, or that hold other things, are not joined")
  func otherObjects() throws {
    let old = list { "\"from\":{\"zip\":\"\(10_000 + $0 * 7)\",\"no\":\"\($0 * 3)\"},\"x\":\"\($0 % 4)\"" }
    let twins = list { number in
      let place = "{\"zip\":\"\(10_000 + number * 7)\",\"no\":\"\(number * 3)\"}"
      return "\"sent\":\(place),\"paid\":\(place),\"x\":\"\(number % 4)\""
    }
    let others = list { "\"sent\":{\"zip\":\"\(10_000 + $0 * 11)\",\"no\":\"\($0 * 5)\"},\"x\":\"\($0 % 4)\"" }
    for new in [twins, others] {
      let (learnt, _) = try compared(request(("old.json", old), ("new.json", new), key: "nr"))
      #expect(!learnt.rules.contains { $0.field == "rename" }, "\(learnt.rules)")
    }
  }

  @Test(
    "columns that became members of objects are joined, and so are members that became columns",
    arguments: Side.allCases)
  func columnsAndMembers(side: Side) throws {
    let flat =
      "nr,first,zip,city,note\n"
      + (1...120).map { "\($0),\(first($0)),\(10_000 + $0 * 7),\(city($0)),n\($0 % 4)\n" }.joined()
    let nested = list { number in
      "\"person\":{\"name\":\"\(first(number).uppercased())\"},\"address\":{\"postcode\":\"\(number == 8 ? 1 : 10_000 + number * 7)\","
        + "\"town\":\"\(city(number))\"},\"note\":\"n\(number % 4)\""
    }
    let inputs = [("a.csv", flat), ("b.json", nested)]
    let (learnt, updated) = try compared(
      request(inputs[side == .source ? 0 : 1], inputs[side == .source ? 1 : 0], key: "nr"))
    #expect(learnt.rules.count { $0.field == "rename" } == 3, "\(learnt.rules)")
    #expect(updated == 1)
  }

  // MARK: Keys that grew

  private func rows(_ header: String, _ row: (Int) -> String) -> String {
    "\(header)\n" + (0..<200).map { row($0) + "\n" }.joined()
  }

  private func id(_ number: Int) -> Int { 1_000 + number * 3 + number * number % 3 }

  @Test("a key that grew by one amount is learned beside columns that are written otherwise, or grew as well")
  func grown() throws {
    let header = "id,parent,name,city,since,balance"
    let old = rows(header) { number in
      "\(id(number)),\(id(number * 7 % 200)),\(first(number)) \(number * 3 % 50),\(city(number)),"
        + "2021-0\(number % 9 + 1)-1\(number * 5 % 9),\(number * 17 % 991).50"
    }
    let new = rows(header) { number in
      "\(id(number) + 500_000),\(id(number * 7 % 200) + 500_000),\(first(number)) \(number == 9 ? 99 : number * 3 % 50),"
        + "\(city(number).uppercased()),1\(number * 5 % 9).0\(number % 9 + 1).2021,\"\(number * 17 % 991),50\""
    }
    let request = request(("old.csv", old), ("new.csv", new), key: "id")
    let (learnt, _) = try compared(request)
    #expect(learnt.rules.first?.noises == [.renumbered] && learnt.paired == 200, "\(learnt.rules)")
    let sentence =
      "200 of 200 deleted and of 200 inserted records have the same key but for one number that was added to id"
    #expect(try compare(request).findingWords().map(\.text).contains(sentence))
  }

  @Test("keys that are filled up with zeros, and of which a few grew by another amount, are learned all the same")
  func paddedAndOdd() throws {
    func padded(_ number: Int) -> String { String("\(100_000_000 + number)".dropFirst()) }
    let old = rows("id,name,qty") { "\(padded(id($0))),\(first($0)) \($0 * 3 % 50),\($0 * 17 % 97)" }
    let new = rows("id,name,qty") { number in
      "\(padded(id(number) + 500_000 + (number % 20 == 3 ? 1 : 0))),\(first(number)) \(number * 3 % 50),\(number * 17 % 97)"
    }
    let (learnt, updated) = try compared(request(("old.csv", old), ("new.csv", new), key: "id"))
    #expect(learnt.rules.map(\.noises) == [[.renumbered]] && learnt.paired >= 188, "\(learnt.rules)")
    #expect(updated == 0)
  }

  /// A column of a table: its name, and its value in a row, by a number that is another one for each table.
  private static let kinds: [(name: String, value: @Sendable (Int, Int) -> String)] = [
    ("name", { row, table in "\(["Ann", "Bob", "Cy", "Dee"][(row * row + table * row) % 4])" }),
    ("city", { row, table in "C\((row * 31 * (table + 2) + row * row) % 13)" }),
    ("cur", { _, _ in "EUR" }),
    ("status", { row, table in row * (table + 1) * 7 % 40 == 0 ? "closed" : "open" }),
    ("day", { row, _ in "2026-\(10 + row / 28 % 3)-\(10 + row % 28 / 2)" }),
    ("month", { row, _ in ["Jan", "Feb", "Mar"][row / 28 % 3] }),
    ("weekday", { row, _ in ["Mo", "Tu", "We", "Th", "Fr"][row % 5] }),
    ("shift", { row, _ in ["A", "B", "C"][row % 3] }),
    ("qty", { row, table in "\((row * 7919 + table * row * 31 + table) % 97)" }),
    ("price", { row, table in "\((row * 104_729 * (table + 3)) % 9_973).\(10 + row % 90)" }),
    ("row", { row, _ in "R\(row)" }),
  ]

  @Test(
    "keys of tables that have nothing but a calendar or usual values in common are not one by an amount",
    arguments: 1...60)
  func unrelated(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let columns = Self.kinds.shuffled(using: &random).prefix(Int.random(in: 2...6, using: &random))
    // One at least says that the tables have nothing to do with each other.
    guard columns.contains(where: { ["qty", "price"].contains($0.name) }) else { return }
    let header = "id," + columns.map(\.name).joined(separator: ",")
    let old = rows(header) { row in ([String(row + 1)] + columns.map { $0.value(row, 1) }).joined(separator: ",") }
    let new = rows(header) { row in ([String(row + 5_001)] + columns.map { $0.value(row, 4) }).joined(separator: ",") }
    let request = request(("old.csv", old), ("new.csv", new), key: "id")
    #expect(!(try Requests.learn(request).learnt.rules.contains { $0.noises == [.renumbered] }), "\(header)")
    #expect(try compare(request).findingWords().allSatisfy { !$0.text.contains("that was added") }, "\(header)")
  }

  @Test("a code stands for no sentence that tells of a fault")
  func faults() throws {
    func text(_ names: [String]) -> String { rows("id,land") { "\($0),\(names[$0 % names.count])" } }
    let old = text(["Russia", "Turkey", "Kosovo", "Iran"])
    let new = text(["Russian Federation", "Türkiye", "No country found for alpha-2 code: XK", "Persia"])
    let (learnt, updated) = try compared(request(("old.csv", old), ("new.csv", new), key: "id"))
    #expect(learnt.rules.map(\.noises) == [[.codes]] && updated == 50, "\(learnt.rules)")
  }
}
