import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Analysis

/// The key that a comparison finds where none is given.
@Suite struct KeyFindingTests {
  @Test(
    "the key that pairs most records is found, of several the narrowest, of those the cleanest, of those the leftmost",
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
      ("row,a,b\n1,x,1\n2,x,2\n3,y,1\n", "row,a,b\n4,x,1\n5,x,2\n6,y,1\n", ["a", "b"]),
      ("row,a,b\n1,x,1\n2,x,2\n3,y,1\n", "row,a,b\n4,p,8\n5,p,9\n6,q,8\n", ["row"]),
      ("a,b\nx,1\nx,2\ny,3\nz,4\n", "a,b\ny,3\nz,4\n", ["b"]),
    ] as [(String, String, [String])])
  func found(old: String, new: String, columns: [String]) throws {
    #expect(try compare(old, new).key == .found(columns))
    #expect(try compare(new, old).key == .found(columns))
  }

  @Test("the most records that another key can pair are counted right, whatever is known of equal records")
  func mostPaired() throws {
    var random = SeededGenerator.announced("keys that may be better")
    for _ in 0..<100 {
      let old = (0..<Int.random(in: 2...60, using: &random)).shuffled(using: &random).map { id in
        ["\(id)", "b\(Int.random(in: 0..<40, using: &random))", Bool.random(using: &random) ? "" : "c\(id)"]
      }
      var new = old.filter { _ in Int.random(in: 0..<6, using: &random) > 0 }
      for row in new.indices where Int.random(in: 0..<4, using: &random) == 0 {
        new[row][Int.random(in: 0..<3, using: &random)] = "\(100 + row)"
      }
      if Bool.random(using: &random) { new.shuffle(using: &random) }
      let texts = [old, new].map { "id,b,c\n" + $0.map { $0.joined(separator: ",") + "\n" }.joined() }
      let source = try table(texts[0], hashing: ["id"])
      let beside = try RecordInput.read(bytes: Array(texts[1].utf8), name: "new.csv").table(
        hashing: ["id"], beside: source)
      var guessed = ComparisonPlan()
      guessed.run.guessedKey = ["id"]
      for (target, plan) in [(beside, guessed), (try table(texts[1]), ComparisonPlan())] {
        let bound = try ResolvedPlan(plan, source: source, target: target)
        var trials = KeyTrials(ComparisonInput(source: source, target: target, plan: bound))
        guard let trial = try trials.trial(of: ["id"]) else { continue }
        for columns in [[1], [2], [1, 2]] {
          let names = columns.map { ["id", "b", "c"][$0] }
          #expect(
            try trial.mostPaired(under: names) == Self.mostPaired(old, new, columns), "\(texts), \(names)")
        }
      }
    }
  }

  /// Pairs by the first column that agree in others, and the records beside them whose values the other side has.
  private static func mostPaired(_ old: [[String]], _ new: [[String]], _ columns: [Int]) -> Int {
    func values(_ row: [String]) -> [String] { columns.map { row[$0] } }
    let agreed = Set(new.filter { row in old.contains { $0[0] == row[0] && values($0) == values(row) } }.map { $0[0] })
    let left = Set(old.filter { !agreed.contains($0[0]) }.map(values))
    return agreed.count + new.count { !agreed.contains($0[0]) && left.contains(values($0)) }
  }

  @Test("a few empty and repeated values do not exclude a key where a cleaner one pairs fewer")
  func fewExceptions() throws {
    let old = "code,nr\n,1\n,2\nA,3\nB,4\nC,5\nD,06\n"
    let new = "code,nr\nA,3\nB,4\nC,5\nD,6\n"
    let result = try compare(old, new)
    #expect(result.key == .found(["code"], gaps: Sides(source: 2, target: 0)))
    #expect(result.summary.updated == 1)
    #expect(
      result.terms.notes.map(\.message) == [
        "the key that was found, code, has no value in 2 records of old.csv"
      ])
  }

  @Test("what repeats in more than a few records is no key, however many pairs come of it")
  func manyRepetitions() throws {
    let rows = (0..<20).map { "\($0 / 4 == 4 ? $0 : 0),v\($0 / 2)\n" }.joined()
    #expect(try compare("a,b\n" + rows, "a,b\n" + rows).key == .notFound())
  }

  @Test("a unique key is found where one with repetitions pairs more, but less than half")
  func cleanBesideNear() throws {
    let old = "a,b\n" + (0..<10).map { "\($0 == 9 ? 0 : $0),r\($0)\n" }.joined()
    let new =
      "a,b\n" + (0..<10).map { "\($0 < 5 ? $0 : $0 + 50),\($0 == 7 ? "r" : "s")\($0)\n" }.joined()
    #expect(try compare(old, new).key == .found(["b"]))
  }

  @Test("where no key is good enough the nearest one is named with what it pairs")
  func nearest() throws {
    let result = try compare("a\n1\n1\n2\n2\n3\n", "a\n1\n2\n3\n4\n4\n")
    let near = KeyChoice.NearKey(columns: ["a"], certain: 1, possible: 5)
    #expect(result.key == .notFound(nearest: near))
    #expect(
      result.terms.notes.map(\.message).joined().contains(
        "a comes nearest: it pairs 1 of 5 records"))
  }

  @Test("where nothing is unique whole records are compared, and that is said")
  func notFound() throws {
    let result = try compare("a,b\n1,2\n1,2\n", "a,b\n1,2\n1,3\n")
    #expect(result.key == .notFound())
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
    #expect(result.key == columns.map { .found($0) } ?? .notFound())
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
    #expect(try key("[]", "[]") == .notFound())
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

  @Test("every key found is that of an exhaustive search, and the first that a probe lists")
  func oracle() throws {
    var random = SeededGenerator.announced("found keys")
    for round in 0..<600 {
      let rows = Sides { _ in
        (0..<Int.random(in: 0...(round % 3 == 0 ? 14 : 7), using: &random)).map { _ in
          (0..<4).map {
            ["", "a", "b", "c", "d", "e", "f", "g", "h"][
              Int.random(in: ($0 == 0 ? 0 : 1)...(2 + $0 + round % 4), using: &random)]
          }
        }
      }
      let texts = Sides { side in
        "a,b,c,d\n" + rows[side].map { $0.joined(separator: ",") + "\n" }.joined()
      }
      let key = try compare(texts.source, texts.target).key
      let oracle = KeyOracle(rows)
      #expect(key == oracle.choice, "\(texts.source)\n\(texts.target)")
      let report = try KeyProbe(
        source: table(texts.source), target: table(texts.target), plan: ComparisonPlan()
      ).report(on: [], searching: SearchLimits())
      #expect(report.keys.first?.columns == oracle.columns, "\(texts.source)\n\(texts.target)")
      let isPairing =
        report.keys.first?.match?.certain != 0 || rows.source.isEmpty || rows.target.isEmpty
      #expect((report.rule != nil) == (key.isFound && isPairing))
    }
  }
}

