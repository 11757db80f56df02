import Platform

/// The exact sum of any number of decimal numbers, of any number of digits.
///
/// Numbers of up to 18 digits are added as integers of the smallest unit met so far; what does not fit is added digit
/// by digit.
struct DecimalTotal {
  /// What is added as integers, in units of ten to the power of −`decimals`.
  private var units: Int64 = 0
  private var decimals: Int32 = 0
  /// How many digits behind the point a number was written with, at most.
  private var written: Int32 = 0
  private var places: DecimalPlaces?

  /// Powers of ten that an exponent may lead to: those of any binary number, but no such that few bytes take much room.
  private static let highestPower = 400
  /// More digits before or behind the point than any amount has.
  private static let mostDigits = 10_000

  /// Adds a number as it is spelled.
  ///
  /// - Returns: Whether it is one, and near enough to the others in size.
  mutating func add(_ text: BytesView) -> Bool {
    if let plain = PlainDecimal(text) {
      add(plain.digits, plain.decimals)
      return true
    }
    guard let number = DecimalNumber(text) else { return false }
    let hasExponent = text.contains { $0 | 0x20 == UInt8(ascii: "e") }
    let limit = hasExponent ? Self.highestPower : Self.mostDigits
    let scale = hasExponent ? Self.needed(number) : Self.scale(of: text, number)
    guard number.isZero || number.bottom >= -limit && number.top <= limit, scale <= limit else { return false }
    if !number.isZero { addPlaces { $0.add(number) } }
    written = max(written, Int32(scale))
    return true
  }

  @inline(__always) private mutating func add(_ digits: Int64, _ decimals: Int32) {
    if decimals > self.decimals { return addFiner(digits, decimals) }
    let (value, isLarge) = digits.multipliedReportingOverflow(by: SmallDecimal.powers[Int(self.decimals - decimals)])
    let (sum, overflows) = units.addingReportingOverflow(value)
    if isLarge || overflows { return addLarge(digits, decimals) }
    units = sum
  }

  private mutating func addFiner(_ digits: Int64, _ decimals: Int32) {
    let (value, isLarge) = units.multipliedReportingOverflow(by: SmallDecimal.powers[Int(decimals - self.decimals)])
    written = max(written, decimals)
    if isLarge { return addLarge(digits, decimals) }
    (units, self.decimals) = (value, decimals)
    add(digits, decimals)
  }

  private mutating func addLarge(_ digits: Int64, _ decimals: Int32) {
    let (units, unit) = (units, -Int(self.decimals))
    addPlaces { places in
      places.add(units, power: unit)
      places.add(digits, power: -Int(decimals))
    }
    (self.units, self.decimals) = (0, 0)
  }

  private mutating func addPlaces(_ body: (inout DecimalPlaces) -> Void) {
    var places = self.places ?? DecimalPlaces()
    // One owner, so that nothing is copied.
    self.places = nil
    body(&places)
    self.places = places
  }

  /// How many digits behind the point a number without an exponent is written with, zeros at the end included.
  private static func scale(of text: BytesView, _ number: DecimalNumber) -> Int {
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return needed(number) }
    return text[(point + 1)...].prefix { $0.isDigit }.count
  }

  /// How many digits behind the point a number takes.
  private static func needed(_ number: DecimalNumber) -> Int { number.isZero ? 0 : max(0, -number.bottom) }

  /// The sum in plain decimals, with as many digits behind the point as the number had that was written with most.
  var spelling: [UInt8] {
    guard var places = places ?? (written == decimals ? nil : DecimalPlaces()) else { return plainSpelling }
    places.add(units, power: -Int(decimals))
    return places.spelling(decimals: Int(written))
  }

  /// The sum where integers of the smallest unit are all that was added.
  private var plainSpelling: [UInt8] {
    var rest = units.magnitude
    var text: [UInt8] = []
    text.reserveCapacity(22)
    repeat {
      if decimals > 0, text.count == Int(decimals) { text.append(UInt8(ascii: ".")) }
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0 || text.count <= Int(decimals)
    if units < 0 { text.append(UInt8(ascii: "-")) }
    text.reverse()
    return text
  }
}

