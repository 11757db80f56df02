import Foundation
import TestSupport
import Testing

/// What is left when a signal ends the process while it writes a file.
@Suite struct InterruptionTests {
  @Test("no signal leaves a file half written", arguments: ["INT", "TERM", "HUP"])
  func signals(name: String) async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      """
      (echo id; seq 1 300000) >old.csv; (echo id; seq 300001 600000) >new.csv; echo before >out.jsonl
      env --default-signal=\(name) lunadiff old.csv new.csv -k id --format jsonl -o out.jsonl & job=$!
      while [ -z "$(ls -A | grep tmp)" ]; do :; done
      kill -\(name) $job; wait $job; echo $?; cat out.jsonl | head -c 7; ls -A
      """)
    let number = ["INT": 2, "TERM": 15, "HUP": 1][name] ?? 0
    #expect(run.outputText == "\(128 + number)\nbefore\nnew.csv\nold.csv\nout.jsonl\n")
  }

  @Test("a file that cannot be finished is not there")
  func wholeOrNothing() async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      """
      (echo id; seq 1 1000) >old.csv; (echo id; seq 1001 2000) >new.csv
      ulimit -f 8; trap '' XFSZ
      lunadiff old.csv new.csv -k id --format jsonl -o out.jsonl; echo $?; ls -A
      """)
    #expect(run.outputText == "2\nnew.csv\nold.csv\n")
    #expect(run.errorText == "lunadiff: cannot write out.jsonl: File too large\n")
  }
}
