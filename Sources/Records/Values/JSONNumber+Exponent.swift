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

    /// The exponent spelled `written` (with or without a sign; empty is 0) plus `places`, which a literal's
    /// length bounds.
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
      self =
        isSmall
        ? .small(value)
        : .large(isNegative: value < 0, digits: Array(String(value.magnitude).utf8))
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

    /// The exponent in decimal.
    var spelling: [UInt8] {
      switch self {
      case .small(let value): Array(String(value).utf8)
      case .large(let isNegative, let digits): (isNegative ? [Ascii.minus] : []) + digits
      }
    }
  }
}
