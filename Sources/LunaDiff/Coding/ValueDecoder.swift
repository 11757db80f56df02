import Comparing
import Records

/// Decodes a record, or one of its values, as what a Swift program has.
///
/// Cells of delimited text are text: where a number or a truth value is wanted, the text is read as one.
struct ValueDecoder: Decoder {
  /// What is decoded.
  enum Subject {
    case value(Records.Value)
    case record(RecordView)
  }

  let subject: Subject
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ subject: Subject, codingPath: [any CodingKey] = []) {
    self.subject = subject
    self.codingPath = codingPath
  }

  /// The value itself; a record is an object of its values.
  var value: Records.Value {
    switch subject {
    case .value(let value): return value
    case .record(let record):
      let tree = ValueTree()
      tree.becomeObject()
      for column in record.columns {
        if let value = record[column] { tree.member(column).set(value) }
      }
      return tree.value
    }
  }

  /// A Swift value made of a record's.
  static func decode<T: Decodable>(_ value: Records.Value, as type: T.Type = T.self) throws -> T {
    try ValueDecoder(.value(value)).decode(type)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try MemberDecoding<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .value(.array(let json)) = subject else { throw mismatch([Value].self, "a list") }
    return ElementDecoding(elements: json.elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The error of a value that is of another kind.
  func mismatch(_ type: any Any.Type, _ wanted: String) -> DecodingError {
    let found =
      if case .value(let value) = subject { value.kindWords } else { "a record" }
    return DecodingError.typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "\(wanted) is wanted, and this is \(found)"))
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    if case .value(let value) = subject { value == .null || value == .absent } else { false }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if type == Value.self, let value = Value(value) as? T { return value }
    if type == String.self { return try cast(text, "text") }
    if type == Bool.self { return try cast(flag, "true or false") }
    if let number = type as? any (LosslessStringConvertible & Numeric).Type {
      return try cast(spelling.flatMap { number.init($0) }, "a number of \(type)")
    }
    return try T(from: self)
  }

  private func cast<T>(_ value: Any?, _ wanted: String) throws -> T {
    guard let value = value as? T else { throw mismatch(T.self, wanted) }
    return value
  }

  /// A text, or a number as it is spelled.
  private var text: String? {
    guard case .value(let value) = subject else { return nil }
    switch value {
    case .text(let text): return text.string
    case .number(let number): return number.string
    default: return nil
    }
  }

  private var flag: Bool? {
    guard case .value(let value) = subject else { return nil }
    switch value {
    case .boolean(let flag): return flag
    case .text(let text): return Bool(text.string)
    default: return nil
    }
  }

  /// What a number is made of; one that is whole has no point.
  private var spelling: String? {
    guard let text else { return nil }
    guard text.hasSuffix(".0") else { return text }
    return String(text.dropLast(2))
  }
}

extension Records.Value {
  /// What the value is, in words.
  fileprivate var kindWords: String {
    switch self {
    case .absent: "absent"
    case .null: "null"
    case .boolean: "a truth value"
    case .number(let number): "the number \(number.string)"
    case .text(let text): "the text \(text.string.debugDescription)"
    case .object: "an object"
    case .array: "a list"
    }
  }
}
