import Platform
import Records

/// The bytes of a scripted identity while it is made: its parts one after another, each with its kind and length.
///
/// Two identities are the same exactly when their bytes are; so equal numbers have to be added in one spelling.
package struct KeyBuffer {
  package private(set) var bytes: [UInt8] = []
  /// The hash of the parts so far.
  private var hasher = KeyHasher()

  /// How many bytes the identity of one record may have.
  package static let longest = 1 << 20

  package init() { bytes.reserveCapacity(256) }

  package var isEmpty: Bool { bytes.isEmpty }

  package mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    hasher = KeyHasher()
  }

  package mutating func appendText(_ text: BytesView) { append(.text, text) }

  package mutating func appendText(_ text: [UInt8]) { text.withBytes { appendText($0) } }

  /// How many bytes a part is, with what is said before it.
  @inlinable package static func size(of content: BytesView) -> Int { 5 + content.count }

  package mutating func append(_ value: Bool) { append(value ? .true : .false, BytesView()) }

  /// Adds a number, given in the one spelling of its value.
  package mutating func appendNumber(_ spelling: String) { spelling.withBytes { append(.number, $0) } }

  package mutating func append(_ kind: Field.Kind, _ content: BytesView) {
    bytes.append(kind.rawValue)
    bytes.append(bytesOf: UInt32(truncatingIfNeeded: content.count))
    bytes.append(contentsOf: content)
    hasher.append(kind, content)
  }

  package var hash: UInt64 { hasher.value }

  package static func values(of key: BytesView) -> [Value] {
    var values: [Value] = []
    forEachPart(of: key) { values.append($0.value) }
    return values
  }

  func forEachPart(_ body: (Field) -> Void) { bytes.withBytes { Self.forEachPart(of: $0, body) } }

  /// Calls `body` with each part of an identity's bytes.
  package static func forEachPart(of key: BytesView, _ body: (Field) -> Void) {
    forEachNumberedPart(of: key) { body($1) }
  }

  static func forEachNumberedPart(of key: BytesView, _ body: (Int, Field) -> Void) {
    var (index, number) = (0, 0)
    while index + 5 <= key.count {
      let kind = Field.Kind(rawValue: key[index])
      let count = Int(key.load(at: index + 1, as: UInt32.self))
      let end = min(index + 5 + count, key.count)
      body(number, Field(kind ?? .absent, key[part: index + 5..<end]))
      (index, number) = (end, number + 1)
    }
  }

  package var values: [Value] { bytes.withBytes(Self.values) }
}

/// The hash of a ``KeyBuffer`` with the same parts, for who wants no more than that.
package struct KeyHasher {
  @usableFromInline var hasher = FieldHasher()

  @inlinable package init() {}

  @inlinable package var value: UInt64 { hasher.value }

  @inlinable @inline(__always) package mutating func append(_ kind: Field.Kind, _ content: BytesView) {
    hasher.combine(tag: UInt64(kind.rawValue))
    hasher.combine(text: content)
  }
}
