import Comparing

extension Finding {
  /// A factor of a few digits: new numbers are the old ones times it, or divided by it, rounded to some places.
  package struct Ratio: Sendable, Equatable {
    /// The digits of the factor, of which so many stand behind the point.
    private let digits: Int128
    private let scale: Int
    /// Whether the old numbers are divided by the factor.
    package let isDivision: Bool
    /// How many places the new numbers are rounded to.
    package let places: Int
    /// Whether some of them had to be.
    package fileprivate(set) var isRounded = false

    /// The factor in decimal.
    package var factor: String {
      guard scale > 0 else { return "\(digits)" }
      let text = String(repeating: "0", count: max(0, scale + 1 - "\(digits)".count)) + "\(digits)"
      return "\(text.dropLast(scale)).\(text.suffix(scale))"
    }

    fileprivate init(digits: Int128, scale: Int, isDivision: Bool, places: Int) {
      (self.digits, self.scale, self.isDivision, self.places) = (digits, scale, isDivision, places)
    }

    fileprivate init(_ other: Self, places: Int) {
      self.init(digits: other.digits, scale: other.scale, isDivision: other.isDivision, places: places)
    }

    /// Whether a new number is the rounded product, or quotient; halves go either way.
    func holds(_ cell: LearntRule.Example) -> Bool {
      guard let old = Amount(cell.old.description), let new = Amount(cell.new.description) else { return false }
      return holds(old, new)
    }

    fileprivate func holds(_ old: Amount, _ new: Amount) -> Bool {
      distance(old, new).map { 2 * $0.difference <= $0.unit } ?? false
    }

    /// How far a new number is from the product, or quotient, and one of its last places, both in one unit.
    fileprivate func distance(_ old: Amount, _ new: Amount) -> (difference: UInt128, unit: UInt128)? {
      guard new.places <= places else { return nil }
      let (factored, plain) = isDivision ? (new, old) : (old, new)
      let unit = places + scale + max(old.places, new.places)
      let product = factored.digits * digits * power(unit - factored.places - scale)
      let difference = (plain.digits * power(unit - plain.places) - product).magnitude
      // What is divided differs by as many units as the factor has.
      return (difference, (isDivision ? digits * power(unit - places - scale) : power(unit - places)).magnitude)
    }
  }
}

/// A number of few enough digits to be multiplied, and compared, without any rounding.
private struct Amount {
  let digits: Int128
  let places: Int

  private static let mostDigits = 13, mostPlaces = 6

  init?(_ text: String) {
    guard let places = PlainDecimal(text)?.places, places <= Self.mostPlaces, text.utf8.count <= Self.mostDigits + 2,
      let digits = Int128(text.filter { $0 != "." })
    else { return nil }
    (self.digits, self.places) = (digits, places)
  }

  var value: Double { Double(digits) / Double(power(places)) }
}

private func power(_ exponent: Int) -> Int128 { powers[exponent] }

private let powers: [Int128] = (0..<24).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

// MARK: - Guessing

extension Finding.Ratio {
  private typealias Cell = (old: Amount, new: Amount)

  /// How many digits a factor has at most, as rates of the euro have, and how many of them behind the point.
  private static let mostDigits = 6, mostScale = 5
  /// How many different numbers have to differ by so many units of their last place that it is no accident.
  private static let leastTelling = (numbers: 5, units: 10.0)

  /// The factor by which most of some numbers became others, no power of ten among them.
  ///
  /// - Parameter guess: Some of them, which propose factors.
  static func best(for cells: [LearntRule.Example], _ guess: [LearntRule.Example]) -> Self? {
    guard 4 * guess.compactMap(amounts).count >= guess.count else { return nil }
    let amounts = guess.compactMap(amounts)
    guard let places = amounts.map(\.new.places).max(), let found = likely(amounts, places, of: guess.count) else {
      return nil
    }
    let all = cells.compactMap(self.amounts)
    var best = Self(found, places: all.map(\.new.places).max() ?? places)
    let held = all.filter { best.holds($0.old, $0.new) }
    best.isRounded = held.contains { best.distance($0.old, $0.new)?.difference != 0 }
    let proof = held.filter { isTelling($0, places: best.places) }
    return Set(proof.map { "\($0.old.digits) \($0.old.places)" }).count >= leastTelling.numbers ? best : nil
  }

