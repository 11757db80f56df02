import Testing

@testable import Records

@Suite struct `A JSON input` {
  @Test func `is an array of objects, with columns in order of first appearance`() throws {
    let table = try jsonTable(
      """
      [ {"id": 1, "name": "a"},
        {"name": "b", "id": 2, "price": 1.50} , {}, {"id":null} ]
      """)
    #expect(table.columns == ["id", "name", "price"])
    #expect(
      table.cells == [
        ["1", "'a'", "-"], ["2", "'b'", "1.50"], ["-", "-", "-"], ["null", "-", "-"],
      ])
    #expect((0..<4).map { table.line(of: $0) } == [1, 2, 2, 2])
    #expect(String(decoding: table.recordBytes(2), as: UTF8.self) == "{}")
    #expect(
      String(decoding: table.recordBytes(1), as: UTF8.self)
        == "{\"name\": \"b\", \"id\": 2, \"price\": 1.50}")
  }

  @Test func `is JSON Lines, whose blank lines are skipped`() throws {
    let table = try jsonTable(
      "\n{\"id\":1}\r\n \n\t{\"id\":2} \n\n{\"id\":3}", as: .jsonl)
    #expect(table.cells == [["1"], ["2"], ["3"]])
    #expect((0..<3).map { table.line(of: $0) } == [2, 4, 6])
    #expect(String(decoding: table.recordBytes(1), as: UTF8.self) == "{\"id\":2}")
  }

  @Test func `is an object of objects, whose names are the column @key`() throws {
    let table = try jsonTable("{ \"x\\ny\": {\"a\": 1} , \"z\": {} }", key: ["@key"])
    #expect(table.columns == ["@key", "a"])
    #expect(table.cells == [["'x\ny'", "1"], ["'z'", "-"]])
    let csv = try RecordInput.read(
      bytes: Array("k\n\"x\ny\"\nz\n".utf8), name: "t.csv", options: .with { $0.format = .csv }
    ).table(hashing: ["k"])
    #expect(table.identityHashes == csv.identityHashes)
  }

  @Test func `is an array of plain values, with the column @value`() throws {
    let table = try jsonTable("[1, \"a\", null, [2, {\"b\": 3}], true, 1.0]", key: ["@value"])
    #expect(table.columns == ["@value"])
    #expect(
      table.cells.flatMap { $0 } == ["1", "'a'", "null", "[2, {\"b\": 3}]", "true", "1.0"])
    #expect(table.identityHashes[0] == table.identityHashes[5])
  }

  @Test(
    arguments: [
      ("\\ud800", "\\\\ud800"), ("\\\\\\ud800", "\\\\\\\\ud800"), ("\\ud800x", "\\\\ud800x"),
      ("\\\\ud800", "\\\\\\\\ud800"), ("\\\\\\\\ud800", "\\\\\\\\\\ud800"),
    ])
  func `tells a lone surrogate in a name from the text of its escape`(one: String, other: String)
    throws
  {
    let table = try jsonTable("[{\"\(one)\": 1, \"\(other)\": 2}]")
    #expect(table.cells == [["1", "2"]])
  }

  @Test func `keeps backslashes in names that spell no surrogate`() throws {
    let table = try jsonTable("[{\"a\\\\b\": 1, \"\\\\u0041\": 2, \"\\ud800\": 3}]")
    #expect(table.columns == ["a\\b", "\\u0041", "\\ud800"])
  }

  @Test func `is lines of plain values`() throws {
    let table = try jsonTable("1\n\"a\"\n[]\n", as: .jsonl)
    #expect(table.cells == [["1"], ["'a'"], ["[]"]])
  }

  @Test(
    arguments: [
      ("[]", .json), (" [ ] ", .json), ("{}", .json), ("", .jsonl), (" \n\r\n\n", .jsonl),
    ] as [(String, InputFormat)])
  func `may be empty`(text: String, format: InputFormat) throws {
    let table = try jsonTable(text, as: format, key: ["id"])
    #expect(table.count == 0)
    #expect(table.columns.isEmpty)
  }

  @Test func `may begin with a byte order mark`() throws {
    #expect(try jsonTable([0xEF, 0xBB, 0xBF] + Array("[{\"a\":1}]".utf8)).cells == [["1"]])
  }

  @Test func `keeps what is escaped, and reads escaped names as what they spell`() throws {
    let table = try jsonTable(
      """
      [{"\\u0061b": "x\\ty"}, {"ab": "\\ud83d\\ude00"}, {"a\\u0062": "\\ud800"}]
      """)
    #expect(table.columns == ["ab"])
    #expect(table.value(0, 0) == .text("x\ty"))
    #expect(table.value(1, 0) == .text("😀"))
    #expect(table.value(2, 0) == .text(Text(utf8: [0xED, 0xA0, 0x80])))
  }

  @Test func `tells names apart that only look alike`() throws {
    let table = try jsonTable("[{\"é\": 1, \"e\u{301}\": 2, \"\\ud800\": 3, \"\\ud801\": 4}]")
    #expect(
      table.columns.map { Array($0.utf8) } == [
        Array("é".utf8), Array("e\u{301}".utf8), Array("\\ud800".utf8), Array("\\ud801".utf8),
      ])
    #expect(table.cells == [["1", "2", "3", "4"]])
    #expect(table.columns.map { table.columnIndex(of: $0) } == [0, 1, 2, 3])
  }

  @Test func `takes the last of members that repeat a name, and says so`() throws {
    let table = try jsonTable(
      "[{\"a\":0},\n{\"a\":1,\"b\":2,\"a\":3},\n{\"a\":4,\"\\u0061\":5}]", key: ["a"])
    #expect(table.cells == [["0", "-"], ["3", "2"], ["5", "-"]])
    #expect(
      table.notes.map(\.message) == [
        "2 records repeat a member name, whose last value counts; the first on line 2"
      ])
    #expect(table.notes.allSatisfy { $0.isWarning })
    let plain = try jsonTable("[{\"a\":0},{\"a\":3},{\"a\":5}]", key: ["a"])
    #expect(table.identityHashes == plain.identityHashes)
  }

  @Test func `finds members in any order and with any spacing`() throws {
    let table = try jsonTable(
      "[{\"a\":1,\"b\":2,\"c\":3},{\"c\" : 6 , \"a\":4,\"b\"\n:5},{\"b\":8},{ \"c\":9,\"a\":7}]")
    #expect(
      table.cells == [["1", "2", "3"], ["4", "5", "6"], ["-", "8", "-"], ["7", "-", "9"]])
  }

  @Test func `may have a hundred thousand columns`() throws {
    let members = (0..<100_000).map { "\"c\($0)\":\($0)" }.joined(separator: ",")
    let table = try jsonTable("[{\(members)},{\"c99999\":-1}]", key: ["c5"])
    #expect(table.columns.count == 100_000)
    #expect(table.cell(0, "c99999") == "99999")
    #expect(table.cell(1, "c99999") == "-1")
  }
}

