import RecordDiff
import Testing

@testable import Reports

@Suite("Text")
struct TextReportTests {
  @Test("shows each change with its mark and key, and per column old and new")
  func golden() throws {
    let expected = """
      old.csv → new.csv
      key: id

      - 7  name: Vise, price: 30.00
      > 6  moved: record 4 → 1
      ~ 3  price: 1.00 → 1.20
      + 9  name: Awl, price: 4.10, note: new↵line, colour: red

      1 deleted, 1 inserted, 1 updated, 1 moved, 2 unchanged
      5 → 5 records · 12.0 ms
      columns added: colour

      """
    #expect(try text(tools(), .text) { $0.elapsed = .milliseconds(12) } == expected)
  }

  @Test("has sections as headings, each once")
  func sections() throws {
    let expected = """
      old.csv → new.csv
      key: id · section: country

      § DE
      - 4  country: DE, name: Emmy
      ~ 2  country: UK → DE
           from § UK
      § UK
      ~ 1  name: Ada → Ada L.
      § FR
      + 5  country: FR, name: Sophie

      1 deleted, 1 inserted, 2 updated, 1 moved, 1 unchanged
      sections: 0 deleted, 1 inserted, 0 updated, 0 moved, 2 unchanged
      4 → 4 records
      sections inserted: FR

      """
    #expect(try text(sectioned(), .text) == expected)
  }

  @Test("says that nothing differs")
  func empty() throws {
    let same = "id,a\n1,x\n"
    let expected = "old.csv → new.csv\nkey: id\n\nno differences\n1 → 1 record\n"
    #expect(try text(compare(same, same), .text) == expected)
  }

  @Test("without a key hints at probe, and shows whole records")
  func hint() throws {
    let result = try text(compare("id,a\n1,x\n", "id,a\n1,y\n", key: nil), .text)
    #expect(result.contains("- id: 1, a: x\n"))
    #expect(result.contains("lunadiff probe finds columns"))
  }

  @Test("says how many changes the limit leaves out")
  func limit() throws {
    let result = try text(tools(), .text) { $0.limit = 1 }
    #expect(result.contains("- 7  name: Vise, price: 30.00\n… and 3 more\n"))
  }

  @Test("shows only the kinds asked for")
  func show() throws {
    let result = try text(tools(), .text) { $0.show = [.updated] }
    #expect(result.split(separator: "\n").filter { "-+>~".contains($0.prefix(1)) }.count == 1)
  }

  @Test("gives examples of duplicates")
  func duplicates() throws {
    let result = try text(compare("id,a\n1,x\n1,y\n", "id,a\n1,x\n"), .text)
    #expect(result.contains("duplicates: 1 key occurs more than once in old: 1 (records 1, 2)\n"))
  }

  @Test("has no escape without colour, and only its own with it", arguments: [false, true])
  func escapes(color: Bool) throws {
    let evil = "\u{1B}[31mred\u{1B}]0;title\u{7}\u{9B}2J\u{202E}txt\r\n\u{200B}"
    let comparison = try compare(
      "id,\u{1B}[2Ja\n1,\"\(evil)\"\n", "id,\u{1B}[2Ja\n1,\"x\(evil)\"\n\"\(evil)\",\"\(evil)\"\n",
      names: ("old\u{1B}[1m.csv", "new\n.csv"))
    for format in [ReportFormat.text, .summary] {
      let result = try text(comparison, format) { $0.color = color }
      let own = result.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      let bad = own.unicodeScalars.filter {
        $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value))
          || $0 == "\u{202E}" || $0 == "\u{200B}"
      }
      #expect(bad.isEmpty)
      #expect(result.contains("\u{1B}") == color)
      #expect(!result.contains("\u{1B}[31mred"))
    }
  }

  @Test("uses the sixteen colours")
  func colours() throws {
    let result = try text(tools(), .text) { $0.color = true }
    #expect(result.contains("\u{1B}[33m~\u{1B}[0m \u{1B}[1m3\u{1B}[0m  \u{1B}[2mprice: \u{1B}[0m"))
    #expect(
      result.contains("\u{1B}[31m1.00\u{1B}[0m\u{1B}[2m → \u{1B}[0m\u{1B}[32m1.20\u{1B}[0m\n"))
  }

  @Test("stays within the width", arguments: [40, 60, 100, 200])
  func widths(width: Int) throws {
    let long = String(repeating: "long ", count: 60)
    let comparison = try compare(
      "id,a,漢字\n1,\(long)x,\(String(repeating: "漢", count: 90))\n2,b,c\n",
      "id,a,漢字\n1,\(long)y,z\n3,\(long),\(long)\n\(long)k,\(long),\n")
    let lines = try text(comparison, .text) { $0.width = width }.split(separator: "\n")
    for line in lines.dropFirst().dropLast(2) { #expect(DisplayText(String(line)).width <= width) }
  }

  @Test("shows the place where long values begin to differ")
  func window() throws {
    let same = String(repeating: "abcdefgh", count: 30)
    let comparison = try compare("id,a\n1,\(same)old\n", "id,a\n1,\(same)new\n")
    let result = try text(comparison, .text) { $0.width = 60 }
    #expect(result.contains("abcdefghold → …"))
    #expect(result.contains("abcdefghnew\n"))
  }

  @Test("tells text from other types, null from empty and absent")
  func odd() throws {
    let comparison = try compareJSON(
      #"[{"id":1,"a":"1","b":null,"c":"","d":" x "}]"#,
      #"[{"id":1,"a":1,"b":"","d":"x"}, {"id":2,"c":3}]"#)
    let result = try text(comparison, .text)
    #expect(result.contains(#"a: "1" → 1"#))
    #expect(result.contains(#"b: null → """#))
    #expect(result.contains(#"c: "" → (absent)"#))
    #expect(result.contains("d: ·x· → x"))
  }

  @Test("cuts huge values and holds none of them whole")
  func huge() throws {
    let huge = String(repeating: "y", count: 3_000_000)
    let result = try text(compare("id,a\n1,x\n", "id,a\n1,\(huge)\n"), .text)
    #expect(result.utf8.count < 2000)
  }
}

@Suite("Summary")
struct SummaryReportTests {
  @Test("has counts, columns, and how each column changed")
  func golden() throws {
    let comparison = try compare(
      "id,price,state,note,old\n1,1.00,draft,a,\n2,2.00,draft,,\n3,3.00,final,c,\n4,4,final,,\n",
      "id,price,state,note,new\n1,1.10,final,,\n2,2.20,final,x,\n3,2.50,draft,c,\n4,4,final,,\n")
    let expected = """
      old.csv → new.csv
      key: id

      0 deleted, 0 inserted, 3 updated, 0 moved, 1 unchanged
      4 → 4 records
      columns removed: old
      columns added: new

      updated column   changed     share   typically
      price                  3   100.0 %   +0.1 (-0.5 to +0.2)
      state                  3   100.0 %   draft → final ×2
      note                   2    66.7 %   1 filled; 1 emptied

      """
    #expect(try text(comparison, .summary) == expected)
  }
}
