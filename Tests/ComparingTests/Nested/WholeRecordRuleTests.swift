import Records
import TestSupport
import Testing

@testable import Comparing

@Suite("Rules inside values where the whole record is its identity")
struct WholeRecordRuleTests {
  private func summary(
    _ old: String, _ new: String, _ change: (inout ComparisonPlan) throws -> Void
  ) throws -> Summary {
    var plan = ComparisonPlan()
    plan.identity = .record
    try change(&plan)
    return try Comparison(
      source: table(old, name: "old.json"), target: table(new, name: "new.json"), plan: plan
    ).summary
  }

  private static let old = #"[{"v":{"tags":["b","a"],"items":[{"n":1,"t":"x"}]}},{"v":{}}]"#

  @Test("Records that rules call equal pair, and others do not")
  func pairs() throws {
    let new = #"[{"v":{"items":[{"t":" x ","n":2}],"tags":["a","b"]}},{"v":{}}]"#
    let rules: (inout ComparisonPlan) throws -> Void = {
      $0.lists = ["v.tags": .set]
      $0.ignored = ["v.items[].n"]
      $0.normalizers = ["v.items[].t": [.native(TextNormalizer(.trim))]]
    }
    #expect(try summary(Self.old, new, rules) == Summary(unchanged: 2))
    #expect(
      try summary(Self.old, new) { plan in
        try rules(&plan)
        plan.lists = [:]
      } == Summary(deleted: 1, inserted: 1, unchanged: 1))
    #expect(
      try summary(Self.old, new.replacing("x", with: "y"), rules)
        == Summary(deleted: 1, inserted: 1, unchanged: 1))
  }

  @Test("Two records of one side that rules call equal are duplicates")
  func duplicates() throws {
    let old = #"[{"v":[1,2]},{"v":[2,1]},{"v":[3]}]"#
    let new = #"[{"v":[2,1]},{"v":[3]}]"#
    #expect(try summary(old, new) { $0.lists = ["v": .set] } == Summary(deleted: 1, unchanged: 2))
  }

  @Test("Random records: what rules ignore is as good as not there, whatever list rule holds")
  func law() throws {
    var generator = SeededGenerator.announced("whole records")
    for _ in 0..<150 {
      var olds = (0..<6).map { _ in JSONModel.random(4, &generator) }
      var news = olds.shuffled(using: &generator).map {
        Bool.random(using: &generator) ? $0 : $0.edited(&generator)
      }
      // So that every path is one.
      let last = JSONModel.object(["n": .number(0), "a": .object(["n": .number(0)])])
      olds.append(last)
      news.append(last)
      func text(_ values: [JSONModel]) -> String {
        "[\(values.map { #"{"v":{"x":\#($0.spelled())}}"# }.joined(separator: ","))]"
      }
      // Which of several equal records is which is not to depend on what is ignored of them.
      let ignoring = try summary(text(olds), text(news)) { plan in
        plan.duplicates = .pair
        plan.ignored = ["v.*.n", "v.*.*.n"]
      }
      func cut(_ value: JSONModel) -> JSONModel {
        guard case .object(let members) = value else { return value }
        return .object(
          members.filter { $0.key != "n" }.mapValues { value in
            guard case .object(let inner) = value else { return value }
            return .object(inner.filter { $0.key != "n" })
          })
      }
      let without = try summary(text(olds.map(cut)), text(news.map(cut))) {
        $0.duplicates = .pair
      }
      #expect(ignoring == without, "\(text(olds)) → \(text(news))")
    }
  }
}
