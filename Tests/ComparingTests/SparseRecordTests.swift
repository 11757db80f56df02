import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

/// Records of JSON that have few of many columns.
@Suite struct SparseRecordTests {
  private func table(_ json: String) throws -> RecordTable {
    try RecordInput.read(bytes: Array(json.utf8), name: "t.json").table()
  }

  /// An array of objects; each is a list of columns with their values.
  private func json(_ records: [[Int: Int]]) -> String {
    let objects = records.map { record in
      "{" + record.shuffled().map { "\"c\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }
    return "[" + objects.joined(separator: ",") + "]"
  }

  /// Whole records are compared.
  private var wholeRecords: ComparisonPlan {
    var plan = ComparisonPlan()
    plan.identity = .record
    return plan
  }

  @Test(
    "tens of thousands of records with different members are compared", arguments: [false, true])
  func manyColumns(hasKey: Bool) throws {
    let count = 20_000
    func records(_ value: Int) throws -> RecordTable {
      try table(
        "[" + (0..<count).map { "{\"id\":\($0),\"k\($0)\":\(value)}" }.joined(separator: ",") + "]")
    }
    let result = try Comparison(
      source: records(1), target: records(2), plan: hasKey ? plan(key: "id") : wholeRecords)
    #expect(result.summary.updated == (hasKey ? count : 0))
    #expect(result.summary.deleted == (hasKey ? 0 : count))
    #expect(
      try !hasKey
        || result.change(at: 7).fields
          == [
            Change.FieldChange(
              column: "k7", old: .number(NumberText(utf8: [49])),
              new: .number(NumberText(utf8: [50])), paths: nil)
          ]
    )
  }

  /// JSON Lines of records that have a member of their own each.
  private func sparseLines(_ numbers: Range<Int>, value: Int) throws -> RecordTable {
    let lines = numbers.map { "{\"id\":\($0),\"k\($0)\":\(value)}\n" }.joined()
    return try RecordInput.read(bytes: Array(lines.utf8), name: "t.jsonl").table()
  }

  @Test("tens of thousands of records with different members are merged")
  func merge() throws {
    let base = try sparseLines(0..<10_000, value: 1)
    let theirs = try sparseLines(5000..<20_000, value: 2)
    let output = try Merge.merge(
      base: base, ours: base, theirs: theirs, plan: plan(key: "id"), favor: .none)
    #expect(output.text.elementsEqual(theirs.wholeText))
    #expect(
      output.taken
        == Summary(deleted: 5000, inserted: 10_000, updated: 5000, moved: 0, unchanged: 0))
  }

  @Test("thousands of records with different members are patched by values")
  func patch() throws {
    let (old, new) = try (sparseLines(0..<3_000, value: 1), sparseLines(0..<3_000, value: 2))
    let result = try ResultWriting.json(try Comparison(source: old, target: new, plan: plan(key: "id")))
    let document = try RecordedResult.read(bytes: Array(result.utf8), name: "changes.json")
    let bytes = try PatchApplication.apply(
      document, to: old, isReverse: false, keepsColumns: false)
    #expect(bytes.elementsEqual(new.wholeText))
  }

  @Test("the key of a whole record is the values that it has, but for ignored ones")
  func wholeRecordKey() throws {
    let wide = (0..<80).map { "\"c\($0)\":0" }.joined(separator: ",")
    var plan = wholeRecords
    plan.ignored = ["c9"]
    let result = try Comparison(
      source: table("[{\(wide)},{\"c3\":\"x\",\"c2\":1,\"c9\":5}]"), target: table("[{\(wide)}]"),
      plan: plan)
    #expect(try result.change(at: 0).key == [.number(NumberText(utf8: [49])), .text("x")])
  }

  @Test("they differ where a member does that one of them has", arguments: 0..<20)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func records() -> [[Int: Int]] {
      // The first has all columns, so that both sides have the same.
      [Dictionary(uniqueKeysWithValues: (0..<80).map { ($0, 0) })]
        + (1..<40).map { number in
          let members = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            (Int.random(in: 1..<80, using: &random), Int.random(in: 0...1, using: &random))
          }
          return Dictionary([(0, number)] + members) { first, _ in first }
        }
    }
    let (old, new) = (records(), records())
    let tables = try (table(json(old)), table(json(new)))
    let keyed = try Comparison(source: tables.0, target: tables.1, plan: plan(key: "c0"))
    #expect(keyed.summary.updated == zip(old, new).filter { $0 != $1 }.count)
    for change in try keyed.changes {
      guard let source = change.source, let target = change.target else { continue }
      let differing = (0..<80).filter { old[source][$0] != new[target][$0] }.map { "c\($0)" }
      #expect(Set(change.fields.map(\.column)) == Set(differing))
    }
    let whole = try Comparison(source: tables.0, target: tables.1, plan: wholeRecords)
    #expect(whole.summary.deleted == zip(old, new).filter { $0 != $1 }.count)
    #expect(whole.summary.inserted == whole.summary.deleted)
  }

  @Test("a rule has the last word on a column that neither record has")
  func rules() throws {
    let wide = (0..<80).map { "\"c\($0)\":0" }.joined(separator: ",")
    let tables = try (table("[{\(wide)},{\"c0\":1}]"), table("[{\(wide)},{\"c0\":1,\"c2\":null}]"))
    let exact = try Comparison(source: tables.0, target: tables.1, plan: plan(key: "c0"))
    #expect(exact.summary.updated == 1)
    let loose = try Comparison(
      source: tables.0, target: tables.1,
      plan: plan(key: "c0") { $0.comparators["c2"] = .native(NullComparator([])) })
    #expect(loose.summary.updated == 0)
  }
}
