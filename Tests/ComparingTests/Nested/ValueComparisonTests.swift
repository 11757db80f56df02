import Comparing
import Records
import Testing

@Suite("Two JSON values by themselves")
struct ValueComparisonTests {
  private func changes(
    from old: String, to new: String, _ rules: RuleSet = RuleSet()
  ) throws -> [PathChange] {
    try ValueComparison.changes(
      Sides(source: Array(old.utf8), target: Array(new.utf8)),
      under: rules.inside(ValueComparison.column).plan(ComparisonRun(workers: 1)))
  }

  @Test("Paths that differ, under rules for lists and ignored paths")
  func rules() throws {
    var rules = RuleSet()
    rules.lists = ["items": .members(["sku"]), "tags": .set]
    rules.ignored = ["items[].seen"]
    let changes = try changes(
      from: #"{"items":[{"sku":1,"qty":2,"seen":1}],"tags":[1,2]}"#,
      to: #"{"tags":[2,1],"items":[{"sku":0},{"sku":1,"qty":3}]}"#, rules)
    #expect(changes.map(\.kind) == [.inserted, .updated])
    #expect(changes.map(\.path) == ["/items/0", "/items/1/qty"])
    #expect(changes.last?.from == "/items/0/qty")
  }

  @Test(
    "The empty path is the value itself",
    arguments: [(ListRule.set, 0), (.sequence, 1), (.position, 2), (.members(["id"]), 1)])
  func root(_ list: ListRule, _ count: Int) throws {
    var rules = RuleSet()
    rules.lists = ["": list]
    #expect(
      try changes(from: #"[{"id":1},{"id":2}]"#, to: #"[{"id":2},{"id":1}]"#, rules).count
        == count)
  }

  @Test(
    "Values that are not both nested differ as a whole",
    arguments: [("1", "1.0", 0), ("1", "2", 1), ("null", "[]", 1), (#"{"a":1}"#, #""x""#, 1)])
  func whole(_ old: String, _ new: String, _ count: Int) throws {
    let changes = try changes(from: old, to: new)
    #expect(changes.count == count)
    #expect(changes.allSatisfy { $0.path.isEmpty && $0.kind == .updated })
  }

  @Test(
    "What is no JSON value is refused with its name",
    arguments: ["", "{", "1 2", "1},{\"@key\":0,\"value\":2", "[1,]"])
  func bad(_ text: String) {
    #expect { try changes(from: "1", to: text) } throws: { "\($0)".hasPrefix("new") }
  }

  @Test("A path that leads nowhere is refused")
  func unknownPath() {
    var rules = RuleSet()
    rules.ignored = ["b"]
    #expect(throws: ComparisonError.self) {
      try changes(from: #"{"a":1}"#, to: #"{"a":2}"#, rules)
    }
  }
}
