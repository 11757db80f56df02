// Strings, compared where they are.
//
// The idea. `==` on strings that were read out of memory retains and releases both, and calls
// through three functions before it looks at a byte. Nearly always the bytes alone decide.
//
// The invariants. Strings are equal if they are canonically equivalent, that is if their decompositions are the same. A
// scalar of ASCII decomposes into itself, and no mark ever moves across it. So strings of the same bytes are equal;
// strings that differ first in two ASCII bytes are not; and neither are two of which one begins the other, whose
// decomposition is longer. All the rest is left to the standard library.
//
// The source. Unicode Standard Annex 15, sections 1.1 and 3.

/// Whether the first strings of both are equal.
@inlinable @inline(__always) func areEqualStrings(_ left: ElementsView<String>, _ right: ElementsView<String>) -> Bool {
  let isSame = left.withBytes(of: 0) { left in right.withBytes(of: 0) { haveEqualBytes(left, $0) } }
  if isSame { return true }
  let answer = left[0].utf8.withContiguousStorageIfAvailable { leftBytes in
    right[0].utf8.withContiguousStorageIfAvailable { rightBytes in
      areEqualTexts(leftBytes.span.bytes, rightBytes.span.bytes)
    }
  }
  if case .some(.some(.some(let areEqual))) = answer { return areEqual }
  return left[0] == right[0]
}

/// Whether two strings given by their bytes are equal; nil if that takes more than a look at bytes.
@inlinable func areEqualTexts(_ left: RawSpan, _ right: RawSpan) -> Bool? {
  let count = min(left.byteCount, right.byteCount)
  var offset = equalBlocks(left, right, count)
  while offset < count, count >= 8 {
    // Where fewer than eight bytes are left, some before the offset are read again.
    let start = min(offset, count &- 8)
    let difference = word(left, start).littleEndian ^ word(right, start).littleEndian
    if difference != 0 { return areEqualASCII(left, right, start &+ difference.trailingZeroBitCount &>> 3) }
    offset = start &+ 8
  }
  while offset < count {
    if byte(left, offset) != byte(right, offset) { return areEqualASCII(left, right, offset) }
    offset &+= 1
  }
  return left.byteCount == right.byteCount
}

/// How many bytes at the beginning are equal, in blocks of four words.
@inlinable @inline(__always) func equalBlocks(_ left: RawSpan, _ right: RawSpan, _ count: Int) -> Int {
  var offset = 0
  while offset &+ 32 <= count {
    let first = word(left, offset) ^ word(right, offset)
    let second = word(left, offset &+ 8) ^ word(right, offset &+ 8)
    let third = word(left, offset &+ 16) ^ word(right, offset &+ 16)
    let fourth = word(left, offset &+ 24) ^ word(right, offset &+ 24)
    if first | second | third | fourth != 0 { break }
    offset &+= 32
  }
  return offset
}

/// False where the bytes at an offset, the first ones that differ, are both ASCII, else nil.
@inlinable @inline(__always) func areEqualASCII(_ left: RawSpan, _ right: RawSpan, _ offset: Int) -> Bool? {
  byte(left, offset) | byte(right, offset) < 0x80 ? false : nil
}
