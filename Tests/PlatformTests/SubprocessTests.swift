import Platform
import Testing

@Suite("Programs that are run") struct SubprocessTests {
  private func shell(_ script: String, limit: Int = 1 << 20) throws -> (Subprocess.End, String) {
    let result = try Subprocess("sh", ["-c", script]).run(limit: limit)
    return (result.end, String(decoding: result.output, as: UTF8.self))
  }

  @Test("output, errors and status are told apart")
  func parts() throws {
    let (end, output) = try shell("echo out; echo err >&2; exit 3")
    #expect(output == "out\n")
    #expect(end.status == 3)
    #expect(end.errors == "err\n")
  }

  @Test("arguments arrive as they are, and no shell looks at them")
  func arguments() throws {
    let result = try Subprocess("printf", ["%s|", "a b", "$HOME", "`x`", ""]).run(limit: 100)
    #expect(String(decoding: result.output, as: UTF8.self) == "a b|$HOME|`x`||")
  }

  @Test("a program that writes much to both streams comes to its end")
  func muchOfBoth() throws {
    let script =
      "i=0; while [ $i -lt 300 ]; do printf '%01000d' 0; printf '%01000d' 0 >&2; i=$((i+1)); done"
    let (end, output) = try shell(script)
    #expect(end.status == 0)
    #expect(output.count == 300_000)
    #expect(end.errors.count == 1 << 16)
  }

  @Test("standard input is empty")
  func input() throws {
    #expect(try shell("cat").1 == "")
  }

  @Test("a file may be its standard input, and variables come beside those that there are")
  func fed() throws {
    var program = Subprocess("sh", ["-c", "cat; echo $FED; test -n \"$PATH\" && echo path"])
    program.input = "/dev/null"
    program.environment = [("FED", "a b")]
    let result = try program.run(limit: 100)
    #expect(String(decoding: result.output, as: UTF8.self) == "a b\npath\n")
    program.input = "/no/such/file"
    #expect(throws: SystemError.self) { try program.run(limit: 100) }
  }

  @Test("of many errors the last ones are kept")
  func lastErrors() throws {
    let (end, _) = try shell("i=0; while [ $i -lt 9999 ]; do echo line $i >&2; i=$((i+1)); done")
    #expect(end.errors.hasSuffix("line 9998\n"))
    #expect(end.errors.utf8.count == 1 << 16)
  }

  @Test("a program that is silent is ended once nobody wants it any more")
  func unwanted() {
    var questions = 0
    #expect(throws: SubprocessError.unwanted("sleep")) {
      _ = try Subprocess("sleep", ["600"]).run {
        questions += 1
        return questions < 3
      } output: { _ in
      }
    }
  }

  @Test("a signal that ends a program is in its status as shells say it")
  func signal() throws {
    #expect(try shell("kill -TERM $$").0.status == 128 + SIGTERM)
  }

  @Test("a program that writes without end is ended at the limit")
  func limit() {
    #expect(throws: SubprocessError.tooMuchOutput("sh", limit: 1000)) {
      try shell("while :; do echo more; done", limit: 1000)
    }
  }

  @Test("a program is never looked for in the current directory, and the programs that it starts are not either")
  func currentDirectory() throws {
    #expect(SearchPath.find("./sh") == nil && SearchPath.find("bin/sh") == nil && SearchPath.find("") == nil)
    #expect(SearchPath.find("/no/such") == "/no/such" && !SearchPath.has("/no/such"))
    #expect(SearchPath.find("sh")?.hasPrefix("/") == true)
    let folders = try shell("echo \"$PATH\"").1.dropLast().split(separator: ":", omittingEmptySubsequences: false)
    #expect(folders.allSatisfy { $0.hasPrefix("/") })
  }

  @Test("a variable that is given replaces one that there is")
  func replaced() throws {
    var program = Subprocess("sh", ["-c", "echo $HOME; env | grep -c ^HOME="])
    program.environment = [("HOME", "/elsewhere")]
    #expect(String(decoding: try program.run(limit: 100).output, as: UTF8.self) == "/elsewhere\n1\n")
  }

  @Test("a program that is not there is named")
  func missing() {
    #expect(throws: SubprocessError.notInstalled("no-such-program")) {
      try Subprocess("no-such-program", []).run(limit: 0)
    }
  }
}
