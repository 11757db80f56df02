import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Analysis

/// Keys tried on small tables.
@Suite struct KeyProbeTests {
  private func probe(_ old: String, _ new: String?, _ plan: ComparisonPlan = ComparisonPlan())
    throws -> KeyProbe
  {
    try KeyProbe(
      source: table(old, name: "old.csv"), target: new.map { try table($0, name: "new.csv") },
      plan: plan)
  }

  private func report(
    _ columns: [String], _ old: String, _ new: String?, _ plan: ComparisonPlan = ComparisonPlan()
  ) throws -> KeyReport {
    try probe(old, new, plan).reports(on: [KeyCandidate(columns: columns)])[0]
  }

  @Test("a unique key pairs what both sides have and says what a diff would report")
  func unique() throws {
    let report = try report(["id"], "id,v\n1,a\n2,b\n3,c\n", "id,v\n2,x\n3,c\n4,d\n5,e\n")
    #expect(report.isUnique)
    #expect(report.match?.paired == 2)
    #expect(report.match?.certain == 2)
    #expect(report.match?.rate == 2.0 / 3)
    #expect(
      report.match?.summary
        == Summary(deleted: 1, inserted: 2, updated: 1, moved: 0, unchanged: 1))
  }

  @Test("duplicates are counted and shown with their records and lines")
  func duplicates() throws {
    let old = "k,v\na,1\nb,2\na,\"x\ny\"\na,4\nb,5\nc,6\n"
    let report = try report(["k"], old, nil)
    #expect(report.source.duplicates == 3)
    #expect(report.source.duplicateKeys == 2)
    #expect(report.source.identities == 3)
    #expect(
      report.source.examples == [
        .init(key: [.text("a")], count: 3, records: [0, 2, 3], lines: [2, 4, 6]),
        .init(key: [.text("b")], count: 2, records: [1, 4], lines: [3, 7]),
      ])
    #expect(report.match == nil)
  }

  @Test("records that share a line are named by their numbers")
  func sharedLines() throws {
    let source = try table(#"[{"k":1},{"k":2},{"k":1}]"#, name: "old.json")
    let report = try KeyProbe(source: source, target: nil, plan: ComparisonPlan())
      .reports(on: [KeyCandidate(columns: ["k"])])[0]
    #expect(report.source.examples.map(\.places) == ["records 1, 3"])
    #expect(source.place(of: 1).hasSuffix("old.json record 2"))
  }

  @Test("keys without a value are counted and never pair for certain")
  func gaps() throws {
    var options = ReadOptions()
    options.nullTokens = ["NULL"]
    options.ragged = .pad
    let source = try table("v,k\n1,\n2,NULL\n3\n4,x\n", options: options)
    let target = try table("v,k\n1,\n4,x\n", options: options)
    let report = try KeyProbe(source: source, target: target, plan: ComparisonPlan())
      .reports(on: [KeyCandidate(columns: ["k"])])[0]
    #expect(report.source.empty == 1)
    #expect(report.source.null == 1)
    #expect(report.source.absent == 1)
    #expect(report.match?.paired == 2)
    #expect(report.match?.certain == 1)
  }

  @Test("a composite key with one empty part still identifies")
  func partlyEmpty() throws {
    let report = try report(["a", "b"], "a,b\n1,\n2,\n", "a,b\n1,\n2,\n")
    #expect(report.source.empty == 2)
    #expect(report.match?.certain == 2)
  }

  @Test("normalizers of the rules hold for keys too")
  func normalized() throws {
    let plan = plan { $0.normalizers = ["k": [.native(Lowercase())]] }
    #expect(try report(["k"], "k\na\nA\n", "k\nA\n", plan).source.duplicates == 1)
    #expect(try report(["k"], "k\na\n", "k\nA\n", plan).match?.certain == 1)
  }

  @Test("the key that pairs most for certain comes first, and equals know each other")
  func ranking() throws {
    let old = "bad,id,twin\nx,1,a\nx,2,b\ny,3,c\n"
    let new = "bad,id,twin\nx,1,a\ny,2,b\ny,3,c\n"
    let keys = ["bad", "twin", "id"].map { KeyCandidate(columns: [$0]) }
    let reports = try probe(old, new).reports(on: keys)
    #expect(reports.map(\.name) == ["twin", "id", "bad"])
    #expect(reports[0].equivalents == ["id"])
    #expect(reports[2].equivalents == [])
  }

  @Test("an unknown column is refused with the one that was meant")
  func unknownColumn() throws {
    #expect {
      try report(["emial"], "email\na\n", nil)
    } throws: {
      "\($0)".contains("unknown column 'emial'; did you mean 'email'?")
    }
  }

  @Test(
    "certain pairs are the identities that occur once in each",
    arguments: [1, 2, 3])
  func certainOracle(columns: Int) throws {
    var random = SeededGenerator.announced("certain pairs")
    for _ in 0..<40 {
      let rows = Sides { _ in
        (0..<Int.random(in: 0...30, using: &random)).map { _ in
          (0..<columns).map { _ in String(Int.random(in: 0...4, using: &random)) }
        }
      }
      let names = (0..<columns).map { "c\($0)" }
      func text(_ rows: [[String]]) -> String {
        ([names] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
      }
      let report = try report(names, text(rows.source), text(rows.target))
      let counts = Sides { side in Dictionary(grouping: rows[side]) { $0 }.mapValues(\.count) }
      let once = counts.source.filter { $0.value == 1 && counts.target[$0.key] == 1 }
      let paired = counts.source.map { min($0.value, counts.target[$0.key] ?? 0) }.reduce(0, +)
      #expect(report.match?.certain == once.count)
      #expect(report.match?.paired == paired)
      #expect(report.source.identities == counts.source.count)
    }
  }
}

/// Lower case of ASCII, for tests.
private struct Lowercase: Normalizer {
  var summary: String { "lower" }

  func normalize(_ buffer: FieldBuffer) {
    buffer.rewrite { bytes in
      for place in bytes.indices where (0x41...0x5A).contains(bytes[place]) { bytes[place] += 32 }
      return bytes.count
    }
  }
}
