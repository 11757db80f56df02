import Platform
import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct LuaPatternTests {
  /// Where a match is, and its captures behind bars.
  private func found(_ pattern: LuaPattern, _ text: String, patience: Int) -> String {
    Array(text.utf8).withBytes { text in
      LuaPatternMatcher.with(pattern, in: text, patience: patience) { matcher in
        guard matcher.findMatch() else { return "none" }
        let own = (0..<pattern.captureCount).map { index in
          pattern.isPosition(index + 1)
            ? "|\(matcher[index + 1].lowerBound + 1)"
            : "|" + String(decoding: text[matcher[index + 1]], as: UTF8.self)
        }
        return "\(matcher[0].lowerBound + 1)-\(matcher[0].upperBound)" + own.joined()
      }
    }
  }

  static let bombs = [
    "(.-)(.-)(.-)(.-)(.-)x", "(.*)(.*)(.*)(.*)(.*)x", "a-a-a-a-a-a-a-x",
    "a?a?a?a?a?a?a?a?a*a*a*a*x",
    "%b(a%b(a%b(a.-x", "((((a*)*)*)*)*x", ".-.-.-.-%dx",
  ]

  @Test("a pattern bomb is decided", arguments: bombs)
  func bomb(spelling: String) throws {
    let text = String(repeating: "a", count: 20_000)
    let comparator = try PatternComparator(Text(spelling))
    #expect(comparator.calls(text, equalTo: text))
    #expect(!comparator.calls(text, equalTo: text + "b"))
    #expect(try ReplaceNormalizer(Text(spelling), with: "").normalized(text) == text)
  }

  @Test("what has failed is not tried again, and nothing else changes for it")
  func memory() throws {
    var random = SeededGenerator.announced("patterns with a memory")
    let pieces = [
      "a", "b", ".", "[ab]", "a*", "b-", ".-", ".*", "a?", "(a*)", "(.-)", "()", "%1", "%f[b]",
      "%bab",
    ]
    for _ in 0..<20_000 {
      let spelling = (0..<Int.random(in: 1..<8, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard let pattern = try? LuaPattern(Text(spelling), function: "test") else { continue }
      let text = String(
        (0..<Int.random(in: 0..<16, using: &random)).map { _ in
          "abc".randomElement(using: &random) ?? "a"
        })
      let usual = found(pattern, text, patience: .max)
      #expect(found(pattern, text, patience: 0) == usual, "\(spelling) in \(text)")
    }
  }

  @Test("a text of any ordinary length is matched")
  func quadratic() throws {
    let text = String(repeating: "a", count: 200_000) + " k=1"
    #expect(try PatternComparator("(%w+)=(%w+)").calls(text, equalTo: text + " "))
    #expect(try ReplaceNormalizer("%w+=", with: "").normalized(text)?.hasSuffix(" 1") == true)
  }

  @Test("what takes too many steps is an error")
  func tooManySteps() throws {
    let text = String(repeating: "ab", count: 2000)
    let comparator = try PatternComparator("(.-)(.-)(.-)%1%2%3x")
    let normalizer = try ReplaceNormalizer("(.-)(.-)(.-)%1%2%3x", with: "")
    let expected = "takes more than 50400000 steps on a text of 4000 bytes"
    let error = #expect(throws: MatchingError.self) {
      try Sample.text(text).withField { old in
        try Sample.text("b").withField { _ = try comparator.areEqual(old, $0) }
      }
    }
    #expect(error?.message == "the pattern '(.-)(.-)(.-)%1%2%3x' \(expected)")
    let other = #expect(throws: MatchingError.self) {
      let buffer = FieldBuffer()
      buffer.setText(text)
      try normalizer.normalize(buffer)
    }
    #expect(other == error)
  }

  @Test("a replacement that grows without end is an error")
  func growth() throws {
    let text = String(repeating: "a", count: 100_000)
    let normalizer = try ReplaceNormalizer("a", with: Text(String(repeating: "%0", count: 1000)))
    let error = #expect(throws: MatchingError.self) {
      let buffer = FieldBuffer()
      buffer.setText(text)
      try normalizer.normalize(buffer)
    }
    #expect(error?.message.hasSuffix("100000 bytes more than 64 times as long") == true)
    #expect(normalizer.normalized("aa")?.utf8.count == 2000)
  }

  @Test("a replacement makes no text more than 64 MiB longer")
  func largeGrowth() throws {
    let normalizer = try ReplaceNormalizer("b", with: Text(String(repeating: "x", count: 70_000)))
    let error = #expect(throws: MatchingError.self) {
      let buffer = FieldBuffer()
      buffer.setText(
        String(repeating: "b", count: 1_000) + String(repeating: "a", count: 1_999_000))
      try normalizer.normalize(buffer)
    }
    #expect(error?.message.hasSuffix("2000000 bytes more than 64M longer") == true)
  }

  @Test("a long text is matched within its budget")
  func longText() throws {
    let text = String(repeating: "word 12 ", count: 100_000)
    let replaced = try ReplaceNormalizer("%s+(%d+)", with: "#%1").normalized(text)
    #expect(replaced == String(repeating: "word#12 ", count: 100_000))
  }

  @Test("random patterns on random bytes never trap")
  func noise() throws {
    var random = SeededGenerator.announced("noise as patterns")
    let pieces = Array("()[]%^$*+-?.abf01z").map(String.init) + ["%b", "%f", "%d", "[^", "é"]
    for _ in 0..<20_000 {
      let spelling = (0..<Int.random(in: 0..<10, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard let pattern = try? LuaPattern(Text(spelling), function: "test") else { continue }
      let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        [0x00, 0x28, 0x29, 0x61, 0x62, 0x30, 0xC3, 0xA9, 0xFF].randomElement(using: &random) ?? 0
      }
      _ = text.withBytes { text in
        LuaPatternMatcher.with(pattern, in: text) { $0.findMatch() }
      }
    }
  }

  @Test("a number is matched as it is spelled")
  func number() throws {
    #expect(try PatternComparator("^%d+").calls(.number("12.5"), equalTo: .text("12")))
    #expect(try PatternComparator("^%d+").calls(.number("1e1"), equalTo: .number("10")))
  }
}
