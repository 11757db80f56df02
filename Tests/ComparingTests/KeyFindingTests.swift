import Records
import TestSupport
import Testing

@testable import Comparing

/// The key that a comparison finds where none is given.
@Suite struct KeyFindingTests {
  @Test(
    "the smallest key that is unique and filled on both sides is found, of several the one that pairs most, of equal ones the leftmost",
    arguments: [
      ("id,name\n1,Ann\n2,Bob\n", "id,name\n2,Bob\n1,Ada\n", ["id"]),
      ("a,id\nx,1\ny,2\n", "a,id\nx,1\ny,2\n", ["a"]),
      ("row,id\n1,7\n2,8\n3,9\n", "row,id\n4,7\n5,8\n3,9\n", ["id"]),
      ("a,id\nx,1\n,2\ny,3\n", "a,id\nx,1\ny,2\nz,3\n", ["id"]),
      ("a,b,c\nx,1,p\nx,2,p\ny,1,p\n", "a,b,c\nx,1,q\ny,1,q\ny,2,q\n", ["a", "b"]),
      (
        "a,b,c,d\n0,0,0,p\n0,0,1,p\n0,1,0,p\n1,0,0,p\n1,1,1,q\n",
        "a,b,c,d\n0,0,0,q\n0,0,1,q\n0,1,0,q\n1,0,0,q\n1,1,1,q\n", ["a", "b", "c"]
      ),
      ("id,name\n", "id,name\n1,Ann\n2,Bob\n", ["id"]),
    ] as [(String, String, [String])])
  func found(old: String, new: String, columns: [String]) throws {
    #expect(try compare(old, new).key == .found(columns))
    #expect(try compare(new, old).key == .found(columns))
  }

  @Test("the smallest key is taken, even if it pairs nothing and a wider one would")
  func pairless() throws {
    let old = "row,a,b\n1,x,1\n2,x,2\n3,y,1\n"
    #expect(try compare(old, "row,a,b\n4,x,1\n5,x,2\n6,y,1\n").key == .found(["row"]))
    #expect(try compare(old, "row,a,b\n4,p,8\n5,p,9\n6,q,8\n").key == .found(["row"]))
  }

  @Test("where nothing is unique whole records are compared, and that is said")
  func notFound() throws {
    let result = try compare("a,b\n1,2\n1,2\n", "a,b\n1,2\n1,3\n")
    #expect(result.key == .notFound)
    #expect(result.key.columns == [])
    #expect(!result.hasKey)
    #expect(result.summary == Summary(deleted: 1, inserted: 1, updated: 0, moved: 0, unchanged: 1))
  }

  @Test(
    "what rules say of columns holds for the search",
    arguments: [
      (["id"], nil, [:], ["name"]), ([], ["name", "city"], [:], ["name"]),
      (["id", "name"], nil, [:], nil), ([], nil, ["ID": "id"], ["id"]),
    ] as [([String], [String]?, [String: String], [String]?)])
  func rules(ignored: [String], only: [String]?, renames: [String: String], columns: [String]?)
    throws
  {
    var plan = ComparisonPlan()
    plan.ignored = ignored
    plan.only = only
    plan.renames = ColumnMap(renames.map { ($0, $1) })
    let first = renames.isEmpty ? "id" : "ID"
    let result = try compare(
      "\(first),name,city\n1,Ann,Rome\n2,Bob,Rome\n",
      "id,name,city\n1,Ann,Rome\n2,Bob,Oslo\n3,Eve,Oslo\n",
      plan)
    #expect(result.key == columns.map(KeyChoice.found) ?? .notFound)
  }

  @Test("an identity that is given is not searched for")
  func given() throws {
    let text = "id,name\n1,Ann\n"
    #expect(try compare(text, text, plan(key: "name")).key == .given(["name"]))
    var whole = ComparisonPlan()
    whole.identity = .record
    #expect(try compare(text, text, whole).key == .wholeRecord)
  }

