import Comparing
import Foundation
import Platform
import Records
import TestSupport
import Testing

@testable import Rules

/// Columns that rules make of others: what they say is what a plain comparison says of files that have these columns.
@Suite("Columns that are made of others") struct DerivedColumnTests {
  private struct Made: Sendable {
    let rule: String
    let value: @Sendable ([String]) -> String

    init(_ rule: String, _ value: @escaping @Sendable ([String]) -> String) { (self.rule, self.value) = (rule, value) }
  }

  /// Of the columns a, b and c.
  private static let made = [
    Made("{ 'a', '-', 'b' }") { "\($0[0])-\($0[1])" },
    Made("{ { 'a', luna.text.upper }, 'b' }") { $0[0].uppercased() + $0[1] },
    Made("{ 'c', { text = 'x' }, 'a', luna.text.upper }") { ($0[2] + "x" + $0[0]).uppercased() },
    Made("{ 'b', luna.text.prefix(1) }") { String($0[1].prefix(1)) },
    Made("'c'") { $0[2] },
    Made("function(r) return r.a .. r.b end") { $0[0] + $0[1] },
    Made("function(r) local t = '' for w in r.c:gmatch('.') do t = w .. t end return t end") {
      String($0[2].reversed())
    },
    Made("function(r) return r.m .. '!' end") { $0[0] + $0[2] + "!" },
  ]

  /// What changed, or why nothing could be compared.
  private static func edits(_ comparison: @autoclosure () throws -> Comparison) throws -> [String] {
    let found: Comparison
    do { found = try comparison() } catch let error as ComparisonError {
      // Who spills says that nothing is left, who holds all says it later.
      if case .nothingCompared = error.reason { return [] }
      return [error.finding]
    }
    return try found.changes.map { change in
      "\(change.kind) \(change.source ?? -1) \(change.target ?? -1) \(change.moved) \(change.section.map(\.description) ?? "") "
        + change.fields.map(\.description).sorted().joined(separator: ", ")
    }
  }

