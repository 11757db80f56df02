/// Spreads the bits of one word over all bits of the result: both halves of a 128-bit product.
@inlinable @inline(__always)
package func mix(_ word: UInt64) -> UInt64 {
  let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
  return product.high ^ product.low
}

/// Spreads two words: the core of wyhash.
@inlinable @inline(__always)
package func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
  let product = (first ^ 0xA076_1D64_78BD_642F)
    .multipliedFullWidth(by: second ^ 0xE703_7ED1_A0B4_28DB)
  return product.high ^ product.low
}
