/// A fast 64-bit hash of values.
///
/// Equal values hash alike whatever format they came from; it is no defence against chosen input,
/// so equality is always confirmed by bytes.
package struct FieldHasher {
  @usableFromInline var state: UInt64

  /// A hash of nothing.
  @inlinable
  package init() { state = 0x9E37_79B9_7F4A_7C15 }

  /// Adds text given as decoded UTF-8.
  @inlinable
  package mutating func combine(text: UnsafeRawBufferPointer) {
    combine(hash: Self.hash(of: text))
  }

  /// Adds a kind or another small number.
  @inlinable
  package mutating func combine(tag: UInt64) {
    combine(hash: Self.mix(tag ^ 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB))
  }

  /// Adds what `hash(of:)` returned, so that `combine(text:)` can be done in two steps.
  @inlinable @inline(__always)
  package mutating func combine(hash: UInt64) {
    state = Self.mix(state ^ hash, 0x8EBC_6AF0_9C88_C6E3)
  }

  /// The hash of everything added so far.
  @inlinable
  package var value: UInt64 { state }

  /// Multiplies to 128 bits and folds.
  @inlinable @inline(__always)
  package static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// The hash of some bytes.
  ///
  /// Reads nothing beyond them.
  @inlinable @inline(__always)
  package static func hash(of text: UnsafeRawBufferPointer) -> UInt64 {
    guard let base = text.baseAddress else { return hash(base: nil, count: 0) }
    return hash(base: base, count: text.count)
  }

  /// The hash of `count` bytes from `base`.
  @inlinable @inline(__always)
  package static func hash(base: UnsafeRawPointer?, count: Int) -> UInt64 {
    guard let base, count > 0 else { return mix(0x2D35_8DCC_AA6C_78A5, 0xE703_7ED1_A0B4_28DB) }
    let (low, high) =
      count <= 16 ? shortWords(base, count) : longWords(base, count)
    // Folding one product at once would lose what words of few varying bits have in common: decimal keys collided.
    let product = (low ^ 0xA076_1D64_78BD_642F)
      .multipliedFullWidth(by: high ^ 0xE703_7ED1_A0B4_28DB)
    return mix(
      product.low ^ 0x5898_9B1A_2C8B_6F1D ^ UInt64(count), product.high ^ 0x8BB8_4B93_962E_ACC9)
  }

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
  static func longWords(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    var at = base
    var left = count
    var state: UInt64 = 0x5898_9B1A_2C8B_6F1D
    while left > 16 {
      state = mix(word(at) ^ 0x8BB8_4B93_962E_ACC9, word(at + 8) ^ state)
      at += 16
      left -= 16
    }
    return (word(at + (left - 16)) ^ state, word(at + (left - 8)))
  }

  @inlinable @inline(__always)
  static func word(_ at: UnsafeRawPointer) -> UInt64 { at.loadUnaligned(as: UInt64.self) }

  @inlinable @inline(__always)
  static func half(_ at: UnsafeRawPointer) -> UInt64 {
    UInt64(at.loadUnaligned(as: UInt32.self))
  }
}
