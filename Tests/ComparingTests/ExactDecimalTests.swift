import Platform
import Testing

@testable import Comparing

@Suite("Decimals that statistics compute with")
struct ExactDecimalTests {
  private func decimal(_ text: String) -> ExactDecimal? {
    Array(text.utf8).withBytes { ExactDecimal($0) }
  }

  @Test(
    "differ by all of their digits",
    arguments: [
      ("1234567890123993", "1234567890123992", "-1"),
      ("9007199254740993", "9007199254740992", "-1"),
      ("0.1", "0.3", "0.2"), ("1", "0.9999998720569043264561", "-0.0000001279430956735439"),
      ("5.00", "5.50", "0.5"), ("-1", "1e3", "1001"), ("7", "7.0", "0"), ("0", "1e30", "1e30"),
      ("0", "12e20", "1200000000000000000000"), ("0", "3e-40", "3e-40"),
      ("99999999999999999999999999999999999999", "0", "-99999999999999999999999999999999999999"),
    ])
  func difference(old: String, new: String, difference: String) throws {
    let (old, new) = (try #require(decimal(old)), try #require(decimal(new)))
    #expect(new.minus(old)?.description == difference)
  }

  @Test("have no difference that takes more digits than they hold")
  func tooFarApart() throws {
    let (one, large) = (try #require(decimal("1")), try #require(decimal("1e300")))
    #expect(large.minus(one) == nil)
    #expect(decimal(String(repeating: "1", count: 39)) == nil)
    #expect(decimal("one") == nil)
  }

  @Test("are in order, whatever their powers are")
  func order() throws {
    let texts = [
      "-1e300", "-12", "-1.5", "-1e-9", "0", "1e-300", "0.2", "0.25", "10", "12", "9e99",
    ]
    let numbers = try texts.map { try #require(decimal($0)) }
    #expect(numbers.reversed().sorted() == numbers)
    let long = try #require(decimal("12345678901234567890123456789012345678"))
    let short = try #require(decimal("2e37"))
    #expect(long < short && !(short < long))
  }

  @Test("halve what is between them exactly")
  func middle() throws {
    let (low, high) = (try #require(decimal("0.1")), try #require(decimal("0.4")))
    #expect(low.middle(to: high)?.signed == "+0.25")
  }
}