  @Test("the names of an object's members and plain values are their own identity")
  func ownIdentity() throws {
    func key(_ old: String, _ new: String) throws -> KeyChoice {
      try Comparison(
        source: table(old, name: "old.json"), target: table(new, name: "new.json"),
        plan: ComparisonPlan()
      ).key
    }
    #expect(
      try key(#"{"a":{"n":1},"b":{"n":2}}"#, #"{"a":{"n":1},"c":{"n":2}}"#) == .given(["@key"]))
    #expect(try key("[1,2,null]", "[2]") == .given(["@value"]))
    #expect(try key("[]", "[]") == .notFound)
    #expect(try key(#"[{"o":{"x":1},"id":1}]"#, #"[{"o":{"x":2},"id":1}]"#) == .found(["id"]))
  }

  @Test(
    "a column that repeats or is empty far from the records of the sample is no key",
    arguments: ["5", ""])
  func confirmed(value: String) throws {
    func text(_ change: String) -> String {
      "near,id,v\n"
        + (0..<20_000).map { "\($0 == 12_345 ? value : "\($0)"),k\($0),\(change)\($0 % 7)\n" }
        .joined()
    }
    let result = try compare(text("x"), text("y"))
    #expect(result.key == .found(["id"]))
    #expect(result.summary.updated == 20_000)
  }

  @Test("the result is the same whatever the number of threads", arguments: [1, 2, 3])
  func threads(count: Int) throws {
    func text(_ shift: Int) -> String {
      "row,a,b,c\n"
        + (0..<30_000).map { "\($0 / 600),\($0 / 300),\($0 % 300),\(($0 + shift) % 9)\n" }.joined()
    }
    var plan = ComparisonPlan()
    plan.run.workers = count
    let result = try compare(text(0), text(1), plan)
    #expect(result.key == .found(["a", "b"]))
    #expect(result.summary.updated == 30_000)
  }

  @Test("sections are told apart by a key that is found, too")
  func sections() throws {
    var options = ReadOptions()
    options.elements = "items"
    var plan = ComparisonPlan()
    plan.section = .nested(key: [])
    let result = try Comparison(
      source: table(
        #"[{"name":"a","n":1,"items":[{"id":1,"v":1}]},{"name":"b","n":1,"items":[{"id":2,"v":1}]}]"#,
        name: "old.json", options: options),
      target: table(
        #"[{"name":"a","n":2,"items":[{"id":1,"v":2}]},{"name":"b","n":1,"items":[{"id":2,"v":1}]}]"#,
        name: "new.json", options: options), plan: plan)
    #expect(result.key == .found(["id"]))
    #expect(result.sectionSummary?.updated == 1)
    #expect(result.summary.updated == 1)
  }

  @Test("every key found is that of an exhaustive search")
  func oracle() throws {
    var random = SeededGenerator.announced("found keys")
    for _ in 0..<300 {
      let rows = Sides { _ in
        (0..<Int.random(in: 0...7, using: &random)).map { _ in
          (0..<4).map {
            ["", "a", "b", "c", "d", "e"][
              Int.random(in: ($0 == 0 ? 0 : 1)...(2 + $0), using: &random)]
          }
        }
      }
      func text(_ rows: [[String]]) -> String {
        "a,b,c,d\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined()
      }
      let key = try compare(text(rows.source), text(rows.target)).key
      #expect(key == Self.key(rows), "\(text(rows.source))\n\(text(rows.target))")
    }
  }

  /// The key by its definition, tried set by set.
  private static func key(_ rows: Sides<[[String]]>) -> KeyChoice {
    let names = ["a", "b", "c", "d"]
    let sets = [
      [0], [1], [2], [3], [0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3], [0, 1, 2], [0, 1, 3],
      [0, 2, 3], [1, 2, 3],
    ]
    var keys: [(columns: [Int], pairs: Int)] = []
    for set in sets where !keys.contains(where: { Set($0.columns).isSubset(of: set) }) {
      let values = Sides { side in rows[side].map { row in set.map { row[$0] } } }
      let isKey = Side.allCases.allSatisfy { side in
        Set(values[side]).count == rows[side].count && !values[side].joined().contains("")
      }
      if isKey {
        keys.append((set, Set(values.source).intersection(values.target).count))
      }
    }
    guard let width = keys.first?.columns.count else { return .notFound }
    let smallest = keys.filter { $0.columns.count == width }
    let most = smallest.map(\.pairs).max() ?? 0
    return smallest.first { $0.pairs == most }.map { .found($0.columns.map { names[$0] }) }
      ?? .notFound
  }
}
