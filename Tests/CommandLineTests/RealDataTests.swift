import Foundation
import TestSupport
import Testing

/// Two commits of the same public file, three times; what has to come out was counted with other tools.
@Suite struct RealDataTests {
  struct Truth: Decodable {
    let key: [String]
    let rows_old: Int
    let rows_new: Int
    let columns_removed: [String]
    let columns_added: [String]
    let deleted: Int
    let inserted: Int
    let updated_common_columns: Int
    let moved_minimal: Int
    let changed_cells_by_column: [String: Int]
  }

  struct Result: Decodable {
    struct Side: Decodable { let records: Int }
    struct Columns: Decodable { let deleted, inserted: [String] }
    struct Counts: Decodable { let deleted, inserted, updated, moved, unchanged: Int }
    struct Change: Decodable {
      struct Field: Decodable {}
      let kind: String
      let moved: Bool?
      let fields: [String: Field]?
    }
    let source, target: Side
    let columns: Columns
    let summary: Counts
    let changes: [Change]
  }

  @Test(
    "a pair of real files gives exactly the counts of its truth",
    arguments: ["country-codes", "world-cities", "subdivisions"])
  func counts(name: String) async throws {
    let folder = BuiltProducts.packageRoot + "/Tests/CommandLineTests/Fixtures/real/" + name
    let truth = try JSONDecoder().decode(
      Truth.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/truth.json")))
    let run = try await Lunadiff().run([
      folder + "/old.csv.zst", folder + "/new.csv.zst", "-k", truth.key.joined(separator: ","),
      "--duplicates", "pair", "--format", "json",
    ])
    #expect(run.errorText == "")
    #expect(run.status == 1)
    let result = try JSONDecoder().decode(Result.self, from: run.output)
    #expect(result.source.records == truth.rows_old)
    #expect(result.target.records == truth.rows_new)
    #expect(Set(result.columns.deleted) == Set(truth.columns_removed))
    #expect(Set(result.columns.inserted) == Set(truth.columns_added))
    #expect(result.summary.deleted == truth.deleted)
    #expect(result.summary.inserted == truth.inserted)
    #expect(result.summary.updated == truth.updated_common_columns)
    #expect(result.summary.moved == truth.moved_minimal)
    expectChangesAgree(result, truth)
  }

  private func expectChangesAgree(_ result: Result, _ truth: Truth) {
    let kinds = Dictionary(grouping: result.changes, by: \.kind).mapValues(\.count)
    #expect(kinds["deleted", default: 0] == truth.deleted)
    #expect(kinds["inserted", default: 0] == truth.inserted)
    #expect(kinds["updated", default: 0] == truth.updated_common_columns)
    let moved = result.changes.count { $0.kind == "moved" || $0.moved == true }
    #expect(moved == truth.moved_minimal)
    var cells: [String: Int] = [:]
    for column in result.changes.compactMap(\.fields).flatMap(\.keys) {
      cells[column, default: 0] += 1
    }
    #expect(cells == truth.changed_cells_by_column)
  }
}
