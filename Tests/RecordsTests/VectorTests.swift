import CScan
import Testing

@testable import Records

/// Blocks are looked at in steps as wide as the processor can; here the widths are held against one another.
@Suite(.serialized) struct `Steps of every width` {
  private static let widths: [Int32] = [64, 32, 16]

  private static func pick(_ texts: [String], _ random: inout SplitMix) -> String {
    texts[Int(random.next() % UInt64(texts.count))]
  }

  private static func string(_ random: inout SplitMix) -> String {
    let pieces = ["a", "of some length", "\u{e9}", "\u{1F600}", "\\n", "\\u00e9", "\\\\", "\\\"", "{[,:]}", ""]
    let most = random.next() % 30 == 0 ? 900 : random.next() % 4 == 0 ? 12 : 2
    return "\"" + (0..<random.next() % UInt64(most)).map { _ in pick(pieces, &random) }.joined() + "\""
  }

  private static func value(_ random: inout SplitMix) -> String {
    switch random.next() % 8 {
    case 0: pick(["1", "-0", "1.50", "1e9", "12345678901234567890.25", "0.1E+2"], &random)
    case 1: pick(["true", "false", "null"], &random)
    case 2: "{\"a\":\(string(&random)), \"b\" :[1,{\"c\":\t\(string(&random))}, []] , \"d\":{}}"
    case 3: String(repeating: "[", count: 70) + string(&random) + String(repeating: "]", count: 70)
    default: string(&random)
    }
  }

  /// Lines of objects whose members mostly come in one order and spelling; some bytes of some texts are replaced.
  private static func lines(_ random: inout SplitMix) -> [UInt8] {
    let names = ["id", "name", "a rather long name of a column", "n\u{e9}", "\\u0061b", "x", "y"]
    let space = pick(["", " ", "\t"], &random)
    var text = String(repeating: " ", count: Int(random.next() % 65))
    for number in 0..<random.next() % 160 {
      let kept = names.dropFirst().filter { _ in random.next() % 20 > 0 }
      let members = ["\"id\":\(space)\(number)"] + kept.map { "\"\($0)\":\(space)\(value(&random))" }
      text += "{" + members.joined(separator: "," + space) + "}\n"
    }
    var bytes = Array(text.utf8)
    let odd = Array("\"\\{}[],:0x-\u{1}\t \0".utf8) + [0x80, 0xC3, 0xFF]
    if random.next() % 2 == 0, !bytes.isEmpty {
      let place = Int(random.next() % UInt64(bytes.count))
      if bytes[place] != 0x0A { bytes[place] = odd[Int(random.next() % UInt64(odd.count))] }
    }
    // What stands next to the end of a text is read by other means.
    if random.next() % 4 == 0 { bytes.removeLast(min(bytes.count, Int(random.next() % 20))) }
    return bytes
  }

  private static func outcome(_ bytes: [UInt8], _ change: (inout ReadOptions) -> Void) -> [String] {
    do {
      let options = ReadOptions.with(change)
      return try RecordInput.read(bytes: bytes, name: "t", options: options).table(hashing: ["id"]).facts
    } catch { return ["\(error)"] }
  }

  private static func atEachWidth<R>(_ body: () -> R) -> [R] {
    defer { lunadiff_limit_vectors(64) }
    return widths.map { width in
      lunadiff_limit_vectors(width)
      return body()
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `finds the same in JSON, and takes what is JSON`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for round in 0..<40 {
      let text = Self.lines(&random)
      // Runs of one line know no column beforehand.
      let expected = Self.outcome(text) { ($0.format, $0.chunkSize) = (.jsonl, 1) }
      for outcome in Self.atEachWidth({ Self.outcome(text) { $0.format = .jsonl } }) {
        #expect(outcome == expected, "seed \(seed), round \(round)")
      }
      let isJSON = text.split(separator: 0x0A).allSatisfy { line in
        let line = Array(line.drop { $0 == 0x20 || $0 == 0x09 })
        return line.isEmpty || line.first == UInt8(ascii: "{") && JSONOracle(line) != nil
      }
      if !isJSON { #expect(expected.count == 1, "seed \(seed), round \(round)") }
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `finds the same in CSV`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = ["a", ",", ",", "\n", "\r\n", "\"", "\"\"", "\u{e9}", " ", "long text without any mark"]
    for round in 0..<150 {
      let body = (0..<random.next() % 400).map { _ in Self.pick(pieces, &random) }
      let text = Array(("id,b\n" + String(repeating: "x", count: Int(random.next() % 65)) + body.joined()).utf8)
      let outcomes = Self.atEachWidth { Self.outcome(text) { ($0.format, $0.ragged) = (.csv, .pad) } }
      #expect(outcomes.allSatisfy { $0 == outcomes[0] }, "seed \(seed), round \(round)")
    }
  }
}
