import Foundation
import TestSupport
import Testing

/// Each finding's command, run as it is printed.
@Suite struct FindingCommandTests {
  /// Two tables, how they are compared, and how many commands the findings have at least.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var names = ["old.csv", "new.csv"]
    var flags = "-k id"
    var commands = 1
    let old: @Sendable (Int) -> String
    let new: @Sendable (Int) -> String
    var heads = ["id,v,w", "id,v,w"]
    /// The numbers of the new rows in their order.
    var order: @Sendable ([Int]) -> [Int] = { $0 }
    var files: [String: String] = [:]
  }

  /// Sixteen digits.
  private static func hash(_ number: Int) -> String {
    String(format: "%016x", UInt(number + 7) &* 0x9E37_79B9_7F4A_7C15)
  }

  static let cases: [Case] = [
    Case(
      testDescription: "keys without zeros, and another key", commands: 2,
      old: { "\(String(format: "%03d", $0)),a\($0),x" }, new: { "\($0),a\($0),x" }),
    Case(
      testDescription: "keys with letters before them", flags: "", old: { "CUST-\($0),a\($0),x" },
      new: { "\($0),b\($0),y" }),
    Case(
      testDescription: "cents and signs", commands: 2, old: { "\($0),\($0).5,-\($0)" },
      new: { "\($0),\($0)50.0,\($0)" },
      heads: ["id,a=b,w", "id,a=b,w"]),
    Case(
      testDescription: "rounding, beside a rules file of that name",
      flags: "-k id -r rules.lua --fail-on updated --show updated",
      old: { "\($0),\($0).2\($0 % 10)\($0 % 4 + 1),\($0)" }, new: { "\($0),\($0).2\($0 % 10),\($0)" },
      files: ["rules.lua": "return { ignore = { \"w\" } }\n", "rules-2.lua": "return {}\n"]),
    Case(
      testDescription: "case, in files and columns with odd names", names: ["an old's file.csv", "the new.csv"],
      flags: "--key=id --no-group --limit 1000", old: { "\($0),\"name \($0)\",x" }, new: { "\($0),\"NAME \($0)\",x" },
      heads: ["id,\"net, 'gross'\",w", "id,\"net, 'gross'\",w"]),
    Case(
      testDescription: "times two hours later, and times of another zone", commands: 2,
      old: { "\($0),2024-03-\($0 % 20 + 10)T0\($0 % 8):15:00Z,2024-03-\($0 % 20 + 10) 1\($0 % 8):15" },
      new: { "\($0),2024-03-\($0 % 20 + 10)T0\($0 % 8 + 2):15:00Z,2024-03-\($0 % 20 + 10) 0\($0 % 8 + 2):45" }),
    Case(
      testDescription: "a column of hashes is all that differs", old: { "\($0),\(hash($0 * 17)),x" },
      new: { "\($0),\(hash($0 * 31)),x" }, heads: ["id,\"a, -b='c'\",w", "id,\"a, -b='c'\",w"]),
    Case(
      testDescription: "a column with another name, behind semicolons", flags: "diff -kid --delimiter ';'",
      old: { "\($0);b\($0);x" }, new: { "\($0);b\($0);\($0)" }, heads: ["id;v=1;w", "id;it is $HOME;w"]),
    Case(
      testDescription: "rows in reverse", old: { "\($0),a,x" }, new: { "\($0),a,x" }, order: { $0.reversed() }),
    Case(
      testDescription: "rows sorted anew", old: { "\($0),\(String(format: "%03d", $0 * 37 % 101)),x" },
      new: { "\($0),\(String(format: "%03d", $0 * 37 % 101)),x" },
      order: { $0.sorted { $0 * 37 % 101 < $1 * 37 % 101 } }),
    Case(
      testDescription: "a key that repeats", flags: "-k v", old: { "\($0),g\($0 / 3),\($0)" },
      new: { "\($0),g\($0 / 3),\($0 + 1000)" }, order: { $0.reversed() }),
    Case(
      testDescription: "keys that are one higher", old: { "\($0),a\($0),b\($0 * 7)" },
      new: { "\($0 + 1),a\($0),b\($0 * 7)" }),
    Case(
      testDescription: "members of JSON", names: ["old.jsonl", "new.jsonl"], old: { #"{"id":\#($0),"m":{"a":1}}"# },
      new: { #"{"id":\#($0),"m":{"a":1,"it's, new":{"b":\#($0)}}}"# }, heads: ["", ""]),
    Case(
      testDescription: "case and factors inside of objects", names: ["old.jsonl", "new.jsonl"], commands: 7,
      old: { inside($0, text: "name \($0)", number: $0) }, new: { inside($0, text: "NAME \($0)", number: 100 * $0) },
      heads: ["", ""]),
  ]

  /// A record of JSON with a text under odd names, and a number.
  private static func inside(_ id: Int, text: String, number: Int) -> String {
    let names = ["a", "o d", "n=1", "c, d", "it's $HOME \\\\", "p*"]
    let members = names.map { "\"\($0)\":\"\(text)\"" }.joined(separator: ",")
    return #"{"id":\#(id),"t s":{\#(members)},"k":{"price":\#(number)}}"#
  }

  /// What a result lists, counted by its JSON.
  private struct Measure: Equatable {
    var unpaired = 0
    var cells = 0
    var moved = 0
    var columns = 0

    init(_ json: String) throws {
      let result = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      let changes = try #require(result["changes"] as? [[String: Any]])
      for change in changes {
        switch change["kind"] as? String {
        case "deleted", "inserted": unpaired += 1
        case "moved": moved += 1
        default:
          let fields = change["fields"] as? [String: Any]
          // Of what is nested each place counts.
          let counts = fields?.values.map { ($0 as? [String: Any]).flatMap { $0["paths"] as? [Any] }?.count ?? 1 }
          cells += counts?.reduce(0, +) ?? 1
        }
        if change["moved"] as? Bool == true { moved += 1 }
      }
      let sides = result["columns"] as? [String: Any]
      for side in ["deleted", "inserted"] { columns += (sides?[side] as? [Any])?.count ?? 0 }
    }
  }

  @Test("parses, runs, and leaves less to be listed", arguments: cases)
  func commands(of given: Case) async throws {
    let lunadiff = try Lunadiff()
    for (name, text) in given.files { try lunadiff.directory.write(text, to: name) }
    for (side, row) in [given.old, given.new].enumerated() {
      let numbers = Array(1...60)
      let rows = (side == 0 ? numbers : given.order(numbers)).map(row)
      let head = given.heads[side].isEmpty ? [] : [given.heads[side]]
      try lunadiff.directory.write((head + rows).joined(separator: "\n") + "\n", to: given.names[side])
    }
    let quoted = given.names.map { "\"\($0)\"" }.joined(separator: " ")
    let isNamed = given.flags.hasPrefix("diff ")
    let command = isNamed ? "lunadiff diff \(quoted) \(given.flags.dropFirst(5))" : "lunadiff \(quoted) \(given.flags)"
    let report = try await lunadiff.shell("\(command) -f summary")
    #expect(report.status == 1 && report.errorText == "")
    let lines = report.outputText.split(separator: "\n").map(String.init)
    let trials = lines.filter { $0.hasPrefix("  lunadiff ") }.map { String($0.dropFirst(2)) }
    #expect(trials.count >= given.commands, "\(report.outputText)")
    #expect(!report.outputText.contains("OLD"))
    let before = try Measure(
      try await lunadiff.shell("\(command) -f json --show deleted,inserted,updated,moved").outputText)
    for trial in trials {
      let isLearning = trial.hasPrefix("lunadiff learn ")
      var next = trial
      if isLearning {
        let result = try await lunadiff.shell(trial)
        #expect(result.status == 0, "\(trial): \(result.errorText)")
        let words = result.errorText.components(separatedBy: "to see what is left: ")
        // Notes about what no rule hides may stand behind it.
        next = try #require(words.last?.split(separator: "\n").first.map(String.init))
        #expect(next.hasPrefix("lunadiff "), "\(result.errorText)")
      }
      let result = try await lunadiff.shell("\(next) -f json --show deleted,inserted,updated,moved")
      // A note may say that nothing is left to compare.
      let isQuiet = result.errorText.split(separator: "\n").allSatisfy { $0.hasPrefix("lunadiff: note: ") }
      #expect(result.status <= 1 && isQuiet, "\(next): \(result.errorText)")
      let after = try Measure(result.outputText)
      if ["normalize id=", "normalize 'id=", "-k v"].contains(where: next.contains) {
        let isLess = after.cells + after.moved < before.cells + before.moved
        #expect(after.unpaired < before.unpaired || isLess, "\(next)")
      } else if next.contains("--rename") {
        #expect(after.columns < before.columns, "\(next)")
      } else {
        #expect(after.cells + after.moved < before.cells + before.moved, "\(next)")
      }
    }
  }
}
