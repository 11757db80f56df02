import Comparing
import Records

/// That dates are the same point in time, written in two ways.
enum DateHypotheses {
  private static let days = [
    "iso", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y/%m/%d", "%d %b %Y", "%b %d, %Y",
    "%Y.%m.%d", "%d.%m.%y", "%m/%d/%y", "%d-%b-%Y", "%d-%b-%y",
  ]
  private static let weeks = ["%G-W%V-%u", "%G-W%V", "%GW%V%u", "%GW%V"]
  private static let formats =
    days + days.dropFirst().flatMap { ["\($0) %T", "\($0) %R", "\($0) %I:%M %p", "\($0) %I:%M:%S %p"] } + weeks
    + [seconds, milliseconds, serialDays]
  /// From 1970-01-01, and days as spreadsheets count them.
  ///
  /// Any whole number may be some, so that they are not looked for on both sides.
  private static let (seconds, milliseconds, serialDays) = ("%s", "%Q", "excel")
  private static let epochs: Set = [seconds, milliseconds, serialDays]
  private static let zones = (-24...28).map { half in
    let minutes = abs(half) * 30
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(half < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }
  /// How many cells the formats and the zone are chosen by.
  private static let dateCells = 100

  static func all(for cells: [Hypotheses.Cell]) -> [Hypothesis] {
    let step = max(1, cells.count / dateCells)
    let some = stride(from: 0, to: cells.count, by: step).map { cells[$0] }
    let old = readable(some.map(\.old))
    let new = readable(some.map(\.new))
    var best: (count: Int, hypothesis: Hypothesis)?
    func look(_ formats: [String], _ zone: String?) {
      guard let comparator = comparator(formats, zone) else { return }
      func hypothesis(_ noise: Noise) -> Hypothesis {
        Hypothesis([noise], .date(formats: formats, zone: zone), comparator)
      }
      let judge = hypothesis(.dateFormat)
      let explained = some.filter { judge.verdict($0.old, $0.new) == .explained }
      guard explained.count > best?.count ?? 0 else { return }
      let isZone = zone != nil || explained.contains { !haveOneClock($0) }
      best = (explained.count, isZone ? hypothesis(.timeZone) : judge)
    }
    for first in old {
      // A text such as 02/03/2024 would be read in one of the two ways on both sides.
      for second in new where first != second.withMonthFirst || first == second {
        guard !epochs.isSuperset(of: [first, second]) else { continue }
        look(first == second ? [first] : [first, second], nil)
      }
    }
    if old.contains("iso"), new.contains("iso") { for zone in zones { look(["iso"], zone) } }
    // Of another format and in another zone at once, where nothing else explains most.
    if 2 * (best?.count ?? 0) < some.count {
      for first in old.filter(isOfClock) {
        for second in new.filter(isOfClock) where first != second && [first, second].contains("iso") {
          for zone in zones { look([first, second], zone) }
        }
      }
    }
    guard let best, !isOneOfZones(best.hypothesis, some) else { return [] }
    return [best.hypothesis]
  }

  private static func comparator(_ formats: [String], _ zone: String?) -> DateComparator? {
    try? DateComparator(formats: formats, zone: zone)
  }

  /// Whether dates of a format may have a time of day.
  private static func isOfClock(_ format: String) -> Bool {
    format == "iso" || ["%T", "%R", "%p"].contains(where: format.hasSuffix)
  }

  /// Whether times of a column are the same in one zone or in another one, as with summer time: which of them is right
  /// for a record no zone tells.
  private static func isOneOfZones(_ hypothesis: Hypothesis, _ cells: [Hypotheses.Cell]) -> Bool {
    guard case .date(let formats, _?) = hypothesis.change else { return false }
    let left = cells.filter { hypothesis.verdict($0.old, $0.new) == .different }
    return zones.contains { zone in
      guard let other = comparator(formats, zone) else { return false }
      let judge = Hypothesis([.timeZone], .date(formats: formats, zone: zone), other)
      return 5 * left.count { judge.verdict($0.old, $0.new) == .explained } >= cells.count
    }
  }

  /// Formats of the old and the new side that read one text as two dates: day and month are in each other's place, or
  /// an epoch is counted in seconds and in milliseconds.
  static func exchanged(_ cells: [Hypotheses.Cell]) -> [(old: String, new: String)] {
    let step = max(1, cells.count / dateCells)
    let some = stride(from: 0, to: cells.count, by: step).map { cells[$0] }
    let new = readable(some.map(\.new))
    let exchanged = readable(some.map(\.old)).filter { $0 != $0.withMonthFirst && new.contains($0.withMonthFirst) }.map
    {
      (old: $0, new: $0.withMonthFirst)
    }
    return exchanged + epochs(some)
  }

  /// Whether a format of one has day and month where one of the other has month and day: by both together, dates in
  /// which the two were exchanged would be one.
  static func contradict(_ formats: [String], _ others: [String]) -> Bool {
    formats.contains { $0 != $0.withMonthFirst && others.contains($0.withMonthFirst) }
  }

  /// An epoch in seconds from 2001 to 2286, which has ten digits, and the same in milliseconds; any other number may
  /// as well be an amount that became a thousand times as much.
  private static func epochs(_ cells: [Hypotheses.Cell]) -> [(old: String, new: String)] {
    func digits(_ value: Value) -> Int? {
      let text = value.description
      return text.utf8.allSatisfy(\.isDigit) ? text.utf8.count : nil
    }
    let lengths = cells.map { (digits($0.old), digits($0.new)) }
    return [(10, 13, seconds, milliseconds), (13, 10, milliseconds, seconds)].compactMap { old, new, first, second in
      lengths.allSatisfy { $0.0 == old && $0.1 == new } ? (first, second) : nil
    }
  }

  /// The formats by which at least half of some values are dates.
  private static func readable(_ values: [Value]) -> [String] {
    // Names are read by no format, which is faster seen so.
    guard 2 * values.count(where: { $0.description.utf8.contains(where: \.isDigit) }) >= values.count else { return [] }
    return formats.filter { format in
      guard let reader = try? DateReader(formats: [format], zone: nil, function: "compare.date") else { return false }
      let count = values.count { reader.reads($0) }
      return count > 0 && 2 * count >= values.count
    }
  }

  // MARK: Clocks and days

  /// How many digits tell a day, and a minute of it.
  private static let clockDigits = 12

  /// Whether two texts in ISO 8601 show the same day and time of day, as far as both go; true for other formats.
  private static func haveOneClock(_ cell: Hypotheses.Cell) -> Bool {
    guard [cell.old, cell.new].allSatisfy({ isoReader?.reads($0) ?? false }) else { return true }
    let digits = [cell.old, cell.new].map { $0.description.utf8.filter(\.isDigit).prefix(clockDigits) }
    return digits[0].starts(with: digits[1]) || digits[1].starts(with: digits[0])
  }

  /// Two times of ISO 8601 that are written with a mark; `nil` for any other values.
  static func instants(of cell: LearntRule.Example, having mark: Unicode.Scalar) -> Sides<Instant>? {
    let texts = [cell.old.description, cell.new.description]
    guard let isoReader, texts.allSatisfy({ $0.unicodeScalars.contains(mark) }) else { return nil }
    let instants = texts.compactMap { $0.withBytes { isoReader.instant(of: $0) } }
    return instants.count == 2 ? Sides(source: instants[0], target: instants[1]) : nil
  }

  private static let isoReader = try? DateReader(formats: [], zone: nil, function: "compare.date")

  /// How long a day is in ISO 8601.
  static let dayLength = 10

  /// Whether one of two values is a day, and the other a time.
  static func isDay(_ old: Value, _ new: Value) -> Bool {
    let lengths = [old, new].map { $0.description.utf8.count }
    return lengths.count { $0 == dayLength } == 1 && [old, new].allSatisfy { isoReader?.reads($0) ?? false }
  }
}

extension DateReader {
  fileprivate func reads(_ value: Value) -> Bool { value.withField { $0.withTextOrNumber(instant) ?? nil } != nil }
}

extension String {
  /// A format of dates with day and month in each other's place.
  fileprivate var withMonthFirst: String {
    String(replacing("%d", with: "%\u{0}").replacing("%m", with: "%d").replacing("%\u{0}", with: "%m"))
  }
}
