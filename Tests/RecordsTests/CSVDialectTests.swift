import Platform
import Testing

@testable import Records

/// The table of a text.
func table(
  _ text: String, name: String = "t.csv", key: [String]? = nil,
  _ change: (inout ReadOptions) -> Void = { _ in }
) throws -> RecordTable {
  try RecordInput.read(bytes: Array(text.utf8), name: name, options: .with(change))
    .table(hashing: key)
}

/// The message of the error that reading a text ends with.
func message(
  _ text: String, name: String = "t.csv", key: [String]? = nil,
  _ change: (inout ReadOptions) -> Void = { _ in }
) throws -> String {
  do {
    _ = try table(text, name: name, key: key, change)
    return "no error"
  } catch let error as RecordError {
    return error.message
  }
}

@Suite("CSV dialects") struct CSVDialectTests {
  @Test(
    "the delimiter is sniffed by how evenly it cuts the first records",
    arguments: [
      ("a,b\n1,2\n", ","), ("a;b\n1;2\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"),
      ("a;b\n1,5;2,5\n3,0;4,1\n", ";"), ("alone\n1\n", ","), ("", ","),
      ("\"x;y;z\",b\n1,2\n", ","), ("a,b;c\n1,2;3\n4,5\n", ","),
      ("text\nno; mark\nbut\none\n", ","),
    ])
  func sniffing(_ text: String, _ delimiter: String) throws {
    let byte = try #require(delimiter.utf8.first)
    let notes = try table(text).notes
    #expect(notes == [ReadNote(.sniffedDelimiter(byte))])
  }

  @Test(
    "a title does not decide on the delimiter",
    arguments: ["Title\nid;name\n1;x\n", "Sales, 2024\nid;price\n1;2,50\n2;3,20\n"])
  func titles(_ text: String) throws {
    #expect(try message(text).contains("the first lines decided on a semicolon"))
    #expect(try table(text) { $0.skipLines = 1 }.columns.count == 2)
  }

