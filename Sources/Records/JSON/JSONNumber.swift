/// The exact value of a JSON number literal, whatever its length: sign × digits × 10^exponent.
///
/// The digits stay where they stand in the literal, without zeros at either end, so that no literal is ever
/// expanded: `1e999999999` costs what `1e9` costs. Two values are equal exactly when the numbers are:
/// `1`, `1.0` and `10e-1` are one value, `-0` is `0`, and `9007199254740993` is not `9007199254740992`.
///
/// The literal must have passed ``JSONScanner``. The value borrows its bytes and must not outlive them.
///
/// - Complexity: everything is O(length of the literal).
package struct JSONNumber {
  /// True below zero; zero itself has no sign.
  let isNegative: Bool
  /// From the first to the last digit that is not zero, with a decimal point between; empty for zero.
  let digits: UnsafeBufferPointer<UInt8>
  /// How many digits that is.
  let digitCount: Int
  /// The power of ten that the last digit counts.
  let exponent: Exponent

  /// Reads a literal.
  package init(_ literal: UnsafeBufferPointer<UInt8>) {
    let layout = Layout(literal)
    guard let first = layout.firstDigit, let last = layout.lastDigit else {
      isNegative = false
      digits = UnsafeBufferPointer(rebasing: literal[..<0])
      digitCount = 0
      exponent = .small(0)
      return
    }
    isNegative = literal.first == Ascii.minus
    digits = UnsafeBufferPointer(rebasing: literal[first...last])
    let hasPoint = first < layout.point && layout.point < last
    digitCount = last - first + (hasPoint ? 0 : 1)
    let places = last < layout.point ? layout.point - 1 - last : layout.point - last
    let written = UnsafeBufferPointer(rebasing: literal[layout.exponent...])
    exponent = Exponent(written, plus: places)
  }

  /// True if the literals name the same number.
  package static func areEqual(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    JSONNumber(first) == JSONNumber(second)
  }

  /// The digits in order, without the point.
  private var digitValues: some Sequence<UInt8> {
    digits.lazy.filter { $0 != Ascii.point }
  }
}

extension JSONNumber: Equatable {
  package static func == (first: JSONNumber, second: JSONNumber) -> Bool {
    first.isNegative == second.isNegative && first.digitCount == second.digitCount
      && first.exponent == second.exponent
      && first.digitValues.elementsEqual(second.digitValues)
  }
}

extension JSONNumber {
  /// Appends the one spelling that all literals of this value share, such as `-123e-4`.
  package func appendCanonical(to bytes: inout [UInt8]) {
    guard digitCount > 0 else { return bytes.append(Ascii.zero) }
    if isNegative { bytes.append(Ascii.minus) }
    bytes.append(contentsOf: digitValues)
    if exponent != .small(0) {
      bytes.append(UInt8(ascii: "e"))
      bytes.append(contentsOf: exponent.spelling)
    }
  }

  /// A hash of the value of a literal: equal for equal values, and the same in every run.
  static func identityHash(of literal: UnsafeBufferPointer<UInt8>) -> UInt64 {
    smallIntegerHash(of: literal) ?? JSONNumber(literal).identityHash
  }

  /// What ``identityHash`` is, for the literals that most keys are: up to 18 digits and nothing else.
  private static func smallIntegerHash(of literal: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard literal.count <= 18 else { return nil }
    var value: UInt64 = 0
    for byte in literal {
      let digit = byte &- Ascii.zero
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    guard value > 0 else { return nil }
    var power: UInt64 = 0
    while value % 10 == 0 {
      value /= 10
      power += 1
    }
    return mix(mix(value) ^ power)
  }

  /// A hash of the value: equal for equal values, and the same in every run.
  package var identityHash: UInt64 {
    var low: UInt64 = 0
    var high: UInt64 = isNegative ? 1 : 0
    var count = 0
    for digit in digits where digit != Ascii.point {
      low = low &* 10 &+ UInt64(digit &- Ascii.zero)
      count += 1
      if count % 19 == 0 {
        high = JSONNumber.mix(high ^ low)
        low = 0
      }
    }
    switch exponent {
    case .small(let power):
      return JSONNumber.mix(JSONNumber.mix(high &+ low) ^ UInt64(truncatingIfNeeded: power))
    case .large(let isNegative, let digits):
      return digits.reduce(JSONNumber.mix(high &+ low) ^ (isNegative ? 3 : 2)) { hash, digit in
        JSONNumber.mix(hash ^ UInt64(digit))
      }
    }
  }

  /// Spreads every bit over the whole word (the finalizer of SplitMix64).
  private static func mix(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension JSONNumber {
  /// Where the parts of a literal stand, as offsets.
  private struct Layout {
    /// The first and the last digit of the mantissa that are not zero; nil for zero.
    var firstDigit: Int?
    var lastDigit: Int?
    /// The decimal point, or the place behind the mantissa where one would stand.
    var point: Int
    /// What follows the letter `e`; the literal's end without one.
    var exponent: Int

    init(_ literal: UnsafeBufferPointer<UInt8>) {
      var mantissaEnd = literal.count
      var seenPoint: Int?
      scan: for offset in literal.indices {
        switch literal[offset] {
        case Ascii.zero, Ascii.minus: continue
        case Ascii.point: seenPoint = offset
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
          mantissaEnd = offset
          break scan
        default:
          if firstDigit == nil { firstDigit = offset }
          lastDigit = offset
        }
      }
      point = seenPoint ?? mantissaEnd
      exponent = min(mantissaEnd + 1, literal.count)
    }
  }
}
