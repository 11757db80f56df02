/// Decimals by schoolbook arithmetic on arrays of digits: slow, and independent of what is tested.
struct BigDecimal {
  /// Digits of the absolute value, the lowest first.
  var digits: [Int]
  var isNegative: Bool
  /// How many of the digits are behind the point.
  var places: Int

  /// Reads `-12.50e3`; the exponent must be small.
  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let body = parts[0].drop { $0 == "-" || $0 == "+" }
    isNegative = text.hasPrefix("-")
    let mark = body.firstIndex(of: ".") ?? body.endIndex
    digits = body.compactMap(\.wholeNumberValue).reversed()
    places = body[mark...].dropFirst().count - exponent
    if places < 0 {
      digits.insert(contentsOf: [Int](repeating: 0, count: -places), at: 0)
      places = 0
    }
  }

  private init(digits: [Int], isNegative: Bool, places: Int) {
    (self.digits, self.isNegative, self.places) = (digits, isNegative, places)
  }

  var magnitude: BigDecimal { BigDecimal(digits: digits, isNegative: false, places: places) }
  var negated: BigDecimal { BigDecimal(digits: digits, isNegative: !isNegative, places: places) }

  private func aligned(to places: Int) -> [Int] {
    [Int](repeating: 0, count: places - self.places) + digits
  }

  static func + (left: BigDecimal, right: BigDecimal) -> BigDecimal {
    let places = max(left.places, right.places)
    let (one, other) = (left.aligned(to: places), right.aligned(to: places))
    var sums = [Int](repeating: 0, count: max(one.count, other.count) + 1)
    for (index, digit) in one.enumerated() { sums[index] += left.isNegative ? -digit : digit }
    for (index, digit) in other.enumerated() { sums[index] += right.isNegative ? -digit : digit }
    let isNegative = (sums.last { $0 != 0 } ?? 0) < 0
    if isNegative { sums = sums.map { -$0 } }
    return BigDecimal(digits: carried(sums), isNegative: isNegative, places: places)
  }

  static func * (left: BigDecimal, right: BigDecimal) -> BigDecimal {
    var products = [Int](repeating: 0, count: left.digits.count + right.digits.count + 1)
    for (index, digit) in left.digits.enumerated() {
      for (offset, other) in right.digits.enumerated() { products[index + offset] += digit * other }
    }
    return BigDecimal(
      digits: carried(products), isNegative: left.isNegative != right.isNegative,
      places: left.places + right.places)
  }

  static func <= (left: BigDecimal, right: BigDecimal) -> Bool {
    let difference = right + left.negated
    return !difference.isNegative || difference.digits.allSatisfy { $0 == 0 }
  }

  private static func carried(_ values: [Int]) -> [Int] {
    var (carry, digits) = (0, values)
    for index in digits.indices {
      let value = digits[index] + carry
      carry = value >= 0 ? value / 10 : (value - 9) / 10
      digits[index] = value - carry * 10
    }
    return digits
  }
}
