/// Finds bytes that cannot be text.
enum UTF8Check {
  /// Where the first NUL byte or the first malformed UTF-8 sequence starts in a range of a text.
  static func firstTrouble(in text: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = text[at]
      if byte != 0 && byte < 0x80 {
        at += 1
      } else {
        let length = sequenceLength(in: text, at: at, end: range.upperBound)
        guard length > 0 else { return at }
        at += length
      }
    }
    return nil
  }

  /// The length of a well-formed sequence that starts at a place; 0 if there is none.
  static func sequenceLength(in text: UnsafeRawBufferPointer, at: Int, end: Int) -> Int {
    let lead = text[at]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x01...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    guard at + length <= end, second.contains(text[at + 1]) else { return 0 }
    for offset in 2..<max(2, length) where text[at + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
