import Comparing
import Testing

@testable import Reports

@Suite("Text")
struct TextReportTests {
  @Test("says how long the comparison took")
  func elapsed() throws {
    let result = try text(tools(), .text) { $0.elapsed = .milliseconds(12) }
    #expect(result.contains("\n5 → 5 records · 12.0 ms\n"))
  }

  @Test("values that differ are never grouped, even if a finding explains all of them")
  func ways() throws {
    let comparison = try compare(
      "id,name,size\n" + (1...30).map { "\($0),NAME \($0),1\n" }.joined(),
      "id,name,size\n" + (1...30).map { "\($0),name \($0),2\n" }.joined())
    let lines = try text(comparison, .text).split(separator: "\n").map(String.init)
    #expect(lines.count { $0.contains("size: 1 → 2") } == 1 && lines.contains { $0.hasPrefix("~ in 30 records") })
    for id in 1...30 { #expect(lines.contains { $0.hasSuffix("name: NAME \(id) → name \(id)") }) }
  }

  @Test("a long report begins with counts and findings, and ends with the counts; its lines are those of a short one")
  func longReports() throws {
    let rows = (1...40).map { "\($0),x\n" }.joined()
    let comparison = try compare("id,a\n", "id,a\n" + rows)
    func lines(_ longest: Int?) throws -> [Substring] {
      try text(comparison, .text) { $0.longest = longest }.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let (short, long) = (try lines(nil), try lines(20))
    #expect(try lines(short.count + 1) == short)
    let counts: Substring = "0 updated, 0 deleted, 40 inserted, 0 moved, 0 unchanged"
    #expect(long.firstIndex(of: counts) == 3 && long.dropLast().last == counts)
    #expect(short.dropLast(2).firstIndex(of: counts) ?? 0 > 40)
    #expect(Set(long) == Set(short) && long.count == short.count + 2)
  }

  /// A table whose records stand in the opposite order, some changed.
  private func reversed(_ count: Int) throws -> Comparison {
    func table(_ numbers: some Sequence<Int>, _ value: String) -> String {
      "id,v\n" + numbers.map { "\($0),\($0 == 2 ? value : "")\n" }.joined()
    }
    return try compare(table(1...count, "a"), table((1...count).reversed(), "b"))
  }

  @Test("counts more than 20 records that only moved, unless kinds or a limit are asked for")
  func moves() throws {
    func lines(_ count: Int, change: (inout ReportOptions) -> Void = { _ in }) throws -> [Substring] {
      try text(reversed(count), .text) {
        $0.countsMoves = "such lists them"
        $0.findings = false
        change(&$0)
      }.split(separator: "\n")
    }
    func listed(_ lines: [Substring]) -> Int { lines.count { $0.hasPrefix("> ") } }
    let few = try lines(21)
    #expect(listed(few) <= 20 && !few.contains { $0.contains("records moved") })
    let many = try lines(60)
    #expect(listed(many) == 0)
    let said = many.filter { $0.contains(" records moved; such lists them") }
    #expect(said.count == 1)
    #expect(many.contains { $0.hasPrefix("~ 2 ") })
    let all = try lines(60) { $0.countsMoves = nil }
    #expect(said.first.map { $0.hasPrefix("\(listed(all)) ") } == true)
    #expect(listed(try lines(60) { $0.show = [.moved] }) >= listed(all))
    #expect(listed(try lines(60) { $0.limit = 30 }) == 30)
    let markdown = try text(reversed(60), .markdown) { $0.countsMoves = "" }
    #expect(markdown.contains("\n\(listed(all)) more records moved\n"))
    #expect(!markdown.contains("Moved ("))
  }

  @Test("breaks what it says below the changes between words", arguments: [40, 60, 80])
  func footers(width: Int) throws {
    let whole = try text(reversed(4), .text)
    let narrow = try text(reversed(4), .text) { $0.width = width }
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= width })
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(narrow) == words(whole))
  }

  @Test("without a key hints at probe, and shows whole records")
  func hint() throws {
    let result = try text(compare("id,a\n1,x\n1,x\n", "id,a\n1,y\n", key: nil), .text)
    #expect(result.contains("- id: 1, a: x\n"))
    #expect(
      result.contains("key COLUMNS names one, lunadiff probe tries some, lunadiff learn those of other names or forms"))
  }

  @Test("has room for keys that grow, whatever sections and kinds they are of")
  func growingKeys() throws {
    let rows = (1...1200).map { "\($0),\($0)\n" }.joined()
    let comparison = try compare("id,a\n", "id,a\n" + rows)
    let lines = try text(comparison, .text).split(separator: "\n").filter { $0.hasPrefix("+") }
    #expect(lines.count == 1200)
    #expect(lines.allSatisfy { $0.prefix(8).dropFirst(6) == "  " && $0.dropFirst(8).first == "a" })
  }

  @Test("a key longer than those around it shifts its own values alone")
  func longKey() throws {
    let rows = (1...3000).map { "\($0 == 1501 ? "1501-special" : "\($0)"),x\n" }.joined()
    let result = try text(
      compare("id,a\n" + rows, "id,a\n" + rows.replacing("x", with: "y")), .text
    ) { $0.groups = false }
    #expect(result.contains("~ 1500  a: x → y\n~ 1501-special  a: x → y\n~ 1502  a: x → y\n"))
  }

  @Test("has a column beside what changed that is gone now")
  func context() throws {
    let removed = try text(
      compare("id,a,note\n1,x,n\n", "id,a\n1,y\n"), .text
    ) { $0.context = ["note"] }
    #expect(removed.contains("a: x → y  (note: n)\n"))
  }

  @Test(
    "a context column that neither side has is an error in every format",
    arguments: ReportFormat.allCases)
  func unknownContext(format: ReportFormat) throws {
    let error = #expect(throws: ComparisonError.self) {
      try text(tools(), format) { $0.context = ["nmae"] }
    }
    #expect(error?.description.hasPrefix("unknown column 'nmae'; did you mean 'name'?") == true)
  }

  @Test(
    "marks the words that differ",
    arguments: [
      ("Bench vise", "Bench vice", "Bench [vise] → Bench [vice]"),
      ("Ada", "Ada L.", "Ada → Ada[ L.]"),
      ("1.00 USD", "1.20 USD", "[1.00] USD → [1.20] USD"),
      ("one two", "three four", "[one two] → [three four]"),
      ("2024-01-15", "2024-02-15", "2024-[01]-15 → 2024-[02]-15"),
      ("an old cat sat", "a new cat sat", "[an old] cat sat → [a new] cat sat"),
      ("x", "", "[x] → [\"\"]"),
    ])
  func words(old: String, new: String, expected: String) throws {
    let comparison = try compare("id,a\n1,\(old)\n", "id,a\n1,\(new)\n")
    let result = try text(comparison, .text) { $0.color = true }
    let marked = result.replacing("\u{1B}[31m", with: "[").replacing("\u{1B}[32m", with: "[")
      .replacing("\u{1B}[2m → \u{1B}[0m", with: " → ").replacing("\u{1B}[0m", with: "]")
    #expect(marked.contains("a: ]\(expected)\n"))
  }

  @Test(
    "makes white space visible where nothing else differs",
    arguments: [
      ("a b", "a  b", "a·b → a··b"), ("a b c", "a b  c", "a b·c → a b··c"),
      ("ab", "a b", "ab → a·b"),
      ("a b", "a\u{A0}b", "a·b → a‹U+00A0›b"), ("a b", "a\tb", "a·b → a⇥b"), ("a", "a ", "a → a·"),
      ("a b", "a  c", "a b → a  c"),
    ], [false, true])
  func whiteSpace(values: (old: String, new: String, expected: String), color: Bool) throws {
    let comparison = try compare("id,a\n1,\(values.old)\n", "id,a\n1,\(values.new)\n")
    let result = try text(comparison, .text) { $0.color = color }
    let plain = result.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(plain.contains("a: \(values.expected)\n"))
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

  @Test("puts what differs in the middle, however far it is", arguments: [40, 4000, 400_000])
  func farWindow(words: Int) throws {
    let same = String(repeating: "ä word ", count: words)
    let comparison = try compare("id,a\n1,\(same)old \(same)\n", "id,a\n1,\(same)new \(same)\n")
    let result = try text(comparison, .text) { $0.width = 80 }
    #expect(result.contains("word old ä word") && result.contains("word new ä word"))
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
  @Test("zeros in front mark codes, which have no typical difference")
  func codes() throws {
    func table(_ values: [String]) -> String { "id,v\n" + values.enumerated().map { "\($0),\($1)\n" }.joined() }
    let old = table(["030123", "030124", "130125"])
    #expect(!(try text(compare(old, table(["030999", "030124", "130129"])), .summary)).contains("+"))
    #expect(try text(compare(old, table(["030123", "030124", "130129"])), .summary).contains("+4"))
  }

  @Test("a list of accepted differences that several tables share is not noted where it has no entry")
  func sharedAcceptance() throws {
    let comparison = try compare("id,v\n1,a\n", "id,v\n1,b\n")
    for isShared in [true, false] {
      let list = AcceptedList(name: "list", [], table: "new.csv", isShared: isShared)
      let report = try text(comparison.accepting(list, today: "2026-11-25"), .text)
      #expect(report.contains("note: list") != isShared)
    }
  }
}
