import Platform

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
  @inline(__always) mutating func write(_ byte: UInt8) {
    if !isFull { append(byte) }
  }

  mutating func write(_ text: StaticString) {
    for byte in BytesView(text) { write(byte) }
  }

  /// Writes a number of at least 0 with leading zeros up to a width.
  mutating func write(number: Int, width: Int) {
    if width > 1 || number >= 10 { write(number: number / 10, width: width - 1) }
    write(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
