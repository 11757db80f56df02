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

    /// Whether a new number is the rounded product, or quotient; halves go either way.
    func holds(_ cell: LearntRule.Example) -> Bool { distance(cell).map { 2 * $0.difference <= $0.unit } ?? false }

    /// How far a new number is from the product, or quotient, and one of its last places, both in one unit.
    private func distance(_ cell: LearntRule.Example) -> (difference: UInt128, unit: UInt128)? {
      guard let old = Amount(cell.old.description), let new = Amount(cell.new.description), new.places <= places else {
        return nil
      }
      let (factored, plain) = isDivision ? (new, old) : (old, new)
      let unit = places + scale + max(old.places, new.places)
      let product = factored.digits * digits * power(unit - factored.places - scale)
      let difference = (plain.digits * power(unit - plain.places) - product).magnitude
      // What is divided differs by as many units as the factor has.
      return (difference, (isDivision ? digits * power(unit - places - scale) : power(unit - places)).magnitude)
    }

    fileprivate func isExact(_ cell: LearntRule.Example) -> Bool { distance(cell)?.difference == 0 }
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

private func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

// MARK: - Guessing

extension Finding.Ratio {
  private typealias Cell = (old: Amount, new: Amount)

  /// From how many cells factors are guessed, and how many of those are counted.
  private static let guessed = 24, tried = 4
  /// How many digits a factor has at most, and how many of them behind the point.
  private static let mostDigits = 5, mostScale = 5
  /// How many different numbers have to differ by so many units of their last place that it is no accident.
  private static let leastTelling = (numbers: 5, units: 10.0)

  /// The factor by which most of some numbers became others, no power of ten among them.
  static func best(for cells: [LearntRule.Example]) -> Self? {
    let amounts = cells.compactMap { cell -> Cell? in
      guard let old = Amount(cell.old.description), let new = Amount(cell.new.description) else { return nil }
      return (old, new)
    }
    guard 2 * amounts.count >= cells.count, let places = amounts.map(\.new.places).max() else { return nil }
    let unit = 1 / Double(power(places))
    let telling = amounts.filter { abs($0.new.value - $0.old.value) >= leastTelling.units * unit }
    // The greater a number is, the more exactly it tells its factor.
    let most = telling.indices.sorted { (abs(telling[$1].new.value), $0) < (abs(telling[$0].new.value), $1) }
    let seeds = stride(from: 0, to: most.count, by: most.count / guessed + 1).map { telling[most[$0]] }
    var votes: [(ratio: Self, count: Int)] = []
    for seed in seeds {
      for ratio in [false, true].compactMap({ guess(seed, isDivision: $0, places: places, unit) }) {
        if let known = votes.firstIndex(where: { $0.ratio == ratio }) {
          votes[known].count += 1
        } else {
          votes.append((ratio, 1))
        }
      }
    }
    let order = votes.indices.sorted { (votes[$1].count, $0) < (votes[$0].count, $1) }
    let counted = order.prefix(tried).map { votes[$0].ratio }.map { ratio in
      (ratio: ratio, count: cells.count(where: ratio.holds))
    }
    guard var best = counted.max(by: { $0.count < $1.count })?.ratio else { return nil }
    let held = cells.filter { best.holds($0) }
    best.isRounded = !held.allSatisfy(best.isExact)
    let proof = held.filter { cell in
      guard let old = Amount(cell.old.description), let new = Amount(cell.new.description) else { return false }
      return abs(new.value - old.value) >= leastTelling.units * unit
    }
    return Set(proof.map(\.old)).count >= leastTelling.numbers ? best : nil
  }

  /// The factor of the fewest digits that makes one number of another.
  private static func guess(_ cell: Cell, isDivision: Bool, places: Int, _ unit: Double) -> Self? {
    let (old, new) = (abs(cell.old.value), abs(cell.new.value))
    guard old > 0, new > unit, (cell.old.digits < 0) == (cell.new.digits < 0) else { return nil }
    let range =
      isDivision ? old / (new + unit / 2)...old / (new - unit / 2) : (new - unit / 2) / old...(new + unit / 2) / old
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