  private static func text(_ rows: [[String]], _ columns: [String], isCSV: Bool) -> String {
    if isCSV { return ([columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined() }
    return rows.map { row in "{" + zip(columns, row).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}\n" }
      .joined()
  }

  private static let uses = [
    "identity = 'd'", "identity = { 'a', 'd' }", "identity = 'a', section = 'd'",
    "identity = 'a', equal = { d = luna.compare.nocase }",
    "identity = 'a', filter = luna.where.column('d').matches('[a-m]')", "identity = function(r) return r.d end",
    "identity = 'a', equal = function(x, y) return x.d == y.d, { 'b' } end",
    "identity = 'd', normalize = { d = luna.text.lower }",
    "identity = luna.identity.first('a', 'd')",
    "identity = luna.identity.first('a', luna.identity.near { block = 'b', by = 'd' })",
    "identity = 'a', equal = { b = function(x, y, context) return context.old.d == context.new.d end }",
    "identity = 'a', only = { 'd', 'c' }", "identity = luna.key(luna.text.lower, 'd')",
  ]

  @Test("are what columns of the files would be, in every place, for every number of threads, spilled too")
  func law() throws {
    var random = SeededGenerator.announced("made columns")
    let folder = SpillFolder(NSTemporaryDirectory())
    for round in 0..<CaseSample.count(200, of: 2000) {
      guard let made = Self.made.randomElement(using: &random), let use = Self.uses.randomElement(using: &random) else {
        continue
      }
      let values = ["", "k", "K", "ab", "aB", "ba", "1"]
      func rows() -> [[String]] {
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in
          (0..<3).map { _ in values.randomElement(using: &random) ?? "" }
        }
      }
      let (old, new, columns) = (rows(), rows(), ["a", "b", "c"])
      let isCSV = round % 2 == 0
      let names = isCSV ? ("old.csv", "new.csv") : ("old.jsonl", "new.jsonl")
      // The file has the column, which is compared where rules name it for that alone.
      let isCompared = use.contains("equal = { d") || use.contains("only")
      let hidden = isCompared || use.contains("normalize") || use.contains("luna.key") ? "" : "ignore = { 'd' },"
      let ignored =
        use.contains("luna.key") || use.contains("near") || use.contains("first") ? "ignore = { 'd' }," : hidden
      func written(_ rows: [[String]]) -> String {
        Self.text(rows.map { $0 + [made.value($0)] }, columns + ["d"], isCSV: isCSV)
      }
      let plain = "return { \(ignored) \(use) }"
      let rules = "return { columns = { d = \(made.rule), m = { 'a', 'c' } }, \(use) }"
      let wanted = try Self.edits(compare(written(old), written(new), rules: plain, names: names))
      for workers in [1, 3] {
        let compared = {
          try compare(
            Self.text(old, columns, isCSV: isCSV), Self.text(new, columns, isCSV: isCSV), rules: rules, names: names,
            workers: workers)
        }
        #expect(try Self.edits(compared()) == wanted, "\(rules)\n\(old)\n\(new)")
        guard !use.contains("first("), let found = try? compared() else { continue }
        let spilled = {
          try Comparison(
            spilling: ComparisonInput(found.tables, found.resolvedPlan.given), SpillingMemory(1 << 20, in: folder))
        }
        #expect(try Self.edits(spilled()) == wanted, "spilled: \(rules)\n\(old)\n\(new)")
      }
    }
  }

  @Test("of one side are compared with the other's column, and nothing is said to be missing")
  func oneSide() throws {
    let rules = "return { identity = 'id', columns = { name = { old = { 'last', ', ', 'first' } } } }"
    let (old, new) = ("id,first,last,x\n1,Ann,Lee,7\n2,Bob,Ray,7\n", "id,name,y\n1,\"Lee, Ann\",7\n2,Bob Ray,7\n")
    let found = try compare(old, new, rules: rules)
    #expect(try found.changes.map { $0.fields.map(\.description) } == [["name: Ray, Bob → Bob Ray"]])
    #expect(found.columns.deleted == ["x"] && found.columns.inserted == ["y"])
    let turned = try compare(new, old, rules: rules.replacing("old =", with: "new ="))
    #expect(try turned.changes.map { $0.fields.map(\.description) } == [["name: Bob Ray → Ray, Bob"]])
  }

  @Test(
    "a missing part is nothing, and the whole is null where all are missing",
    arguments: [
      ("{\"a\":null,\"b\":\"x\"}", "-x"), ("{\"b\":\"x\"}", "-x"), ("{\"a\":1.50,\"b\":true}", "1.5-true"),
      ("{\"a\":[1, 2],\"b\":{\"k\": 1}}", "[1,2]-{\"k\":1}"), ("{\"a\":null,\"c\":1}", "null"), ("{\"a\":\"\"}", "-"),
    ])
  func missing(record: String, wanted: String) throws {
    let rules = "return { identity = 'i', columns = { d = { 'a', '-', 'b' } }, equal = { d = luna.compare.exact } }"
    let other = "{\"i\":1,\"a\":\"other\",\"b\":\"other\"}\n"
    let old = record.replacing("{\"", with: "{\"i\":1,\"", maxReplacements: 1) + "\n{\"i\":2,\"a\":1,\"b\":2}\n"
    let found = try compare(old, other, rules: rules, names: ("old.jsonl", "new.jsonl"))
    let field = try #require(try found.changes.first { $0.kind == .updated }?.fields.first { $0.column == "d" })
    #expect(field.old?.description == wanted)
  }

  @Test("what is made of masked columns is masked")
  func masked() throws {
    for made in ["{ 'a', 'b' }", "function(r) return r.a end"] {
      let rules =
        "return { identity = 'id', mask = 'a', columns = { d = \(made) }, equal = { d = luna.compare.exact } }"
      let found = try compare("id,a,b\n1,secret,x\n", "id,a,b\n1,hidden,x\n", rules: rules)
      #expect(try found.changes.flatMap { $0.fields.map(\.description) } == ["a: *** → ***", "d: *** → ***"])
    }
  }

  @Test(
    "what cannot be made is refused",
    arguments: [
      ("{ a = { 'b' } }", "'a' is made of other columns, and old.csv has a column of this name"),
      ("{ x = { 'bb' } }", "unknown column 'bb'"), ("{ x = 'y', y = 'x' }", "the column 'x' is made of itself"),
      ("{ x = 'x' }", "the column 'x' is made of itself"),
      ("{ x = function(r) return r.x end }", "the column 'x' is made of itself"),
      ("{ x = function(r) return r.y end, y = function(r) return r.x end }", "is made of itself"),
      ("{ x = { 'a', luna.text.lower, 'b' } }", "has a part behind a normalizer"),
      ("{ x = { ' ' } }", "'columns.x' names no column"),
      ("{ x = {} }", "'columns.x' names no column"), ("{ x = 3 }", "'columns.x' must be a column, a list"),
      ("{ x = { old = 'a' } }", "'x' is made of other columns on one side, and new.csv has no column of this name"),
      ("{ x = { old = 'a', 'b' } }", "'columns.x' has sides"), ("{ x = ' ' }", "'columns.x' must be a column"),
      ("'x'", "'columns' must be a table"),
      ("{ x = { 'a', y = 1 } }", "'columns.x' must be a list"),
      ("{ x = function(r) return r.bb end }", "unknown column 'bb'"),
      ("{ x = function(r) return print end }", "in function 'columns.x'"),
    ])
  func refused(columns: String, words: String) {
    let text = message {
      _ = try compare("a,b\n1,2\n", "a,b\n1,3\n", rules: "return { identity = 'x', columns = \(columns) }")
    }
    #expect(text.contains(words), "\(text)")
  }

  @Test("luna.key needs a column, and keeps steps from what is compared")
  func key() throws {
    let rules = "return { identity = { luna.key(luna.text.trim, luna.text.lower, 'email') } }"
    let found = try compare("email,n\n A@x ,1\nb@x,2\n", "email,n\na@X,1\nb@x,2\n", rules: rules)
    #expect(try found.changes.map { $0.fields.map(\.column) } == [["email"]])
    #expect(found.keyColumns.map(\.name) == ["email (trim, lower case)"])
    #expect(found.shownKey.columns == ["email"])
    let text = message { _ = try compare("a\n", "a\n", rules: "return { identity = luna.key(luna.text.trim) }") }
    #expect(text.contains("luna.key takes steps and then a column"))
  }
}
