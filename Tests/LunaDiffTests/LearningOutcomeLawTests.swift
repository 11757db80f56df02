import Analysis
import Comparing
import Foundation
import Requests
import TestSupport
import Testing

/// The number of records that `learn` expects to be updated under its rules is what a comparison finds.
@Suite struct LearningOutcomeLawTests {
  /// How a column is called and spelled on each side, by a number.
  private struct Column: Sendable {
    let names: (old: String, new: String)
    let value: @Sendable (Int) -> (old: String, new: String)

    init(_ old: String, _ new: String? = nil, value: @escaping @Sendable (Int) -> (old: String, new: String)) {
      (names, self.value) = ((old, new ?? old), value)
    }
  }

  private static let codes = [("A", "active"), ("I", "inactive"), ("P", "pending")]

  private static let columns = [
    Column("name") { ("Name \($0)x", "NAME \($0)X") },
    Column("town", "city") { ("Town \($0)", "Town \($0)") },
    Column("status", "state") { codes[$0 % 3] },
    Column("sum") { ("EUR \($0).\(10 + $0 % 80)\(1 + $0 % 4)", "\($0).\(10 + $0 % 80)") },
    Column("money") { number in
      let cents = number % 3 == 0 ? "" : "\(1 + number % 4)"
      return ("EUR \(number).\(10 + number % 80)\(cents)", "\(number).\(10 + number % 80)")
    },
    Column("cents") { ("\($0 * $0 + 7)", "\(100 * ($0 * $0 + 7))") },
    Column("cut") { ("long text number \($0) with tail \($0 % 7)", String("long text number \($0) with".prefix(20))) },
    Column("born") { ("\(1_950 + $0 % 60)-0\(1 + $0 % 9)-1\($0 % 9)", "1\($0 % 9).0\(1 + $0 % 9).\(1_950 + $0 % 60)") },
    Column("share") { ("\($0 % 90 + 1)%", "0.\($0 % 90 < 9 ? "0" : "")\($0 % 90 + 1)") },
    Column("note") { $0 % 2 == 0 ? ("", "N/A") : ("n\($0)", "n\($0) ") },
  ]

  /// Two tables of some of the columns, with edits.
  private static func tables(_ random: inout SeededGenerator) -> (old: [UInt8], new: [UInt8]) {
    let chosen = columns.shuffled(using: &random).prefix(Int.random(in: 2...5, using: &random))
    var old = (["id"] + chosen.map(\.names.old)).joined(separator: ",") + "\n"
    var new = (["id"] + chosen.map(\.names.new)).joined(separator: ",") + "\n"
    let edits = Int.random(in: 20...60, using: &random)
    for record in 0..<Int.random(in: 60...160, using: &random) {
      let cells = chosen.map { column in
        var cell = column.value(record + 1)
        if Int.random(in: 0..<edits, using: &random) == 0 { cell.new = column.value(record + 2).new }
        return Int.random(in: 0..<30, using: &random) == 0 ? (cell.new, cell.new) : (cell.old, cell.new)
      }
      old += (["k\(record)"] + cells.map(\.0)).joined(separator: ",") + "\n"
      new += (["k\(record)"] + cells.map(\.1)).joined(separator: ",") + "\n"
    }
    return (Array(old.utf8), Array(new.utf8))
  }

  @Test("the records that are expected to be updated with all rules are those that a comparison finds")
  func updated() throws {
    var random = SeededGenerator(seed: 71)
    var (rules, left) = (0, 0)
    for _ in 0..<12 {
      let tables = Self.tables(&random)
      var request = DiffRequest(old: "old", new: "new")
      request.options.contents = Sides(source: tables.old, target: tables.new)
      request.options.rules = [.text("identity = 'id'", name: "key")]
      let learning = try learn(request)
      let updated = learning.rest?.comparison.summary.updated ?? 0
      #expect(learning.learnt.updated.after == updated, "\(String(decoding: tables.old, as: UTF8.self))")
      rules += learning.learnt.rules.count
      left += updated
    }
    #expect(rules > 9 && left > 9, "\(rules), \(left)")
  }

  @Test("the same is true of members of objects")
  func members() throws {
    let rows = (1...60).map { row in
      let edit = row % 11 == 0 ? "9" : ""
      return (
        "{\"id\":\"k\(row)\",\"v\":\"x\(row)\",\"c\":{\"mail\":\"A\(row)@B.c\",\"zip\":\"\(row * 37)\",\"name\":\"n\(row)\"}}\n",
        "{\"id\":\"k\(row)\",\"v\":\"X\(row)\",\"c\":{\"mail\":\"a\(row)@b.c\",\"post\":\"\(row * 37)\",\"name\":\"n\(row)\(edit) \"}}\n"
      )
    }
    var request = DiffRequest(old: "old.jsonl", new: "new.jsonl")
    request.options.contents = Sides(
      source: Array(rows.map(\.0).joined().utf8), target: Array(rows.map(\.1).joined().utf8))
    request.options.rules = [.text("identity = 'id'", name: "key")]
    let learning = try learn(request)
    #expect(learning.learnt.updated.after == 5 && learning.rest?.comparison.summary.updated == 5)
    #expect(learning.learnt.rules.allSatisfy { (1...2).contains($0.examples.count) }, "\(learning.learnt.rules)")
  }
}
