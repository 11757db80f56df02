import Comparing
import Records

/// What may explain how the values of a column differ, made up from some of them.
enum Hypotheses {
  /// Two values that differ.
  typealias Cell = LearntRule.Example

  /// All that come into question, what is simplest first.
  static func all(for cells: [Cell]) -> [Hypothesis] {
    spelled(cells) + [decimalComma].compactMap(\.self) + groupMarks(cells) + nothing(cells)
      + lists + rounding(cells) + dates(cells)
  }

  // MARK: Texts

  private static let steps: [(spelling: Spelling, noise: Noise, step: LearntRule.Step)] = [
    (.whiteSpace, .whiteSpace, .trim), (.normalization, .normalization, .nfc),
    (.letterCase, .letterCase, .lower), (.leadingZeros, .leadingZeros, .dropZeros),
    (.number, .number, .number),
  ]
  /// How often a way of spelling has to occur to be no accident.
  private static let fewest = 2

  /// What differs in nothing but the spelling, in the ways that occur.
  static func spelled(_ cells: [Cell]) -> [Hypothesis] {
    let values = LooseValues()
    var counts: [Spelling: Int] = [:]
    for cell in cells {
      for spelling in values.spellings(cell.old, cell.new) ?? [] {
        counts[spelling, default: 0] += 1
      }
    }
    let chosen = steps.filter { counts[$0.spelling] ?? 0 >= fewest }
    guard !chosen.isEmpty else { return [] }
    let spellings = Set(chosen.map(\.spelling))
    let isMeant: (Value, Value) -> Bool = { old, new in
      values.spellings(old, new).map { spellings.isSuperset(of: $0) } ?? false
    }
    let trimming = chosen.map(\.step)
    let squeezing = trimming.map { $0 == .trim ? .squeeze : $0 }
    return (trimming == squeezing ? [trimming] : [trimming, squeezing]).compactMap {
      Hypothesis(chosen.map(\.noise), $0, isMeant: isMeant)
    }
  }

  private static var decimalComma: Hypothesis? {
    Hypothesis([.decimalComma], [.commaToPoint, .number]) { old, new in
      let texts = [old.description, new.description]
      return texts.allSatisfy { PlainDecimal($0, mark: ",") != nil || PlainDecimal($0) != nil }
        && texts.contains { $0.utf8.contains(UInt8(ascii: ",")) }
    }
  }

  /// Marks between groups of three digits, and the decimal mark that goes with them.
  private static let marks: [(group: Character, decimal: Character)] = [
    (",", "."), (".", ","), (" ", "."), (" ", ","), ("\u{A0}", ","), ("\u{202F}", ","),
    ("'", "."), ("\u{2019}", "."),
  ]

  private static func groupMarks(_ cells: [Cell]) -> [Hypothesis] {
    marks.compactMap { group, decimal in
      func isGrouped(_ value: Value) -> Bool {
        PlainDecimal(value.description, groupedBy: group, mark: decimal) != nil
      }
      func isNumber(_ value: Value) -> Bool {
        let text = value.description
        return isGrouped(value) || PlainDecimal(text, mark: decimal) != nil
          || PlainDecimal(text) != nil
      }
      guard
        cells.lazy.filter({ isGrouped($0.old) || isGrouped($0.new) }).prefix(fewest).count == fewest
      else { return nil }
      let drop = LearntRule.Step.dropGroupMarks(String(group))
      let steps: [LearntRule.Step] = decimal == "," ? [drop, .commaToPoint] : [drop]
      return Hypothesis([.groupMarks], steps + [.number]) { isNumber($0) && isNumber($1) }
    }
  }

  // MARK: Nothing, lists

  /// In lower case.
  private static let words: Set<String> = [
    "", "null", "nil", "none", "n/a", "na", "#n/a", "-", "--", "\\n", "nan",
  ]

  private static func isWord(_ text: String) -> Bool {
    text.utf8.count <= longestWord && words.contains(text.lowercased())
  }

  private static let longestWord = 8

