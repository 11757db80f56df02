import Foundation
import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct TextNormalizerTests {
  /// Texts with bases, marks, syllables and singletons that compose with one another.
  private func randomTexts(_ name: String, count: Int) -> [String] {
    var random = SeededGenerator.announced(name)
    let pieces: [Unicode.Scalar] = [
      "a", "E", "e", "\u{E9}", "\u{300}", "\u{301}", "\u{323}", "\u{327}", "\u{345}", "\u{3B1}",
      "\u{1FB3}",
      "\u{1E0B}", "\u{1112}", "\u{1161}", "\u{11AB}", "\u{AC00}", "\u{212B}", "\u{F900}", "\u{344}",
      "\u{958}",
      "\u{9C7}", "\u{9BE}", "\u{1D15E}", "\u{FB1D}", "\u{3099}", "\u{30AB}", "\u{FFFD}", "z",
      "\u{11935}", "\u{11930}",
    ]
    return (0..<count).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<9, using: &random) {
        text.append(pieces.randomElement(using: &random) ?? "a")
      }
      return String(text)
    }
  }

  private func isSame(_ text: String?, _ other: String) -> Bool {
    text?.utf8.elementsEqual(other.utf8) ?? false
  }

  @Test("every character is composed as Foundation composes it")
  func composedCharacters() {
    let nfc = TextNormalizer(.nfc)
    var sample = CaseSample(of: "characters that are composed", oneIn: 4)
    let failures = allScalars.filter { scalar in
      guard sample.takesNext(), scalar.value >= 0xC0,
        scalar.properties.generalCategory != .unassigned
      else {
        return false
      }
      let text = String(scalar)
      let known = text.decomposedStringWithCanonicalMapping
      return !isSame(nfc.normalized(text), text.precomposedStringWithCanonicalMapping)
        || !isSame(nfc.normalized(known), known.precomposedStringWithCanonicalMapping)
    }
    #expect(failures.isEmpty)
  }

  @Test("random texts are composed as Foundation composes them, and once is enough")
  func composedTexts() {
    let nfc = TextNormalizer(.nfc)
    let failures = randomTexts("NFC against Foundation", count: 30_000).filter { text in
      // Taken apart first: Foundation does not join a Korean syllable with the final behind it.
      let composed = text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
      return !isSame(nfc.normalized(text), composed) || !isSame(nfc.normalized(composed), composed)
    }
    #expect(failures.isEmpty)
  }

  @Test("nothing composes across bytes that are no UTF-8, which stay")
  func malformedComposition() {
    let bytes: [UInt8] = [0x65, 0xFF, 0xCC, 0x81, 0x65, 0xCC, 0x81, 0xED, 0xA0, 0x80]
    let expected: [UInt8] = [0x65, 0xFF, 0xCC, 0x81, 0xC3, 0xA9, 0xED, 0xA0, 0x80]
    #expect(TextNormalizer(.nfc).normalized(Sample(.text, bytes)) == Sample(.text, expected))
  }

  @Test("a hundred thousand marks on one letter are put in order")
  func manyMarks() {
    let text = "a" + String(repeating: "\u{301}\u{323}", count: 50_000)
    let expected =
      "\u{1EA1}" + String(repeating: "\u{323}", count: 49_999)
      + String(repeating: "\u{301}", count: 50_000)
    #expect(isSame(TextNormalizer(.nfc).normalized(text), expected))
  }

  @Test(
    "every character's case is mapped as the standard library maps it, in at most thrice the bytes")
  func caseOfCharacters() {
    let (lower, upper) = (TextNormalizer(.lower), TextNormalizer(.upper))
    let failures = allScalars.filter { scalar in
      guard scalar.properties.isCased else { return false }
      let text = String(scalar)
      let (low, high) = (text.lowercased(), text.uppercased())
      return !isSame(lower.normalized(text), low) || !isSame(upper.normalized(text), high)
        || max(low.utf8.count, high.utf8.count) > CaseMapping.growth * text.utf8.count
    }
    #expect(failures.isEmpty)
  }

  @Test(
    "forms",
    arguments: [
      (.trim, " \u{A0}a b\u{3000}\n", "a b"), (.trim, "", ""), (.trim, " \t ", ""),
      (.squeeze, "  a \u{A0}\tb  c ", "a b c"), (.squeeze, "\u{3000}", ""),
      (.lower, "STRAẞE ÄÖ", "straße äö"), (.upper, "straße ŉ", "STRASSE ʼN"),
      (.lower, "Abc", "abc"), (.lower, "ΟΔΟΣ", "οδος"), (.lower, "ΟΔΟΣ ΣΟΦΟΣ.", "οδος σοφος."),
      (.lower, "Σ", "σ"), (.lower, "ΑΣ'", "ας'"), (.lower, "ΑΣ'Α", "ασ'α"),
      (.lower, "Α\u{301}Σ", "α\u{301}ς"),
      (.lower, "1Σ", "1σ"), (.lower, "AΣ1", "aς1"),
      (.upper, "aBc1", "ABC1"), (.digits, "+49 (0)30-12 34", "490301234"), (.digits, "abc", ""),
      (.digits, "٣3", "3"),
    ] as [(TextNormalizer.Form, String, String)])
  func form(form: TextNormalizer.Form, text: String, expected: String) {
    #expect(isSame(TextNormalizer(form).normalized(text), expected))
  }

  @Test("squeezing and comparing by spaces agree")
  func squeezeLaw() {
    var samples = SampleGenerator(random: .announced("squeeze against spaces"))
    let (squeeze, spaces) = (TextNormalizer(.squeeze), TextComparator(.spaces))
    for _ in 0..<5000 {
      let (one, other) = (samples.next(), samples.next())
      let exact = ExactComparator().calls(
        squeeze.normalized(one), equalTo: squeeze.normalized(other))
      #expect(spaces.calls(one, equalTo: other) == exact, "\(one), \(other)")
    }
  }

  @Test(
    "only the first characters are kept, and none is cut",
    arguments: [
      (1, "", ""), (1, "é", "é"), (2, "été", "ét"), (5, "été", "été"), (2, "한국어", "한국"),
      (7, "2024-01-31", "2024-01"),
    ])
  func prefix(count: Int, text: String, expected: String) throws {
    #expect(try PartNormalizer(.first, count).normalized(text) == expected)
  }
}
