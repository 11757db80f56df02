import Foundation
import TestSupport
import Testing

/// Whatever ends a run, nothing is left in the temporary folder, and no result is half there.
extension AnySizeTests {
  @Test("what is too large for the temporary folder is one message, and nothing stays there")
  func fullFolder() async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    let result = try await lunadiff.shell(
      """
      mkdir temp
      ulimit -f 8
      lunadiff old.csv new.csv -k id --memory 64K --temp temp
      echo "status $?"
      ls -A temp
      """)
    #expect(result.outputText == "status 2\n")
    #expect(
      result.errorText.hasSuffix(
        """
        cannot write to the temporary folder temp: File too large
          hint: --temp names another folder; with more --memory less is written there

        """), "\(result.errorText)")
  }

  @Test("what is inflated goes to the temporary folder, and is refused by one that is full")
  func fullFolderOfPipe() async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    let result = try await lunadiff.shell(
      """
      mkdir temp
      ulimit -f 8
      cat old.csv | lunadiff - new.csv -k id --memory 64K --temp temp
      echo "status $?"
      ls -A temp
      """)
    #expect(result.outputText == "status 2\n")
    #expect(result.errorText.contains("cannot write to the temporary folder temp: File too large"))
  }

  @Test(
    "a signal leaves nothing, and the next run is as if there had been none",
    arguments: ["INT", "HUP", "TERM", "KILL"])
  func signal(name: String) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    // Whoever has written so much into a pipe knows that most of it was read, and went to the folder.
    let command = "lunadiff pipe new.csv -k id --no-findings --memory 64K --temp temp -o out.txt"
    let result = try await lunadiff.shell(
      """
      mkdir temp
      mkfifo pipe
      env --default-signal=INT \(command) 2>/dev/null &
      exec 3>pipe
      cat old.csv old.csv old.csv >&3
      kill -\(name) $!
      wait $!
      exec 3>&-
      echo "ended by then"
      ls -A temp; ls -A out* .lunadiff* 2>/dev/null
      cat old.csv >pipe &
      \(command) 2>/dev/null; echo "status $?"
      lunadiff old.csv new.csv -k id --no-findings | tail -n +2 >whole.txt
      tail -n +2 out.txt | cmp - whole.txt && ls -A temp
      """)
    #expect(result.outputText == "ended by then\nstatus 1\n")
  }

  @Test(
    "a part that is cut off while another input comes is named, and nothing stays",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/maps")),
    arguments: ["", "--memory 64K"])
  func cutPart(memory: String) async throws {
    let lunadiff = try Lunadiff()
    let result = try await lunadiff.shell(
      """
      mkdir temp parts; mkfifo pipe
      for part in a b; do (echo id; seq -f $part%.0f 20000) >parts/$part.csv; done
      lunadiff parts pipe -k id --temp temp -o out.txt \(memory) & job=$!
      exec 3>pipe
      until grep -q parts/b.csv /proc/$job/maps; do sleep 0.01; done
      truncate -s 1000 parts/b.csv
      cat parts/a.csv >&3; exec 3>&-
      wait $job; echo $?
      ls -A temp; ls -A out* .lunadiff* 2>/dev/null
      """)
    #expect(result.outputText == "2\n")
    #expect(
      result.errorText.contains("parts/b.csv: the file changed while it was being read\n"),
      "\(result.errorText)")
  }
}
