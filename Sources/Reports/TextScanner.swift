/// Reads bytes that should be UTF-8 as code points, and says where they are not.
struct TextScanner {
  /// The next thing that the bytes hold.
  enum Element: Equatable {
    /// A character.
    case scalar(Unicode.Scalar)
    /// Half of a UTF-16 pair, as WTF-8 holds it.
    case surrogate(UInt16)
    /// A byte that belongs to no character.
    case invalid(UInt8)
  }

  private let bytes: UnsafeRawBufferPointer
  /// Where the next element begins.
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next element; `nil` at the end.
  mutating func next() -> Element? {
    guard position < bytes.count else { return nil }
    let first = bytes[position]
    if first < 0x80 {
      position += 1
      return .scalar(Unicode.Scalar(first))
    }
    guard let (length, point) = sequence(first) else {
      position += 1
      return .invalid(first)
    }
    position += length
    guard let scalar = Unicode.Scalar(point) else {
      return .surrogate(UInt16(truncatingIfNeeded: point))
    }
    return .scalar(scalar)
  }

  /// The length and value of the well-formed sequence here; surrogates count as well-formed.
  private func sequence(_ first: UInt8) -> (length: Int, point: UInt32)? {
    let length: Int
    let least: UInt32
    switch first {
    case 0xC2...0xDF: (length, least) = (2, 0x80)
    case 0xE0...0xEF: (length, least) = (3, 0x800)
    case 0xF0...0xF4: (length, least) = (4, 0x10000)
    default: return nil
    }
    guard position + length <= bytes.count else { return nil }
    var point = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = bytes[position + offset]
      guard byte & 0xC0 == 0x80 else { return nil }
      point = point << 6 | UInt32(byte & 0x3F)
    }
    return point >= least && point <= 0x10FFFF ? (length, point) : nil
  }
}
