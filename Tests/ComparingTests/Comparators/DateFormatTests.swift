import Foundation
import Platform
import TestSupport
import Testing

@testable import Comparing
@testable import Records

/// The C library's, which Glibc's module leaves out.
@_silgen_name("strptime")
private func strptime(
  _ text: UnsafePointer<CChar>, _ format: UnsafePointer<CChar>, _ parts: UnsafeMutablePointer<tm>
) -> UnsafePointer<CChar>?

@Suite struct DateFormatTests {
  private func seconds(_ text: String, _ format: String, zone: String? = nil) throws -> Int? {
    let reader = try DateReader(formats: [format], zone: zone, function: "test")
    return Array(text.utf8).withBytes { reader.instant(of: $0)?.parts.seconds }
  }

  /// What the C library makes of a text, all of it.
  private func librarySeconds(_ text: String, _ format: String) -> Int? {
    var parts = tm()
    parts.tm_year = 70
    parts.tm_mday = 1
    return text.withCString { start in
      guard let end = strptime(start, format, &parts), end.pointee == 0 else { return nil }
      return timegm(&parts) - parts.tm_gmtoff
    }
  }

  static let formats = [
    "%Y-%m-%d", "%d/%m/%Y", "%m/%d/%y", "%d.%m.%Y %H:%M", "%Y%m%d%H%M%S", "%F %T", "%FT%T%z",
    "%b %d, %Y", "%d %B %Y %R", "%I:%M %p %d-%m-%Y", "%a, %d %b %Y %H:%M:%S %z", "%A %d %B %Y",
    "%Y-%m-%d %I:%M:%S %p", "%m/%d/%Y%n%H", "100%% %Y %m %d", "%e %b %Y",
  ]

  @Test("what the C library writes is read as the C library reads it", arguments: formats)
  func roundTrip(format: String) throws {
    var random = SeededGenerator.announced("dates in \(format)")
    for _ in 0..<1000 {
      var time = Int.random(in: -2_000_000_000...4_000_000_000, using: &random)
      var parts = tm()
      gmtime_r(&time, &parts)
      var buffer = [CChar](repeating: 0, count: 100)
      let count = strftime(&buffer, buffer.count, format, &parts)
      let text = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      #expect(try seconds(text, format) == librarySeconds(text, format), "\(text)")
    }
  }

  @Test(
    "weeks of ISO 8601 and their days are those that the C library writes",
    arguments: ["%G-W%V-%u", "%GW%V%u", "W%V %G"])
  func weeks(format: String) throws {
    for day in -4000...20_000 {
      var time = day * 86_400
      var parts = tm()
      gmtime_r(&time, &parts)
      var buffer = [CChar](repeating: 0, count: 100)
      let count = strftime(&buffer, buffer.count, format, &parts)
      let text = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let monday = time - (Int(parts.tm_wday) + 6) % 7 * 86_400
      #expect(try seconds(text, format) == (format.hasSuffix("%u") ? time : monday), "\(text)")
    }
  }

