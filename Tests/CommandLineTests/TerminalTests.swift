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

  @Test("short work shows no progress")
  func shortWork() async throws {
    let run = try await atTerminal("lunadiff old.csv new.csv -k id -q")
    #expect(run.outputText == "")
  }

  @Test("long work shows at a terminal that it goes on, and takes the line away")
  func longWork() async throws {
    let run = try await atTerminal("(sleep 1.2; cat new.csv) | lunadiff old.csv - -k id -q")
    #expect(run.status == 1)
    #expect(run.outputText.contains("comparing old.csv and -"))
    #expect(run.outputText.hasSuffix("\r\u{1B}[K"))
  }
}
