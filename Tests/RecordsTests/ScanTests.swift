import CScan
import Platform
import Testing

@testable import Records

@Suite("Scanning") struct ScanTests {
  @Test("lines are counted at LF, CRLF and lone CR", arguments: [1, 2, 3])
  func lines(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<300 {
      let text = random.text(
        of: ["a", "\n", "\r", "\r\n", "some longer text"].map { Array($0.utf8) },
        count: Int(random.next() % 200))
      var expected = 0
      for at in text.indices {
        let isPair = at + 1 < text.count && text[at + 1] == 0x0A
        if text[at] == 0x0A || (text[at] == 0x0D && !isPair) { expected += 1 }
      }
      #expect(text.withBytes { LineIndex.lineEnds(in: $0, 0..<text.count) } == expected)
    }
  }

  @Test(
    "a record's line is that of its first byte, in whatever order and parts it is asked for",
    arguments: [InputFormat.csv, .jsonl], [1, 2])
  func recordLines(format: InputFormat, seed: UInt64) throws {
    let long = String(repeating: "long", count: 1_500)
    let csv = [
      "1,2\n", "1,\(long)\n", "1,2\r\n", "\n", "\"a\nb\",2\n", "\"\n\(long)\",\(long)\n", "\"a\rb\",2\n", "1,2\r",
    ]
    let json = ["{\"a\":1}\n", "{\"a\":1}\n", "{\"a\": 1}\r\n", "\n", " \r\n", "{\"a\":\r1}\n", "{\"a\":1} \n"]
    let pieces = format == .csv ? csv : json
    var random = SplitMix(seed: seed)
    for round in 0..<400 {
      let kinds = 1 + Int(random.next() % UInt64(pieces.count))
      let text = random.text(of: pieces.prefix(kinds).map { Array($0.utf8) }, count: Int(random.next() % 30))
      var options = ReadOptions.with {
        $0.format = format
        $0.delimiter = UInt8(ascii: ",")
        $0.hasHeader = false
      }
      let least = text.count < long.count ? 1 : long.count / 2
      options.chunkSize = round % 3 == 0 ? nil : least + Int(random.next() % 40)
      let table = try RecordInput.read(bytes: text, name: "text", options: options).table(hashing: nil)
      var cursor = table.makeLineCursor()
      for _ in 0..<table.count {
        let record = Int(random.next() % UInt64(table.count))
        let expected = text.withBytes { 1 + LineIndex.lineEnds(in: $0, 0..<table.index.starts[record]) }
        #expect(cursor.line(of: record) == expected, "seed \(seed) round \(round) record \(record)")
      }
    }
  }

  @Test("a byte's places in 64 bytes are found, whatever the byte")
  func masks() {
    var random = SplitMix(seed: 5)
    for byte in UInt8.min...UInt8.max {
      let text = (0..<64).map { _ in
        random.next() % 3 == 0 ? byte : UInt8(truncatingIfNeeded: random.next())
      }
      let expected = text.indices.reduce(UInt64(0)) {
        $0 | (text[$1] == byte ? 1 << UInt64($1) : 0)
      }
      #expect(lunadiff_byte_mask(text, byte) == expected)
    }
  }

  @Test("UTF-8 is judged as Swift's own decoder judges it")
  func utf8() {
    let leads: [UInt8] = [
      0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
      0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    let others: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for lead in leads {
      for second in others {
        for third in others {
          let bytes = [lead, second, third, 0x80].filter { $0 != 0 }
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          let trouble = bytes.withBytes { UTF8Check.firstTrouble(in: $0, 0..<bytes.count) }
          #expect((trouble == nil) == isValid, "\(bytes)")
        }
      }
    }
  }
}
