/// What a format has read of a date and time, until it is complete.
///
/// What is not read is taken from 1970-01-01T00:00:00.
struct DateParts {
  var year = 1970
  var month = 1
  var day = 1
  var dayOfYear: Int?
  /// The year that an ISO week belongs to.
  var weekYear: Int?
  var week: Int?
  /// The day of the week, from 1 for Monday.
  var weekday = 1
  var hour = 0
  var isTwelveHour = false
  var isAfternoon: Bool?
  var minute = 0
  var second = 0
  var nanosecond = 0
  /// Seconds east of UTC, if the text has a zone.
  var offset: Int?
  /// Seconds from 1970-01-01, which overrule the rest.
  var epoch: Int?
  var isEpochNegative = false

  /// The point in time, if there is such a date; `zone` is the offset of texts that name none.
  ///
  /// 24:00:00 is the end of a day, and a leap second (:60) the first second of the next minute.
  func instant(zone: Int) -> Instant? {
    if let epoch { return Instant(seconds: epoch, nanoseconds: isEpochNegative ? -nanosecond : nanosecond) }
    guard let days, let hour = hourOfDay, minute < 60, second <= 60 else { return nil }
    let isEndOfDay = hour == 24 && minute == 0 && second == 0 && nanosecond == 0
    guard hour < 24 || isEndOfDay else { return nil }
    let seconds = days * CivilDate.secondsPerDay + hour * 3600 + minute * 60 + second
    return Instant(seconds: seconds - (offset ?? zone), nanoseconds: nanosecond)
  }

  private var days: Int? {
    guard weekYear == nil, week == nil else { return dayOfWeek }
    if let dayOfYear {
      guard dayOfYear >= 1, dayOfYear <= (CivilDate.isLeap(year) ? 366 : 365) else { return nil }
      return CivilDate.days(year: year, month: 1, day: 1) + dayOfYear - 1
    }
    guard month >= 1, month <= 12, day >= 1, day <= CivilDate.length(ofMonth: month, year: year) else { return nil }
    return CivilDate.days(year: year, month: month, day: day)
  }

  /// The day in an ISO week; a year's first week is the one that has its 4th of January.
  private var dayOfWeek: Int? {
    guard let weekYear, let week, week >= 1, weekday >= 1, weekday <= 7 else { return nil }
    let monday = Self.firstMonday(of: weekYear) + 7 * (week - 1)
    return monday < Self.firstMonday(of: weekYear + 1) ? monday + weekday - 1 : nil
  }

  private static func firstMonday(of year: Int) -> Int {
    let fourth = CivilDate.days(year: year, month: 1, day: 4)
    // 1970-01-01 was a Thursday.
    return 7 * CivilDate.floorDivide(fourth + 3, 7) - 3
  }

  private var hourOfDay: Int? {
    guard isTwelveHour else { return hour }
    guard hour >= 1, hour <= 12 else { return nil }
    return hour % 12 + (isAfternoon == true ? 12 : 0)
  }
}

/// Names that dates are written with, in English; matched without regard to case.
enum DateNames {
  static let months: [StaticString] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  static let weekdays: [StaticString] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  static let halves: [StaticString] = ["am", "pm"]
  /// Zones and their hours east of UTC: those of RFC 822, and Europe's.
  static let zones: [(name: StaticString, hours: Int)] = [
    ("utc", 0), ("gmt", 0), ("ut", 0), ("z", 0), ("est", -5), ("edt", -4), ("cst", -6),
    ("cdt", -5), ("mst", -7), ("mdt", -6), ("pst", -8), ("pdt", -7), ("west", 1), ("wet", 0),
    ("cest", 2), ("cet", 1), ("eest", 3), ("eet", 2),
  ]
}
