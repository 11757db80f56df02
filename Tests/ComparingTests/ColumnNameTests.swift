import Records
import Testing

@testable import Comparing
@testable import Patching

/// One letter spelled in two ways: equal as strings, not as bytes.
@Suite("Columns whose names differ in their bytes alone")
struct ColumnNameTests {
  private let old = "id,\u{E9},e\u{301}\n1,a,b\n2,c,d\n"
  private let new = "id,\u{E9},e\u{301}\n1,a,x\n2,c,d\n"

  @Test("are two columns")
  func two() throws {
    let result = try compare(old, new, plan(key: "id"))
    #expect(result.columns.common.map(\.source) == [0, 1, 2])
    #expect(result.summary.updated == 1)
  }

  @Test("are left out one by one")
  func ignored() throws {
    let other = try compare(old, new, plan(key: "id") { $0.ignored = ["\u{E9}"] })
    #expect(other.summary.updated == 1)
    let same = try compare(old, new, plan(key: "id") { $0.ignored = ["e\u{301}"] })
    #expect(same.summary.updated == 0)
  }

  @Test("have rules of their own", arguments: ["\u{E9}", "e\u{301}"])
  func ruled(name: String) throws {
    let (old, new) = ("id,\u{E9},e\u{301}\n1,A,A\n", "id,\u{E9},e\u{301}\n1,a,a\n")
    let compared = plan(key: "id") { $0.comparators[name] = .native(TextComparator(.nocase)) }
    let normalized = plan(key: "id") { $0.normalizers[name] = [.native(TextNormalizer(.lower))] }
    for plan in [compared, normalized] {
      let fields = try compare(old, new, plan).changes.flatMap(\.fields)
      #expect(fields.count == 1)
      #expect(fields.allSatisfy { ColumnName($0.column) != ColumnName(name) })
    }
  }

  @Test("have rules of their own in one rule set and in one laid over it")
  func overridden() throws {
    var (first, second) = (RuleSet(), RuleSet())
    first.ignored = ["\u{E9}"]
    second.ignored = ["e\u{301}"]
    first.renames = ["\u{E9}": "x"]
    second.renames = ["e\u{301}": "y"]
    let both = first.overridden(by: second)
    #expect(both.ignored?.count == 2)
    #expect(both.renames.map(\.value).sorted() == ["x", "y"])
  }

  @Test("are renamed one by one")
  func renamed() throws {
    let result = try compare(
      old, "id,x,e\u{301}\n1,a,b\n2,c,d\n", plan(key: "id") { $0.renames = ["\u{E9}": "x"] })
    #expect(result.summary.updated == 0)
    #expect(result.columnChanges.isEmpty)
  }

  @Test("are not taken for each other where they change places")
  func swapped() throws {
    let result = try compare(old, "id,e\u{301},\u{E9}\n1,a,b\n2,c,d\n", plan(key: "id"))
    #expect(result.summary.updated == 2)
  }

  @Test("are keys of their own", arguments: [("\u{E9}", 1), ("e\u{301}", 0)])
  func keyed(name: String, moved: Int) throws {
    let other = "id,\u{E9},e\u{301}\n1,c,b\n2,a,d\n"
    let result = try Comparison(
      source: table(old, hashing: [name]), target: table(other, hashing: [name]), plan: plan(key: name))
    #expect(result.summary.updated == 2)
    #expect(result.summary.moved == moved)
  }

  @Test("are patched and merged one by one")
  func written() throws {
    let result = try ResultWriting.json(try compare(old, new, plan(key: "id")))
    let document = try RecordedResult.read(bytes: Array(result.utf8), name: "changes.json")
    let patched = try PatchApplication.apply(
      document, to: table(old), isReverse: false, keepsColumns: false)
    #expect(patched == Array(new.utf8))
    let ours = old.replacing("2,c", with: "2,z")
    let merged = try Merge.merge(
      base: table(old), ours: table(ours), theirs: table(new), plan: plan(key: "id"), favor: .none)
    #expect(merged.text == Array(new.replacing("2,c", with: "2,z").utf8))
  }
}
