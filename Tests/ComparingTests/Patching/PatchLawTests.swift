import Platform
import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

/// A result applied to the old text gives the new one, and taken back from the new one gives the old.
@Suite struct PatchLawTests {
  static let rounds = CaseSample.count(60, of: 150)

  @Test(
    "by values, plain CSV comes out byte for byte, with a byte order mark and without",
    arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func csv(lineEnd: String, start: String) throws {
    var random = SeededGenerator.announced("patched CSV")
    for _ in 0..<Self.rounds {
      let pair = RowSample.pair(&random)
      try expectRoundTrip(pair.map { start + RowSample.csv($0, lineEnd: lineEnd) }, .csv)
    }
  }

  @Test("by values, CSV whose cells are all quoted comes out byte for byte")
  func quotedCSV() throws {
    var random = SeededGenerator.announced("patched quoted CSV")
    for _ in 0..<Self.rounds {
      let pair = RowSample.pair(&random)
      // Without a record nothing tells that cells are quoted.
      guard pair.allSatisfy({ !$0.isEmpty }) else { continue }
      try expectRoundTrip(pair.map { RowSample.csv($0, isQuoted: true) }, .csv)
    }
  }

  @Test("by values, JSON comes out byte for byte in any style", arguments: SpacingStyle.all)
  func json(style: SpacingStyle) throws {
    var random = SeededGenerator.announced("patched JSON")
    for _ in 0..<Self.rounds {
      let pair = RowSample.pair(&random)
      // An empty list has no style to follow.
      guard pair.allSatisfy({ !$0.isEmpty }) else { continue }
      try expectRoundTrip(pair.map { RowSample.json($0, style) }, .json)
    }
  }

  @Test("by values, JSON Lines come out byte for byte")
  func jsonLines() throws {
    var random = SeededGenerator.announced("patched JSON Lines")
    for _ in 0..<Self.rounds {
      let pair = RowSample.pair(&random)
      guard pair.allSatisfy({ !$0.isEmpty }) else { continue }
      try expectRoundTrip(pair.map(RowSample.jsonLines), .jsonl)
    }
  }

  @Test(
    "by values, small texts come out byte for byte",
    arguments: [
      (["[{\"id\": 1}]", "[{\"id\": 1}, {\"id\": 2}]"], InputFormat.json),
      (["[{\"id\":1}]", "[{\"id\":1},{\"id\":2}]"], .json),
      (["[{\"id\":1, \"a\":2}]\n", "[{\"id\":1, \"a\":2}, {\"id\":2, \"a\":2}]\n"], .json),
      (
        ["[{\n  \"id\": 1\n}]", "[{\n  \"id\": 1\n}, {\n  \"id\": 2\n}, {\n  \"id\": 3\n}]"], .json
      ),
      (["id,a\n1,x", "id,a"], .csv),
      (["id,a\n1,x\n", "id,a\n"], .csv), (["id,a", "id,a\n1,x\n2,y"], .csv),
      (["\"id\",\"c1\"\n", "\"id\",\"c1\"\n\"1\",\"x\"\n"], .csv),
    ])
  func small(texts: [String], format: InputFormat) throws { try expectRoundTrip(texts, format) }

  @Test(
    "by values, a list that loses its only record is an empty list",
    arguments: ["[\n  {\"id\": 1}\n]\n", "[{\"id\": 1}]\n"])
  func emptied(text: String) throws {
    let result = try comparison([text, "[]"], .json, plan(key: "id"))
    let document = try RecordedResult.read(
      bytes: try Array(ResultWriting.json(result).utf8), name: "result")
    let patched = try PatchApplication.apply(
      document, to: result.source, isReverse: false, keepsColumns: false)
    #expect(String(decoding: patched, as: UTF8.self) == "[]\n")
  }

  @Test("an exact patch gives every byte, whatever the rules and however it is written")
  func exact() throws {
    var random = SeededGenerator.announced("exact patches")
    for round in 0..<Self.rounds {
      let pair = RowSample.pair(&random)
      let plan = plan(key: "id") {
        $0.ignored = ["name"]
        $0.moves = round % 2 == 0 ? .none : .minimal
      }
      let texts = [
        RowSample.csv(pair[0], isQuoted: true, columns: ["size", "id", "name"]),
        "\u{FEFF}" + RowSample.csv(pair[1], lineEnd: "\r\n", end: round % 3 == 0 ? "" : "\r\n\r\n"),
      ]
      let result = try comparison(texts, .csv, plan)
      for side in Side.allCases {
        let old = side == .source ? texts[0] : texts[1]
        let new = side == .source ? texts[1] : texts[0]
        let script = PatchScript(result, from: side)
        #expect(Array(old.utf8).withBytes { script.fits($0) })
        #expect(Array(old.utf8).withBytes { script.apply(to: $0) } == Array(new.utf8))
      }
      let recorded = round % 2 == 0 ? ResultWriting.json : ResultWriting.lines
      let document = try RecordedResult.read(bytes: try Array(recorded(result, true).utf8), name: "r")
      #expect(document.patches.source == PatchScript(result, from: .source))
      #expect(document.patches.target == PatchScript(result, from: .target))
    }
  }

  @Test("an exact patch cuts no character in two")
  func characters() throws {
    let texts = ["id,v\n1,aaaaaaaaaaaaaaaaaaaaé\n", "id,v\n1,aaaaaaaaaaaaaaaaaaaaè\n"]
    let script = PatchScript(try comparison(texts, .csv, plan(key: "id")), from: .source)
    for case .text(let text) in script.steps {
      #expect(String(validating: text, as: UTF8.self) != nil)
    }
  }

  // MARK: Helpers

  private func comparison(_ texts: [String], _ format: InputFormat, _ plan: ComparisonPlan) throws
    -> Comparison
  {
    var options = ReadOptions()
    options.format = format
    let tables = try texts.map { try table($0, options: options) }
    return try Comparison(source: tables[0], target: tables[1], plan: plan)
  }

  private func expectRoundTrip(_ texts: [String], _ format: InputFormat) throws {
    let result = try comparison(texts, format, plan(key: "id"))
    for text in try [ResultWriting.json(result), ResultWriting.lines(result)] {
      let document = try RecordedResult.read(bytes: Array(text.utf8), name: "result")
      let forward = try PatchApplication.apply(
        document, to: result.source, isReverse: false, keepsColumns: false)
      #expect(String(decoding: forward, as: UTF8.self) == texts[1], "\(texts[0])\n\(text)")
      let back = try PatchApplication.apply(
        document, to: result.target, isReverse: true, keepsColumns: false)
      #expect(String(decoding: back, as: UTF8.self) == texts[0], "\(texts[1])\n\(text)")
    }
  }
}

/// The spaces that a JSON text may have.
struct SpacingStyle: Sendable {
  let opening: String
  let comma: String
  let colon: String
  let closing: String
  let between: String

