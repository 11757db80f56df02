import Platform
import Records

/// Text that is a number becomes a number, spelled in one way.
///
/// `1.50`, ` 1.5` and the JSON number `15e-1` all become `1.5`. Idempotent.
///
/// The value is exact whatever the length. Numbers of more than 21 digits before the point, or with more than six zeros
/// behind it, are written with an exponent. `luna.text.number { decimal = ",", group = "." }` reads `1.234,50`; group
/// marks may stand between any two digits before the decimal mark. Text that is no number stays text.
package struct NumberNormalizer: Normalizer {
  private let decimal: UInt8
  private let group: UInt8?

  /// Makes a normalizer of numbers with these marks.
  ///
  /// - Throws: ``OptionError`` for a mark that is not one character, is a letter, a digit or a
  /// sign, or for marks that are the same.
  package init(decimal: String = ".", group: String? = nil) throws(OptionError) {
    self.decimal = try NumberNormalizer.mark(decimal, "decimal")
    guard let group else {
      self.group = nil
      return
    }
    guard group != decimal else { throw OptionError("text.number", .sameMarks(group)) }
    self.group = try NumberNormalizer.mark(group, "group")
  }

  /// Numbers with a point and without group marks.
  package static let plain = NumberNormalizer(decimal: UInt8(ascii: "."), group: nil)

  private init(decimal: UInt8, group: UInt8?) {
    self.decimal = decimal
    self.group = group
  }

  private static func mark(_ text: String, _ name: String) throws(OptionError) -> UInt8 {
    guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80, byte >= 0x20, !byte.isDigit, !byte.isLetter,
      byte != UInt8(ascii: "-"), byte != UInt8(ascii: "+")
    else { throw OptionError("text.number", .notAMark(name: name, got: text)) }
    return byte
  }

  package var summary: String {
    let point = decimal == UInt8(ascii: ".") ? [] : ["decimal '\(Unicode.Scalar(decimal))'"]
    let marks = point + (group.map { ["group '\(Unicode.Scalar($0))'"] } ?? [])
    return marks.isEmpty ? "number" : "number (\(marks.joined(separator: ", ")))"
  }

  package var counterpart: (any Normalizer)? { Self.plain }

  package func fits(_ value: Field) -> Bool {
    value.withTextOrNumber { text in withPlainSpelling(of: text, value.kind) { DecimalNumber($0) != nil } } ?? false
  }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText || buffer.kind == .number else { return }
    withPlainSpelling(of: buffer.bytes, buffer.kind) { rewrite(buffer, as: $0) }
  }

  /// Calls `body` with a text as a number with a point is spelled; with an empty one if a mark is where none may be.
  private func withPlainSpelling<R>(of text: BytesView, _ kind: Field.Kind, _ body: (BytesView) -> R) -> R {
    guard kind != .number, decimal != UInt8(ascii: ".") || group != nil else { return body(text) }
    return withScratchBytes(capacity: text.count) { plain in
      if !writeWithoutMarks(text, to: &plain) { plain.removeAll() }
    } then: {
      body($0)
    }
  }

  /// Writes the text with a point and without group marks; `false` if a mark is where none may be.
  private func writeWithoutMarks(_ text: BytesView, to plain: inout OutputSpan<UInt8>) -> Bool {
    let end = text.firstIndex(of: decimal) ?? text.count
    for (index, byte) in text.enumerated() {
      if byte == group, index < end {
        let isBetweenDigits = index > 0 && index + 1 < end && text[index - 1].isDigit && text[index + 1].isDigit
        guard isBetweenDigits || byte.isSpace else { return false }
        if isBetweenDigits { continue }
      }
      guard byte != UInt8(ascii: ".") || decimal == byte else { return false }
      plain.append(index == end ? UInt8(ascii: ".") : byte)
    }
    return true
  }

  private func rewrite(_ buffer: FieldBuffer, as text: BytesView) {
    if let number = DecimalNumber(text) { buffer.set(number) }
  }
}

extension FieldBuffer {
  /// Takes a number in the one spelling that is its own; it may be one of the present bytes.
  func set(_ number: DecimalNumber) {
    let capacity = number.count + DecimalNumber.spellingMargin
    withScratchBytes(capacity: capacity) {
      number.spell(into: &$0)
    } then: {
      set(.number, $0)
    }
  }
}
