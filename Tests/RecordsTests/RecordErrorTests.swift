import Testing

@testable import Records

@Suite("Reading errors") struct RecordErrorTests {
  @Test("a ragged record names line, record and both numbers, and what would help")
  func ragged() throws {
    #expect(
      try message("id,name,price\n1,Anvil,3.50\n2,Vise\n3,Awl,1\n") == """
        t.csv:3: record 2 has 2 fields, the header has 3
          2,Vise
                ^
          hint: ragged pad fills missing cells, ragged skip leaves such records out; \
        the first lines decided on a comma, delimiter names another
        """)
    #expect(
      try message("a,b\n\n1,2,3\n") == """
        t.csv:3: record 1 has 3 fields, the header has 2
          1,2,3
               ^
          hint: ragged pad keeps further cells, ragged skip leaves such records out; \
        the first lines decided on a comma, delimiter names another
        """)
    #expect(
      try message("a,b\n1\n") { $0.hasHeader = false }
        .hasPrefix("t.csv:2: record 2 has 1 field, the first record has 2\n"))
  }

  @Test("a ragged record says how the delimiter was decided only where it was")
  func givenDelimiter() throws {
    let decided = "the first lines decided on a bar, delimiter names another"
    #expect(try message("a|b\n1\n").hasSuffix(decided))
    #expect(
      try message("a,b\n1,2,3\n") { $0.delimiter = UInt8(ascii: ",") }
        .hasSuffix("leaves such records out; delimiter if this is the wrong one"))
    #expect(
      try message("a\tb\n1\n") { $0.format = .tsv }.hasSuffix("leaves such records out"))
  }

  @Test(
    "a ragged record of several lines names the one where it begins", arguments: ["\n", "\r\n"])
  func raggedLines(end: String) throws {
    let text = ["a,b", "1,2", "3,\"four", "five", "\",6", "7,8", ""].joined(separator: end)
    #expect(
      try message(text) == """
        t.csv:3: record 2 has 3 fields, the header has 2
          3,"four
                 ^
          hint: ragged pad keeps further cells, ragged skip leaves such records out; the first lines decided on a comma, delimiter names another
        """)
  }

  @Test("an unterminated quote names the line where it opened")
  func unterminated() throws {
    #expect(
      try message("a,b\n1,\"two\nthree\n4,5\n") == """
        t.csv:2: this quote is never closed (byte 6, record 1)
          1,"two
            ^
          hint: double a quote inside quotes, or name the escape with escape '\\'; quote none reads all quotes as text
        """)
  }

  @Test("bytes that are no text name line and byte, and the options that help")
  func noText() throws {
    let latin = Array("a\nx\ncaf".utf8) + [0xE9, 0x0A]
    let error = #expect(throws: RecordError.self) {
      try RecordInput.read(bytes: latin, name: "t.csv").table()
    }
    #expect(
      error?.message == """
        t.csv:3: not valid UTF-8 (byte 7, record 2)
          caf\u{FFFD}
             ^
          hint: encoding LATIN1 or encoding WINDOWS-1252 if that is what it is
        """)
    #expect(
      try message("a\nx\u{0}y\n") == """
        t.csv:2: a NUL byte, which no text has (byte 3, record 1)
          x␀y
           ^
          hint: tr -d '\\000' < t.csv > FILE makes a file that can be read
        """)
  }

  @Test("the bytes of a byte order mark are counted")
  func mark() throws {
    #expect(try message("\u{FEFF}a\nx\u{0}y\n").contains("(byte 6, record 1)\n"))
    #expect(try message("\u{FEFF}a\u{0}y\n").contains("(byte 4)\n"))
  }

  @Test("a header's names must be there and differ")
  func names() throws {
    #expect(
      try message("id,name,id\n") == """
        t.csv:1: columns 1 and 3 are both named "id"
          id,name,id
                  ^
          hint: no-header if this is a record, columns id,name,… to name its columns; \
        rename-headers makes names distinct
        """)
    #expect(try message("id,\n1,2\n").hasPrefix("t.csv:1: column 2 has no name\n  id,\n     ^\n"))
  }

  @Test("an unknown key column lists those that exist")
  func unknownColumn() throws {
    #expect(try message("a,b\n1,2\n", key: ["c"]) == "t.csv: no column \"c\"; there are: a, b")
    #expect(try message("", key: ["c"]) == "t.csv: no column \"c\"; there are none")
  }

  @Test("encodings that are unknown or do not fit are told")
  func encodings() throws {
    #expect(
      try message("a\n") { $0.encoding = "KLINGON-8" } == """
        t.csv: the encoding "KLINGON-8" is not known
          hint: iconv -l lists the names
        """)
    #expect(
      try message("a\né\n") { $0.encoding = "ASCII" } == """
        t.csv:2: not valid ASCII (byte 2)
          ‹C3›…
          ^
          hint: encoding names another one if this is not it; iconv -l lists them
        """)
    let undefined = #expect(throws: RecordError.self) {
      try RecordInput.read(
        bytes: Array("a\nx".utf8) + [0xE9, 0x81, 0x0A], name: "t.csv",
        options: .with { $0.encoding = "WINDOWS-1252" })
    }
    let told = undefined?.message.split(separator: "\n").prefix(3).map(String.init)
    #expect(told == ["t.csv:2: not valid WINDOWS-1252 (byte 4)", "  xé‹81›", "    ^"])
    #expect(
      try message("a\n") { $0.encoding = "" }.hasPrefix("t.csv: the encoding \"\" is not known\n"))
  }

  @Test("a long line is shortened around the place")
  func shortened() throws {
    let long = String(repeating: "abcdefghij", count: 20)
    let lines = try message("a,b\n\(long)\"\(long)\u{0}\(long),2\n").split(separator: "\n")
    #expect(
      lines[1] == "  …abcdefghijabcdefghijabcdefghijabcdefghij␀abcdefghijabcdefghijabcdefghi…")
    #expect(lines[2].count == 2 + 1 + 40 + 1)
  }

  @Test(
    "the mark stands below the place in a terminal, and nothing there moves or hides the text",
    arguments: [
      ("日本語", "日本語", 6), ("e\u{301}", "e\u{301}", 1), ("👍", "👍", 2), ("\t", "⇥", 1),
      ("\u{9B}31m", "‹U+009B›31m", 11), ("\u{202E}", "‹U+202E›", 8),
    ])
  func marked(text: String, shown: String, width: Int) throws {
    let lines = try message("a,b\n1,\(text),x\n").split(separator: "\n")
    #expect(lines[1] == "  1,\(shown),x")
    #expect(lines[2] == "  " + String(repeating: " ", count: 2 + width + 2) + "^")
  }

  @Test("the first error in the file is the one, whatever the workers", arguments: [1, 2, 5, 64])
  func first(chunk: Int) throws {
    let text = "a,b\n1,2\n3\n4,\u{0}\n5,6,7\n8,\"9\n"
    for workers in [1, 2, 4] {
      let told = try message(text) {
        $0.chunkSize = chunk
        $0.workers = workers
      }
      #expect(told.hasPrefix("t.csv:3: record 2 has 1 field"))
    }
  }

  @Test("notes are one line each")
  func notes() {
    let notes: [(ReadNote.Kind, String)] = [
      (.sniffedDelimiter(9), "the delimiter is a tab, judging by the first lines"),
      (.sniffedFormat(.jsonl), "the format is jsonl, judging by the content"),
      (.convertedEncoding("UTF-16"), "converted from UTF-16"),
      (.renamedColumns(["a_2", "b_2"]), "column names made distinct: a_2, b_2"),
      (
        .paddedRecords(count: 1, firstLine: 3),
        "1 record padded with absent cells, the first on line 3"
      ),
      (
        .skippedRecords(count: 2, firstLine: 4),
        "2 records left out for their number of cells, the first on line 4"
      ),
      (
        .strayQuotes(count: 1, firstLine: 5),
        "1 cell with stray quotes read as text, the first on line 5; quote none reads all quotes so"
      ),
    ]
    for (kind, text) in notes { #expect(ReadNote(kind).message == text) }
    #expect(
      notes.map { ReadNote($0.0).isWarning } == [false, false, false, true, true, true, true])
  }

  @Test("bytes have names", arguments: [(UInt8(44), "a comma"), (7, "byte 0x07"), (94, "\"^\"")])
  func byteNames(_ byte: UInt8, _ name: String) { #expect(ByteName.of(byte) == name) }
}
