/// The last of some bytes as one number: at least those from an offset on, fewer than eight.
@inlinable @inline(__always) func lastWord(_ bytes: RawSpan, _ start: Int) -> UInt64 {
  if bytes.byteCount >= 8 { return word(bytes, bytes.byteCount &- 8) }
  var result: UInt64 = 0
  var offset = start
  while offset < bytes.byteCount {
    result = result &<< 8 | UInt64(byte(bytes, offset))
    offset &+= 1
  }
  return result
}

/// A hash of bytes: the mixer over one word after the other.
@inlinable @inline(__always) func hashBytes(_ bytes: RawSpan, _ seed: UInt64) -> UInt64 {
  let count = bytes.byteCount
  if count == 8 { return mix(seed ^ word(bytes, 0)) }
  if count == 16 { return mix(mix(seed ^ word(bytes, 0)) ^ word(bytes, 8)) }
  return hashLongBytes(bytes, seed).hash
}

/// A hash of bytes, and whether all of them are ASCII, which is seen on the way.
@inlinable func hashLongBytes(_ bytes: RawSpan, _ seed: UInt64) -> (hash: UInt64, isASCII: Bool) {
  var state = seed ^ UInt64(truncatingIfNeeded: bytes.byteCount)
  // Read first, so that nothing waits for it at the end.
  let last = lastWord(bytes, bytes.byteCount & ~7)
  var seen = last
  var offset = 0
  while offset &+ 8 <= bytes.byteCount {
    let next = word(bytes, offset)
    seen |= next
    state = mix(state ^ next)
    offset &+= 8
  }
  return (mix(state ^ last), seen & 0x8080_8080_8080_8080 == 0)
}

/// The hash of one of some strings in memory, equal for canonically equivalent ones.
///
/// ASCII is its own normal form and is hashed as bytes, where they are. Three other scalars are
/// canonically equivalent to ASCII ones: a string in which nothing else is beyond ASCII is hashed
/// as what they stand for. All the rest is never equal to ASCII and is left to the standard
/// library, unless all strings that there are lie in ``composedScalars``.
@inlinable @inline(__always) func hashString(
  _ strings: ElementsView<String>, _ offset: Int, _ seed: UInt64, isComposed: Bool
) -> UInt64 {
  let hash = strings[offset].utf8.withContiguousStorageIfAvailable { bytes -> UInt64? in
    let text = hashLongBytes(bytes.span.bytes, seed)
    return isComposed || text.isASCII ? text.hash : nil
  }
  if case .some(.some(let hash)) = hash { return hash }
  return hashBeyondASCII(strings[offset], seed)
}

@usableFromInline func hashBeyondASCII(_ string: String, _ seed: UInt64) -> UInt64 {
  var ascii: [UInt8] = []
  for scalar in string.unicodeScalars {
    switch scalar.value {
    case 0..<0x80: ascii.append(UInt8(truncatingIfNeeded: scalar.value))
    case 0x037E: ascii.append(UInt8(ascii: ";"))
    case 0x1FEF: ascii.append(UInt8(ascii: "`"))
    case 0x212A: ascii.append(UInt8(ascii: "K"))
    default: return mix(seed ^ UInt64(truncatingIfNeeded: UInt(bitPattern: string.hashValue)))
    }
  }
  return ascii.withUnsafeBytes { hashLongBytes($0.bytes, seed).hash }
}

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
