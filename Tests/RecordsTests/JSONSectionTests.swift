import Testing

@testable import Records

@Suite struct `Records nested in sections` {
  private let json = """
    [{"id": "s1", "items": [{"id": 1}, {"id": 2, "x": "a"}], "title": "one"},
     {"id": "s2"}, {"id": "s3", "items": null}, {"id": "s4", "items": [ ]},
     {"title": "five", "\\u0069tems": [{"x": "b"}]}]
    """

  @Test func `make two tables`() throws {
    let table = try jsonTable(json, key: ["id"]) { $0.elements = "items" }
    #expect(table.columns == ["id", "x"])
    #expect(table.cells == [["1", "-"], ["2", "'a'"], ["-", "'b'"]])
    #expect(table.sectionStarts == [0, 2, 2, 2, 2, 3])
    let sections = try #require(table.sections)
    #expect(sections.columns == ["id", "title"])
    #expect(
      sections.cells == [
        ["'s1'", "'one'"], ["'s2'", "-"], ["'s3'", "-"], ["'s4'", "-"], ["-", "'five'"],
      ])
    #expect(sections.identityHashes.count == 5)
    #expect(table.identityHashes.count == 3)
    #expect(String(decoding: table.recordBytes(1), as: UTF8.self) == "{\"id\": 2, \"x\": \"a\"}")
    #expect((0..<3).map { table.line(of: $0) } == [1, 1, 3])
  }

  @Test func `may stand in lines, in an object of objects, and be plain values`() throws {
    let lines = try jsonTable("{\"e\":[1,2]}\n{\"e\":[\"a\"]}", as: .jsonl) { $0.elements = "e" }
    #expect(lines.cells == [["1"], ["2"], ["'a'"]])
    #expect(lines.columns == ["@value"])
    let keyed = try jsonTable("{\"s\":{\"e\":[{\"a\":1}]},\"t\":{}}") {
      $0.elements = "e"
    }.sections
    #expect(keyed?.cells == [["'s'"], ["'t'"]])
  }

  @Test func `need no key in their sections`() throws {
    let table = try jsonTable("[{\"name\":\"s\",\"e\":[{\"id\":1}]}]", key: ["id"]) {
      $0.elements = "e"
    }
    #expect(table.identityHashes.count == 1)
    #expect(table.sections?.identityHashes.isEmpty == true)
  }

  @Test(
    arguments: [
      ("[{\"e\":1}]", .elementsNotArray), ("[{\"e\":{}}]", .elementsNotArray),
      ("[{\"e\":[],\"e\":[]}]", .repeatedElements), ("[{\"e\":[{},1]}]", .valueAmongRecords),
      ("[{\"e\":[1,{}]}]", .recordAmongValues), ("[{\"e\":[1]},{\"e\":[{}]}]", .recordAmongValues),
      ("[{\"e\":[1,]}]", .trailingComma), ("[{\"e\":[{},{]}]", .expectedName),
      ("[{\"e\":[]},1]", .valueAmongRecords),
    ] as [(String, JSONMistake)])
  func `are refused where they are no records`(text: String, mistake: JSONMistake) {
    #expect(jsonError(text) { $0.elements = "e" }?.kind == .json(.mistake(mistake)))
  }

  @Test func `must be there at all`() {
    #expect(jsonError("[{\"a\":1}]") { $0.elements = "e" }?.kind == .json(.noElements("e")))
    #expect(jsonError("[1]") { $0.elements = "e" }?.kind == .json(.noElements("e")))
    #expect(jsonError("[]") { $0.elements = "e" } == nil)
  }
}
