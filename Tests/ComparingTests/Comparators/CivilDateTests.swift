import Foundation
import Testing

@testable import Comparing

@Suite struct CivilDateTests {
  @Test("every day of four centuries agrees with Foundation's calendar")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let first = CivilDate.days(year: 1800, month: 1, day: 1)
    let failures = (first..<first + 146_097).filter { day in
      let date = Date(timeIntervalSince1970: Double(day) * 86400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let mine = CivilDate.date(ofDay: day)
      return mine.year != parts.year || mine.month != parts.month || mine.day != parts.day
    }
    #expect(failures.isEmpty)
  }

  @Test("days and dates are each other's inverse, below zero too, without a gap")
  func inverse() {
    var day = CivilDate.days(year: -401, month: 12, day: 31)
    var failures: [Int] = []
    for year in -400...400 {
      for month in 1...12 {
        for date in 1...CivilDate.length(ofMonth: month, year: year) {
          day += 1
          let isInverse =
            CivilDate.days(year: year, month: month, day: date) == day
            && CivilDate.date(ofDay: day) == (year, month, date)
          if !isInverse { failures.append(day) }
        }
      }
    }
    #expect(failures.isEmpty)
  }

  @Test(
    "known days",
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11016), (0, 3, 1, -719_468),
      (9999, 12, 31, 2_932_896),
    ])
  func known(year: Int, month: Int, day: Int, days: Int) {
    #expect(CivilDate.days(year: year, month: month, day: day) == days)
  }

  @Test("an instant's parts are rounded down", arguments: [(-1, 5), (0, 0), (7, 999_999_999)])
  func parts(seconds: Int, nanoseconds: Int) {
    let parts = Instant(seconds: seconds, nanoseconds: nanoseconds).parts
    #expect(parts == (seconds, nanoseconds))
  }
}
