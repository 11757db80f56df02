import Records
import Testing

@testable import Comparing
@testable import Analysis

/// Rules that are learned from what differs.
@Suite struct LearnerTests {
  @Test(
    "what would hide an edit, or is too rare to be more than one, is not proposed",
    arguments: [
      // Edits of a cent among amounts that are rounded: a tolerance would hide them.
      ("9.1234", "9.12", "9.1234", "9.1211"),
      // States that change, and do so only now and then.
      ("open", "open", "open", "done"),
      // Texts that differ in case in two records alone.
      ("a", "b", "a", "A"),
    ])
  func refused(old: String, new: String, oldEdit: String, newEdit: String) throws {
    func text(_ usual: String, _ edited: String) -> String {
      "id,v\n" + (1...400).map { "\($0),\($0 % 40 == 0 ? edited : usual)\n" }.joined()
    }
    let learnt = try Learner.learn(
      source: table(text(old, oldEdit), name: "old.csv"),
      target: table(text(new, newEdit), name: "new.csv"), plan: plan(key: "id"))
    #expect(learnt.rules.isEmpty, "\(learnt.rules)")
  }

  @Test("columns that are masked, or have rules already, are left alone")
  func leftAlone() throws {
    func text(_ value: (Int) -> String) -> String {
      "id,v,w\n" + (1...50).map { "\($0),\(value($0)),\(value($0))\n" }.joined()
    }
    let learnt = try Learner.learn(
      source: table(text { "x\($0)" }, name: "old.csv"),
      target: table(text { "X\($0)" }, name: "new.csv"),
      plan: plan(key: "id") {
        $0.masked = ["v"]
        $0.comparators = ["w": .native(ExactComparator())]
      })
    #expect(learnt.rules.isEmpty)
    #expect(learnt.updated == (50, 50))
  }

  /// What is learned from two columns of values, one for each record.
  private func learnt(_ old: [String], _ new: [String]) throws -> LearntRules {
    func text(_ values: [String]) -> String {
      "id,v\n" + values.enumerated().map { "\($0),\($1)\n" }.joined()
    }
    return try Learner.learn(
      source: table(text(old), name: "old.csv"), target: table(text(new), name: "new.csv"), plan: plan(key: "id"))
  }

  @Test(
    "texts that have digits behind them are not said to be cut off",
    arguments: [
      // All of one length, as the first characters of longer texts would be.
      (["AX10", "DN47", "KL22", "QR98", "UU31"], ["AX104", "DN473", "KL227", "QR981", "UU310"]),
      // Longer ones, of which something would have been cut off, are as they were, or differ too.
      (
        ["AX10", "DN47", "KL22", "QR98", "UU31", "WIDE-345"],
        ["AX10a", "DN47b", "KL22c", "QR98d", "UU31e", "WIDE-3459"]
      ),
      (["bern", "kiel", "wien", "bonn", "oslo", "Paris"], ["bern4", "kiel2", "wien9", "bonn1", "oslo3", "Paris6"]),
    ])
  func notCutOff(old: [String], new: [String]) throws {
    func many(_ values: [String]) -> [String] { (0..<60).map { values[$0 % values.count] } }
    let learnt = try learnt(many(old), many(new))
    #expect(learnt.rules.allSatisfy { !$0.noises.contains(.cutOff) }, "\(learnt.rules)")
  }

  @Test("texts are cut off though many are shorter, and blanks at the cut may go", arguments: [false, true])
  func cutOff(isTrimmed: Bool) throws {
    let words = ["brown", "lazy", "fox", "wizards", "quick", "jumps", "over"]
    func text(_ number: Int) -> String {
      let places = (0...(1 + number % 5)).map { (number * 5 + $0 * $0 * 3 + number / 7) % 7 }
      return places.map { words[$0] }.joined(separator: " ")
    }
    let olds = (0..<400).map(text)
    let news = olds.enumerated().map { number, old in
      let start = String(old.prefix(20))
      return number == 77 ? "another" : isTrimmed && start.hasSuffix(" ") ? String(start.dropLast()) : start
    }
    #expect(zip(olds, news).count { $0 == $1 } > 100)
    let learnt = try learnt(olds, news)
    #expect(learnt.rules.map(\.noises) == [[.cutOff]])
    #expect(learnt.updated.after == 1)
  }

  @Test("what a few values have behind them is a change, whatever else explains the others")
  func fewSuffixes() throws {
    let olds = (0..<200).map { "contract \($0)" }
    let news = olds.enumerated().map { ($0 % 13 == 0 ? $1 + " cancelled" : $1).uppercased() }
    let learnt = try learnt(olds, news)
    #expect(learnt.rules.map(\.noises) == [[.letterCase]])
    #expect(learnt.updated == (200, 16))
  }

