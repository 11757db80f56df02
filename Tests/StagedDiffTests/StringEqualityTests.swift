import Testing

@testable import StagedDiff

@Suite("Strings compared in place")
struct StringEqualityTests {
  /// Short and long, composed and decomposed, some with scalars that stand for ASCII ones.
  private static let texts: [String] = {
    let stems = [
      "", "e", "e\u{301}", "\u{E9}", "K", "\u{212A}", ";", "\u{37E}", "`", "\u{1FEF}", "\r\n", "\n",
      "A\u{30A}", "\u{C5}", "\u{212B}", "q\u{307}\u{323}", "q\u{323}\u{307}", "한",
      "\u{1112}\u{1161}\u{11AB}", "日本語", "👩‍👩‍👧",
    ]
    let rests = [
      "", "x", "\u{301}", "seven b", "eight by", "nine byte", "a text of more than sixteen",
    ]
    return stems.flatMap { stem in rests.flatMap { [stem + $0, $0 + stem] } }
  }()

  private func areEqual(_ left: String, _ right: String) -> Bool {
    [left].withElements { left in
      [right].withElements { areEqualStrings(left, $0) }
    }
  }

  @Test("two strings are equal in place exactly where == says so")
  func equality() {
    for left in Self.texts {
      for right in Self.texts where areEqual(left, right) != (left == right) {
        Issue.record("\(left.debugDescription) and \(right.debugDescription)")
      }
    }
  }

  @Test("strings of any length that differ in one place are told apart")
  func places() {
    for count in 1...40 {
      let text = String(repeating: "a", count: count)
      for place in 0..<count {
        for other in ["b", "\u{E9}", "\u{212A}"] {
          let changed = text.prefix(place) + other + text.dropFirst(place + 1)
          #expect(!areEqual(text, String(changed)))
        }
      }
    }
  }
}
