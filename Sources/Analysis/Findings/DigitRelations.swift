import Comparing
import Records

extension Finding {
  /// What became of the digits of numbers or codes.
  package enum Digits: Sendable, Equatable {
    /// They are written with an exponent, and so many digits of them are left.
    case exponent(Int)
    /// Those behind the fifteenth are zeros, as spreadsheets leave them.
    case fifteen
    /// They are rounded to the nearest multiple of a number, as cash is.
    case multiples(String)
    /// There is one more at the end, not always the same.
    case oneMore
  }
}

extension Finding.Digits {
  private typealias Cell = LearntRule.Example

  private static let kept = 15, mostDigits = 6, mostPlaces = 6, fewestOlds = 5
  private static let exponents = -6...15
  private static let steps = ["5", "0.5", "0.05"]

  /// What holds for nearly all of some values, if anything.
  static func best(_ some: [LearntRule.Example]) -> Self? {
    let counts = Dictionary(
      some.compactMap { exponential($0.new)?.digits }.map { ($0, 1) }, uniquingKeysWith: +)
    let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let all = [usual.map { Self.exponent($0) }, .fifteen, .oneMore] + steps.map { .multiples($0) }
    guard let best = all.compactMap(\.self).first(where: { 10 * some.count(where: $0.holds) >= 9 * some.count }) else {
      return nil
    }
    let ends = Set(some.map { String($0.new.description.suffix(1)) })
    return Set(some.map(\.old)).count >= fewestOlds && (best != .oneMore || ends.count > 1) ? best : nil
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
    case .multiples(let step):
      guard let step = PlainDecimal(step), let exact = Self.amount(old), let number = Self.amount(new) else {
        return false
      }
      return number.isNearestMultiple(of: step, to: exact)
    case .oneMore: return new.hasPrefix(old) && new.utf8.count == old.utf8.count + 1 && new.utf8.last?.isDigit == true
    }
  }

  /// A number of so few digits that it can be reckoned with.
  private static func amount(_ text: String) -> PlainDecimal? {
    guard text.utf8.count <= kept, let number = PlainDecimal(text), number.places <= mostPlaces else { return nil }
    return number
  }

  /// A number such as `1.23E+04`, and how many digits of it are written.
  private static func exponential(_ value: Value) -> (number: PlainDecimal, digits: Int)? {
    let parts = value.description.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard parts.count == 2, let mantissa = PlainDecimal(String(parts[0])), let exponent = Int(parts[1]),
      exponents.contains(exponent)
    else { return nil }
    let digits = parts[0].utf8.count(where: \.isDigit)
    return digits <= mostDigits ? (mantissa.timesTen(to: exponent), digits) : nil
  }
}
