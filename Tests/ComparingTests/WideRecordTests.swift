import Records
import Testing

@testable import Comparing
@testable import Patching

/// Whatever took time quadratic in the number of columns would take minutes here.
@Suite("Wide records") struct WideRecordTests {
  private static let width = 10_000
  private let names = (0..<width).map { "c\($0)" }

  /// CSV of five records; every other cell from one column on ends with a mark.
  private func csv(marking first: Int? = nil, _ mark: String = "") -> String {
    let rows = (0..<5).map { row in
      (0..<Self.width).map { column in
        let isMarked = first.map { column >= $0 && (column - $0).isMultiple(of: 2) } ?? false
        return column == 0 ? "\(row)" : "\(row).\(column)\(isMarked ? mark : "")"
      }.joined(separator: ",")
    }
    return ([names.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
  }

  private func json(_ values: [Int]) -> String {
    let objects = values.map { value in
      "{" + names.map { "\"\($0)\":\(value)" }.joined(separator: ",") + "}"
    }
    return "[" + objects.joined(separator: ",") + "]"
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("can be merged, with conflicts and without", arguments: [MergeFavor.theirs, .none])
  func merge(favor: MergeFavor) throws {
    let output = try Merge.merge(
      base: table(csv(), name: "base"), ours: table(csv(marking: 1, "o"), name: "ours"),
      theirs: table(csv(marking: favor == .none ? 2 : 1, "t"), name: "theirs"),
      plan: plan(key: "c0"), favor: favor)
    #expect(output.conflicts.count == (favor == .none ? 0 : 5))
    #expect(output.taken.updated == (favor == .none ? 5 : 0))
    if favor == .theirs { #expect(text(output.text) == csv(marking: 1, "t")) }
  }

  @Test("can be patched by values")
  func patch() throws {
    let result = try ResultWriting.json(try compare(csv(), csv(marking: 1, "n"), plan(key: "c0")))
    let document = try RecordedResult.read(bytes: Array(result.utf8), name: "changes.json")
    let bytes = try PatchApplication.apply(
      document, to: table(csv()), isReverse: false, keepsColumns: false)
    #expect(text(bytes) == csv(marking: 1, "n"))
  }

  @Test("can be patched by values where the whole record is the key")
  func patchWithoutKey() throws {
    let result = try ResultWriting.json(
      try compare(csv(), csv(marking: 1, "n"), plan(key: "c0") { $0.identity = .record }))
    let document = try RecordedResult.read(bytes: Array(result.utf8), name: "changes.json")
    let bytes = try PatchApplication.apply(
      document, to: table(csv()), isReverse: false, keepsColumns: false)
    #expect(text(bytes) == csv(marking: 1, "n"))
  }

  @Test("can have rules for paths in all of their columns")
  func paths() throws {
    var options = ReadOptions()
    options.format = .json
    let old = names.map { "\"\($0)\":{\"x\":1,\"y\":1}" }.joined(separator: ",")
    let new = old.replacing("\"x\":1", with: "\"x\":2")
    let result = try Comparison(
      source: table("[{\"id\":1,\(old)}]", options: options),
      target: table("[{\"id\":1,\(new)}]", options: options),
      plan: plan(key: "id") { $0.ignored = names.map { "\($0).x" } })
    #expect(result.summary.updated == 0)
  }

  @Test("are told apart as a whole, also from others of their side")
  func identity() throws {
    var options = ReadOptions()
    options.format = .json
    let result = try Comparison(
      source: table(json([1, 1, 2]), options: options),
      target: table(json([1, 3, 1]), options: options), plan: ComparisonPlan())
    #expect(
      result.summary == Summary(deleted: 1, inserted: 1, updated: 0, moved: 0, unchanged: 2))
    #expect(result.duplicates.source.repetitions == 1)
  }
}
