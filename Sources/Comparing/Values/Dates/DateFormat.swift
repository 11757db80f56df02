import Platform

/// How dates are written: the words of `strptime`, or ISO 8601.
///
/// `%Y` year of four digits · `%y` of two (69 to 99 are 19xx) · `%m` month · `%b` or `%B` its English name, short or
/// long · `%d` or `%e` day · `%j` day of the year · `%a` or `%A` weekday, not checked · `%H` hour · `%I` hour of
/// twelve, with `%p` AM or PM · `%M` minute · `%S` second · `%f` fraction of a second · `%z` offset (`+02:00`, `+0200`,
/// `Z`) · `%Z` zone by name (UTC, GMT, those of RFC 822, WET, CET, EET and their summer times) or by offset · `%s`
/// seconds from 1970 · `%Q` milliseconds from then · `%G` with `%V` year and week of ISO 8601, which is its Monday, or
/// with `%u` the day of that week from 1 to 7 · `%F` = `%Y-%m-%d` · `%T` = `%H:%M:%S` · `%R` = `%H:%M` · `%%` a percent
/// sign. A space stands for any white space or none; other characters for themselves, letters in either case. Months,
/// days, weeks and hours may lack their leading zero. `iso`, the default, reads `2024-01-31`, `2024-01-31T10:15`,
/// `2024-01-31 10:15:00.25+02:00` and `20240131T101500Z`. `excel` reads the numbers that spreadsheets have for days,
/// `45322` for 2024-01-31 and `45322.25` for its sixth hour, from 1900-03-01 on.
struct DateFormat: Sendable {
  private enum Step: Sendable {
    case literal(UInt8)
    case space
    case directive(UInt8)
    /// A whole text by ISO 8601.
    case iso
    /// The number of a day in a spreadsheet.
    case serialDay
  }

  /// The directives, as messages list them.
  static let known = "%Y %y %m %b %B %d %e %j %a %A %H %I %p %M %S %f %z %Z %s %Q %G %V %u %F %T %R %%"

  /// As the user wrote it.
  let spelling: String
  private let steps: [Step]

  static let iso = DateFormat("iso", [.iso])
  private static let excel = DateFormat("excel", [.serialDay])

  private init(_ spelling: String, _ steps: [Step]) { (self.spelling, self.steps) = (spelling, steps) }

  /// Reads a format.
  ///
  /// - Throws: ``OptionError`` for an unknown directive, or a format without any.
  init(_ spelling: String, function: String) throws(OptionError) {
    if let known = [Self.iso, Self.excel].first(where: { $0.spelling == spelling }) {
      self = known
      return
    }
    self.spelling = spelling
    var steps: [Step] = []
    var characters = spelling.utf8.makeIterator()
    while let byte = characters.next() {
      guard byte == UInt8(ascii: "%") else {
        steps.append(byte.isSpace ? .space : .literal(byte))
        continue
      }
      let letter = characters.next()
      guard let expansion = letter.flatMap(DateFormat.expand) else {
        let name = "%" + (letter.map { String(decoding: [$0], as: UTF8.self) } ?? "")
        throw OptionError(function, .unknownDirective(name, format: spelling))
      }
      steps += expansion
    }
    guard steps.contains(where: { if case .directive = $0 { true } else { false } }) else {
      throw OptionError(function, .formatWithoutDirective(spelling))
    }
    self.steps = steps
  }

  private static func expand(_ letter: UInt8) -> [Step]? {
    let dash = Step.literal(UInt8(ascii: "-"))
    let colon = Step.literal(UInt8(ascii: ":"))
    func step(_ letter: Unicode.Scalar) -> Step { .directive(UInt8(ascii: letter)) }
    switch Unicode.Scalar(letter) {
    case "F": return [step("Y"), dash, step("m"), dash, step("d")]
    case "T": return [step("H"), colon, step("M"), colon, step("S")]
    case "R": return [step("H"), colon, step("M")]
    case "e": return [.space, step("d")]
    case "%": return [.literal(letter)]
    case "n", "t": return [.space]
    case "Y", "y", "m", "b", "B", "d", "j", "a", "A", "H", "I", "p", "M", "S", "f", "z", "Z", "s", "Q", "G", "V", "u":
      return [.directive(letter)]
    default: return nil
    }
  }