  static let all = [
    SpacingStyle(opening: "", comma: ",", colon: ":", closing: "", between: ",\n"),
    SpacingStyle(opening: "", comma: ", ", colon: ": ", closing: "", between: ",\n  "),
    SpacingStyle(
      opening: "\n    ", comma: ",\n    ", colon: ": ", closing: "\n  ", between: ",\n  "),
  ]
}

/// Random records of an identity, a name and a size.
enum RowSample {
  typealias Row = [String: String]

  /// Two lists of records with identities in common.
  static func pair(_ random: inout SeededGenerator) -> [[Row]] {
    var old: [Row] = []
    for _ in 0..<Int.random(in: 0...8, using: &random) { old.append(row(&random)) }
    var new = old.filter { _ in Int.random(in: 0...5, using: &random) > 0 }
    for place in new.indices where Int.random(in: 0...3, using: &random) == 0 {
      new[place]["name"] = name(&random)
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      new.insert(row(&random), at: Int.random(in: 0...new.count, using: &random))
    }
    if new.count > 1, Bool.random(using: &random) {
      new.insert(new.removeFirst(), at: Int.random(in: 0..<new.count, using: &random))
    }
    return [old, new]
  }

  private static func row(_ random: inout SeededGenerator) -> Row {
    [
      "id": String(Int.random(in: 0...15, using: &random)), "name": name(&random),
      "size": String(Int.random(in: 0...2, using: &random)),
    ]
  }

  private static func name(_ random: inout SeededGenerator) -> String {
    let names = ["", "Saw", "Axe, big", "two\nlines", "a \"b\"", "Größe", " x ", "\\"]
    return names[Int.random(in: 0..<names.count, using: &random)]
  }

  static func csv(
    _ rows: [Row], lineEnd: String = "\n", isQuoted: Bool = false, end: String? = nil,
    columns: [String] = ["id", "name", "size"]
  ) -> String {
    func cell(_ text: String) -> String {
      let needsQuotes = text.contains { ",\"\n".contains($0) }
      guard needsQuotes || isQuoted else { return text }
      return "\""
        + text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }
    let lines =
      [columns.joined(separator: ",")]
      + rows.map { row in columns.map { cell(row[$0] ?? "") }.joined(separator: ",") }
    return lines.joined(separator: lineEnd) + (end ?? lineEnd)
  }

  static func json(_ rows: [Row], _ style: SpacingStyle) -> String {
    let first = String(style.between.dropFirst())
    return "[\(first)\(rows.map { object($0, style) }.joined(separator: style.between))\n]\n"
  }

  static func jsonLines(_ rows: [Row]) -> String {
    rows.map { object($0, SpacingStyle.all[1]) + "\n" }.joined()
  }

  private static func object(_ row: Row, _ style: SpacingStyle) -> String {
    let members = ["id", "name", "size"].map { name in
      let text = row[name] ?? ""
      let escaped = text.map { $0 == "\n" ? "\\n" : "\\\"".contains($0) ? "\\\($0)" : "\($0)" }
      return "\"\(name)\"\(style.colon)" + (name == "size" ? text : "\"\(escaped.joined())\"")
    }
    return "{\(style.opening)\(members.joined(separator: style.comma))\(style.closing)}"
  }
}
