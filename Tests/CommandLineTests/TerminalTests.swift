import Foundation
import TestSupport
import Testing

/// What happens at a terminal only, tried at one that `script` makes.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct TerminalTests {
  private func atTerminal(_ command: String) async throws -> ProcessResult {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,name\n1,Saw\n", to: "old.csv")
    try lunadiff.directory.write("id,name\n1,Axe\n", to: "new.csv")
    return try await lunadiff.shell("script -qec '\(command)' /dev/null </dev/null")
  }

  /// A report of 40 lines at a terminal of 12, whose pager says what it reads; without the line of progress, which a
  /// machine with much to do may be slow enough to show.
  private func paged(
    _ flags: String = "", environment: String = #"LUNADIFF_PAGER="sed s/^/paged:/""#
  ) async throws -> ProcessResult {
    let lunadiff = try Lunadiff()
    let rows = (1...40).map { "\($0),x\n" }.joined()
    try lunadiff.directory.write("id,a\n", to: "empty.csv")
    try lunadiff.directory.write("id,a\n" + rows, to: "rows.csv")
    try lunadiff.directory.write(
      "stty rows 12 cols 80; \(environment) lunadiff empty.csv rows.csv -k id \(flags) 2>progress",
      to: "command.sh")
    return try await lunadiff.shell("script -qec 'TERM=xterm sh command.sh' /dev/null </dev/null")
  }

  @Test(
    "what is longer than the terminal is paged, in its colours, and the status is kept",
    arguments: ["LUNADIFF_PAGER=\"sed s/^/paged:/\"", "PAGER=\"sed s/^/paged:/\""])
  func pager(environment: String) async throws {
    let run = try await paged(environment: environment)
    #expect(run.status == 1)
    let lines = run.outputText.split(whereSeparator: \.isNewline)
    #expect(lines.count > 40 && lines.allSatisfy { $0.hasPrefix("paged:") })
    #expect(run.outputText.contains(colored))
  }

  @Test("a pager shows the counts first; a terminal without one shows them last")
  func countsOfLongReports() async throws {
    func counts(_ run: ProcessResult) -> [Int] {
      let lines = run.outputText.split(whereSeparator: \.isNewline)
      return lines.indices.filter { lines[$0].contains("40 inserted") }.map { $0 < 5 ? 0 : $0 * 10 / lines.count }
    }
    #expect(counts(try await paged()) == [0, 9])
    #expect(counts(try await paged("--no-pager")) == [9])
    #expect(counts(try await paged("--limit 2")).count == 1)
  }

  @Test(
    "what fits, or is not to be paged, is not",
    arguments: [
      ("--limit 2", "LUNADIFF_PAGER=\"sed s/^/paged:/\""),
      ("--no-pager", "LUNADIFF_PAGER=\"sed s/^/paged:/\""),
      ("", "TERM=dumb LUNADIFF_PAGER=\"sed s/^/paged:/\""),
      ("", "LUNADIFF_PAGER= PAGER=\"sed s/^/paged:/\""), ("", "PAGER=cat"),
      ("-o /dev/stdout", "LUNADIFF_PAGER=\"sed s/^/paged:/\""),
    ])
  func notPaged(flags: String, environment: String) async throws {
    let run = try await paged(flags, environment: environment)
    #expect(run.status == 1)
    #expect(run.outputText.contains("40 inserted"))
    #expect(!run.outputText.contains("paged:"))
  }

  @Test("a pager that ends early ends nothing else; one that cannot be run is done without")
  func oddPagers() async throws {
    let early = try await paged(environment: #"LUNADIFF_PAGER="head -n 3""#)
    #expect(early.status == 1)
    #expect(early.outputText.split(whereSeparator: \.isNewline).count <= 3)
    let missing = try await paged(environment: "LUNADIFF_PAGER=no-such-pager")
    #expect(missing.status == 1)
    #expect(missing.outputText.contains("40 inserted"))
  }

  private let colored = "\u{1B}["

  @Test("auto colours a terminal")
  func colors() async throws {
    let run = try await atTerminal("lunadiff old.csv new.csv -k id")
    #expect(run.status == 1)
    #expect(run.outputText.contains(colored))
  }

  @Test(
    "auto does not colour a terminal that is not to be coloured",
    arguments: ["NO_COLOR=1", "TERM=dumb"])
  func noColors(setting: String) async throws {
    let run = try await atTerminal("\(setting) lunadiff old.csv new.csv -k id")
    #expect(run.status == 1)
    #expect(!run.outputText.contains(colored))
  }

  @Test("work that ends within half a second shows no progress")
  func shortWork() async throws {
    let start = ContinuousClock.now
    let run = try await atTerminal("lunadiff old.csv new.csv -k id -q")
    #expect(run.outputText == "" || ContinuousClock.now - start > .milliseconds(500))
  }

  @Test("long work shows at a terminal that it goes on, and takes the line away")
  func longWork() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,name\n1,Saw\n", to: "old.csv")
    try lunadiff.directory.write("id,name\n1,Axe\n", to: "new.csv")
    // The second input waits until the line is on the screen, however long the program takes to show it.
    try lunadiff.directory.write(
      "(until grep -qa comparing screen; do sleep 0.1; done; cat new.csv) | lunadiff old.csv - -k id -q",
      to: "command.sh")
    let run = try await lunadiff.shell(
      "script -qfec 'sh command.sh' screen </dev/null >shown; echo $? >&2; cat shown")
    #expect(run.errorText == "1\n")
    #expect(run.outputText.contains("comparing old.csv and -"))
    #expect(run.outputText.hasSuffix("\r\u{1B}[K"))
  }

  @Test("learn asks for each rule, and writes those that are wanted")
  func learning() async throws {
    let lunadiff = try Lunadiff()
    let rows = 1...20
    let (old, new) = (
      rows.map { "\($0),Ann \($0),x\($0)\n" }, rows.map { "\($0),ANN \($0), x\($0)\n" }
    )
    try lunadiff.directory.write("id,name,note\n" + old.joined(), to: "old.csv")
    try lunadiff.directory.write("id,name,note\n" + new.joined(), to: "new.csv")
    let run = try await lunadiff.shell(
      """
      touch screen
      asked() { until [ "$(grep -oa 'keep it' screen | wc -l)" -ge "$1" ]; do sleep 0.1; done; }
      (asked 1; printf 'banana\\r'; asked 2; printf 'no\\r'; asked 3; printf '\\r'; until [ -e ended ]; do sleep 0.1; done) |
        script -qfec 'lunadiff learn old.csv new.csv -o rules.lua; echo $? >ended' screen >copy
      cat ended rules.lua; grep -oa 'answers are.*' screen
      """)
    #expect(run.outputText.hasPrefix("0\n-- Rules"))
    #expect(run.outputText.contains("note = luna.text.trim,\n"))
    #expect(!run.outputText.contains("name = "))
    #expect(run.outputText.contains("-- Of 20 paired records 20 are updated; with the rules that were kept, 20.\n"))
    #expect(run.outputText.contains("\nanswers are y, a, n and q"))
  }

  @Test(
    "who refuses a rule of the key gets rules for the pairs without it; the end of input refuses all that are left",
    arguments: ["n\\r", "\\004"])
  func refusing(first: String) async throws {
    let lunadiff = try Lunadiff()
    let rows = (1...60).map { row in
      let number = String(1_000 + row).dropFirst()
      let end = row == 11 || row == 12 ? "org" : "com"
      return (old: "A\(number),u\(row)@x.com,\(row % 7)\n", new: "a\(number),u\(row)@x.\(end),\(row % 7)\n")
    }
    try lunadiff.directory.write("number,email,amount\n" + rows.map(\.old).joined(), to: "old.csv")
    try lunadiff.directory.write("number,email,amount\n" + rows.map(\.new).joined(), to: "new.csv")
    let run = try await lunadiff.shell(
      """
      touch screen
      asked() { until [ -e ended ] || [ "$(grep -oa 'keep it' screen | wc -l)" -ge "$1" ]; do sleep 0.1; done; }
      (asked 1; printf '\(first)'; asked 2; printf '\\004'; until [ -e ended ]; do sleep 0.1; done) |
        script -qfec 'lunadiff learn old.csv new.csv -o rules.lua; echo $? >ended' screen >copy
      cat ended rules.lua; lunadiff old.csv new.csv -r rules.lua -f summary; grep -oa '60 keys without a partner' screen
      echo "questions: $(grep -oa 'keep it' screen | wc -l)"
      """)
    #expect(run.outputText.hasPrefix("0\n-- Rules"), "\(run.outputText)")
    #expect(run.outputText.contains("\n60 keys without a partner"), "\(run.outputText)")
    // What was refused of the key is not asked for again as a rule of values.
    #expect(run.outputText.contains("\nquestions: 1\n"), "\(run.outputText)")
    #expect(run.outputText.contains("-- Of 58 paired records 58 are updated.\n"), "\(run.outputText)")
    #expect(run.outputText.contains("identity = \"email\",\n}\n"), "\(run.outputText)")
    #expect(run.outputText.contains("58 updated, 2 deleted, 2 inserted"), "\(run.outputText)")
  }

  @Test("learn --identity asks which records are the same, and keeps the answers")
  func learningIdentity() async throws {
    let lunadiff = try Lunadiff()
    let first = ["Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gus"]
    let last = [("Smith", "Smtih"), ("Miller", "Milelr"), ("Baker", "Baekr"), ("Young", "Yonug"), ("Stone", "Stnoe")]
    let towns = ["York", "Leeds", "Bath"]
    let rows = (0..<35).map { number in
      let (name, town) = (last[number % 5], towns[number % 3])
      return (
        old: "\(number),\(first[number % 7]),\(name.0),\(town)\n",
        new: "n\(number),\(first[number % 7]),\(number % 4 == 0 ? name.1 : name.0),\(number % 6 == 0 ? "Hull" : town)\n"
      )
    }
    try lunadiff.directory.write("id,first,last,town\n" + rows.map(\.old).joined(), to: "old.csv")
    try lunadiff.directory.write("id,first,last,town\n" + rows.map(\.new).joined(), to: "new.csv")
    let run = try await lunadiff.shell(
      """
      touch screen
      asked() { until [ "$(grep -oa 'the same?' screen | wc -l)" -ge "$1" ]; do sleep 0.1; done; }
      (asked 1; printf 'y\\r'; asked 2; printf 'no\\r'; asked 3; printf '\\r'; until [ -e ended ]; do sleep 0.1; done) |
        script -qfec 'lunadiff learn old.csv new.csv --identity --pairs pairs.csv -o rules.lua; echo $? >ended' screen >copy
      cat ended pairs.csv rules.lua
      """)
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.prefix(2) == ["0", "old.id,new.id,same"])
    #expect(Set(lines[2...3].compactMap { $0.split(separator: ",").last }) == ["yes", "no"])
    #expect(run.outputText.contains("Learned from labelled pairs, 1 the same and 1 not; records: 35 old, 35 new"))
  }
}
