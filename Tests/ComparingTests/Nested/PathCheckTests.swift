import Records
import TestSupport
import Testing

@testable import Comparing

@Suite("Paths of rules that lead nowhere")
struct PathCheckTests {
  private static let orders =
    #"[{"id":1,"items":[],"to":{"city":"Bonn"}},{"id":2,"items":[{"sku":"A","price":1,"tags":["x"]}],"to":null}]"#

  private func message(
    _ old: String = orders, _ new: String = orders, _ change: (inout ComparisonPlan) -> Void
  ) throws -> String? {
    var plan = ComparisonPlan()
    plan.identity = .columns(["id"])
    change(&plan)
    do {
      _ = try Comparison(
        source: table(old, name: "old.json"),
        target: table(new, name: "new.json"), plan: plan)
      return nil
    } catch let error as ComparisonError {
      return error.description
    }
  }

  @Test(
    "A path that leads to a value of some record on either side is taken",
    arguments: [
      "items[]", "items[].price", "items[].tags[]", "to.city", "to.*", "*.city", "items[].*",
      "extra[].x",
    ])
  func known(_ path: String) throws {
    let new = #"[{"id":1,"extra":[{"x":1}],"*":{"city":1}}]"#
    #expect(try message(Self.orders, new) { $0.ignored = [path] } == nil)
  }

  @Test(
    "One that leads nowhere names the nearest",
    arguments: [
      ("items[].prise", "items[].price"), ("items.price", "items[].price"),
      ("items.prise", "items[].price"), ("to.citty", "to.city"), ("items[].tag", "items[].tags"),
    ])
  func nearest(_ path: String, _ nearest: String) throws {
    let message = try #require(try message { $0.ignored = [path] })
    #expect(message.hasPrefix("no such path: \(path); nearest: \(nearest)\n  in ignore\n"))
  }

  @Test("Every field of rules is checked, and a key is offered no path through a list")
  func fields() throws {
    let exact = ComparisonPlan.ColumnEquality.native(ExactComparator())
    let trim = ComparisonPlan.NormalizerStep.native(TextNormalizer(.trim))
    #expect(try message { $0.only = ["items[].x"] }?.contains("  in only\n") == true)
    #expect(try message { $0.comparators = ["items[].x": exact] }?.contains("in equal\n") == true)
    #expect(
      try message { $0.normalizers = ["items[].x": [trim]] }?.contains("in normalize\n") == true)
    #expect(
      try message { $0.identity = .columns(["to.town"]) }
        == "no such path: to.town\n  in the key, old.json\n  paths: to.city")
  }

  @Test(
    "A list rule of what is no list names those that are",
    arguments: [
      ("to", "'to' is no list"), ("items[].price", "'items[].price' is no list"),
      ("items[].tag", "'items[].tag' is no list; nearest: items[].tags"),
      ("id", "'id' is no list"), ("nothing", "unknown column 'nothing'"),
    ])
  func lists(_ path: String, _ beginning: String) throws {
    #expect(try message { $0.lists = [path: .set] }?.hasPrefix(beginning) == true)
  }

  @Test("A member that no element has cannot tell elements apart")
  func listMembers() throws {
    let message = try #require(try message { $0.lists = ["items": .members(["sku", "skuu"])] })
    #expect(message.hasPrefix("no such path: items[].skuu; nearest: items[].sku\n"))
    #expect(message.contains("  in lists.items\n"))
  }

  @Test(
    "Values that hold nothing say nothing against a path",
    arguments: ["a.*.x", "a[].x", "b[].x", "c.*.x", "d[].x"])
  func nothingToTell(_ path: String) throws {
    let table = #"[{"id":1,"a":null,"b":[],"c":{}},{"id":2,"d":[null]}]"#
    #expect(try message(table, table) { $0.ignored = [path] } == nil)
  }

  @Test("Of many paths the first is refused that is refused by itself")
  func together() throws {
    var generator = SeededGenerator.announced("many paths")
    let steps = ["[]", ".*", ".a", ".b", "[\"n\"]"]
    let all = steps.flatMap { first in steps.map { "m\(first)\($0)" } }
    for _ in 0..<50 {
      let records = (0..<4).map { "{\"id\":\($0),\"m\":\(JSONModel.random(3, &generator).spelled())}" }
      let json = "[" + records.joined(separator: ",") + "]"
      let paths = all.filter { $0.contains("[") || $0.contains("*") }.shuffled(using: &generator)
      let single = try paths.compactMap { path in try message(json, json) { $0.ignored = [path] } }.first
      #expect(try message(json, json) { $0.ignored = paths } == single, "\(json) \(paths)")
    }
  }

  @Test("Many paths are checked and compared in linear time")
  func many() throws {
    let members = (0..<4000).map { "\"x\($0)\":[\($0)]" }.joined(separator: ",")
    let old = "[{\"id\":1,\"m\":{\(members)}},{\"id\":2,\"m\":{\(members),\"y\":1}}]"
    let exact = ComparisonPlan.ColumnEquality.native(ExactComparator())
    let trim = ComparisonPlan.NormalizerStep.native(TextNormalizer(.trim))
    let new = old.replacing("\"y\":1", with: "\"y\":2")
    let paths = (0..<4000).map { "m.x\($0)" }
    for suffix in ["", "[]", "?"] {
      let names = paths.map { $0 + suffix }
      #expect(try message(old, new) { $0.ignored = names } == nil)
      #expect(try message(old, new) { plan in names.forEach { plan.comparators[$0] = exact } } == nil)
      #expect(try message(old, new) { plan in names.forEach { plan.normalizers[$0] = [trim] } } == nil)
    }
    #expect(try message(old, new) { plan in paths.forEach { plan.lists[$0] = .set } } == nil)
  }

  @Test("A path that only one record far away has is found, whatever the number of threads")
  func farAway() throws {
    let records = (0..<10_000).map { #"{"id":\#($0),"items":[{"a":1}]}"# }
    let last = #"{"id":10000,"items":[{"rare":1}]}"#
    let table = (records + [last]).joined(separator: "\n")
    for workers in [1, 4] {
      #expect(
        try message("[" + table.replacing("\n", with: ",") + "]") {
          $0.ignored = ["items[].rare"]
          $0.run.workers = workers
        } == nil)
    }
  }

  @Test("A name with a point that no column has is still taken for a slip of a column's name")
  func pointsInNames() throws {
    let table = #"[{"id":1,"price":1,"price.net":2}]"#
    let message = try #require(try message(table, table) { $0.ignored = ["price.nett"] })
    #expect(message.hasPrefix("unknown column 'price.nett'; did you mean 'price.net'?"))
  }
}
