import Analysis
import Comparing
import Records
import Requests
import TestSupport
import Testing

/// What is typed for a finding hides what the finding counts, and leaves all else that differs.
@Suite struct FindingCommandLawTests {
  private static func request(_ texts: [String], _ rules: [String] = []) -> DiffRequest {
    var request = DiffRequest(old: "old.\(texts[0].first == "{" ? "jsonl" : "csv")", new: "new.jsonl")
    if texts[0].first != "{" { request.new = "new.csv" }
    request.options.contents = Sides(source: Array(texts[0].utf8), target: Array(texts[1].utf8))
    request.options.rules = (["identity = 'id'"] + rules).map { .text("return { \($0) }", name: "-e") }
    return request
  }

  private static func text(_ rows: [[String]], _ columns: [String]) -> String {
    ([columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// The records of the new input that differ in one of some columns.
  private static func differing(_ comparison: Comparison, _ names: [String]) -> Set<Int> {
    let numbers = comparison.comparedColumns.indices.filter { names.contains(comparison.comparedColumns[$0].name) }
    return Set(
      comparison.updatedPairs.filter { pair in numbers.contains { pair.differing.contains(Int32($0)) } }.map(\.target))
  }

  /// A number of hundredths as people write it.
  private static func plain(_ hundredths: Int, _ places: Int) -> String {
    let (sign, size) = (hundredths < 0 ? "-" : "", abs(hundredths))
    return places == 0 ? "\(sign)\(size)" : "\(sign)\(size / 100).\(size / 10 % 10)\(size % 10)"
  }

  @Test("the function for an amount or a factor leaves just the edits")
  func numbers() throws {
    var random = SeededGenerator.announced("commands of numbers")
    var (told, left) = (0, 0)
    for _ in 0..<120 {
      let (places, isFactor) = (Bool.random(using: &random) ? 0 : 2, Bool.random(using: &random))
      let (amount, factor) = (Int.random(in: -500...5_000, using: &random), Int.random(in: 103...197, using: &random))
      let count = Int.random(in: 12...90, using: &random)
      let mostEdits = count / Int.random(in: 7...16, using: &random)
      var rows: (old: [[String]], new: [[String]]) = ([], [])
      for record in 0..<count {
        let old = Int.random(in: -300...9_000, using: &random)
        var new = isFactor ? (abs(old) * factor + 50) / 100 * old.signum() : old + amount
        let isEdited = record * 7 % count < mostEdits
        if isEdited { new += Int.random(in: -2...2, using: &random) }
        let odd = record % 40 == 0 ? "0x1F" : ["", "n/a", "-", "none"][record % 4]
        let value = isEdited && Bool.random(using: &random) ? odd : Self.plain(new, places)
        rows.old.append(["\(record)", Self.plain(old, places), "x\(record)"])
        rows.new.append(["\(record)", value, "x\(record / 9 * 9)"])
      }
      let texts = [rows.old, rows.new].map { Self.text($0, ["id", "a b", "note"]) }
      let plain = try compare(Self.request(texts))
      let findings = try FindingSearch.all(of: plain)
      for finding in findings {
        guard case .judging(let column, let function) = finding.advice(beside: findings, in: plain) else { continue }
        let ruled = try compare(Self.request(texts, [FindingAdvice.rule(judging: column, by: function)]))
        let counted = try #require(try FindingRecords.updatedTargets(of: finding, in: plain))
        let others = Self.differing(plain, [column]).subtracting(counted)
        #expect(Self.differing(ruled, [column]) == others, "\(function) \(texts)")
        #expect(Self.differing(ruled, ["note"]) == Self.differing(plain, ["note"]))
        #expect(counted.count == finding.changes && 10 * finding.changes >= 9 * finding.total)
        told += 1
        left += finding.total - finding.changes
      }
    }
    #expect(told > 10 && left > 10, "\(told), \(left)")
  }

  @Test("the names of two columns that were exchanged leave just the records that were not, and no new ones")
  func names() throws {
    var random = SeededGenerator.announced("commands of names")
    var (told, left, refused) = (0, 0, 0)
    for _ in 0..<120 {
      let count = Int.random(in: 12...90, using: &random)
      let mostEdits = count / Int.random(in: 6...14, using: &random)
      let isOfEdits = Bool.random(using: &random)
      var rows: (old: [[String]], new: [[String]]) = ([], [])
      for record in 0..<count {
        let (a, b) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
        var new = (b, a)
        if record * 7 % count < mostEdits {
          new =
            switch Int.random(in: 0...(isOfEdits ? 2 : 3), using: &random) {
            case 0: (b + 70, a)
            case 1: (b, a + 70)
            case 2: (a, b + 70)
            default: (a, b)
            }
        }
        rows.old.append(["\(record)", "\(a)", "\(b)", "x"])
        rows.new.append(["\(record)", "\(new.0)", "\(new.1)", record % 3 == 0 ? "y" : "x"])
      }
      let texts = [rows.old, rows.new].map { Self.text($0, ["id", "a", "b", "note"]) }
      let plain = try compare(Self.request(texts))
      let others = Set(
        (0..<count).filter { [rows.new[$0][1], rows.new[$0][2]] != [rows.old[$0][2], rows.old[$0][1]] })
      let findings = try FindingSearch.all(of: plain)
      guard let finding = findings.first(where: { $0.cause == .swapped }) else { continue }
      let updated = Set(plain.updatedPairs.map(\.target))
      #expect(finding.changes == updated.subtracting(others).count && finding.total == updated.count, "\(texts)")
      let isExact = 10 * others.count <= count && others.isSubset(of: Self.differing(plain, ["a", "b"]))
      guard case .swapping(let first, let second) = finding.advice(beside: findings, in: plain) else {
        #expect(!isExact, "\(texts)")
        refused += 1
        continue
      }
      #expect(isExact, "\(texts)")
      let ruled = try compare(Self.request(texts, ["rename = { \(first) = '\(second)', \(second) = '\(first)' }"]))
      #expect(Self.differing(ruled, ["a", "b"]) == others, "\(texts)")
      #expect(Self.differing(ruled, ["note"]) == Self.differing(plain, ["note"]))
      told += 1
      left += others.count
    }
    #expect(told > 30 && left > 30 && refused > 5, "\(told), \(left), \(refused)")
  }

  @Test("the comparator for dates in lists, and the function for numbers there, leave just the records with edits")
  func elements() throws {
    var random = SeededGenerator.announced("commands of elements")
    var told: Set<String> = []
    for _ in 0..<30 {
      let count = Int.random(in: 12...50, using: &random)
      var (texts, edited) = (["", ""], Set<Int>())
      for record in 0..<count {
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ -> [String] in
          let (day, number) = (Int.random(in: 13...28, using: &random), Int.random(in: 1...9_000, using: &random))
          let edit = Int.random(in: 0..<40, using: &random)
          if edit < 2 { edited.insert(record) }
          return [
            "{\"at\":\"2026-05-\(day)\",\"n\":\(number)}",
            "{\"at\":\"\(edit == 0 ? 11 : day).05.2026\",\"n\":\(number + (edit == 1 ? 1_007 : 1_000))}",
          ]
        }
        for side in 0...1 {
          texts[side] += "{\"id\":\(record),\"r\":[\(parts.map { $0[side] }.joined(separator: ","))]}\n"
        }
      }
      let plain = try compare(Self.request(texts))
      let findings = try FindingSearch.all(of: plain)
      let rules = findings.compactMap { finding -> String? in
        guard case .judging(let column, let function) = finding.advice(beside: findings, in: plain) else { return nil }
        told.insert("\(column): \(function)")
        return FindingAdvice.rule(judging: column, by: function)
      }
      guard rules.count == 2 else { continue }
      let ruled = try compare(Self.request(texts, rules))
      #expect(Set(ruled.updatedPairs.map(\.target)) == edited, "\(rules) \(texts)")
    }
    #expect(
      told == [
        "r[].at: luna.compare.date(0, \"iso\", \"%d.%m.%Y\")",
        "r[].n: function(x, y) return x == y or y - x == 1000 end",
      ])
  }
}
