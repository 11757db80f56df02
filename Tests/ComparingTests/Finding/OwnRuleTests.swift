import Records
import Testing

@testable import Analysis
@testable import Comparing

/// What a finding of a column has to be typed for it alone, and which findings it takes away from others.
@Suite("Rules of single findings") struct OwnRuleTests {
  private func compared(
    _ count: Int, key: String = "id", change: (inout ComparisonPlan) -> Void = { _ in },
    _ row: (Int) -> (old: String, new: String)
  ) throws -> Comparison {
    func text(_ value: (Int) -> String) -> String {
      "id,x\n" + (0..<count).map { "\($0),\"\(value($0))\"\n" }.joined()
    }
    var plan = plan(key: key)
    change(&plan)
    return try Comparison(
      source: table(text { row($0).old }, name: "old.csv"), target: table(text { row($0).new }, name: "new.csv"),
      plan: plan)
  }

  private func found(
    _ count: Int, change: (inout ComparisonPlan) -> Void = { _ in }, _ row: (Int) -> (old: String, new: String)
  ) throws -> [Finding] { try FindingSearch.findings(of: compared(count, change: change, row)) }

  @Test(
    "one kind of noise has the steps that take just what it counts",
    arguments: [
      ("NAME %", "Name %", [LearntRule.Step.lower]), ("Goiás %", "Goias %", [.unaccent]),
      (" % b", "% b", [.trim]), ("a  % b", "a % b", [.squeeze]),
      ("a% b", "a %b", [.squeeze, .replace(" ", with: "")]), ("A-%x", "A%x", [.replace("^A%-", with: "A")]),
      ("A%x", "A-%x", [.replace("^A%-", with: "A")]), ("%x-A", "%xA", [.replace("%-A$", with: "A")]),
    ])
  func steps(old: String, new: String, steps: [LearntRule.Step]) throws {
    let all = try found(80) { number in
      let name = "\(number * 7919 % 1009)q"
      return number % 8 == 0
        ? ("p\(name)", "other \(number * 31)")
        : (old.replacing("%", with: name), new.replacing("%", with: name))
    }
    let first = try #require(all.first)
    #expect(
      first.steps == steps && first.changes == 70 && first.total == 80, "\(all)")
  }

  @Test(
    "times that are later by hours have what reads the old ones in another zone",
    arguments: [
      ("2024-03-%T04:36:00Z", "2024-03-%T06:36:00Z", ["(%d)Z$", "%1-02:00"]),
      ("2024-03-%T04:36:00Z", "2024-03-%T01:06:00Z", ["(%d)Z$", "%1+03:30"]),
      ("2024-03-% 04:36", "2024-03-% 06:36", ["(:%d%d%.?%d*)$", "%1-02:00"]),
      ("2024-03-% 04:36:09.25", "2024-03-% 06:36:09.25", ["(:%d%d%.?%d*)$", "%1-02:00"]),
      ("2024-03-%T04:36:00+01:00", "2024-03-%T06:36:00+01:00", []),
      ("2024-03-%T04:36:00Z", "2024-03-%T04:36:30Z", []), ("2024-03-%T04:36:00Z", "2024-04-%T04:36:00Z", []),
      ("2024-03-%", "2024-04-%", []),
    ])
  func later(old: String, new: String, texts: [String]) throws {
    func row(_ number: Int) -> (old: String, new: String) {
      let day = "\(10 + number % 20)"
      return (old.replacing("%", with: day), new.replacing("%", with: number == 7 ? "09" : day))
    }
    let steps: [LearntRule.Step] =
      texts.isEmpty
      ? [] : [.sided(Sides(source: [.replace(texts[0], with: texts[1]), .date("iso")], target: []))]
    let comparison = try compared(60, row)
    let first = try #require(try FindingSearch.findings(of: comparison).first)
    #expect(first.steps == steps)
    #expect(first.advice(beside: [], in: comparison) == (steps.isEmpty ? nil : .normalizing("x", steps)))
    // Where many are the same, these would come to differ.
    let some = try found(60) { $0 % 4 == 0 ? (row($0).old, row($0).old) : row($0) }
    #expect(some.allSatisfy { $0.own == nil }, "\(some)")
  }

  @Test("texts that differ in white space within them are all counted where they are less than half")
  func spaces() throws {
    let all = try found(120) { $0 % 4 == 0 ? ("a\($0) b", "a \($0)b") : ("p\($0)", "other \($0 * 31)") }
    #expect(all.first?.cause == .noise([.whiteSpace]) && all.first?.changes == 30, "\(all)")
    #expect(all.first?.steps == [.squeeze, .replace(" ", with: "")])
  }

  @Test("a column of two kinds of noise has a finding of each, and steps of its own")
  func kinds() throws {
    let all = try found(200) { number in
      switch number % 5 {
      case 0: ("Goiás \(number)", "Goias \(number)")
      case 1: (" p\(number) q", "p\(number) q")
      default: ("Place \(number * 7)", "Province \(number * 13 % 211) of \(number)")
      }
    }
    #expect(all.prefix(2).map(\.changes) == [40, 40], "\(all)")
    #expect(Set(all.prefix(2).map { "\($0.steps)" }) == ["\([LearntRule.Step.unaccent])", "\([LearntRule.Step.trim])"])
  }

  @Test("a column whose white space goes already loses the rest of it")
  func trimmed() throws {
    func trimming(_ plan: inout ComparisonPlan) { plan.normalizers["x"] = [.native(TextNormalizer(.trim))] }
    let all = try found(40, change: trimming) { (" a\($0) b", "a \($0)b") }
    #expect(all.first?.cause == .noise([.whiteSpace]) && all.first?.changes == 40, "\(all)")
    #expect(all.first?.steps == [.squeeze, .replace(" ", with: "")])
    let lower = try found(40, change: { $0.normalizers["x"] = [.native(TextNormalizer(.lower))] }) {
      (" a\($0) b", "a \($0)b")
    }
    #expect(lower.first?.changes == 40 && lower.first?.steps == [], "\(lower)")
  }

  @Test("a table of names is that of learn, without a text that tells of a fault")
  func codes() throws {
    let names = (0..<24).map { ("Land \(Character(Unicode.Scalar(97 + UInt8($0)))) alt", "Neues \($0 * 7 % 25) Land") }
    let all = try found(24 * 40) { number in
      let (old, new) = names[number % 24]
      return (old, number % 24 == 5 ? "No country found for \(old)" : new)
    }
    let first = try #require(all.first)
    guard case .recoded(let codes) = first.cause else {
      Issue.record("\(all)")
      return
    }
    #expect(codes.count == 23 && first.changes == 23 * 40 && first.isLearnable, "\(all)")
    #expect(!codes.contains { $0.new.description.hasPrefix("No country") })
  }

  @Test("a few keys that differ in a blank are told where they are all", arguments: [1, 3])
  func fewKeys(count: Int) throws {
    let comparison = try compared(60) { _ in ("a", "a") }
    var rows = (0..<60).map { "k\($0)b,\($0)\n" }
    let old = try table("id,x\n" + rows.joined(), name: "old.csv")
    for row in 0..<count { rows[row] = "\"k\(row)b \",\(row)\n" }
    rows += ["extra,1\n", "more,2\n", "last,3\n", "end,4\n"]
    let new = try table("id,x\n" + rows.joined(), name: "new.csv")
    let all = try FindingSearch.findings(of: Comparison(source: old, target: new, plan: comparison.plan))
    let first = try #require(all.first)
    guard case .spelledKeys(_, let remedy) = first.cause else {
      Issue.record("\(all)")
      return
    }
    #expect(first.changes == count && remedy != nil, "\(all)")
    rows[50] = "gone,50\n"
    let odd = try Comparison(
      source: old, target: table("id,x\n" + rows.joined(), name: "new.csv"), plan: comparison.plan)
    let others = try FindingSearch.findings(of: odd)
    #expect(!others.contains { if case .spelledKeys = $0.cause { true } else { false } }, "\(others)")
  }

  @Test("values that a comparator takes for empty are no gaps that came")
  func gaps() throws {
    func words(_ plan: inout ComparisonPlan) {
      plan.comparators["x"] = .native(NullComparator([Text(""), Text("NULL")]))
    }
    func row(_ number: Int) -> (old: String, new: String) {
      (number % 4 == 0 ? "" : "n\(number)", number % 4 == 0 ? "NULL" : number % 9 == 1 ? "m\(number)" : "n\(number)")
    }
    func isGap(_ finding: Finding) -> Bool {
      if case .schema(let change) = finding.cause { change.kind == .filled } else { false }
    }
    #expect(try !found(80, change: words, row).contains(where: isGap))
    // Others came to have values.
    let filled = try found(80, change: words) { number in
      let (old, new) = row(number)
      return (number % 9 == 1 ? "" : old, (2...3).contains(number % 9) ? "o\(number)" : new)
    }
    #expect(filled.contains(where: isGap), "\(filled)")
    // Words for null are said as such.
    let plain = try found(80) { ($0 % 4 == 0 ? "" : "n\($0)", $0 % 4 == 0 ? "NULL" : "n\($0)") }
    #expect(plain.map(\.cause) == [.noise([.nothing])], "\(plain)")
  }

  @Test("values that are the same but for how they are written are of no other type", arguments: ["ORD-%", "+49 0%"])
  func types(form: String) throws {
    let all = try found(60) { (form.replacing("%", with: "\($0 * 7919 + 100_000)"), "\($0 * 7919 + 100_000)") }
    #expect(!all.isEmpty && !all.contains { if case .schema = $0.cause { true } else { false } }, "\(all)")
    let codes = try found(60) { ("n\($0 * 31)", "0\($0 * 7919 + 100_000)") }
    #expect(!codes.contains { if case .schema = $0.cause { true } else { false } }, "\(codes)")
    let numbers = try found(60) { ("n\($0 * 31)", "\($0 * 7919 + 100_000)") }
    #expect(numbers.contains { if case .schema = $0.cause { true } else { false } }, "\(numbers)")
  }

  @Test("of several new records that repeat one old one a single one was dealt its key")
  func dealt() throws {
    func rows(_ ids: some Sequence<Int>) -> [String] { ids.map { "\($0),n\($0 % 100),\($0 % 100 * 7)\n" } }
    let old = try table("id,name,qty\n" + rows(0..<60).joined(), name: "old.csv")
    let moved = (0..<60).map { "\(($0 + 1) % 60),n\($0),\($0 * 7)\n" }
    let new = try table("id,name,qty\n" + (moved + rows(100..<120)).joined(), name: "new.csv")
    let all = try FindingSearch.findings(of: Comparison(source: old, target: new, plan: plan(key: "id")))
    #expect(all.first?.changes == 60 && all.first?.total == 80, "\(all)")
  }

  @Test(
    "values inside of objects have rules of their own, by names as rules spell them",
    arguments: [("a", "k.a"), ("o d", "k[\"o d\"]"), ("q\\\"", "k[\"q\\\"\"]"), ("n=1", "k.n=1"), ("ü", "k.ü")])
  func inside(member: String, name: String) throws {
    func text(_ value: (Int) -> String) -> String {
      (0..<20).map { #"{"id":\#($0),"k":{"\#(member)":"\#(value($0))","b":"q"}}"# + "\n" }.joined()
    }
    let comparison = try Comparison(
      source: table(text { "ab\($0)" }, name: "old.jsonl"),
      target: table(text { $0 < 12 ? "AB\($0)" : "x\($0)" }, name: "new.jsonl"), plan: plan(key: "id"))
    let all = try FindingSearch.findings(of: comparison)
    let first = try #require(all.first)
    #expect(first.cause == .noise([.letterCase]) && first.changes == 12 && first.total == 20, "\(all)")
    #expect(first.own == .normalizing(name, [.lower]), "\(all)")
    #expect(try FindingRecords.updatedTargets(of: first, in: comparison) == Set(0..<12))
  }

  @Test("a prefix that other values keep is no noise", arguments: [("EU", "US"), ("", "US"), ("EU", "")])
  func keptPrefix(old: String, new: String) throws {
    func found(changed: Int) throws -> [Finding] {
      try self.found(400) { number in
        let code = "-\(number * 7919 % 9973)q"
        return number < changed
          ? (old + code, new + code) : number < changed + 12 ? (old + code, "x\(number)") : (old + code, old + code)
      }
    }
    let some = try #require(try found(changed: 20).first)
    guard case .affixed = some.cause else {
      Issue.record("\(some)")
      return
    }
    #expect(some.changes == 20 && some.total == 32 && some.isKept && some.own == nil)
    let all = try #require(try found(changed: 380).first)
    #expect(!all.isKept && !all.steps.isEmpty, "\(all)")
  }

  @Test("what learn does not take is not counted")
  func taken() throws {
    let all = try found(16) { number in
      switch number {
      case 4: (" ", "n/a")
      case 9, 12: ("A\(1000 + number)", "Z\(number)")
      default: ("A\(1000 + number)", "A\(1000 + number) ")
      }
    }
    let first = try #require(all.first)
    #expect(first.changes == 13 && first.cause == .noise([.whiteSpace]) && first.total == 16, "\(all)")
  }

  @Test("zeros that both sides have stay in codes with another prefix")
  func zeros() throws {
    func steps(_ prefix: String, zeros: Bool) throws -> [LearntRule.Step] {
      func digits(_ number: Int) -> String { "\(10_000 + number * 7)".replacing("1", with: "0", maxReplacements: 1) }
      let comparison = try compared(80) { number in
        ("AB-" + digits(number), prefix + (zeros ? String(digits(number).drop { $0 == "0" }) : digits(number)))
      }
      return try Learner.learn(source: comparison.source, target: comparison.target, plan: comparison.plan)
        .rules.flatMap(\.change.steps)
    }
    let strip = Sides(
      source: LearntRule.Step.strip(prefix: "AB-", suffix: ""), target: .strip(prefix: "ab", suffix: ""))
    #expect(try steps("ab", zeros: false) == [.sided(Sides { [strip[$0]] })])
    #expect(try steps("ab", zeros: true) == [.sided(Sides { [strip[$0], .dropZeros] })])
  }

  @Test("a key that is one in another form is told where the one that was found pairs few", arguments: [20, 14])
  func otherForm(same: Int) throws {
    func text(_ row: (Int) -> String) -> String { "customer,balance,v\n" + (0..<24).map { row($0) + "\n" }.joined() }
    let old = text { "CUST-\(1000 + $0 * 7),\($0 * 31 + 2).5,n\($0 % 3)" }
    let new = text { number in
      let customer = number < same ? "\(1000 + number * 7)" : "\(90_000 + number)"
      return "\(customer),\(number % 2 == 0 ? "\(number * 31 + 2).5" : "(\(number * 31 + 2).5)"),n\(number % 3)"
    }
    let comparison = try Comparison(
      source: table(old, name: "old.csv"), target: table(new, name: "new.csv"),
      plan: ComparisonPlan())
    #expect(comparison.key.columns == ["balance"] && comparison.pairedCount == 12)
    let told = try FindingSearch.findings(of: comparison).filter {
      if case .otherForm = $0.cause { true } else { false }
    }
    let first = try #require(told.first)
    #expect(told.count == 1 && first.columns == ["customer"] && first.changes == same && first.total == 24)
    #expect(first.cause == .otherForm([.affix], paired: 12))
    let learnt = try Learner.learn(source: comparison.source, target: comparison.target, plan: ComparisonPlan())
    #expect(learnt.key.columns == ["customer"] && learnt.paired == same)
  }

  @Test("a rule of the key takes nothing away that both sides have")
  func leastSteps() throws {
    func text(_ key: (Int) -> String) -> String {
      "id,x\n" + (0..<40).map { "\(key($0 * 7 + 100)),n\($0)\n" }.joined()
    }
    let learnt = try Learner.learn(
      source: table(text { "CUST-\($0)-X" }, name: "old.csv"), target: table(text { "\($0)-X" }, name: "new.csv"),
      plan: plan(key: "id"))
    #expect(learnt.rules.map(\.change.steps) == [[.replace("^CUST%-", with: "")]])
  }
}
