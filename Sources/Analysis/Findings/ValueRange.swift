import Comparing
import Records

/// The least and the greatest of some values that are all numbers, or all dates that are written alike.
struct ValueRange {
  let least: Value
  let most: Value
  private let ends: (least: Ranked, most: Ranked)

  /// - Returns: `nil` where one is neither, or all are one value.
  init?(_ values: [Value]) {
    let ranked = values.compactMap(Ranked.init)
    guard ranked.count == values.count, let first = ranked.first, ranked.allSatisfy(first.isLike),
      let least = ranked.min(), let most = ranked.max(), least < most
    else { return nil }
    (self.least, self.most, ends) = (least.value, most.value, (least, most))
  }

  func contains(_ value: Value) -> Bool { place(of: value) == .inside }

  /// Where a value is to the range.
  enum Place { case below, inside, above }

  /// - Returns: `nil` for a value that is none of the range's kind.
  func place(of value: Value) -> Place? {
    guard let value = Ranked(value), ends.least.isLike(value) else { return nil }
    return value < ends.least ? .below : ends.most < value ? .above : .inside
  }
}

/// A value of which one can be less than another: a number, or a day of ISO 8601.
private struct Ranked: Comparable {
  let value: Value
  private let number: ExactDecimal?
  private let text: [UInt8]

  init?(_ value: Value) {
    text = Array(value.description.utf8)
    number = text.withBytes { ExactDecimal($0) }
    self.value = value
    guard number != nil || SinceWhen.day(value) != nil else { return nil }
  }

  /// Whether both are numbers, or both dates that are written alike.
  func isLike(_ other: Ranked) -> Bool {
    number == nil ? other.number == nil && text.count == other.text.count : other.number != nil
  }

  static func == (left: Ranked, right: Ranked) -> Bool { !(left < right) && !(right < left) }

  static func < (left: Ranked, right: Ranked) -> Bool {
    guard let first = left.number, let second = right.number else {
      return left.text.lexicographicallyPrecedes(right.text)
    }
    return first < second
  }
}