  /// What a text, all of it, says in this format; `nil` if it does not fit.
  func parts(of text: BytesView) -> DateParts? {
    var scanner = DateScanner(text)
    for step in steps {
      switch step {
      case .literal(let byte): guard scanner.take(byte) else { return nil }
      case .space: _ = scanner.skipSpace()
      case .directive(let letter): guard scanner.read(letter) else { return nil }
      case .iso: guard scanner.iso() else { return nil }
      case .serialDay: guard scanner.serialDay() else { return nil }
      }
    }
    return scanner.isAtEnd ? scanner.parts : nil
  }
}

extension DateScanner {
  fileprivate mutating func read(_ letter: UInt8) -> Bool {
    switch Unicode.Scalar(letter) {
    case "Y": return store(number(digits: 4...4), in: \.year)
    case "y": return store(number(digits: 2...2).map { $0 + ($0 < 69 ? 2000 : 1900) }, in: \.year)
    case "m": return store(number(digits: 1...2), in: \.month)
    case "b", "B": return store(month(), in: \.month)
    case "d": return store(number(digits: 1...2), in: \.day)
    case "j": return store(number(digits: 1...3).map(Optional.some), in: \.dayOfYear)
    case "a", "A": return name(of: DateNames.weekdays, short: 3) != nil
    case "H", "I":
      parts.isTwelveHour = letter == UInt8(ascii: "I")
      return store(number(digits: 1...2), in: \.hour)
    case "p": return store(name(of: DateNames.halves).map { .some($0 == 1) }, in: \.isAfternoon)
    case "M": return store(number(digits: 1...2), in: \.minute)
    case "S": return store(number(digits: 1...2), in: \.second)
    case "f": return store(fraction(), in: \.nanosecond)
    case "z": return numericZone()
    case "Z": return zone()
    case "G": return store(number(digits: 4...4).map(Optional.some), in: \.weekYear)
    case "V": return store(number(digits: 1...2).map(Optional.some), in: \.week)
    case "u": return store(number(digits: 1...1), in: \.weekday)
    case "Q": return epoch(perSecond: 1000)
    default: return epoch(perSecond: 1)
    }
  }

  private mutating func store<T>(_ value: T?, in part: WritableKeyPath<DateParts, T>) -> Bool {
    guard let value else { return false }
    parts[keyPath: part] = value
    return true
  }

  /// Days from 1899-12-30, with a fraction, as a clock shows them; before March 1900 spreadsheets count otherwise.
  fileprivate mutating func serialDay() -> Bool {
    let (march1900, year10000, of1970) = (61, 2_958_466, 25_569)
    guard let day = number(digits: 1...7), march1900..<year10000 ~= day else { return false }
    let billionths = take(UInt8(ascii: ".")) ? fraction() : 0
    guard let billionths else { return false }
    // A fraction in binary comes within less than a millisecond of the time.
    let milliseconds = (billionths * CivilDate.secondsPerDay + 500_000) / 1_000_000
    let (days, second) = (milliseconds / 1000).quotientAndRemainder(dividingBy: CivilDate.secondsPerDay)
    (parts.year, parts.month, parts.day) = CivilDate.date(ofDay: day - of1970 + days)
    (parts.hour, parts.minute, parts.second) = (second / 3600, second / 60 % 60, second % 60)
    parts.nanosecond = milliseconds % 1000 * 1_000_000
    return true
  }

  private mutating func month() -> Int? { name(of: DateNames.months, short: 3).map { $0 + 1 } }

  private mutating func epoch(perSecond unit: Int) -> Bool {
    parts.isEpochNegative = take(UInt8(ascii: "-"))
    guard let count = number(digits: 1...15) else { return false }
    parts.epoch = parts.isEpochNegative ? -(count / unit) : count / unit
    if unit > 1 { parts.nanosecond = count % unit * (1_000_000_000 / unit) }
    return true
  }
}
