import Testing

@testable import Records

@Suite("Headers that are none") struct CSVHeaderTests {
  @Test(
    "a first line with values among its names is told to look like a record",
    arguments: [
      ("1,Ann,5\n2,Bob,7\n", 1), ("Ann,2024-05-31\nBob,2024-06-01\n", 2),
      ("Ann,ann@example.org\nBob,bob@example.org\n", 2), ("a,-3.5e7\n", 2),
      ("x,1987\ny,1991\n", 2), ("7\n8\n", 1),
    ])
  func records(_ text: String, _ column: Int) throws {
    let notes = try table(text).notes.map(\.kind)
    let names = try table(text).columns
    #expect(notes.contains(.recordAsHeader(column: column, name: names[column - 1])))
  }

  @Test(
    "names that only count, or stand above values, are names",
    arguments: [
      "country,2019,2020,2021\nFrance,1,2,3\n", "country,2020\nFrance,5\n",
      "id,5\n1,2\n2,3\n", "name,1/22/20,1/23/20,1/24/20\nx,1,2,3\n", "id,name\n1,a\n",
      "0,1,2,3\na,b,c,d\n", "a,b\n",
    ])
  func names(_ text: String) throws {
    #expect(try table(text).notes.filter(\.isWarning).isEmpty)
  }

  @Test("without a header, or with names given, no first line is suspected")
  func noHeader() throws {
    #expect(try table("1,2.5\n") { $0.hasHeader = false }.notes.filter(\.isWarning).isEmpty)
    #expect(try table("1,2.5\n") { $0.columnNames = ["a", "b"] }.notes.filter(\.isWarning).isEmpty)
  }

  @Test(
    "columns that are given name those of a text without a header, in every part of it",
    arguments: [1, 5, 1000])
  func columns(chunk: Int) throws {
    let read = try table("1,Ann\n2,Bob\n", key: ["id"]) {
      $0.columnNames = ["id", "name"]
      $0.chunkSize = chunk
    }
    #expect(read.columns == ["id", "name"])
    #expect(read.texts == [["1", "Ann"], ["2", "Bob"]])
    #expect(try table("") { $0.columnNames = ["id"] }.columns == ["id"])
  }

  @Test("columns that do not fit are refused")
  func wrongColumns() throws {
    let given = { (names: [String]) in try message("1,Ann\n2,Bob\n") { $0.columnNames = names } }
    #expect(try given(["id"]).hasPrefix("t.csv:1: record 1 has 2 fields, columns names 1\n"))
    #expect(try given(["id", "id"]) == "t.csv: columns has two columns named \"id\"")
    #expect(try given(["id", ""]) == "t.csv: columns has a column without a name")
    #expect(try given([]) == "t.csv: columns has no name")
  }

  @Test(
    "titles above the header are named with the lines to skip, and skipping them works",
    arguments: [
      ("Report 2024\nid,name\n1,a\n2,b\n", 1), ("Title\n\nid;name\n1;x\n2;y\n", 2),
      ("Sales,,\n,,\nid,name,n\n1,a,2\n", 2), ("# by hand\r\n# v2\r\nid,n\r\n1,2\r\n", 2),
      ("Sales, 2024\nid,name,n\n1,a,2\n2,b,3\n", 1),
    ])
  func titles(_ text: String, _ lines: Int) throws {
    let told = try message(text)
    #expect(told.contains("hint: skip-lines \(lines) leaves out what stands above the header"))
    #expect(told.contains("and so does comment '#'") == text.hasPrefix("#"))
    let read = try table(text) { $0.skipLines = lines }
    #expect(read.columns.first == "id")
    #expect(read.notes.filter(\.isWarning).isEmpty)
  }

  @Test(
    "a header of too few names is no title",
    arguments: ["a,b\n\n1,2,3\n", "a\n1,2\n3,4\n", "a,b\nx,y,z\nu,v,w\n"])
  func noTitles(_ text: String) throws {
    #expect(try !message(text).contains("skip-lines"))
  }

  @Test("where skipping ragged records leaves nothing, that is an error with the way out")
  func nothingLeft() throws {
    #expect(
      try message("Report 2024\nid,name\n1,a\n") { $0.ragged = .skip } == """
        t.csv: ragged skip left out all 2 records: the header has 1
          hint: skip-lines 1 leaves out what stands above the header
        """)
    #expect(
      try message("Report\n\nid,name\n1,a\n") { $0.ragged = .skip }
        .contains("hint: skip-lines 2 leaves out"))
    #expect(
      try message("a,b\n1\n") { $0.ragged = .skip } == """
        t.csv: ragged skip left out the only record: the header has 2
          hint: the first lines decided on a comma, delimiter names another
        """)
  }

  @Test("where lenient reading lets most records through, titles are told")
  func titleNote() throws {
    let read = try table("Report 2024\nid,name\n1,a\n") { $0.ragged = .pad }
    #expect(read.notes.contains(ReadNote(.titleLines(1))))
  }

  @Test("lines to skip must be there", arguments: [3, 99, Int.max])
  func skipping(lines: Int) throws {
    let told = try message("a\n1\n2") { $0.skipLines = lines }
    #expect(told == "t.csv: skip-lines \(lines) leaves nothing: there are 3 lines")
  }
}
