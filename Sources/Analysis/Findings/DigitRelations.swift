import Comparing
import Platform
import Records

extension Finding {
  /// What became of the digits of numbers or codes.
  package enum Digits: Sendable, Equatable {
    /// They are written with an exponent, and so many digits of them are left.
    case exponent(Int)
    /// Those behind the fifteenth are zeros, as spreadsheets leave them.
    case fifteen
    /// They are rounded to a multiple of a number, as cash is: to the nearest one, down or up.
    case multiples(String, FloatingPointRoundingRule)
    /// There is one more at the end, not always the same.
    case oneMore
    /// So many digits at the end of whole numbers, not all of them zeros, are gone.
    case fewer(Int)
  }
}

extension Finding.Digits {
  private static let kept = 15, mostDigits = 6, mostPlaces = 6, fewestOlds = 5
  private static let exponents = -6...15
  private static let steps = ["1000", "100", "10", "5", "0.5", "0.05"]
  /// Twice those steps that tenths, ones or tens are multiples of.
  private static let doubled = ["5": "10", "0.5": "1", "0.05": "0.1"]
  private static let roundings: [FloatingPointRoundingRule] = [.toNearestOrEven, .down, .up]

  /// What holds for most of some values, if anything does for several different ones.
  ///
  /// - Parameter cells: All values, which tell what holds for most where several things may.
  static func best(_ some: [LearntRule.Example], of cells: [LearntRule.Example]) -> Self? {
    let all =
      [usual(some) { exponential($0.new)?.digits }.map { Self.exponent($0) }, .fifteen, .oneMore]
      + [usual(some) { $0.lostDigits }.map { Self.fewer($0) }]
      + roundings.flatMap { rounding in steps.map { .multiples($0, rounding) } }
    let told = all.compactMap(\.self).compactMap { digits -> (digits: Self, count: Int)? in
      let held = some.filter(digits.holds)
      return Set(held.map(\.old)).count >= fewestOlds && digits.isTold(by: held) ? (digits, held.count) : nil
    }
    // Some of many values may all be such as two things make.
    let most = told.map(\.count).max() ?? 0
    let likely = told.filter { 10 * $0.count >= 9 * most }.map(\.digits)
    guard likely.count > 1 else { return likely.first }
    let counts = likely.map { digits in cells.count(where: digits.holds) }
    return zip(likely, counts).first { $1 == counts.max() }?.0
  }

  /// What a number is for most of some values.
  private static func usual(_ some: [LearntRule.Example], _ number: (LearntRule.Example) -> Int?) -> Int? {
    some.compactMap(number).counted().mostFrequent?.key
  }

  /// Whether values that it holds for are not what something else makes of any: times ten, or one for many.
  private func isTold(by cells: [LearntRule.Example]) -> Bool {
    switch self {
    case .oneMore: Set(cells.map { $0.new.description.suffix(1) }).count > 1
    case .fewer(let count): Set(cells.map { $0.old.description.suffix(count) }).count > 1
    case .multiples(let step, _):
      // Of what is rounded to tenths most are multiples of 0.05 as well.
      Set(cells.map(\.new)).count > 2
        && Self.doubled[step].map { double in 4 * cells.count { !Self.isMultiple($0.new, of: double) } >= cells.count }
          ?? true
    case .exponent, .fifteen: true
    }
  }

  /// Whether it is what became of a value.
  func holds(_ cell: LearntRule.Example) -> Bool {
    let (old, new) = (cell.old.description, cell.new.description)
    switch self {
    case .exponent(let digits):
      guard let found = Self.exponential(cell.new), found.digits == digits, let exact = Self.amount(old) else {
        return false
      }
      return found.number.isRounded(exact)
    case .fifteen:
      return old.utf8.count > Self.kept && old.utf8.allSatisfy(\.isDigit) && old != new
        && new == old.prefix(Self.kept) + String(repeating: "0", count: old.utf8.count - Self.kept)
    case .multiples(let step, let rounding):
      guard let step = PlainDecimal(step), let exact = Self.amount(old), let number = Self.amount(new) else {
        return false
      }
      return number.isMultiple(of: step, rounding, to: exact)
    case .fewer(let count): return cell.lostDigits == count
    case .oneMore: return new.hasPrefix(old) && new.utf8.count == old.utf8.count + 1 && new.utf8.last?.isDigit == true
    }
  }

  private static func isMultiple(_ value: Value, of step: String) -> Bool {
    guard let number = amount(value.description), let step = PlainDecimal(step) else { return false }
    return number.isMultiple(of: step, .down, to: number)
  }

  /// A number of so few digits that it can be reckoned with.
  private static func amount(_ text: String) -> PlainDecimal? {
    guard text.utf8.count <= kept, let number = PlainDecimal(text), number.places <= mostPlaces else { return nil }
    return number
  }

  /// A number such as `1.23E+04`, and how many digits of it are written.
  private static func exponential(_ value: Value) -> (number: PlainDecimal, digits: Int)? {
    guard let number = PlainDecimal(exponential: value.description, exponents) else { return nil }
    let digits = value.description.prefix { $0 != "e" && $0 != "E" }.utf8.count(where: \.isDigit)
    return digits <= mostDigits ? (number, digits) : nil
  }
}

extension LearntRule.Example {
  /// How many digits at the end of a whole number are gone, of which one stays; `nil` where anything else differs.
  fileprivate var lostDigits: Int? {
    let (old, new) = (old.description, new.description)
    let digits = old.utf8.drop { $0 == UInt8(ascii: "-") }
    guard old.utf8.count > new.utf8.count, old.hasPrefix(new), new.utf8.last?.isDigit == true,
      digits.allSatisfy(\.isDigit), digits.count >= old.utf8.count - 1
    else { return nil }
    return old.utf8.count - new.utf8.count
  }
}
