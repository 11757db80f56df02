import Foundation
import TestSupport
import Testing

/// What is left when a signal ends the process while it writes a file.
@Suite struct InterruptionTests {
  @Test(
    "no signal leaves a file half written",
    arguments: ["INT"]
      + CaseSample.some(
        3,
        of: [
          "TERM", "HUP", "QUIT", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "XCPU", "IO", "PWR",
        ], "signals"))
  func signals(name: String) async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      """
      (echo id; seq 1 300000) >old.csv; (echo id; seq 300001 600000) >new.csv; echo before >out.jsonl
      env --default-signal=\(name) lunadiff old.csv new.csv -k id --format jsonl -o out.jsonl & job=$!
      while [ -z "$(ls -A | grep tmp)" ]; do sleep 0.01; done
      kill -\(name) $job; wait $job; echo $?; cat out.jsonl | head -c 7; ls -A
      """)
    // Those that interrupt end the process by themselves; any other is trouble.
    let numbers = ["INT": 2, "TERM": 15, "HUP": 1, "QUIT": 3]
    let status = numbers[name].map { 128 + $0 } ?? 2
    #expect(run.outputText == "\(status)\nbefore\nnew.csv\nold.csv\nout.jsonl\n")
  }

  @Test("a file that cannot be finished is not there")
  func wholeOrNothing() async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      """
      (echo id; seq 1 1000) >old.csv; (echo id; seq 1001 2000) >new.csv
      ulimit -f 8
      env --default-signal=XFSZ lunadiff old.csv new.csv -k id --format jsonl -o out.jsonl; echo $?; ls -A
      """)
    #expect(run.outputText == "2\nnew.csv\nold.csv\n")
    #expect(run.errorText == "lunadiff: cannot write out.jsonl: File too large\n")
  }

  @Test("an output file does not become a standard descriptor that is closed", arguments: 0...2)
  func closed(descriptor: Int) async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      """
      printf 'id,a\\n1,x\\n' >old.csv; printf 'id,a\\n1,y\\n' >new.csv
      lunadiff old.csv new.csv -k id -f summary -o kept.txt
      lunadiff old.csv new.csv -k id -f summary -o out.txt -e 'print("printed") return {}' \(descriptor)>&-; echo $?
      cmp kept.txt out.txt && echo same
      """)
    #expect(run.outputText == "1\nsame\n")
  }
}
