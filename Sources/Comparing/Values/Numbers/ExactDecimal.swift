import Platform

/// A decimal number of at most 38 digits, exact, as statistics compute with them.
package struct ExactDecimal: Sendable, Equatable {
  /// The signed significant digits as an integer, without zeros at its end.
  private let digits: Int128
  /// The power of ten that they are to be multiplied by; 0 for zero.
  private let power: Int

  private init(_ digits: Int128, power: Int) {
    var (digits, power) = (digits, digits == 0 ? 0 : power)
    while digits != 0, digits % 10 == 0 { (digits, power) = (digits / 10, power + 1) }
    (self.digits, self.power) = (digits, power)
  }

  package static let zero = ExactDecimal(0, power: 0)

  /// The number that the characters spell in decimal; `nil` if they spell none, or one of too many digits.
  package init?(_ text: BytesView) {
    guard let number = DecimalNumber(text), number.count <= Self.digitLimit else { return nil }
    var digits: Int128 = 0
    for index in 0..<number.count { digits = digits * 10 + Int128(number.digit(index)) }
    self.init(number.isNegative ? -digits : digits, power: number.isZero ? 0 : number.bottom)
  }

  /// The difference of two numbers; `nil` if it takes too many digits.
  package func minus(_ other: ExactDecimal) -> ExactDecimal? { plus(other.negated) }

  /// The number halfway to another; `nil` if it takes too many digits.
  package func middle(to other: ExactDecimal) -> ExactDecimal? {
    guard let sum = plus(other) else { return nil }
    let (half, overflows) = sum.digits.multipliedReportingOverflow(by: 5)
    return overflows ? nil : ExactDecimal(half, power: sum.power - 1)
  }

  private var negated: ExactDecimal { ExactDecimal(-digits, power: power) }

  private func plus(_ other: ExactDecimal) -> ExactDecimal? {
    if digits == 0 { return other }
    if other.digits == 0 { return self }
    let unit = min(power, other.power)
    guard let left = scaled(to: unit), let right = other.scaled(to: unit) else { return nil }
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows || sum == .min ? nil : ExactDecimal(sum, power: unit)
  }

  /// The number in units of `10^unit`, which must not be above `power`; `nil` if that takes too many digits.
  private func scaled(to unit: Int) -> Int128? {
    guard power - unit <= Self.digitLimit else { return nil }
    var scaled = digits
    for _ in 0..<(power - unit) {
      let (product, overflows) = scaled.multipliedReportingOverflow(by: 10)
      guard !overflows else { return nil }
      scaled = product
    }
    return scaled
  }

  private static let digitLimit = 38
}

extension ExactDecimal: Comparable {
  package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    guard left.digits.signum() == right.digits.signum() else { return left.digits < right.digits }
    if left.power == right.power { return left.digits < right.digits }
    guard left.top == right.top else { return (left.top < right.top) == (left.digits > 0) }
    let unit = min(left.power, right.power)
    // Only the number that has fewer digits is scaled. If it does not fit, it is the one farther from zero.
    guard let first = left.scaled(to: unit) else { return left.digits < 0 }
    guard let second = right.scaled(to: unit) else { return right.digits > 0 }
    return first < second
  }

  /// The power of ten of the first digit.
  private var top: Int {
    var (rest, top) = (digits.magnitude, power)
    while rest >= 10 { (rest, top) = (rest / 10, top + 1) }
    return top
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// All of its digits, with an exponent where more than 20 zeros would stand beside them; a valid JSON number.
  package var description: String { (digits < 0 ? "-" : "") + magnitude }

  package var isZero: Bool { digits == 0 }

  package var signed: String { digits > 0 ? "+" + magnitude : description }

  private var magnitude: String {
    let text = digits.magnitude.description
    let count = text.utf8.count
    guard (-20 - count...20).contains(power) else { return "\(text)e\(power)" }
    if power >= 0 { return text + String(repeating: "0", count: power) }
    let padded = String(repeating: "0", count: max(0, 1 - power - count)) + text
    return "\(padded.dropLast(-power)).\(padded.suffix(-power))"
  }
}
