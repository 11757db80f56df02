import Comparing
import Platform
import Records

/// A kind of mistake that programs and people make in data.
package enum FaultClass: String, CaseIterable, Sendable {
  case cent, digit, transposition, unit, sign
  case letterCase = "case"
  case stale
  case nullForZero = "null_for_zero"
  case shifted, swapped, lost, duplicated

  /// Whether it befalls records, and not the value of one column.
  package var isOfRecords: Bool {
    switch self {
    case .shifted, .swapped, .lost, .duplicated: true
    default: false
    }
  }

  package var words: String {
    switch self {
    case .cent: "a hundredth more"
    case .digit: "another digit"
    case .transposition: "two neighbouring characters exchanged"
    case .unit: "a hundred times as much"
    case .sign: "the other sign"
    case .letterCase: "the other case"
    case .stale: "the value of the record before"
    case .nullForZero: "nothing for zero"
    case .shifted: "values one column further on"
    case .swapped: "two neighbouring records exchanged"
    case .lost: "three records in a row lost"
    case .duplicated: "a record twice"
    }
  }

  /// How many records in a row are lost at once.
  static let lostCount = 3

  /// A value with the fault in it; `nil` where it would not be another one, or no value of its kind.
  ///
  /// - Parameters:
  ///   - before: The column's value in the record before.
  ///   - hasNull: Whether the format has a null; an empty text stands for it otherwise.
  func planted(in value: Value, before: Value?, hasNull: Bool, using random: inout FaultRandom) -> Value? {
    let text: [UInt8]
    let isNumber: Bool
    switch value {
    case .text(let own): (text, isNumber) = (own.utf8, false)
    case .number(let own): (text, isNumber) = (own.utf8, true)
    default: return self == .stale ? before.flatMap { $0 == value ? nil : $0 } : nil
    }
    let changed: [UInt8]? =
      switch self {
      case .cent: Self.hundredthMore(text)
      case .digit: Self.otherDigit(text, isNumber, using: &random)
      case .transposition: Self.exchanged(text, isNumber, using: &random)
      case .unit: Self.hundredfold(text)
      case .sign: Self.turned(text)
      case .letterCase: isNumber ? nil : Self.otherCase(text)
      default: nil
      }
    switch self {
    case .stale: return before.flatMap { $0 == value || $0 == .absent ? nil : $0 }
    case .nullForZero:
      guard text.withBytes(ExactDecimal.init)?.isZero == true else { return nil }
      return hasNull ? .null : .text(Text(""))
    default:
      guard let changed, changed != text else { return nil }
      return isNumber ? .number(NumberText(utf8: changed)) : .text(Text(utf8: changed))
    }
  }

  /// Only what has decimals: a number, not a code.
  private static func hundredthMore(_ text: [UInt8]) -> [UInt8]? {
    guard text.contains(UInt8(ascii: ".")) else { return nil }
    return text.withBytes(ExactDecimal.init)?.minus(lessCent)?.description.bytes
  }

  private static let lessCent = "-0.01".bytes.withBytes(ExactDecimal.init) ?? .zero

  private static func otherDigit(_ text: [UInt8], _ isNumber: Bool, using random: inout FaultRandom) -> [UInt8]? {
    let places = text.indices.filter { text[$0].isDigit }
    guard let place = places.randomElement(using: &random) else { return nil }
    // No number of JSON begins with a zero that says nothing.
    let digits = (isNumber ? 1...9 : 0...9).map { UInt8(ascii: "0") + UInt8($0) }.filter { $0 != text[place] }
    var changed = text
    if let digit = digits.randomElement(using: &random) { changed[place] = digit }
    return changed
  }

  private static func exchanged(_ text: [UInt8], _ isNumber: Bool, using random: inout FaultRandom) -> [UInt8]? {
    let places = text.indices.dropLast().filter { place in
      let (one, next) = (text[place], text[place + 1])
      guard one != next, one < 0x80, next < 0x80 else { return false }
      return !isNumber || one.isDigit && next.isDigit && next != UInt8(ascii: "0")
    }
    guard let place = places.randomElement(using: &random) else { return nil }
    var changed = text
    changed.swapAt(place, place + 1)
    return changed
  }

  private static func hundredfold(_ text: [UInt8]) -> [UInt8]? {
    guard let number = text.withBytes(ExactDecimal.init), !number.isZero else { return nil }
    let buffer = FieldBuffer()
    text.withBytes { buffer.load(text: $0) }
    ScaleNormalizer.hundred.normalize(buffer)
    return Array(buffer.bytes)
  }

  private static func turned(_ text: [UInt8]) -> [UInt8]? {
    guard let number = text.withBytes(ExactDecimal.init), !number.isZero else { return nil }
    let minus = UInt8(ascii: "-")
    if text.first == minus { return Array(text.dropFirst()) }
    return text.first?.isDigit == true ? [minus] + text : nil
  }

  private static func otherCase(_ text: [UInt8]) -> [UInt8] {
    text.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) ? $0 ^ 0x20 : $0 }
  }
}

extension String { fileprivate var bytes: [UInt8] { Array(utf8) } }

/// Random numbers that a seed brings back: SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195).
package struct FaultRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
