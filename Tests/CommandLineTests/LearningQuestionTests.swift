import Foundation
import TestSupport
import Testing

/// What `learn` asks at a terminal that `script` makes, and what it says then of the rules that are kept.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct LearningQuestionTests {
  /// Learns from two tables, answers each question, and gives the rules file and then the screen.
  private func learn(
    _ old: [String], _ new: [String], answers: [String], flags: String = "-o rules.lua"
  ) async throws -> (rules: String, screen: String) {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(old.joined(separator: "\n") + "\n", to: "old.csv")
    try lunadiff.directory.write(new.joined(separator: "\n") + "\n", to: "new.csv")
    let typing = answers.enumerated().map { place, answer in "asked \(place + 1); printf '\(answer)\\r'" }
    let run = try await lunadiff.shell(
      """
      touch screen
      asked() { until [ -e ended ] || [ "$(grep -oaE 'keep it|is that meant|name]' screen | wc -l)" -ge "$1" ]; do sleep 0.1; done; }
      (\(typing.joined(separator: "; ")); until [ -e ended ]; do sleep 0.1; done) |
        script -qfec 'lunadiff learn old.csv new.csv --force \(flags); echo $? >ended' screen >copy
      cat rules*.lua; echo '=== screen'; tr -d '\\r' <screen
      """)
    let parts = run.outputText.components(separatedBy: "=== screen\n")
    return (parts[0], parts.count > 1 ? parts[1] : "")
  }

  private static let codes = [("A", "active"), ("I", "inactive"), ("P", "pending")]
  private static let coded = (
    ["id,status,x"] + (0..<30).map { "\($0),\(codes[$0 % 3].0),\($0)" },
    ["id,state,x"] + (0..<30).map { "\($0),\(codes[$0 % 3].1),\($0)" }
  )

  @Test("a rename that is kept without the rule for its values says nothing of rules below")
  func renameAlone() async throws {
    let (rules, screen) = try await learn(Self.coded.0, Self.coded.1, answers: ["y", "n"])
    #expect(
      rules.contains(
        "-- Of 30 paired records 0 are updated, and 30 where renamed columns are compared as well; "
          + "with the rules that were kept, 30.\nreturn {\n"), "\(rules)")
    #expect(rules.contains("-- renamed column: equal in 0 of 30 paired records\n    status = \"state\",\n"), "\(rules)")
    #expect(
      screen.contains("1 of 2 if all are kept · rename: status") && screen.contains("2 of 2 · normalize: state"),
      "\(screen)")
  }

  @Test("who refuses a rename is not asked for what depends on it, and reads what is not compared then")
  func refusedRename() async throws {
    let (rules, screen) = try await learn(Self.coded.0, Self.coded.1, answers: ["n"])
    #expect(
      rules.hasSuffix(
        """
        -- Of 30 paired records 0 are updated.
        -- Not compared: status (only in old.csv); state (only in new.csv).
        return {
          identity = "id",
        }

        """), "\(rules)")
    #expect(screen.components(separatedBy: "keep it?").count == 2, "\(screen)")
    #expect(screen.contains("not compared: status (only in old.csv); state (only in new.csv)"), "\(screen)")
  }

  @Test("a unit of a column that is not joined is not asked for, and no word is said of it")
  func refusedUnit() async throws {
    let old = ["id,net_amount,x"] + (1...40).map { "\($0),\($0 * $0 + 7),\($0)" }
    let new = ["id,NetAmount,x"] + (1...40).map { "\($0),\(100 * ($0 * $0 + 7)),\($0)" }
    let (rules, screen) = try await learn(old, new, answers: ["n"])
    #expect(rules.contains("-- Not compared: net_amount (only in old.csv); NetAmount (only in new.csv).\n"), "\(rules)")
    #expect(!rules.contains("times 100") && !screen.contains("is that meant"), "\(rules)\(screen)")
  }

  @Test("a rule that is kept without the other one of its column says what it explains alone")
  func oneOfTwo() async throws {
    let rest = { (row: Int) in row % 3 == 0 ? "" : "\(row % 4 + 1)\(row % 7 + 1)" }
    let old = ["id,sum"] + (1...60).map { "\($0),EUR \($0).\($0 % 9 + 1)\($0 % 8 + 1)\(rest($0))" }
    let new = ["id,sum"] + (1...60).map { "\($0),\($0).\($0 % 9 + 1)\($0 % 8 + 1)" }
    let both = try await learn(old, new, answers: ["y", "y"])
    #expect(both.rules.contains("-- currency sign: explains 60 of 60 cells that differ\n"), "\(both.rules)")
    #expect(both.rules.contains("-- rounding: explains 40 of 60 cells that differ\n"), "\(both.rules)")
    let one = try await learn(old, new, answers: ["y", "n"])
    #expect(one.rules.contains("-- currency sign: explains 20 of 60 cells that differ\n"), "\(one.rules)")
    #expect(one.rules.contains("-- Of 60 paired records 60 are updated; with the rules that were kept, 40.\n"))
    let other = try await learn(old, new, answers: ["n", "y"])
    #expect(other.rules.contains("-- rounding: explains 0 of 60 cells that differ\n"), "\(other.rules)")
  }

  /// Tables under another key, with two renames, codes and another unit.
  private static let migrated = (
    ["id,status,town,sum"]
      + (0..<30).map { "\(100 + 3 * $0 * $0),\(codes[$0 % 3].0),T\($0 * 37 % 101),\($0 * $0 + 7)" },
    ["id,state,city,sum"]
      + (0..<30).map { "K-\(100 + 3 * $0 * $0),\(codes[$0 % 3].1),T\($0 * 37 % 101),\(100 * ($0 * $0 + 7))" }
  )

  /// The numbers of the questions, as in `1 of 5`.
  private func numbers(_ screen: String) -> [String] {
    screen.split(separator: "\n").compactMap { line in
      let words = line.components(separatedBy: " · ")
      return words.count > 1 && words[0].contains(" of ") ? words[0] : nil
    }
  }

  @Test("questions are counted so that the last one is the last, and are fewer only where something was refused")
  func numbering() async throws {
    let (old, new) = Self.migrated
    let all = try await learn(old, new, answers: ["y", "y", "y", "y", "y"])
    #expect(
      numbers(all.screen) == ["1 of 5 if all are kept", "2 of 5 if all are kept", "3 of 5", "4 of 5", "5 of 5"],
      "\(all.screen)")
    let some = try await learn(old, new, answers: ["y", "n", "y", "n"])
    #expect(
      numbers(some.screen) == ["1 of 5 if all are kept", "2 of 5 if all are kept", "3 of 4", "4 of 4"], "\(some.screen)"
    )
    #expect(some.screen.contains("equal in 0 of 30 paired records, and in 30 with the rules for its values"))
  }

  @Test("who refuses a rule of the key reads which others are gone with its pairs")
  func refusedKey() async throws {
    let (rules, screen) = try await learn(Self.migrated.0, Self.migrated.1, answers: ["n"])
    let words =
      "Refused: normalize id, by which the key pairs records; 4 rules that were learned from these are gone, too: "
      + "rename status, rename town, normalize state, normalize sum."
    #expect(screen.contains(words), "\(screen)")
    #expect(rules.contains("-- \(words)\n") && !rules.contains("all rules that were found"), "\(rules)")
    #expect(rules.contains("-- Of 0 paired records 0 are updated.\n"), "\(rules)")
  }

  @Test("who says that a unit is not meant is not told what to type if it is, and what else may be meant is named")
  func refusedUnits() async throws {
    func rows(_ isNew: Bool) -> [String] {
      ["id,sum,a,b"]
        + (1...40).map { row in
          let pair = [row * row % 97, row * 37 % 101 + 200]
          return "\(row),\((row * row + 7) * (isNew ? 100 : 1)),\(pair[isNew ? 1 : 0]),\(pair[isNew ? 0 : 1])"
        }
    }
    let no = try await learn(rows(false), rows(true), answers: ["n"])
    let notes = no.screen.components(separatedBy: "lunadiff: note: ").dropFirst(2)
    #expect(
      notes.map { $0.prefix { $0 != "\n" } } == [
        "sum: 40 of 40 cells that differ are the old value times 100, which no rule hides",
        "a and b have each other's old values in 40 of 40 updated records",
        "if that is meant: lunadiff old.csv new.csv -r rules.lua --rename a=b --rename b=a",
      ], "\(no.screen)")
    let silent = try Lunadiff()
    try silent.directory.write(rows(false).joined(separator: "\n") + "\n", to: "old.csv")
    try silent.directory.write(rows(true).joined(separator: "\n") + "\n", to: "new.csv")
    let run = try await silent.run(["learn", "old.csv", "new.csv", "-o", "rules.lua"])
    #expect(
      run.errorText.hasSuffix(
        "lunadiff: note: if what is said of sum, a, b is meant: lunadiff old.csv new.csv -r rules.lua "
          + "--old-normalize 'sum=scale(100)' --rename a=b --rename b=a\n"), "\(run.errorText)")
  }

  @Test("who names no file is offered one, and reads how rules are kept in one where it is not wanted")
  func noFile() async throws {
    let (none, screen) = try await learn(Self.coded.0, Self.coded.1, answers: ["y", "y", "n"], flags: "")
    #expect(none.isEmpty && screen.contains("status = \"state\""), "\(screen)")
    let last = screen.split(separator: "\n").last { $0.hasPrefix("lunadiff: ") }
    #expect(last == "lunadiff: note: these rules are in no file; -o rules.lua writes those that are kept to one")
    let (rules, next) = try await learn(Self.coded.0, Self.coded.1, answers: ["y", "y", "new.csv", ""], flags: "")
    #expect(rules.contains("status = \"state\""), "\(rules)")
    #expect(next.contains("write 2 rules to rules.lua? [Y/n, or another name]"), "\(next)")
    #expect(next.contains("lunadiff: new.csv is there already\n"), "\(next)")
    #expect(next.contains("to see what is left: lunadiff old.csv new.csv -r rules.lua\n"), "\(next)")
  }

  @Test("a question says how many records are updated with the rule and without it, and ? what it makes of values")
  func effect() async throws {
    let (_, screen) = try await learn(Self.migrated.0, Self.migrated.1, answers: ["y", "?", "y", "y", "?", "y", "n"])
    #expect(
      screen.contains("  4 rules that follow were learned from the pairs that the key's rules make\n"), "\(screen)"
    )
    #expect(screen.contains("  status of the old input is compared with state of the new one\n"), "\(screen)")
    #expect(screen.contains("\"A\" and \"active\" are both \"active\" then\n"), "\(screen)")
    #expect(
      screen.contains("  updated records if all others are kept: 0 with it, 0 without it (not compared)\n"))
    #expect(screen.contains("  updated records if all others are kept: 0 with it, 30 without it\n"), "\(screen)")
    #expect(screen.contains("  updated records: 0 with it, 30 without it\n"), "\(screen)")
    #expect(screen.contains("nothing is written before the end\n"), "\(screen)")
  }
}