  private static func amounts(_ cell: LearntRule.Example) -> Cell? {
    guard let old = Amount(cell.old.description), let new = Amount(cell.new.description) else { return nil }
    return (old, new)
  }

  /// Whether two numbers differ by so much that it is more than the last place of one.
  private static func isTelling(_ cell: Cell, places: Int) -> Bool {
    abs(cell.new.value - cell.old.value) * Double(power(places)) >= leastTelling.units
  }

  /// The factor that holds for most of some numbers, if it is a quarter of them.
  private static func likely(_ cells: [Cell], _ places: Int, of count: Int) -> Self? {
    let guesses = cells.filter { isTelling($0, places: places) }.flatMap { cell in
      [false, true].compactMap { guess(cell, isDivision: $0, places: places) }
    }
    var (best, most): (Self?, Int) = (nil, 0)
    func weigh(_ ratio: Self) {
      let held = cells.count { ratio.holds($0.old, $0.new) }
      if held > most { (best, most) = (ratio, held) }
    }
    for (place, ratio) in guesses.enumerated() where !guesses[..<place].contains(ratio) { weigh(ratio) }
    // All of them together tell a factor of more digits than each does.
    let held = best.map { ratio in cells.filter { ratio.holds($0.old, $0.new) } } ?? []
    for isDivision in [false, true] {
      let ranges = held.compactMap { range($0, isDivision: isDivision, places: places) }
      guard let lower = ranges.map(\.lowerBound).max(), let upper = ranges.map(\.upperBound).min(), lower <= upper,
        let ratio = simplest(in: lower...upper, isDivision: isDivision, places: places)
      else { continue }
      weigh(ratio)
    }
    return 4 * most >= count ? best : nil
  }

  /// The factor of the fewest digits that makes one number of another.
  private static func guess(_ cell: Cell, isDivision: Bool, places: Int) -> Self? {
    range(cell, isDivision: isDivision, places: places).flatMap {
      simplest(in: $0, isDivision: isDivision, places: places)
    }
  }

  /// The factors that make one number of another; `nil` where it tells of none.
  private static func range(_ cell: Cell, isDivision: Bool, places: Int) -> ClosedRange<Double>? {
    let unit = 1 / Double(power(places))
    let (old, new) = (abs(cell.old.value), abs(cell.new.value))
    guard old > 0, new > unit, (cell.old.digits < 0) == (cell.new.digits < 0) else { return nil }
    return isDivision
      ? old / (new + unit / 2)...old / (new - unit / 2) : (new - unit / 2) / old...(new + unit / 2) / old
  }

  /// The factor of the fewest digits in a range; `nil` where several have as many, or a power of ten is there.
  private static func simplest(in range: ClosedRange<Double>, isDivision: Bool, places: Int) -> Self? {
    guard range.upperBound < 10_000, range.lowerBound > 0.000_1 else { return nil }
    for scale in 0...mostScale {
      let times = Double(power(scale))
      let digits = (range.lowerBound * times).rounded(.up)
      guard digits <= range.upperBound * times else { continue }
      // Of several the nearest one would be told by chance.
      guard digits >= 1, digits + 1 > range.upperBound * times, digits < Double(power(mostDigits)) else { return nil }
      let ratio = Self(digits: Int128(digits), scale: scale, isDivision: isDivision, places: places)
      return ratio.factor.contains { !"01.".contains($0) } || ratio.factor.count { $0 == "1" } > 1 ? ratio : nil
    }
    return nil
  }
}
