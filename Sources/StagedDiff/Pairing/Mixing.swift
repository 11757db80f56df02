/// Spreads the bits of one word over all bits of the result: both halves of a 128-bit product.
///
/// The factor is odd and fixed, so that no word but one gives 0: nothing that is mixed in before is
/// ever lost, whatever comes after it.
@inlinable @inline(__always) package func mix(_ word: UInt64) -> UInt64 {
  let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
  return product.high ^ product.low
}

/// The seed of hashes: drawn once in each process, so that no input can be made up of identities of equal hashes.
@usableFromInline let processSeed: UInt64 = {
  var generator = SystemRandomNumberGenerator()
  return generator.next()
}()
