import Platform
import Records

/// Dates and times become ISO 8601 in UTC: `31/01/2024 12:15` in the format `%d/%m/%Y %H:%M`
/// becomes `2024-01-31T12:15:00Z`.
///
/// Each text is read by the first of the formats that fits, by ISO 8601 if there are none
/// (``DateComparator`` has the rules). With `days = true`, only the day is kept: `2024-01-31`, as it is in `zone`, so
/// that of a text without a zone it is the day that stands there. A fraction is written with the digits that it needs,
/// up to nine. Numbers are read as spelled, for formats such as `%s`. What is no date stays as it is, and so does a
/// date outside the years 0 to 9999. Idempotent if `iso` is among the formats, or there are none, and no format before
/// it reads ISO 8601 differently.
package struct DateNormalizer: Normalizer {
  private let reader: DateReader
  private let keepsDaysOnly: Bool

  /// Makes a normalizer of dates.
  ///
  /// - Throws: ``OptionError`` for a format that cannot be read, and a zone that is no offset.
  package init(formats: [String] = [], zone: String? = nil, days: Bool = false) throws(OptionError) {
    reader = try DateReader(formats: formats, zone: zone, function: "text.date")
    keepsDaysOnly = days
  }

  package var summary: String { (keepsDaysOnly ? "day" : "date") + " (\(reader.summary))" }

  package var counterpart: (any Normalizer)? { Self(reader.iso, days: keepsDaysOnly) }

  private init(_ reader: DateReader, days: Bool) { (self.reader, keepsDaysOnly) = (reader, days) }

  package func fits(_ value: Field) -> Bool { (value.withTextOrNumber(reader.instant) ?? nil) != nil }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText || buffer.kind == .number, let instant = reader.instant(of: buffer.bytes) else { return }
    var (seconds, nanoseconds) = instant.parts
    if keepsDaysOnly { seconds += reader.zone }
    let day = CivilDate.floorDivide(seconds, CivilDate.secondsPerDay)
    let date = CivilDate.date(ofDay: day)
    guard 0...9999 ~= date.year else { return }
    withScratchBytes(capacity: 32) { output in
      output.write(date)
      if !keepsDaysOnly { output.write(secondOfDay: seconds - day * CivilDate.secondsPerDay, nanoseconds) }
    } then: { spelling in
      buffer.set(.text, spelling)
    }
  }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func write(_ date: (year: Int, month: Int, day: Int)) {
    write(number: date.year, width: 4)
    write("-")
    write(number: date.month, width: 2)
    write("-")
    write(number: date.day, width: 2)
  }

  fileprivate mutating func write(secondOfDay second: Int, _ nanoseconds: Int) {
    write("T")
    write(number: second / 3600, width: 2)
    write(":")
    write(number: second / 60 % 60, width: 2)
    write(":")
    write(number: second % 60, width: 2)
    if nanoseconds > 0 {
      var (fraction, width) = (nanoseconds, 9)
      while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
      write(".")
      write(number: fraction, width: width)
    }
    write("Z")
  }
}
