import Records
import StagedDiff
import Testing

@testable import Comparing

@Suite struct ComparisonTests {
  let old = "id,name,price\n1,Saw,5.00\n3,Axe,1.00\n7,Vise,30.00\n"
  let new = "id,name,price,colour\n1,Saw,5.00,\n3,Axe,1.20,blue\n9,Awl,4.10,red\n"

  @Test("with strict columns a column of one side makes its records updated")
  func strictColumns() throws {
    let result = try compare(old, new, plan(key: "id") { $0.switches = [.strictColumns: true] })
    #expect(result.summary.updated == 2)
    #expect(
      try result.change(at: 1).fields == [.init(column: "colour", old: nil, new: .text(""), paths: nil)]
    )
  }

  @Test(
    "records without columns are not the same as records with some, and no records are fine",
    arguments: [
      (#"[{"a":1},{"a":2}]"#, "[{},{}]", nil), (#"[1]"#, "[{}]", nil),
      (#"[{"a":1},{"a":2}]"#, "[]", 2), ("[{},{}]", "[{}]", 1), ("[{}]", "[]", 1),
    ] as [(String, String, Int?)])
  func noColumns(old: String, new: String, deleted: Int?) throws {
    for (old, new, isForward) in [(old, new, true), (new, old, false)] {
      let (source, target) = (try table(old, name: "o.json"), try table(new, name: "n.json"))
      func compare() throws -> Summary {
        try Comparison(source: source, target: target, plan: ComparisonPlan()).summary
      }
      if let deleted {
        let summary = try compare()
        #expect((isForward ? summary.deleted : summary.inserted) == deleted)
      } else {
        let error = #expect(throws: ComparisonError.self) { try compare() }
        #expect(error?.description.contains(isForward ? "new: (none)" : "old: (none)") == true)
      }
    }
  }

  @Test(
    "moves are the fewest, by Heckel's rule, or none",
    arguments: [(MoveDetection.minimal, 1), (.heckel, 2), (.none, 0)])
  func moves(detection: MoveDetection, count: Int) throws {
    let plan = plan(key: "id") { $0.moves = detection }
    #expect(try compare("id\n1\n2\n3\n", "id\n2\n3\n1\n", plan).summary.moved == count)
  }

  @Test("the members of an object are identified by their names")
  func memberNames() throws {
    let result = try Comparison(
      source: table(#"{"a":{"v":1},"b":{"v":2}}"#, name: "old.json"),
      target: table(#"{"b":{"v":3},"a":{"v":1.0}}"#, name: "new.json"), plan: ComparisonPlan())
    #expect(result.summary == Summary(deleted: 0, inserted: 0, updated: 1, moved: 1, unchanged: 1))
    #expect(result.hasKey)
    #expect(try result.changes.contains { $0.key == [.text("b")] && $0.kind == .updated })
  }

  @Test("column names that look alike are two columns if their bytes differ")
  func lookalikes() {
    let match = ColumnMatch(source: ["e\u{301}", "é"], target: ["é"])
    #expect(match.common.map(\.source) == [1])
    #expect(match.deleted.map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
  }
}

@Suite struct SectionTests {
  let old = "id,country,name\n1,UK,a\n2,FR,b\n3,UK,c\n4,DE,d\n"
  let new = "id,country,name\n2,FR,b\n1,UK,x\n3,FR,c\n5,IT,e\n"

  @Test("sections come in order of first appearance and are counted")
  func counts() throws {
    let result = try compare(old, new, plan(key: "id") { $0.section = .column("country") })
    #expect(
      result.sectionSummary
        == Summary(deleted: 1, inserted: 1, updated: 0, moved: 1, unchanged: 1))
    #expect(result.summary == Summary(deleted: 1, inserted: 1, updated: 2, moved: 1, unchanged: 1))
  }
}
