import Platform
import Records
import TestSupport
import Testing

@testable import Comparing

/// Exact sums, beside those of Python's `decimal` and sums made digit by digit.
@Suite struct DecimalTotalTests {
  private static func sum(_ texts: [String]) -> String? {
    var total = DecimalTotal()
    for text in texts {
      guard Array(text.utf8).withBytes({ total.add($0) }) else { return nil }
    }
    return String(decoding: total.spelling, as: UTF8.self)
  }

  /// The sums are what `format(sum(map(Decimal, texts), Decimal(0)), "f")` prints with a precision of 3,000 digits; of
  /// numbers with an exponent, without the zeros that Python leaves at the end.
  @Test(
    "sums have the digits behind the point that the numbers had",
    arguments: [
      (["1.10", "2"], "3.10"), (["0.1", "0.2"], "0.3"), ([], "0"), (["0.00"], "0.00"), (["-1", "1"], "0"),
      (["-1.5", "1"], "-0.5"), (["9.99", "0.01"], "10.00"), (["-9.99", "-0.01"], "-10.00"), (["100", "-1"], "99"),
      (["1e3", "1"], "1001"), (["1e-3", "1"], "1.001"), (["0.5", "0.5"], "1.0"), ([" +7 ", ".5", "5."], "12.5"),
      (["-0.05", "0.05"], "0.00"), (["1e30", "1"], "1000000000000000000000000000001"), (["-1000", "1"], "-999"),
      (["1.5e1", "0"], "15"), (["0e5"], "0"), (["-0"], "0"), (["+0.00"], "0.00"), (["+0.00", "1.5"], "1.50"),
      (["9223372036854775807", "1"], "9223372036854775808"), (["-9223372036854775808", "-1"], "-9223372036854775809"),
      (["999999999999999999", "0.000000000000000001"], "999999999999999999.000000000000000001"),
      (["9007199254740993", "0.1", "0.20", "-1e-20"], "9007199254740993.29999999999999999999"),
      (["123456789012345678901234567890", "-123456789012345678901234567889.5"], "0.5"),
      (["1e400", "-1e400", "0.10"], "0.10"),
    ])
  func examples(texts: [String], sum: String) { #expect(Self.sum(texts) == sum) }

  @Test("an integer of two thousand digits is added to the last one")
  func long() {
    #expect(Self.sum([String(repeating: "9", count: 2000), "1"]) == "1" + String(repeating: "0", count: 2000))
  }

  @Test(
    "what is no number, or spans more digits than any amount has, is no sum",
    arguments: [
      "x", "", "-", ".", "1e99999", "1,5", "1.2.3", "0x10", "NaN", "1e401", "1e-401", "1 2", "--1",
      "0." + String(repeating: "0", count: 10_000) + "1", "1" + String(repeating: "0", count: 10_001),
    ])
  func refused(text: String) { #expect(Self.sum(["1", text]) == nil) }

  @Test("sums are those of adding digit by digit")
  func law() {
    var generator = SeededGenerator.announced("decimal sums")
    for _ in 0..<3000 {
      let texts = (0..<Int.random(in: 0...12, using: &generator)).map { _ -> String in
        func digits(_ count: Int) -> String {
          (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
        }
        let sizes = [1, 2, 9, 17, 18, 19, 20, 40]
        let decimals = Int.random(in: 0...3, using: &generator) == 0 ? sizes.randomElement(using: &generator) ?? 0 : 2
        let whole = digits(sizes.randomElement(using: &generator) ?? 1)
        let exponent =
          Int.random(in: 0...9, using: &generator) == 0 ? "e\(Int.random(in: -30...30, using: &generator))" : ""
        return (Bool.random(using: &generator) ? "-" : "") + whole + "." + digits(decimals) + exponent
      }
      #expect(Self.sum(texts) == SlowSum.of(texts), "\(texts)")
    }
  }
}
