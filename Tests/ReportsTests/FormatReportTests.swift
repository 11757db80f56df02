import Foundation
import Comparing
import TestSupport
import Testing

@testable import Reports

@Suite("CSV of changes")
struct CSVReportTests {
  @Test("has a row for each deleted and inserted record, even of records that are only a key")
  func keysAlone() throws {
    let comparison = try compare("user,role\n1,a\n1,b\n2,a\n", "user,role\n1,a\n2,a\n2,b\n", key: ["user", "role"])
    let expected = """
      kind,user,role,column,old,new,old_record,new_record
      deleted,1,b,,,,2,
      inserted,2,b,,,,,3

      """
    #expect(try text(comparison, .csv) == expected)
  }

  @Test("has at the end the columns that tell which record it is, whatever they are called")
  func context() throws {
    let lines = try text(tools(), .csv) { $0.context = ["name", "id"] }.split(separator: "\n")
    #expect(lines.first == "kind,id,column,old,new,old_record,new_record,name,with id")
    #expect(lines.contains("updated,3,price,1.00,1.20,2,3,Saw,3"))
    #expect(lines.contains("moved,6,,,,4,1,Screws,6"))
  }

  @Test(
    "keeps a spreadsheet from taking text for a formula, and leaves numbers alone",
    arguments: [
      ("=1+1", "\"'=1+1\""), ("@SUM(A1)", "\"'@SUM(A1)\""), ("-1.5", "-1.5"), ("+2", "+2"),
      ("-1+cmd", "\"'-1+cmd\""), ("\t=1", "\"'\t=1\""), ("a=1", "a=1"),
      ("=\"x\"", "\"'=\"\"x\"\"\""),
    ])
  func formulas(value: String, cell: String) throws {
    let quoted = "\"" + value.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    let comparison = try compare("id,a\n1,x\n", "id,a\n1,\(quoted)\n")
    #expect(try text(comparison, .csv).contains("updated,1,a,x,\(cell),1,1\n"))
    let verbatim = try text(comparison, .csv) { $0.escapesFormulas = false }
    #expect(!verbatim.contains("'"))
  }

  @Test("in CSV no two columns have one name, whatever the key's are called")
  func csvNames() throws {
    let comparison = try compare(
      "kind,old,v\n1,2,x\n", "kind,old,v\n1,2,y\n", key: ["kind", "old"])
    #expect(try text(comparison, .csv).hasPrefix("kind,key kind,key old,column,old,new,"))
  }

