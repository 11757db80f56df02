/// Days of the Gregorian calendar, carried on before its introduction, and seconds of UTC without leap seconds.
package enum CivilDate {
  static let secondsPerDay = 86400

  /// The number of days from 1970-01-01 to a date.
  static func days(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March here, so that the leap day is a year's last.
    let year = month <= 2 ? year - 1 : year
    let era = floorDivide(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// The quotient rounded down, also below zero.
  static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
  }
}

/// A point in time, counted in nanoseconds of UTC from 1970-01-01.
package struct Instant: Equatable {
  let nanoseconds: Int128

  init(seconds: Int, nanoseconds: Int) { self.nanoseconds = Int128(seconds) * 1_000_000_000 + Int128(nanoseconds) }

  /// By how many seconds another one is later, or, below zero, earlier; `nil` where these are no whole number.
  package func wholeSeconds(to other: Instant) -> Int? {
    let (seconds, rest) = (other.nanoseconds - nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest == 0 ? Int(seconds) : nil
  }

  /// Whole seconds, rounded down, and the nanoseconds behind them.
  package var parts: (seconds: Int, nanoseconds: Int) {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0 ? (Int(quotient) - 1, Int(rest) + 1_000_000_000) : (Int(quotient), Int(rest))
  }
}
