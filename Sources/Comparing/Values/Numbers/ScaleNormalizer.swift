import Platform
import Records

/// Numbers are multiplied: `luna.text.scale(0.01)` makes euros of cents, `luna.text.scale(-1)` turns the sign.
///
/// Exact, whatever the number's length. Text that is a number becomes a number, as with ``NumberNormalizer``; what is
/// none stays as it is. Not idempotent.
package struct ScaleNormalizer: Normalizer {
  private let spelling: String
  /// The factor is `±digits · 10^power`.
  private let digits: UInt64
  private let power: Int
  private let isNegative: Bool

  /// Makes a normalizer that multiplies.
  ///
  /// - Throws: ``OptionError`` for a factor that is no number, is 0, or has more than 18 digits.
  package init(_ factor: String) throws(OptionError) {
    let small = Array(factor.utf8).withBytes { DecimalNumber($0).flatMap(SmallDecimal.init) }
    guard let small, small.digits != 0, abs(small.power) < 1000 else {
      throw OptionError("text.scale", .notAFactor(factor))
    }
    spelling = factor
    (digits, power, isNegative) = (small.digits.magnitude, small.power, small.digits < 0)
  }

  package static let hundred = ScaleNormalizer("100", power: 2, isNegative: false)
  static let hundredth = ScaleNormalizer("0.01", power: -2, isNegative: false)
  static let turn = ScaleNormalizer("-1", power: 0, isNegative: true)

  /// Multiplies by a power of ten.
  private init(_ spelling: String, power: Int, isNegative: Bool) {
    (self.spelling, digits, self.power, self.isNegative) = (spelling, 1, power, isNegative)
  }

  package var summary: String { "times \(spelling)" }

  package var counterpart: (any Normalizer)? { NumberNormalizer.plain }

  package func fits(_ value: Field) -> Bool { NumberNormalizer.plain.fits(value) }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText || buffer.kind == .number, let number = DecimalNumber(buffer.bytes) else { return }
    // Sign, digits, exponent.
    withScratchBytes(capacity: 2 * number.count + 64) { output in
      if number.isNegative != isNegative { output.write(UInt8(ascii: "-")) }
      write(number, to: &output)
    } then: { text in
      if let product = DecimalNumber(text) { buffer.set(product) }
    }
  }

  /// Writes the product without its sign, as digits and an exponent.
  private func write(_ number: DecimalNumber, to output: inout OutputSpan<UInt8>) {
    if digits == 1 {
      for index in 0..<number.count { output.write(UInt8(ascii: "0") + UInt8(number.digit(index))) }
      if number.isZero { output.write(UInt8(ascii: "0")) }
    } else {
      for digit in product(number).reversed() { output.write(UInt8(ascii: "0") + digit) }
    }
    let exponent = number.isZero ? 0 : number.bottom + power
    output.write(exponent < 0 ? "e-" : "e")
    output.write(number: abs(exponent), width: 1)
  }

  /// The digits of the product, the last one first, at least one: as on paper, for a factor below 10¹⁸ at once.
  private func product(_ number: DecimalNumber) -> [UInt8] {
    var product: [UInt8] = []
    product.reserveCapacity(number.count + 20)
    var carry: UInt64 = 0
    for index in (0..<number.count).reversed() {
      // At most 9 · (10¹⁸ - 1) + 10¹⁸, which an integer of 64 bits holds.
      carry += digits * UInt64(number.digit(index))
      product.append(UInt8(carry % 10))
      carry /= 10
    }
    while carry > 0 || product.isEmpty {
      product.append(UInt8(carry % 10))
      carry /= 10
    }
    return product
  }
}

/// Per cent become numbers: `12.5 %` becomes `0.125`, as `luna.text.percent`.
///
/// A number without the sign stays the number that it is. Idempotent.
package struct PercentNormalizer: Normalizer {
  package init() {}

  package var summary: String { "per cent as a number" }

  package var counterpart: (any Normalizer)? { NumberNormalizer.plain }

  package func fits(_ value: Field) -> Bool {
    value.withText { Self.amount(of: $0).map { DecimalNumber($0) != nil } ?? false } ?? false
  }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText, let amount = Self.amount(of: buffer.bytes), DecimalNumber(amount) != nil else {
      return NumberNormalizer.plain.normalize(buffer)
    }
    buffer.keep(0..<amount.count)
    ScaleNormalizer.hundredth.normalize(buffer)
  }

  /// What stands before a `%` at the end of a text; `nil` where none does.
  private static func amount(of text: BytesView) -> BytesView? {
    var end = text.count
    while end > 0, text[end - 1].isSpace { end -= 1 }
    return end > 0 && text[end - 1] == UInt8(ascii: "%") ? text[part: 0..<end - 1] : nil
  }
}

