import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Analysis

/// What is said of single records.
@Suite struct ExplainerTests {
  private func cause(
    _ old: String, _ new: String, _ plan: ComparisonPlan
  ) throws -> Absence.Cause? {
    try Explainer(try compare(old, new, plan)).explain(.source, 0).absence?.cause
  }

  @Test(
    "two keys that a person would take for one differ in their spelling, and in nothing that would not matter",
    arguments: [
      ("Ann", "ann", [.letterCase]), ("ann", " ann ", [.whiteSpace]),
      ("a  b", "a b", [.whiteSpace]), ("7", "007", [.leadingZeros]),
      ("Ann ", "ann", [.whiteSpace, .letterCase]), ("1.0", "1", [.number]),
      ("e\u{301}", "\u{e9}", [.normalization]), ("000", "0", [.leadingZeros]),
    ] as [(String, String, [Spelling])])
  func spellings(old: String, new: String, spellings: [Spelling]) throws {
    let found = try cause("k,v\n\(old),1\n", "k,v\n\(new),1\n", plan(key: "k"))
    #expect(found == .spelling([.init(part: 0, spellings: spellings)]))
  }

  @Test("a text and a number of the same characters differ in their type")
  func types() throws {
    let comparison = try Comparison(
      source: table("k\n1\n", name: "old.csv"), target: table(#"[{"k":1}]"#, name: "new.json"),
      plan: plan(key: "k"))
    let absence = try Explainer(comparison).explain(.source, 0).absence
    #expect(absence?.cause == .spelling([.init(part: 0, spellings: [.type])]))
  }

  @Test("of a key of several parts the one that differs is named")
  func parts() throws {
    let plan = plan(key: "a", "b")
    #expect(try cause("a,b\n1,x\n", "a,b\n1,y\n9,z\n", plan) == .part(1))
    #expect(try cause("a,b\n1,x\n", "a,b\n2,x\n9,z\n", plan) == .part(0))
    #expect(
      try cause("a,b\n1,x\n", "a,b\n1,X\n1,y\n", plan)
        == .spelling([.init(part: 1, spellings: [.letterCase])]))
  }

  @Test("a part is the only one that differs where the others are the same as they stand")
  func spelledParts() throws {
    #expect(try cause("a,b\n012,5\n", "a,b\n12,7\n", plan(key: "a", "b")) == .other)
  }

  @Test("what stands behind all keys of a side is rather one of theirs than that of others without their marks")
  func marks() throws {
    let plan = plan(key: "k")
    #expect(try cause("k\n1/1\n", "k\n11\n1\n", plan) == .alike(.ends))
    #expect(try cause("k\n030-123456\n", "k\n030123456\n", plan) == .alike(.marks))
  }

  @Test("what many records share beside a part says nothing of any of them")
  func sharedParts() throws {
    let many = (2...9).map { "\($0),x\n" }.joined()
    #expect(try cause("a,b\n1,x\n", "a,b\n\(many)", plan(key: "a", "b")) == .other)
  }

  @Test("where no key comes near, the one that is written most alike is proposed")
  func slips() throws {
    let comparison = try compare("k\nK-4711\n", "k\nK-4712\nZZZ\n", plan(key: "k"))
    let absence = try #require(try Explainer(comparison).explain(.source, 0).absence)
    #expect(absence.cause == .alike(.digits))
    #expect(absence.candidates.map(\.record) == [0])
  }

  @Test(
    "keys of which more than a slip differs, or whose near one is nearer to another, are not alike",
    arguments: [
      ("max.novak501@example.com\nwes.park1@example.com", "pia.novak202@example.com"),
      ("eva.li@example.com\nwes.park1@example.com", "ida.li@example.com\nbo@example.com"),
      ("abc\nxyzzy", "abd"), ("K-4711", "K-4722"), ("K-47", "K-4711"), ("K020\nK000", "k000"),
      ("anna smith\nanna  smitt", "anna smitt"),
    ])
  func unlike(old: String, new: String) throws {
    #expect(try cause("k\n\(old)\n", "k\n\(new)\n", plan(key: "k")) == .other)
  }

  @Test(
    "a digit, two that are exchanged, and two characters of a long key are a slip",
    arguments: [
      ("x17", "x19", .digits), ("K-4711", "K-4171", .digits), ("K-4711", "K-471", .digits),
      ("maximilian.novak@x.org", "maksimilian.novak@x.org", .characters),
    ] as [(String, String, Absence.Likeness)])
  func slip(old: String, new: String, likeness: Absence.Likeness) throws {
    #expect(try cause("k\n\(old)\n", "k\n\(new)\n", plan(key: "k")) == .alike(likeness))
  }

