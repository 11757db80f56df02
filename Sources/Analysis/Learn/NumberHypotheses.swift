import Comparing
import Records

/// What may explain how numbers differ.
enum NumberHypotheses {
  private typealias Cell = Hypotheses.Cell

  /// Numbers of one value, in two spellings.
  static func spelled(_ cells: [LearntRule.Example]) -> [Hypothesis] {
    [decimalComma].compactMap(\.self) + groupMarks(cells) + NumeralHypotheses.all(for: cells)
  }

  /// Numbers of which one is less exact than the other.
  static func inexact(_ cells: [LearntRule.Example]) -> [Hypothesis] { binaryFractions + rounding(cells) }

  // MARK: Zeros at the end

  /// Who says whether zeros at the end mean nothing: they do if all numbers of a side have as many places, and may not
  /// where `1.10` is the version that comes after `1.9`.
  static func samePlaces(_ cells: [LearntRule.Example]) -> Hypothesis.Witness? {
    var counts: [Places: Int] = [:]
    for cell in cells {
      guard let old = PlainDecimal(cell.old.description), let new = PlainDecimal(cell.new.description),
        old.places != new.places
      else { continue }
      let isOld = old.places > new.places
      counts[Places(isOld: isOld, count: isOld ? old.places : new.places), default: 0] += 1
    }
    guard let usual = counts.max(by: { ($0.value, $0.key.order) < ($1.value, $1.key.order) })?.key else { return nil }
    return Hypothesis.Witness(testimony: { old, new in
      let text = (usual.isOld ? old : new).description
      guard let places = PlainDecimal(text)?.places else { return text.isVersion ? false : nil }
      return places == usual.count ? true : places == 0 ? nil : false
    })
  }

  private struct Places: Hashable {
    let isOld: Bool
    let count: Int

    /// A number of its own for each, so that of equals one is chosen.
    var order: Int { isOld ? -1 - count : count }
  }

  // MARK: Marks

  private static var decimalComma: Hypothesis? {
    Hypothesis([.decimalComma], [.commaToPoint, .number]) { old, new in
      let texts = [old.description, new.description]
      return texts.allSatisfy { PlainDecimal($0, mark: ",") != nil || PlainDecimal($0) != nil }
        && texts.contains { $0.utf8.contains(UInt8(ascii: ",")) }
    }
  }

  private static let styles: [NumberStyle] = [
    (",", "."), (".", ","), (" ", "."), (" ", ","), ("\u{A0}", ","), ("\u{202F}", ","), ("'", "."),
    ("\u{2019}", "."),
  ].map { NumberStyle(group: $0, decimal: $1) }

  private static func groupMarks(_ cells: [LearntRule.Example]) -> [Hypothesis] {
    styles.flatMap { style -> [Hypothesis] in
      let grouped = cells.count { style.isGrouped($0.old) || style.isGrouped($0.new) }
      guard grouped >= Hypotheses.fewest else { return [] }
      let decimalSides = (cells.contains { style.isDecimal($0.old) }, cells.contains { style.isDecimal($0.new) })
      let drop = LearntRule.Step.dropGroupMarks(String(style.group))
      let steps: [LearntRule.Step] = style.decimal == "," ? [drop, .commaToPoint] : [drop]
      // Where nothing but these marks differs, it takes no more, and the words for it are true of each value.
      let ways: [(Noise, [LearntRule.Step])] = [(.groupMarks, [drop]), (.numeral, steps + [.number])]
      return ways.compactMap { noise, steps in
        Hypothesis([noise], steps) { old, new in
          style.isNumber(old) && style.isNumber(new) && !(decimalSides.0 && style.isGrouped(old))
            && !(decimalSides.1 && style.isGrouped(new))
        }?.holding(by: witness(style, decimalSides))
      }
    }
  }

