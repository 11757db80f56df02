import Foundation
import TestSupport
import Testing

@testable import Records

/// How a kind of text is written, for texts that are mostly the same.
private struct TextKind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let format: InputFormat
  var open = ""
  var close = ""
  /// What stands behind each record but the last one of a document, drawn by chance.
  let separators: [String]
  /// A record with a number as its key.
  let record: @Sendable (Int, inout SplitMix) -> String
  var isDocument = false
  /// Whether it is read in blocks, and its records say all that reading finds.
  var isPlain = true
  var change: @Sendable (inout ReadOptions) -> Void = { _ in }

  private static func word(_ random: inout SplitMix) -> String {
    ["a", "", "same", "\u{e9}t\u{e9}", "long text without any mark at all, or with one"][Int(random.next() % 5)]
      .filter { $0 != "," }
  }

  private static func object(_ number: Int, _ random: inout SplitMix) -> String {
    let members = [
      "\"id\": \(number)", "\"name\":\"\(word(&random))\"", random.next() % 9 == 0 ? "\"rare\" : null" : nil,
      random.next() % 40 == 0 ? "\"extra\(random.next() % 5)\": [1, {\"a\": \"}\"}]" : nil, "\"end\": true",
    ].compactMap { $0 }
    return "{" + (random.next() % 7 == 0 ? members.reversed() : members).joined(separator: ", ") + "}"
  }

  static let all = [
    TextKind(
      testDescription: "CSV", format: .csv, open: "id,name\n", separators: ["\n", "\n", "\n", "\r\n", "\n\n"],
      record: { "\($0),\(word(&$1))" }),
    TextKind(
      testDescription: "CSV with quotes", format: .csv, open: "name,id\n", separators: ["\n", "\n\r\n"],
      record: { number, random in
        random.next() % 3 == 0 ? "\"line\n\"\"two\"\"\n\(word(&random))\",\(number)" : "\(word(&random)),\"\(number)\""
      }),
    TextKind(
      testDescription: "CSV that is padded", format: .csv, open: "id,name\n", separators: ["\n"],
      record: { $1.next() % 60 == 0 ? "\($0)" : "\($0),\(word(&$1))" }, isPlain: false,
      change: { $0.ragged = .pad }),
    TextKind(
      testDescription: "CSV with comments", format: .csv, open: "id,name\n", separators: ["\n", "\n# none, of it\n"],
      record: { "\($0),\(word(&$1))" }, isPlain: false, change: { $0.comment = UInt8(ascii: "#") }),
    TextKind(
      testDescription: "JSON Lines", format: .jsonl, separators: ["\n", "\n", "\n", "\r\n", " \n\n"], record: object),
    TextKind(
      testDescription: "a JSON array", format: .json, open: " [\n", close: "] ", separators: [",\n", ", ", " ,"],
      record: object, isDocument: true),
    TextKind(
      testDescription: "an object of records", format: .json, open: "{", close: "}", separators: [",\n", ", "],
      record: { "\"k\($0)\": \(object($0, &$1))" }, isDocument: true),
  ]

  func text(_ records: [String], _ random: inout SplitMix) -> [UInt8] {
    var text = open
    for (number, record) in records.enumerated() {
      let isLast = number == records.count - 1
      text += record
      if !isLast || !isDocument && random.next() % 2 == 0 {
        text += separators[Int(random.next() % UInt64(separators.count))]
      }
    }
    return Array((text + close).utf8)
  }
}

@Suite struct `Reading beside a known text` {
  private static func draw(_ most: Int, _ random: inout SplitMix) -> Int { Int(random.next() % UInt64(max(1, most))) }

  /// Deletes, inserts, changes, moves and repeats some records.
  private static func edited(_ records: [String], _ kind: TextKind, _ random: inout SplitMix) -> [String] {
    var records = records
    for _ in 0..<draw(8, &random) {
      let place = draw(records.count, &random)
      let end = min(records.count, place + 1 + (random.next() % 4 == 0 ? draw(200, &random) : 0))
      switch random.next() % 5 {
      case 0: records.removeSubrange(place..<end)
      case 1: records.insert(contentsOf: (place..<end).map { kind.record(10_000 + $0, &random) }, at: place)
      case 2: records[place] = kind.record(place, &random)
      case 3:
        let block = records[place..<end]
        records.removeSubrange(place..<end)
        records.insert(contentsOf: block, at: draw(records.count, &random))
      default: records.insert(contentsOf: records[place..<end], at: draw(records.count, &random))
      }
      if records.isEmpty { records = [kind.record(0, &random)] }
    }
    return records
  }

