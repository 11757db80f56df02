import Comparing
import Records
import TestSupport
import Testing

@testable import Reports

/// Limits of columns and sections, against counting row by row.
@Suite struct ChangeLimitTests {
  private static let columns = ["a", "b", "c"]

  /// Rows by id, each with the number of its section, before and after.
  private struct Night {
    var old: [[Int]]
    var new: [[Int]]
    var sections: [Int]

    init(_ random: inout SeededGenerator) {
      let rows = Int.random(in: 1...12, using: &random)
      old = (0..<rows).map { _ in ChangeLimitTests.columns.map { _ in Int.random(in: 0...3, using: &random) } }
      new = old.map { row in row.map { Int.random(in: 0...3, using: &random) == 0 ? $0 + 1 : $0 } }
      sections = (0..<rows).map { _ in Int.random(in: 0...2, using: &random) }
    }

    func csv(_ rows: [[Int]]) -> String {
      let lines = rows.enumerated().map { id, row in ([id, sections[id]] + row).map(String.init).joined(separator: ",")
      }
      return ((["id", "s"] + ChangeLimitTests.columns).joined(separator: ",") + "\n") + lines.map { $0 + "\n" }.joined()
    }

    /// The columns that differ, of each row.
    var differing: [Set<Int>] { zip(old, new).map { old, new in Set(old.indices.filter { old[$0] != new[$0] }) } }
  }

  @Test("say what counting row by row says, and a record is held to the limits that name what differs")
  func law() throws {
    var random = SeededGenerator.announced("limits of columns")
    for _ in 0..<200 {
      let night = Night(&random)
      let hasSections = Bool.random(using: &random)
      let comparison = try compare(night.csv(night.old), night.csv(night.new)) {
        if hasSections { $0.section = .column("s") }
      }
      var thresholds = ChangeThresholds()
      var limits: [Int: Int] = [:]
      for column in Self.columns.indices where Bool.random(using: &random) {
        limits[column] = Int.random(in: 0...4, using: &random)
        thresholds.limits.append(
          LimitRule(.updated, .column(Self.columns[column]), fail: limits[column].map { .count($0) }))
      }
      let section =
        hasSections && Bool.random(using: &random) ? (name: 1, most: Int.random(in: 0...2, using: &random)) : nil
      if let section {
        thresholds.limits.append(LimitRule(.updated, .section("\(section.name)"), fail: .count(section.most)))
      }
      let most = Int.random(in: 0...4, using: &random)
      thresholds.limits.append(LimitRule(.updated, fail: .count(most)))
      let rows = zip(night.differing, night.sections).filter { !$0.0.isEmpty }
      let own = rows.filter { $0.1 == section?.name }
      let open = rows.filter { $0.1 != section?.name }
      let others = open.count { row in row.0.contains { limits[$0] == nil } }
      let seen = limits.keys.sorted().map { column in open.count { $0.0.contains(column) } }
      let found = thresholds.limits(comparison)
      #expect(found.filter { if case .column = $0.rule.scope { true } else { false } }.map(\.seen) == seen)
      #expect(found.first { $0.rule.kind == .updated && $0.rule.scope == .rest }?.seen == others)
      let isDifferent =
        others > most || zip(limits.keys.sorted(), seen).contains { $1 > limits[$0] ?? 0 }
        || section.map { own.count > $0.most } ?? false
      #expect(thresholds.counting(comparison) == (isDifferent ? [.updated] : []))
    }
  }

  @Test("every form of a report says how a limit stands", arguments: ["0", "1", "50%"])
  func everyReport(most: String) throws {
    let comparison = try compare("id,a,b\n1,x,x\n2,x,x\n", "id,a,b\n1,y,x\n2,x,x\n")
    let amount = try #require(ChangeAmount(most))
    var options = ReportOptions()
    options.thresholds.limits = [LimitRule(.updated, .column("a"), fail: amount)]
    let words = "max updated a: \(most) (1 of 2 seen\(most == "0" ? ", too many" : ""))"
    for format: ReportFormat in [.text, .table, .summary, .html] {
      let report = try text(comparison, format) { $0 = options }
      #expect(report.contains(words) || report.contains(String(words.dropFirst(15))), "\(format)")
    }
    #expect(comparison.noteLines(options).contains(words))
    let suite = try text(comparison, .junit) { $0 = options }
    #expect(suite.contains("name=\"max updated a: \(most)\""))
    #expect(suite.contains("failures=\"\(most == "0" ? 1 : 0)\""))
  }

  @Test("a column that is not compared is said to be that")
  func ignored() throws {
    let comparison = try compare("id,a\n1,x\n", "id,a\n1,y\n") { $0.ignored = ["a"] }
    var thresholds = ChangeThresholds()
    thresholds.limits = [LimitRule(.updated, .column("a"), fail: .count(1))]
    #expect(thresholds.namedRules(in: comparison).map(\.text) == ["max updated a: 1 (not compared)"])
  }

  @Test("a column that neither input has is refused, unless its name ends in a question mark")
  func unknown() throws {
    let comparison = try compare("id,a\n1,x\n", "id,a\n1,y\n")
    var thresholds = ChangeThresholds()
    thresholds.limits = ["z?", "a?"].map { LimitRule(.updated, .column($0), fail: .count(1)) }
    try thresholds.check(comparison)
    #expect(thresholds.limits(comparison).filter { $0.rule.scope != .rest }.map(\.seen) == [nil, 1])
    thresholds.limits.append(LimitRule(.updated, .column("z"), fail: .count(1)))
    #expect(throws: ComparisonError.self) { try thresholds.check(comparison) }
  }
}
