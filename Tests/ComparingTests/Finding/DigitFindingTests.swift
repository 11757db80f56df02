import Comparing
import Records
import Testing

@testable import Analysis

/// What was planted in the digits of numbers, in few letters and in places of records, and is found.
@Suite("Findings of digits, letters and places") struct DigitFindingTests {
  private func found(_ count: Int, _ row: (Int) -> (old: String, new: String)) throws -> [Finding] {
    func text(_ value: (Int) -> String) -> String {
      "id,x\n" + (0..<count).map { "\($0),\"\(value($0))\"\n" }.joined()
    }
    let tables = (
      try table(text { row($0).old }, name: "old.csv"), try table(text { row($0).new }, name: "new.csv")
    )
    return try FindingSearch.findings(of: Comparison(source: tables.0, target: tables.1, plan: plan(key: "id")))
  }

  private func cents(_ number: Int) -> String { "\(number / 100).\(number / 10 % 10)\(number % 10)" }

  @Test("digits at the end of whole numbers are gone, one or more", arguments: [1, 2, 4])
  func fewer(count: Int) throws {
    let all = try found(60) { ("\(1_234_567 + $0 * 7_919)", String("\(1_234_567 + $0 * 7_919)".dropLast(count))) }
    #expect(all.first?.cause == .digits(.fewer(count)) && all.first?.changes == 60, "\(all)")
    // Where they are zeros, it is another unit.
    let zeros = try found(60) { ("\(100 + $0 * 7)00", "\(100 + $0 * 7)") }
    #expect(zeros.first?.cause == .factor("0.01"), "\(zeros)")
  }

  @Test(
    "numbers are rounded to multiples, in half of the changes at least",
    arguments: [FloatingPointRoundingRule.toNearestOrEven, .down, .up], [5, 100])
  func multiples(rule: FloatingPointRoundingRule, others: Int) throws {
    let all = try found(200) { number in
      let old = 1_001 + number * 37
      let new = Int((Double(old) / 5).rounded(rule)) * 5
      return (cents(old), number % 7 * 20 < others || others == 5 ? cents(new) : cents(old + 1_003))
    }
    let first = try #require(all.first)
    #expect(first.cause == .digits(.multiples("0.05", rule)), "\(all)")
    #expect(first.changes * 2 >= first.total)
    let thousands = try found(200) { number in
      let old = 7_914_654 + number * 7_919
      return ("\(old)", "\(Int((Double(old) / 1_000).rounded(rule)) * 1_000)")
    }
    #expect(thousands.first?.cause == .digits(.multiples("1000", rule)) && thousands.first?.changes == 200)
  }

  @Test(
    "numbers are times a power of ten or have the other sign, as each side writes them",
    arguments: ["-", "100", "0.001"])
  func writtenFactors(factor: String) throws {
    func german(_ number: Int) -> String {
      "\(number / 1_000).\("\(1_000 + number % 1_000)".dropFirst()),\(10 + number % 89)"
    }
    func plain(_ number: Int) -> String {
      let digits = "\(number)\(10 + number % 89)"
      switch factor {
      case "-": return "-\(number).\(10 + number % 89)"
      case "100": return digits
      default: return "0." + String(repeating: "0", count: 7 - digits.count) + digits
      }
    }
    let all = try found(80) { number in
      let amount = 1_001 + number * 13
      return (german(amount), number == 7 ? "12" : plain(amount))
    }
    guard case .factor(let found, let steps)? = all.first?.cause else {
      Issue.record("\(all)")
      return
    }
    #expect(found == (factor == "-" ? "-1" : factor == "100" ? "100" : "0.001") || factor == "0.001")
    #expect(steps.source == [.numeral(decimal: ",", group: ".")] && steps.target.isEmpty)
    #expect(all[0].changes == 79 && all[0].total == 80)
  }

  @Test("a mark that may stand between groups of digits makes no factor")
  func doubtfulMarks() throws {
    let all = try found(60) { ("\(1 + $0),\(100 + $0 * 7)", "-\(1 + $0)\(100 + $0 * 7)") }
    #expect(!all.contains { if case .factor = $0.cause { true } else { false } }, "\(all)")
  }

  @Test("accents and case alone are told from a fifth of the changes on")
  func letters() throws {
    let names = ["São Paulo", "Goiás", "Pará", "Łódź", "Hyōgo"],
      plain = ["Sao Paulo", "Goias", "Para", "Łodz", "Hyogo"]
    let all = try found(150) { number in
      number % 3 == 0
        ? ("\(names[number % 5]) \(number)", "\(plain[number % 5]) \(number)")
        : ("Place \(number * 7)", "Province \(number * 13 % 151) of \(number)")
    }
    #expect(all.first?.cause == .noise([.accents]) && all.first?.changes == 50, "\(all)")
    #expect(all.first?.isLearnable == false)
    let few = try found(150) { number in
      number % 10 == 0
        ? ("Goiás \(number)", "Goias \(number)") : ("Place \(number * 7)", "P \(number * 13 % 151) of \(number)")
    }
    #expect(!few.contains { if case .noise = $0.cause { true } else { false } }, "\(few)")
  }

  @Test("every tenth record is updated, and nearly all that were deleted are one in ten")
  func everyTenth() throws {
    let updated = try found(200) {
      ("\($0 * 37 % 101)", $0 % 10 == 4 || $0 == 17 ? "\($0 * 41 % 103 + 200)" : "\($0 * 37 % 101)")
    }
    #expect(
      updated.contains { $0.cause == .everyUpdated(step: 10, records: 4...194) && $0.changes == 20 && $0.total == 21 })
    let rows = (0..<200).map { "\($0),v\($0 * 37 % 101)\n" }
    let old = try table("id,x\n" + rows.joined(), name: "old.csv")
    let left = rows.enumerated().filter { $0.offset % 10 != 3 && $0.offset != 77 }.map(\.element)
    let new = try table("id,x\n" + left.joined(), name: "new.csv")
    let deleted = try FindingSearch.findings(of: Comparison(source: old, target: new, plan: plan(key: "id")))
    #expect(deleted.map(\.cause) == [.every(.source, step: 10, records: 3...193)])
    #expect(deleted.map(\.changes) == [20] && deleted.map(\.total) == [21])
  }

  @Test("keys that were dealt anew are counted where contents repeat, too, but for records that did not change")
  func dealt() throws {
    func row(_ number: Int, _ id: Int) -> String {
      "\(id),\(number < 12 ? "same,1" : "n\(number),\(number * 7 % 50)")\n"
    }
    let old = try table("id,name,qty\n" + (0..<100).map { row($0, $0) }.joined(), name: "old.csv")
    let new = try table("id,name,qty\n" + (0..<100).map { row($0, $0 + 1) }.joined(), name: "new.csv")
    let comparison = try Comparison(source: old, target: new, plan: plan(key: "id"))
    let all = try FindingSearch.findings(of: comparison)
    #expect(all.map(\.cause) == [.dealtKeys(["id"], by: "+1")])
    #expect(comparison.summary.unchanged == 11 && all.map(\.changes) == [89], "\(all)")
    #expect(all.map(\.columns) == [["name"]], "\(all)")
  }
}
