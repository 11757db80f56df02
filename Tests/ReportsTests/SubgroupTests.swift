import Foundation
import Comparing
import Testing

@Suite("What updated records have in common")
struct SubgroupTests {
  /// A comparison of records with the columns `id`, `qty` and some more.
  ///
  /// - Parameters:
  ///   - isUpdated: Which records' quantity differs.
  ///   - cells: The other columns' cells of a record, in the new version or the old.
  private func orders(
    _ count: Int = 500, _ columns: String = "country", isUpdated: (Int) -> Bool,
    change: (inout ComparisonPlan) -> Void = { _ in }, cells: (Int, Bool) -> String
  ) throws -> Comparison {
    func table(isNew: Bool) -> String {
      let rows = (0..<count).map { "\($0),\(isNew && isUpdated($0) ? 2 : 1),\(cells($0, isNew))" }
      return (["id,qty,\(columns)"] + rows).joined(separator: "\n")
    }
    return try compare(table(isNew: false), table(isNew: true), change: change)
  }

  /// As in `country=DE 20/63`: how many of the updated, and of the paired records.
  private func found(_ comparison: Comparison) throws -> [String] {
    let json = try report(comparison, .json) { $0.statistics = true }
    let result = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
    let summary = try #require(result?["summary"] as? [String: Any])
    return try (summary["where"] as? [[String: Any]] ?? []).map { found in
      let names = try ["column", "value"].map { try #require(found[$0] as? String) }
      let counts = try ["updated", "paired"].map { try #require(found[$0] as? Int) }
      return "\(names[0])=\(names[1]) \(counts[0])/\(counts[1])"
    }
  }

  @Test("is a value that few of the other records have")
  func special() throws {
    let comparison = try orders(isUpdated: { $0 < 160 && $0 % 8 == 0 || $0 == 499 }) { id, _ in
      id % 8 == 0 ? "DE" : "FR"
    }
    #expect(try found(comparison) == ["country=DE 20/63"])
    let line = "95.2 % of updated records have country = DE (12.6 % of all)\n"
    #expect(try text(comparison, .summary).hasSuffix("\n\n" + line))
    let item = "- 95.2 % of updated records have `country` = `DE` (12.6 % of all)\n"
    #expect(try text(comparison, .markdown).contains("\n\n" + item))
  }

  @Test(
    "is nothing where too few are updated, or have the value, or where many others have it, too",
    arguments: [
      // The updated records, the records with the value, and whether that is enough.
      (0..<10, 0..<100, true), (0..<9, 0..<100, false),
      (0..<20, 10..<100, true), (0..<20, 11..<100, false),
      (0..<20, 0..<333, true), (0..<20, 0..<334, false),
      (0..<20, 0..<500, false),
    ])
  func bounds(updated: Range<Int>, special: Range<Int>, isFound: Bool) throws {
    // Values of their own, of which none is the most frequent one by chance.
    let comparison = try orders(isUpdated: updated.contains) { id, _ in
      special.contains(id) ? "DE" : "\(id)"
    }
    #expect(try found(comparison).isEmpty == !isFound)
  }

  @Test("is not what changed itself")
  func changed() throws {
    let comparison = try orders(isUpdated: { $0 < 30 }) { id, isNew in
      isNew && id < 30 ? "DE" : "FR"
    }
    #expect(try found(comparison).isEmpty)
  }

  @Test("is not told by inserted records, which no record is paired with")
  func inserted() throws {
    let old = (0..<100).map { "\($0),1,\($0 < 20 ? "DE" : "FR")\n" }.joined()
    let new = (0..<200).map { "\($0),\($0 < 20 ? 2 : 1),\($0 < 20 || $0 > 99 ? "DE" : "FR")\n" }
    let comparison = try compare("id,qty,country\n" + old, "id,qty,country\n" + new.joined())
    #expect(try found(comparison) == ["country=DE 20/20"])
  }

  @Test("is looked for in columns of few values", arguments: [(63, true), (64, false)])
  func manyValues(others: Int, isFound: Bool) throws {
    let comparison = try orders(isUpdated: { $0 < 200 }) { id, _ in
      id < others ? "\(id)" : id < 200 ? "DE" : "FR"
    }
    let share = "country=DE \(200 - others)/\(200 - others)"
    #expect(try found(comparison) == (isFound ? [share] : []))
  }

  @Test("tells the best three, those that tell as much in the order of columns")
  func ranking() throws {
    let comparison = try orders(500, "a,b,c,d", isUpdated: { $0 < 50 }) { id, _ in
      let (wide, narrow) = (id < 100 ? "x" : "y", id < 50 ? "x" : "y")
      return "\(wide),\(wide),\(narrow),\(wide)"
    }
    #expect(try found(comparison) == ["c=x 50/50", "a=x 50/100", "b=x 50/100"])
  }

  @Test("shows no masked value")
  func masked() throws {
    let comparison = try orders(
      isUpdated: { $0 < 30 }, change: { $0.masked = ["country"] },
      cells: { id, _ in id < 30 ? "DE" : "" })
    #expect(try found(comparison).isEmpty)
  }

  @Test("counts the same on any number of threads, with sections, too", arguments: [1, 2, 7])
  func threads(workers: Int) throws {
    for section in [nil, "country"] {
      let comparison = try orders(
        30_000, isUpdated: { $0 % 16 == 0 || $0 % 1000 == 1 },
        change: {
          $0.run.workers = workers
          if let section { $0.section = .column(section) }
        }, cells: { id, _ in id % 8 == 0 ? "DE" : "FR" })
      #expect(try found(comparison) == ["country=DE 1875/3750"])
    }
  }

  @Test(
    "stands on the page below the columns",
    .enabled(if: Browser.path != nil, "no Chromium is installed"))
  func page() async throws {
    let comparison = try orders(isUpdated: { $0 < 20 }) { id, _ in id < 25 ? "<DE>" : "" }
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      $("tab-columns").click();
      tell("where", [...document.querySelectorAll("p.where")].map((line) => line.textContent).join("|"));
      """)
    #expect(seen["where"] == "100.0 % of updated records have country = <DE> (5.0 % of all)")
  }
}
