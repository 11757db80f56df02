import Testing

@testable import Records

/// Options that every way to the reader and every size of parts must read alike.
@Suite("CSV options") struct CSVOptionTests {
  /// The rows of a text, after making sure that no path and no number of workers changes them.
  private func rows(_ text: String, _ change: (inout ReadOptions) -> Void) throws -> [[Value]] {
    let options = ReadOptions.with(change)
    let expected = try table(text, change).rows
    for path in ReadingPath.allCases {
      #expect(try path.open(Array(text.utf8), options).table().rows == expected, "\(path)")
    }
    for size in 1...max(1, text.utf8.count) {
      let parts = ReadOptions.with {
        change(&$0)
        $0.chunkSize = size
        $0.workers = 1 + size % 3
      }
      let read = try RecordInput.read(bytes: Array(text.utf8), name: "t.csv", options: parts)
      #expect(try read.table().rows == expected, "parts of \(size)")
    }
    return expected
  }

  @Test("without quoting every quote is text")
  func noQuotes() throws {
    let text = "a,b\n\"Swing it\" magistern,1\n\"open,2\n"
    #expect(
      try rows(text) { $0.isQuoting = false } == [
        [.text("\"Swing it\" magistern"), .text("1")], [.text("\"open"), .text("2")],
      ])
    #expect(
      try table(text.replacing("\"open", with: "x")).notes.last?.message.contains("quote none")
        == true)
  }

  @Test(
    "an escape outside quotes makes delimiters and line ends text, and letters control characters")
  func escapes() throws {
    let text =
      "id,t\n1,a\\,b\n2,\\N\n3,\\Nx\n4,\\n\\t\\\\n\n5,two\\\nlines\n6,\"q\\\",\\n\"\n7,end\\\n"
    let expected: [[Value]] = [
      [.text("1"), .text("a,b")], [.text("2"), .null], [.text("3"), .text("Nx")],
      [.text("4"), .text("\n\t\\n")], [.text("5"), .text("two\nlines")],
      [.text("6"), .text("q\",\n")], [.text("7"), .text("end\n")],
    ]
    #expect(
      try rows(text) {
        $0.escape = UInt8(ascii: "\\")
        $0.escapesUnquoted = true
      } == expected)
  }

  @Test("where quotes mean nothing, the escape holds everywhere")
  func escapesWithoutQuotes() throws {
    let read = try rows("a,b\n\"x\\,y,\\0\n") {
      $0.escape = UInt8(ascii: "\\")
      $0.isQuoting = false
    }
    #expect(read == [[.text("\"x,y"), .text("\0")]])
  }

  @Test("spaces before cells and around quotes are left out, those behind text are kept")
  func spaces() throws {
    let read = try rows("a, b,\t\"c\"\n1970, 17 , \"Hi, Mom!\" \n  x,,  \n") {
      $0.skipsSpace = true
    }
    #expect(
      read == [
        [.text("1970"), .text("17 "), .text("Hi, Mom!")], [.text("x"), .text(""), .text("")],
      ])
    #expect(
      try message("a,b\n1, \"2,3\"\n").contains("hint: skip-space reads quotes behind spaces;"))
    let kind = ReadNote.Kind.spacedQuotes(count: 1, firstLine: 2)
    #expect(try table("a,b\n1, \"2\"\n").notes.last?.kind == kind)
  }

  @Test("quotes behind backslashes hint at the escape")
  func escapedQuotes() throws {
    let kind = ReadNote.Kind.escapedQuotes(count: 1, firstLine: 2)
    #expect(try table("a,b\n1,\"x \\\"y\\\"\"\n").notes.last?.kind == kind)
    #expect(try message("a,b\n1,\"x \\\"y\\\", z\"\n").contains("hint: escape '\\' reads"))
  }

  @Test("Excel's first line says the delimiter", arguments: ["sep=;", "\"sep=;\""])
  func declared(line: String) throws {
    let text = "\(line)\r\nid;name\r\n1;a\r\n"
    #expect(try rows(text) { _ in } == [[.text("1"), .text("a")]])
    #expect(try table(text).columns == ["id", "name"])
    #expect(try table(text).notes.first?.kind == .declaredDelimiter(UInt8(ascii: ";")))
    #expect(try table(text) { $0.delimiter = UInt8(ascii: ",") }.columns == ["id;name"])
    #expect(try table("sep=x\n1\n").columns == ["sep=x"])
  }

  @Test("a blank line is a record where there is one column", arguments: [true, false])
  func blankLines(hasHeader: Bool) throws {
    let read = try rows("\n\"v\"\na\n\n\r\nb\n\n") { $0.hasHeader = hasHeader }
    let cells = hasHeader ? ["a", "", "", "b", ""] : ["", "v", "a", "", "", "b", ""]
    #expect(read == cells.map { [.text(Text(utf8: Array($0.utf8)))] })
    let comment = UInt8(ascii: "#")
    #expect(try rows("v\n# x\na\n#\n\n") { $0.comment = comment } == [[.text("a")], [.text("")]])
    #expect(try table("a,b\n\n1,2\n\n").count == 1)
  }

  @Test(
    "a dialect in which one byte has two meanings is refused",
    arguments: [
      (",", "\"", nil, ",", "the delimiter and the comment character are both a comma"),
      ("\"", nil, nil, nil, "the delimiter and the quote are both a double quote"),
      (";", ";", nil, nil, "the delimiter and the quote are both a semicolon"),
      (",", nil, ",", nil, "the delimiter and the escape are both a comma"),
      (",", "#", nil, "#", "the quote and the comment character are both \"#\""),
      ("\n", nil, nil, nil, "the delimiter is a line end"),
      (",", nil, "\r", nil, "the escape is a line end"),
    ] as [(String, String?, String?, String?, String)])
  func impossible(
    _ delimiter: String, _ quote: String?, _ escape: String?, _ comment: String?, _ problem: String
  ) throws {
    let told = try message("a,b\n1,2\n") {
      $0.delimiter = delimiter.utf8.first
      $0.quote = quote?.utf8.first
      $0.escape = escape?.utf8.first
      $0.comment = comment?.utf8.first
    }
    #expect(told == "t.csv: " + problem)
  }

  @Test("an escape that is the quote doubles quotes")
  func escapeAsQuote() throws {
    let read = try rows("a\n\"x\"\"y\"\n") { $0.escape = UInt8(ascii: "\"") }
    #expect(read == [[.text("x\"y")]])
  }

  @Test(
    "a byte order mark is believed, whatever encoding was asked for, and that is told",
    arguments: ["LATIN1", "UTF-8", "UTF-16BE", "utf_16le", "UTF-16", nil])
  func marks(asked: String?) throws {
    let text = "n\né😀\n"
    let marked: [(name: String, bytes: [UInt8])] = [
      ("UTF-8", [0xEF, 0xBB, 0xBF] + Array(text.utf8)),
      ("UTF-16LE", [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
      ("UTF-16BE", [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
    ]
    for (name, bytes) in marked {
      let options = ReadOptions.with { $0.encoding = asked }
      let read = try RecordInput.read(bytes: bytes, name: "t.csv", options: options).table()
      #expect(read.columns == ["n"])
      #expect(read.texts == [["é😀"]])
      guard let asked else { continue }
      let plain = asked.uppercased().filter { $0 != "-" && $0 != "_" }
      let family = name.hasPrefix("UTF-16") ? "UTF16" : "UTF8"
      let agrees = [family, name.filter { $0 != "-" }].contains(plain)
      let note = ReadNote(.overruledEncoding(asked: asked, mark: name))
      #expect(read.notes.contains(note) == !agrees)
    }
  }
}