  @Test("one record alone is alike to another one: the one that comes nearest")
  func oneAlone() throws {
    let comparison = try compare("k\nAnna Schmidt-Ma\nAnna Schmidt-Mai\n", "k\nAnna Schmitd-Mai\n", plan(key: "k"))
    let causes = try UnpairedCauses(Explainer(comparison))
    let alike = causes.groups.filter { $0.cause == .alike(.characters) }.map(\.counts)
    #expect(alike == [Sides(source: 1, target: 1)])
  }

  @Test(
    "two keys that are alike are told with what they differ in, from either side and for all",
    arguments: [
      ("ORD-1", "1", .ends), ("ORD-00017", "17", .ends), ("2026-17", "R17", .ends), ("ab-17", "AB17", .marks),
      ("AB12CD34", "1234", .letters),
      ("Peter Meier", "Meier, Peter", .words), ("eva.larsen@example.com", "eva.larsen@example.org", .characters),
      ("K-4711", "K-4712", .digits), ("Anna Schmidt", "Anna Schmitd", .characters),
    ] as [(String, String, Absence.Likeness)])
  func alike(old: String, new: String, likeness: Absence.Likeness) throws {
    let comparison = try compare("k,v\n\"\(old)\",1\n", "k,v\n\"\(new)\",2\n", plan(key: "k"))
    for side in Side.allCases {
      #expect(try Explainer(comparison).explain(side, 0).absence?.cause == .alike(likeness))
    }
    let causes = try UnpairedCauses(Explainer(comparison))
    #expect(causes.groups.map(\.cause) == [.alike(likeness)])
    #expect(causes.groups.first?.examples.first?.nearest?.record == 0)
  }

  @Test("a record whose other values stand under another key alone is found by these; marks make other numbers")
  func contents() throws {
    let rows = "a,b\n"
    let plan = plan(key: "k")
    #expect(try cause("k,\(rows)x,1,2\n", "k,\(rows)other,1,2\n", plan) == .content(2))
    #expect(try cause("k,\(rows)x,1,2\n", "k,\(rows)other,1,2\nyet,1,2\n", plan) == .other)
    #expect(try cause("k,\(rows)x,1,2\ny,1,2\n", "k,\(rows)other,1,2\n", plan) == .other)
    #expect(try cause("k,\(rows)x,,\n", "k,\(rows)other,,\n", plan) == .other)
    #expect(try cause("k,\(rows)1.5,1,2\n", "k,\(rows)15,1,3\n", plan) == .other)
  }

  @Test("dense numbers of unrelated records are alike by chance, and nothing is made of that", arguments: 1...8)
  func denseNumbers(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let ids = Array(Set((0..<900).map { _ in Int(random.next() % 90_000) + 10_000 })).sorted().shuffled(using: &random)
    let (old, new) = (ids[..<600].map { "\($0),\(random.next() % 99)\n" }, ids[300...].map { "\($0),x\n" })
    let comparison = try compare("k,v\n\(old.joined())", "k,v\n\(new.joined())", plan(key: "k"))
    let causes = try UnpairedCauses(Explainer(comparison))
    #expect(causes.groups.map(\.cause) == [.other])
  }

  @Test("a slip in numbers that are far from each other is one though there are many of them")
  func sparseNumbers() throws {
    let ids = (1...300).map { 10_000_019 &* $0 % 99_999_989 }
    let old = ids.map { "\($0)\n" }.joined()
    let new = ids.enumerated().map { $0 < 20 ? "\($1)7\n" : "\($1)\n" }.joined()
    let causes = try UnpairedCauses(Explainer(try compare("k\n\(old)", "k\n\(new)", plan(key: "k"))))
    #expect(causes.groups.map(\.cause) == [.alike(.digits)])
    #expect(causes.groups.map(\.examples.count) == [5])
    #expect(causes.groups.map(\.hidden) == [30])
  }

  @Test("a record whose key has no value is said to have none, and not that none is alike")
  func emptyKeys() throws {
    #expect(try cause("k,v\n,1\na,2\n", "k,v\na,2\nb,3\n", plan(key: "k")) == .empty([0]))
    #expect(try cause("k,l,v\n,x,1\na,y,2\n", "k,l,v\na,y,2\nb,z,3\n", plan(key: "k", "l")) == .empty([0]))
    #expect(try cause("k,v\n,1\na,2\n", "k,v\na,2\nb,1\n", plan(key: "k")) == .content(1))
  }

  @Test("of a record under another key the one column is named that differs, where the others tell records apart")
  func mostContents() throws {
    let rows = (1...30).map { "\($0),name\($0),\($0 % 2 == 0 ? "x" : "y")\n" }.joined()
    let (old, new) = ("k,name,kind\n7007,Ann,x\n\(rows)", "k,name,kind\n95,Ann,y\n\(rows)")
    #expect(try cause(old, new, plan(key: "k")) == .content(1, but: "kind"))
    // Kinds do not tell records apart, and a name that several have tells nothing.
    #expect(try cause(old, new.replacing("Ann,y", with: "Bob,x"), plan(key: "k")) == .other)
    #expect(try cause(old, new.replacing("name7,", with: "Ann,"), plan(key: "k")) == .other)
  }

