import Foundation
import Platform
import Reports
import TestSupport
import Testing

@testable import lunadiff_cli

/// What shells offer when the tab key is pressed.
@Suite struct CompletionTests {
  /// Words on the command line, the last of them being written, and what bash offers.
  private func offered(_ words: [String]) async throws -> [String] {
    let program = try Lunadiff()
    let script = Shell.bash.completions
    for name in ["old file.csv", "rules.lua", "script"] {
      try Data().write(to: URL(fileURLWithPath: "\(program.directory.path)/\(name)"))
    }
    let typed = (["lunadiff"] + words).joined(separator: " ").replacing(/[ ]?=[ ]?/, with: "=")
    let line = (["lunadiff"] + words).shellLine
    let driver = """
      \(script)
      COMP_WORDS=(\(line)) COMP_CWORD=\(words.count)
      COMP_LINE=\(typed.shellWord) COMP_POINT=\(typed.utf8.count)
      _lunadiff
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    try driver.write(
      toFile: program.directory.path + "/driver", atomically: true, encoding: .utf8)
    let result = try await program.shell("bash ./driver")
    #expect(result.errorText == "")
    return result.outputText.split(separator: "\n").map(String.init).filter { $0 != "driver" }
  }

  @Test("the first word is a command or a file")
  func first() async throws {
    #expect(try await offered(["pro"]) == ["probe"])
    #expect(try await offered(["old"]) == ["old file.csv"])
  }

  @Test("without a command the flags are those of diff")
  func implicit() async throws {
    #expect(try await offered(["a", "b", "--stag"]) == ["--stages"])
    #expect(try await offered(["--form"]) == ["--format", "--format-option"])
  }

  @Test("a command has flags of its own")
  func explicit() async throws {
    #expect(try await offered(["merge", "--fav"]) == ["--favor"])
    #expect(try await offered(["merge", "--stages"]).isEmpty)
    #expect(try await offered(["git", "install", "--"]).contains("--global"))
    for inner in [["batch", "report", "--ma"], ["plugins", "verify", "--pro"], ["git", "install", "--ma"]] {
      #expect(try await offered(inner).isEmpty)
    }
  }

  @Test(
    "values are the words that a flag takes",
    arguments: [
      (["a", "--format", "j"], ["json", "jsonl", "junit", "jsonpatch"]),
      (["a", "-f", "ht"], ["html"]),
      (["a", "--format", "=", "ht"], ["html"]),
      (["a", "--format", "="], ReportFormat.allCases.map(\.rawValue) + ["github", "sql"]),
      (["probe", "-f", ""], ["text", "json"]),
      (["a", "--moves", "h"], ["heckel"]),
      (["a", "--ragged", ""], ["error", "pad", "skip"]),
      (["a", "--show", "updated,in"], ["updated,inserted"]),
      (["batch", "a", "--fail-on", "moved,mi"], ["moved,missing"]),
      (["a", "b", "--fail-on", "m"], ["moved"]),
      (["a", "--delimiter", ""], [#"\,"#, #"\;"#, "tab", #"\|"#]),
      (["batch", "a", "--report", "ht"], ["html"]),
      (["completions", ""], ["bash", "zsh", "fish"]),
      (["help", "pa"], ["patch"]),
    ])
  func values(words: [String], expected: [String]) async throws {
    #expect(try await offered(words) == expected)
  }

  @Test("files are offered where a file is meant, and only there")
  func files() async throws {
    #expect(try await offered(["a", "-r", "ru"]) == ["rules.lua"])
    #expect(try await offered(["run", "scr"]) == ["script"])
    #expect(try await offered(["a", "-k", ""]).isEmpty)
  }

  @Test("every word that is offered is one that the flag takes", arguments: wordsOfFlags)
  func acceptance(option: [String], word: String) throws {
    _ = try Program.parse([option[0], "a", "b", option[1], word])
  }

  static let wordsOfFlags = Lunadiff.commands
    .filter { ["diff", "batch", "probe", "merge"].contains($0.name) }
    .flatMap { command in
      // A report of each pair needs a directory too.
      command.flags.filter { $0.names != ["--report"] }.flatMap { flag in
        // Only a batch can lack a file, and diff says so.
        flag.words.filter { $0 != "missing" || command.name == "batch" }
          .map { ([command.name, flag.names.last ?? ""], $0) }
      }
    }

  @Test(
    "the shell takes the script", arguments: [Shell.bash, .zsh, .fish].filter { hasShell($0) })
  func syntax(shell: Shell) async throws {
    let program = try Lunadiff()
    try shell.completions.write(
      toFile: program.directory.path + "/script", atomically: true, encoding: .utf8)
    let result = try await program.shell("\(shell.rawValue) -n script")
    #expect(result.errorText == "")
    #expect(result.status == 0)
  }

  private static func hasShell(_ shell: Shell) -> Bool { Installed.has(shell.rawValue) }

  @Test("fish offers what it should", .enabled(if: Installed.has("fish")))
  func fish() async throws {
    let program = try Lunadiff()
    try Shell.fish.completions.write(
      toFile: program.directory.path + "/script.fish", atomically: true, encoding: .utf8)
    let questions = [
      "a b --format ht", "a b --show updated,in", "probe --max-c", "merge --favor t",
    ]
    let asked = questions.map { "complete -C 'lunadiff \($0)'" }.joined(separator: "; ")
    let result = try await program.shell("fish --no-config -c \"source script.fish; \(asked)\"")
    let words = result.outputText.split(separator: "\n")
      .map { String($0.prefix { $0 != "\t" }) }
    #expect(words == ["html", "updated,inserted", "--max-columns", "theirs"])
  }

  @Test("a shell that there is no script for is refused with those that there are")
  func unknownShell() async throws {
    let result = try await Lunadiff().run(["completions", "tcsh"])
    #expect(result.status == 2)
    #expect(result.errorText.contains("it is one of bash, zsh, fish"))
  }
}
