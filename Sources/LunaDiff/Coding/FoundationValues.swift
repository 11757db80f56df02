#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Records

/// Foundation's types as `JSONEncoder` and `JSONDecoder` have them, rather than by their parts.
///
/// A `Decimal` is a number, a `URL` is text, `Data` is text in Base64; a `Date` encodes itself as its seconds since
/// 2001, here as there.
enum FoundationValues {
  /// A number with all of its digits, if the value is a `Decimal`.
  static func number(_ value: some Encodable) -> (some CustomStringConvertible, isFinite: Bool)? {
    (value as? Decimal).map { ($0, $0.isFinite) }
  }

  /// The value of one of the other types; `nil` of any that is none of them.
  static func value(of value: some Encodable) -> Records.Value? {
    switch value {
    case let url as URL: .text(Text(url.absoluteString))
    case let data as Data: .text(Text(data.base64EncodedString()))
    default: nil
    }
  }

  /// What a type of these wants, for messages; `nil` of any other.
  static func words(of type: any Any.Type) -> String? {
    switch type {
    case is Decimal.Type: "a number of Decimal"
    case is URL.Type: "a URL"
    case is Data.Type: "text in Base64"
    default: nil
    }
  }

  /// What a text, or a number as it is spelled, is of one of these types; `nil` if it is none.
  static func decode(_ text: String, as type: any Any.Type) -> Any? {
    switch type {
    case is Decimal.Type: Double(text)?.isFinite == true && !text.contains("x") ? Decimal(string: text) : nil
    case is URL.Type: URL(string: text)
    case is Data.Type: Data(base64Encoded: text)
    default: nil
    }
  }
}