  /// Who says whether a point or a comma stands between groups of digits: it may as well be a decimal mark before three
  /// digits, so that dropping it would hide a factor of 1000.
  private static func witness(_ style: NumberStyle, _ decimalSides: (Bool, Bool)) -> Hypothesis.Witness? {
    guard style.isAmbiguous else { return nil }
    return Hypothesis.Witness(
      testimony: { old, new in
        let values = (decimalSides.0 ? [] : [old]) + (decimalSides.1 ? [] : [new])
        if values.contains(where: style.isDecimal) { return false }
        return values.contains(where: style.isSurelyGrouped) || old == new && style.isBelowGroups(old) ? true : nil
      }, isEnough: { pro, contra, explained in pro >= leastProof && pro * 20 >= explained && contra * 50 <= pro })
  }

  /// How many values have to show that a mark is one between groups.
  private static let leastProof = 5

  // MARK: Rounding

  /// Whether one side's numbers are the other one's rounded, all of them in one way.
  static func areRounded(_ cells: [LearntRule.Example]) -> Bool { !rounding(cells).isEmpty }

  /// Numbers that are rounded to the digits of the shorter ones.
  private static func rounding(_ cells: [LearntRule.Example]) -> [Hypothesis] {
    [(\Cell.old, \Cell.new), (\Cell.new, \Cell.old)].compactMap { long, short in
      let isOldLong = long == \Cell.old
      var (rounded, cutOff) = ([(exact: PlainDecimal, number: PlainDecimal)](), 0)
      for cell in cells {
        guard let exact = PlainDecimal(cell[keyPath: long].description),
          let number = PlainDecimal(cell[keyPath: short].description)
        else { continue }
        if number.isRounded(exact) {
          // Zeros at the end are another matter.
          if !number.isEqual(to: exact) { rounded.append((exact, number)) }
        } else if number.isCutOff(exact) {
          cutOff += 1
        }
      }
      // Of numbers whose last digits are dropped, about half look as if they were rounded. Numbers that all differ by
      // one amount became more or less.
      guard rounded.count >= Hypotheses.fewest, cutOff * 20 <= rounded.count, let first = rounded.first,
        !rounded.allSatisfy({ $0.exact.minus($0.number).isEqual(to: first.exact.minus(first.number)) })
      else { return nil }
      let places = rounded.reduce(0) { max($0, $1.number.places) }
      let ways = RoundingWay.all.filter { way in
        rounded.allSatisfy { way.mayRound($0.exact, to: $0.number, places: places) }
      }
      let tolerance = PlainDecimal.half(ofPlace: places)
      guard !ways.isEmpty, let comparator = try? NumberComparator(tolerance: tolerance) else { return nil }
      return Hypothesis([.rounding], .tolerance(tolerance), comparator) { old, new in
        guard let exact = PlainDecimal((isOldLong ? old : new).description),
          let rounded = PlainDecimal((isOldLong ? new : old).description)
        else { return false }
        return exact.places > places && rounded.places <= places && rounded.isRounded(exact, to: places)
          && ways.contains { $0.mayRound(exact, to: rounded, places: places) }
      }.holding(by: rounding(isOldLong, to: places))
    }
  }

  /// Numbers that kept more digits say that a side was not rounded.
  private static func rounding(_ isOldLong: Bool, to places: Int) -> Hypothesis.Witness {
    Hypothesis.Witness(testimony: { old, new in
      guard let exact = PlainDecimal((isOldLong ? old : new).description),
        let rounded = PlainDecimal((isOldLong ? new : old).description)
      else { return nil }
      if rounded.hasDigits(behind: places) { return false }
      return exact.hasDigits(behind: places) ? true : nil
    })
  }

  /// Numbers that went through binary floating point: single precision, or a few sums in double precision.
  private static var binaryFractions: [Hypothesis] {
    [
      binaryFraction("0.0000001") { Double(Float($0)) == $1 || Double(Float($1)) == $0 },
      binaryFraction("0.000000000000001") { abs($0 - $1) <= 4 * $0.ulp },
    ].compactMap(\.self)
  }

