import Platform
import Records

/// 128 bits that stand for an identity or a content, made with secrets that are the same for all records of a
/// comparison.
///
/// Two that are equal have the same; that two others have the same, by chance, takes 2⁶⁴ of them.
struct Fingerprint: Sendable, Hashable, BitwiseCopyable {
  let first: UInt64
  let second: UInt64
}

package struct FingerprintSecrets: Sendable {
  private let first: HashSecrets
  private let second: HashSecrets

  init() {
    var generator = SystemRandomNumberGenerator()
    first = HashSecrets(using: &generator)
    second = HashSecrets(using: &generator)
  }

  @inline(__always) func print(of bytes: BytesView) -> Fingerprint {
    Fingerprint(first: first.hash(of: bytes), second: second.hash(of: bytes))
  }

  /// Secrets that are the same in every process that is given the same text.
  package init(seed: String) {
    func number(_ index: Int) -> UInt64 { HashSecrets.fixed.hash(of: Array("\(index) \(seed)".utf8)) }
    first = HashSecrets(number(0), number(1), number(2), number(3) | 1)
    second = HashSecrets(number(4), number(5), number(6), number(7) | 1)
  }

  func print(of key: KeyBuffer) -> Fingerprint { key.bytes.withBytes(print(of:)) }

  /// The fingerprint of some fields, each with the number of its column.
  func print(_ addFields: ((Int, Field) -> Void) throws -> Void) rethrows -> Fingerprint {
    var hashers = (FieldHasher(first), FieldHasher(second))
    try addFields { number, field in
      hashers.0.combine(tag: UInt64(number))
      hashers.1.combine(tag: UInt64(number))
      field.hash(into: &hashers.0)
      field.hash(into: &hashers.1)
    }
    return Fingerprint(first: hashers.0.value, second: hashers.1.value)
  }
}
