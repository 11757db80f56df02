import Comparing
import Testing

@testable import Reports

@Suite("A table")
struct TableReportTests {
  @Test("names the sections that a record moved between")
  func sections() throws {
    let lines = try text(sectioned(), .table) { $0.width = 60 }.split(separator: "\n")
    #expect(lines.contains { $0.contains("moved") && $0.contains("§ UK") && $0.contains("│ § DE") })
  }

  @Test("has a line for each path inside a value, and marks what came or went as text does")
  func paths() throws {
    let result = try compareJSON(
      #"[{"id":1,"deep":{"in":{"side":{"of":"a"}}},"list":[1,2]}]"#,
      #"[{"id":1,"deep":{"in":{"side":{"of":"b"}}},"list":[2]}]"#)
    let lines = try text(result, .table) { $0.width = 60 }.split(separator: "\n")
    #expect(lines[2] == "  key  column           old              │ new")
    #expect(lines[3] == "~ 1    deep.in.side.of  a                │ b")
    #expect(lines[4] == "       list             - 1              │")
    let added = try text(compareJSON(#"[{"id":1,"l":[1]}]"#, #"[{"id":1,"l":[1,"Z"]}]"#), .table)
    #expect(added.contains(#"│ + "Z""#))
  }

  @Test("paths without room are cut in the middle, and all values are aligned")
  func longPaths() throws {
    let (old, new) = (
      "Republik Österreich im Herzen Europas", "Bundesrepublik Österreich am Meer"
    )
    let result = try compareJSON(
      #"[{"id":1,"translations":{"deu":{"official":"\#(old)"}}}]"#,
      #"[{"id":1,"translations":{"deu":{"official":"\#(new)"}}}]"#)
    for (width, name) in [(120, "translations.deu.official"), (60, "translation…deu.official"), (40, "trans…icial")] {
      let lines = try text(result, .table) { $0.width = width }.split(separator: "\n")
      #expect(lines[3].hasPrefix("~ 1    \(name)  "), "\(lines)")
      let bars = lines[2...3].map { line in line.prefix { $0 != "│" }.count }
      #expect(bars[0] == bars[1] && bars[0] < width)
      #expect(lines[2...3].allSatisfy { $0.count <= width })
    }
  }

  @Test("has no column for the key where whole records are compared")
  func wholeRecords() throws {
    let lines = try text(compare("a\nx\nx\n", "a\ny\ny\n", key: nil), .table).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  column") })
    #expect(lines.contains { $0.hasPrefix("- ") && $0.contains("a: x") })
  }

  @Test("keeps within the terminal's width", arguments: [40, 60, 80, 140])
  func width(_ width: Int) throws {
    let old =
      "id,text\n"
      + (1...9).map { "\($0),\(String(repeating: "old 漢字 ", count: $0 * 3))\n" }.joined()
    let new =
      "id,text\n"
      + (3...12).map { "\($0),\(String(repeating: "new 漢字 ", count: $0 * 3))\n" }.joined()
    let table = try text(compare(old, new), .table) { $0.width = width }
    let rows = table.split(separator: "\n").filter { $0.contains("│") }
    #expect(rows.count == 13)
    for row in rows { #expect(DisplayText(String(row)).width <= width) }
    let bars = Set(
      rows.compactMap { row in row.firstIndex(of: "│").map { DisplayText(String(row[..<$0])).width }
      })
    #expect(bars.count == 1)
  }
}
