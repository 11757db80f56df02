import Records

/// The numbers that a text may stand for where it is an amount: with a point or a comma, groups, a sign on either side,
/// parentheses, an exponent, a per cent sign, and a currency or other letters beside it.
struct AmountReadings {
  private let numbers: [PlainDecimal]

  private static let longest = 64

  /// - Returns: `nil` where a text is no amount, as dates, codes with letters inside, and several numbers are none.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest, let first = text.firstIndex(where: \.isDecimalDigit),
      let last = text.lastIndex(where: \.isDecimalDigit)
    else { return nil }
    let (front, back) = (text[..<first], text[text.index(after: last)...])
    let isFraction = front.last == "." || front.last == ","
    let core = (isFraction ? "0." : "") + String(text[first...last].lowercased().map(Self.plainMark))
    let sign = Self.isNegative(front, back) ? "-" : ""
    let share = Self.share(front, back)
    numbers = Self.readings(of: sign + core).map { $0.timesTen(to: share) }
    if numbers.isEmpty { return nil }
  }

  /// Whether no number is one that both may stand for.
  func differ(from other: AmountReadings) -> Bool {
    !numbers.contains { mine in other.numbers.contains(where: mine.isEqual) }
  }

  private static func plainMark(_ mark: Character) -> Character {
    switch mark {
    case "\u{A0}", "\u{202F}": " "
    case "’": "'"
    default: mark
    }
  }

  /// Whether there is a sign: not what stands between letters and a number, as in `CUST-17` and `17-DE`.
  private static func isNegative(_ front: Substring, _ back: Substring) -> Bool {
    let minus: [Character] = ["-", "−"]
    if let place = front.lastIndex(where: minus.contains) { return front[..<place].last?.isLetter != true }
    guard let mark = back.first, minus.contains(mark) else { return front.contains("(") && back.contains(")") }
    return back.dropFirst().first?.isLetter != true
  }

  /// Which power of ten a sign beside a number stands for: of a hundredth or a thousandth.
  private static func share(_ front: Substring, _ back: Substring) -> Int {
    let beside = front + back
    return beside.contains("%") ? -2 : beside.contains("‰") ? -3 : 0
  }

  private static func readings(of text: String) -> [PlainDecimal] {
    if let number = PlainDecimal(exponential: text, -18...18) { return [number] }
    let plain = [".", ","].compactMap { PlainDecimal(text, mark: $0) }
    let grouped: [(Character, Character)] = [(",", "."), (".", ","), (" ", "."), (" ", ","), ("'", "."), ("'", ",")]
    return plain + grouped.compactMap { PlainDecimal(text, groupedBy: $0, mark: $1) }
  }
}

extension Character {
  fileprivate var isDecimalDigit: Bool { ("0"..."9").contains(self) }
}

extension String {
  /// Whether an amount may be another one without these characters before or behind it.
  var mayBeOfNumber: Bool { contains { $0.isDecimalDigit || "-−().,%‰".contains($0) } }
}

extension Value {
  /// Whether this and another value are amounts, and not the same one.
  func isOtherAmount(than other: Value) -> Bool {
    guard let mine = AmountReadings(description), let theirs = AmountReadings(other.description) else { return false }
    return mine.differ(from: theirs)
  }
}