/// Signs that ledgers write elsewhere come to stand before the number: `(12.50)`, `12.50-` and `−12.50` become
/// `-12.50`, as `luna.text.sign`; with `luna.text.sign("CR", "DR")`, so does `12.50 CR`, and `12.50 DR` becomes
/// `12.50`.
///
/// The words may stand before the number or behind it. A number becomes the number that it is, and what is none stays
/// as it is. Idempotent.
package struct SignNormalizer: Normalizer {
  /// What marks a number at an end, and whether it makes it negative.
  private let marks: [(text: [UInt8], isMinus: Bool)]
  private let minus, plus: [Text]

  /// Makes a normalizer of signs.
  ///
  /// - Parameters:
  ///   - minus: Words that make a number negative.
  ///   - plus: Words that leave it as it is.
  /// - Throws: ``OptionError`` for an empty word, and for one that means both.
  package init(minus: [Text] = [], plus: [Text] = []) throws(OptionError) {
    guard !(minus + plus).contains(where: \.utf8.isEmpty) else {
      throw OptionError("text.sign", .nothingGiven("letter"))
    }
    if let both = minus.first(where: plus.contains) { throw OptionError("text.sign", .contradictingKey(both.string)) }
    (self.minus, self.plus) = (minus, plus)
    let words = minus.map { ($0.utf8, true) } + plus.map { ($0.utf8, false) }
    marks = words.sorted { $0.0.count > $1.0.count } + [(Array("-".utf8), true), (Array("\u{2212}".utf8), true)]
  }

  package var summary: String {
    let words = minus.map { "'\($0.string.excerpt)' is minus" } + plus.map { "'\($0.string.excerpt)' is plus" }
    return "sign in front" + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
  }

  package var counterpart: (any Normalizer)? { NumberNormalizer.plain }

  package func fits(_ value: Field) -> Bool { value.withText { signed($0) != nil } ?? false }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText, let (part, isMinus) = signed(buffer.bytes) else {
      return NumberNormalizer.plain.normalize(buffer)
    }
    buffer.keep(part)
    NumberNormalizer.plain.normalize(buffer)
    if isMinus { ScaleNormalizer.turn.normalize(buffer) }
  }

  /// Where the number without its mark stands, and whether that makes it negative; `nil` where it has no mark but a
  /// sign in front, and for what is no number.
  private func signed(_ text: BytesView) -> (part: Range<Int>, isMinus: Bool)? {
    let whole = text.trimmed(0..<text.count)
    guard DecimalNumber(text[part: whole]) == nil else { return nil }
    func number(_ part: Range<Int>) -> Range<Int>? {
      let part = text.trimmed(part)
      guard let first = text[part: part].first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else {
        return nil
      }
      return DecimalNumber(text[part: part]) == nil ? nil : part
    }
    if whole.count > 2, text[whole.lowerBound] == UInt8(ascii: "("), text[whole.upperBound - 1] == UInt8(ascii: ")") {
      return number(whole.lowerBound + 1..<whole.upperBound - 1).map { ($0, true) }
    }
    for mark in marks where mark.text.count < whole.count {
      let (front, behind) = (whole.lowerBound + mark.text.count, whole.upperBound - mark.text.count)
      if mark.text.withBytes({ text[part: behind..<whole.upperBound].isSame(as: $0) }),
        let part = number(whole.lowerBound..<behind)
      {
        return (part, mark.isMinus)
      }
      if mark.text.withBytes({ text[part: whole.lowerBound..<front].isSame(as: $0) }),
        let part = number(front..<whole.upperBound)
      {
        return (part, mark.isMinus)
      }
    }
    return nil
  }
}
