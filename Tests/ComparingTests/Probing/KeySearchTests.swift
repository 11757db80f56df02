import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Analysis

/// The search for keys and for renamed columns.
@Suite struct KeySearchTests {
  private func report(
    _ old: String, _ new: String?, candidates: [[String]] = [],
    change: (inout SearchLimits) -> Void = { _ in }
  ) throws -> ProbeReport {
    var limits = SearchLimits()
    change(&limits)
    let probe = try KeyProbe(
      source: table(old, name: "old.csv"), target: new.map { try table($0, name: "new.csv") },
      plan: ComparisonPlan())
    return try probe.report(
      on: candidates.map { KeyCandidate(columns: $0) }, searching: limits)
  }

  /// A table of `rows` records whose columns `a` and `b` together are unique, and no column is.
  private func grid(_ rows: Int, change: (Int) -> String = { "v\($0 % 3)" }) -> String {
    "a,b,v\n" + (0..<rows * rows).map { "\($0 / rows),\($0 % rows),\(change($0))\n" }.joined()
  }

  @Test("a composite key is found where no column is one")
  func composite() throws {
    let report = try report(grid(12), grid(12) { "w\($0 % 3)" })
    #expect(report.keys.first?.columns == ["a", "b"])
    #expect(report.rule == #"identity = { "a", "b" }"#)
    #expect(report.search?.end == .found)
  }

  @Test("of many records' equally good keys the first column's comes first, whatever was estimated")
  func equallyGood() throws {
    let rows = (0..<70_000).map { row in
      (1...4).map { String(row &* 7919 &* $0 % 999_983) }.joined(separator: ",")
    }
    let text = "a,b,c,d\n" + rows.joined(separator: "\n") + "\n"
    #expect(try report(text, text).keys.map(\.columns) == [["a"], ["b"], ["c"], ["d"]])
  }

  @Test("what pairs differ in says of another key what its values say")
  func otherKeys() throws {
    var random = SeededGenerator.announced("other keys")
    for _ in 0..<40 {
      func text(_ rows: Range<Int>) -> String {
        "id,mail,\(Bool.random(using: &random) ? "note" : "other"),v\n"
          + rows.map { "\($0),m\(Int.random(in: 0..<30, using: &random) < 3 ? 7 : $0),n,\($0 % 4)\n" }.joined()
      }
      let (old, new) = (try table(text(0..<40), name: "old.csv"), try table(text(3..<45), name: "new.csv"))
      func mostPaired(_ plan: ComparisonPlan) throws -> [Int?] {
        let input = ComparisonInput(
          source: old, target: new, plan: try ResolvedPlan(plan, source: old, target: new))
        let trial = try KeyTrial(of: ["id"], input, nil)
        return try [["mail"], ["id", "mail"], ["v"], ["mail", "v"]].map { try trial?.mostPaired(under: $0) }
      }
      // A comparator says nothing of keys, but has the values looked at.
      var looking = ComparisonPlan()
      looking.comparators["v"] = .native(try NumberComparator())
      #expect(try mostPaired(ComparisonPlan()) == mostPaired(looking))
    }
  }

  @Test("no set that contains a key is listed")
  func smallest() throws {
    let text = "id,a,b\n" + (0..<50).map { "\($0),\($0 / 10),\($0 % 10)\n" }.joined()
    let report = try report(text, nil)
    #expect(report.keys.map(\.columns) == [["id"]])
    #expect(report.keys.allSatisfy { $0.isSuggested })
    #expect(report.rule == #"identity = "id""#)
  }

  @Test("a key that pairs nothing does not end the search")
  func rowNumbers() throws {
    func text(_ offset: Int) -> String {
      "row,a,b\n" + (0..<100).map { "\($0 + offset),\($0 / 10),\($0 % 10)\n" }.joined()
    }
    let report = try report(text(0), text(1000))
    #expect(report.keys.first?.columns == ["a", "b"])
    #expect(report.keys.last?.columns == ["row"])
  }

