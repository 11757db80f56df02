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
      "ln -s $(command -v sed) pager; stty rows 12 cols 80; \(environment) lunadiff empty.csv rows.csv -k id \(flags) 2>progress",
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
      ("-o /dev/stdout", "LUNADIFF_PAGER=\"sed s/^/paged:/\""), ("", "PAGER=\"./pager s/^/paged:/\""),
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

  @Test(
    "the whole page of help is paged, and the short one is not",
    arguments: [("--help", true), ("help probe", true), ("--help --no-pager", false), ("-h", false)])
  func help(flags: String, isPaged: Bool) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(
      "stty rows 12 cols 80; LUNADIFF_PAGER=\"sed s/^/paged:/\" lunadiff \(flags)", to: "command.sh")
    let run = try await lunadiff.shell("script -qec 'TERM=xterm sh command.sh' /dev/null </dev/null")
    #expect(run.status == 0)
    #expect(run.outputText.contains("USAGE"))
    #expect(run.outputText.contains("paged:") == isPaged)
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

  @Test(
    "a terminal gets no control characters of the data",
    arguments: [
      "lunadiff old.csv new.csv -k id -f csv", "lunadiff old.csv new.csv -k id -f json --color always",
      "lunadiff old.csv new.csv -k id -f html", "lunadiff old.csv new.csv -k id -f github",
      "lunadiff old.csv new.csv -k id -f sql --format-option table=t", "lunadiff merge old.csv old.csv new.csv -k id",
      "lunadiff patch old.csv changes.json", "lunadiff accept old.csv new.csv -k id -o -",
    ])
  func controlCharacters(command: String) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,name\n1,Saw\n", to: "old.csv")
    try lunadiff.directory.write("id,name\n1,\u{1B}]0;title\u{7}\u{1B}[31m\u{9B}2J\u{7F}é\n", to: "new.csv")
    _ = try await lunadiff.shell("lunadiff old.csv new.csv -k id -f json --patchable -o changes.json")
    let run = try await lunadiff.shell("script -qec 'TERM=xterm \(command)' /dev/null </dev/null")
    let rows = run.outputText.replacing("\r\n", with: "\n")
    #expect(rows.contains("0;title") && rows.contains("é"))
    #expect(rows.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(rows)")
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

  @Test("learn asks nothing at a terminal", arguments: ["", "--identity"])
  func learning(flags: String) async throws {
    let lunadiff = try Lunadiff()
    let rows = 1...40
    try lunadiff.directory.write(
      "id,name,town\n" + rows.map { "\($0),Ann \($0),T\($0 % 7)\n" }.joined(), to: "old.csv")
    try lunadiff.directory.write(
      "id,name,town\n" + rows.map { "\($0),ANN \($0),T\($0 % 7)\n" }.joined(), to: "new.csv")
    // Standard input stays open, so that a question would never end.
    let run = try await lunadiff.shell(
      """
      mkfifo held; sleep 300 >held & holder=$!
      script -qfec 'lunadiff learn old.csv new.csv \(flags) -o rules.lua' /dev/null <held >screen; echo $?
      kill $holder; cat screen rules.lua
      """)
    #expect(run.outputText.hasPrefix("0\n") && !run.outputText.contains("?"), "\(run.outputText)")
    #expect(run.outputText.contains("  identity = "), "\(run.outputText)")
  }
}
