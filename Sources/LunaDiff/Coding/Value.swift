import Records

/// A value of a record: text, a number, true or false, null, an object or a list.
///
/// It is exact, whatever its length: a number keeps its digits, and is equal to every other spelling of the same
/// number. ``decode(as:)`` makes what a program wants of it.
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
  public func decode<T: Decodable>(as type: T.Type = T.self) throws -> T { try ValueDecoder.decode(content) }
}

extension Value: ExpressibleByStringLiteral {
  /// A text.
  public init(stringLiteral text: String) { self.init(.text(Text(text))) }
}

extension Value: CustomStringConvertible {
  /// The value as a person reads it: text without quotes, objects and lists as JSON.
  public var description: String { content.description }
}

/// A value is encoded as what it is: text, number, truth value, null, object or list.
extension Value: Codable {
  /// Takes whatever the decoder has.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self.init(decoder.value)
      return
    }
    let container = try decoder.singleValueContainer()
    // Only what the next kind makes of it tells whether a decoder has this one.
    func decoded<Kind: Decodable>(_ kind: Kind.Type) -> Kind? { try? container.decode(kind) }
    if container.decodeNil() {
      self = .null
    } else if let flag = decoded(Bool.self) {
      self.init(.boolean(flag))
    } else if let number = decoded(Int64.self) {
      self.init(try ValueEncoder.value(of: number))
    } else if let number = decoded(Double.self) {
      self.init(try ValueEncoder.value(of: number))
    } else if let text = decoded(String.self) {
      self.init(.text(Text(text)))
    } else if let list = decoded([Value].self) {
      self.init(try ValueEncoder.value(of: list))
    } else {
      self.init(try ValueEncoder.value(of: container.decode([String: Value].self)))
    }
  }

  /// Gives the encoder the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch content {
    case .absent, .null: try container.encodeNil()
    case .boolean(let flag): try container.encode(flag)
    case .text(let text): try container.encode(text.string)
    case .number(let number):
      if let whole = Int64(number.string) {
        try container.encode(whole)
      } else {
        try container.encode(Double(number.string) ?? .infinity)
      }
    case .array(let json): try container.encode(json.elements.map(Value.init))
    case .object(let json):
      try container.encode(Dictionary(json.members.map { ($0.name.string, Value($0.value)) }) { _, last in last })
    }
  }
}