  @Test(
    "formats read what stands there, and nothing else",
    arguments: [
      ("2026-W53", "%G-W%V", 1_798_416_000), ("2025-W53", "%G-W%V", nil), ("2026-W00", "%G-W%V", nil),
      ("2026-W48-8", "%G-W%V-%u", nil), ("2026-W48-0", "%G-W%V-%u", nil), ("2026", "%G", nil), ("48", "%V", nil),
      ("1706659200999", "%Q", 1_706_659_200), ("-1500", "%Q", -2), ("17x", "%Q", nil),
      ("45322", "excel", 1_706_659_200), ("45322.5", "excel", 1_706_702_400),
      ("45322.9999999999", "excel", 1_706_745_600),
      ("61", "excel", -2_203_891_200), ("60", "excel", nil), ("45322.", "excel", nil), ("2958466", "excel", nil),
      ("31/1/2024", "%d/%m/%Y", 1_706_659_200), ("1/31/24", "%m/%d/%y", 1_706_659_200),
      ("01/31/69", "%m/%d/%y", -28_944_000), ("31 JANUARY 2024", "%d %b %Y", 1_706_659_200),
      ("31 jan 2024", "%d %B %Y", 1_706_659_200), ("2024 031", "%Y %j", 1_706_659_200),
      ("1706659200", "%s", 1_706_659_200), ("-5", "%s", -5),
      ("12:00 AM", "%I:%M %p", 0), ("12:30 pm", "%I:%M %p", 45000),
      ("2024-01-31 24:00", "%F %R", 1_706_745_600), ("2016-12-31 23:59:60", "%F %T", 1_483_228_800),
      ("2024-01-31 01:00 EST", "%F %R %Z", 1_706_680_800),
      ("2024-01-31 01:00 +0530", "%F %R %z", 1_706_643_000),
      ("2024-01-31   01:00", "%F %R", 1_706_662_800),
      ("31.02.2024", "%d.%m.%Y", nil), ("2023-02-29", "%F", nil), ("2024-01-31x", "%F", nil),
      ("2024-01-31", "%F %T", nil), ("24-01-31", "%F", nil), ("2024-13-01", "%F", nil),
      ("2024-00-01", "%F", nil), ("2024-01-00", "%F", nil), ("2024 366", "%Y %j", 1_735_603_200),
      ("2023 366", "%Y %j", nil), ("13:00 PM", "%I:%M %p", nil), ("0:00 AM", "%I:%M %p", nil),
      ("24:01", "%R", nil), ("10:60", "%R", nil), ("10:00:61", "%T", nil),
      ("janu 2024", "%b %Y", nil),
      ("", "%s", nil), ("-", "%s", nil), ("9999999999999999", "%s", nil), ("+25:00", "%z", nil),
    ] as [(String, String, Int?)])
  func reading(text: String, format: String, expected: Int?) throws {
    #expect(try seconds(text, format) == expected)
  }

  @Test(
    "ISO 8601 is read in its usual spellings",
    arguments: [
      ("2024-01-31", 1_706_659_200), ("20240131", 1_706_659_200),
      ("2024-01-31T10", 1_706_695_200), ("2024-01-31T10:15", 1_706_696_100),
      ("2024-01-31 10:15:30", 1_706_696_130), ("20240131T101530Z", 1_706_696_130),
      ("2024-01-31t10:15:30z", 1_706_696_130), ("2024-01-31T10:15:30+02:00", 1_706_688_930),
      ("2024-01-31T10:15:30-0230", 1_706_705_130), ("2024-01-31T10:15:30+02", 1_706_688_930),
      ("2024-01-31 10:15:30 UTC", 1_706_696_130), ("2024-01-31T10:15:30,25Z", 1_706_696_130),
      (" 2024-01-31\n", 1_706_659_200), ("2024-02-30", nil), ("2024-1-31", nil), ("2024-01", nil),
      ("2024-01-31T", nil), ("2024-01-31T10:", nil), ("2024-01-31T10:15:30.", nil),
      ("2024-01-31T10:15:30+2", nil), ("2024-01-31X10", nil), ("2024-01-31T1015:30", nil),
      ("", nil),
      ("2024-0131", nil), ("٢٠٢٤-01-31", nil),
    ] as [(String, Int?)])
  func iso(text: String, expected: Int?) throws {
    #expect(try seconds(text, "iso") == expected)
  }

  @Test("random ISO dates agree with Foundation")
  func foundation() throws {
    var random = SeededGenerator.announced("dates against Foundation")
    for _ in 0..<2000 {
      let time = Int.random(in: -10_000_000_000...10_000_000_000, using: &random)
      let text = Date(timeIntervalSince1970: Double(time)).ISO8601Format()
      #expect(try seconds(text, "iso") == time, "\(text)")
    }
  }

  @Test(
    "a zone applies to texts that name none",
    arguments: [("+02:00", -7200), ("-0530", 19800), ("UTC", 0), ("est", 18000), ("Z", 0)])
  func zone(zone: String, expected: Int) throws {
    #expect(try seconds("1970-01-01", "iso", zone: zone) == expected)
    #expect(try seconds("1970-01-01T00:00:00Z", "iso", zone: zone) == 0)
  }

  @Test("no text makes any format trap")
  func noise() throws {
    var random = SeededGenerator.announced("noise as dates")
    let readers = try (Self.formats + ["iso", "%s.%f", "%j %y", "%Z"]).map {
      try DateReader(formats: [$0], zone: nil, function: "test")
    }
    let pieces: [[UInt8]] = [[0xFF], [0], [0xE2]] + "0123456789 -:+TZ./,aAjJ".utf8.map { [$0] }
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0..<25, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random) ?? []
      }
      text.withBytes { text in
        for reader in readers { _ = reader.instant(of: text) }
      }
    }
  }
}
