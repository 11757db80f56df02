import Foundation
import TestSupport
import Testing

/// Whatever memory there is, every byte of the result is the same. The least limit is so small that even these inputs go to
/// the temporary folder, in several partitions.
extension AnySizeTests {
  private static let inputs = [
    "--memory 64K --threads 1 old.csv new.csv", "--memory 300K old.gz.d new.csv",
    "--memory 64K --threads 4 old.d new.mixed.d", "--memory 64K old.jsonl new.json.d",
    "--memory 64K old.csv new.jsonl",
  ]

  /// Rules under which nothing has to be held in memory.
  private static let spillingRules: [[String]] = [
    ["-k", "id"],
    ["-k", "id,town"],
    ["-k", "none"],
    ["-k", "town", "--moves", "heckel"],
    ["-k", "id", "--duplicates", "pair", "--ignore-order"],
    ["-k", "id", "--tolerance", "price=1", "--ignore", "note"],
    [
      "-e",
      """
      return {
        identity = function(r) return r.id:upper(), r.town end,
        equal = function(a, b) return a.price == b.price end,
        filter = function(r) return r.town ~= "town5" end,
      }
      """,
    ],
  ]

  @Test("a limit of memory changes no byte of the result", arguments: spillingRules)
  func memory(rules: [String]) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    for input in Self.inputs {
      let unlimited = input.split(separator: " ").dropFirst(2).joined(separator: " ")
      let whole = try await report(lunadiff, "lunadiff \(unlimited)", rules)
      let spilled = try await report(lunadiff, "lunadiff \(input)", rules)
      #expect(spilled == whole, "\(input) \(rules)")
    }
    let piped = try await report(
      lunadiff, "cat old.csv | lunadiff --memory 64K - new.gz.d", rules)
    #expect(try await report(lunadiff, "lunadiff old.csv new.gz.d", rules) == piped, "\(rules)")
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

  @Test("nested lists are compared with a limit of memory as they are without")
  func nestedLists() async throws {
    let lunadiff = try Lunadiff()
    for (side, price) in [("old", 1), ("new", 2)] {
      let orders = (0..<900).map { number in
        let lines = (0..<3).map { "{\"sku\": \($0), \"n\": \(number % 7 == $0 ? price : 0)}" }
        return """
          {"id": \(number % 800), "lines": [\(lines.joined(separator: ","))], "tags": ["a", "\(price)"]}
          """
      }
      try lunadiff.directory.write("[\(orders.joined(separator: ",\n"))]", to: "\(side).json")
    }
    let rules = ["-k", "id", "--list", "lines=sku", "--list", "tags=set"]
    let whole = try await report(lunadiff, "lunadiff old.json new.json", rules)
    let spilled = try await report(lunadiff, "lunadiff old.json new.json --memory 64K", rules)
    #expect(spilled == whole)
  }

  @Test(
    "sections, and a key that is searched for, are held in memory where only the texts do not fit",
    arguments: [["-k", "id", "--section", "town"], []])
  func heldRecords(rules: [String]) async throws {
    let lunadiff = try Lunadiff()
    let note = String(repeating: "a long note ", count: 200)
    for (side, step) in [("old", 1), ("new", 2)] {
      let rows = (0..<900).map { "\($0 * 7 % 900),town\($0 % 9),\($0 % 100 * step),\(note)\n" }
      try lunadiff.directory.write("id,town,n,note\n" + rows.joined(), to: "\(side).csv")
    }
    let whole = try await report(lunadiff, "lunadiff old.csv new.csv", rules)
    let spilled = try await report(lunadiff, "lunadiff old.csv new.csv --memory 18M", rules)
    #expect(spilled == whole)
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

  @Test("a signal leaves nothing in the temporary folder", arguments: ["HUP", "TERM", "KILL"])
  func signal(name: String) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    // A shell's background process minds no INT. Whoever has written so much into a pipe knows that most of it was read, and went to the folder.
    let result = try await lunadiff.shell(
      """
      mkdir temp
      mkfifo pipe
      lunadiff pipe new.csv -k id --memory 64K --temp temp 2>/dev/null &
      exec 3>pipe
      cat old.csv old.csv old.csv >&3
      kill -\(name) $!
      wait $!
      echo "ended by then"
      ls -A temp
      """)
    #expect(result.outputText == "ended by then\n")
  }

  @Test("what has to be held in memory and does not fit is refused with what helps")
  func refusals() async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    let section = try await lunadiff.shell(
      "lunadiff old.csv new.csv -k id --section town --memory 64K")
    #expect(section.status == 2)
    #expect(section.errorText.contains("sections would take about"), "\(section.errorText)")
    let search = try await lunadiff.shell("lunadiff old.csv new.csv --memory 64K")
    #expect(search.status == 2)
    #expect(search.errorText.contains("-k names the key"), "\(search.errorText)")
  }
}
