import Platform

/// A place in a text that is read as a date, and what has been read so far.
struct DateScanner {
  private let text: BytesView
  private var offset = 0
  var parts = DateParts()

  init(_ text: BytesView) { self.text = text }

  var isAtEnd: Bool { offset == text.count }

  private var byte: UInt8? { offset < text.count ? text[offset] : nil }

  /// Reads one byte, letters without regard to case.
  mutating func take(_ expected: UInt8) -> Bool {
    guard let byte, CaseFolding.lowered(byte) == CaseFolding.lowered(expected) else { return false }
    offset += 1
    return true
  }

  mutating func skipSpace() -> Bool {
    let start = offset
    while let byte, byte.isSpace { offset += 1 }
    return offset > start
  }

  /// Reads a number of some digits, as many as there are up to the greatest count.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var (value, count) = (0, 0)
    while count < digits.upperBound, let byte, byte.isDigit {
      value = value * 10 + Int(byte & 0x0F)
      count += 1
      offset += 1
    }
    return count >= digits.lowerBound ? value : nil
  }

  /// Reads the digits of a fraction, in nanoseconds; those behind the ninth are read and dropped.
  mutating func fraction() -> Int? {
    let start = offset
    var value = 0
    while let byte, byte.isDigit {
      if offset - start < 9 { value = value * 10 + Int(byte & 0x0F) }
      offset += 1
    }
    guard offset > start else { return nil }
    for _ in min(offset - start, 9)..<9 { value *= 10 }
    return value
  }

  /// Reads one of some names and returns its place among them; `short` allows its first letters alone.
  mutating func name(of names: [StaticString], short: Int? = nil) -> Int? {
    for (index, name) in names.enumerated() where takeWord(name, name.utf8CodeUnitCount) { return index }
    guard let short else { return nil }
    return names.firstIndex { takeWord($0, short) }
  }

  mutating func zone() -> Bool {
    if let byte, !byte.isLetter { return numericZone() }
    for zone in DateNames.zones where takeWord(zone.name, zone.name.utf8CodeUnitCount) {
      parts.offset = zone.hours * 3600
      return true
    }
    return false
  }

  /// Reads `Z`, `+hh`, `+hhmm` or `+hh:mm`.
  mutating func numericZone() -> Bool {
    if take(UInt8(ascii: "Z")) {
      parts.offset = 0
      return true
    }
    let isWest = take(UInt8(ascii: "-"))
    guard isWest || take(UInt8(ascii: "+")), let hours = number(digits: 2...2), hours < 24 else { return false }
    let hasColon = take(UInt8(ascii: ":"))
    let minutes = hasColon || byte?.isDigit == true ? number(digits: 2...2) : 0
    guard let minutes, minutes < 60 else { return false }
    let seconds = hours * 3600 + minutes * 60
    parts.offset = isWest ? -seconds : seconds
    return true
  }

  /// Reads the first letters of a word, if no letter follows them.
  private mutating func takeWord(_ word: StaticString, _ count: Int) -> Bool {
    guard offset + count <= text.count else { return false }
    for index in 0..<count {
      guard CaseFolding.lowered(text[offset + index]) == word.utf8Start[index] else { return false }
    }
    let isWhole = offset + count == text.count || !text[offset + count].isLetter
    if isWhole { offset += count }
    return isWhole
  }
}

extension DateScanner {
  /// Reads ISO 8601: a date, and a time with or without seconds, fraction and zone, behind `T` or a space.
  mutating func iso() -> Bool {
    guard isoDate() else { return false }
    guard !isAtEnd else { return true }
    guard take(UInt8(ascii: "T")) || skipSpace(), isoTime() else { return false }
    _ = skipSpace()
    return isAtEnd || zone()
  }

  private mutating func isoDate() -> Bool {
    guard let year = number(digits: 4...4) else { return false }
    let isExtended = take(UInt8(ascii: "-"))
    guard let month = number(digits: 2...2) else { return false }
    if isExtended, !take(UInt8(ascii: "-")) { return false }
    guard let day = number(digits: 2...2) else { return false }
    (parts.year, parts.month, parts.day) = (year, month, day)
    return true
  }

  private mutating func isoTime() -> Bool {
    guard let hour = number(digits: 2...2) else { return false }
    parts.hour = hour
    let isExtended = take(UInt8(ascii: ":"))
    guard isExtended || byte?.isDigit == true else { return true }
    guard let minute = number(digits: 2...2) else { return false }
    parts.minute = minute
    guard isExtended ? take(UInt8(ascii: ":")) : byte?.isDigit == true else { return true }
    guard let second = number(digits: 2...2) else { return false }
    parts.second = second
    guard take(UInt8(ascii: ".")) || take(UInt8(ascii: ",")) else { return true }
    guard let fraction = fraction() else { return false }
    parts.nanosecond = fraction
    return true
  }
}
