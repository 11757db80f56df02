import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct NumberComparatorTests {
  @Test(
    "a tolerance is exact, whatever the exponents",
    arguments: [
      ("1e400", "1e400", "0", true), ("1e400", "1.1e400", "1e399", true),
      ("1e400", "1.1e400", "9e398", false), ("1e-400", "0", "1e-400", true),
      ("1e-400", "0", "9e-401", false), ("1e999999999", "1", "1", false),
      ("1e999999999", "1e-999999999", "1e999999999", true),
      ("1e999999999", "-1e-999999999", "1e999999999", false), ("-0", "0", "0", true),
      ("0e99999999999999999999", "0", "0", true), ("0.30", "0.29", "0.01", true),
    ])
  func tolerance(left: String, right: String, limit: String, isEqual: Bool) throws {
    let comparator = try NumberComparator(absolute: limit)
    #expect(comparator.calls(left, equalTo: right) == isEqual)
    #expect(comparator.calls(.number(left), equalTo: .text(right)) == isEqual)
  }

  @Test(
    "a relative tolerance is a part of the greater absolute value",
    arguments: [
      ("1e300", "95e298", true), ("1e300", "949999999999999999999999e277", false),
      ("0", "0.000001", false), ("0", "-0", true),
    ])
  func relative(left: String, right: String, isEqual: Bool) throws {
    let comparator = try NumberComparator(relative: "0.05")
    #expect(comparator.calls(left, equalTo: right) == isEqual)
  }

  @Test(
    "what exports write besides JSON's numbers counts as a number",
    arguments: ["+5", " 5 ", "5.", "5.0", "\t5\n", "05", "50e-1", "0.5E+1"])
  func spelling(text: String) throws {
    #expect(try NumberComparator().calls(text, equalTo: "5"))
  }

  @Test(
    "what is no number is equal only to itself",
    arguments: [
      "", " ", "-", "+", ".", "e5", "5e", "5e+", "5x", "0x10", "1,000", "nan", "inf", "1 2", "--5",
      "5..0", "1e99999999999999999999", "٣",
    ])
  func noNumber(text: String) throws {
    let comparator = try NumberComparator(absolute: "1e20")
    #expect(comparator.calls(text, equalTo: text))
    for other in ["5", "0", "", "n/a"] where other != text {
      #expect(!comparator.calls(text, equalTo: other))
    }
  }

  @Test("null, absent and truth values are no numbers")
  func kinds() throws {
    let comparator = try NumberComparator(absolute: "10")
    for kind in [Field.Kind.null, .absent, .true, .false] {
      #expect(!comparator.calls(Sample(kind), equalTo: .text("0")))
      #expect(comparator.calls(Sample(kind), equalTo: Sample(kind)))
    }
  }

  @Test("random pairs agree with schoolbook arithmetic")
  func oracle() throws {
    var random = SeededGenerator.announced("numbers against schoolbook")
    for _ in 0..<20_000 {
      let left = randomNumber(&random)
      let right = Bool.random(using: &random) ? randomNumber(&random) : neighbour(left, &random)
      let absolute = Bool.random(using: &random) ? "0" : randomTolerance(&random)
      let relative = Bool.random(using: &random) ? nil : randomTolerance(&random)
      let comparator = try NumberComparator(absolute: absolute, relative: relative)
      let expected = areClose(left, right, absolute, relative)
      #expect(
        comparator.calls(left, equalTo: right) == expected,
        "\(left) \(right) within \(absolute) or \(relative ?? "-")")
    }
  }

  private func areClose(
    _ left: String, _ right: String, _ absolute: String, _ relative: String?
  ) -> Bool {
    let (one, other) = (BigDecimal(left), BigDecimal(right))
    let distance = (one + other.negated).magnitude
    if distance <= BigDecimal(absolute) { return true }
    guard let relative else { return false }
    return distance <= BigDecimal(relative) * one.magnitude
      || distance <= BigDecimal(relative) * other.magnitude
  }

  private func randomDigits(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    let isSparse = Bool.random(using: &random)
    return (0..<Int.random(in: count, using: &random)).map { _ in
      isSparse && Int.random(in: 0..<4, using: &random) > 0
        ? "0" : String(Int.random(in: 0...9, using: &random))
    }.joined()
  }

  private func randomNumber(_ random: inout SeededGenerator) -> String {
    let sign = Bool.random(using: &random) ? "" : "-"
    let longest = Bool.random(using: &random) ? 4 : 24
    let fraction =
      Bool.random(using: &random) ? "" : "." + randomDigits(0...longest, &random)
    let exponent =
      Bool.random(using: &random) ? "" : "e\(Int.random(in: -30...30, using: &random))"
    return sign + randomDigits(1...longest, &random) + fraction + exponent
  }

  /// The number with one digit changed, so that distances come near tolerances.
  private func neighbour(_ number: String, _ random: inout SeededGenerator) -> String {
    var characters = Array(number)
    let end = characters.firstIndex(of: "e") ?? characters.count
    let index = Int.random(in: 0..<end, using: &random)
    if characters[index].isNumber {
      characters[index] = Character(String(Int.random(in: 0...9, using: &random)))
    }
    return String(characters)
  }

  private func randomTolerance(_ random: inout SeededGenerator) -> String {
    let digits = ["1", "5", "9", "10", "25", "99999", "12345678901234567890123"]
    let exponent = Int.random(in: -25...4, using: &random)
    return "\(digits.randomElement(using: &random) ?? "1")e\(exponent)"
  }
}
