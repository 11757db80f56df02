import RecordDiff
import Records
import Testing

@Suite("Two JSON values by themselves")
struct ValueComparisonTests {
  @Test("Paths that differ, under rules for lists and ignored paths")
  func rules() throws {
    var comparison = ValueComparison()
    comparison.lists = ["items": .members(["sku"]), "tags": .set]
    comparison.ignored = ["items[].seen"]
    let changes = try comparison.changes(
      from: #"{"items":[{"sku":1,"qty":2,"seen":1}],"tags":[1,2]}"#,
      to: #"{"tags":[2,1],"items":[{"sku":0},{"sku":1,"qty":3}]}"#)
    #expect(changes.map(\.kind) == [.inserted, .updated])
    #expect(changes.map(\.path) == ["/items/0", "/items/1/qty"])
    #expect(changes.last?.from == "/items/0/qty")
  }

  @Test(
    "The empty path is the value itself",
    arguments: [
      (ValueComparison.List.set, 0), (.sequence, 1), (.position, 2), (.members(["id"]), 1),
    ])
  func root(_ list: ValueComparison.List, _ count: Int) throws {
    var comparison = ValueComparison()
    comparison.lists = ["": list]
    #expect(
      try comparison.changes(from: #"[{"id":1},{"id":2}]"#, to: #"[{"id":2},{"id":1}]"#).count
        == count)
  }

  @Test(
    "Values that are not both nested differ as a whole",
    arguments: [("1", "1.0", 0), ("1", "2", 1), ("null", "[]", 1), (#"{"a":1}"#, #""x""#, 1)])
  func whole(_ old: String, _ new: String, _ count: Int) throws {
    let changes = try ValueComparison().changes(from: old, to: new)
    #expect(changes.count == count)
    #expect(changes.allSatisfy { $0.path.isEmpty && $0.kind == .updated })
  }

  @Test(
    "What is no JSON value is refused with its name",
    arguments: ["", "{", "1 2", "1},{\"@key\":0,\"value\":2", "[1,]"])
  func bad(_ text: String) {
    #expect { try ValueComparison().changes(from: "1", to: text) } throws: {
      "\($0)".hasPrefix("new")
    }
  }

  @Test("A path that leads nowhere is refused")
  func unknownPath() {
    var comparison = ValueComparison()
    comparison.ignored = ["b"]
    #expect(throws: ComparisonError.self) {
      try comparison.changes(from: #"{"a":1}"#, to: #"{"a":2}"#)
    }
  }
}
