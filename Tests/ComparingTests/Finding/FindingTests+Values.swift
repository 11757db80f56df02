import Records
import Testing

@testable import Analysis
@testable import Comparing

/// What was planted in values and names of columns and in which records there are, and is found.
extension FindingTests {
  @Test("several values that became one, in a column and of another column")
  func oneValue() throws {
    #expect(try findings(changing(1) { _, _ in "Unknown" }).map(\.cause) == [.unified(.text("Unknown"))])
    let copied = try findings(Self.rows.map { row in [row[0], row[5]] + row.dropFirst(2) })
    #expect(copied.map(\.cause) == [.copied] && copied.map(\.columns) == [["name", "note"]])
  }

  @Test("two columns in each other's place")
  func swapped() throws {
    let found = try findings(Self.rows.map { [$0[0], $0[5], $0[2], $0[3], $0[4], $0[1]] })
    #expect(found.first?.cause == .swapped, "\(found)")
    #expect(found.first?.columns == ["name", "note"] && found.first?.changes == 40)
  }

  @Test(
    "dates that are days and hours later", arguments: [("2026-03-", "", 86_400), ("2026-03-01T", ":30:00Z", 3_600)])
  func later(start: String, end: String, seconds: Int) throws {
    let old = changing(4) { number, _ in "\(start)\(number % 9 + 10)\(end)" }
    let found = try findings(changing(4) { number, _ in "\(start)\(number % 9 + 11)\(end)" }, from: old)
    #expect(found.map(\.cause) == [.later(seconds: seconds)])
    #expect(found.map(\.changes) == [40])
  }

  @Test("UTF-8 that was read as Latin-1 or Windows-1252, which is no code for what it was", arguments: [false, true])
  func misread(isWindows: Bool) throws {
    let towns = ["Köln", "Łódź", "Zürich", "São Paulo", "“Ely”"]
    let marks = ["“": "â€œ", "”": "â€\u{9D}", "Ł": "Å\u{81}", "ź": "Åº", "ö": "Ã¶", "ó": "Ã³", "ü": "Ã¼", "ã": "Ã£"]
    func misread(_ text: String) -> String {
      isWindows
        ? text.map { marks["\($0)"] ?? "\($0)" }.joined()
        : String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }
    let old = changing(1) { number, _ in towns[number % 5] }
    let new = changing(1) { number, _ in misread(towns[number % 5]) }
    #expect(try findings(new, from: old).map(\.cause) == [.misread])
    func learnt() throws -> LearntRules {
      func text(_ rows: [[String]]) -> String {
        (["id,name"] + rows.map { "\($0[0]),\($0[1])" }).joined(separator: "\n")
      }
      return try Learner.learn(
        source: table(text(old), name: "old.csv"), target: table(text(new), name: "new.csv"), plan: plan(key: "id"))
    }
    #expect(try learnt().rules.isEmpty)
  }

  @Test("what the records that came or went have in common: the end of the input, or a value")
  func absent() throws {
    #expect(try findings(Array(Self.rows.dropLast(12))).map(\.cause) == [.end(.source, isLast: true)])
    #expect(
      try findings(Self.rows, from: Array(Self.rows.dropFirst(12))).map(\.cause) == [.end(.target, isLast: false)])
    let found = try findings(Self.rows.filter { $0[3] != "DE" })
    #expect(found.map(\.cause) == [.shared(.source, .text("DE"), all: 10)])
    #expect(found.map(\.changes) == [10] && found.map(\.total) == [10])
  }

  @Test("blanks and words for nothing where there was nothing are noise, and fill nothing")
  func wordsForNothing() throws {
    let empty = changing(5) { _, _ in "" }
    for word in ["N/A", "\u{A0}"] {
      let found = try findings(changing(5) { _, _ in word }, from: empty)
      #expect(found.allSatisfy { $0.cause != .filled }, "\(found)")
    }
  }

  @Test("columns that have no partner on either side, where they are many")
  func unjoined() throws {
    let found = try findings(
      Self.rows.map { row in row.enumerated().map { $0 == 0 ? $1 : "<\($1)>" } },
      newHeader: ["id"] + "abcde".map(String.init))
    #expect(found.map(\.cause) == [.unjoined(new: 5)])
    #expect(found.map(\.changes) == [5] && found.map(\.total) == [6])
    let renamed = try findings(Self.rows, newHeader: ["id"] + Self.header.dropFirst().map { $0 + "s" })
    #expect(renamed.allSatisfy { $0.cause != .unjoined(new: 5) }, "\(renamed)")
  }

  @Test("a column of many new ones that has the values of one that is gone, and not one that has some of them")
  func renamedAmongMany() throws {
    let others = (1...30).map { "other \($0)" }
    let news = Self.rows.enumerated().map { number, row in
      row.dropLast() + others.indices.map { $0 == 3 && number < 25 || $0 == 29 ? row[5] : "\(number) \($0)" }
    }
    let found = try findings(news.map { Array($0) }, newHeader: Self.header.dropLast() + others)
    #expect(found.first?.cause == .renamed(to: "other 30", ofPairs: 40), "\(found)")
  }
}
