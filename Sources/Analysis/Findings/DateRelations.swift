import Comparing
import Records

/// How dates of a column became later, or earlier.
enum DateRelations {
  private typealias Cell = LearntRule.Example

  /// How many different dates it takes until it is no accident.
  private static let hour = 3_600, minutesOfDay = 1_440, monthsOfYear = 12

  /// What most of some dates have in common that all became later, or all earlier; the simplest of what holds for
  /// equally many.
  static func later(_ cells: [LearntRule.Example]) -> CellRelations.Common? {
    let delays = counts(cells) { delay($0, isOfZones: false) }
    let ofZones = counts(cells) { delay($0, isOfZones: true) }
    let byTime = delays.first.map { (Finding.Cause.later(seconds: $0.value), $0.count) }
    let found: [CellRelations.Common] =
      [byTime, byEither(delays, isOfZones: false), byEither(ofZones, isOfZones: true), byMonths(cells)]
      .compactMap(\.self)
    let most = found.map(\.count).max()
    return found.first { $0.count == most }
  }

  /// By one or the other of two times that are an hour apart, as clocks are in summer and in winter.
  private static func byEither(_ usual: [(value: Int, count: Int)], isOfZones: Bool) -> CellRelations.Common? {
    guard let first = usual.first else { return nil }
    let second = usual.dropFirst().first { other in
      abs(other.value - first.value) == hour && (other.value > 0) == (first.value > 0) && other.count >= Finding.fewest
    }
    guard let second else { return nil }
    let both = [first, second].map { Finding.Delay(seconds: $0.value, count: $0.count, isOfZones: isOfZones) }
    return (.laterByEither(both[0], both[1]), first.count + second.count)
  }

  private static func byMonths(_ cells: [Cell]) -> CellRelations.Common? {
    counts(cells, of: months).first.map { (.laterByMonths($0.value), $0.count) }
  }

  /// The numbers that are the same for some cells of different dates, those of most cells first; zero is none.
  private static func counts(_ cells: [Cell], of number: (Cell) -> Int?) -> [(value: Int, count: Int)] {
    let counts = CellRelations.counts(cells, number).filter { $0.key != 0 }
    return counts.map { (value: $0.key, count: $0.value) }.sorted { ($1.count, $1.value) < ($0.count, $0.value) }
  }

  /// What reads old times as those of another offset from UTC, by which they are so much later: such that end with `Z`,
  /// or such that name none; empty where no offset is as much.
  static func readings(later seconds: Int) -> [[LearntRule.Step]] {
    let minutes = abs(seconds) / 60
    guard seconds % 60 == 0, minutes < minutesOfDay else { return [] }
    let offset = "\(seconds > 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    return ["(%d)Z$", "(:%d%d%.?%d*)$"].map { ending in
      [.sided(Sides(source: [.replace(ending, with: "%1\(offset)"), .date("iso")], target: []))]
    }
  }

  private static func twoDigits(_ number: Int) -> String { "\(number < 10 ? "0" : "")\(number)" }

  // MARK: Single dates

  /// By how many seconds a date of ISO 8601 is later than another one; `nil` where one is none, or only one has a time.
  ///
  /// - Parameter isOfZones: Whether one of them has to end in `Z`, and the other one to name no zone.
  static func delay(_ cell: LearntRule.Example, isOfZones: Bool) -> Int? {
    let texts = [cell.old.description, cell.new.description]
    let isFitting =
      isOfZones
      ? texts.count { $0.hasSuffix("Z") } == 1 && texts.contains(where: isClockAlone)
      : texts[0].utf8.count == texts[1].utf8.count
    guard isFitting else { return nil }
    return DateHypotheses.instants(of: cell, having: "-").flatMap { $0.source.wholeSeconds(to: $0.target) }
  }

  /// Whether a text is a day and a time of day, without a zone.
  private static func isClockAlone(_ text: String) -> Bool {
    text.contains(":") && text.utf8.count { $0 == UInt8(ascii: "-") } == 2 && !text.contains(where: "+Z".contains)
  }

  /// By how many months a date of ISO 8601 is later than another one of the same day of the month, or the last day
  /// where the month has no such; `nil` for any others.
  static func months(_ cell: LearntRule.Example) -> Int? {
    guard let old = Day(cell.old), let new = Day(cell.new), old.rest == new.rest,
      new.day == old.day || new.day < old.day && new.isLast
    else { return nil }
    return (new.year - old.year) * monthsOfYear + new.month - old.month
  }

  /// A day, and what stands behind it.
  private struct Day {
    let year, month, day: Int
    let rest: Substring

    init?(_ value: Value) {
      guard let text = SinceWhen.day(value) else { return nil }
      let numbers = text.split(separator: "-").compactMap { Int($0) }
      guard numbers.count == 3, (1...monthsOfYear).contains(numbers[1]) else { return nil }
      (year, month, day) = (numbers[0], numbers[1], numbers[2])
      rest = value.description.dropFirst(text.count)
    }

    var isLast: Bool { day == CivilDate.length(ofMonth: month, year: year) }
  }
}
