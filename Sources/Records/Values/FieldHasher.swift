import Platform

/// A fast 64-bit hash of values.
///
/// Equal values hash alike whatever format they came from; equality is always confirmed by bytes.
package struct FieldHasher {
  @usableFromInline let secrets: HashSecrets
  @usableFromInline var state: UInt64

  @inlinable @inline(__always) package init(_ secrets: HashSecrets = .process) {
    self.secrets = secrets
    state = secrets.third
  }

  @inlinable package mutating func combine(text: BytesView) { combine(hash: secrets.hash(of: text)) }

  package mutating func combine(text: [UInt8]) { combine(hash: secrets.hash(of: text)) }

  @inlinable package mutating func combine(tag: UInt64) { combine(hash: secrets.hash(of: tag)) }

  /// Adds what ``HashSecrets/hash(of:)`` gave for a text, or a number of any size.
  @inlinable @inline(__always) package mutating func combine(hash: UInt64) {
    state = HashSecrets.mix(state ^ hash, secrets.fourth)
  }

  @inlinable package var value: UInt64 { state }

  package static func hash(of field: Field) -> UInt64 {
    var hasher = FieldHasher()
    field.hash(into: &hasher)
    return hasher.value
  }
}
