import Records
import Testing

@testable import RecordDiff

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

  @Test("are patched and merged one by one")
  func written() throws {
    let result = ResultWriting.json(try compare(old, new, plan(key: "id")))
    let document = try PatchDocument.read(bytes: Array(result.utf8), name: "changes.json")
    let patched = try PatchApplication.apply(
      document, to: table(old), isReverse: false, keepsColumns: false)
    #expect(patched == Array(new.utf8))
    let ours = old.replacing("2,c", with: "2,z")
    let merged = try Merge.merge(
      base: table(old), ours: table(ours), theirs: table(new), plan: plan(key: "id"), favor: .none)
    #expect(merged.text == Array(new.replacing("2,c", with: "2,z").utf8))
  }
}
