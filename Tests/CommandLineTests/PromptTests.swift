import Foundation
import TestSupport
import Testing

/// The prompt at a terminal that `script` makes.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct PromptTests {
  /// Types keys, each as soon as the terminal shows what it is to follow, a pattern over all lines.
  ///
  /// The prompt reads keys from when it is shown: what is typed at it waits for it.
  private func type(
    _ keys: [(after: String, keys: String)], to command: String = "lunadiff repl old.csv"
  ) async throws -> (output: String, status: Int, lunadiff: Lunadiff) {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,name\n1,Saw\n", to: "old.csv")
    try lunadiff.directory.write(
      "local number = 1\nprint('run' .. 'ning')\nwhile number > 0 do end\nprint('left', number)\n",
      to: "loop.lua")
    let typing = keys.map { step in
      "until tr '\\n' ' ' <screen | grep -qa '\(step.after)'; do sleep 0.1; done; printf '\(step.keys)'"
    }
    let run = try await lunadiff.shell(
      """
      touch screen
      (\(typing.joined(separator: "; ")); until [ -e ended ]; do sleep 0.1; done) |
        script -qfec 'trap true INT; \(command); echo status $? >ended' screen >screen.copy
      cat screen ended
      """)
    let output = run.outputText
    return (output, output.hasSuffix("status 0\n") ? 0 : 1, lunadiff)
  }

  @Test("Ctrl-C stops what runs and returns to the prompt; Ctrl-D ends")
  func interruption() async throws {
    let run = try await type([
      ("lunadiff>", #"print("run".."ning") while true do end\r"#), ("running", #"\003"#),
      ("interrupted.*lunadiff>", #"6*7\r"#), ("42.*lunadiff>", #"\004"#),
    ])
    #expect(run.status == 0)
    #expect(run.output.contains("prompt:1: interrupted"))
  }

  @Test("Tab completes a column, and what was typed is remembered")
  func completion() async throws {
    let run = try await type([("lunadiff>", #"old[1].na\t\r"#), ("Saw.*lunadiff>", #":quit\r"#)])
    #expect(run.status == 0)
    let history = run.lunadiff.directory.path + "/.local/state/lunadiff/history"
    #expect(try String(contentsOfFile: history, encoding: .utf8) == "old[1].name\n:quit\n")
  }

  @Test("Ctrl-C stops a script that is debugged, and at the prompt ends what was typed")
  func debugging() async throws {
    let run = try await type(
      [
        ("debug>", #":c\r"#), ("running", #"\003"#),
        (
          "interrupted: loop.lua:3.*debug>",
          #"print("look".."ing") while true do number = 7 end\r"#
        ),
        ("looking", #"\003"#), ("prompt:1: interrupted.*debug>", #"num\t + 1\r"#),
        ("interrupted.*num.*8.*debug>", #"number = 0\r"#), ("number = 0.*debug>", #"\004"#),
      ], to: "lunadiff run --debug loop.lua")
    #expect(run.status == 0)
    #expect(run.output.contains("left\t0"))
  }
}
