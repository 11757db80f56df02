import Platform

/// The numbers that hashes are mixed with.
///
/// Who does not know them cannot choose values whose hashes collide. Every word of a value is combined with a secret
/// one before anything is multiplied, so that no value makes a product zero but by chance.
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
  @inlinable @inline(__always) static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  @inlinable @inline(__always) package func hash(of text: BytesView) -> UInt64 {
    // Of other secrets than a number's hash, or the empty text would be the number 0, and an absent value with it.
    guard text.count > 0 else { return Self.mix(third, fourth) }
    let (low, high) = text.count <= 16 ? Self.shortWords(text) : longWords(text)
    // Folding one product at once would lose what words of few varying bits have in common: decimal keys collided.
    let product = (low ^ first).multipliedFullWidth(by: high ^ second)
    return Self.mix(product.low ^ third ^ UInt64(text.count), product.high ^ fourth)
  }

  package func hash(of bytes: [UInt8]) -> UInt64 { bytes.withBytes { hash(of: $0) } }

  @inlinable @inline(__always) package func hash(of number: UInt64) -> UInt64 { Self.mix(number ^ first, second) }

  @inlinable @inline(__always) static func shortWords(_ text: BytesView) -> (UInt64, UInt64) {
    let count = text.count
    if count >= 8 { return (word(text, 0), word(text, count &- 8)) }
    if count >= 4 { return (half(text, 0), half(text, count &- 4)) }
    let first = UInt64(text[0])
    let middle = UInt64(text[count >> 1])
    let last = UInt64(text[count &- 1])
    return (first << 16 | middle << 8 | last, 0)
  }

  @usableFromInline func longWords(_ text: BytesView) -> (UInt64, UInt64) {
    let last = text.count &- 16
    var at = 0
    var state = third
    while at < last {
      // Should a product ever be zero, only these two words are lost, and not all before them.
      state ^= Self.mix(Self.word(text, at) ^ fourth, Self.word(text, at &+ 8) ^ state)
      at &+= 16
    }
    return (Self.word(text, last) ^ state, Self.word(text, last &+ 8))
  }

  @inlinable @inline(__always) static func word(_ text: BytesView, _ index: Int) -> UInt64 {
    text.load(at: index, as: UInt64.self)
  }

  @inlinable @inline(__always) static func half(_ text: BytesView, _ index: Int) -> UInt64 {
    UInt64(text.load(at: index, as: UInt32.self))
  }
}
