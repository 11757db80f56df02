/// The numbers that hashes are mixed with.
///
/// Who does not know them cannot choose values whose hashes collide. Every word of a value is combined with a secret one
/// before anything is multiplied, so that no value makes a product zero but by chance.
package struct HashSecrets: Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64
  @usableFromInline let third: UInt64
  /// Odd, so that what is multiplied by it alone loses nothing.
  @usableFromInline let fourth: UInt64

  /// Secrets of these numbers, the last of which is odd.
  package init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  /// Secrets from a source of randomness.
  package init(using generator: inout some RandomNumberGenerator) {
    self.init(generator.next(), generator.next(), generator.next(), generator.next() | 1)
  }

  /// This process's secrets; every run has others.
  ///
  /// No result may depend on hashes that are made with them: neither on their values nor on their order.
  package static let process: HashSecrets = {
    var generator = SystemRandomNumberGenerator()
    return HashSecrets(using: &generator)
  }()

  /// Numbers that are the same in every run and no secret: for samples of values, on which results do depend.
  package static let fixed = HashSecrets(
    0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x5898_9B1A_2C8B_6F1D, 0x8BB8_4B93_962E_ACC9)

  /// Multiplies to 128 bits and folds.
  @inlinable @inline(__always)
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// The hash of some bytes.
  ///
  /// Reads nothing beyond them.
  @inlinable @inline(__always)
  package func hash(of text: UnsafeRawBufferPointer) -> UInt64 {
    hash(base: text.baseAddress, count: text.count)
  }

  /// The hash of some bytes.
  package func hash(of bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { hash(of: $0) } }

  /// The hash of `count` bytes from `base`.
  @inlinable @inline(__always)
  package func hash(base: UnsafeRawPointer?, count: Int) -> UInt64 {
    guard let base, count > 0 else { return Self.mix(first, second) }
    let (low, high) = count <= 16 ? Self.shortWords(base, count) : longWords(base, count)
    // Folding one product at once would lose what words of few varying bits have in common: decimal keys collided.
    let product = (low ^ first).multipliedFullWidth(by: high ^ second)
    return Self.mix(product.low ^ third ^ UInt64(count), product.high ^ fourth)
  }

  /// The hash of a number.
  @inlinable @inline(__always)
  package func hash(of number: UInt64) -> UInt64 { Self.mix(number ^ first, second) }

  @inlinable @inline(__always)
  static func shortWords(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if count >= 8 {
      return (word(base), word(base + (count - 8)))
    }
    if count >= 4 {
      return (half(base), half(base + (count - 4)))
    }
    let first = UInt64(base.load(as: UInt8.self))
    let middle = UInt64(base.load(fromByteOffset: count >> 1, as: UInt8.self))
    let last = UInt64(base.load(fromByteOffset: count - 1, as: UInt8.self))
    return (first << 16 | middle << 8 | last, 0)
  }

  @usableFromInline
  func longWords(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    var at = base
    var left = count
    var state = third
    while left > 16 {
      // Should a product ever be zero, only these two words are lost, and not all before them.
      state ^= Self.mix(Self.word(at) ^ fourth, Self.word(at + 8) ^ state)
      at += 16
      left -= 16
    }
    return (Self.word(at + (left - 16)) ^ state, Self.word(at + (left - 8)))
  }

  @inlinable @inline(__always)
  static func word(_ at: UnsafeRawPointer) -> UInt64 { at.loadUnaligned(as: UInt64.self) }

  @inlinable @inline(__always)
  static func half(_ at: UnsafeRawPointer) -> UInt64 {
    UInt64(at.loadUnaligned(as: UInt32.self))
  }
}
