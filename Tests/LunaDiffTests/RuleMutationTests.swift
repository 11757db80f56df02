import RecordDiff
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
    Array(old.utf8).withUnsafeBytes { old in
      Array(new.utf8).withUnsafeBytes { new in
        comparator.areEqual(.init(.text, old), .init(.text, new))
      }
    }
  }
}
