// Strings beyond ASCII.
//
// The idea. Strings are equal if they are canonically equivalent, and to normalize one for its hash
// takes many times longer than to read its bytes. But strings that are in normal form C already are
// equal exactly if their bytes are. So where all strings of both sides are made of scalars that are
// in this form whatever stands beside them, bytes are hashed.
//
// The invariants. A string of `composedScalars` alone is in normal form C: each of them is composed,
// starts a sequence of its own and never joins the one before. It is all strings or none: one that
// is not made of them may be equal to one that is, and has to have the same hash.
//
// The source. The quick check of Unicode Standard Annex 15, section 9.

/// Scalars that are in normal form C beside any others of these: most of the Latin, Greek, Cyrillic, Hebrew, Arabic,
/// Thai, Kana, Han and Hangul ones, and what stands between words.
package let composedScalars: [Range<UInt32>] = [
  0..<0x300, 0x388..<0x483, 0x3001..<0x302A, 0x3041..<0x3097, 0x30A1..<0x30FB, 0x3400..<0xA000,
  0xAC00..<0xD7A4, 0x2010..<0x20D0, 0x48A..<0x591, 0x5D0..<0x610, 0x620..<0x64B, 0xE01..<0xE38,
  0xFF01..<0xFFF0,
]

/// Whether all strings of both sides are made of scalars that need no normalization; false where
/// the first ones are plain ASCII, so that it would hardly gain anything.
@usableFromInline func areComposed(_ source: ElementsView<String>, _ target: ElementsView<String>) -> Bool {
  guard source.count > 0, target.count > 0 else { return false }
  if isASCII(source[0]), isASCII(target[0]) { return false }
  return areComposed(source) && areComposed(target)
}

private func areComposed(_ strings: ElementsView<String>) -> Bool {
  (0..<strings.count).allSatisfy { isComposed(strings[$0]) }
}

private func isASCII(_ string: String) -> Bool {
  string.utf8.withContiguousStorageIfAvailable { hashLongBytes($0.span.bytes, 0).isASCII } ?? false
}

private func isComposed(_ string: String) -> Bool {
  string.utf8.withContiguousStorageIfAvailable { isComposed($0.span.bytes) } ?? false
}

private func isComposed(_ bytes: RawSpan) -> Bool {
  var offset = 0
  while offset < bytes.byteCount {
    // Where fewer than eight bytes are left, some before the offset are read again.
    let start = min(offset, bytes.byteCount &- 8)
    if start >= 0, word(bytes, start) & 0x8080_8080_8080_8080 == 0 {
      offset = start &+ 8
    } else if byte(bytes, offset) < 0x80 {
      offset &+= 1
    } else {
      let (scalar, length) = scalar(bytes, offset)
      if !composedScalars.contains(where: { $0.contains(scalar) }) { return false }
      offset &+= length
    }
  }
  return true
}

/// The scalar beyond ASCII at an offset of valid UTF-8, and its length.
private func scalar(_ bytes: RawSpan, _ offset: Int) -> (UInt32, length: Int) {
  let length = (~byte(bytes, offset)).leadingZeroBitCount
  var scalar = UInt32(byte(bytes, offset)) & (0x7F &>> UInt32(truncatingIfNeeded: length))
  for place in offset &+ 1..<offset &+ length { scalar = scalar &<< 6 | UInt32(byte(bytes, place)) & 0x3F }
  return (scalar, length)
}
