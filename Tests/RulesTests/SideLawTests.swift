import Comparing
import Foundation
import Platform
import Records
import TestSupport
import Testing

@testable import Rules

/// Rules for two sides that are written differently: what they say is what a plain comparison says of files that were
/// converted before.
@Suite("Rules for two sides") struct SideLawTests {
  /// How a column is written: its values as they are, as the old and the new side write them, and the rules for that.
  private struct Writing: Sendable {
    let normalizer: String
    let values: [String]
    let old, new: @Sendable (String) -> String

    init(
      _ normalizer: String, _ values: [String], old: @escaping @Sendable (String) -> String = { $0 },
      new: @escaping @Sendable (String) -> String = { $0 }
    ) { (self.normalizer, self.values, self.old, self.new) = (normalizer, values, old, new) }
  }

  private static let writings = [
    Writing("{ old = luna.text.scale(0.01) }", ["1", "10", "100", "2.5"], old: { "\(Int((Double($0) ?? 0) * 100))" }),
    Writing(
      "{ new = { luna.text.scale(-1) } }", ["1", "-1", "3"], new: { $0.first == "-" ? "\($0.dropFirst())" : "-\($0)" }),
    Writing("{ old = luna.text.percent }", ["0.1", "0.02", "1"], old: { "\(Int((Double($0) ?? 0) * 100)) %" }),
    Writing(
      "{ luna.text.trim, { old = luna.text.sign } }", ["-2", "2", "5"],
      old: { $0.first == "-" ? " (\($0.dropFirst()))" : $0 }),
    Writing(
      "{ old = luna.text.date(\"%m/%d/%Y\") }", ["2024-01-02", "2024-02-01", "2024-12-31"],
      old: { $0.split(separator: "-").map(String.init).order(1, 2, 0).joined(separator: "/") }),
    Writing(
      "{ old = luna.text.strip('C-', ' x'), new = luna.text.lower }", ["a", "c-a", "x"], old: { "C-\($0) x" },
      new: { $0.uppercased() }),
    Writing("{ old = luna.text.map { A = 'B', B = 'A' } }", ["A", "B", "C"], old: { ["A": "B", "B": "A"][$0] ?? $0 }),
    Writing("{ old = function(v) return v:sub(2) end }", ["", "1", "11"], old: { "1\($0)" }),
    Writing(
      "{ new = function(v) local t = '' for c in v:gmatch('.') do t = c .. t end return t end }", ["ab", "ba", "a"],
      new: { String($0.reversed()) }),
    Writing("luna.text.trim", ["a", "b"]),
  ]

