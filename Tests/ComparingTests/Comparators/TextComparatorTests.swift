import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct TextComparatorTests {
  @Test(
    "what differs by more than case is different",
    arguments: [
      ("a", "b"), ("a", "aa"), ("e", "é"), ("é", "e\u{301}"), ("ı", "i"), ("ı", "I"), ("", " "),
      ("[", "{"), ("@", "`"), ("À", "\u{E0}\u{300}"),
    ])
  func different(left: String, right: String) {
    #expect(!TextComparator(.nocase).calls(left, equalTo: right))
  }

  @Test("every character equals its lower case, its upper case and its title case")
  func everyCharacter() {
    let nocase = TextComparator(.nocase)
    let failures = allScalars.filter(\.properties.isCased).filter { scalar in
      let properties = scalar.properties
      let others = [
        properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping,
      ]
      return scalar != "ı"
        && !others.allSatisfy { nocase.calls(String(scalar), equalTo: $0) }
    }
    #expect(failures.isEmpty)
  }

  @Test("every character of Unicode 14 folds as in Python's casefold")
  func python() {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for scalar in allScalars {
      guard let age = scalar.properties.age, age.major <= 14,
        ![.unassigned, .surrogate].contains(scalar.properties.generalCategory)
      else { continue }
      for part in [scalar.value] + CaseFolding.fold(scalar).unicodeScalars.map(\.value) {
        hash = (hash ^ UInt64(part)) &* 0x100_0000_01b3
      }
    }
    #expect(hash == 0xc617059d54a7eadb)
  }

  @Test("white space beyond ASCII is that of Unicode")
  func whiteSpace() {
    #expect(allScalars.filter { !$0.isASCII && $0.isWhiteSpace != $0.properties.isWhitespace }.isEmpty)
  }

  @Test("folding a folded character changes nothing")
  func foldingTwice() {
    let failures = allScalars.filter(\.properties.isCased).filter { scalar in
      let once = CaseFolding.fold(scalar).unicodeScalars
      return !once.elementsEqual(once.flatMap { CaseFolding.fold($0).unicodeScalars })
    }
    #expect(failures.isEmpty)
  }

  @Test("texts of one lower case are equal without regard to case, and few others")
  func oracle() {
    var random = SeededGenerator.announced("nocase against lowercased")
    let letters = Array("aAbBéÉßẞσςΣжЖ \u{301}0")
    let nocase = TextComparator(.nocase)
    for _ in 0..<20_000 {
      let texts = (0..<2).map { _ in
        String((0..<3).map { _ in letters.randomElement(using: &random) ?? "a" })
      }
      let folded = texts.map {
        $0.lowercased().replacing("ς", with: "σ").replacing("ß", with: "ss").unicodeScalars.map(
          \.value)
      }
      #expect(nocase.calls(texts[0], equalTo: texts[1]) == (folded[0] == folded[1]), "\(texts)")
    }
  }

  @Test("bytes that are no UTF-8 stand for themselves")
  func malformed() {
    let nocase = TextComparator(.nocase)
    #expect(nocase.calls(Sample(.text, [0xFF, 0x41]), equalTo: Sample(.text, [0xFF, 0x61])))
    #expect(!nocase.calls(Sample(.text, [0xFF]), equalTo: Sample(.text, [0xFE])))
    #expect(!nocase.calls(Sample(.text, [0xED, 0xA0, 0x80]), equalTo: .text("\u{FFFD}")))
  }

  @Test("trim and spaces agree with splitting by white space")
  func spaces() {
    var random = SeededGenerator.announced("spaces against split")
    let pieces = [
      " ", "\t", "\n", "\u{A0}", "\u{3000}", "\u{2028}", "a", "b", "\u{200B}", "é", "\r",
    ]
    for _ in 0..<20_000 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? " "
        }.joined()
      }
      let words = texts.map {
        $0.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
      }
      let trimmed = texts.map { text in
        let start = text.unicodeScalars.drop(while: \.properties.isWhitespace)
        return String(
          String.UnicodeScalarView(
            start.reversed().drop(while: \.properties.isWhitespace).reversed()))
      }
      #expect(
        TextComparator(.spaces).calls(texts[0], equalTo: texts[1])
          == words[0].elementsEqual(words[1], by: { $0.utf8.elementsEqual($1.utf8) }), "\(texts)")
      #expect(
        TextComparator(.trim).calls(texts[0], equalTo: texts[1])
          == trimmed[0].utf8.elementsEqual(trimmed[1].utf8), "\(texts)")
    }
  }
}
