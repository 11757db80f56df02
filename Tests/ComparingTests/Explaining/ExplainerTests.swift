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

  @Test("what many records share beside a part says nothing of any of them")
  func sharedParts() throws {
    let many = (2...9).map { "\($0),x\n" }.joined()
    #expect(try cause("a,b\n1,x\n", "a,b\n\(many)", plan(key: "a", "b")) == .other)
  }

  @Test("where no key comes near, the one that is written most alike is proposed")
  func slips() throws {
    let comparison = try compare("k\nK-4711\n", "k\nK-4712\nZZZ\n", plan(key: "k"))
    let absence = try #require(try Explainer(comparison).explain(.source, 0).absence)
    #expect(absence.cause == .other)
    #expect(absence.candidates.map(\.record) == [0])
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
      #expect(try explainer.explain([.key([key])]).count == 1)
    }
    #expect(
      throws: ExplanationError.noKey(["anna"], inputs: ["old.csv", "new.csv"], nearest: "ann")
    ) { try explainer.explain([.key(["anna"])]) }
  }

  @Test("a pair that is asked for from both sides is explained once")
  func once() throws {
    let explainer = try Explainer(try compare("k\n1\n2\n", "k\n2\n1\n", plan(key: "k")))
    let choices: [RecordChoice] = [.record(.source, 0), .record(.target, 1), .key(["1"])]
    #expect(try explainer.explain(choices).count == 1)
    #expect(throws: ExplanationError.self) { try explainer.explain([.record(.source, 2)]) }
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
