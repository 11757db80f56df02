import Foundation
import TestSupport
import Testing

/// `--watch`, as a process whose files change.
@Suite struct WatchTests {
  /// Waits for as many runs as are said to have ended, then goes on.
  private let functions = """
    printf 'id,name\\n1,Saw\\n' >old.csv; printf 'id,name\\n1,Axe\\n' >new.csv; echo 'identity = "id"' >rules.lua
    runs() { until [ "$(grep -c 'waiting for changes' err)" -ge "$1" ]; do sleep 0.1; done; sleep 0.2; }
    start() { env --default-signal=INT lunadiff "$@" --watch >out 2>err & job=$!; runs 1; }
    end() { kill -INT $job; wait $job; echo "status $?"; cat out; cat err; }

    """

  @Test("a comparison is made again when an input or a rules file changes, in whatever way")
  func comparing() async throws {
    let run = try await Lunadiff().shell(
      functions + """
        start old.csv new.csv -r rules.lua -f summary -q
        printf 'id,name\\n1,Saw\\n' >other.csv; mv other.csv new.csv; runs 2
        printf 'identity = nosuch(' >other.lua; mv other.lua rules.lua; runs 3
        echo 'identity = "name"' >other.lua; mv other.lua rules.lua; runs 4
        printf 'id,name\\n1,Axe\\n2,Saw\\n' >new.csv
        until tail -n 1 err | grep -q 'status 1; waiting'; do sleep 0.1; done
        end
        """)
    let ends = run.outputText.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /exit status (\d); waiting for changes, Ctrl-C ends$/)?.1
    }
    // A file that is written in place may also be met while it is empty.
    #expect(ends.starts(with: ["1", "0", "2", "0"]))
    #expect(ends.last == "1")
    #expect(run.outputText.hasPrefix("status 1\n"))
    #expect(run.outputText.contains("rules.lua:1: unexpected symbol near <eof>"))
  }

  @Test(
    "a comparison is made again when a module changes, or a file that the rules look things up in")
  func lookingUp() async throws {
    let run = try await Lunadiff().shell(
      functions + """
        printf 'old,new\\nSaw,Axe\\n' >names.csv
        echo 'return luna.lookup("names.csv", "old")' >names.lua
        echo 'local names = require "names"
        return { identity = "id", equal = { name = function(a, b)
          return a == b or names[a] ~= nil and names[a].new == b end } }' >rules.lua
        start old.csv new.csv -r rules.lua -f summary -q
        printf 'old,new\\nSaw,Hammer\\n' >other.csv; mv other.csv names.csv; runs 2
        echo 'return {}' >other.lua; mv other.lua names.lua; runs 3
        end
        """)
    let ends = run.outputText.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /exit status (\d); waiting for changes, Ctrl-C ends$/)?.1
    }
    #expect(ends == ["0", "1", "1"])
  }

  @Test("a probe is made again when its input changes")
  func probing() async throws {
    let run = try await Lunadiff().shell(
      functions + """
        start probe old.csv -k id
        printf 'id,name\\n1,Saw\\n1,Axe\\n' >old.csv; runs 2
        end
        """)
    #expect(run.outputText.hasPrefix("status 0\nold.csv: 1 record\n"))
    #expect(run.outputText.contains("old.csv: 2 records\n"))
  }

  @Test("tests are run again when what they name changes, and when there are more of them")
  func testing() async throws {
    let run = try await Lunadiff().shell(
      functions + """
        mkdir tests; cp old.csv new.csv rules.lua tests
        echo 'return { { rules = "rules.lua", old = "old.csv", new = "new.csv", expect = { updated = 1 } } }' >tests/a.test.lua
        start test tests
        cp tests/old.csv other.csv; mv other.csv tests/new.csv; runs 2
        echo 'identity = "name"' >other.lua; mv other.lua tests/rules.lua; runs 3
        cp tests/a.test.lua b.test.lua; mv b.test.lua tests; runs 4
        end
        """)
    let ends = run.outputText.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /exit status (\d); waiting for changes, Ctrl-C ends$/)?.1
    }
    #expect(ends.starts(with: ["0", "1", "1", "1"]))
    #expect(run.outputText.contains("2 tests, 2 failed\n"))
  }

  @Test("standard input cannot be watched")
  func standardInput() async throws {
    let run = try await Lunadiff().run(["-", "new.csv", "--watch"])
    #expect(run.status == 2)
    #expect(
      run.errorText
        == "lunadiff: --watch cannot read standard input twice\n  hint: name files\n")
  }
}
