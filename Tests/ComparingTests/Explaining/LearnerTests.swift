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
      (["AX10", "DN47", "KL22", "QR98", "UU31", "WIDE-345"], ["AX10a", "DN47b", "KL22c", "QR98d", "UU31e", "WIDE-3459"]),
      (["bern", "kiel", "wien", "bonn", "oslo", "Paris"], ["bern4", "kiel2", "wien9", "bonn1", "oslo3", "Paris6"]),
    ])
  func notCutOff(old: [String], new: [String]) throws {
    func many(_ values: [String]) -> [String] { (0..<60).map { values[$0 % values.count] } }
    let learnt = try learnt(many(old), many(new))
    #expect(learnt.rules.allSatisfy { !$0.noises.contains(.cutOff) }, "\(learnt.rules)")
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
}
