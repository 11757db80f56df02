import Records

extension Change {
  /// A key in words: its parts, commas between them.
  public static func describe(_ key: [Value]) -> String {
    key.map(\.displayText).joined(separator: ", ")
  }
}

extension Value {
  /// The value as a person reads it: text without quotes, JSON as it is spelled, nothing for an absent value.
  public var displayText: String {
    switch self {
    case .absent: ""
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let number): number.string
    case .text(let text): text.string
    case .object(let json), .array(let json): json.string
    }
  }
}
