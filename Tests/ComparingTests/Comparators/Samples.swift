import Platform
import Testing
import TestSupport

@testable import Comparing
@testable import Records

/// A value that owns its bytes, to make fields of.
struct Sample: Sendable, Equatable, CustomStringConvertible, CustomTestStringConvertible {
  let kind: Field.Kind
  let bytes: [UInt8]

  init(_ kind: Field.Kind, _ bytes: [UInt8] = []) { (self.kind, self.bytes) = (kind, bytes) }

  static func text(_ text: String) -> Sample { Sample(.text, Array(text.utf8)) }
  static func number(_ text: String) -> Sample { Sample(.number, Array(text.utf8)) }

  var description: String { "\(kind) \(String(decoding: bytes, as: UTF8.self)) \(bytes)" }
  var testDescription: String { "\(kind) '\(String(decoding: bytes, as: UTF8.self))'" }

  func withField<R>(_ body: (Field) throws -> R) rethrows -> R {
    try bytes.withBytes { try body(Field(kind, $0, escaping: escaping)) }
  }

  private var escaping: Field.Escaping {
    kind == .escapedText
      ? .quoted(EscapedText(quote: 34, escape: nil, doubles: true, escapesUnquoted: false)) : .none
  }
}

extension Comparator {
  /// Whether two samples are equal.
  func calls(_ old: Sample, equalTo new: Sample) -> Bool {
    do {
      return try old.withField { old in try new.withField { try areEqual(old, $0) } }
    } catch {
      Issue.record(error)
      return false
    }
  }

  /// Whether two texts are equal.
  func calls(_ old: String, equalTo new: String) -> Bool {
    calls(.text(old), equalTo: .text(new))
  }
}

extension Normalizer {
  /// What becomes of a sample.
  func normalized(_ sample: Sample) -> Sample {
    let buffer = FieldBuffer()
    sample.withField { buffer.load($0) }
    do { try normalize(buffer) } catch { Issue.record(error) }
    return Sample(buffer.kind, Array(buffer.bytes))
  }

  /// What becomes of a text, which has to stay text.
  func normalized(_ text: String) -> String? {
    let result = normalized(.text(text))
    return result.kind == .text ? String(decoding: result.bytes, as: UTF8.self) : nil
  }
}

/// Values of every kind, many of them close to one another.
struct SampleGenerator {
  var random: SeededGenerator

  private static let words = [
    "", " ", "a", "A", "straße", "STRASSE", "ß", "ẞ", "ς", "Σ", "é", "e\u{301}",
    "\u{1E9B}\u{323}", "\u{A0}", "1", "1.0", "-0", "+1.50", "1e400", "1e-400", "0.1", "0.11",
    ".5", "5.", "1e", "2024-01-31", "2024-01-31T10:00:00Z", "31/01/2024", "2024-02-30", "a,b",
    "b,a", "a, b", ",", "v1.2", "NULL", "n/a", "{\"a\":1}", "{\"a\": 1e0}", "\"A\"", "null",
    "[1,2]", "[2,1]",
    "\u{1112}\u{1161}\u{11AB}", "한", "\u{FFFD}",
  ]
  private static let numbers = [
    "0", "-0", "1", "1.00", "1e0", "1e400", "12345678901234567890.5",
  ]
  private static let pieces: [[UInt8]] =
    [
      [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xED, 0xB0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0],
      [0xC0, 0x80], [0xE2, 0x82], [0x22, 0x22], [0x20], [0x2C],
    ]
    + ["a", "B", "é", "\u{301}", "\u{3000}", "0", "-", ".", "e", "9", ":", "T"].map {
      Array($0.utf8)
    }

  mutating func next() -> Sample {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return Sample(.absent)
    case 1: return Sample(.null)
    case 2: return Sample(Bool.random(using: &random) ? .true : .false)
    case 3: return .number(Self.numbers.randomElement(using: &random) ?? "")
    case 4:
      let array = Bool.random(using: &random) ? "[1,\"a\"]" : "[ \"a\", 1.0]"
      return Sample(.array, Array(array.utf8))
    case 5...6: return .text(Self.words.randomElement(using: &random) ?? "")
    case 7: return Sample(.escapedText, Array("a\"\"b".utf8))
    default:
      let count = Int.random(in: 0..<8, using: &random)
      return Sample(
        .text, (0..<count).flatMap { _ in Self.pieces.randomElement(using: &random) ?? [] })
    }
  }
}

/// Every Unicode scalar.
var allScalars: some Sequence<Unicode.Scalar> {
  (UInt32(0)...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }
}