  private static func csv(_ rows: [[String]], _ columns: [String]) -> String {
    ([columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func lines(_ rows: [[String]], _ columns: [String]) -> String {
    rows.map { row in "{" + zip(columns, row).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}\n" }.joined()
  }

  private static func edits(_ comparison: Comparison) throws -> [String] {
    try comparison.changes.map { change in
      "\(change.kind) \(change.source ?? -1) \(change.target ?? -1) \(change.moved) \(change.fields.map(\.column))"
    }
  }

  /// Random records, of which the key may repeat.
  private static func rows(_ writings: [Writing], _ random: inout SeededGenerator) -> [[String]] {
    (0..<Int.random(in: 0..<14, using: &random)).map { _ in
      writings.map { $0.values.randomElement(using: &random) ?? "" }
    }
  }

  @Test("are what comparing converted files would be, duplicates and moves included")
  func law() throws {
    var random = SeededGenerator.announced("sides")
    let folder = SpillFolder(NSTemporaryDirectory())
    for round in 0..<CaseSample.count(150, of: 1500) {
      let key = Writing("{ old = luna.text.strip('K') }", ["1", "2", "3", "4", "5", "6", "7"], old: { "K\($0)" })
      let writings = [key] + (0..<3).compactMap { _ in Self.writings.randomElement(using: &random) }
      let columns = ["id", "a", "b", "c"]
      let (old, new) = (Self.rows(writings, &random), Self.rows(writings, &random))
      let written = (
        old.map { row in zip(writings, row).map { $0.old($1) } },
        new.map { row in zip(writings, row).map { $0.new($1) } }
      )
      let steps = zip(columns, writings).map { "\($0) = \($1.normalizer)" }.joined(separator: ", ")
      let rest = ["", "section = 'c',", "duplicates = 'pair',", "ignore = 'a',"].randomElement(using: &random) ?? ""
      let rules = "return { identity = 'id', \(rest) normalize = { \(steps) } }"
      let plain = "return { identity = 'id', \(rest) }"
      let format = round % 2 == 0 ? ("csv", Self.csv) : ("jsonl", Self.lines)
      let names = ("old.\(format.0)", "new.\(format.0)")
      let wanted = try Self.edits(compare(format.1(old, columns), format.1(new, columns), rules: plain, names: names))
      for workers in [1, 3] {
        let found = try compare(
          format.1(written.0, columns), format.1(written.1, columns), rules: rules, names: names, workers: workers)
        #expect(try Self.edits(found) == wanted, "\(rules)\n\(written)")
        let tables = Sides(source: found.tables.source, target: found.tables.target)
        let spilled = try Comparison(
          spilling: ComparisonInput(tables, found.resolvedPlan.given), SpillingMemory(1 << 20, in: folder))
        #expect(try Self.edits(spilled) == wanted, "spilled: \(rules)\n\(written)")
      }
    }
  }

  @Test(
    "inside values sides are told apart, in lists as well",
    arguments: [
      ("items[].price", "items = 'sku'"), ("items[].price", "items = luna.list.set"),
      ("items[].price", "items = luna.list.position"),
      ("items[].price", ""),
    ])
  func inside(path: String, list: String) throws {
    let rules =
      "return { identity = 'id', lists = { \(list) }, normalize = { ['\(path)'] = { old = luna.text.scale(0.01) } } }"
    func record(_ prices: [Int]) -> String {
      "[{\"id\":1,\"items\":[" + prices.enumerated().map { "{\"sku\":\($0),\"price\":\($1)}" }.joined(separator: ",")
        + "]}]"
    }
    let names = ("old.json", "new.json")
    #expect(try compare(record([100, 200]), record([1, 2]), rules: rules, names: names).changeCount == 0)
    #expect(try compare(record([100, 200]), record([100, 200]), rules: rules, names: names).changeCount == 1)
    #expect(try compare(record([100, 200]), record([1, 200]), rules: rules, names: names).changeCount == 1)
  }

  @Test("a side that becomes numbers or dates makes the other one such")
  func counterparts() throws {
    let old = "id,price,due\n1,2000,01/31/2024\n", new = "id,price,due\n1,20.00,2024-01-31\n"
    let steps = "price = { old = luna.text.scale(0.01) }, due = { old = luna.text.date('%m/%d/%Y') }"
    #expect(try compare(old, new, rules: "return { identity = 'id', normalize = { \(steps) } }").changeCount == 0)
    let other = steps.replacing("scale(0.01) }", with: "scale(0.01), new = luna.text.number(',') }")
    #expect(try compare(old, new, rules: "return { identity = 'id', normalize = { \(other) } }").changeCount == 1)
  }

  @Test(
    "what is no rule of a side is refused",
    arguments: [
      ("{ old = 3 }", "'normalize.a.old' must be a normalizer"),
      ("{ old = luna.text.trim, luna.text.lower }", "'normalize.a' has sides, old and new, and beside them '1'"),
      ("{ old = luna.text.trim, older = luna.text.trim }", "beside them 'older'"),
      ("{ old = { new = luna.text.trim } }", "'normalize.a.old' must be a normalizer or a list"),
      ("{ older = luna.text.trim }", "this table has names"),
      ("{ old = luna.text.scale }", "'normalize.a.old' is luna.text.scale itself"),
    ])
  func refused(rule: String, words: String) {
    let text = message { _ = try compare("a\n1\n", "a\n1\n", rules: "return { normalize = { a = \(rule) } }") }
    #expect(text.contains(words), "\(text)")
  }
}

extension [String] {
  fileprivate func order(_ places: Int...) -> [String] { places.map { self[$0] } }
}
