import Records

/// A value of a record: text, a number, true or false, null, an object or a list.
///
/// It is exact, whatever its length: a number keeps its digits, and is equal to every other spelling of the same number.
/// ``decode(as:)`` makes what a program wants of it.
public struct Value: Sendable, Hashable {
  let content: Records.Value

  init(_ content: Records.Value) { self.content = content }

  /// JSON's `null`, or a text of CSV that was said to mean null.
  public static let null = Value(.null)

  /// The value as a program's type.
  ///
  /// A cell of delimited text is text: where the type is a number or a truth value, the text is read as one.
  ///
  /// - Throws: `DecodingError`.
  public func decode<T: Decodable>(as type: T.Type = T.self) throws -> T {
    try ValueDecoder.decode(content)
  }
}

extension Value: ExpressibleByStringLiteral {
  /// A text.
  public init(stringLiteral text: String) { self.init(.text(Text(text))) }
}

extension Value: CustomStringConvertible {
  /// The value as a person reads it: text without quotes, objects and lists as JSON.
  public var description: String { content.description }
}