  /// What says nothing on both sides, in different words.
  private static func nothing(_ cells: [Cell]) -> [Hypothesis] {
    var found: Set<String> = []
    for cell in cells {
      let texts = [cell.old, cell.new].map(\.wordForNothing)
      guard texts.allSatisfy({ $0.map(isWord) ?? true }) else {
        continue
      }
      found.formUnion(texts.compactMap(\.self))
    }
    guard !found.isEmpty else { return [] }
    let sorted = found.sorted()
    return [Hypothesis([.nothing], .nullAs(sorted), NullComparator(sorted.map { Text($0) }))]
  }

  private static var lists: [Hypothesis] {
    [";", "|", ","].compactMap { separator in
      (try? ListComparator(separator: Text(separator))).map {
        Hypothesis([.listOrder], .list(separator: separator), $0)
      }
    }
  }

  // MARK: Numbers

  /// Numbers that are rounded to the digits of the shorter ones.
  private static func rounding(_ cells: [Cell]) -> [Hypothesis] {
    [(\Cell.old, \Cell.new), (\Cell.new, \Cell.old)].compactMap { long, short in
      let rounded = cells.compactMap { cell -> Int? in
        guard let exact = PlainDecimal(cell[keyPath: long].description),
          let rounded = PlainDecimal(cell[keyPath: short].description), rounded.isRounded(exact)
        else { return nil }
        return rounded.places
      }
      guard let places = rounded.max(), rounded.count >= fewest else { return nil }
      let tolerance = PlainDecimal.half(ofPlace: places)
      guard let comparator = try? NumberComparator(tolerance: tolerance) else { return nil }
      let isOldLong = long == \Cell.old
      return Hypothesis([.rounding], .tolerance(tolerance), comparator) { old, new in
        guard let exact = PlainDecimal((isOldLong ? old : new).description),
          let rounded = PlainDecimal((isOldLong ? new : old).description)
        else { return false }
        return exact.places > places && rounded.places <= places
          && rounded.isRounded(exact, to: places)
      }
    }
  }

  // MARK: Dates

  private static let days = [
    "iso", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y/%m/%d", "%d %b %Y", "%b %d, %Y",
    "%Y.%m.%d", "%d.%m.%y", "%m/%d/%y",
  ]
  private static let formats = days + days.dropFirst().flatMap { ["\($0) %T", "\($0) %R"] }
  private static let zones = (-24...28).map { half in
    let minutes = abs(half) * 30
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(half < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }
  /// How many cells the formats and the zone are chosen by.
  private static let dateCells = 100

  /// The same point in time, written in two ways.
  private static func dates(_ cells: [Cell]) -> [Hypothesis] {
    let step = max(1, cells.count / dateCells)
    let some = stride(from: 0, to: cells.count, by: step).map { cells[$0] }
    let old = readable(some.map(\.old))
    let new = readable(some.map(\.new))
    var best: (count: Int, hypothesis: Hypothesis)?
    func look(_ formats: [String], _ zone: String?) {
      guard let comparator = try? DateComparator(formats: formats, zone: zone) else { return }
      let noise = zone != nil || formats == ["iso"] ? Noise.timeZone : .dateFormat
      let hypothesis = Hypothesis([noise], .date(formats: formats, zone: zone), comparator)
      let count = some.count { hypothesis.verdict($0.old, $0.new) == .explained }
      if count > best?.count ?? 0 { best = (count, hypothesis) }
    }
    for first in old {
      for second in new { look(first == second ? [first] : [first, second], nil) }
    }
    if old.contains("iso"), new.contains("iso") { for zone in zones { look(["iso"], zone) } }
    return best.map { [$0.hypothesis] } ?? []
  }

  /// The formats by which at least half of some values are dates.
  private static func readable(_ values: [Value]) -> [String] {
    formats.filter { format in
      guard let reader = try? DateReader(formats: [format], zone: nil, function: "compare.date")
      else { return false }
      let count = values.count { value in
        value.withField { $0.withText { reader.instant(of: $0) } ?? nil } != nil
      }
      return count > 0 && 2 * count >= values.count
    }
  }
}

extension Value {
  /// The text of a value; `nil` for null and what is absent.
  fileprivate var wordForNothing: String? {
    switch self {
    case .null, .absent: nil
    default: description
    }
  }
}
