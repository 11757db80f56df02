import Foundation
import Platform
import TestSupport
import Testing

@testable import lunadiff_cli

/// Shells offer the columns of the files that are on the line.
@Suite struct ColumnCompletionTests {
  private func program() throws -> Lunadiff {
    let program = try Lunadiff()
    try program.directory.write("id,name,unit price,\"a,b\",it's\n1,2,3,4,5\n", to: "old.csv")
    try program.directory.write("id;name;colour\n1;2;3\n", to: "new file.csv")
    try program.directory.write(#"[{"id":1,"nested":{"x":1}},{"late":2}]"#, to: "old.json")
    return program
  }

  /// What bash offers behind a line; where a bar stands in it, the cursor is.
  private func bash(_ line: String) async throws -> [String] {
    let program = try program()
    try Shell.bash.completions.write(
      toFile: program.directory.path + "/script", atomically: true, encoding: .utf8)
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let words = words(parts[0])
    let driver = """
      source ./script
      COMP_LINE=\(parts.joined().shellWord) COMP_POINT=\(parts[0].utf8.count)
      COMP_WORDS=(\(words.shellLine)) COMP_CWORD=\(words.count - 1)
      _lunadiff
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    try driver.write(
      toFile: program.directory.path + "/driver", atomically: true, encoding: .utf8)
    let result = try await program.shell("bash ./driver")
    #expect(result.errorText == "")
    return result.outputText.split(separator: "\n").map(String.init)
  }

  /// The words of a line as bash has them: with their quotes, of which the last may be open.
  private func words(_ line: String) -> [String] {
    var (words, isQuoted, before) = ([""], false, Character(" "))
    for character in line {
      if character == "'" { isQuoted.toggle() }
      if character == " ", !isQuoted, before != "\\" {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
      before = character
    }
    return words
  }

  @Test(
    "bash offers columns, as the shell and the flag read them",
    arguments: [
      ("lunadiff old.csv -k i", ["id", #"it\'s"#]),
      ("lunadiff old.csv --ignore id,u", [#"id,unit\ price"#]),
      ("lunadiff old.csv --only a", [#"a\\\,b"#]),
      ("lunadiff old.csv 'new file.csv' --mask colour,n", ["colour,name"]),
      (#"lunadiff old.csv new\ file.csv --section col"#, ["colour"]),
      ("lunadiff --with na| old.csv", ["name"]),
      ("lunadiff probe old.json --candidate l", ["late"]),
      ("lunadiff merge old.csv old.csv old.csv -k na", ["name"]),
      ("lunadiff check rules.lua old.csv --json-column nam", ["name"]),
      ("lunadiff old.csv --no-header -k 1", ["1"]),
    ])
  func offers(line: String, expected: [String]) async throws {
    #expect(try await bash(line) == expected)
  }

  @Test(
    "where there is nothing to offer, nothing is said",
    arguments: [
      "lunadiff -k ", "lunadiff missing.csv -k ", "lunadiff old.csv --no-such-flag -k ",
      "lunadiff - -k ", "lunadiff old.csv --columns ",
      "lunadiff 'old.csv -k ",
      "lunadiff /dev/zero -k ", "lunadiff plugin:x -k ",
    ])
  func nothing(line: String) async throws {
    #expect(try await bash(line).isEmpty)
  }

  @Test("a pipe is not waited for")
  func pipe() async throws {
    let program = try program()
    let result = try await program.shell(
      "mkfifo pipe; lunadiff completions --before='lunadiff pipe -k '")
    #expect(result.status == 0)
    #expect(result.outputText == "several\n")
  }

  @Test(
    "a line is split as a shell splits it",
    arguments: [
      ("a  b ", ["a", "b", ""]), (#"a\ b 'c d'e"#, ["a b", "c de"]),
      (#""a\"b\c" x"#, [#"a"b\c"#, "x"]),
      ("'open", ["open"]), ("a ''", ["a", ""]), (#"x\"#, ["x"]), ("", [""]),
    ])
  func split(line: String, words: [String]) {
    #expect(ShellLine(line).words == words)
  }

  @Test("zsh offers columns", .enabled(if: Installed.has("zsh")))
  func zsh() async throws {
    let program = try program()
    try Shell.zsh.completions.write(
      toFile: program.directory.path + "/_lunadiff", atomically: true, encoding: .utf8)
    let result = try await program.shell(
      """
      zsh -fc '
        zmodload zsh/zpty; zpty shell zsh -fi
        zpty -w shell "fpath=(\\$PWD \\$fpath); autoload -Uz compinit; compinit -u -D; echo re""ady"
        zpty -r -m shell line "*ready*"
        zpty -w -n shell $'"'"'lunadiff old.csv -k na\\t'"'"'
        zpty -r -m shell line "*name*"; print -r -- "$line"'
      """)
    #expect(result.outputText.contains("name"))
  }

  @Test("fish offers columns", .enabled(if: Installed.has("fish")))
  func fish() async throws {
    let program = try program()
    try Shell.fish.completions.write(
      toFile: program.directory.path + "/script.fish", atomically: true, encoding: .utf8)
    let result = try await program.shell(
      #"fish --no-config -c "source script.fish; complete -C 'lunadiff old.csv -k id,na'""#)
    #expect(result.outputText.hasPrefix("id,name\t"))
  }
}
