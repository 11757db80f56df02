import Platform
import Records

/// Whole numbers grow by a fixed one, as texts and as numbers; what is none stays as it is.
package struct AddNormalizer: Normalizer {
  private let number: Int

  /// Longer numbers stay as they are.
  package static let mostDigits = 15

  package init(_ number: Int) { self.number = number }

  package var summary: String { "\(number < 0 ? "" : "+")\(number)" }

  package func fits(_ value: Field) -> Bool { value.withTextOrNumber { Self.number($0) != nil } ?? false }

  package func normalize(_ buffer: FieldBuffer) {
    let kind = buffer.kind
    guard kind == .text || kind == .number, let old = Self.number(buffer.bytes) else { return }
    let (sum, isOverflow) = old.addingReportingOverflow(number)
    if !isOverflow { buffer.set(kind, Array("\(sum)".utf8)) }
  }

  /// The number that digits alone stand for.
  package static func number(_ text: BytesView) -> Int? {
    guard text.count <= mostDigits, text.allSatisfy(\.isDigit) else { return nil }
    return Int(String(decoding: text, as: UTF8.self))
  }
}
