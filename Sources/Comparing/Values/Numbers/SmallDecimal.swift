import Platform

/// A decimal of at most 18 digits: what nearly every number in an export is.
struct SmallDecimal: Sendable {
  /// The signed digits as an integer.
  let digits: Int64
  /// The power of ten that they are to be multiplied by.
  let power: Int

  /// Takes a number over; `nil` if it has too many digits or a power too far from 0.
  init?(_ number: DecimalNumber) {
    let count = number.count
    guard count <= 18 else { return nil }
    var value: Int64 = 0
    for index in 0..<count { value = value * 10 + Int64(number.digit(index)) }
    digits = number.isNegative ? -value : value
    power = count == 0 ? 0 : number.bottom
  }

  /// The number in units of `10^unit`; `nil` where that is no integer or does not fit.
  @inline(__always) func scaled(to unit: Int) -> Int128? {
    let places = power - unit
    guard places >= 0, places < SmallDecimal.powers.count else { return digits == 0 ? 0 : nil }
    return Int128(digits) * Int128(SmallDecimal.powers[places])
  }

  /// The powers of ten that an `Int64` holds.
  static let powers: [Int64] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

/// A limit on the distance of two numbers, as the user spelled it.
struct Tolerance: Sendable {
  let spelling: String
  private let utf8: [UInt8]
  let small: SmallDecimal?
  let isZero: Bool

  /// Reads a limit; `nil` if the text is no number or a negative one.
  init?(_ spelling: String) { self.init(number: spelling, spelling: spelling) }

  /// Reads a part in per cent, without the sign; `nil` if the text is no number or a negative one, or has an exponent.
  init?(percent: String) { self.init(number: percent + "e-2", spelling: percent + "%") }

  private init?(number: String, spelling: String) {
    utf8 = Array(number.utf8)
    self.spelling = spelling
    guard !utf8.contains(where: \.isSpace) else { return nil }
    let parsed = utf8.withBytes { bytes -> (SmallDecimal?, Bool)? in
      guard let number = DecimalNumber(bytes), !number.isNegative || number.isZero else { return nil }
      return (SmallDecimal(number), number.isZero)
    }
    guard let parsed else { return nil }
    (small, isZero) = parsed
  }

  /// The limit in units of a power of ten, rounded down.
  func units(of power: Int) -> Int128 {
    withNumber { number in
      var units: Int128 = 0
      guard !number.isZero, number.top >= power else { return units }
      for place in 0...min(number.top - power, 36) {
        units = units * 10 + Int128(place < number.count ? number.digit(place) : 0)
      }
      return units
    } ?? 0
  }

  /// Calls `body` with the limit.
  func withNumber<R>(_ body: (DecimalNumber) -> R) -> R? { utf8.withBytes { DecimalNumber($0).map(body) } }
}