  private static func binaryFraction(_ share: String, isClose: @escaping (Double, Double) -> Bool) -> Hypothesis? {
    guard let comparator = try? NumberComparator(relative: share) else { return nil }
    let numbers = { (old: Value, new: Value) -> (Double, Double)? in
      guard let old = Double(old.description), let new = Double(new.description) else { return nil }
      return (old, new)
    }
    // Some numbers come through as they were, and differ in zeros at the end alone.
    let witness = Hypothesis.Witness(
      testimony: { old, new in numbers(old, new).flatMap { $0 != $1 && isClose($0, $1) ? true : nil } },
      isEnough: { pro, _, explained in 2 * pro >= explained })
    return Hypothesis([.binaryFraction], .relative(share), comparator) { old, new in
      guard let (first, second) = numbers(old, new) else { return false }
      // Two long numbers may be one in binary, and are two all the same.
      guard first == second else { return isClose(first, second) }
      guard let old = PlainDecimal(old.description), let new = PlainDecimal(new.description) else { return false }
      return old.isEqual(to: new)
    }.holding(by: witness)
  }
}

/// A way in which programs round numbers that are halfway between two.
private struct RoundingWay {
  private enum Halves: CaseIterable { case awayFromZero, up, even }
  private let halves: Halves
  private let form: PlainDecimal.Form

  /// All that are in use; none brings every half towards zero.
  static let all = PlainDecimal.Form.allCases.flatMap { form in
    Halves.allCases.map { RoundingWay(halves: $0, form: form) }
  }

  /// Whether it makes a number of another one, as far as this is halfway.
  func mayRound(_ exact: PlainDecimal, to number: PlainDecimal, places: Int) -> Bool {
    guard number.isHalf(ofPlace: places, from: exact) else { return true }
    let isUp = number.compared(to: exact) > 0
    switch (exact.lean(in: form, places: places), halves) {
    case (1..., _): return isUp
    case (..<0, _): return !isUp
    case (_, .up): return isUp
    case (_, .awayFromZero): return isUp == exact.isPositive
    case (_, .even): return number.isEven(inPlace: places)
    }
  }
}

/// The marks of numbers: one between groups of three digits, and the decimal one.
private struct NumberStyle {
  let group: Character
  let decimal: Character

  /// Whether the mark between groups is the decimal mark elsewhere.
  var isAmbiguous: Bool { group == "." || group == "," }

  func isGrouped(_ value: Value) -> Bool {
    let text = value.description
    return !text.beginsWithZero && PlainDecimal(text, groupedBy: group, mark: decimal) != nil
  }

  func isNumber(_ value: Value) -> Bool {
    let text = value.description
    return isGrouped(value) || PlainDecimal(text, mark: decimal) != nil || PlainDecimal(text) != nil
  }

  /// Whether the mark between groups can only be a decimal one.
  func isDecimal(_ value: Value) -> Bool {
    let text = value.description
    guard isAmbiguous, let number = PlainDecimal(text, mark: group), number.places > 0 else { return false }
    return text.beginsWithZero || PlainDecimal(text, groupedBy: group, mark: decimal) == nil
  }

  /// Whether the mark can only stand between groups: there are two, or a decimal mark besides.
  func isSurelyGrouped(_ value: Value) -> Bool {
    isGrouped(value) && PlainDecimal(value.description, mark: group) == nil
  }

  /// Whether it is a whole number that has no groups yet.
  func isBelowGroups(_ value: Value) -> Bool {
    let text = value.description.drop { $0 == "-" }
    return (1...3).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
  }
}

extension String {
  /// Whether it is numbers with several points between them.
  fileprivate var isVersion: Bool {
    utf8.count { $0 == UInt8(ascii: ".") } > 1 && utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
  }
}
