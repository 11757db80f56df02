import Foundation
import TestSupport
import Testing

/// Whatever memory there is, every byte of the result is the same. The least limit is so small that even these inputs go to
/// the temporary folder, in several partitions.
extension AnySizeTests {
  private static let inputs = [
    "--memory 64K --threads 1 old.csv new.csv", "--memory 300K old.gz.d new.csv",
    "--memory 64K --threads 2 old.gz.d new.mixed.d", "--memory 100K --threads 4 old.d new.mixed.d",
  ]

  @Test("a limit of memory changes no byte of the result", arguments: rules)
  func memory(rules: [String]) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    let whole = try await report(lunadiff, "lunadiff old.csv new.csv", rules)
    for input in Self.inputs {
      #expect(
        try await report(lunadiff, "lunadiff \(input)", rules) == whole, "\(input) \(rules)")
    }
    let piped = try await report(
      lunadiff, "cat old.csv | lunadiff --memory 64K - new.gz.d", rules)
    #expect(piped == whole, "\(rules)")
    for (input, other) in [
      ("old.jsonl new.jsonl", "old.jsonl new.json.d"), ("old.csv new.jsonl", "old.csv new.jsonl"),
    ] {
      let whole = try await report(lunadiff, "lunadiff \(input)", rules)
      let spilled = try await report(lunadiff, "lunadiff --memory 64K \(other)", rules)
      #expect(spilled == whole, "\(other) \(rules)")
    }
  }

  @Test(
    "every report has the same bytes with a limit of memory",
    arguments: [
      "text", "table", "summary", "html", "csv", "markdown", "jsonl", "junit",
    ])
  func reports(format: String) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    let command = "lunadiff old.jsonl new.jsonl -k id --format \(format)"
    let whole = try await lunadiff.shell(command)
    let spilled = try await lunadiff.shell("\(command) --memory 64K")
    #expect(whole.status == 1, "\(whole.errorText)")
    #expect(spilled.status == 1, "\(spilled.errorText)")
    #expect(spilled.outputText == whole.outputText)
  }

  @Test(
    "nested lists and nested sections are compared with a limit of memory as they are without",
    arguments: nestedInputs, ["64K", "300K"])
  func nestedInputs(input: [String], memory: String) async throws {
    let lunadiff = try Lunadiff()
    try writeNested(lunadiff)
    let command = "lunadiff \(input[0]) \(input[1])"
    let whole = try await report(lunadiff, command, Array(input[2...]))
    let spilled = try await report(lunadiff, "\(command) --memory \(memory)", Array(input[2...]))
    #expect(spilled == whole)
  }

  @Test(
    "the key that is found with a limit of memory is that which is found without",
    arguments: [["a"], ["c"], ["b", "c"]])
  func foundKey(key: [String]) async throws {
    let lunadiff = try Lunadiff()
    for isNew in [false, true] {
      // Each side lacks a record of the other, so that no key pairs all and others are looked at, too.
      let rows = (0..<1_500).filter { $0 != (isNew ? 3 : 5) }.map { number in
        // Unique on both sides, but it pairs fewer records.
        let worse = isNew && number % 3 == 0 ? number + 9_000 : number
        let cells =
          switch key {
          case ["a"]: "\(number),b\(number % 7),c\(worse)"
          case ["c"]: "\(worse),b\(number / 2),c\(number)"
          default: "a\(number / 2 % 11),b\(number / 2),c\(number % 2)"
          }
        return cells + (isNew && number % 50 == 0 ? ",changed\n" : ",d\n")
      }
      try lunadiff.directory.write(
        "a,b,c,d\n" + rows.joined(), to: isNew ? "new.csv" : "old.csv")
    }
    let whole = try await report(lunadiff, "lunadiff old.csv new.csv", [])
    let columns = key.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(whole.contains("\"key\":{\"columns\":[\(columns)],\"found\":true}"))
    #expect(try await report(lunadiff, "lunadiff old.csv new.csv --memory 64K", []) == whole)
  }

  @Test("a script compares with little memory what it compares without")
  func script() async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    try lunadiff.directory.write(
      """
      local little = { memory = "64K", temp = "." }
      local rules = { section = "town", equal = function(a, b) return a.price == b.price end }
      local function report(old, new, options)
        return luna.diff(old, new, rules, options):report("json")
      end
      local whole = report(luna.load "old.d", luna.load "new.gz.d")
      local spilled = report(luna.load("old.d", little), luna.load("new.gz.d", little), little)
      print(#whole > 10000, spilled == whole)
      print(pcall(luna.diff, luna.load "old.d", luna.load "new.d", rules, { memory = "1K" }))
      print(pcall(luna.load, "old.d", { temp = "/nowhere" }))
      """, to: "little.lua")
    let run = try await lunadiff.shell("lunadiff run little.lua")
    #expect(
      run.outputText == """
        true\ttrue
        false\tluna.diff: 'memory' must be a size such as "256M", at least 64K, got 1K
        false\tluna.load: 'temp' must be a folder that is there, got /nowhere

        """, "\(run.errorText)")
  }

  @Test("a limit that is not kept is told, with what took the memory")
  func notKept() async throws {
    let lunadiff = try Lunadiff()
    let run = try await lunadiff.shell(
      """
      (echo id; seq 1 300) >old.csv; (echo id; seq 301 600) >new.csv
      lunadiff old.csv new.csv -k id --memory 64K -q; lunadiff old.csv new.csv -k id --memory 8G -q
      """)
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.count == 1, "\(run.errorText)")
    let start = "lunadiff: warning: --memory 64K was not kept: the process took "
    #expect(lines.first?.hasPrefix(start) == true)
    #expect(lines.first?.hasSuffix(", most of it for the program itself") == true)
  }

  // MARK: The temporary folder

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
    let command = "lunadiff pipe new.csv -k id --memory 64K --temp temp -o out.txt"
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
      lunadiff old.csv new.csv -k id | tail -n +2 >whole.txt
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
