import Foundation
import TestSupport
import Testing

@testable import Comparing
@testable import Records

/// What the sides of a migration differ in: units, per cent, signs, and what stands around ids.
@Suite struct ScaleNormalizerTests {
  @Test(
    "a number is multiplied exactly",
    arguments: [
      ("0.01", "1999", "19.99"), ("0.01", " 2000 ", "20"), ("0.01", "-5", "-0.05"), ("0.01", "0", "0"),
      ("100", "19.99", "1999"), ("-1", "12.50", "-12.5"), ("-1", "-0", "0"), ("-1", "-3", "3"),
      ("1000", "1e3", "1000000"),
      ("1.5", "0.1", "0.15"), ("0.3", "0.1", "0.03"), ("12", "99999999999999999999", "1.199999999999999999988e21"),
      ("999999999999999999", "999999999999999999", "9.99999999999999998000000000000000001e35"),
      ("1e-2", "1e-300", "1e-302"), ("+.5", "3", "1.5"), ("0.01", "n/a", nil), ("0.01", "", nil), ("0.01", "1,5", nil),
    ] as [(String, String, String?)])
  func scale(factor: String, text: String, product: String?) throws {
    let normalizer = try ScaleNormalizer(factor)
    #expect(normalizer.normalized(.text(text)) == (product.map { Sample.number($0) } ?? .text(text)))
  }

  @Test("random products are those of Foundation's decimals")
  func law() throws {
    var random = SeededGenerator.announced("scaled numbers")
    for _ in 0..<3000 {
      let factor = "\(Int.random(in: -9_999_999...9_999_999, using: &random))e\(Int.random(in: -9...9, using: &random))"
      let number =
        "\(Int64.random(in: -99_999_999_999...99_999_999_999, using: &random))e\(Int.random(in: -9...9, using: &random))"
      guard let wanted = Decimal(string: factor).flatMap({ a in Decimal(string: number).map { a * $0 } }), wanted != 0
      else {
        continue
      }
      let found = try ScaleNormalizer(factor).normalized(.text(number))
      #expect(found == NumberNormalizer.plain.normalized(.text("\(wanted)")), "\(factor) · \(number)")
    }
  }

  @Test(
    "a factor has to be a number that says something", arguments: ["0", "", "x", "1%", "1e5000", "1234567890123456789"])
  func factor(text: String) {
    #expect(throws: OptionError("text.scale", .notAFactor(text))) { try ScaleNormalizer(text) }
  }

  @Test(
    "per cent become numbers",
    arguments: [
      ("12.5%", "0.125"), ("12.5 %", "0.125"), (" 5% ", "0.05"), ("-5%", "-0.05"), ("0%", "0"), ("0.1", "0.1"),
      ("7", "7"),
      ("%", nil), ("5%%", nil), ("x%", nil), ("5 % of it", nil),
    ] as [(String, String?)])
  func percent(text: String, number: String?) {
    #expect(PercentNormalizer().normalized(.text(text)) == (number.map { Sample.number($0) } ?? .text(text)))
  }

  @Test(
    "signs come to stand before the number",
    arguments: [
      ("(12.50)", "-12.5"), ("( 12.50 )", "-12.5"), ("12.50-", "-12.5"), ("7 -", "-7"), ("−3", "-3"), ("3", "3"),
      ("-3", "-3"),
      ("5 CR", "-5"), ("CR 5", "-5"), ("5 DR", "5"), ("DR5", "5"), ("(0)", "0"), ("- 5", "-5"), ("+5", "5"),
      ("()", nil), ("(-5)", nil), ("(5", nil), ("-5-", nil), ("5 XX", nil), ("CR", nil), ("-5 CR", nil), ("--5", nil),
    ] as [(String, String?)])
  func sign(text: String, number: String?) throws {
    let normalizer = try SignNormalizer(minus: ["CR"], plus: ["DR"])
    #expect(normalizer.normalized(.text(text)) == (number.map { Sample.number($0) } ?? .text(text)))
  }

  @Test("a word cannot be minus and plus")
  func contradiction() {
    #expect(throws: OptionError("text.sign", .contradictingKey("X"))) { try SignNormalizer(minus: ["X"], plus: ["X"]) }
    #expect(throws: OptionError("text.sign", .nothingGiven("letter"))) { try SignNormalizer(minus: [""]) }
  }

  @Test(
    "what stands at the ends comes and goes",
    arguments: [
      (EndsNormalizer.Action.strip, "C-", "", "C-12", "12"), (.strip, "C-", "", "c-12", "c-12"),
      (.strip, "", " EUR", "5 EUR", "5"),
      (.strip, "a", "b", "ab", ""), (.strip, "ab", "bc", "abc", "c"), (.strip, "a", "", "aa", "a"),
      (.strip, "C", "", "", ""),
      (.add, "C-", "", "12", "C-12"), (.add, "", "!", "", "!"), (.add, "<", ">", "ß", "<ß>"),
    ])
  func ends(action: EndsNormalizer.Action, prefix: String, suffix: String, text: String, wanted: String) throws {
    let normalizer = try EndsNormalizer(action, prefix: Text(prefix), suffix: Text(suffix))
    #expect(normalizer.normalized(text) == wanted)
    #expect(normalizer.normalized(Sample(.null)) == Sample(.null))
  }

  @Test("a number of JSON is taken as it is spelled, and stays one where nothing is taken away")
  func numbers() throws {
    #expect(try EndsNormalizer(.add, prefix: "C-").normalized(.number("12")) == .text("C-12"))
    #expect(try EndsNormalizer(.strip, prefix: "9").normalized(.number("12")) == .number("12"))
    #expect(try EndsNormalizer(.strip, prefix: "1").normalized(.number("12")) == .text("2"))
  }

  @Test("the last characters", arguments: [(3, "abcdef", "def"), (9, "ab", "ab"), (2, "aßé", "ßé"), (1, "", "")])
  func last(count: Int, text: String, wanted: String) throws {
    #expect(try PartNormalizer(.last, count).normalized(text) == wanted)
  }
}
