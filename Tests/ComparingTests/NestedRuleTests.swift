import Records
import StagedDiff
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

@Suite("Rules on paths into nested values")
struct NestedRuleTests {
  private let old = #"""
    [{"id":1,"address":{"city":"Rome","zip":"1","geo":{"lat":1.0,"lon":2}}},
     {"id":2,"address":{"city":"Bonn","zip":"2"}},
     {"id":3,"address":{"city":"Oslo","zip":"3"}},
     {"id":4,"address":{"city":"Wien","zip":"4"}}]
    """#
  private let new = #"""
    [{"id":1,"address":{"zip":"1","city":"ROME","geo":{"lat":1.001,"lon":2}}},
     {"id":2,"address":{"city":"Bonn","zip":"9"}},
     {"id":3,"address":{"city":"Bergen","zip":"3"}},
     {"id":4,"address":{"zip":"4"}}]
    """#

  /// The differing columns of each updated record, by its key.
  private func updates(
    _ old: String, _ new: String, _ plan: ComparisonPlan, names: (String, String)
  ) throws -> [String] {
    let result = try Comparison(
      source: table(old, name: names.0), target: table(new, name: names.1), plan: plan)
    #expect(result.summary.deleted == 0 && result.summary.inserted == 0)
    return try result.changes.filter { $0.kind == .updated }.map { change in
      "\(Change.describe(change.key)): \(change.fields.map(\.column).joined(separator: " "))"
    }
  }

  private func updates(_ change: (inout ComparisonPlan) -> Void) throws -> [String] {
    try updates(old, new, plan(key: "id", change: change), names: ("old.json", "new.json"))
  }

  private let nocase = ComparisonPlan.ColumnEquality.native(TextComparator(.nocase))

  @Test("a path with a comparator is no part of the exact comparison of its column")
  func comparator() throws {
    let close = try NumberComparator(absolute: "0.1")
    let found = try updates { plan in
      plan.comparators["address.city"] = nocase
      plan.comparators["address.geo.lat"] = .native(close)
    }
    #expect(found == ["2: address", "3: address.city", "4: address.city"])
  }

  @Test("a path with a normalizer is compared by itself, as it makes it")
  func normalizer() throws {
    let found = try updates { plan in
      plan.normalizers["address.city"] = [.native(TextNormalizer(.lower))]
      plan.ignored = ["address.geo"]
    }
    #expect(found == ["2: address", "3: address.city", "4: address.city"])
  }

  @Test("of an ignored path a longer one with a rule is compared all the same")
  func nestedInIgnored() throws {
    let found = try updates { plan in
      plan.ignored = ["address.geo", "address.city", "address.zip"]
      plan.comparators["address.geo.lat"] = .native(ExactComparator())
    }
    #expect(found == ["1: address.geo.lat"])
  }

  @Test("a path that is compared itself is compared without the paths below it")
  func nestedPaths() throws {
    let found = try updates { plan in
      plan.only = ["address.geo"]
      plan.ignored = ["address.geo.lat"]
    }
    #expect(found.isEmpty)
  }

  @Test("with `only` a path counts below what is named, and nowhere else")
  func only() throws {
    #expect(
      try updates { plan in
        plan.only = ["address"]
        plan.comparators["address.city"] = nocase
        plan.ignored = ["address.geo"]
      } == ["2: address", "3: address.city", "4: address.city"])
    #expect(
      try updates { plan in
        plan.only = ["id"]
        plan.comparators["address.city"] = nocase
      } == [])
  }

  @Test("a column with a rule of its own is seen by it as a whole")
  func ownRule() throws {
    let found = try updates { plan in
      plan.comparators["address"] = .native(JSONComparator())
      plan.comparators["address.city"] = nocase
    }
    #expect(
      found == ["1: address", "2: address", "3: address address.city", "4: address address.city"])
  }

  @Test("a path may be an identity while the rest of its column is compared")
  func identity() throws {
    var plan = plan(key: "id", "address.zip")
    plan.ignored = ["address.city"]
    let found = try updates(
      #"[{"id":1,"address":{"zip":"a","city":"x","street":"s"}}]"#,
      #"[{"id":1,"address":{"zip":"a","city":"y","street":"t"}}]"#, plan,
      names: ("old.json", "new.json"))
    #expect(found == ["1, a: address"])
  }

  @Test("a whole record as identity leaves out ignored paths, too")
  func wholeRecord() throws {
    var plan = ComparisonPlan()
    plan.identity = .record
    plan.ignored = ["address.city", "address.geo.lat"]
    let result = try Comparison(
      source: table(old, name: "old.json"), target: table(new, name: "new.json"), plan: plan)
    #expect(result.summary == Summary(deleted: 1, inserted: 1, updated: 0, moved: 0, unchanged: 3))
  }

  @Test("a path begins with the new name of a renamed column")
  func renamed() throws {
    var plan = plan(key: "id")
    plan.renames = ["addr": "address"]
    plan.ignored = ["address.city", "address.geo"]
    let source = old.split(separator: "address").joined(separator: "addr")
    #expect(
      try updates(source, new, plan, names: ("old.json", "new.json")) == ["2: address"])
  }

  @Test("a column that is called like a path is no path")
  func literalName() throws {
    let found = try updates(
      #"[{"id":1,"a":{"b":1},"a.b":1}]"#, #"[{"id":1,"a":{"b":2},"a.b":2}]"#,
      plan(key: "id") { $0.ignored = ["a.b"] }, names: ("old.json", "new.json"))
    #expect(found == ["1: a"])
  }

  @Test("repeated names: all are left out that a path leads to")
  func repeatedNames() throws {
    let found = try updates(
      #"[{"id":1,"a":{"b":1,"b":2}}]"#, #"[{"id":1,"a":{"b":3}}]"#,
      plan(key: "id") { $0.ignored = ["a.b"] }, names: ("old.json", "new.json"))
    #expect(found.isEmpty)
  }

  @Test("a merge takes the column whose path was changed")
  func merge() throws {
    let base = #"[{"id":1,"a":{"b":"x","c":1}}]"#
    let theirs = #"[{"id":1,"a":{"b":"y","c":1}}]"#
    let merged = try Merge.merge(
      base: table(base, name: "base.json"), ours: table(base, name: "ours.json"),
      theirs: table(theirs, name: "theirs.json"),
      plan: plan(key: "id") { $0.comparators["a.b"] = nocase }, favor: .none)
    #expect(String(decoding: merged.text, as: UTF8.self) == theirs)
  }

  @Test("to ignore paths is to compare without them")
  func law() throws {
    var random = SeededGenerator.announced("nested rules")
    for _ in 0..<150 {
      let ignored = ["a.b", "a.c.d", "a.c", "e.b"].filter { _ in Bool.random(using: &random) }
      let pairs = (0..<8).map { _ in (Tree.random(&random), Tree.random(&random)) }
      func text(_ side: KeyPath<(Tree, Tree), Tree>, without paths: [String]) -> String {
        let rows = pairs.enumerated().map { number, pair in
          let tree = pair[keyPath: side].without(paths.map { $0.split(separator: ".")[...] })
          return #"{"id":\#(number),\#(tree.text.dropFirst())"#
        }
        // So that every path is one.
        return "[\(rows.joined(separator: ",")),"
          + #"{"id":8,"a":{"b":0,"c":{"d":0}},"e":{"b":0}}]"#
      }
      func unequal(without paths: [String], ignoring ignored: [String]) throws -> [Change] {
        Array(
          try Comparison(
            source: table(text(\.0, without: paths), name: "old.json"),
            target: table(text(\.1, without: paths), name: "new.json"),
            plan: plan(key: "id") { $0.ignored = ignored }
          ).changes)
      }
      let found = try unequal(without: [], ignoring: ignored)
      let expected = try unequal(without: ignored, ignoring: [])
      #expect(found.map(\.key) == expected.map(\.key), "ignoring \(ignored)")
    }
  }
}

/// A small JSON value, of objects and numbers.
private indirect enum Tree {
  case number(Int)
  case object([(name: String, value: Tree)])

  static func random(_ random: inout SeededGenerator) -> Tree {
    .object(["a", "e"].map { ($0, inner(2, &random)) })
  }

  private static func inner(_ depth: Int, _ random: inout SeededGenerator) -> Tree {
    guard depth > 0, Int.random(in: 0..<4, using: &random) > 0 else {
      return .number(Int.random(in: 0..<2, using: &random))
    }
    let names = ["b", "c", "d"].filter { _ in Bool.random(using: &random) }
    return .object(names.shuffled(using: &random).map { ($0, inner(depth - 1, &random)) })
  }

  func without(_ paths: [ArraySlice<Substring>]) -> Tree {
    guard case .object(let members) = self else { return self }
    return .object(
      members.compactMap { name, value in
        let here = paths.filter { $0.first.map(String.init) == name }.map { $0.dropFirst() }
        return here.contains(where: \.isEmpty) ? nil : (name, value.without(here))
      })
  }

  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .object(let members):
      "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}
