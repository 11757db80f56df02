/// A set of bytes: what one character of a pattern may be.
struct ByteSet: Sendable, Equatable {
  private var low: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var high: UInt64 = 0

  /// Every byte.
  static let all = ByteSet().inverted

  @inline(__always) func contains(_ byte: UInt8) -> Bool {
    let bit = UInt64(1) << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: return low & bit != 0
    case 1: return second & bit != 0
    case 2: return third & bit != 0
    default: return high & bit != 0
    }
  }

  mutating func insert(_ byte: UInt8) {
    let bit = UInt64(1) << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: low |= bit
    case 1: second |= bit
    case 2: third |= bit
    default: high |= bit
    }
  }

  mutating func formUnion(_ other: ByteSet) {
    low |= other.low
    second |= other.second
    third |= other.third
    high |= other.high
  }

  var inverted: ByteSet {
    var set = self
    (set.low, set.second, set.third, set.high) = (~low, ~second, ~third, ~high)
    return set
  }

  init() {}

  /// Just one byte.
  init(_ byte: UInt8) { insert(byte) }

  /// The bytes for which the closure is true.
  init(where isIncluded: (UInt8) -> Bool) {
    for byte in UInt8.min...UInt8.max where isIncluded(byte) { insert(byte) }
  }
}

extension ByteSet {
  /// What `%` and a letter stand for in a pattern: a class, in capitals all but the class, else the
  /// byte itself.
  init(class letter: UInt8) {
    guard let members = ByteSet.members(ofClass: letter | 0x20), letter.isLetter else {
      self.init(letter)
      return
    }
    let set = ByteSet(where: members)
    self = letter & 0x20 == 0 ? set.inverted : set
  }

  private static func members(ofClass letter: UInt8) -> ((UInt8) -> Bool)? {
    switch Unicode.Scalar(letter) {
    case "a": { $0.isLetter }
    case "c": { $0 < 0x20 || $0 == 0x7F }
    case "d": { $0.isDigit }
    case "g": { $0 > 0x20 && $0 < 0x7F }
    case "l": { $0.isLetter && $0 & 0x20 != 0 }
    case "p": { $0 > 0x20 && $0 < 0x7F && !$0.isLetter && !$0.isDigit }
    case "s": { $0.isSpace }
    case "u": { $0.isLetter && $0 & 0x20 == 0 }
    case "w": { $0.isLetter || $0.isDigit }
    case "x": { $0.isDigit || ($0 | 0x20) &- 0x61 < 6 }
    case "z": { $0 == 0 }
    default: nil
    }
  }
}
