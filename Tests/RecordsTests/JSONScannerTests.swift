import Platform
import Testing

@testable import Records

@Suite struct `A scanner of JSON` {
  /// Every text of up to four of these pieces is tried.
  private static let pieces = [
    "[", "]", "{", "}", ",", ":", "\"a\"", "\"", "\\", "u0061", "1", "0", "-", ".", "e", "null",
    " ",
  ]

  @Test(arguments: pieces)
  func `agrees with an obvious parser on every short text`(first: String) {
    var disagreements: [String] = []
    func extend(_ text: String, by count: Int) {
      if scanned(Array(text.utf8)) != (JSONOracle(Array(text.utf8)) != nil) {
        disagreements.append(text)
      }
      guard count > 0 else { return }
      for piece in Self.pieces { extend(text + piece, by: count - 1) }
    }
    extend(first, by: 3)
    #expect(disagreements.isEmpty)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `agrees with an obvious parser on random and damaged texts`(seed: UInt64) {
    var samples = JSONSamples(seed: seed)
    for _ in 0..<1500 {
      let text = Array(samples.value(depth: 4).utf8)
      #expect(scanned(text), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
      let damaged = samples.damaged(text)
      #expect(
        scanned(damaged) == (JSONOracle(damaged) != nil),
        "seed \(seed): \(String(decoding: damaged, as: UTF8.self))")
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `passes what was checked before to where it ends`(seed: UInt64) throws {
    var samples = JSONSamples(seed: seed)
    for count in 1...300 {
      let values = (0..<count % 40).map { _ in samples.value(depth: 4) }
      let spaces = String(repeating: " ", count: count % 67)
      let text = Array("\(count.isMultiple(of: 2) ? "[" : #"{"a":["#)\(spaces)\(values.joined(separator: ","))]".utf8)
      for whole in [text + (count.isMultiple(of: 2) ? [] : [0x7D]), Array(samples.value(depth: 4).utf8)] {
        try (whole + Array(#",["]",{}"#.utf8)).withBytes { bytes in
          let scanner = JSONScanner(bytes)
          let (checked, known) = (try scanner.field(scanner.start), try scanner.knownField(scanner.start))
          #expect(checked.end == known.end && checked.field.kind == known.field.kind, "seed \(seed): \(whole)")
          #expect(checked.field.bytes.isSame(as: known.field.bytes))
        }
      }
    }
  }

  @Test func `accepts exactly the well-formed sequences of UTF-8`() {
    var wrong: [[UInt8]] = []
    let edges: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for lead in UInt8(0x80)...0xFF {
      for second in edges {
        for tail in [[], [0x80], [0x80, 0xBF], [0xBF, 0xC0], [0x41, 0x80]] as [[UInt8]] {
          let content = ([lead, second] + tail).filter { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
          let isValid = String(validating: content, as: UTF8.self) != nil
          if scanned([0x22] + content + [0x22]) != isValid { wrong.append(content) }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: [1, 63, 64, 65, 128, 129, 1023, 1024])
  func `keeps track of arrays and objects at any depth`(depth: Int) {
    let opening = (0..<depth).map { $0 % 3 == 0 ? "{\"a\":" : "[" }.joined()
    let closing = (0..<depth).reversed().map { $0 % 3 == 0 ? "}" : "]" }.joined()
    let wrong = (0..<depth).reversed().map { $0 % 3 == 1 ? "}" : "]" }.joined()
    #expect(scanned(Array((opening + "1" + closing).utf8)))
    #expect(!scanned(Array((opening + "1" + wrong).utf8)))
  }

  @Test func `ends at the depth that it allows`() {
    let text = Array(
      (String(repeating: "[", count: 1025) + String(repeating: "]", count: 1025)).utf8)
    #expect(mistake(text) == JSONFault(mistake: .tooDeep, offset: 1024))
  }

  @Test(
    arguments: [
      ("", .expectedValue, 0), ("x", .expectedValue, 0), ("[1,]", .trailingComma, 2),
      ("{\"a\":1,}", .trailingComma, 6), ("{,}", .expectedName, 1), ("{a:1}", .expectedName, 1),
      ("{\"a\" 1}", .expectedColon, 5), ("{\"a\":1 \"b\"", .expectedCommaOrBrace, 7),
      ("[1 2]", .expectedCommaOrBracket, 3), ("01", .leadingZero, 0), ("-", .expectedDigit, 1),
      ("1.", .expectedDigit, 2), ("1e+", .expectedDigit, 3), ("+1", .leadingPlus, 0),
      (".5", .leadingPoint, 0), ("[NaN]", .notANumber, 1), ("True", .misspelledLiteral, 0),
      ("nul", .misspelledLiteral, 0), ("['a']", .singleQuote, 1), ("[1,//c\n2]", .comment, 3),
      ("[\"ab", .unterminatedString, 1), ("\"\\", .unterminatedString, 0),
      ("\"a\u{1}\"", .controlCharacter, 2), ("\"a\nb\"", .newlineInString, 2),
      ("\"\\x\"", .invalidEscape, 1), ("\"\\u12G4\"", .invalidUnicodeEscape, 1),
      ("[", .expectedValue, 1), ("[1", .expectedCommaOrBracket, 2), ("{\"a\":", .expectedValue, 5),
    ] as [(String, JSONMistake, Int)])
  func `says what is wrong and where`(text: String, wrong: JSONMistake, offset: Int) {
    #expect(mistake(Array(text.utf8)) == JSONFault(mistake: wrong, offset: offset))
  }

  private func mistake(_ bytes: [UInt8]) -> JSONFault? {
    bytes.withBytes { buffer in
      let scanner = JSONScanner(buffer)
      do throws(JSONFault) {
        _ = try scanner.value(scanner.start)
        return nil
      } catch {
        return error
      }
    }
  }
}