  @Test("is UTF-8 even of half a UTF-16 pair, which is written as in JSON")
  func surrogates() throws {
    let comparison = try compareJSON(
      #"[{"id":1,"a":"\udbff\"\ud7ff"},{"id":2,"a":"x"}]"#,
      #"[{"id":1,"a":"\ud800, 한"},{"id":2,"a":"=\udfff"}]"#)
    let bytes = try report(comparison, .csv)
    let text = try #require(String(validating: bytes, as: UTF8.self))
    #expect(text.contains(#"updated,1,a,"\udbff""\#u{D7FF}","\ud800, 한",1,1"#))
    #expect(text.contains(#"updated,2,a,x,"'=\udfff",2,2"#))
  }

  @Test("reads back as a table with a row for each change of value and of a column")
  func readable() throws {
    let again = try compare("kind\n", text(tools(), .csv), key: ["kind"])
    #expect(again.target.count == 10)
  }
}

@Suite("Markdown")
struct MarkdownReportTests {
  @Test("text has an entity for what would be markup where it stands, and for nothing else")
  func entities() {
    var random = SeededGenerator.announced("text for Markdown")
    let letters = Array("abw1 -+.,:;/()'\"%?!=^{}]>_#*[<&|~$@`\\é→")
    for _ in 0..<2_000 {
      let text = String((0..<8).compactMap { _ in letters.randomElement(using: &random) })
      let escaped = MarkdownText.escaped(text)
      let back = escaped.replacing(/&#(\d+);/) { match in
        String(UInt32(match.1).flatMap(Unicode.Scalar.init).map(Character.init) ?? "?")
      }
      #expect(back == text)
      let entities = escaped.matches(of: /&#(\d+);/).compactMap { UInt32($0.1) }
        .compactMap(Unicode.Scalar.init).map(Character.init)
      #expect(entities.allSatisfy { "_#*[<&|~$@`\\:.".contains($0) }, "\(text) \(escaped)")
      let plain = escaped.replacing(/&#\d+;/, with: "é")
      #expect(!plain.contains { "*[<&|~$@`\\".contains($0) })
      #expect(plain.firstMatch(of: /(^|[^\p{L}\d])_|_([^\p{L}\d]|$)/) == nil, "\(text) \(escaped)")
      #expect(plain.firstMatch(of: /(^| )#|#\d/) == nil, "\(text) \(escaped)")
    }
  }

  @Test(
    "text has no address that Markdown makes a link of",
    arguments: ["see https://evil.example/x", "HTTP://x.org", "ftp://x.org", "www.evil.example", "(WWW.x.org)"])
  func addresses(text: String) {
    let escaped = MarkdownText.escaped(text)
    #expect(!escaped.contains("://") && !escaped.lowercased().contains("www."))
    #expect(MarkdownText.escaped("12:30, a:/b, v1.0 w.w") == "12:30, a:/b, v1.0 w.w")
  }

  @Test(
    "names of columns, files and flags are as they are",
    arguments: [
      "ISO3166-1-Alpha-3", "exported_at", "2026-11-22", "--ignore-order", "a->b", "100%", "C#",
      "St. John's (old)", "x = 1; y != 2", "données_brutes",
    ])
  func names(name: String) { #expect(MarkdownText.escaped(name) == name) }

  @Test("has a table of the records that moved")
  func moves() throws {
    let table = "| Key | From | To |\n|:--|:--|:--|\n| `6` | record 4 | record 1 |\n"
    #expect(try text(tools(), .markdown).contains("<summary>Moved (1)</summary>\n\n" + table))
  }

  @Test("has a column for each that tells which record it is")
  func context() throws {
    let result = try text(tools(), .markdown) { $0.context = ["name", "price"] }
    #expect(result.contains("| Key | `name` | `price` | Column | Old | New |\n"))
    #expect(result.contains("| `3` | `Saw` | `1.20` | `price` | `1.00` | `1.20` |\n"))
    #expect(result.contains("| `6` | `Screws` | `3.10` | record 4 | record 1 |\n"))
  }

  @Test("shows of long values what differs")
  func excerpts() throws {
    let same = String(repeating: "abcdefgh ", count: 50)
    let comparison = try compare("id,a\n1,\(same)old \(same)\n", "id,a\n1,\(same)new \(same)\n")
    let result = try text(comparison, .markdown)
    #expect(result.contains("abcdefgh old abcdefgh") && result.contains("abcdefgh new abcdefgh"))
  }

  @Test("lets no value become markup, a mention or another cell")
  func injection() throws {
    let evil = "<img src=x> | `a` \\| @all **b** [c](d) #1 \n| x |"
    let name = "a|b <script>"
    let comparison = try compare(
      "id,\(name)\n1,x\n", "id,\(name)\n1,\"\(evil)\"\n\"\(evil)\",@all\n",
      names: ("<b>|old", "new`"))
    let result = try text(comparison, .markdown)
    #expect(!result.contains("<img") && !result.contains("<script") && !result.contains("<b>"))
    for line in result.split(separator: "\n") where line.hasPrefix("| ") {
      let columns = line.filter { $0 == "|" }.count - 1
      #expect(columns == 4 || columns == 2, "\(line)")
    }
    #expect(result.contains("`@all`"))
  }

  @Test("stays below the size of a comment and says how much is left out")
  func bounded() throws {
    let rows = (0..<3000).map { "\($0),\(String(repeating: "word ", count: 30))" }
    let old = "id,a\n" + rows.joined(separator: "\n")
    let new = "id,a\n" + rows.map { $0 + "x" }.joined(separator: "\n") + "\nnew,1\n"
    let result = try text(compare(old, new), .markdown)
    #expect(result.utf8.count < 65_000)
    #expect(result.contains("<summary>Updated (3,000)</summary>"))
    #expect(result.contains("<summary>Inserted (1)</summary>"))
    #expect(result.contains("… and 2,"))
    #expect(result.hasSuffix("</details>\n"))
  }
}

@Suite("JUnit XML")
struct JUnitReportTests {
  @Test("has a test case for each kind that is shown, the changes of one in a failure, and the time in seconds")
  func cases() throws {
    let result = try text(compare("id,a\n1,x\n", "id,a\n1,<y>\n"), .junit) {
      $0.show = [.updated, .inserted]
      $0.elapsed = .milliseconds(1250)
    }
    #expect(result.contains(#"tests="3" failures="1" errors="0" skipped="0" time="1.250">"#))
    #expect(result.contains("message=\"1 record updated\">~ 1  a: x → &lt;y&gt;\n</failure>"))
  }

  @Test("is well-formed whatever the data hold")
  func wellFormed() throws {
    let evil = "\u{1}\u{1B}]]>&<\"'\u{FFFE}\u{7F}\u{85}😀"
    let comparison = try compare(
      "id,a\n1,x\n", "id,a\n1,\"\(evil.replacingOccurrences(of: "\"", with: "\"\""))\"\n",
      names: (evil, "new.csv"))
    let parser = XMLChecker(try report(comparison, .junit))
    #expect(parser.problem == nil)
    #expect(parser.failures == ["1 record updated"])
  }
}

/// Checks with what the tests have at hand: a scanner for elements, attributes, entities and legal characters.
private struct XMLChecker {
  private(set) var problem: String?
  private(set) var failures: [String] = []

  init(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      problem = "not UTF-8"
      return
    }
    let illegal = text.unicodeScalars.first {
      ($0.value < 0x20 && $0 != "\n") || $0.value & 0xFFFE == 0xFFFE
    }
    if let illegal { problem = "illegal character \(illegal.value)" }
    var open: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      if rest[..<start].contains("]]>") { problem = "]]> in text" }
      guard let end = rest[start...].firstIndex(of: ">") else { break }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
      if tag.hasPrefix("/") {
        if open.popLast() != String(tag.dropFirst()) { problem = "unbalanced \(tag)" }
      } else {
        open.append(String(tag.prefix { $0 != " " }))
        if let match = tag.firstMatch(of: #/message="([^"<]*)"/#) {
          failures.append(String(match.1))
        }
      }
    }
    if !open.isEmpty { problem = "open \(open)" }
    if text.firstMatch(of: #/&(?!(amp|lt|gt|quot|#39);)/#) != nil { problem = "stray ampersand" }
  }
}
