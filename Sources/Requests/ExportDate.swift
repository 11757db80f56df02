import Platform

/// The date that a file's name tells, as `2026-11-25` or, with a time, `2026-11-25 03:00`.
package enum ExportDate {
  /// The first date in the name of a file, or else the last one in the names of its folders.
  ///
  /// It is written `2026-11-25`, `2026_11_25` or `20261125`, with no digit beside it, and with a time behind it as
  /// `T0300`, `_03-00` or `-030059`, or without one.
  package static func of(_ path: String) -> String? {
    let name = Array(FilePath.name(of: path).utf8)
    if let date = dates(in: name).first { return date }
    return dates(in: Array(path.utf8)).last
  }

  /// The day that it is, in UTC.
  package static var today: String { String(now.prefix(10)) }

  /// The time that it is, as in `2026-11-25T02:00:03Z`.
  package static var now: String {
    var now = Platform.time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    let date = "\(parts.tm_year + 1900)-\(two(Int(parts.tm_mon) + 1))-\(two(Int(parts.tm_mday)))"
    return "\(date)T\([parts.tm_hour, parts.tm_min, parts.tm_sec].map { two(Int($0)) }.joined(separator: ":"))Z"
  }

  private static func dates(in text: [UInt8]) -> [String] {
    var dates: [String] = []
    var place = 0
    while place < text.count {
      guard place == 0 || !isDigit(text[place - 1]), let (date, end) = date(in: text, at: place) else {
        place += 1
        continue
      }
      dates.append(date)
      place = end
    }
    return dates
  }

  private static func date(in text: [UInt8], at start: Int) -> (String, end: Int)? {
    guard let year = number(text, start, 4), (1900..<2200).contains(year) else { return nil }
    let separator = start + 4 < text.count && "-_".utf8.contains(text[start + 4]) ? text[start + 4] : nil
    let step = separator == nil ? 0 : 1
    let monthPlace = start + 4 + step
    let dayPlace = monthPlace + 2 + step
    guard let month = number(text, monthPlace, 2), let day = number(text, dayPlace, 2), (1...12).contains(month),
      (1...days(of: month, year)).contains(day), separator == nil || text[monthPlace + 2] == separator
    else { return nil }
    let end = dayPlace + 2
    let date = "\(year)-\(two(month))-\(two(day))"
    if let (time, end) = time(in: text, at: end) { return ("\(date) \(time)", end) }
    guard end == text.count || !isDigit(text[end]) else { return nil }
    return (date, end)
  }

  private static func time(in text: [UInt8], at start: Int) -> (String, end: Int)? {
    guard start < text.count, "T_- ".utf8.contains(text[start]) else { return nil }
    var (parts, place): ([Int], Int) = ([], start + 1)
    for limit in [24, 60, 60] {
      let isSeparated = !parts.isEmpty && place < text.count && "-:_".utf8.contains(text[place])
      guard let part = number(text, place + (isSeparated ? 1 : 0), 2), part < limit else { break }
      parts.append(part)
      place += 2 + (isSeparated ? 1 : 0)
    }
    guard parts.count >= 2, place == text.count || !isDigit(text[place]) else { return nil }
    return (parts.map(two).joined(separator: ":"), place)
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func number(_ text: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= text.count else { return nil }
    let digits = text[start..<start + count]
    return digits.allSatisfy(isDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
