#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Comparing
import Platform
import Records

/// Foundation's types as `JSONEncoder` and `JSONDecoder` have them, rather than by their parts.
///
/// A `Decimal` is a number, a `URL` is text, `Data` is text in Base64; a `Date` is text in ISO 8601 where that is asked
/// for, else it encodes itself as its seconds since 2001, here as there. Either is read.
enum FoundationValues {
  /// A number with all of its digits, if the value is a `Decimal`.
  static func number(_ value: some Encodable) -> (some CustomStringConvertible, isFinite: Bool)? {
    (value as? Decimal).map { ($0, $0.isFinite) }
  }

  /// The value of one of the other types; `nil` of any that is none of them.
  static func value(of value: some Encodable, datesAsText: Bool) -> Records.Value? {
    switch value {
    case let date as Date where datesAsText:
      let hasFraction = date.timeIntervalSince1970.rounded() != date.timeIntervalSince1970
      return .text(Text(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))))
    case let url as URL: return .text(Text(url.absoluteString))
    case let data as Data: return .text(Text(data.base64EncodedString()))
    default: return nil
    }
  }

  /// What a type of these wants, for messages; `nil` of any other.
  static func words(of type: any Any.Type) -> String? {
    switch type {
    case is Decimal.Type: "a number of Decimal"
    case is URL.Type: "a URL"
    case is Data.Type: "text in Base64"
    case is Date.Type: "a date in ISO 8601, or seconds since 2001,"
    default: nil
    }
  }

  /// What a text, or a number as it is spelled, is of one of these types; `nil` if it is none.
  static func decode(_ text: String, as type: any Any.Type) -> Any? {
    switch type {
    case is Decimal.Type: Double(text)?.isFinite == true && !text.contains("x") ? Decimal(string: text) : nil
    case is URL.Type: URL(string: text)
    case is Data.Type: Data(base64Encoded: text)
    case is Date.Type: Double(text).map(Date.init(timeIntervalSinceReferenceDate:)) ?? date(text)
    default: nil
    }
  }

  private static func date(_ text: String) -> Date? {
    guard let parts = Array(text.utf8).withBytes({ Instant(iso: $0)?.parts }) else { return nil }
    return Date(timeIntervalSince1970: Double(parts.seconds) + Double(parts.nanoseconds) / 1e9)
  }
}