  /// The text with some bytes replaced, so that quotes and braces open that do not close.
  private static func damaged(_ text: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var text = text
    for _ in 0...draw(2, &random) {
      let bytes = Array("\"\n,{}[]\\\r\u{e9}x\0".utf8)
      text[draw(text.count, &random)] = bytes[draw(bytes.count, &random)]
    }
    return text
  }

  private static func facts(_ table: () throws -> RecordTable) -> [String] {
    do {
      let table = try table()
      let shifts = (0..<table.count).map { table.index.lineShifts?.lines(before: $0) }
      return table.facts + ["\(shifts)"]
    } catch { return ["\(error)"] }
  }

  /// Reads a text alone and beside another one, and expects the same.
  ///
  /// - Returns: how many records were found to be the same while reading.
  private func expectSame(_ old: [UInt8], _ new: [UInt8], _ kind: TextKind, _ chunk: Int, _ comment: String) throws
    -> Int
  {
    var options = ReadOptions.with {
      $0.format = kind.format
      kind.change(&$0)
    }
    func input(_ text: [UInt8]) throws -> RecordInput { try .read(bytes: text, name: "t", options: options) }
    guard let known = try? input(old).table(hashing: ["id"]) else { return 0 }
    let expected = Self.facts { try input(new).table(hashing: ["id"]) }
    var derived = 0
    for workers in 1...3 {
      options.workers = workers
      options.chunkSize = chunk
      let found = Self.facts {
        let table = try input(new).table(hashing: ["id"], beside: known)
        derived = equalRecords(of: table, and: known, comment)
        return table
      }
      let different = zip(found, expected).first { $0 != $1 }.map { "\($0) is not \($1)" }
      #expect(different == nil && found.count == expected.count, "\(comment), \(workers) workers, \(chunk) bytes")
    }
    return derived
  }

  private func equalRecords(of table: RecordTable, and known: RecordTable, _ comment: String) -> Int {
    guard let runs = table.equalRuns(with: known) else { return 0 }
    var hint = 0
    let partners = (0..<table.count).map { record in
      // Mostly in order, and now and then from anywhere.
      if record % 7 == 0 { _ = runs.stretch(around: record * 31 % table.count, &hint) }
      let stretch = runs.stretch(around: record, &hint)
      #expect(stretch.targets.contains(record), "\(comment)")
      return stretch.distance.map { record + $0 } ?? -1
    }
    for (record, partner) in partners.enumerated() where partner >= 0 {
      #expect(table.recordBytes(record).isSame(as: known.recordBytes(partner)), "\(comment), record \(record)")
    }
    return partners.count { $0 >= 0 }
  }

  @Test(arguments: TextKind.all, 1...3 as ClosedRange<UInt64>)
  fileprivate func `finds what reading alone finds`(kind: TextKind, seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for round in 0..<(isSlow ? 20_000 : 20) {
      let records = (0..<20 + Self.draw(400, &random)).map { kind.record($0, &random) }
      let old = kind.text(records, &random)
      var new = kind.text(Self.edited(records, kind, &random), &random)
      if random.next() % 4 == 0 { new = Self.damaged(new, &random) }
      let chunk = [64, 500, 3000, 1 << 20][round % 4]
      _ = try expectSame(old, new, kind, chunk, "\(kind.testDescription), seed \(seed), round \(round)")
    }
  }

