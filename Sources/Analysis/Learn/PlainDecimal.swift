import Comparing

/// A number that is written with digits and at most one decimal mark, as exports write amounts.
struct PlainDecimal {
  private let digits: Int128
  /// How many digits stand behind the mark.
  let places: Int

  private static let mostDigits = 18
  /// Longer texts are no numbers, whatever stands in them.
  private static let longest = 64

  private init(digits: Int128, places: Int) { (self.digits, self.places) = (digits, places) }

  /// - Returns: `nil` for any other text.
  init?(_ text: String, mark: Character = ".") {
    guard text.utf8.count <= Self.longest else { return nil }
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(
      separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    let all = parts.joined()
    guard let whole = parts.first, !whole.isEmpty, parts.last?.isEmpty == false, all.utf8.count <= Self.mostDigits,
      all.utf8.allSatisfy(\.isDigit), let digits = Int128(all)
    else { return nil }
    self.digits = isNegative ? -digits : digits
    places = parts.count > 1 ? parts[1].utf8.count : 0
  }

  /// A number whose digits stand in groups of three with a mark between them.
  ///
  /// - Returns: `nil` for any other text, one without groups among them.
  init?(_ text: String, groupedBy group: Character, mark: Character) {
    guard text.utf8.count <= Self.longest else { return nil }
    let whole = text.drop { $0 == "-" }.prefix { $0 != mark }
    let groups = whole.split(separator: group, omittingEmptySubsequences: false)
    guard groups.count > 1, (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
      return nil
    }
    self.init(text[..<whole.startIndex] + groups.joined() + text[whole.endIndex...], mark: mark)
  }

  /// Whether both are one number, whatever zeros are at the end.
  func isEqual(to other: PlainDecimal) -> Bool {
    significant?.digits == other.significant?.digits && significant?.exponent == other.significant?.exponent
  }

  /// Which of two numbers is the smaller one, as the sign of a number.
  func compared(to other: PlainDecimal) -> Int {
    Int(minus(other).digits.signum())
  }

  /// Whether this is another number without some of its last digits.
  func isCutOff(_ exact: PlainDecimal) -> Bool {
    guard exact.places > places else { return false }
    return exact.digits / Self.power(exact.places - places) == digits
  }

  /// The power of ten, or its negative, that this is multiplied by to make another; `nil` if there is none, or it is 1.
  func factor(to other: PlainDecimal) -> String? {
    guard let mine = significant, let theirs = other.significant, mine.digits.magnitude == theirs.digits.magnitude
    else { return nil }
    let sign = mine.digits == theirs.digits ? "" : "-"
    let exponent = theirs.exponent - mine.exponent
    guard exponent != 0 || !sign.isEmpty else { return nil }
    let zeros = String(repeating: "0", count: abs(exponent))
    return sign + (exponent < 0 ? "0." + zeros.dropFirst() + "1" : "1" + zeros)
  }

  /// The number without zeros at its end; `nil` for zero.
  private var significant: (digits: Int128, exponent: Int)? {
    guard digits != 0 else { return nil }
    var (digits, exponent) = (digits, -places)
    while digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
    return (digits, exponent)
  }

  /// The number times a power of ten; where that is great, to be asked for equality alone.
  func timesTen(to exponent: Int) -> PlainDecimal { PlainDecimal(digits: digits, places: places - exponent) }

  /// A number with an exponent in a range, such as `1.5e3`.
  init?(exponential text: String, _ exponents: ClosedRange<Int>) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard parts.count == 2, let mantissa = PlainDecimal(String(parts[0])), let exponent = Int(parts[1]),
      exponents.contains(exponent)
    else { return nil }
    self = mantissa.timesTen(to: exponent)
  }

  /// Whether it has digits other than zero behind so many places.
  func hasDigits(behind places: Int) -> Bool { (significant?.exponent ?? 0) < -places }

  /// Whether this is another number rounded to its own digits, or to some more of which the last ones are zeros and
  /// left out; halves go either way.
  func isRounded(_ exact: PlainDecimal, to places: Int? = nil) -> Bool {
    let places = places ?? self.places
    return distance(from: exact, inPlace: places).map { $0.twice <= $0.unit } ?? false
  }

  /// Twice the distance from a number with more places than some that this has no more than, and how much that is
  /// which one in the last of them stands for.
  private func distance(from exact: PlainDecimal, inPlace places: Int) -> (twice: UInt128, unit: UInt128)? {
    guard exact.places > places, self.places <= places else { return nil }
    let scaled = digits * Self.power(exact.places - self.places)
    return (2 * (scaled - exact.digits).magnitude, Self.power(exact.places - places).magnitude)
  }

  /// Whether this is the multiple of a number that is next to another one: below it, above it, or the nearest one, of
  /// two that are equally near either.
  func isMultiple(of step: PlainDecimal, _ rule: FloatingPointRoundingRule, to exact: PlainDecimal) -> Bool {
    let most = max(places, step.places, exact.places)
    let (mine, unit, theirs) = (scaled(to: most), step.scaled(to: most), exact.scaled(to: most))
    guard mine % unit == 0 else { return false }
    return switch rule {
    case .down: (0..<unit).contains(theirs - mine)
    case .up: (0..<unit).contains(mine - theirs)
    default: 2 * (mine - theirs).magnitude <= unit.magnitude
    }
  }

  private func scaled(to places: Int) -> Int128 { digits * Self.power(places - self.places) }

  /// Whether this is as far from another number as half of the last of some places.
  func isHalf(ofPlace places: Int, from exact: PlainDecimal) -> Bool {
    distance(from: exact, inPlace: places).map { $0.twice == $0.unit } ?? false
  }

  func isEven(inPlace places: Int) -> Bool { digits * Self.power(max(0, places - self.places)) % 2 == 0 }

  var isPositive: Bool { digits > 0 }

  var isNegative: Bool { digits < 0 }

  func minus(_ other: PlainDecimal) -> PlainDecimal {
    let most = max(places, other.places)
    let difference = digits * Self.power(most - places) - other.digits * Self.power(most - other.places)
    return PlainDecimal(digits: difference, places: most)
  }

  /// What programs make of a number before they round it: nothing, a binary fraction, or a multiple of that.
  enum Form: CaseIterable { case decimal, binary, multiplied }

  /// Whether a form of the number is greater (1), equal (0) or smaller (-1), where the number is halfway between two of
  /// some places; 0 where its digits are too many to tell.
  func lean(in form: Form, places: Int) -> Int {
    guard form != .decimal, digits.magnitude < 1 << 53 else { return 0 }
    let (whole, power) = (Double(digits), Double(Self.power(self.places)))
    let value = whole / power
    let multiple = Double(Self.power(places))
    // A product and what it lacks are exact together.
    let difference =
      form == .binary
      ? (value * power - whole) + (-value * power).addingProduct(value, power)
      : value * multiple - whole / Double(Self.power(self.places - places))
    return difference < 0 ? -1 : difference > 0 ? 1 : 0
  }

  /// Half of the last of some places: `0.005` for two.
  static func half(ofPlace places: Int) -> String { "0." + String(repeating: "0", count: places) + "5" }

  private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

extension String {
  /// A power of ten by which numbers were multiplied, or its negative, as people say it: `divided by 100` of `0.01`.
  package var factorWords: String {
    guard let mark = firstIndex(of: ".") else { return "times \(self)" }
    let zeros = String(repeating: "0", count: self[mark...].count - 1)
    return "divided by \(hasPrefix("-") ? "-" : "")1\(zeros)"
  }
}
