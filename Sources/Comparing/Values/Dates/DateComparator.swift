import Platform
import Records

/// Dates and times are equal when they are no further apart than a tolerance in seconds:
/// `luna.compare.date(1, "%d/%m/%Y %H:%M", "iso")`.
///
/// Each text is read by the first format that fits all of it (white space around it aside), so that two files may write
/// dates in two ways; without formats, by ISO 8601. A text that names no zone is taken in `zone`, which is UTC unless
/// given as an offset such as `+02:00`. A date without a time is its midnight. Fractions count to the nanosecond. Where
/// one of the two is no date (empty text, 30 February), they are equal only if they are the same value.
package struct DateComparator: Comparator {
  private let reader: DateReader
  private let tolerance: Tolerance
  private let limit: Int128

  /// Makes a comparator; the tolerance is given by its decimal spelling.
  ///
  /// - Throws: ``OptionError`` for a tolerance that is no number or below 0, a format that cannot
  ///   be read, and a zone that is no offset.
  package init(tolerance: String = "0", formats: [String] = [], zone: String? = nil) throws(OptionError) {
    guard let limit = Tolerance(tolerance) else {
      throw OptionError("compare.date", .notATolerance(name: "tolerance", got: tolerance))
    }
    self.tolerance = limit
    self.limit = limit.units(of: -9)
    reader = try DateReader(formats: formats, zone: zone, function: "compare.date")
  }

  package var summary: String {
    "date (\(reader.summary))" + (tolerance.isZero ? "" : " within \(tolerance.spelling) s")
  }

  package func fits(_ value: Field) -> Bool { (value.withTextOrNumber(reader.instant) ?? nil) != nil }

  package func areEqual(_ old: Field, _ new: Field) -> Bool {
    distance(old, new).map { $0 <= limit.magnitude } ?? old.isEqual(to: new)
  }

  /// 1 within the tolerance, and beyond it the tolerance's share of the distance.
  package func likeness(_ old: Field, _ new: Field) -> Double {
    guard let distance = distance(old, new), distance > limit.magnitude else { return areEqual(old, new) ? 1 : 0 }
    return min(Double(limit.magnitude) / Double(distance), 1.0.nextDown)
  }

  /// In nanoseconds; `nil` where one of the two is no date.
  private func distance(_ old: Field, _ new: Field) -> UInt128? {
    guard let left = old.withTextOrNumber(reader.instant) ?? nil,
      let right = new.withTextOrNumber(reader.instant) ?? nil
    else { return nil }
    return (left.nanoseconds - right.nanoseconds).magnitude
  }
}

extension Instant {
  /// Reads ISO 8601, in UTC where no zone is named.
  package init?(iso text: BytesView) {
    var scanner = DateScanner(text)
    guard scanner.iso(), scanner.isAtEnd, let instant = scanner.parts.instant(zone: 0) else { return nil }
    self = instant
  }
}

/// Reads dates by the first of several formats that fits.
package struct DateReader: Sendable {
  private let formats: [DateFormat]
  /// Seconds east of UTC, where a text names no zone.
  let zone: Int

  /// The most formats that are tried on a text.
  private static let maximumFormats = 100

  package init(formats: [String], zone: String?, function: String) throws(OptionError) {
    guard formats.count <= Self.maximumFormats else {
      throw OptionError(function, .tooMany("formats", limit: Self.maximumFormats))
    }
    var read: [DateFormat] = []
    for format in formats.isEmpty ? ["iso"] : formats { read.append(try DateFormat(format, function: function)) }
    self.formats = read
    guard var text = zone else {
      self.zone = 0
      return
    }
    let offset = text.withUTF8 { bytes -> Int? in
      var scanner = DateScanner(BytesView(bytes))
      return scanner.zone() && scanner.isAtEnd ? scanner.parts.offset : nil
    }
    guard let offset else { throw OptionError(function, .notAnOffset(text)) }
    self.zone = offset
  }

  /// Reads ISO 8601, in the same zone.
  var iso: DateReader { DateReader([.iso], zone: zone) }

  private init(_ formats: [DateFormat], zone: Int) { (self.formats, self.zone) = (formats, zone) }

  var summary: String {
    let minutes = abs(zone) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let offset = "zone \(zone < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return (formats.map(\.spelling) + (zone == 0 ? [] : [offset])).joined(separator: ", ")
  }

  package func instant(of text: BytesView) -> Instant? {
    let text = text.trimmed
    for format in formats { if let instant = format.parts(of: text)?.instant(zone: zone) { return instant } }
    return nil
  }
}
