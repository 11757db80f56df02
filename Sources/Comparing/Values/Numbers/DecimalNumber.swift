import Platform

/// A decimal number read where it stands: exact, of any length and size, owning nothing.
///
/// It accepts what JSON accepts, and what exports write besides: white space around it, a leading `+`, `.5`, `5.`. A
/// number is its sign, its significant digits (no zeros at either end) and the power of ten of the first of them.
struct DecimalNumber {
  /// Greater exponents make a text no number for us; sums of powers cannot overflow below it.
  private static let largestPower = 1_000_000_000_000_000

  let isNegative: Bool
  /// From the first significant digit to the last; may hold the decimal mark.
  let digits: BytesView
  /// Where the mark stands in `digits`; their count if it does not.
  let mark: Int
  /// The power of ten of the first significant digit; 0 for zero.
  let top: Int

  @inline(__always) var count: Int { mark < digits.count ? digits.count - 1 : digits.count }

  /// The power of ten of the last significant digit.
  @inline(__always) var bottom: Int { top - count + 1 }

  var isZero: Bool { digits.isEmpty }

  /// A significant digit, counted from the first.
  @inline(__always) func digit(_ index: Int) -> Int { Int(digits[index < mark ? index : index + 1] & 0x0F) }

  /// Reads a number; `nil` if the text is none.
  init?(_ text: BytesView) {
    var at = 0
    var end = text.count
    while at < end, text[at].isSpace { at += 1 }
    while end > at, text[end - 1].isSpace { end -= 1 }
    let isBelowZero = at < end && text[at] == UInt8(ascii: "-")
    if at < end, isBelowZero || text[at] == UInt8(ascii: "+") { at += 1 }
    guard let body = DecimalNumber.body(of: text, at..<end),
      let exponent = DecimalNumber.exponent(of: text, body.end..<end)
    else { return nil }
    self.init(text, isBelowZero, body, exponent: exponent)
  }

  private init?(_ text: BytesView, _ isNegative: Bool, _ body: Body, exponent: Int?) {
    self.isNegative = isNegative
    guard body.first < body.last else {
      (digits, mark, top) = (BytesView(start: nil, count: 0), 0, 0)
      return
    }
    guard let exponent else { return nil }
    digits = text[part: body.first..<body.last]
    let isInside = body.first < body.mark && body.mark < body.last
    mark = isInside ? body.mark - body.first : digits.count
    let places = body.first < body.mark ? body.mark - body.first - 1 : body.mark - body.first
    top = exponent + places
  }

  /// Offsets of a number's parts: the first significant digit, behind the last one, the mark (or
  /// where it would stand) and the end of the digits.
  private struct Body { var first = 0, last = 0, mark = 0, end = 0 }

  private static func body(of text: BytesView, _ range: Range<Int>) -> Body? {
    var body = Body(first: -1, last: -1, mark: -1, end: range.lowerBound)
    var digitCount = 0
    scan: while body.end < range.upperBound {
      let byte = text[body.end]
      if byte.isDigit {
        digitCount += 1
        if byte != UInt8(ascii: "0") {
          if body.first < 0 { body.first = body.end }
          body.last = body.end + 1
        }
      } else if byte == UInt8(ascii: "."), body.mark < 0 {
        body.mark = body.end
      } else {
        break scan
      }
      body.end += 1
    }
    if body.mark < 0 { body.mark = body.end }
    return digitCount > 0 ? body : nil
  }

  /// The exponent in a range of a text: 0 if the range is empty, an inner `nil` if it is too great
  /// to be used, an outer `nil` if it is malformed.
  private static func exponent(of text: BytesView, _ range: Range<Int>) -> Int?? {
    var at = range.lowerBound
    let end = range.upperBound
    guard at < end else { return .some(0) }
    guard text[at] | 0x20 == UInt8(ascii: "e") else { return nil }
    at += 1
    guard at < end else { return nil }
    let isNegative = text[at] == UInt8(ascii: "-")
    if isNegative || text[at] == UInt8(ascii: "+") { at += 1 }
    guard at < end else { return nil }
    var value = 0
    while at < end {
      guard text[at].isDigit else { return nil }
      value = min(value * 10 + Int(text[at] & 0x0F), largestPower + 1)
      at += 1
    }
    return .some(value > largestPower ? nil : isNegative ? -value : value)
  }
}

extension DecimalNumber {
  /// How many bytes a spelling may have besides the number's digits: sign, point, zeros, exponent.
  static let spellingMargin = 48

  /// Writes the number in the one way that is its own, as a JSON number.
  ///
  /// There must be room for the digits and the margin.
  func spell(into writer: inout OutputSpan<UInt8>) {
    guard !isZero else { return writer.write(UInt8(ascii: "0")) }
    if isNegative { writer.write(UInt8(ascii: "-")) }
    switch top {
    case 0...20: writePlain(&writer)
    case -7..<0: writeFraction(&writer)
    default: writeWithExponent(&writer)
    }
  }

  private func writePlain(_ writer: inout OutputSpan<UInt8>) {
    for index in 0..<max(count, top + 1) {
      if index == top + 1 { writer.write(UInt8(ascii: ".")) }
      writer.write(index < count ? ascii(index) : UInt8(ascii: "0"))
    }
  }

  private func writeFraction(_ writer: inout OutputSpan<UInt8>) {
    writer.write("0.")
    for _ in 1..<(-top) { writer.write(UInt8(ascii: "0")) }
    for index in 0..<count { writer.write(ascii(index)) }
  }

  private func writeWithExponent(_ writer: inout OutputSpan<UInt8>) {
    for index in 0..<count {
      if index == 1 { writer.write(UInt8(ascii: ".")) }
      writer.write(ascii(index))
    }
    writer.write("e")
    if top < 0 { writer.write(UInt8(ascii: "-")) }
    writer.write(number: abs(top), width: 1)
  }

  private func ascii(_ index: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(digit(index)) }
}

extension OutputSpan<UInt8> {
  /// Writes a byte; one too many is dropped.
  @inline(__always) mutating func write(_ byte: UInt8) { if !isFull { append(byte) } }

  mutating func write(_ text: StaticString) { for byte in BytesView(text) { write(byte) } }

  /// Writes a number of at least 0 with leading zeros up to a width.
  mutating func write(number: Int, width: Int) {
    if width > 1 || number >= 10 { write(number: number / 10, width: width - 1) }
    write(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
