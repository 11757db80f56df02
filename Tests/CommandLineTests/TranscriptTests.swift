import Foundation
import Testing
import TestSupport

/// The harness that runs the transcripts, tried with the shell's own commands.
@Suite struct TranscriptTests {
  @Test("a transcript's text survives reading and writing")
  func roundTrip() {
    let text = """
      # Title

      Prose with `code`.

      ```csv a.csv
      id
      1
      ```
      ````sh
      ```console
      % not run
      ```
      ````
      ```console
      % cat a.csv \\
        a.csv
      id
      2> warning
      2>
      => 2
      $ true
      ```
      End
      """
    #expect(Transcript(text).text == text)
    #expect(Transcript(text).stepCount == 2)
  }

  @Test("what fits stays, what does not becomes what came")
  func running() async throws {
    let text = """
      ```txt in.txt
      one
      ```
      ```console
      % cat in.txt; echo "time: $$ ms"
      one
      time: [...] ms
      % cat in.txt
      two
      % echo $?; echo trouble >&2; exit 3
      ```
      """
    let real = try await Transcript(text).run(in: TemporaryDirectory())
    #expect(
      real.text == """
        ```txt in.txt
        one
        ```
        ```console
        % cat in.txt; echo "time: $$ ms"
        one
        time: [...] ms
        % cat in.txt
        one
        % echo $?; echo trouble >&2; exit 3
        0
        2> trouble
        => 3
        ```
        """)
  }

  @Test(
    "a transcript that is as it should be stays as it is",
    arguments: [
      // At a terminal errors stand among the output, and the status is asked for.
      ("$ echo out; echo err >&2; exit 3\nout\nerr\n$ echo $?\n3", Transcript.Style.terminal),
      // Control characters and a missing last newline can be seen.
      ("% printf '\\033[1mbold\\r\\n\\0end'; pwd >&2\n␛[1mbold␍\n␀end␄\n2> /dir", .exact),
      // A directory's files are there from one command to the next.
      ("% echo a >b\n% cat \\\n  b\na", .exact),
    ])
  func faithful(lines: String, style: Transcript.Style) async throws {
    let text = "```console\n\(lines)\n```"
    let real = try await Transcript(text).run(in: TemporaryDirectory(), style: style)
    #expect(real.text == text)
  }

  @Test("a command whose time is up is killed with its children, and it shows")
  func timeLimit() async throws {
    let text = "```console\n% sleep 100000 & sleep 100000\n```"
    let real = try await Transcript(text)
      .run(in: TemporaryDirectory(), timeLimit: .milliseconds(50))
    #expect(
      real.text
        == "```console\n% sleep 100000 & sleep 100000\n2> (killed: its time was up)\n=> 137\n```")
  }

  @Test(
    "a line pattern's [...] stands for any text",
    arguments: [
      ("a", "a", true), ("a", "b", false), ("a[...]c", "abc", true), ("a[...]c", "ac", true),
      ("a[...]c", "abd", false), ("[...]", "", true), ("a[...]b[...]c", "a1b2c", true),
      ("a[...]b[...]c", "a1c", false), ("ab[...]bc", "abc", false),
    ])
  func patterns(pattern: String, line: String, fits: Bool) {
    #expect(LinePattern(pattern).matches(line) == fits)
  }

  @Test("the whole input reaches a process and its status comes back")
  func processes() async throws {
    let directory = try TemporaryDirectory()
    let runner = ProcessRunner(
      executable: "/bin/sh", directory: directory.path, environment: ["A": "b"])
    let end = try await runner.run(["-c", "cat; echo $A; kill -9 $$"], input: Data("in\n".utf8))
    #expect(end.outputText == "in\nb\n")
    #expect(end.status == 137)
    #expect(!end.timedOut)
    #expect(end.peakMemory > 0)
  }

  @Test("a gate lets no more tasks through than its width")
  func gate() async {
    actor Counter {
      var now = 0
      var most = 0
      func enter() {
        now += 1
        most = max(most, now)
      }
      func leave() { now -= 1 }
    }
    let gate = Gate(width: 2)
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<10 {
        group.addTask {
          await gate.pass {
            await counter.enter()
            try? await Task.sleep(for: .milliseconds(1))
            await counter.leave()
          }
        }
      }
    }
    #expect(await counter.most <= 2)
    #expect(await counter.now == 0)
  }
}
