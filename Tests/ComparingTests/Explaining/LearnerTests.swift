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
}
