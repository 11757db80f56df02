import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct DateComparatorTests {
  @Test(
    "times within the tolerance are equal, to the nanosecond",
    arguments: [
      ("2024-01-31T10:00:00Z", "2024-01-31T10:00:01Z", "1", true),
      ("2024-01-31T10:00:00Z", "2024-01-31T10:00:01.000000001Z", "1", false),
      ("2024-01-31T10:00:00Z", "2024-01-31T10:00:01.5Z", "1.5", true),
      ("2024-01-31T10:00:00Z", "2024-01-31T10:00:00.0000000019Z", "1e-9", true),
      ("2024-01-31T10:00:00Z", "2024-01-31T10:00:00.000000002Z", "1e-9", false),
      ("1969-12-31T23:59:59.5Z", "1970-01-01T00:00:00.5Z", "1", true),
      ("0000-01-01", "9999-12-31", "315569433600", true),
      ("0000-01-01", "9999-12-31", "315000000000", false),
      ("0000-01-01", "9999-12-31", "1e300", true),
      ("2024-01-31", "2024-02-01", "0.00000000000000000000000001e30", false),
      ("2024-01-31T10:00:00+02:00", "2024-01-31T08:00:00Z", "0", true),
      ("2024-01-31", "2024-01-31 00:00", "0", true), ("2024-01-31", "2024-01-30", "0", false),
    ])
  func tolerance(left: String, right: String, seconds: String, isEqual: Bool) throws {
    let comparator = try DateComparator(tolerance: seconds)
    #expect(comparator.calls(left, equalTo: right) == isEqual)
    #expect(comparator.calls(right, equalTo: left) == isEqual)
  }

  @Test("two files may write dates in two ways")
  func formats() throws {
    let comparator = try DateComparator(formats: ["%d/%m/%Y %H:%M", "iso", "%s"])
    #expect(comparator.calls("31/01/2024 10:15", equalTo: "2024-01-31T10:15:00Z"))
    #expect(comparator.calls(.number("1706696100"), equalTo: .text("2024-01-31T10:15:00Z")))
    #expect(!comparator.calls("31/01/2024 10:15", equalTo: "2024-01-31T10:16:00Z"))
  }

  @Test("the first format that fits decides")
  func order() throws {
    let comparator = try DateComparator(formats: ["%d/%m/%Y", "%m/%d/%Y"])
    #expect(!comparator.calls("01/02/2024", equalTo: "02/01/2024"))
    #expect(comparator.calls("31/01/2024", equalTo: "01/31/2024"))
  }

  @Test("a fraction belongs to seconds from 1970, before it too")
  func epoch() throws {
    let comparator = try DateComparator(formats: ["%s.%f", "iso"])
    #expect(comparator.calls("1.25", equalTo: "1970-01-01T00:00:01.25Z"))
    #expect(comparator.calls("-1.25", equalTo: "1969-12-31T23:59:58.75Z"))
    #expect(comparator.calls("-0.25", equalTo: "1969-12-31T23:59:59.75Z"))
  }

  @Test("what is no date is equal only to itself", arguments: ["", "n/a", "2024-02-30", "0"])
  func noDate(text: String) throws {
    let comparator = try DateComparator(tolerance: "1e9")
    #expect(comparator.calls(text, equalTo: text))
    #expect(!comparator.calls(text, equalTo: "2024-02-29"))
    #expect(!comparator.calls(.text(text), equalTo: Sample(.null)))
  }
}