  @Test("where nobody looked for keys that are alike, none is said to be missing")
  func unsearched() throws {
    let long = String(repeating: "x", count: 70)
    #expect(try cause("k\n\(long)\n", "k\nab\n", plan(key: "k")) == .unsearched)
    #expect(try cause("k\nab\n", "k\n\(long)\n", plan(key: "k")) == .unsearched)
  }

  @Test("whole records that differ in one of many columns are near each other")
  func wide() throws {
    let names = (1...20).map { "c\($0)" }.joined(separator: ",")
    let cells = (1...19).map { "\($0)" }.joined(separator: ",")
    var plan = ComparisonPlan()
    plan.identity = .record
    let found = try cause("\(names)\n\(cells),x\n", "\(names)\n\(cells),yy\n", plan)
    #expect(found == .part(19))
  }

  @Test("a record of a key that occurs more often is paired with others, which are named")
  func duplicates() throws {
    let comparison = try compare("k,v\na,1\na,2\n", "k,v\na,2\n", plan(key: "k"))
    let explanation = try Explainer(comparison).explain(.source, 0)
    #expect(explanation.absence?.cause == .duplicate)
    #expect(explanation.absence?.candidates.map(\.partner) == [1])
    #expect(explanation.namesakes?.counts.source == 2)
  }

  @Test("columns that are not compared are listed with the reason")
  func omitted() throws {
    let plan = plan(key: "k") { $0.ignored = ["t"] }
    let comparison = try compare("k,v,t,o\n1,1,1,1\n", "k,v,t,n\n1,2,2,2\n", plan)
    let content = try #require(try Explainer(comparison).explain(.source, 0).content)
    #expect(content.columns.map(\.name) == ["v"])
    #expect(content.omitted.map(\.name) == ["k", "t", "o", "n"])
    #expect(content.omitted.map(\.reason) == [.key, .ignored, .onOneSide, .onOneSide])
  }

  @Test("values are told as they stand and as they were compared")
  func normalized() throws {
    let plan = plan(key: "k") { $0.normalizers = ["v": [.native(TextNormalizer(.lower))]] }
    let comparison = try compare("k,v\n1,ANN\n", "k,v\n1,bob\n", plan)
    let column = try #require(
      try Explainer(comparison).explain(.target, 0).content?.columns.first)
    #expect(column.raw.source == .text("ANN"))
    #expect(column.values.source == .text("ann"))
    #expect(column.steps == ["lower case"])
    #expect(!column.areEqual)
  }

  @Test("records are found by their keys as they stand and as the rules make them")
  func keys() throws {
    let plan = plan(key: "k") { $0.normalizers = ["k": [.native(TextNormalizer(.lower))]] }
    let explainer = try Explainer(try compare("k\nAnn\n", "k\nANN\n", plan))
    for key in ["Ann", "ANN", "ann"] {
      #expect(try explainer.explain([.key([key])]).explanations.count == 1)
    }
    let unknown = ExplanationError.noKey(
      ["anna"], inputs: ["old.csv", "new.csv"], nearest: "ann", columns: ["k"], isFound: false, elsewhere: [])
    #expect(try explainer.explain([.key(["anna"])]).unknown == [unknown])
  }

  @Test("a pair that is asked for from both sides is explained once")
  func once() throws {
    let explainer = try Explainer(try compare("k\n1\n2\n", "k\n2\n1\n", plan(key: "k")))
    let choices: [RecordChoice] = [.record(.source, 0), .record(.target, 1), .key(["1"])]
    #expect(try explainer.explain(choices).explanations.count == 1)
  }

  @Test(
    "a choice that no record answers to takes no answer from the others",
    arguments: [RecordChoice.key(["9"]), .record(.source, 2), .key(["1", "2"])])
  func unknown(choice: RecordChoice) throws {
    let comparison = try compare("k\n1\n2\n", "k\n2\n1\n", plan(key: "k"))
    for choices in [[.key(["1"]), choice], [choice, .key(["1"])]] {
      let explanations = try Explanations(Explainer(comparison), choices)
      #expect(explanations.records.count == 1)
      #expect(explanations.unknown.count == 1)
    }
    #expect(throws: ExplanationError.self) { try Explanations(Explainer(comparison), [choice]) }
  }

  @Test("twenty thousand records without a partner are grouped in one go")
  func many() throws {
    let rows = 0..<10_000
    let old = "k\n" + rows.map { "a\($0)\n" }.joined()
    let new = "k\n" + rows.map { "A\($0)\n" }.joined()
    let causes = try UnpairedCauses(try Explainer(try compare(old, new, plan(key: "k"))))
    #expect(causes.groups.count == 1)
    #expect(causes.groups.first?.counts.target == 10_000)
    #expect(causes.groups.first?.cause == .spelling([.init(part: 0, spellings: [.letterCase])]))
  }
}
