import Platform

/// A value of a record, exact and copied out of the input; equality is by value; the spelling is kept for printing.
package enum Value: Sendable, Hashable {
  case absent
  /// JSON's `null`, or a null token of CSV.
  case null
  case boolean(Bool)
  case number(NumberText)
  /// A CSV cell or a JSON string.
  case text(Text)
  case object(JSONText)
  case array(JSONText)
}

extension Value: CustomStringConvertible {
  /// The value as a person reads it: text without quotes, JSON as it is spelled, nothing for an absent value.
  package var description: String {
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

extension Value {
  /// Calls `body` with the value as a field that is valid during the call.
  package func withField<R>(_ body: (Field) throws -> R) rethrows -> R {
    switch self {
    case .absent: try body(.absent)
    case .null: try body(Field(.null))
    case .boolean(let value): try body(Field(value ? .true : .false))
    case .number(let number): try number.utf8.withBytes { try body(Field(.number, $0)) }
    case .text(let text): try text.utf8.withBytes { try body(Field(.text, $0)) }
    case .object(let json): try json.utf8.withBytes { try body(Field(.object, $0)) }
    case .array(let json): try json.utf8.withBytes { try body(Field(.array, $0)) }
    }
  }
}

/// A JSON number as it is spelled; equal to every other spelling of the same number.
package struct NumberText: Sendable, Hashable {
  package let utf8: [UInt8]

  /// A number with this spelling, which must be a valid JSON number.
  package init(utf8: [UInt8]) { self.utf8 = utf8 }

  package var string: String { String(decoding: utf8, as: UTF8.self) }

  package static func == (left: Self, right: Self) -> Bool {
    left.utf8.withBytes { left in right.utf8.withBytes { JSONValues.areEqualNumbers(left, $0) } }
  }

  /// Hashes the number, not its spelling.
  package func hash(into hasher: inout Hasher) {
    var canonical: [UInt8] = []
    utf8.withBytes { JSONNumber($0).appendCanonical(to: &canonical) }
    hasher.combine(canonical)
  }
}

/// A JSON object or array as it is spelled; equal to every other spelling of the same value.
package struct JSONText: Sendable, Hashable {
  package let utf8: [UInt8]

  /// A value with this spelling, which must be valid JSON.
  package init(utf8: [UInt8]) { self.utf8 = utf8 }

  package var string: String { String(decoding: utf8, as: UTF8.self) }

  package static func == (left: Self, right: Self) -> Bool {
    left.utf8.withBytes { left in right.utf8.withBytes { JSONValues.areEqual(left, $0) } }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(utf8.withBytes { JSONTree($0).hash() }) }
}