  @Test("a given delimiter is not sniffed, and a .tsv file's is the tab")
  func given() throws {
    #expect(
      try table("a,b;c\n1,2;3\n") { $0.delimiter = UInt8(ascii: ";") }.columns == ["a,b", "c"])
    #expect(try table("a,b\tc\n1,2\t3\n", name: "t.tsv").columns == ["a,b", "c"])
    #expect(try table("a,b\tc\n1,2\t3\n", name: "t.tsv").notes.isEmpty)
  }

  @Test("without a header the columns are numbers and the first record is a record")
  func noHeader() throws {
    let read = try table("a,b\n1,2\n") { $0.hasHeader = false }
    #expect(read.columns == ["1", "2"])
    #expect(read.texts == [["a", "b"], ["1", "2"]])
    #expect(read.line(of: 0) == 1)
  }

  @Test("a file of a header alone has columns and no records")
  func headerOnly() throws {
    for text in ["a,b", "a,b\n", "\n\na,b\r\n\r\n"] {
      let read = try table(text, key: ["b"])
      #expect(read.columns == ["a", "b"])
      #expect(read.count == 0)
      #expect(read.identityHashes.isEmpty)
    }
  }

  @Test(
    "an empty file has neither columns nor records", arguments: ["", "\n", "\r\n\n\r", "\u{FEFF}"])
  func empty(_ text: String) throws {
    #expect(try table(text).columns == [])
    #expect(try table(text).count == 0)
  }

  @Test("duplicate and empty names are made distinct if asked for, and told")
  func renamed() throws {
    let read = try table("id,name,,name,name_2,id\n1,2,3,4,5,6\n") { $0.renamesHeaders = true }
    #expect(read.columns == ["id", "name", "column_3", "name_2", "name_2_2", "id_2"])
    let renamed = ["column_3", "name_2", "name_2_2", "id_2"]
    #expect(read.notes.last == ReadNote(.renamedColumns(renamed)))
    #expect(Set(read.columns).count == 6)
  }

  @Test("pad makes missing cells absent and counts them")
  func pad() throws {
    let read = try table("a,b,c\n1\n1,2,3\n\n4,5\n") { $0.ragged = .pad }
    #expect(read.value(0, 1) == .absent)
    #expect(read.texts == [["1"], ["1", "2", "3"], ["4", "5"]])
    #expect(read.notes.last == ReadNote(.paddedRecords(count: 2, firstLine: 2)))
  }

  @Test(
    "pad keeps cells beyond the header in columns named by their place", arguments: [1, 7, 1000])
  func padTooMany(chunk: Int) throws {
    let read = try table("a,4,c\n1,2,3\n1,2,3,x\n1\n1,2,3,,y\n", key: ["a"]) {
      $0.ragged = .pad
      $0.chunkSize = chunk
    }
    #expect(read.columns == ["a", "4", "c", "column_4", "5"])
    #expect(
      read.texts == [["1", "2", "3"], ["1", "2", "3", "x"], ["1"], ["1", "2", "3", "", "y"]])
    let note = ReadNote(.widenedRecords(count: 2, firstLine: 3, columns: ["column_4", "5"]))
    #expect(read.notes.last == note)
  }

  @Test("pad refuses a record that is wide beyond reason")
  func padLimit() throws {
    let most = String(repeating: ",", count: 1001)
    func reading(_ text: String) throws -> String { try message(text) { $0.ragged = .pad } }
    #expect(try reading("a,b\n1,2\n\(most)\n") == "no error")
    #expect(try reading("a,b\n1,2\n\(most),\n").contains("has 1003 fields, the header has 2"))
  }

  @Test("skip leaves ragged records out and counts them")
  func skip() throws {
    let read = try table("a,b\n1\n1,2\n1,2,3\n4,5\n", key: ["a"]) { $0.ragged = .skip }
    #expect(read.texts == [["1", "2"], ["4", "5"]])
    #expect(read.line(of: 1) == 5)
    #expect(Array(read.recordBytes(0)) == Array("1,2".utf8))
    #expect(read.notes.last == ReadNote(.skippedRecords(count: 2, firstLine: 2)))
  }

  @Test("an unquoted null token is null, a quoted one is text")
  func nulls() throws {
    let read = try table("a,b,c\n\\N,\"\\N\",x\n,NULL,\"\"\n") {
      $0.nullTokens = ["\\N", "NULL", ""]
    }
    #expect(read.rows == [[.null, .text("\\N"), .text("x")], [.null, .null, .text("")]])
  }

  @Test("without null tokens an empty cell is empty text")
  func emptyCell() throws {
    #expect(try table("a,b\n,\"\"\n").rows == [[.text(""), .text("")]])
  }

  @Test("comments and skipped lines are no records but count as lines")
  func commentsAndLines() throws {
    let text = "made by hand\nnot \"a header\n# c\na,b\n# \"\n1,2\n\n# x\n3,4"
    let read = try table(text) {
      $0.skipLines = 2
      $0.comment = UInt8(ascii: "#")
    }
    #expect(read.columns == ["a", "b"])
    #expect(read.texts == [["1", "2"], ["3", "4"]])
    #expect([read.line(of: 0), read.line(of: 1)] == [6, 9])
    #expect(Array(read.recordBytes(0)) == Array("1,2".utf8))
  }

  @Test("stray quotes are text, counted and told", arguments: [1, 3, 1000])
  func strays(chunk: Int) throws {
    let read = try table("a,b\n5\" pipe,1\n\"x\"y,2\n\"q\",3\n") { $0.chunkSize = chunk }
    #expect(read.texts == [["5\" pipe", "1"], ["xy", "2"], ["q", "3"]])
    #expect(read.notes.last == ReadNote(.strayQuotes(count: 2, firstLine: 2)))
  }

  @Test(
    "a cell of many lines, and a record that begins with a byte order mark, are reported", arguments: [1, 50, 10_000])
  func joined(chunk: Int) throws {
    let rows = (2...300).map { "\($0),x\n" }.joined()
    let open = try table("id,name\n1,\"abc\n\(rows)301,\"xyz\"\n") { $0.chunkSize = chunk }
    #expect(open.notes.contains(ReadNote(.longCell(lines: 301, firstLine: 2))))
    let header = try table("id,\"abc\n\(rows)301\"\n1,2\n") { $0.chunkSize = chunk }
    #expect(header.notes.contains(ReadNote(.longCell(lines: 301, firstLine: 1))))
    let skipped = try table("id,name\n1,2\n9,8,\"abc\n\(rows)\"\n") {
      ($0.chunkSize, $0.ragged) = (chunk, .skip)
    }
    #expect(skipped.notes.contains(ReadNote(.longCell(lines: 301, firstLine: 3))))
    let marked = try table("\u{FEFF}id,name\n\(rows)\u{FEFF}id,name\n\(rows)") { $0.chunkSize = chunk }
    #expect(marked.notes.contains(ReadNote(.innerMarks(count: 1, firstLine: 301))))
    let plain =
      "id,name\n1,\"\(String(repeating: "x\n", count: 99))\"\n\(String(repeating: "\n", count: 300))\u{FF21},2\n"
    #expect(try table(plain) { $0.chunkSize = chunk }.notes == [ReadNote(.sniffedDelimiter(UInt8(ascii: ",")))])
  }

  @Test("records keep their bytes without line ends", arguments: ["\n", "\r\n", "\r"])
  func recordBytes(end: String) throws {
    let read = try table(["a,b", "1,\"2\(end)3\"", "", "4,5"].joined(separator: end))
    #expect(Array(read.recordBytes(0)) == Array("1,\"2\(end)3\"".utf8))
    #expect(Array(read.recordBytes(1)) == Array("4,5".utf8))
    #expect([read.line(of: 0), read.line(of: 1)] == [2, 5])
  }

  @Test("an identity hashes alike however it is quoted, and as its fields do")
  func hashes() throws {
    let read = try table(
      "id,n\n7,a\n\"7\",b\n8,c\n\"a\"\"b\",d\n\"a\"\"b\",d\n", key: ["n", "id"])
    let plain = try table("n,x,id\na,1,7\nb,2,7\nc,3,8\n", key: ["n", "id"])
    #expect(Array(read.identityHashes[..<3]) == plain.identityHashes)
    #expect(read.identityHashes[3] == read.identityHashes[4])
    var cursor = read.makeCursor()
    for record in 0..<read.count {
      var hasher = FieldHasher()
      cursor.field(record, 1).hash(into: &hasher)
      cursor.field(record, 0).hash(into: &hasher)
      #expect(hasher.value == read.identityHashes[record])
    }
  }

  @Test("the format comes from options, then the name, then the content")
  func formats() {
    #expect(InputFormat(fileName: "a/b.CSV") == .csv)
    #expect(InputFormat(fileName: "b.tsv.gz") == .tsv)
    #expect(InputFormat(fileName: "b.ndjson.zst") == .jsonl)
    #expect(InputFormat(fileName: "b.jsonl") == .jsonl)
    #expect(InputFormat(fileName: "b.json") == .json)
    #expect(InputFormat(fileName: "csv") == nil)
    #expect(InputFormat(fileName: "b.gz") == nil)
    let contents: [(String, InputFormat)] = [
      ("a,b", .csv), ("", .csv), (" [1]", .json), ("{\"a\":1}\n{\"a\":2}", .jsonl),
      ("{\n\"a\":{}}", .json), ("{\"a\":1}\n", .json),
    ]
    for (text, format) in contents {
      #expect(Array(text.utf8).withBytes { Recognition.format(of: $0) } == format, "\(text)")
    }
  }
}
