import Testing

@testable import Records

/// Columns in which two records differ are found in their bytes; here they are held against the fields.
@Suite struct `Differences that bytes show` {
  private static func pick(_ texts: [String], _ random: inout SplitMix) -> String {
    texts[Int(random.next() % UInt64(texts.count))]
  }

  /// A record of each of these kinds that is like others of it.
  private static func record(_ format: InputFormat, _ random: inout SplitMix) -> String {
    let words = [
      "a", "a", "b", "ab", "", "same", "a text that is longer than sixty-four bytes, or than one of its blocks,",
    ]
    if format == .csv {
      let cells = (0..<5).map { _ in
        let word = pick(words + ["NULL", "\u{e9}"], &random)
        return word.contains(",") || random.next() % 6 == 0 ? "\"\(word)\(pick(["", "\"\"", "\n"], &random))\"" : word
      }
      return cells.joined(separator: ",")
    }
    let values =
      words.map { "\"\($0)\"" } + ["1", "1.0", "12", "null", "{\"x\": 1}", "{\"x\":1}", "[1, 2]", "\"\\u0061\""]
    var members = ["a", "b", "c", "d"].map { "\"\($0)\": \(pick(values, &random))" }
    if random.next() % 12 == 0 { members.remove(at: Int(random.next() % 4)) }
    if random.next() % 12 == 0 { members.swapAt(0, 2) }
    if random.next() % 12 == 0 { members.append("\"\(pick(["e", "f"], &random))\":1") }
    return "{" + members.joined(separator: ", ") + "}"
  }

  /// How many pairs of records were known, and of how many.
  private func check(_ table: RecordTable, _ seed: UInt64, _ random: inout SplitMix) -> (known: Int, all: Int) {
    var (cursor, other) = (table.makeCursor(), table.makeCursor())
    var known = 0
    let all = 3_000
    for _ in 0..<all {
      let (first, second) = (Int(random.next() % UInt64(table.count)), Int(random.next() % UInt64(table.count)))
      var columns: [Int32] = []
      guard cursor.findDifferences(first, other.bytes, second, into: &columns) else { continue }
      known += 1
      let expected = table.columns.indices.filter { column in
        !cursor.field(first, column).isEqual(to: other.field(second, column))
      }
      #expect(columns.sorted().map { Int($0) } == expected, "seed \(seed), records \(first) and \(second)")
    }
    return (known, all)
  }

  @Test(arguments: [InputFormat.csv, .jsonl], 1...4 as ClosedRange<UInt64>)
  func `are those of the fields`(format: InputFormat, seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let records = (0..<400).map { _ in Self.record(format, &random) }
    let options = ReadOptions.with {
      $0.format = format
      $0.hasHeader = false
      $0.nullTokens = seed % 2 == 0 ? ["NULL"] : []
    }
    let text = records.map { $0 + "\n" }.joined()
    let table = try RecordInput.read(bytes: Array(text.utf8), name: "t", options: options).table(hashing: nil)
    let found = check(table, seed, &random)
    #expect(found.known * 3 > found.all)
    #expect(table.makeCursor().mayKnowDifferences(from: table.makeCursor()))
  }

  @Test func `are not looked for where a name may come twice`() throws {
    let table = try jsonTable("{\"a\":1,\"b\":1}\n{\"a\":1,\"b\":2,\"a\":3}\n", as: .jsonl)
    #expect(!table.makeCursor().mayKnowDifferences(from: table.makeCursor()))
  }
}