  @Test("values that were the same and that a rule for one side makes two are counted as updated")
  func turned() throws {
    let olds = (0..<100).map { "SKU-\($0)x" }
    let news = olds.enumerated().map { $0 == 40 ? $1 : String($1.dropFirst(4)) }
    let learnt = try learnt(olds, news)
    #expect(learnt.rules.map(\.noises) == [[.affix]])
    #expect(learnt.updated == (99, 1))
  }

  @Test("numbers that kept their digits say that those that lost a cent were not rounded")
  func notRounded() throws {
    let cents = (0..<100).map { 1_000 + $0 * 37 + ($0 % 10 == 0 ? 1 : 0) }
    func price(_ cents: Int) -> String { "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)" }
    func short(_ price: String) -> String {
      price.hasSuffix(".00") ? String(price.dropLast(3)) : price.hasSuffix("0") ? String(price.dropLast()) : price
    }
    let olds = cents.map(price)
    // A cent more or less than a price that ends in zero, in every twentieth.
    let news = cents.enumerated().map { number, cents in
      short(price(number % 20 == 7 ? (cents + 5) / 10 * 10 : cents))
    }
    let learnt = try learnt(olds, news)
    #expect(learnt.rules.allSatisfy { !$0.noises.contains(.rounding) }, "\(learnt.rules)")
  }

  @Test(
    "what some records have in another way than the others is no noise: a time zone, a country, an end",
    arguments: [
      ("2024-01-%@T10:00:00", "2024-01-%@T09:00:00Z", "2024-01-%@T07:00:00Z"),
      ("2024-01-%@T10:00:00", "2024-01-%@T09:00:00Z", "2024-01-%@T08:00:00Z"),
      ("%@.01.2024 10:00", "2024-01-%@T09:00:00Z", "2024-01-%@T07:00:00Z"),
      ("2024-01-%@ 10:00:00", "2024-01-%@T10:00:00Z", "2024-01-%@T10:00:00+01:00"),
      ("ARTICLE%@", "ARTICLE%@-DE", "ARTICLE%@-AT"),
      ("040 55512%@", "+49 40 55512%@", "+43 40 55512%@"),
      ("&quot;a&quot; %@", "\"\"\"a\"\" %@\"", "&amp;quot;a&amp;quot; %@"),
    ])
  func otherWay(old: String, new: String, error: String) throws {
    func values(_ form: (Int) -> String) -> [String] {
      (0..<300).map { form($0).replacing("%@", with: "\(10 + $0 % 20)") }
    }
    for (share, left) in [(3, 100...300), (15, 20...20)] {
      let learnt = try learnt(values { _ in old }, values { $0 % share == 1 ? error : new })
      #expect(left.contains(learnt.updated.after), "one of \(share): \(learnt.rules)")
    }
  }

  @Test("day and month that were exchanged are no second format")
  func exchangedDates() throws {
    let days = (0..<120).map { (month: 1 + $0 % 12, day: 1 + $0 * 7 % 28) }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let olds = days.map { "2024-\(two($0.month))-\(two($0.day))" }
    let news = days.enumerated().map { number, date in
      number % 9 == 0 && date.day < 13
        ? "\(two(date.day))/\(two(date.month))/2024" : "\(two(date.month))/\(two(date.day))/2024"
    }
    let left = days.enumerated().count { $0 % 9 == 0 && $1.day < 13 && $1.day != $1.month }
    let learnt = try learnt(olds, news)
    #expect(learnt.rules.map(\.change) == [.date(formats: ["iso", "%m/%d/%Y"], zone: nil)])
    #expect(learnt.updated == (120, left))
  }

  @Test("what is said to undo another unit does, with a decimal comma too", arguments: [".", ","])
  func unit(mark: String) throws {
    let learnt = try learnt(
      (0..<40).map { "\(100_001 + 37 * $0)" },
      (0..<40).map { number in
        let cents = 100_001 + 37 * number
        return "\(cents / 100)\(mark)\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
      }.map { $0.contains(",") ? "\"\($0)\"" : $0 })
    let rule = try #require(learnt.notes.first?.rule)
    #expect(rule.explained == 40)
    let comma = LearntRule.Step.commaToPoint
    let steps =
      mark == "."
      ? Sides(source: [.scale("0.01")], target: []) : Sides(source: [comma, .scale("0.01")], target: [comma])
    #expect(rule.change == .normalize([.sided(steps)]))
  }

  @Test("serial numbers of tables that have nothing else in common make no pairs")
  func unrelated() throws {
    func text(_ head: String, _ factor: Int) -> String {
      head + "\n" + (1...100).map { "\($0),a \($0 * factor % 101)\n" }.joined()
    }
    let tables = (
      try table(text("order_no,article", 37), name: "old.csv"), try table(text("emp_id,born", 11), name: "new.csv")
    )
    #expect(throws: ComparisonError.self) {
      try Learner.learn(source: tables.0, target: tables.1, plan: ComparisonPlan())
    }
  }
}
