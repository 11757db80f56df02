/// Characters in bytes that are UTF-8 as a rule and anything at worst.
package enum UTF8Sequence {
  /// The well-formed sequence that begins at an offset within the bytes: its code point and length.
  ///
  /// Halves of UTF-16 pairs, as WTF-8 holds them, are code points too, though no scalars.
  ///
  /// - Returns: `nil` where no sequence begins, or one that is cut off or longer than need be.
  @inlinable package static func read(_ bytes: BytesView, at offset: Int) -> (point: UInt32, count: Int)? {
    let lead = bytes[offset]
    guard lead >= 0x80 else { return (UInt32(lead), 1) }
    let count = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, offset + count <= bytes.count else { return nil }
    var point = UInt32(lead) & (0x7F >> UInt32(count))
    for index in offset + 1..<offset + count {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      point = point << 6 | UInt32(bytes[index] & 0x3F)
    }
    let least: UInt32 = count == 4 ? 0x10000 : count == 3 ? 0x800 : 0x80
    return point >= least && point <= 0x10FFFF ? (point, count) : nil
  }
}
