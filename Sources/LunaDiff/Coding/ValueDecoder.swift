import Comparing
import Records

/// Decodes a record, or one of its values, as what a Swift program has.
///
/// Cells of delimited text are text: where a number or a truth value is wanted, the text is read as one.
struct ValueDecoder: Decoder {
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
      for column in record.columns { if let value = record[column] { tree.member(column).set(value) } }
      return tree.value
    }
  }

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

  func mismatch(_ type: any Any.Type, _ wanted: String) -> DecodingError {
    let found = if case .value(let value) = subject { value.kindWords } else { "a record" }
    return DecodingError.typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "\(wanted) is wanted, and this is \(found)"))
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { if case .value(let value) = subject { value == .null || value == .absent } else { false } }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if type == Value.self, let value = Value(value) as? T { return value }
    if type == String.self { return try cast(text, "text") }
    if type == Bool.self { return try cast(flag, "true or false") }
    if let number = type as? any (LosslessStringConvertible & Numeric).Type {
      return try cast(spelling.flatMap { number.init($0) }, "a number of \(type)")
    }
    if let wanted = FoundationValues.words(of: type) {
      return try cast(text.flatMap { FoundationValues.decode($0, as: type) }, wanted)
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

struct MemberDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: [String: Records.Value]
  private let record: RecordView?
  let codingPath: [any CodingKey]

  init(_ decoder: ValueDecoder) throws {
    codingPath = decoder.codingPath
    switch decoder.subject {
    case .record(let record): (self.record, members) = (record, [:])
    case .value(.object(let json)):
      record = nil
      members = Dictionary(json.members.map { ($0.name.string, $0.value) }) { $1 }
    case .value: throw decoder.mismatch([String: Value].self, "an object")
    }
  }

  var allKeys: [Key] { (record?.columns ?? Array(members.keys)).compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { value(key) != nil }

  func decodeNil(forKey key: Key) -> Bool { decoder(key, value(key) ?? .absent).decodeNil() }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try found(key).decode(type) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<NestedKey>
  { try found(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try found(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    let key = ElementKey(name: "super")
    return decoder(key, value(key) ?? .null)
  }

  func superDecoder(forKey key: Key) -> any Decoder { decoder(key, value(key) ?? .null) }

  private func value(_ key: some CodingKey) -> Records.Value? {
    record.map { $0[key.stringValue] } ?? members[key.stringValue]
  }

  private func decoder(_ key: some CodingKey, _ value: Records.Value) -> ValueDecoder {
    ValueDecoder(.value(value), codingPath: codingPath + [key])
  }

  private func found(_ key: Key) throws -> ValueDecoder {
    guard let value = value(key) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "there is no '\(key.stringValue)'"))
    }
    return decoder(key, value)
  }
}

struct ElementDecoding: UnkeyedDecodingContainer {
  let elements: [Records.Value]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try next().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take { try $0.decode(type) } }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws -> KeyedDecodingContainer<
    NestedKey
  > { try take { try $0.container(keyedBy: type) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take { $0 } }

  private mutating func take<R>(_ body: (ValueDecoder) throws -> R) throws -> R {
    let result = try body(next())
    currentIndex += 1
    return result
  }

  private func next() throws -> ValueDecoder {
    let path = codingPath + [ElementKey(place: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(Value.self, .init(codingPath: path, debugDescription: "the list ends here"))
    }
    return ValueDecoder(.value(elements[currentIndex]), codingPath: path)
  }
}
