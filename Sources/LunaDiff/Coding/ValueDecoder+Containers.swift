import Comparing
import Records

/// Decodes members of an object, or values of a record.
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

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try found(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { try found(key).container(keyedBy: type) }

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

/// Decodes elements of a list.
struct ElementDecoding: UnkeyedDecodingContainer {
  let elements: [Records.Value]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [Records.Value], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try next().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try next().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try next().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next()
    currentIndex += 1
    return decoder
  }

  private func next() throws -> ValueDecoder {
    let path = codingPath + [ElementKey(place: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self, .init(codingPath: path, debugDescription: "the list ends here"))
    }
    return ValueDecoder(.value(elements[currentIndex]), codingPath: path)
  }
}
