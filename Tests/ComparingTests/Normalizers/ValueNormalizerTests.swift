import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct ValueNormalizerTests {
  @Test(
    "dates become ISO 8601 in UTC",
    arguments: [
      ("31/01/2024 12:15", "2024-01-31T12:15:00Z"), ("2024-01-31", "2024-01-31T00:00:00Z"),
      ("2024-01-31T12:15:00.250+02:00", "2024-01-31T10:15:00.25Z"),
      ("2024-01-31T00:00:00.000000001Z", "2024-01-31T00:00:00.000000001Z"),
      ("2024-01-01T00:30+01:00", "2023-12-31T23:30:00Z"), ("0007-01-02", "0007-01-02T00:00:00Z"),
      ("1969-12-31 23:59:59.5", "1969-12-31T23:59:59.5Z"),
      ("0000-01-01T00:00+01:00", "0000-01-01T00:00+01:00"),
      ("9999-12-31T23:30-01:00", "9999-12-31T23:30-01:00"),
      ("2024-02-30", "2024-02-30"), ("", ""),
    ])
  func dates(text: String, expected: String) throws {
    let normalizer = try DateNormalizer(formats: ["%d/%m/%Y %H:%M", "iso"])
    #expect(normalizer.normalized(text) == expected)
  }

  @Test(
    "a day is that of the zone, which a text without one is in anyway",
    arguments: [
      ("01/01/2024", "+01:00", "2024-01-01"), ("01/01/2024", "-11:00", "2024-01-01"),
      ("2024-01-01T23:59:59.5", "-05:00", "2024-01-01"),
      ("2023-12-31T23:30Z", "+01:00", "2024-01-01"),
      ("2024-01-01T00:30+02:00", "+01:00", "2023-12-31"),
      ("2024-01-01T00:30+02:00", "UTC", "2023-12-31"),
      ("0000-01-01", "+14:00", "0000-01-01"), ("9999-12-31", "-12:00", "9999-12-31"),
    ])
  func daysOfZone(text: String, zone: String, expected: String) throws {
    let normalizer = try DateNormalizer(formats: ["%d/%m/%Y", "iso"], zone: zone, days: true)
    #expect(normalizer.normalized(text) == expected)
  }

  @Test("seconds from 1970 may be numbers")
  func epoch() throws {
    let normalizer = try DateNormalizer(formats: ["%s"])
    #expect(normalizer.normalized(.number("1706696100")) == .text("2024-01-31T10:15:00Z"))
    #expect(normalizer.normalized(.number("1.5")) == .number("1.5"))
  }

  @Test("dates are normalized alike exactly when they compare equal")
  func dateLaw() throws {
    var random = SeededGenerator.announced("dates normalized and compared")
    let (normalizer, comparator) = (try DateNormalizer(), try DateComparator())
    for _ in 0..<5000 {
      let texts = (0..<2).map { _ in
        let hour = Int.random(in: 0...1, using: &random)
        let zone = ["Z", "", "+01:00", "-0100"].randomElement(using: &random) ?? ""
        let fraction = ["", ".0", ".5", ".50"].randomElement(using: &random) ?? ""
        return "2024-03-01T0\(hour):00:00\(fraction)\(zone)"
      }
      let isSame = normalizer.normalized(texts[0]) == normalizer.normalized(texts[1])
      #expect(comparator.calls(texts[0], equalTo: texts[1]) == isSame, "\(texts)")
    }
  }

  @Test("values are mapped as they are spelled, whatever their kind")
  func map() throws {
    let normalizer = try MapNormalizer([
      ("A", "active"), ("D", "deleted"), ("", nil), ("1", "one"), ("true", "yes"), ("é", "e"),
      ("AB", "both"),
    ])
    #expect(normalizer.normalized("A") == "active")
    #expect(normalizer.normalized("AB") == "both")
    #expect(normalizer.normalized("é") == "e")
    #expect(normalizer.normalized("a") == "a")
    #expect(normalizer.normalized("ABC") == "ABC")
    #expect(normalizer.normalized(.text("")) == Sample(.null))
    #expect(normalizer.normalized(.number("1")) == .text("one"))
    #expect(normalizer.normalized(.number("1.0")) == .number("1.0"))
    #expect(normalizer.normalized(Sample(.true)) == .text("yes"))
    #expect(normalizer.normalized(Sample(.null)) == Sample(.null))
  }

  @Test("every key of a large map is found")
  func largeMap() throws {
    let normalizer = try MapNormalizer(
      (0..<1000).map { (Text("key \($0)"), Text("value \($0)")) })
    for index in 0..<1000 { #expect(normalizer.normalized("key \(index)") == "value \(index)") }
    #expect(normalizer.normalized("key 1000") == "key 1000")
  }

  @Test("what is missing gets a value")
  func missing() {
    let normalizer = DefaultNormalizer("0")
    #expect(normalizer.normalized(Sample(.null)) == .text("0"))
    #expect(normalizer.normalized(Sample(.absent)) == .text("0"))
    #expect(normalizer.normalized("") == "")
  }

  @Test("texts that mean nothing become null")
  func null() throws {
    let normalizer = try NullNormalizer(["", "n/a"])
    #expect(normalizer.normalized(.text("")) == Sample(.null))
    #expect(normalizer.normalized(.text("n/a")) == Sample(.null))
    #expect(normalizer.normalized("N/A") == "N/A")
    #expect(normalizer.normalized(Sample(.absent)) == Sample(.absent))
    #expect(normalizer.normalized(.number("0")) == .number("0"))
  }
}
