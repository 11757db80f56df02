import Platform
import Testing

@testable import Records

@Suite struct `Text written as JSON` {
  @Test(arguments: [
    ("", "\"\""), ("a\"b\\c/", "\"a\\\"b\\\\c/\""), ("\n\r\t\u{8}\u{C}", "\"\\n\\r\\t\\b\\f\""),
    ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("é😀", "\"é😀\""),
  ])
  func `escapes what JSON requires and nothing else`(text: String, json: String) {
    #expect(written(Array(text.utf8)) == Array(json.utf8))
  }

  @Test func `spells a lone surrogate as its escape`() {
    #expect(written([0x61, 0xED, 0xA0, 0x80, 0x62]) == Array("\"a\\ud800b\"".utf8))
    #expect(written([0xED, 0xBF, 0xBF]) == Array("\"\\udfff\"".utf8))
  }

  @Test(
    arguments: [[0xFF], [0xC0, 0x80], [0x61, 0xE2, 0x82], [0xED, 0xA0], [0x80]] as [[UInt8]])
  func `stays valid whatever the bytes`(bytes: [UInt8]) {
    #expect(JSONOracle(written(bytes)) != nil)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `reads back as it was`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<500 {
      let units = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt16(
          [0x41, 0x22, 0x5C, 0x0A, 0xE9, 0x20AC, 0xD83D, 0xDE00, 0xD800, 0xDFFF, 0xFFFF]
            .randomElement(using: &generator) ?? 0)
      }
      let json = "\"" + units.map { escape($0) }.joined() + "\""
      let text = decoded(Array(json.utf8))
      #expect(JSONOracle(written(text)) == .string(units), "seed \(seed)")
      #expect(decoded(written(text)) == text, "seed \(seed)")
    }
  }

  private func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private func written(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    JSONWriter.appendString(text, to: &output)
    return output
  }

  private func decoded(_ json: [UInt8]) -> [UInt8] {
    json.withBytes {
      JSONValues.decodedString(BytesView(rebasing: $0.dropFirst().dropLast()))
    }
  }
}
