import Testing

@testable import Records

/// Whatever took time quadratic in the number of columns would take minutes here.
@Suite("Wide tables") struct WideTableTests {
  private static let width = 30_000
  private let names = (0..<width).map { "c\($0)" }

  private var csv: String {
    names.joined(separator: ",") + "\n" + (0..<Self.width).map(String.init).joined(separator: ",")
  }

  private var json: String {
    let members = names.enumerated().map { "\"\($0.element)\":\"\($0.offset)\"" }
    return "[{" + members.joined(separator: ",") + "}]"
  }

  @Test("can be hashed by all of their columns, alike in every format")
  func key() throws {
    let rows = try table(csv, key: names)
    let objects = try jsonTable(json, key: names)
    #expect(rows.identityHashes == objects.identityHashes)
    #expect(rows.identityHashes.count == 1)
  }

  @Test("can be read field by field")
  func fields() throws {
    for read in [try table(csv), try jsonTable(json)] {
      #expect(read.texts == [(0..<Self.width).map(String.init)])
    }
  }

  @Test("can have their names made distinct, of which a note shows some")
  func renamed() throws {
    let header = Array(repeating: "a", count: Self.width).joined(separator: ",")
    let read = try table(header + "\n") { $0.renamesHeaders = true }
    #expect(read.columns.last == "a_\(Self.width)")
    #expect(Set(read.columns).count == Self.width)
    let note = read.notes.last?.message
    #expect(note?.hasPrefix("column names made distinct: a_2, a_3, ") == true)
    #expect(note?.hasSuffix(", a_21, …, 29999 in all") == true)
  }

  @Test(
    "have the same fields in whatever order they are asked for",
    arguments: 1...8 as ClosedRange<UInt64>)
  func order(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let width = 1 + Int(random.next() % 300)
    let header = (0..<width).map { "c\($0)" }.joined(separator: ",")
    let rows = (0..<4).map { row in (0..<width).map { "\(row).\($0)" }.joined(separator: ",") }
    let read = try table(header + "\n" + rows.joined(separator: "\n"))
    var cursor = read.makeCursor()
    for _ in 0..<200 {
      let (row, column) = (Int(random.next() % 4), Int(random.next() % UInt64(width)))
      let text = cursor.field(row, column).withText { String(decoding: $0, as: UTF8.self) }
      #expect(text == "\(row).\(column)", "seed \(seed)")
    }
  }
  @Test(
    "of JSON have the same fields in whatever order they are asked for, and of a repeated name the last one",
    arguments: [3, 40, 300], 1...6 as ClosedRange<UInt64>)
  func members(width: Int, seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let repeats = seed % 3 == 0
    var values: [[Int: String]] = []
    let lines = (0..<6).map { row in
      var members = (0..<width).filter { row == 0 || ($0 * 7 + row) % 5 > 0 }
      if row > 0 { members.shuffle(using: &random) }
      if repeats, row == 2 { members += members.prefix(2) }
      values.append([:])
      return "{"
        + members.enumerated().map { place, column in
          values[row][column] = "\(row).\(place)"
          return "\"c\(column)\":\"\(row).\(place)\""
        }.joined(separator: ",") + "}"
    }
    let read = try jsonTable(lines.joined(separator: "\n"), as: .jsonl)
    for _ in 0..<30 {
      var cursor = read.makeCursor()
      for _ in 0..<8 {
        let (row, column) = (Int(random.next() % 6), Int(random.next() % UInt64(width)))
        let field = cursor.field(row, column)
        let text = field.isAbsent ? nil : field.withText { String(decoding: $0, as: UTF8.self) }
        #expect(text == values[row][column], "row \(row), column \(column)")
        if let found = cursor.foundColumns(row) { #expect(found.map(Int.init) == values[row].keys.sorted()) }
      }
    }
  }
}
