import Foundation
import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct SpellingNormalizerTests {
  @Test(
    "a fingerprint is that of OpenRefine's definition",
    arguments: [
      ("Café de la Paix", "cafe de la paix"), ("  PAIX, de la CAFE la", "cafe de la paix"),
      ("Cruise, Tom", "cruise tom"),
      ("Tom Cruise", "cruise tom"), ("O'Neill\u{7}", "oneill"), ("Łódź\tßß", "lodz ssss"), ("", ""), (" .,; ", ""),
      ("日本 東京", "日本 東京"),
    ])
  func fingerprint(text: String, expected: String) { #expect(SpellingNormalizer(.words).normalized(text) == expected) }

  @Test(
    "an n-gram fingerprint is that of OpenRefine's definition",
    arguments: [
      (2, "Paris", "arispari"), (1, "Paris", "aiprs"), (2, "Pâ r-is", "arispari"), (3, "ab", "ab"), (2, "", ""),
      (2, "aaaa", "aa"),
    ])
  func runs(length: Int, text: String, expected: String) throws {
    #expect(try SpellingNormalizer(runsOf: length).normalized(text) == expected)
  }

  @Test("runs have from 1 to 16 characters", arguments: [0, -1, 17, Int.max])
  func lengths(length: Int) { #expect(throws: OptionError.self) { try SpellingNormalizer(runsOf: length) } }

  @Test(
    "accents fall, and letters become those of ASCII",
    arguments: [
      ("Müller", "Muller", "Muller"), ("Straße", "Straße", "Strasse"), ("Ångström", "Angstrom", "Angstrom"),
      ("Øre", "Øre", "Ore"), ("Việt", "Viet", "Viet"), ("Ελλάδα", "Ελλαδα", "Ellada"), ("Чехов", "Чехов", "Chexov"),
      ("Щука", "Щука", "Shhuka"), ("Юлия", "Юлия", "Yuliya"), ("e\u{301}", "e", "e"), ("日本", "日本", "日本"),
      ("한국", "한국", "한국"),
      ("ज़", "ज़", "ज़"),
    ])
  func letters(text: String, unaccented: String, ascii: String) {
    let known = unaccented.precomposedStringWithCanonicalMapping
    #expect(SpellingNormalizer(.unaccented).normalized(text).map { Array($0.utf8) } == Array(known.utf8))
    #expect(SpellingNormalizer(.ascii).normalized(text) == ascii)
  }

  @Test("every letter of Latin with an accent becomes what Foundation makes of it without")
  func everyLetter() {
    let unaccent = SpellingNormalizer(.unaccented)
    let failures = (0xC0...0x24F).compactMap(Unicode.Scalar.init).map(String.init).filter { letter in
      let expected = letter.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
        $0.value < 0x300 || $0.value > 0x36F
      }
      return unaccent.normalized(letter) != String(String.UnicodeScalarView(expected))
    }
    #expect(failures.isEmpty)
  }

  @Test("bytes that are no text stay where they are")
  func malformed() {
    let unaccented = SpellingNormalizer(.unaccented).normalized(Sample(.text, [0xC3, 0xA9, 0xFF, 0x41]))
    #expect(unaccented.bytes == [0x65, 0xFF, 0x41])
    #expect(SpellingNormalizer(.words).normalized(Sample(.text, [0x42, 0xFF, 0x41])).bytes == [0x62, 0xFF, 0x61])
  }
}
