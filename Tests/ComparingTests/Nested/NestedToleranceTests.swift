import Records
import Testing

@testable import Comparing

@Suite("Tolerances inside nested values")
struct NestedToleranceTests {
  private let close: NumberComparator

  init() throws { close = try NumberComparator(absolute: "0.01") }

  private func updates(_ old: String, _ new: String, _ change: (inout ComparisonPlan) -> Void) throws -> Int {
    try Comparison(
      source: table(#"[{"id":1,"c":\#(old)}]"#, name: "old.json"),
      target: table(#"[{"id":1,"c":\#(new)}]"#, name: "new.json"), plan: plan(key: "id", change: change)
    ).summary.updated
  }

  @Test(
    "that for every column holds for numbers at any depth",
    arguments: [
      (#"{"x":1}"#, #"{"x":1.001}"#, 0), (#"{"x":[1,{"y":[2]}]}"#, #"{"x":[1.001,{"y":[2.009]}]}"#, 0),
      (#"{"x":1}"#, #"{"x":1.1}"#, 1), (#"{"x":"a"}"#, #"{"x":"b"}"#, 1), ("[1]", "[1,1]", 1), ("[1]", #"{"x":1}"#, 1),
    ])
  func everyColumn(old: String, new: String, updated: Int) throws {
    #expect(try updates(old, new) { $0.tolerance = close } == updated)
  }

  @Test("that of a list leaves what is inside to longer paths")
  func deeper() throws {
    let rules = { (plan: inout ComparisonPlan) in
      plan.comparators["c[]"] = .native(close)
      plan.comparators["c[][][]"] = .native(close)
    }
    #expect(try updates("[[[1,2]],5]", "[[[1.001,2]],5.001]", rules) == 0)
    #expect(try updates("[[[1,2]],5]", "[[[1.1,2]],5]", rules) == 1)
  }

  @Test("that of a column leaves objects to paths inside")
  func column() throws {
    let rules = { (plan: inout ComparisonPlan) in
      plan.comparators["c"] = .native(close)
      plan.lists["c"] = .set
    }
    #expect(try updates("[1,2]", "[2,1]", rules) == 0)
  }
}
