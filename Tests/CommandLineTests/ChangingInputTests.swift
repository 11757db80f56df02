import Foundation
import TestSupport
import Testing

/// An input that is cut off while somebody works with it.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/maps")))
struct ChangingInputTests {
  private static let message = """
    lunadiff: cut.csv: the file changed while it was being read
      hint: run again once nothing writes to it

    """

  /// Large enough to be mapped.
  private static let files = """
    for name in old new cut; do (echo id,name; seq 20000 | sed "s/$/,$name/") >$name.csv; done; mkfifo late.csv

    """

  @Test(
    "no command gives a result of an input that was cut off while another one came",
    arguments: [
      "lunadiff cut.csv late.csv -k id -q", "lunadiff cut.csv late.csv -o out.txt",
      "lunadiff probe cut.csv late.csv", "lunadiff check rules.lua cut.csv late.csv",
      "lunadiff merge old.csv cut.csv late.csv -k id -o out.csv",
      "lunadiff run late.lua",
    ])
  func whileOpening(command: String) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("identity = 'id'", to: "rules.lua")
    try lunadiff.directory.write(
      """
      local cut, late = luna.load("cut.csv"), luna.load("late.csv")
      luna.write("out.csv", cut)
      """, to: "late.lua")
    let run = try await lunadiff.shell(
      Self.files + """
        \(command) & job=$!
        exec 3>late.csv
        until grep -q cut.csv /proc/$job/maps; do sleep 0.01; done
        truncate -s 1000 cut.csv
        cat new.csv >&3; exec 3>&-
        wait $job; echo $?; ls out.* .lunadiff* 2>/dev/null
        """)
    #expect(run.errorText.hasSuffix(Self.message))
    #expect(run.outputText == "2\n")
  }

  @Test(
    "no report is whole whose input was cut off while it was written",
    arguments: ["text", "json", "jsonl", "csv", "html"])
  func whileReporting(format: String) async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      Self.files + """
        mkfifo out
        lunadiff old.csv cut.csv -k id --format \(format) --no-group -o out & job=$!
        exec 3<out
        head -c 1 <&3 >/dev/null
        truncate -s 1000 cut.csv
        cat <&3 >/dev/null
        wait $job; echo $?
        """)
    #expect(run.errorText == Self.message)
    #expect(run.outputText == "2\n")
  }

  @Test("a script's report does not appear whose input was cut off after the comparison")
  func script() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(
      """
      local changes = luna.diff(luna.load("old.csv"), luna.load("cut.csv"), { identity = "id" })
      io.open("cut.csv", "w"):close()
      print(pcall(changes.write, changes, "out.csv"))
      """, to: "cut.lua")
    let run = try await lunadiff.shell(Self.files + "lunadiff run cut.lua; echo $?; ls out.csv")
    #expect(run.outputText.hasPrefix("false\tcut.csv: the file changed while it was being read\n"))
    #expect(run.outputText.hasSuffix("2\n"))
    #expect(run.errorText.hasPrefix(Self.message))
  }

  @Test("a file that a script has closed may change")
  func closed() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(
      """
      do local cut <close> = luna.load("cut.csv") end
      io.open("cut.csv", "w"):close()
      """, to: "cut.lua")
    let run = try await lunadiff.shell(Self.files + "lunadiff run cut.lua")
    #expect(run.status == 0)
    #expect(run.errorText == "")
  }

  @Test("a prompt says that its data changed until they are loaded again")
  func prompt() async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      Self.files + """
        touch seen
        {
          echo '#new'; until [ -s seen ]; do sleep 0.01; done; truncate -s 20 cut.csv
          echo '#new'; echo 'new = luna.load "cut.csv"'; echo '#new'
        } | lunadiff repl old.csv cut.csv >seen; cat seen
        """)
    #expect(run.outputText == "20000\n20000\n2\n")
    #expect("lunadiff: " + run.errorText == Self.message)
  }
}
