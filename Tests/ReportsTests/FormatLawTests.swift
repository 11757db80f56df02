import Comparing
import Foundation
import TestSupport
import Testing

@testable import Reports

/// Laws over all formats: each change of a comparison is found in each report that lists changes.
@Suite struct FormatLawTests {
  @Test("every change of a random comparison is in every format")
  func changes() throws {
    var random = SeededGenerator.announced("changes in all formats")
    for round in 0..<CaseSample.count(60, of: 2_000) {
      let drawn = try RandomChanges(&random)
      let (comparison, facts) = (drawn.comparison, drawn.facts)
      let json = try report(comparison, .json)
      let found: [(String, Set<ChangeFact>)] = [
        ("json", try ReportFacts.json([UInt8](json))),
        ("jsonl", try ReportFacts.jsonLines(text(comparison, .jsonl))),
        ("csv", try ReportFacts.csv(report(comparison, .csv))),
        ("text", ReportFacts.text(try text(comparison, .text))),
        ("markdown", ReportFacts.markdown(try text(comparison, .markdown))),
        ("html", try ReportFacts.html(text(comparison, .html))),
        ("xlsx", try ReportFacts.workbook(report(comparison, .xlsx))),
        ("viewer", try ReportFacts.viewer(json)),
      ]
      for (format, found) in found {
        #expect(found == facts, "round \(round), \(format): \(found.symmetricDifference(facts))\n\(drawn.texts)")
      }
      try expectCounts(of: comparison, facts)
    }
  }

  /// Formats for other programs count the changes of each kind.
  private func expectCounts(of comparison: Comparison, _ facts: Set<ChangeFact>) throws {
    let junit = try text(comparison, .junit)
    let sarif = try #require(
      try JSONSerialization.jsonObject(with: Data(report(comparison, .sarif))) as? [String: Any])
    let results = ((sarif["runs"] as? [[String: Any]])?[0]["results"] as? [[String: Any]]) ?? []
    let updated = Set(facts.filter { $0.kind == "updated" }.map(\.key))
    for kind in Change.Kind.allCases {
      let keys = Set(facts.filter { $0.kind == kind.rawValue }.map(\.key))
      let words = "message=\"\(keys.count) record\(keys.count == 1 ? "" : "s") \(kind.rawValue)\""
      #expect(keys.isEmpty || junit.contains(words), "\(words)\n\(junit)")
      // A record that is updated and moved is one result.
      let results = results.count { $0["ruleId"] as? String == kind.rawValue }
      #expect(results == (kind == .moved ? keys.subtracting(updated) : keys).count)
    }
  }
}

/// One thing that a report says of a record.
struct ChangeFact: Hashable {
  let kind: String
  let key: String
  /// The column or path whose value differs in an updated record; an element of a list has the list's path.
  let path: String

  init(_ kind: String, _ key: String, _ path: String = "") {
    (self.kind, self.key) = (kind, key)
    self.path = path.replacing(/\[\d+\]$/, with: "")
  }
}

/// A random comparison of records that are keyed, nested and in sections, with all changes that were made.
private struct RandomChanges {
  let comparison: Comparison
  private(set) var facts: Set<ChangeFact> = []
  let texts: String

  private struct Row {
    var key: [String]
    var section: String
    var values: [String]
    var first = "first", inner: String? = "inner"
    var list: [String]

    var name: String { key.joined(separator: ", ") }
  }

  private struct Shape {
    let keys: [String]
    let values: Int
    let hasSections: Bool, isNested: Bool, losesColumn: Bool, gainsColumn: Bool

    func json(_ row: Row, isNew: Bool) -> String {
      var members = zip(keys, row.key).map { "\"\($0)\":\"\($1)\"" }
      if hasSections { members.append("\"s\":\"\(row.section)\"") }
      members += row.values.enumerated().map { "\"v\($0)\":\"\($1)\"" }
      if isNested {
        let inner = row.inner.map { "\"c\":\"\($0)\"" } ?? ""
        let list = row.list.map { "\"\($0)\"" }.joined(separator: ",")
        members.append("\"d\":{\"a\":\"\(row.first)\",\"b\":{\(inner)},\"l\":[\(list)]}")
      }
      if isNew ? gainsColumn : losesColumn { members.append("\"\(isNew ? "extra" : "gone")\":\"x\"") }
      return "{\(members.joined(separator: ","))}"
    }
  }

  init(_ random: inout SeededGenerator) throws {
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
    let shape = Shape(
      keys: chance(0.5) ? ["id"] : ["g", "id"], values: Int.random(in: 0...2, using: &random),
      hasSections: chance(0.3), isNested: chance(0.5), losesColumn: chance(0.3), gainsColumn: chance(0.3))
    func row(_ name: String, _ number: Int) -> Row {
      let key = (shape.keys.count > 1 ? ["g\(number % 3)"] : []) + ["\(name)\(number)"]
      return Row(
        key: key, section: "s\(number % 2)", values: (0..<shape.values).map { "o\(number)v\($0)" },
        first: "f\(number)", inner: "i\(number)", list: ["p\(number)", "q\(number)"])
    }
    let old = (0..<Int.random(in: 1...30, using: &random)).map { row("k", $0) }
    var new: [Row] = []
    var facts: Set<ChangeFact> = []
    for (number, before) in old.enumerated() {
      guard !chance(0.15) else {
        facts.insert(ChangeFact("deleted", before.name))
        continue
      }
      var after = before
      func note(_ path: String) { facts.insert(ChangeFact("updated", before.name, path)) }
      for place in after.values.indices where chance(0.3) {
        after.values[place] = "n\(number)v\(place)"
        note("v\(place)")
      }
      if shape.isNested, chance(0.2) { (after.first, _) = ("F\(number)", note("d.a")) }
      if shape.isNested, chance(0.2) { (after.inner, _) = (nil, note("d.b.c")) }
      if shape.isNested, chance(0.2) { (after.list, _) = (after.list + ["r\(number)"], note("d.l")) }
      new.append(after)
    }
    for number in 0..<Int.random(in: 0...4, using: &random) {
      let row = row("n", number)
      facts.insert(ChangeFact("inserted", row.name))
      new.insert(row, at: Int.random(in: 0...new.count, using: &random))
    }
    if new.count > 1, chance(0.5) { new.swapAt(0, Int.random(in: 1..<new.count, using: &random)) }
    let rows = (old: old.map { shape.json($0, isNew: false) }, new: new.map { shape.json($0, isNew: true) })
    let comparison = try compare(
      "[\(rows.old.joined(separator: ","))]", "[\(rows.new.joined(separator: ","))]",
      names: ("old.json", "new.json"), key: shape.keys
    ) { if shape.hasSections { $0.section = .column("s") } }
    // Which records move is not unique: the comparison says it.
    let reader = ChangeReader(comparison)
    for entry in (0..<comparison.changeCount).map(comparison.entry) where entry.isMoved {
      var key: [String] = []
      try reader.forEachKeyPart(of: entry) { key.append($0.withText { String(decoding: $0, as: UTF8.self) } ?? "") }
      facts.insert(ChangeFact("moved", key.joined(separator: ", ")))
    }
    (self.comparison, self.facts) = (comparison, facts)
    texts = "\(rows.old)\n\(rows.new)"
  }
}
