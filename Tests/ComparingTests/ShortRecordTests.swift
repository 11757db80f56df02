import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

/// Delimited records that come in without their last values: rows stay as long as the file is read with.
@Suite struct ShortRecordTests {
  private func options(_ ragged: RaggedPolicy = .error) -> ReadOptions {
    var options = ReadOptions()
    options.ragged = ragged
    options.format = .csv
    return options
  }

  private func merge(
    _ base: String, _ ours: String, _ theirs: String, ragged: RaggedPolicy = .error
  ) throws -> String {
    let tables = try [base, ours, theirs].map { try table($0, options: options(ragged)) }
    let output = try Merge.merge(
      base: tables[0], ours: tables[1], theirs: tables[2], plan: plan(key: "id"), favor: .none)
    return String(decoding: output.text, as: UTF8.self)
  }

  private func patch(_ old: RecordTable, _ new: RecordTable, keepsColumns: Bool = false) throws
    -> String
  {
    let result = try ResultWriting.json(try Comparison(source: old, target: new, plan: plan(key: "id")))
    let document = try RecordedResult.read(bytes: Array(result.utf8), name: "changes.json")
    let bytes = try PatchApplication.apply(
      document, to: old, isReverse: false, keepsColumns: keepsColumns)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a record that theirs inserted has a cell for each column of ours")
  func merged() throws {
    let base = "id,name\n1,Saw\n"
    #expect(
      try merge(base, "id,name,x,y\n1,Saw,q,r\n", base + "2,Axe\n")
        == "id,name,x,y\n1,Saw,q,r\n2,Axe,,\n")
    let wide = "id,name,price\n1,Saw,5\n"
    // Theirs deleted the column.
    #expect(try merge(wide, wide, base + "5,New\n") == base + "5,New\n")
  }

  @Test("a record that a result inserts has a cell for each column that stays")
  func keptColumns() throws {
    let old = try table("id,a,gone\n1,x,g1\n2,y,g2\n3,z,g3\n", options: options())
    let new = try table("id,new,a\n2,n2,Y\n1,n1,x\n4,n4,w\n", options: options())
    #expect(
      try patch(old, new, keepsColumns: true) == "id,a,gone\n2,Y,g2\n1,x,g1\n4,w,\n")
  }

  @Test("a member that an object lacks is an empty cell")
  func lines() throws {
    var lines = ReadOptions()
    lines.format = .jsonl
    let new = try table(
      "{\"id\":\"1\",\"a\":\"x\",\"b\":\"y\"}\n{\"id\":\"9\",\"a\":\"z\"}\n", options: lines)
    let old = try table("id,a,b\n1,x,y\n", options: options())
    #expect(try patch(old, new) == "id,a,b\n1,x,y\n9,z,\n")
  }

  @Test("where short records are read, cells that a record lacks at its end are left out")
  func padded() throws {
    let texts = ["id,a,b\n1,x,y\n2,y,\n3,p,q\n", "id,a,b\n1\n2,y\n3,,q\n4,n\n"]
    let tables = try texts.map { try table($0, options: options(.pad)) }
    #expect(try patch(tables[0], tables[1]) == texts[1])
    #expect(try patch(tables[1], tables[0]) == texts[0])
    #expect(try merge(texts[0], texts[0], texts[1], ragged: .pad) == texts[1])
  }

  @Test("merged rows are as long as the header, whatever columns the sides have")
  func lengths() throws {
    var random = SeededGenerator.announced("merges of other columns")
    let columns = ["id", "name", "size"]
    for _ in 0..<100 {
      let pair = RowSample.pair(&random).map { rows in
        var seen = Set<String>()
        return rows.filter { seen.insert($0["id"] ?? "").inserted }
      }
      let lacking = Bool.random(using: &random) ? ["id", "name"] : ["size", "id"]
      let text = try merge(
        RowSample.csv(pair[0]), RowSample.csv(pair[0], columns: columns),
        RowSample.csv(pair[1], columns: lacking))
      #expect(throws: Never.self) { try table(text, options: options()) }
    }
  }
}
