import Platform

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
  let digits: BytesView
  let digitCount: Int
  /// The power of ten that the last digit counts.
  let exponent: Exponent

  package init(_ literal: BytesView) {
    let layout = Layout(literal)
    guard let first = layout.firstDigit, let last = layout.lastDigit else {
      isNegative = false
      digits = literal[part: ..<0]
      digitCount = 0
      exponent = .small(0)
      return
    }
    isNegative = literal.first == Ascii.minus
    digits = literal[part: first...last]
    let hasPoint = first < layout.point && layout.point < last
    digitCount = last - first + (hasPoint ? 0 : 1)
    let places = last < layout.point ? layout.point - 1 - last : layout.point - last
    let written = literal[part: layout.exponent...]
    exponent = Exponent(written, plus: places)
  }

  package static func areEqual(_ first: BytesView, _ second: BytesView) -> Bool {
    JSONNumber(first) == JSONNumber(second)
  }

  private var digitValues: some Sequence<UInt8> { digits.lazy.filter { $0 != Ascii.point } }
}

extension JSONNumber: Equatable {
  package static func == (first: JSONNumber, second: JSONNumber) -> Bool {
    first.isNegative == second.isNegative && first.digitCount == second.digitCount && first.exponent == second.exponent
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

  /// Adds the value of a literal to a hash: the same for equal values.
  static func hash(_ literal: BytesView, into hasher: inout FieldHasher) {
    if let integer = SmallInteger(literal) {
      hasher.combine(hash: integer.digits)
      hasher.combine(hash: integer.power << 1)
    } else {
      JSONNumber(literal).hash(into: &hasher)
    }
  }

  /// What most keys are: up to 18 digits and nothing else, without the zeros at the end.
  private struct SmallInteger {
    var digits: UInt64 = 0
    var power: UInt64 = 0

    init?(_ literal: BytesView) {
      guard literal.count <= 18 else { return nil }
      for byte in literal {
        let digit = byte &- Ascii.zero
        guard digit <= 9 else { return nil }
        digits = digits &* 10 &+ UInt64(digit)
      }
      guard digits > 0 else { return nil }
      while digits % 10 == 0 {
        digits /= 10
        power += 1
      }
    }
  }

  /// Adds the value to a hash: 19 digits at a time, then the exponent with the sign.
  func hash(into hasher: inout FieldHasher) {
    var word: UInt64 = 0
    var count = 0
    for digit in digits where digit != Ascii.point {
      word = word &* 10 &+ UInt64(digit &- Ascii.zero)
      count += 1
      if count % 19 == 0 {
        hasher.combine(hash: word)
        word = 0
      }
    }
    hasher.combine(hash: word)
    let sign: UInt64 = isNegative ? 1 : 0
    switch exponent {
    case .small(let power): hasher.combine(hash: UInt64(truncatingIfNeeded: power) << 1 | sign)
    case .large(let isNegative, let digits):
      hasher.combine(tag: (isNegative ? 2 : 0) | sign)
      digits.withBytes { hasher.combine(text: $0) }
    }
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

    init(_ literal: BytesView) {
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

extension JSONNumber {
  /// A power of ten, exact at any length.
  ///
  /// Below 10^18 in magnitude it is an integer; from there on, its decimal digits. Each power has exactly one
  /// of the two forms, so that equality is that of the parts.
  enum Exponent: Equatable {
    case small(Int)
    case large(isNegative: Bool, digits: [UInt8])

    private static let limit = 1_000_000_000_000_000_000
    private static let smallDigits = 18

    /// The exponent `written` (empty is 0), plus `places`, which a literal's length bounds.
    init(_ written: some Collection<UInt8>, plus places: Int) {
      let isNegative = written.first == Ascii.minus
      let digits = written.drop { $0 == Ascii.minus || $0 == Ascii.plus || $0 == Ascii.zero }
      if digits.count <= Exponent.smallDigits {
        let magnitude = digits.reduce(0) { $0 * 10 + Int($1 &- Ascii.zero) }
        self = Exponent((isNegative ? -magnitude : magnitude) + places)
      } else {
        self = Exponent(isNegative: isNegative, digits: Array(digits), plus: places)
      }
    }

    private init(_ value: Int) {
      let isSmall = value.magnitude < Exponent.limit.magnitude
      self = isSmall ? .small(value) : .large(isNegative: value < 0, digits: Array(String(value.magnitude).utf8))
    }

    /// Decimal addition by hand, from the last digit; `digits` outweighs `places`, so the sign stays.
    private init(isNegative: Bool, digits: [UInt8], plus places: Int) {
      var sum = digits
      var carry = isNegative ? -places : places
      for offset in sum.indices.reversed() where carry != 0 {
        let total = Int(sum[offset] &- Ascii.zero) + carry
        let digit = (total % 10 + 10) % 10
        sum[offset] = UInt8(digit) + Ascii.zero
        carry = (total - digit) / 10
      }
      if carry > 0 { sum.insert(contentsOf: Array(String(carry).utf8), at: 0) }
      let significant = sum.drop { $0 == Ascii.zero }
      if significant.count <= Exponent.smallDigits {
        let magnitude = significant.reduce(0) { $0 * 10 + Int($1 &- Ascii.zero) }
        self = .small(isNegative ? -magnitude : magnitude)
      } else {
        self = .large(isNegative: isNegative, digits: Array(significant))
      }
    }

    var spelling: [UInt8] {
      switch self {
      case .small(let value): Array(String(value).utf8)
      case .large(let isNegative, let digits): (isNegative ? [Ascii.minus] : []) + digits
      }
    }
  }
}
