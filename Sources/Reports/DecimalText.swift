/// Numbers in text, for statistics: approximate, unlike everything that decides equality.
enum DecimalText {
  /// The number that the characters spell in decimal; `nil` if they spell none.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> Double? {
    guard (1...40).contains(bytes.count) else { return nil }
    guard bytes.allSatisfy(isNumeric), bytes.contains(where: isDigit) else { return nil }
    let value = plain(bytes) ?? Double(String(decoding: bytes, as: UTF8.self))
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The usual case, an optional sign and at most 15 digits with at most one point.
  private static func plain(_ bytes: UnsafeRawBufferPointer) -> Double? {
    let isNegative = bytes[0] == UInt8(ascii: "-")
    var mantissa = 0
    var digits = 0
    var scale: Double?
    for byte in bytes.dropFirst(isNegative ? 1 : 0) {
      if byte == UInt8(ascii: "."), scale == nil {
        scale = 1
      } else if isDigit(byte), digits < 15 {
        digits += 1
        mantissa = mantissa * 10 + Int(byte - UInt8(ascii: "0"))
        if let before = scale { scale = before * 10 }
      } else {
        return nil
      }
    }
    let value = Double(mantissa) / (scale ?? 1)
    return digits == 0 ? nil : isNegative ? -value : value
  }

  /// A number with at most six significant digits, and a sign if it is a difference.
  static func describe(_ value: Double, isDifference: Bool = false) -> String {
    let sign = value < 0 ? "-" : isDifference && value > 0 ? "+" : ""
    let magnitude = value.magnitude
    guard magnitude > 0 else { return "0" }
    guard magnitude >= 1e-12, magnitude < 1e15 else { return sign + magnitude.description }
    var decimals = 6
    var bound = 1.0
    while bound <= magnitude, decimals > 0 { (decimals, bound) = (decimals - 1, bound * 10) }
    while bound > magnitude * 10 { (decimals, bound) = (decimals + 1, bound / 10) }
    let unit = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    return sign + spell(Int((magnitude * unit).rounded()), decimals: decimals)
  }

  private static func spell(_ scaled: Int, decimals: Int) -> String {
    var digits = String(scaled)
    digits = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    let whole = digits.dropLast(decimals)
    var fraction = digits.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
  }
}
