import Comparing
import Platform
import Records
import Rules
import Testing

@testable import RuleTesting

/// Small changes of rules.
@Suite struct RuleMutationTests {
  private func rules(_ text: String) throws -> RuleSet {
    try RuleProgram(sources: [.init(name: "rules.lua", text: Array(text.utf8))]).load().ruleSet
  }

  @Test(
    "every rule is dropped once, a tolerance widened, a compared column ignored",
    arguments: [
      ("identity = 'id'", []),
      (
        "equal = { price = luna.compare.number(0.01) }",
        ["equal.price dropped", "equal.price with ten times the tolerance", "price ignored"]
      ),
      ("equal = { n = luna.compare.number() }", ["equal.n dropped", "n ignored"]),
      ("equal = function(a, b) return true end", ["equal dropped"]),
      ("tolerance = 0.5", ["tolerance dropped", "tolerance times ten"]),
      ("normalize = { a = luna.text.trim }", ["normalize.a dropped"]),
      (
        "normalize = { a = { luna.text.trim, luna.text.lower } }",
        ["normalize.a step 1 dropped", "normalize.a step 2 dropped"]
      ),
      ("ignore = { 'a', 'b' }", ["ignore of a dropped", "ignore of b dropped"]),
      ("identity = { 'a', 'b' }", ["identity without a", "identity without b"]),
      ("filter = function(r) return true end", ["filter dropped"]),
      ("only = { 'a' }", ["only dropped"]), ("section = 'a'", ["section dropped"]),
      ("trim = true", ["trim dropped"]), ("key_as = 'text'", ["key_as dropped"]),
      ("rename = { a = 'b' }", ["rename of a dropped"]),
      ("duplicates = 'pair'", ["duplicates dropped"]),
      (
        "equal = { d = luna.compare.date(2), p = luna.compare.any(luna.compare.number(0.1), luna.compare.date(1)) }",
        [
          "equal.d dropped", "equal.d with ten times the tolerance", "d ignored",
          "equal.p dropped", "equal.p with ten times the tolerance of number within 0.1",
          "equal.p with ten times the tolerance of date (iso) within 1 s", "p ignored",
        ]
      ),
      (
        "normalize = { a = luna.text.map { A = 'x', B = 'y' } }",
        ["normalize.a dropped", "normalize.a without 'A'", "normalize.a without 'B'"]
      ),
      ("normalize = { a = luna.text.map { A = 'x' } }", ["normalize.a dropped"]),
      (
        "normalize = { a = { old = luna.text.trim, new = function(v) return v end } }",
        [
          "normalize.a step 1 dropped", "normalize.a step 1 on both sides", "normalize.a step 2 dropped",
          "normalize.a step 2 on both sides",
        ]
      ),
      (
        "filter = luna.where.column('s').is('a') & ~luna.where.column('n').less(3)",
        [
          "filter dropped", "filter without: s is 'a'", "filter without: n is not less than 3",
          "filter with: n is less than 3", "filter with: n is at most 3",
        ]
      ),
    ] as [(String, [String])])
  func names(rules text: String, names: [String]) throws {
    #expect(try rules("return { \(text) }").mutations.map(\.name) == names)
  }

  @Test(
    "a tolerance is widened whatever its spelling",
    arguments: [
      ("0.01", "number within 10 times 0.01"), ("1e-2", "number within 10 times 1e-2"),
      ("2.5E+3", "number within 10 times 2.5E+3"),
    ])
  func wider(spelling: String, summary: String) throws {
    let comparator = try NumberComparator(absolute: spelling)
    let wider = try #require(comparator.tenTimesWider)
    #expect(wider.summary == summary)
  }

  @Test("what is ten times as wide allows ten times the distance, and no more")
  func distance() throws {
    let wider = try #require(try NumberComparator(absolute: "0.01").tenTimesWider)
    #expect(areEqual(wider, "1.00", "1.10"))
    #expect(!areEqual(wider, "1.00", "1.11"))
    #expect(try NumberComparator().tenTimesWider == nil)
  }

  private func areEqual(_ comparator: NumberComparator, _ old: String, _ new: String) -> Bool {
    Array(old.utf8).withBytes { old in
      Array(new.utf8).withBytes { new in
        comparator.areEqual(.init(.text, old), .init(.text, new))
      }
    }
  }
}

/// Small changes of what functions in a rules file say.
@Suite struct TextMutationTests {
  @Test(
    "literals in functions are changed, messages and literals elsewhere are not",
    arguments: [
      ("return { identity = 'id' }", []),
      (
        "function f(a) return a <= b and c > d end",
        ["line 1: <= is <", "line 1: and is or", "line 1: > is >="]
      ),
      ("function f(a) local b <const> = a or c end", ["line 1: or is and"]),
      ("function f(a) error('no ' .. g('x') .. ' here') end", []),
      ("function identity(r) return r.a .. '-' end", ["line 1: '-' changed"]),
      ("function near(a) return a < 0.5 end", ["line 1: < is <=", "line 1: 0.5 changed"]),
      ("function f(a)\nreturn true end", ["line 2: true changed"]),
      ("function f(a) error('no such') error 'x' end", []),
      (
        "function f(a) if a == 1 then return false end end",
        ["line 1: 1 changed", "line 1: false changed"]
      ),
    ] as [(String, [String])])
  func literals(text: String, names: [String]) {
    #expect(TextMutations(Array(text.utf8)).all.map(\.name) == names)
  }

  @Test(
    "a changed text is Lua, and says something else",
    arguments: [
      ("return f(1)", "return f((1 + 1))"), ("return f 'x'", "return f ('x' .. \"~\")"),
      ("return r['x']", "return r[('x' .. \"~\")]"), ("return true", "return false"),
      ("return [[x]]", "return ([[x]] .. \"~\")"),
    ])
  func texts(body: String, changed: String) throws {
    let mutation = try #require(
      TextMutations(Array("function g(r) \(body) end".utf8)).all.first)
    guard case .text(let text) = mutation.change else { return #expect(Bool(false)) }
    #expect(String(decoding: text, as: UTF8.self) == "function g(r) \(changed) end")
  }

  @Test(
    "a filter says the opposite wherever it returns, functions in it aside",
    arguments: [
      ("function filter(r) return r.a end", "function filter(r) return not (r.a) end"),
      (
        "return { filter = function(r) if r.a then return x; end return y end }",
        "return { filter = function(r) if r.a then return not (x); end return not (y) end }"
      ),
      (
        "function filter(r) return all(function(x) return x end, r) end",
        "function filter(r) return not (all(function(x) return x end, r)) end"
      ),
    ])
  func filters(text: String, changed: String) throws {
    let mutation = try #require(
      TextMutations(Array(text.utf8)).all.first { $0.name == "filter negated" })
    guard case .text(let bytes) = mutation.change else { return #expect(Bool(false)) }
    #expect(String(decoding: bytes, as: UTF8.self) == changed)
  }

  @Test("what a plug-in's own tests say is left as it is")
  func tests() {
    let text =
      "return { f = function() return 1 end, tests = { { rules = { g = function() return 2 end } } }, h = function() return 3 end }"
    #expect(
      TextMutations(Array(text.utf8), besides: "tests").all.map(\.name)
        == ["line 1: 1 changed", "line 1: 3 changed"])
  }
}
