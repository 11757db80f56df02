import Platform
import Records

/// Numbers are equal when they are no further apart than a tolerance, in exact decimal arithmetic.
///
/// `luna.compare.number(0.01)` calls 0.30 and 0.29 equal, and 0.30 and 0.2899999 different, whatever their length. With
/// `relative`, a distance of up to that part of the greater of the two absolute values is allowed as well:
/// `relative = 0.05` is five percent. Without any tolerance, `1`, `1.0` and `10e-1` are equal and nothing else is.
///
/// Text and JSON numbers count alike; white space around a number does not matter, `+5`, `.5` and `5.` are numbers.
/// Where one of the two is no number (empty text, `n/a`, null, absent) they are equal only if they are the same value.
package struct NumberComparator: Comparator {
  private let absolute: Tolerance
  private let relative: Tolerance?
  /// The tolerance as flags and rules files write it; `nil` where it was given in another way.
  package private(set) var amount: String?

  /// Makes a comparator; tolerances are given by their decimal spelling, which is taken exactly.
  ///
  /// - Throws: ``OptionError`` for a tolerance that is no number or below 0.
  package init(absolute: String = "0", relative: String? = nil) throws(OptionError) {
    guard let limit = Tolerance(absolute) else {
      throw OptionError("compare.number", .notATolerance(name: "tolerance", got: absolute))
    }
    self.absolute = limit
    guard let relative else {
      self.relative = nil
      return
    }
    guard let share = Tolerance(relative) else {
      throw OptionError("compare.number", .notATolerance(name: "relative tolerance", got: relative))
    }
    self.relative = share.isZero ? nil : share
  }

  /// Makes a comparator of a tolerance as flags and rules files write it: `0.01`, or `1%` of the greater of two
  /// numbers.
  ///
  /// What no double holds is no tolerance: everything would be within it.
  ///
  /// - Throws: ``OptionError`` for what is neither.
  package init(tolerance: String) throws(OptionError) {
    let isShare = tolerance.last == "%"
    let number = String(isShare ? tolerance.dropLast() : tolerance[...])
    guard Double(number)?.isFinite ?? false, let none = Tolerance("0"),
      let limit = isShare ? Tolerance(percent: number) : Tolerance(number)
    else { throw OptionError("compare.number", .notATolerance(name: "tolerance", got: tolerance)) }
    self.init(absolute: isShare ? none : limit, relative: isShare && !limit.isZero ? limit : nil)
    amount = tolerance
  }

  private init(absolute: Tolerance, relative: Tolerance?) {
    self.absolute = absolute
    self.relative = relative
  }

  package var summary: String {
    let share = relative.map { "\($0.spelling) of the greater" }
    guard !absolute.isZero else { return share.map { "number within \($0)" } ?? "number" }
    return "number within \(absolute.spelling)" + (share.map { " or \($0)" } ?? "")
  }

  package func fits(_ value: Field) -> Bool { value.isNumber }

  package func areEqual(_ old: Field, _ new: Field) -> Bool {
    let verdict = old.withTextOrNumber { left in new.withTextOrNumber { right in areClose(left, right) } ?? nil }
    return (verdict ?? nil) ?? old.isEqual(to: new)
  }

  /// 1 within the tolerance, and beyond it the tolerance's share of the distance, about.
  package func likeness(_ old: Field, _ new: Field) -> Double {
    guard !areEqual(old, new) else { return 1 }
    guard let left = old.withTextOrNumber(Self.number) ?? nil, let right = new.withTextOrNumber(Self.number) ?? nil
    else { return 0 }
    let share = relative.flatMap { Double($0.spelling) } ?? 0
    let allowed = max(Double(absolute.spelling) ?? 0, share * max(left.magnitude, right.magnitude))
    let distance = (left - right).magnitude
    // Doubles may call equal what is just too far apart.
    return distance > 0 && distance.isFinite ? min(allowed / distance, 1.0.nextDown) : 0
  }

  private static func number(_ text: BytesView) -> Double? {
    DecimalNumber(text) == nil ? nil : Double(String(decoding: text.trimmed, as: UTF8.self))
  }

  /// `nil` where one of the two is no number.
  private func areClose(_ left: BytesView, _ right: BytesView) -> Bool? {
    guard let left = DecimalNumber(left), let right = DecimalNumber(right) else { return nil }
    return areCloseIfSmall(left, right) ?? areCloseAtLength(left, right)
  }

  private func areCloseIfSmall(_ left: DecimalNumber, _ right: DecimalNumber) -> Bool? {
    guard let limit = absolute.small, let left = SmallDecimal(left), let right = SmallDecimal(right) else { return nil }
    let unit = min(left.power, right.power, limit.power)
    guard let a = left.scaled(to: unit), let b = right.scaled(to: unit), let limit = limit.scaled(to: unit) else {
      return nil
    }
    let distance = (a - b).magnitude
    if distance <= limit.magnitude { return true }
    return relative == nil ? false : isShare(distance, of: max(a.magnitude, b.magnitude))
  }

  /// Whether the distance is at most the relative tolerance's part of the size; `nil` where it has
  /// to be found out at length.
  private func isShare(_ distance: UInt128, of size: UInt128) -> Bool? {
    guard let share = relative?.small, share.power <= 0, -share.power < SmallDecimal.powers.count else { return nil }
    let left = distance.multipliedReportingOverflow(by: UInt128(SmallDecimal.powers[-share.power]))
    let right = size.multipliedReportingOverflow(by: UInt128(share.digits))
    return left.overflow || right.overflow ? nil : left.partialValue <= right.partialValue
  }

  private func areCloseAtLength(_ left: DecimalNumber, _ right: DecimalNumber) -> Bool {
    let isWithinLimit = absolute.withNumber { limit in exceeds(left, right) { $0.add(limit, times: -1) } == false }
    if isWithinLimit == true { return true }
    return relative?.withNumber { share in
      [left, right].contains { size in
        !exceeds(left, right) { sum in sum.add(size, times: share, negated: !size.isNegative) }
      }
    } ?? false
  }

  /// Whether the distance of two numbers exceeds what the closure subtracts from it.
  private func exceeds(_ left: DecimalNumber, _ right: DecimalNumber, subtracting: (inout DecimalSum) -> Void) -> Bool {
    [1, -1].contains { sign in
      var sum = DecimalSum()
      sum.add(left, times: sign)
      sum.add(right, times: -sign)
      subtracting(&sum)
      return sum.sign > 0
    }
  }
}

/// The sign of a sum of decimals times small factors, found exactly, without ever writing the sum down.
///
/// Digits are taken from the highest power of ten downwards, all terms at once. What is below a power can add less than
/// one unit of it for each unit of a factor, so that the sign is known as soon as what has been added reaches that
/// many. Stretches without digits cost nothing: `1e400 - 1` takes a few steps.
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
    terms.append(Term(number: number, factor: factor, top: number.top + power, bottom: number.bottom + power))
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
    guard var power = terms.lazy.map(\.top).max(), let last = terms.lazy.map(\.bottom).min() else { return 0 }
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
