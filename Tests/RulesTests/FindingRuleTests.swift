import Analysis
import Comparing
import Reports
import Testing

@testable import Rules

/// Findings under rules in Lua.
@Suite("Findings and rules") struct FindingRuleTests {
  @Test("a rule that fails on what the comparison did not ask it leaves the report as it is", arguments: [true, false])
  func failing(compiles: Bool) throws {
    let rules = """
      return { identity = "id", normalize = { v = function(v) if v == "boom" then error("no") end return v end } }
      """
    func text(_ number: (Int) -> String) -> String {
      "id,v\n" + (1...30).map { "\($0),\($0 % 3 == 0 ? "boom" : number($0))\n" }.joined()
    }
    let comparison = try compare(text { "\($0).50" }, text { "\($0).5" }, rules: rules, compiles: compiles)
    var report: [UInt8] = []
    try write(comparison, as: .text, to: &report)
    #expect(String(decoding: report, as: UTF8.self).contains("20 updated"))
  }

  /// The findings about two texts under a filter that keeps the records with 1 in a column.
  private func filtered(_ old: [String], _ new: [String]) throws -> [String] {
    let rules = """
      return { identity = "id", filter = function(r) return r.k == "1" end }
      """
    func text(_ rows: [String]) -> String { (["id,k,v"] + rows).joined(separator: "\n") + "\n" }
    return try compare(text(old), text(new), rules: rules).findingWords().map(\.text)
  }

  /// Records that a filter keeps, each before one that it leaves out.
  private func mixed(_ kept: [String]) -> [String] {
    kept.enumerated().flatMap { [$1, "\(5_000 - $0 * 37 % 1_000),0,z"] }
  }

  @Test("of inputs of which a filter leaves out records, what is said of order and places is said of what is compared")
  func filteredOrder() throws {
    let ids = Array(100..<140)
    let rows = ids.map { "\($0),1,w" }
    let shuffled = ids.sorted { ($0 * 37 % 101) < ($1 * 37 % 101) }.map { "\($0),1,w" }
    let sorted = try filtered(mixed(rows), mixed(shuffled))
    #expect(sorted.contains { $0.contains("what is compared of the old input is sorted by id") }, "\(sorted)")
    let moved = try filtered(mixed(rows), mixed(Array(rows[30...] + rows[..<30])))
    let words =
      "10 of 10 moved records moved side by side among those that are compared, the first, from record 61 to record 1"
    #expect(moved.contains(words), "\(moved)")
  }

  @Test("records that repeat a key are counted among those that are compared")
  func filteredRepeats() throws {
    let rows = (0..<40).map { "\($0),1,u\($0)" }
    let found = try filtered(mixed(rows), mixed(rows + (0..<10).map { "\($0),1,w\($0)" }))
    #expect(
      found.contains { $0.hasPrefix("10 of 50 records of the new input that are compared repeat the id") }, "\(found)")
  }
}
