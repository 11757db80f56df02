import Records

/// A value is encoded as what it is: text, number, truth value, null, object or list.
extension Value: Codable {
  /// Takes whatever the decoder has.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self.init(decoder.value)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self.init(.boolean(flag))
    } else if let number = try? container.decode(Int64.self) {
      self.init(try ValueEncoder.value(of: number))
    } else if let number = try? container.decode(Double.self) {
      self.init(try ValueEncoder.value(of: number))
    } else if let text = try? container.decode(String.self) {
      self.init(.text(Text(text)))
    } else if let list = try? container.decode([Value].self) {
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
      try container.encode(
        Dictionary(json.members.map { ($0.name.string, Value($0.value)) }) { _, last in last })
    }
  }
}
