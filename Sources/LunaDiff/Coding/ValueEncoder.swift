import Records

/// Encodes what a Swift program has as a record or as one of its values.
struct ValueEncoder: Encoder {
  let tree: ValueTree
  let codingPath: [any CodingKey]
  private let datesAsText: Bool
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ tree: ValueTree = ValueTree(), codingPath: [any CodingKey] = [], datesAsText: Bool = false) {
    self.tree = tree
    self.codingPath = codingPath
    self.datesAsText = datesAsText
  }

  static func value(of value: some Encodable) throws -> Records.Value { try tree(of: value).value }

  static func tree(of value: some Encodable, _ datesAsText: Bool = false) throws -> ValueTree {
    let encoder = ValueEncoder(datesAsText: datesAsText)
    try encoder.encode(value)
    return encoder.tree
  }

  /// An object of the members that have a value.
  static func tree(ofMembers members: some Sequence<(String, (any Encodable)?)>) throws -> ValueTree {
    let tree = ValueTree()
    tree.becomeObject()
    for case (let name, let value?) in members { try ValueEncoder(tree.member(name)).encode(value) }
    return tree
  }

  fileprivate func inner(_ tree: ValueTree, _ key: some CodingKey) -> ValueEncoder {
    ValueEncoder(tree, codingPath: codingPath + [key], datesAsText: datesAsText)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    tree.becomeObject()
    return KeyedEncodingContainer(MemberEncoding<Key>(outer: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    tree.becomeList()
    return ElementEncoding(outer: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { tree.set(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    switch value {
    case let text as String: tree.set(.text(Text(text)))
    case let flag as Bool: tree.set(.boolean(flag))
    case let number as Double: try encode(number, isFinite: number.isFinite)
    case let number as Float: try encode(number, isFinite: number.isFinite)
    case let number as any FixedWidthInteger: tree.set(.number(NumberText(number)))
    case let value as Value: tree.set(value.content)
    default:
      if let (number, isFinite) = FoundationValues.number(value) {
        try encode(number, isFinite: isFinite)
      } else if let value = FoundationValues.value(of: value, datesAsText: datesAsText) {
        tree.set(value)
      } else {
        try value.encode(to: self)
      }
    }
  }

  private func encode(_ number: some CustomStringConvertible, isFinite: Bool) throws {
    guard isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: codingPath, debugDescription: "\(number) is no number that a record holds"))
    }
    tree.set(.number(NumberText(number)))
  }
}

extension NumberText {
  /// A number by its description in Swift, which JSON has too.
  fileprivate init(_ number: some CustomStringConvertible) { self.init(utf8: Array(number.description.utf8)) }
}

private struct MemberEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let outer: ValueEncoder
  var codingPath: [any CodingKey] { outer.codingPath }

  private func encoder(_ key: some CodingKey) -> ValueEncoder { outer.inner(outer.tree.member(key.stringValue), key) }

  func encodeNil(forKey key: Key) { encoder(key).encodeNil() }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder(key).encode(value) }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try encodeOptional(value, key) }

  // Swift has a default for each of these, which it prefers to the generic one.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }

  private func encodeOptional(_ value: (some Encodable)?, _ key: Key) throws {
    let encoder = encoder(key)
    if let value { try encoder.encode(value) } else { encoder.tree.becomeAbsent() }
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) -> KeyedEncodingContainer<
    NestedKey
  > { encoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder(ElementKey(name: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct ElementEncoding: UnkeyedEncodingContainer {
  let outer: ValueEncoder
  var codingPath: [any CodingKey] { outer.codingPath }
  var count: Int { outer.tree.count }

  private var next: ValueEncoder {
    let key = ElementKey(place: count)
    return outer.inner(outer.tree.append(), key)
  }

  func encodeNil() { next.encodeNil() }

  func encode<T: Encodable>(_ value: T) throws { try next.encode(value) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    next.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }

  func superEncoder() -> any Encoder { next }
}
