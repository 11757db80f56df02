/// The sign of a sum of decimals times small factors, found exactly, without ever writing the sum
/// down.
///
/// Digits are taken from the highest power of ten downwards, all terms at once. What is below a
/// power can add less than one unit of it for each unit of a factor, so that the sign is known as
/// soon as what has been added reaches that many. Stretches without digits cost nothing: `1e400 -
/// 1` takes a few steps.
struct DecimalSum {
  private struct Term {
    let number: DecimalNumber
    let factor: Int
    let top: Int
    let bottom: Int
  }

  private var terms: [Term] = []
  private var bound = 0

  /// Adds a number times a power of ten times a factor; the number's own sign counts.
  mutating func add(_ number: DecimalNumber, times factor: Int, power: Int = 0) {
    guard !number.isZero, factor != 0 else { return }
    let factor = number.isNegative ? -factor : factor
    terms.append(
      Term(
        number: number, factor: factor, top: number.top + power, bottom: number.bottom + power))
    bound += abs(factor)
  }

  /// Adds the product of two numbers, of which `multiplier` should be the shorter.
  mutating func add(_ number: DecimalNumber, times multiplier: DecimalNumber, negated: Bool) {
    let sign = multiplier.isNegative != negated ? -1 : 1
    for index in 0..<multiplier.count {
      add(number, times: sign * multiplier.digit(index), power: multiplier.top - index)
    }
  }

  /// The sign: -1, 0 or 1.
  ///
  /// - Complexity: O(digits of all terms).
  var sign: Int {
    guard var power = terms.lazy.map(\.top).max(), let last = terms.lazy.map(\.bottom).min()
    else { return 0 }
    var sum = 0
    while true {
      sum = sum * 10 + digits(at: power)
      if abs(sum) >= bound || power <= last { return sum.signum() }
      power = sum == 0 ? nextPower(below: power) : power - 1
    }
  }

  private func digits(at power: Int) -> Int {
    var sum = 0
    for term in terms where power <= term.top && power >= term.bottom {
      sum += term.factor * term.number.digit(term.top - power)
    }
    return sum
  }

  /// The highest power below this one at which a term has a digit.
  private func nextPower(below power: Int) -> Int {
    var next = Int.min
    for term in terms where term.bottom < power { next = max(next, min(term.top, power - 1)) }
    return next
  }
}
