import Platform
import Records

/// Text that is a number becomes a number, spelled in one way.
///
/// `1.50`, ` 1.5` and the JSON number `15e-1` all become `1.5`. Idempotent.
///
/// The value is exact whatever the length. Numbers of more than 21 digits before the point, or with more than six zeros
/// behind it, are written with an exponent. `luna.text.number { decimal = ",", group = "." }` reads `1.234,50`. Group
/// marks separate groups of three digits before the decimal mark, so `12.50` and `01.02.2024` are not numbers then.
/// Text that is not a number stays text.
package struct NumberNormalizer: Normalizer {
  private let decimal: UInt8
  /// The bytes of the group mark; empty if there is none.
  private let group: [UInt8]

  /// Makes a normalizer of numbers with these marks.
  ///
  /// - Throws: ``OptionError`` for a mark that is not one character, is a letter, a digit or a
  /// sign, or for marks that are the same.
  package init(decimal: String = ".", group: String? = nil) throws(OptionError) {
    guard let point = try NumberNormalizer.mark(decimal, "decimal").first, point < 0x80 else {
      throw OptionError("text.number", .notAMark(name: "decimal", got: decimal))
    }
    self.decimal = point
    guard let group else {
      self.group = []
      return
    }
    guard group != decimal else { throw OptionError("text.number", .sameMarks(group)) }
    self.group = try NumberNormalizer.mark(group, "group")
  }

  /// Numbers with a point and without group marks.
  package static let plain = NumberNormalizer(decimal: UInt8(ascii: "."), group: [])

  private init(decimal: UInt8, group: [UInt8]) {
    self.decimal = decimal
    self.group = group
  }

  /// The bytes of one character, which may be a no-break space.
  private static func mark(_ text: String, _ name: String) throws(OptionError) -> [UInt8] {
    guard let mark = text.unicodeScalars.first, text.unicodeScalars.count == 1, mark.value >= 0x20,
      !mark.properties.isAlphabetic, mark.properties.numericType == nil, mark != "-", mark != "+"
    else { throw OptionError("text.number", .notAMark(name: name, got: text)) }
    return Array(text.utf8)
  }

  package var summary: String {
    let point = decimal == UInt8(ascii: ".") ? [] : ["decimal '\(Unicode.Scalar(decimal))'"]
    let marks = point + (group.isEmpty ? [] : ["group '\(String(decoding: group, as: UTF8.self))'"])
    return marks.isEmpty ? "number" : "number (\(marks.joined(separator: ", ")))"
  }

  package var counterpart: (any Normalizer)? { Self.plain }

  package func fits(_ value: Field) -> Bool {
    value.withTextOrNumber { text in withPlainSpelling(of: text, value.kind) { DecimalNumber($0) != nil } } ?? false
  }

  package func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText || buffer.kind == .number else { return }
    withPlainSpelling(of: buffer.bytes, buffer.kind) { if let number = DecimalNumber($0) { buffer.set(number) } }
  }

  /// Calls `body` with a text as a number with a point is spelled; with an empty one if a mark is where none may be.
  private func withPlainSpelling<R>(of text: BytesView, _ kind: Field.Kind, _ body: (BytesView) -> R) -> R {
    guard kind != .number, decimal != UInt8(ascii: ".") || !group.isEmpty else { return body(text) }
    return withScratchBytes(capacity: text.count) { plain in
      if !writeWithoutMarks(text, to: &plain) { plain.removeAll() }
    } then: {
      body($0)
    }
  }

  /// Writes the text with a point and without group marks; `false` if a mark is where none may be.
  private func writeWithoutMarks(_ text: BytesView, to plain: inout OutputSpan<UInt8>) -> Bool {
    let end = text.firstIndex(of: decimal) ?? text.count
    // The digits of the present group.
    var (digits, hasGroups, index) = (0, false, 0)
    while index < text.count {
      let byte = text[index]
      if index < end, isGroupMark(at: index, in: text) {
        let next = index + group.count
        if digits > 0, next < end, text[next].isDigit {
          guard hasGroups ? digits == 3 : digits <= 3 && text[index - digits] != UInt8(ascii: "0") else { return false }
          (digits, hasGroups, index) = (0, true, next)
          continue
        }
        guard byte.isSpace else { return false }
      }
      guard byte != UInt8(ascii: ".") || decimal == byte else { return false }
      if index < end, byte.isDigit {
        digits += 1
      } else {
        guard !hasGroups || digits == 3 else { return false }
        (digits, hasGroups) = (0, false)
      }
      plain.append(index == end ? UInt8(ascii: ".") : byte)
      index += 1
    }
    return !hasGroups || digits == 3
  }

  private func isGroupMark(at index: Int, in text: BytesView) -> Bool {
    text[index] == group.first && index + group.count <= text.count
      && group.indices.allSatisfy { text[index + $0] == group[$0] }
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