  /// One separator only, so that the texts differ where the records do.
  @Test(arguments: TextKind.all.filter(\.isPlain))
  fileprivate func `takes over most records of texts that are mostly the same`(kind: TextKind) throws {
    var random = SplitMix(seed: 5)
    let plain = TextKind(
      testDescription: kind.testDescription, format: kind.format, open: kind.open, close: kind.close,
      separators: [kind.separators[0]], record: kind.record, isDocument: kind.isDocument)
    let records = (0..<3_000).map { kind.record($0, &random) }
    var edited = records
    for number in stride(from: 40, to: 2_900, by: 100) { edited[number] = kind.record(number, &random) }
    edited.removeSubrange(1_000..<1_010)
    edited.insert(contentsOf: (0..<5).map { kind.record(9_000 + $0, &random) }, at: 2_000)
    let (old, new) = (plain.text(records, &random), plain.text(edited, &random))
    let derived = try expectSame(old, new, kind, 20_000, kind.testDescription)
    #expect(derived > 2_500)
  }

  @Test(arguments: TextKind.all.filter { $0.format.hasRows }, [nil, ["id"]] as [[String]?])
  fileprivate func `a table of the same bytes is what reading them gives`(kind: TextKind, key: [String]?) throws {
    var random = SplitMix(seed: 11)
    let options = ReadOptions.with { kind.change(&$0) }
    for count in [0, 1, 2, 200] {
      let text = kind.text((0..<count).map { kind.record($0, &random) }, &random)
      func input(_ name: String) throws -> RecordInput { try .read(bytes: text, name: name, options: options) }
      let (known, twin) = (try input("old.csv"), try input("new.txt"))
      #expect(twin.isTwin(of: known))
      let table = try known.table(hashing: key)
      let found = twin.table(like: table)
      #expect(Self.facts { found } == Self.facts { try twin.table(hashing: key) }, "\(count) records")
      #expect(found.name == twin.name)
      #expect(equalRecords(of: found, and: table, "\(count) records") == count)
    }
  }

  @Test func `texts that are read otherwise are no twins`() throws {
    let text = Array("id,name\n1,a\n".utf8)
    func input(_ text: [UInt8], _ change: (inout ReadOptions) -> Void = { _ in }) throws -> RecordInput {
      try .read(bytes: text, name: "t.csv", options: .with(change))
    }
    let known = try input(text)
    #expect(try input(text).isTwin(of: known))
    #expect(try !input(text + [0x0A]).isTwin(of: known))
    #expect(try !input(text) { $0.hasHeader = false }.isTwin(of: known))
    #expect(try !input(text) { $0.delimiter = UInt8(ascii: ",") }.isTwin(of: known))
    #expect(try !input(text) { $0.format = .tsv }.isTwin(of: known))
  }

  @Test(arguments: ["t.csv", "t.json", "t.jsonl", "t.csv.gz", "t", "t.xlsx"], [nil, "utf-16", "latin1"] as [String?])
  func `a file that is opened beside another one is what it is alone`(name: String, encoding: String?) throws {
    let text = "id,n\u{E9}e\n1,a\n2,b\n"
    let words = ([0xFEFF] + text.utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let plain = [text, "\u{FEFF}" + text, "", "{\"id\":1}\n{\"id\":2}\n", "id;b\n1;2\n"].map { Array($0.utf8) }
    let contents = plain + [words, gzip(plain[0]), Array("PAR1".utf8)]
    let folder = try TemporaryDirectory()
    for (number, bytes) in contents.enumerated() {
      for (side, name) in [("old", name), ("new", name), ("new", "t.tsv")] {
        let place = URL(fileURLWithPath: try folder.makeDirectory("\(side)\(number)"))
        try Data(bytes).write(to: place.appendingPathComponent(name))
      }
    }
    let options = ReadOptions.with { $0.encoding = encoding }
    for (old, new) in contents.indices.flatMap({ old in contents.indices.map { (old, $0) } }) {
      let known = try? RecordInput.open(path: folder.path(of: "old\(old)/\(name)"), options: options)
      for other in [name, "t.tsv"] {
        func facts(beside known: RecordInput?) -> [String] {
          Self.facts {
            let path = folder.path(of: "new\(new)/\(other)")
            let input = try RecordInput.open(path: path, options: options, beside: known)
            return try input.table()
          }
        }
        #expect(facts(beside: known) == facts(beside: nil), "\(other) of content \(new) beside \(name) of \(old)")
      }
    }
  }
}