/// A number as nearly every export writes it: `-12.50`, of at most 18 digits.
private struct PlainDecimal {
  private(set) var digits: Int64 = 0
  private(set) var decimals: Int32 = 0

  @inline(__always) init?(_ text: BytesView) {
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard text.count > start, text.count - start <= 19 else { return nil }
    var point = -1
    for index in start..<text.count {
      let byte = text[index]
      if byte.isDigit {
        digits = digits &* 10 &+ Int64(byte & 0x0F)
      } else if byte == UInt8(ascii: "."), point < 0 {
        point = index
      } else {
        return nil
      }
    }
    let count = text.count - start - (point < 0 ? 0 : 1)
    guard 1...18 ~= count else { return nil }
    if point >= 0 { decimals = Int32(truncatingIfNeeded: text.count - point - 1) }
    if isNegative { digits = -digits }
  }
}

/// A sum that counts the digits of each decimal place by itself; what a place has too much of is carried at the end.
private struct DecimalPlaces {
  /// The signed sum of the digits at each place, the lowest one first.
  private var places: [Int64] = []
  /// The power of ten of the first of them.
  private var bottom = 0

  mutating func add(_ number: DecimalNumber) {
    makeRoom(from: number.bottom, to: number.top)
    for index in 0..<number.count {
      let digit = Int64(number.digit(index))
      places[number.top - index - bottom] += number.isNegative ? -digit : digit
    }
  }

  /// Adds an integer times a power of ten.
  mutating func add(_ integer: Int64, power: Int) {
    guard integer != 0 else { return }
    makeRoom(from: power, to: power + 18)
    var (rest, place) = (integer, power - bottom)
    while rest != 0 {
      places[place] += rest % 10
      (rest, place) = (rest / 10, place + 1)
    }
  }

  private mutating func makeRoom(from low: Int, to high: Int) {
    if places.isEmpty { bottom = low }
    let (first, last) = (min(bottom, low), max(bottom + places.count - 1, high))
    if first < bottom { places.insert(contentsOf: repeatElement(0, count: bottom - first), at: 0) }
    bottom = first
    places += repeatElement(0, count: last - first + 1 - places.count)
  }

  /// The sum with so many digits behind the point, which are as many as it has.
  func spelling(decimals: Int) -> [UInt8] {
    var digits = [Int64](repeating: 0, count: max(decimals, 0) + 1)
    let first = bottom + decimals
    if !places.isEmpty {
      digits += repeatElement(0, count: max(0, first + places.count - digits.count))
      for (index, digit) in places.enumerated() where digit != 0 { digits[first + index] += digit }
    }
    let isNegative = Self.carry(&digits)
    while digits.count > decimals + 1, digits.last == 0 { digits.removeLast() }
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    for index in digits.indices.reversed() {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits[index]))
      if index == decimals, decimals > 0 { text.append(UInt8(ascii: ".")) }
    }
    return text
  }

  /// Leaves a digit at each place, of the sum without its sign.
  ///
  /// - Returns: Whether the sum is below zero.
  private static func carry(_ digits: inout [Int64]) -> Bool {
    let positive = carried(digits)
    guard positive.rest < 0 else {
      digits = positive.digits
      return false
    }
    digits = carried(digits.map { -$0 }).digits
    return true
  }

  /// The digits with what each has too much of added to the next, and what is left: −1 of a sum below zero.
  private static func carried(_ digits: [Int64]) -> (digits: [Int64], rest: Int64) {
    var (result, rest) = (digits, Int64(0))
    for index in result.indices {
      let sum = result[index] + rest
      rest = sum >= 0 ? sum / 10 : -((9 - sum) / 10)
      result[index] = sum - 10 * rest
    }
    while rest > 0 {
      result.append(rest % 10)
      rest /= 10
    }
    return (result, rest)
  }
}