@Suite struct `Keys of JSON records` {
  @Test func `hash as fields that are equal, whatever the spelling and format`() throws {
    let json = try jsonTable(
      """
      [{"k": "a", "n": 1}, {"n": 10e-1, "k": "\\u0061"}, {"k": null, "n": "1"}, {"k": "a"},
       {"k": {"x": 1, "y": 2}, "n": 0}, {"k": {"y": 2.0, "x": 1}, "n": -0}]
      """, key: ["k", "n"])
    let hashes = json.identityHashes
    #expect(hashes[0] == hashes[1])
    #expect(hashes[4] == hashes[5])
    #expect(Set(hashes).count == 4)
  }

  @Test func `hash as CSV text of the same text does`() throws {
    let json = try jsonTable(
      "{\"k\":\"a\",\"v\":\"x,\\\"y\\\"\"}\n{\"v\":\"\",\"k\":\"é\"}", as: .jsonl, key: ["k", "v"])
    let csv = try RecordInput.read(
      bytes: Array("k,v\na,\"x,\"\"y\"\"\"\né,\n".utf8), name: "t.csv",
      options: .with { $0.format = .csv }
    ).table(hashing: ["k", "v"])
    #expect(json.identityHashes == csv.identityHashes)
  }

  @Test func `may name a column twice, or none`() throws {
    let twice = try jsonTable("[{\"k\":1},{\"k\":2}]", key: ["k", "k"]).identityHashes
    #expect(twice[0] != twice[1])
    let none = try jsonTable("[{\"k\":1},{\"k\":2}]", key: []).identityHashes
    #expect(none.count == 2 && none[0] == none[1])
    #expect(try jsonTable("[{\"k\":1}]").identityHashes.isEmpty)
  }

