import Comparing
import Records
import TestSupport
import Testing

@testable import Rules

/// Rules that do nothing are said, and no others.
@Suite struct IdleRuleTests {
  private static let old =
    "id,born,price,tags,note\n1,2024-01-31,5,a;b,x\n2,2024-02-01,6,c,\n3,,7,d,z\n"
  private static let new =
    "id,born,price,tags,note\n1,2024-01-31,5.5,b;a,y\n2,2024-02-02,6,c,\n3,,7,d,z\n"

  private func idle(_ rules: String, old: String = old, new: String = new) throws -> [String] {
    try compare(old, new, rules: rules).terms.notes.compactMap(\.idle).map(\.rule)
  }

  @Test(
    "a rule that fits no value that it is asked about is said",
    arguments: [
      (#"equal = { born = luna.compare.date { formats = "%d/%m/%Y" } }"#, "equal.born"),
      ("equal = { note = luna.compare.number(1) }", "equal.note"),
      ("equal = { note = luna.compare.json() }", "equal.note"),
      (#"equal = { tags = luna.compare.list("|") }"#, "equal.tags"),
      (#"equal = { tags = luna.compare.pattern("%d+") }"#, "equal.tags"),
      (
        "equal = { note = luna.compare.any(luna.compare.number(1), luna.compare.date()) }",
        "equal.note"
      ),
      (#"equal = { ["*"] = luna.compare.date { formats = "%d/%m/%Y" } }"#, "equal.*"),
      (#"normalize = { born = luna.text.date { formats = "%d/%m/%Y" } }"#, "normalize.born"),
      (#"normalize = { id = luna.text.map { A = "B" } }"#, "normalize.id"),
      ("normalize = { note = { luna.text.trim, luna.text.number() } }", "normalize.note"),
      (#"json = { "note" }"#, "normalize.note"),
      (#"equal = { price = luna.compare.number(1) }, ignore = { "price" }"#, "equal.price"),
      (#"equal = { price = luna.compare.number(1) }, only = { "note" }"#, "equal.price"),
      (#"ignore = { "born", "price", "tags", "note" }"#, "ignore"),
      (#"only = { "id" }"#, "only"),
    ])
  func said(rules: String, rule: String) throws {
    #expect(try idle("return { identity = 'id', \(rules) }") == [rule])
  }

  @Test(
    "an identity that ends in the count of gsub is said",
    arguments: [
      "function(r) return r.note:gsub('^0+', '') end", "function(r) return string.gsub(r.note, '^0+', '') end",
      "function(r) return r.id, r.note:gsub(r.id == '1' and 'x' or 'y', '') end",
      "(function() local function f(s) return s:gsub('x', '') end return function(r) return f(r.note) end end)()",
    ])
  func counts(identity: String) throws {
    #expect(try idle("return { identity = \(identity) }") == ["identity"])
    #expect(try idle("return { identity = luna.identity.first('id', \(identity)) }") == ["identity"])
  }

  @Test(
    "one that leaves the count out is not said",
    arguments: [
      "function(r) return (r.note:gsub('^0+', '')) end", "function(r) return r.note:gsub('x', ''):lower() end",
      "function(r) local s = r.note:gsub('x', '') return s end", "function(r) return r.note:gsub('x', ''), r.id end",
    ])
  func noCounts(identity: String) throws {
    #expect(try idle("return { identity = \(identity) }") == [])
  }

  @Test(
    "a rule that fits a value, or is asked about none, is not said",
    arguments: [
      #"equal = { born = luna.compare.date { formats = { "%d/%m/%Y", "iso" } } }"#,
      "equal = { price = luna.compare.number(1) }", #"equal = { tags = luna.compare.list(";") }"#,
      "equal = { note = luna.compare.any(luna.compare.number(1), luna.compare.trim()) }",
      "equal = { note = luna.compare.trim() }", "tolerance = 1",
      #"normalize = { id = luna.text.map { ["3"] = "4" } }"#,
      "normalize = { note = luna.text.lower }",
      #"equal = { ["address?"] = luna.compare.number(1) }"#, #"ignore = { "born" }"#,
      #"filter = function(r) return r.id == "3" end, equal = { note = luna.compare.number(1) }"#,
    ])
  func unsaid(rules: String) throws {
    #expect(try idle("return { identity = 'id', \(rules) }") == [])
  }

  @Test("a tolerance holds beside the largest comparator for every column")
  func toleranceBesideLimits() throws {
    let rules = """
      local parts = {}
      for n = 1, 256 do parts[n] = luna.compare.null_as("word" .. n) end
      return { identity = "id", tolerance = 1, equal = { ["*"] = luna.compare.any(table.unpack(parts)) } }
      """
    let summary = try compare("id,a\n1,1\n", "id,a\n1,2\n", rules: rules).summary
    #expect(summary.updated == 0)
  }

  @Test("pairs of empty values say nothing of a rule")
  func empty() throws {
    let rules = "return { identity = 'id', equal = { b = luna.compare.number(1) } }"
    #expect(try idle(rules, old: "id,a,b\n1,x,\n", new: "id,a,b\n1,y,\n") == [])
    #expect(try idle(rules, old: "id,a,b\n1,x,\n", new: "id,a,b\n1,y,n\n") == ["equal.b"])
  }

  /// What a look at all pairs says of a column's comparator, in another way than by counting.
  @Test(
    "what is said is so, and does not depend on the threads",
    arguments: 1...6 as ClosedRange<UInt64>)
  func law(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let values = ["", "1", "2.5", "n", "2024-01-01", "01/02/2024"]
      func table() -> [[String]] {
        (0..<300).map { number in
          let few = values.shuffled(using: &generator).prefix(2)
          return ["\(number)"] + (0..<2).map { _ in number % 9 == 0 ? few[0] : "n" }
        }
      }
      let (old, new) = (table(), table())
      func text(_ rows: [[String]]) -> String {
        "id,a,b\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined()
      }
      let rules =
        #"return { identity = "id", equal = { a = luna.compare.number(1), b = luna.compare.date("#
        + #"{ formats = "%d/%m/%Y" }) } }"#
      let isFit: [(String) -> Bool] = [{ Double($0) != nil }, { $0.contains("/") }]
      let expected = [1, 2].filter { column in
        let asked = zip(old, new).filter { $0 != $1 }.flatMap { [$0[column], $1[column]] }
        return !asked.contains(where: isFit[column - 1]) && asked.contains { !$0.isEmpty }
      }.map { ["equal.a", "equal.b"][$0 - 1] }
      for workers in [1, 2, 5] {
        let notes = try compare(text(old), text(new), rules: rules, workers: workers).terms.notes
        #expect(notes.compactMap(\.idle).map(\.rule) == expected, "seed \(seed)")
      }
    }
  }

  // MARK: Files

  private func loaded(_ text: String) throws -> [IdleRule] {
    try RuleProgram(sources: [.init(name: "rules.lua", text: Array(text.utf8))]).load().ruleSet.idle
  }

  @Test(
    "a file that says no rule, and a rule that is defined for nobody, are said",
    arguments: [
      ("", ["rules.lua"]), ("-- identity = 'id'\n", ["rules.lua"]),
      ("local rules = { identity = 'id' }\n", ["rules.lua"]),
      ("local identity = 'id'\n", ["rules.lua:1", "rules.lua"]),
      ("local function identity(r) return r.id end\n", ["rules.lua:1", "rules.lua"]),
      ("\nlocal function identity(r) return r.id end\nreturn { ignore = 'x' }\n", ["rules.lua:2"]),
      ("function identity(r) return r.id end\nreturn { ignore = 'x' }\n", ["rules.lua:1"]),
      ("function equal(a, b) return true end\nreturn { identity = 'id' }\n", ["rules.lua:1"]),
      ("function identity(r) return r.id end\n", []),
      ("local function identity(r) return r.id end\nreturn { identity = identity }\n", []),
      ("local function equal(a, b) return a == b end\nreturn { equal = { x = equal } }\n", []),
      (
        "local filter = {}\nfunction filter.x() end\nreturn { identity = 'id', filter = function() return filter.x end }",
        []
      ),
      ("return {}\n", []), ("identity = 'id'\n", []),
      ("function identity(r) return r.id end\nreturn require 'other'\n", nil),
    ] as [(String, [String]?)])
  func files(text: String, expected: [String]?) throws {
    guard let expected else { return }
    #expect(try loaded(text).map(\.rule) == expected)
  }

  @Test(
    "a condition that is made and not used is an error",
    arguments: [
      ("return { filter = A and B }", true), ("return { filter = A or B }", true),
      ("return { filter = A & B }", false), ("return { filter = A | B }", false),
      ("return { filter = ~(A & B) }", false), ("return { filter = A.and_(B) }", false),
      ("return { filter = A.or_(B).not_() }", false),
      ("local a = A\nreturn { identity = 'id' }", true),
      ("local a, b = A, B\nreturn { filter = a and b }", true),
      ("local a, b = A, B\nreturn { filter = a & b and A }", true),
      ("filter = A", false), ("local both = true\nreturn { filter = both and A or B }", false),
      ("local w = luna.where\nlocal a = w.column('x').is('1') & B\nreturn { filter = a }", false),
    ])
  func conditions(text: String, isWrong: Bool) throws {
    let whole = text.replacing("A", with: "luna.where.column('a').is('1')")
      .replacing("B", with: "luna.where.column('b').is_null()")
    let said = message { _ = try loaded(whole) }
    #expect(said.isEmpty == !isWrong, "\(said)")
    if isWrong {
      #expect(said.hasPrefix("rules.lua:"))
      #expect(said.contains("A | B"))
    }
  }
}
