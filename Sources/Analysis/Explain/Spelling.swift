import Comparing
import Records

/// Something in which two values may differ although a person would take them for one.
package enum Spelling: String, Sendable, CaseIterable {
  case number = "the spelling of a number"
  case normalization
  case type
  case leadingZeros = "leading zeros"
  case whiteSpace = "white space"
  case letterCase = "case"
}

/// Compares values without regard to how they are spelled.
struct LooseValues {
  private let buffer = FieldBuffer()

  /// Some spellings, which are asked for far too often for a set of texts.
  private struct Chosen: OptionSet {
    let rawValue: UInt8

    static let all = Chosen(Spelling.allCases.map(Self.init))

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ spelling: Spelling) {
      rawValue =
        switch spelling {
        case .number: 1
        case .normalization: 2
        case .type: 4
        case .leadingZeros: 8
        case .whiteSpace: 16
        case .letterCase: 32
        }
    }

    func contains(_ spelling: Spelling) -> Bool { contains(Self(spelling)) }
  }

  /// A value without what some spellings say: a kind and bytes.
  private struct Loose: Equatable {
    var kind: Field.Kind
    var bytes: [UInt8]
  }

  /// In what two values differ, if that is nothing but their spelling; empty for equal values.
  ///
  /// No spelling is named without which the two would be equal, too.
  func spellings(_ first: Value, _ second: Value) -> [Spelling]? {
    guard first != second else { return [] }
    var needed = Chosen.all
    func areEqual() -> Bool { loose(first, needed) == loose(second, needed) }
    guard areEqual() else { return nil }
    for spelling in Spelling.allCases {
      needed.remove(Chosen(spelling))
      if !areEqual() { needed.insert(Chosen(spelling)) }
    }
    guard !needed.contains(.letterCase) || !haveOtherSharpS(first, second) else { return nil }
    return Spelling.allCases.filter(needed.contains)
  }

  /// Whether a sharp s stands for two of another value, as it does among capitals alone: `Maße` and `Masse` are two
  /// words.
  private func haveOtherSharpS(_ first: Value, _ second: Value) -> Bool {
    let texts = [first, second].map(\.description)
    let counts = texts.map { $0.unicodeScalars.count { $0 == "ß" } }
    guard counts[0] != counts[1] else { return false }
    return texts[counts[0] < counts[1] ? 0 : 1].unicodeScalars.contains(where: \.properties.isLowercase)
  }

  /// Adds a value to a hash; values that differ in nothing but their spelling add the same.
  func hash(_ value: Value, into hasher: inout Hasher) {
    let value = loose(value, .all)
    hasher.combine(value.bytes)
  }

  private func loose(_ value: Value, _ spellings: Chosen) -> Loose {
    value.withField { buffer.load($0) }
    var kind = buffer.kind
    if spellings.contains(.type) { kind = readAsText() }
    if spellings.contains(.normalization) { TextNormalizer(.nfc).normalize(buffer) }
    if spellings.contains(.whiteSpace) { TextNormalizer(.squeeze).normalize(buffer) }
    if spellings.contains(.letterCase) { TextNormalizer(.fold).normalize(buffer) }
    if spellings.contains(.leadingZeros), buffer.isText { buffer.dropLeadingZeros() }
    // As the bytes of a number alone: whether it is text is another question.
    if spellings.contains(.number) { NumberNormalizer.plain.normalize(buffer) }
    return Loose(kind: kind, bytes: Array(buffer.bytes))
  }

  /// Makes the buffer's value the text that stands for it.
  private func readAsText() -> Field.Kind {
    let spelling = buffer.field.withSpelling { Array($0) } ?? []
    if !buffer.field.isNested { buffer.set(.text, spelling) }
    return buffer.kind
  }
}

extension FieldBuffer {
  /// Takes the zeros away that stand before another digit at the beginning.
  fileprivate func dropLeadingZeros() {
    let zeros = bytes.prefix { $0 == UInt8(ascii: "0") }.count
    guard zeros > 0 else { return }
    let isBeforeDigit = zeros < bytes.count && bytes[zeros].isDigit
    keep((isBeforeDigit ? zeros : min(zeros, bytes.count) - 1)..<bytes.count)
  }
}