  @Test("what is unique but for few records is told with these records")
  func nearKey() throws {
    let rows = (0...490).map { "\($0 == 490 ? 0 : $0),x\($0 % 7)\n" }
    let report = try report("id,v\n" + rows.joined(), "id,v\n" + rows.joined())
    #expect(report.keys.first?.columns == ["id"])
    #expect(report.keys.first?.source.examples.first?.lines == [2, 492])
  }

  /// Records of a key and three other columns.
  private func records(_ keys: [String], _ rest: (Int) -> String) -> String {
    "id,a,b,c\n" + keys.enumerated().map { "\($1),\(rest($0))\n" }.joined()
  }

  /// What likeness would pair beside the key.
  private func near(_ old: String, _ new: String) throws -> NearKey? {
    let (source, target) = (try table(old, name: "old.csv"), try table(new, name: "new.csv"))
    return try KeyProbe(source: source, target: target, plan: ComparisonPlan())
      .report(on: [KeyCandidate(columns: ["id"])], searching: nil).near
  }

  @Test("codes that are alike by chance are no proposal", arguments: 1...6 as ClosedRange<UInt64>)
  func denseCodes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let codes = (0..<400).map { "C\(String(100_000 + $0 * 3).dropFirst())" }.shuffled(using: &random)
    let letters = (0..<400).map { _ in String((0..<6).map { _ in "ABCDE".randomElement(using: &random) ?? "A" }) }
    for keys in [codes, Array(Set(letters)).sorted().shuffled(using: &random)] {
      let (old, new) = (Array(keys.dropLast(20)), Array(keys.dropFirst(20)))
      var columns = random
      let rest = { (_: Int) in "\(columns.next() % 9),\(columns.next() % 40),\(columns.next() % 3)" }
      #expect(try near(records(old, rest), records(new, rest)) == nil, "seed \(seed)")
    }
  }

  @Test("slips of codes are proposed where the other columns say so, and where no other code comes near")
  func confirmedCodes() throws {
    let codes = (0..<300).map { "K\($0 * 62_710_561 % 9_999_991 + 10_000_000)" }
    let others = { (row: Int) in "\(row * 7 % 31),name \(row),\(row % 3)" }
    let slipped = codes.enumerated().map { $0 < 5 ? "\($1)9" : $1 }
    let found = try near(records(codes, others), records(slipped, others))
    #expect(found?.pairs == 5)
    #expect(found?.doubtful.count == 0)
    let people = ["eva.larsen", "pia.novak", "wes.park", "max.huber", "ida.smith", "tom.quist", "zoe.bell"]
    let names = (0..<300).map { "\(people[$0 % 7])\($0)@example.com" }
    let moved = names.enumerated().map { $0 < 5 ? $1.replacing(".com", with: ".org") : $1 }
    let rest = try near(records(names) { "\($0),x,y" }, records(moved) { "\($0 + 9000),z,u" })
    #expect(rest?.pairs == 5)
  }

  @Test("a key that pairs more than any other once it is rewritten comes first, with the rule that does so")
  func formedKey() throws {
    func rows(_ id: (Int) -> String, _ mail: (Int) -> String) -> String {
      "id,mail,name\n" + (0..<60).map { "\(id($0)),\(mail($0)),name \($0)\n" }.joined()
    }
    let old = rows({ "ORD-\($0 + 100)" }, { "p\($0)@example.com" })
    let new = rows({ "\($0 + 100)" }, { $0 < 4 ? "gone\($0 * 7919)@other.net" : "p\($0)@example.com" })
    let (source, target) = (try table(old, name: "old.csv"), try table(new, name: "new.csv"))
    let probe = KeyProbe(source: source, target: target, plan: ComparisonPlan())
    let report = try probe.knowingForms(
      probe.report(on: [["id"], ["mail"]].map { KeyCandidate(columns: $0) }, searching: nil)
    ) { "normalize of \($0.column)" }
    #expect(report.keys.map(\.name) == ["id", "mail"])
    #expect(report.best?.bestMatch?.certain == 60)
    #expect(report.best?.match?.certain == 0)
    #expect(report.rule == #"identity = "id", normalize of id"#)
    #expect(report.near == nil)
  }

  @Test("a name in the rule is written as Lua writes it")
  func escapedRule() throws {
    let report = try report("\"a\"\"\\\n\"\n1\n2\n", nil)
    #expect(report.rule == #"identity = "a\"\\\n""#)
  }

  @Test("in long tables few identities are not taken for none that repeat")
  func longTable() throws {
    let rows = (0..<70_000).map { "\($0),\($0 % 7),\($0 / 35_000)\n" }.joined()
    let report = try report("id,week,half\n" + rows, nil)
    #expect(report.keys.map(\.columns) == [["id"]])
  }

  @Test("the search says where a limit ended it")
  func limits() throws {
    let report = try report(grid(12), nil) { $0.sets = 3 }
    #expect(report.search?.end == .limit)
    #expect(report.search?.sets == 3)
  }

  @Test("a candidate that is given is not told again as found")
  func given() throws {
    let report = try report(grid(12), nil, candidates: [["b", "a"]])
    #expect(report.keys.filter { Set($0.columns ?? []) == ["a", "b"] }.count == 1)
  }

  @Test("a column with another name and the same values is told")
  func renamed() throws {
    let rows = (0..<40).map { "\($0),name \($0),\($0 % 2)\n" }.joined()
    let report = try report("id,name,flag\n" + rows, "id,Full Name,other\n" + rows)
    #expect(report.renames.map(\.old) == ["name"])
    #expect(report.renames.first?.new == "Full Name")
    #expect(report.renames.first?.agreement == 1)
  }

  @Test("a renamed key is found by its values alone")
  func renamedKey() throws {
    let report = try report(
      "id,v\n" + (0..<40).map { "\($0),x\n" }.joined(),
      "ident,v\n" + (5..<45).reversed().map { "\($0),x\n" }.joined())
    #expect(report.renames.map(\.new) == ["ident"])
    #expect(report.renames.first?.agreement == nil)
    #expect(report.rule == nil)
  }

  @Test("tables without records, columns or anything in common give a report all the same")
  func nothing() throws {
    #expect(try report("", nil).keys.isEmpty)
    #expect(try report("a\n", "b\n").keys.isEmpty)
    #expect(try report("a,b\n1,2\n", "").rule == nil)
  }

  @Test("the smallest unique sets are those of an exhaustive search")
  func oracle() throws {
    var random = SeededGenerator.announced("smallest keys")
    for _ in 0..<30 {
      let rows = (0..<Int.random(in: 8...20, using: &random)).map { _ in
        (0..<4).map { String(Int.random(in: 0...($0 + 2), using: &random)) }
      }
      let text = "a,b,c,d\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined()
      let found = try report(text, nil) { $0.finalists = 20 }
      let keys = Self.smallestKeys(rows)
      let width = keys.map(\.count).min() ?? 0
      let expected = Set(keys.filter { $0.count == width && width <= 3 })
      let unique = found.keys.filter(\.isUnique).compactMap(\.columns)
      #expect(Set(unique.map(Set.init)) == expected, "\(text)")
    }
  }

  /// Every set of columns that is unique and of which no part is.
  private static func smallestKeys(_ rows: [[String]]) -> [Set<String>] {
    let names = ["a", "b", "c", "d"]
    let sets = (1..<16).map { bits in (0..<4).filter { bits >> $0 & 1 == 1 } }
    let unique = sets.filter { set in
      Set(rows.map { row in set.map { row[$0] } }).count == rows.count
    }
    let named = unique.map { Set($0.map { names[$0] }) }
    return named.filter { key in !named.contains { $0.isStrictSubset(of: key) } }
  }
}
