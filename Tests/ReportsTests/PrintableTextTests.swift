import Platform
import Records
import TestSupport
import Testing

@testable import Reports

@Suite struct PrintableTextTests {
  private static let pieces = [
    "a", "Z", "0", "~", " ", ",", "…", "ü", "€", "\u{7F}", "\t", "\n", "\u{1F}", "\u{1B}[2J", "比",
    "\u{200B}",
  ]

  @Test("a value looks the same whether it is shown as it stands or character by character")
  func sameAsCharacters() {
    var generator = SeededGenerator.announced("values as they stand")
    for _ in 0..<20_000 {
      // Most values are plain, and the others mostly so.
      let odd = Int.random(in: 0..<3, using: &generator)
      let text = (0..<Int.random(in: 0..<24, using: &generator)).map { _ in
        Self.pieces[Int.random(in: 0..<(odd == 0 ? Self.pieces.count : 4), using: &generator)]
      }.joined()
      let limit = Int.random(in: 1..<30, using: &generator)
      Value.text(Text(text)).withField { field in
        let out = OutputBuffer()
        let width = out.append(shown: field, within: limit)
        let shown = DisplayText(field).text(within: limit)
        #expect(
          out.withBytes { String(decoding: $0, as: UTF8.self) } == shown, "\(text) in \(limit)")
        #expect(width == DisplayText(shown).width, "\(text) in \(limit)")
      }
    }
  }

  @Test("plain text is shortened as any other is, alone and beside what it became")
  func shortened() {
    var random = SeededGenerator.announced("shortened values")
    /// The same text of a letter that is not ASCII, in its letters again.
    func plainly(_ text: String) -> String { text.replacing("\u{E4}", with: "b") }
    for _ in 0..<300 {
      let count = [3, 20, 90, 4_095, 4_096, 4_097, 5_000][Int.random(in: 0..<7, using: &random)]
      var old = (0..<count).map { _ in Array("aaab ")[Int.random(in: 0..<5, using: &random)] }
      (old[0], old[count - 1]) = ("b", "b")
      var new = old
      let place = Int.random(in: 1..<min(count, 2_000), using: &random)
      new.replaceSubrange(
        place..<min(count, place + 2), with: ["", "b", "  b", "bb b"][Int.random(in: 0..<4, using: &random)])
      let width = Int.random(in: 1..<120, using: &random)
      let texts = [old, new].map { String($0) }
      // Words are compared, so that all of a letter have to be another one; of long values, whose bytes count, one is.
      let others = texts.map {
        count < 100 ? $0.replacing("b", with: "\u{E4}") : "\u{E4}" + $0.dropFirst()
      }
      #expect(DisplayText(texts[0]).text(within: width) == plainly(DisplayText(others[0]).text(within: width)))
      #expect(DisplayText(texts[0]).ends(within: width) == plainly(DisplayText(others[0]).ends(within: width)))
      let pairs = [texts, others].map { pair in
        Value.text(Text(pair[0])).withField { old in
          Value.text(Text(pair[1])).withField { ValuePair(old, $0, width: width, isMarked: count < 100) }
        }
      }
      for side in [\ValuePair.old, \ValuePair.new] {
        #expect(pairs[0][keyPath: side].map(\.text) == pairs[1][keyPath: side].map { plainly($0.text) }, "\(texts)")
        #expect(pairs[0][keyPath: side].map(\.isChanged) == pairs[1][keyPath: side].map(\.isChanged), "\(texts)")
      }
    }
  }

  @Test("two values that differ never look the same, however little room they have", arguments: [false, true])
  func distinct(isEven: Bool) {
    var random = SeededGenerator.announced("values in little room")
    let letters = ["a", "b", " ", "é", "比", "\u{200B}", "\u{A0}"]
    func letter() -> String { letters[Int.random(in: 0..<letters.count, using: &random)] }
    for _ in 0..<1_500 {
      let kind = Int.random(in: 0..<3, using: &random)
      let (one, two) = (letter(), letter())
      let old = (0..<Int.random(in: 1..<90, using: &random)).map { number in
        kind == 0 ? letter() : kind == 1 ? one : number % 2 == 0 ? one : two
      }
      var new = old
      let place = Int.random(in: 0...old.count, using: &random)
      new.replaceSubrange(
        place..<min(old.count, place + Int.random(in: 0..<3, using: &random)),
        with: [[letter(), "c"], [one], [one, two]][kind])
      guard old != new else { continue }
      let width = Int.random(in: 24..<110, using: &random)
      Value.text(Text(old.joined())).withField { old in
        Value.text(Text(new.joined())).withField { new in
          let texts = ValuePair(old, new, width: width, isMarked: false, isEven: isEven).texts
          #expect(texts.old != texts.new, "\(width)")
        }
      }
    }
  }

  @Test(
    "what a terminal would obey or hide does not count as printable",
    arguments: 0...255)
  func bytes(byte: Int) {
    let bytes = [UInt8(ascii: "a"), UInt8(byte), UInt8(ascii: "b")]
    bytes.withBytes { bytes in
      #expect(PrintableText.isPlain(bytes) == (0x20..<0x7F).contains(byte))
    }
  }

  @Test("blanks at the ends have to be made visible", arguments: [" a", "a ", " "])
  func blanks(text: String) {
    #expect(Array(text.utf8).withBytes { PrintableText.isPlain($0) } == false)
  }

  @Test(
    "thousands are grouped by commas",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (-12345, "-12,345"), (1_000_000, "1,000,000"),
    ])
  func grouped(number: Int, text: String) {
    #expect(Grouped.number(number) == text)
  }
}