  @Test func `may be paths into nested values`() throws {
    let nested = try jsonTable("[{\"a\":{\"b\":\"x\"}},{\"a\":{\"b\":\"y\"}},{}]", key: ["a.b"])
    let flat = try jsonTable("[{\"a.b\":\"x\"},{\"a.b\":\"y\"},{}]", key: ["a.b"])
    #expect(nested.identityHashes == flat.identityHashes)
  }

  @Test func `must exist`() {
    let error = jsonError("[{\"a\":1}]", key: ["b"])
    #expect(error?.kind == .unknownColumn(name: "b", columns: ["a"]))
  }
}

@Suite struct `An object of plain values` {
  private let json = "{\n \"a\": 1, \"b\": \"x\",\n \"c\": null}"

  @Test func `is a record for each member`() throws {
    let table = try jsonTable(json)
    #expect(table.columns == ["@key", "@value"])
    #expect(table.cells == [["'a'", "1"], ["'b'", "'x'"], ["'c'", "null"]])
    #expect(table.isObjectOfRecords && !table.recordsAreWhole)
  }

  @Test(arguments: [["@key"], ["@value"], ["@key", "@value"]])
  func `has the hashes of the same records as CSV`(key: [String]) throws {
    let options = ReadOptions.with { $0.format = .csv }
    let csv = try RecordInput.read(bytes: Array("@key,@value\na,u\nb,x\n".utf8), name: "t.csv", options: options)
    #expect(
      try jsonTable("{\"a\":\"u\",\"b\":\"x\"}", key: key).identityHashes == csv.table(hashing: key).identityHashes)
  }

  @Test(arguments: ["{\"a\": 1, \"b\": {}}", "{\"a\": 1, \"b\": []}"])
  func `holds no others`(json: String) { #expect(jsonError(json) != nil) }
}

@Suite struct `Paths into nested values` {
  private let json = """
    [{"address": {"city": "Rome", "geo": {"lat": 1.5}, "x.y": 1}, "n": 1},
     {"address": null}, {"address": {"x": {"y": 2}, "geo": []}},
     {"address": {"city": "a", "city": "b"}}]
    """

  @Test(arguments: [
    ("address.city", ["'Rome'", "-", "-", "'b'"]), ("address.geo.lat", ["1.5", "-", "-", "-"]),
    ("address.x.y", ["-", "-", "2", "-"]), ("address[\"x.y\"]", ["1", "-", "-", "-"]),
    ("address.geo", ["{\"lat\": 1.5}", "-", "[]", "-"]),
  ])
  func `are columns`(path: String, cells: [String]) throws {
    let table = try jsonTable(json)
    let column = try #require(table.columnIndex(of: path))
    #expect(column >= table.columns.count)
    #expect(table.columnIndex(of: path) == column)
    #expect((0..<4).map { table.cell($0, path) } == cells)
  }

  @Test(arguments: ["address.town", "n.x", "nothing.city", "address.", ".city", ".", "address..city", "address[city]"])
  func `are none where no record has a value`(path: String) throws {
    #expect(try jsonTable(json).columnIndex(of: path) == nil)
  }

  @Test func `have the same values looked for together and one by one`() throws {
    let names = ["address", "address.geo", "n", "address.geo.lat", "address[\"geo\"]", "address.x.y", "address.x"]
    let paths = names + ["address.city", "address.town", "address..x", "address.geo[0]", "n.x"]
    let together = try jsonTable(json)
    together.findPaths(paths)
    for path in paths {
      let single = try jsonTable(json)
      #expect((0..<4).map { together.cell($0, path) } == (0..<4).map { single.cell($0, path) }, "\(path)")
    }
  }

  @Test func `are found in linear time, however many are looked for`() throws {
    let members = (0..<20_000).map { "\"x\($0)\":\($0)" }.joined(separator: ",")
    let table = try jsonTable("[{\"m\":{}},{\"m\":{\(members)}}]")
    table.findPaths((0..<40_000).map { "m.x\($0)" })
    var cursor = table.makeCursor()
    let columns = (0..<40_000).map { table.columnIndex(of: "m.x\($0)") }
    #expect(columns[20_000...].allSatisfy { $0 == nil })
    let values = columns.prefix(20_000).map { $0.map { cursor.field(1, $0).value.description } }
    #expect(values == (0..<20_000).map(String.init))
  }

  @Test func `give way to a column of that very name`() throws {
    let table = try jsonTable("[{\"a\":{\"b\":1},\"a.b\":2,\"a.c\":{\"d\":3}}]")
    #expect(table.cell(0, "a.b") == "2")
    #expect(table.cell(0, "a.c.d") == "3")
  }
}