/// The best key by its definition, tried set by set.
private struct KeyOracle {
  private struct Figures {
    let set: Set<Int>
    let certain: Int
    let repetitions: Int
    let unfilled: Sides<Int>

    var exceptions: Int { repetitions + unfilled.source + unfilled.target }
  }

  private let rows: Sides<[[String]]>
  private let possible: Int
  private var best: Figures?

  init(_ rows: Sides<[[String]]>) {
    self.rows = rows
    possible = min(rows.source.count, rows.target.count)
    let columns = (0..<4).filter { isVaried($0) }
    var uniques: [Set<Int>] = []
    var nears: [Set<Int>] = []
    var hadEnough = false
    for width in 1...3 {
      let sets = (1..<16).map { bits in Set((0..<4).filter { bits >> $0 & 1 == 1 }) }
        .filter { $0.count == width && $0.isSubset(of: columns) }
        .sorted { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
      let tried = sets.filter { set in !uniques.contains { $0.isSubset(of: set) } }
        .compactMap(figures)
        .filter { one in one.repetitions == 0 || !nears.contains { $0.isSubset(of: one.set) } }
      for one in tried {
        if one.repetitions == 0 { uniques.append(one.set) } else { nears.append(one.set) }
        if best.map({ rank(one).lexicographicallyPrecedes(rank($0)) }) ?? true { best = one }
      }
      guard let best, 20 * best.certain >= 19 * possible else { continue }
      if best.repetitions == 0 || best.certain == possible || hadEnough { break }
      hadEnough = true
    }
  }

  var columns: [String]? { best.map { $0.set.sorted().map { ["a", "b", "c", "d"][$0] } } }

  var choice: KeyChoice {
    guard let best, let columns else { return .notFound() }
    if isGoodEnough(best) { return .found(columns, gaps: best.unfilled) }
    return .notFound(
      nearest: best.certain == 0
        ? nil : .init(columns: columns, certain: best.certain, possible: possible))
  }

  private func isGoodEnough(_ one: Figures) -> Bool {
    one.exceptions == 0 || 2 * one.certain >= possible
  }

  private func rank(_ one: Figures) -> [Int] {
    [isGoodEnough(one) ? 0 : 1, -one.certain, one.set.count, one.exceptions]
  }

  /// Whether a column has values on both sides, and different ones on one.
  private func isVaried(_ column: Int) -> Bool {
    let values = Side.allCases.map { side in Set(rows[side].map { $0[column] }) }
    let isTiny = Side.allCases.allSatisfy { rows[$0].count < 2 }
    return !values.contains([""]) && (isTiny || values.contains { $0.count > 1 })
  }

  /// What a set of columns comes to; `nil` where more than three records of a side repeat it.
  private func figures(_ set: Set<Int>) -> Figures? {
    let keys = Sides { side in rows[side].map { row in set.sorted().map { row[$0] } } }
    let repetitions = Sides { keys[$0].count - Set(keys[$0]).count }
    guard repetitions.source <= 3, repetitions.target <= 3 else { return nil }
    let certain = Set(keys.source).filter { key in
      !key.allSatisfy(\.isEmpty) && keys.source.count { $0 == key } == 1
        && keys.target.count { $0 == key } == 1
    }
    return Figures(
      set: set, certain: certain.count, repetitions: repetitions.source + repetitions.target,
      unfilled: Sides { side in keys[side].count { $0.contains("") } })
  }
}
