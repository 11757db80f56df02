import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

@Suite("Renamed places inside of values")
struct RenamedPlaceTests {
  private func compare(_ old: String, _ new: String, _ plan: ComparisonPlan) throws -> Comparison {
    try Comparison(
      source: table(old, name: "old.json"), target: table(new, name: "new.json"), plan: plan)
  }

  /// What differs in each updated record, by its key: columns, or the places inside of them.
  private func updates(_ old: String, _ new: String, _ plan: ComparisonPlan) throws -> [String] {
    try compare(old, new, plan).changes.filter { $0.kind == .updated }.map { change in
      "\(Change.describe(change.key)): \(change.fields.map(\.column).joined(separator: " "))"
    }
  }

  private func plan(
    _ renames: ColumnMap<String>, change: (inout ComparisonPlan) -> Void = { _ in }
  ) -> ComparisonPlan {
    ComparingTests.plan(key: "id") { plan in
      plan.renames = renames
      change(&plan)
    }
  }

  private let old = #"""
    [{"id":1,"shipTo":{"city":"Rome","zipCode":"1"}},{"id":2,"shipTo":{"city":"Bonn","zipCode":"2"}},
     {"id":3,"shipTo":{"city":"Oslo","zipCode":"3"}},{"id":4,"shipTo":{"city":"Wien"}}]
    """#
  private let new = #"""
    [{"id":1,"ship_to":{"zip_code":"1","city":"Rome"}},{"id":2,"ship_to":{"city":"Bonn","zip_code":"9"}},
     {"id":3,"ship_to":{"city":"Bergen","zip_code":"3"}},{"id":4,"ship_to":{"city":"Wien","zip_code":"4"}}]
    """#
  private let renames: ColumnMap<String> = [
    "shipTo": "ship_to", "shipTo.zipCode": "ship_to.zip_code",
  ]

  @Test("a member has the new name, and what differs there is told under it")
  func member() throws {
    let found = try updates(old, new, plan(renames))
    #expect(found == ["2: ship_to.zip_code", "3: ship_to", "4: ship_to.zip_code"])
    let schema = try compare(old, new, plan(renames)).knowingSchema(isWhole: true).schema
    #expect(schema?.columns.isEmpty == false)
    #expect(schema?.columns.allSatisfy { $0.kind == .filled } == true)
  }

  @Test("rules speak of it by the new name, the key as well")
  func rules() throws {
    let lower = ComparisonPlan.NormalizerStep.native(TextNormalizer(.lower))
    let upper = new.replacing("\"Bonn\"", with: "\"BONN\"").replacing("\"9\"", with: "\"2\"")
    #expect(
      try updates(old, upper, plan(renames) { $0.normalizers["ship_to.city"] = [lower] })
        == ["3: ship_to.city", "4: ship_to.zip_code"])
    #expect(try updates(old, new, plan(renames) { $0.ignored = ["ship_to.zip_code"] }) == ["3: ship_to"])
    #expect(try updates(old, new, plan(renames) { $0.ignored = ["ship_to"] }).isEmpty)
    #expect(
      try updates(old, new, plan(renames) { $0.only = ["ship_to.zip_code"] })
        == ["2: ship_to.zip_code", "4: ship_to.zip_code"])
    let keyed = try compare(
      #"[{"a":{"k":1,"v":1}},{"a":{"k":2,"v":1}}]"#, #"[{"a":{"id":2,"v":1}},{"a":{"id":1,"v":2}}]"#,
      ComparingTests.plan(key: "a.id") { $0.renames = ["a.k": "a.id"] })
    #expect(keyed.summary == Summary(deleted: 0, inserted: 0, updated: 1, moved: 1, unchanged: 0))
  }

  @Test("a value moves out of another one, into one, and between columns that have no partner")
  func levels() throws {
    let flat = #"[{"id":1,"city":"Rome"},{"id":2,"city":"Bern"}]"#
    let deep = #"[{"id":1,"address":{"city":"Rome"}},{"id":2,"address":{"city":"Bonn"}}]"#
    let (out, into) = (plan(["address.city": "city"]), plan(["city": "address.city"]))
    #expect(try updates(deep, flat, out) == ["2: city"])
    #expect(try updates(flat, deep, into) == ["2: address.city"])
    #expect(try compare(deep, flat, out).columnChanges.deleted == ["address"])
    #expect(try compare(deep, flat, out).columnChanges.inserted.isEmpty)
    #expect(try compare(flat, deep, into).columnChanges.deleted.isEmpty)
    #expect(
      try updates(old, new, plan(["shipTo.zipCode": "ship_to.zip_code"])) == [
        "2: ship_to.zip_code", "4: ship_to.zip_code",
      ])
  }

  @Test("two places that have each other's names are compared crosswise, be the bytes the same")
  func exchanged() throws {
    let text = #"[{"id":1,"a":{"x":1,"y":2}},{"id":2,"a":{"x":3,"y":3}}]"#
    #expect(try updates(text, text, plan(["a.x": "a.y", "a.y": "a.x"])) == ["1: a.x a.y"])
    #expect(try updates(text, text, plan(["a.x": "a.y"])) == ["1: a a.y", "2: a"])
  }

  @Test("a mask of what it was inside of hides it")
  func mask() throws {
    let plan = plan(["a.b": "c"]) { $0.masked = ["a"] }
    let columns = try compare(#"[{"id":1,"a":{"b":1}}]"#, #"[{"id":1,"c":2}]"#, plan).comparedColumns
    #expect(columns.map(\.name) == ["c"] && columns.allSatisfy(\.isMasked))
  }

  private static let refusals: [(renames: ColumnMap<String>, message: String)] = [
    (["shipTo.zipcod": "ship_to.zip_code"], "no such path: shipTo.zipcod; nearest: shipTo.zipCode"),
    (["shipTo.zipCode": "ship_to.zipcode"], "no such path: ship_to.zipcode; nearest: ship_to.zip_code"),
    (["shipTo": "ship_to", "ship_to.zipCode": "ship_to.zip_code"], "no such path: ship_to.zipCode"),
    (["shipTo.lines[].q": "ship_to.lines[].qty"], "'shipTo.lines[].q' leads through a list"),
    (
      ["shipTo.city": "ship_to.city", "shipTo.zipCode": "ship_to.city"],
      "the columns 'shipTo.city' and 'shipTo.zipCode' of old.json would both be called 'ship_to.city'"
    ),
  ]

  @Test("what cannot be renamed is refused with the reason", arguments: refusals)
  func refused(_ refusal: (renames: ColumnMap<String>, message: String)) throws {
    let lists = old.replacing(#""city":"Rome""#, with: #""city":"Rome","lines":[{"q":1}]"#)
    let error = #expect(throws: ComparisonError.self) {
      _ = try compare(lists, new, plan(refusal.renames))
    }
    #expect(error?.finding.hasPrefix(refusal.message) == true, "\(error?.finding ?? "")")
  }

  @Test("the old name is no name any more, and a column with a rule of its own is not taken apart")
  func whole() throws {
    for name in ["ship_to.zipCode", "shipTo.zipCode"] {
      let error = #expect(throws: ComparisonError.self) {
        _ = try compare(old, new, plan(renames) { $0.ignored = [name] })
      }
      #expect(error?.reason == .renamedColumn(name, to: "ship_to.zip_code", role: "ignore"))
    }
    let error = #expect(throws: ComparisonError.self) {
      _ = try compare(old, new, plan(renames) { $0.comparators["ship_to"] = .native(JSONComparator()) })
    }
    #expect(error?.reason == .renameInWhole("shipTo.zipCode", column: "ship_to"))
  }

  @Test("a merge says that it renames nothing inside of values")
  func merge() throws {
    let error = #expect(throws: MergeError.self) {
      _ = try Merge.merge(
        base: table(old, name: "base.json"), ours: table(new, name: "ours.json"),
        theirs: table(new, name: "theirs.json"), plan: plan(renames), favor: .none)
    }
    #expect(error?.reason == .renamedPlace("shipTo.zipCode"))
  }

  // MARK: The law

  /// Renames by the places that values have before, longer ones before those that they are in.
  private static let all: [[(old: String, new: String)]] = [
    [("a.b", "a.x")], [("a.c.d", "a.c.y")], [("a.c.d", "a.z.y"), ("a.c", "a.z")],
    [("a.b", "a.e"), ("a.e", "a.b")], [("a.c", "a.z"), ("a.b", "a.x")],
    [("a.c.d", "g.c.d"), ("a", "g")], [("a.c.d", "g.z.y"), ("a.c", "g.z"), ("a.b", "g.x"), ("a", "g")],
  ]

  @Test("to rename places is to compare what had the new names before")
  func law() throws {
    var random = SeededGenerator.announced("renamed places")
    for round in 0..<210 {
      let renames = Self.all[round % Self.all.count]
      let pairs = (0..<8).map { _ in (Self.value(&random), Self.value(&random)) }
      // So that every place is one, and its new name is one, too.
      let full = JSONModel.object([
        "b": .number(0), "e": .number(1), "c": .object(["d": .number(0), "e": .number(0)]),
      ])
      let olds = (pairs.map(\.0) + [full]).map { JSONModel.object(["a": $0]) }
      let news = (pairs.map(\.1) + [full]).map { JSONModel.object(["a": $0]).renamed(renames) }
      let target = Self.text(news)
      let expected = try compare(Self.text(olds.map { $0.renamed(renames) }), target, plan([:]))
      let found = try compare(
        Self.text(olds), target, plan(ColumnMap(renames.map { ($0.old, $0.new) })))
      #expect(try Self.leaves(found) == Self.leaves(expected), "\(renames)")
      #expect(found.columnChanges.isEmpty)
    }
  }

  private static func value(_ random: inout SeededGenerator) -> JSONModel {
    func members(_ names: [String], _ value: (String) -> JSONModel) -> JSONModel {
      let chosen = names.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
      return .object(Dictionary(uniqueKeysWithValues: chosen.map { ($0, value($0)) }))
    }
    let inner = members(["d", "e"]) { _ in .number(0) }
    guard case .object(var all) = members(["b", "e"], { _ in .text("t") }) else { return .null }
    all["c"] = inner
    for name in all.keys.sorted() where name != "c" && Bool.random(using: &random) { all[name] = .number(7) }
    return .object(all)
  }

  private static func text(_ records: [JSONModel]) -> String {
    let rows = records.enumerated().map { number, record in
      #"{"id":\#(number),\#(record.spelled().dropFirst())"#
    }
    return "[\(rows.joined(separator: ","))]"
  }

  /// What differs at each place, however much of the way there is the name of a column.
  private static func leaves(_ comparison: Comparison) throws -> [String] {
    try comparison.changes.map { $0 }.flatMap { change in
      change.fields.flatMap { field -> [String] in
        let start = "\(Change.describe(change.key)) /\(field.column.replacing(".", with: "/"))"
        func leaf(_ path: String, _ values: Value?...) -> String {
          "\(start)\(path) " + values.map { "\($0 ?? .absent)" }.joined(separator: " → ")
        }
        return field.paths.map { $0.map { leaf($0.path, $0.old, $0.new) } } ?? [
          leaf("", field.old, field.new)
        ]
      }
    }.sorted()
  }
}

extension JSONModel {
  /// The value with members at other places, of names joined by points; those that are inside of others come first.
  fileprivate func renamed(_ renames: [(old: String, new: String)]) -> JSONModel {
    var (rest, taken) = (self, [(path: [String], value: JSONModel)]())
    for (old, new) in renames {
      let path = old.split(separator: ".").map(String.init)
      guard let value = rest.value(at: path[...]) else { continue }
      rest = rest.setting(path[...], nil)
      taken.append((new.split(separator: ".").map(String.init), value))
    }
    // What others are put into comes first.
    return taken.reversed().reduce(rest) { $0.setting($1.path[...], $1.value) }
  }

  private func value(at path: ArraySlice<String>) -> JSONModel? {
    guard let name = path.first else { return self }
    guard case .object(let members) = self else { return nil }
    return members[name]?.value(at: path.dropFirst())
  }

  private func setting(_ path: ArraySlice<String>, _ value: JSONModel?) -> JSONModel {
    guard let name = path.first, case .object(var members) = self else { return value ?? self }
    members[name] =
      path.count == 1 ? value : (members[name] ?? .object([:])).setting(path.dropFirst(), value)
    return .object(members)
  }
}
