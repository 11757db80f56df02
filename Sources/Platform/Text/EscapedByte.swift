/// A byte of a path that is no UTF-8, as a character in the path's text.
///
/// These characters stand at the end of Unicode's private planes, which names hardly ever have. Where
/// a name has one, its own bytes are escaped, so that every path has one text and the text has the path's bytes.
package enum EscapedByte {
  private static let zero: UInt32 = 0x10FE00
  private static let points = zero + 0x80...zero + 0xFF

  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    points.contains(scalar.value) ? UInt8(scalar.value - zero) : nil
  }

  package static func scalar(for byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(zero + UInt32(byte)) ?? Unicode.Scalar(byte)
  }
}
