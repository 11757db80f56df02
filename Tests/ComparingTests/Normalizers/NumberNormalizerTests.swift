import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct NumberNormalizerTests {
  @Test(
    "every spelling of a number becomes the same JSON number",
    arguments: [
      ("1.50", "1.5"), (" 1.5", "1.5"), ("15e-1", "1.5"), ("+.5", "0.5"), ("5.", "5"),
      ("-0.0", "0"), ("000", "0"), ("1e400", "1e400"), ("10e399", "1e400"), ("-1.5E+30", "-1.5e30"),
      ("100000000000000000000", "100000000000000000000"), ("1e20", "100000000000000000000"),
      ("1e21", "1e21"), ("0.0000001", "0.0000001"), ("0.00000001", "1e-8"),
      ("12345678901234567890.123456789", "12345678901234567890.123456789"),
      ("0012.3400", "12.34"), ("1200", "1200"),
    ])
  func canonical(text: String, number: String) throws {
    let normalizer = try NumberNormalizer()
    #expect(normalizer.normalized(.text(text)) == .number(number))
    #expect(normalizer.normalized(.number(text)) == .number(number))
    #expect(normalizer.normalized(.number(number)) == .number(number))
  }

  @Test(
    "marks of other countries are read where they are asked for",
    arguments: [
      (",", ".", "1.234,50", "1234.5"), (",", ".", "-1.234.567", "-1234567"),
      (",", nil, "0,5", "0.5"),
      (".", ",", "1,234.5", "1234.5"), (".", " ", " 1 234 ", "1234"), (",", "'", "1'000,", "1000"),
      (",", "\u{A0}", "12\u{A0}345\u{A0}678,5", "12345678.5"), (".", "\u{2019}", "1\u{2019}000", "1000"),
      (".", ",", "1,234e2", "123400"), (",", ".", "12345,5", "12345.5"),
    ] as [(String, String?, String, String)])
  func marks(decimal: String, group: String?, text: String, number: String) throws {
    let normalizer = try NumberNormalizer(decimal: decimal, group: group)
    #expect(normalizer.normalized(.text(text)) == .number(number))
  }

  @Test(
    "text that is no number stays text",
    arguments: [
      (",", nil, "1.5"), (",", ".", "1,5.0"), (",", ".", ".5"), (".", ",", "1,,000"),
      (".", ",", "1000,"), (".", nil, "1,5"), (".", nil, ""), (".", nil, "n/a"), (".", nil, "1e"),
      (".", nil, "12-"), (",", ".", "12.50"), (",", ".", "01.02.2024"), (",", ".", "1.2345"), (",", ".", "1234.567"),
      (",", ".", "0.123"), (".", ",", "1,234,5"), (".", ",", "12,34.5"), (".", "\u{A0}", "12\u{A0}50"),
    ] as [(String, String?, String)])
  func noNumber(decimal: String, group: String?, text: String) throws {
    let normalizer = try NumberNormalizer(decimal: decimal, group: group)
    #expect(normalizer.normalized(text) == text)
  }

  @Test("random numbers keep their value")
  func value() throws {
    var random = SeededGenerator.announced("spelling of numbers")
    let (normalizer, comparator) = (try NumberNormalizer(), try NumberComparator())
    for _ in 0..<5000 {
      let digits = String(
        UInt64.random(
          in: 0...UInt64.max >> UInt64.random(in: 0..<64, using: &random), using: &random))
      let text = digits + ".0\(digits)0e\(Int.random(in: -60...60, using: &random))"
      let result = normalizer.normalized(.text(text))
      #expect(result.kind == .number)
      #expect(comparator.calls(result, equalTo: .text(text)), "\(text) became \(result)")
      #expect(normalizer.normalized(result) == result)
    }
  }
}
