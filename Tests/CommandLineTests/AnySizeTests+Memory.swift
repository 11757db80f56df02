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
    "where all that is known of records fits, pages of the inputs alone are kept out of memory, and nothing is written",
    arguments: ["csv", "jsonl"])
  func pages(format: String) async throws {
    let lunadiff = try Lunadiff()
    try writeRow(format, lunadiff)
    let run = try await lunadiff.shell(
      """
      (seq 1 9000; seq 9100 20000) | awk -f row.awk >old.\(format); (seq 50 18000; echo 7) | awk -f row.awk >new.\(format)
      for key in "-k id" ""; do
        lunadiff old.\(format) new.\(format) $key -f json -o whole.json
        (ulimit -f 0; lunadiff old.\(format) new.\(format) $key -f json --memory 24M --temp . 2>err) | cmp whole.json -
        (ulimit -f 0; lunadiff old.\(format) new.\(format) $key -q --memory 8M --temp . 2>&1) | grep -c 'cannot write'
      done
      """)
    #expect(run.outputText == "1\n1\n")
  }

  /// Writes what makes a long record of a key, by which it begins, and of a number at its end.
  private func writeRow(_ format: String, _ lunadiff: Lunadiff) throws {
    let row =
      format == "csv"
      ? #"BEGIN { print "id,text" } { printf "%d,%0400d\n", $1, $NF * $NF % 1000 }"#
      : #"{ printf "{\"id\":%d,\"text\":\"%0400d\"}\n", $1, $NF * $NF % 1000 }"#
    try lunadiff.directory.write(row, to: "row.awk")
  }

  @Test(
    "records that reading finds to be the same on both sides pair with little memory as they do without",
    arguments: ["csv", "jsonl"])
  func aligned(format: String) async throws {
    let lunadiff = try Lunadiff()
    try writeRow(format, lunadiff)
    // Changes, moved blocks, and keys that are repeated on a side or on both, beside each other or far away.
    let run = try await lunadiff.shell(
      """
      (seq 1 16000; echo 77; seq 5000 5003) | awk '{ print $1, $1 }' | awk -f row.awk >old.\(format)
      (seq 9000 16500; seq 40 8900; echo 77; echo 9001; echo 9001) | awk '{ print $1, $1 % 50 ? $1 : 7 }
        $1 % 3000 == 0 { print $1, $1 }' | awk -f row.awk >new.\(format)
      for key in "-k id" "" "-k id --duplicates pair" "-k id,text" "-k none"; do
        lunadiff old.\(format) new.\(format) $key -f json -o whole.json 2>/dev/null; echo $?
        for memory in 64K 1M 8M; do
          lunadiff old.\(format) new.\(format) $key -f json --memory $memory 2>/dev/null | cmp whole.json -
        done
      done
      """)
    #expect(run.outputText == "1\n1\n1\n1\n1\n")
  }

  @Test("an identity by score has the same bytes with a limit of memory, or is refused", arguments: ["1", "2"])
  func scores(threads: String) async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    let rules = [
      "-e",
      """
      identity = luna.identity.score { block = { "town" }, threshold = 0.8, by = {
        id = luna.compare.similar("levenshtein", 0.6), price = luna.compare.number(1), note = luna.compare.exact } }
      """,
    ]
    let whole = try await report(lunadiff, "lunadiff old.csv new.csv", rules)
    for limit in ["18M", "24M", "40M", "100M"] {
      for inputs in ["old.csv new.csv", "old.gz.d new.mixed.d"] {
        let command = "lunadiff --memory \(limit) --threads \(threads) \(inputs)"
        #expect(try await report(lunadiff, command, rules) == whole, "\(command)")
      }
    }
    for limit in ["64K", "4M", "16M"] {
      let refused = try await lunadiff.run(["old.csv", "new.csv", "--memory", limit, "--threads", threads] + rules)
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(refused.errorText.contains("an identity in passes would take about"))
    }
  }

  @Test(
    "rules fail for the first record of the old file in every way of comparing",
    arguments: [
      "identity = 'id', normalize = { v = fail }", "identity = 'id', normalize = { v = { old = fail } }",
      "identity = 'id', equal = { v = equal }", "identity = 'twin', equal = { v = equal }",
      "identity = 'twin', normalize = { v = fail }", "identity = function(r) fail(r.v) return r.id end",
      "identity = 'id', filter = function(r) fail(r.v) return true end",
    ])
  func firstError(rules: String) async throws {
    let lunadiff = try Lunadiff()
    var generator = SeededGenerator.announced("first errors of \(rules)")
    for name in ["old.csv", "new.csv"] {
      let rows = (0..<4000).map { number in
        let value = Int.random(in: 0..<50, using: &generator)
        // A record that the other file lacks fails no rule of pairs.
        let isAlone = number % 10 == (name == "old.csv" ? 0 : 1)
        return "\(isAlone ? "\(name)\(number)" : "\(number)"),\(number / 2),\(value),\(number % 3)\n"
      }
      try lunadiff.directory.write("id,twin,v,s\n" + rows.shuffled(using: &generator).joined(), to: name)
    }
    let fail = """
      local function fail(v) if v == '7' then error('fails', 0) end return v end
      local function equal(o, n) return fail(o) == n end

      """
    let all = ["old.csv", "new.csv", "-q", "-e", "\(fail)return { \(rules) }"]
    let first = try await lunadiff.run(all + ["--threads", "1"])
    #expect(first.status == 2)
    for flags in ["--memory 64K", "--memory 64K --threads 1", "--ignore-order", "--threads 4"] {
      #expect(try await lunadiff.run(all + flags.split(separator: " ").map(String.init)).errorText == first.errorText)
    }
    // Sections pair other records of one identity.
    guard !rules.contains("twin") else { return }
    for flags in ["--section s", "--section s --memory 64K"] {
      #expect(try await lunadiff.run(all + flags.split(separator: " ").map(String.init)).errorText == first.errorText)
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
          // The better one has an exception of each kind.
          case ["c"] where !isNew && number == 10: "\(worse),b\(number / 2),"
          case ["c"]: "\(worse),b\(number / 2),c\(!isNew && number == 21 ? 20 : number)"
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

  @Test("what updated records have in common is found with a limit of memory as without")
  func subgroups() async throws {
    let lunadiff = try Lunadiff()
    for (name, price) in [("old.csv", 1), ("new.csv", 2)] {
      let rows = (0..<2_000).map { number in
        let isGerman = number % 8 == 0
        let isUpdated = isGerman && number % 3 > 0 || number == 99
        return "\(number),\(isGerman ? "DE" : "FR"),\(isUpdated ? price : 0)\n"
      }
      try lunadiff.directory.write("id,country,price\n" + rows.joined(), to: name)
    }
    try lunadiff.directory.write(
      """
      for _, memory in ipairs { "64K", "1G" } do
        local little = { memory = memory, temp = "." }
        local found = luna.diff(luna.load("old.csv", little), luna.load("new.csv", little),
          { identity = "id" }, little):statistics()
        for _, group in ipairs(found.where) do
          print(group.column, group.value, group.updated, group.paired)
        end
        print(#found.where, found.columns.price.changed, found.columns.price.difference.median)
      end
      """, to: "where.lua")
    let run = try await lunadiff.shell("lunadiff run where.lua")
    let found = "country\tDE\t166\t250\n1\t167\t1\n"
    #expect(run.outputText == found + found, "\(run.errorText)")
  }

  /// Values of which some are equal in another spelling, and others only look alike; `nil` is a member that is not there.
  private static let values: [String?] = [
    nil, nil, "null", #""""#, "0", #""0""#, "-0.0", "1", "1.0", "10e-1", "true", #""true""#,
    #""A b""#,
    #""\u0041 b""#, "[]", "{}", #"{"x": 1, "y": [2]}"#, #"{"y":[2.0],"x":1e0}"#, #"[1, ""]"#,
    "[1, null]",
  ]

  private typealias Members = [(name: String, value: String)]

  /// Records of both sides, most of which are on both: with members in another order, and some of them otherwise.
  private static func oddRecords(_ random: inout SeededGenerator) -> Sides<[Members]> {
    func record(_ number: Int) -> Members {
      let id = [(name: "id", value: #""k\#(number % 150)""#)]
      return id
        + ["cat", "num", "note"].compactMap { name in
          let few = values.prefix(Int.random(in: 4...values.count, using: &random))
          return few.randomElement(using: &random).flatMap { $0 }.map { (name, $0) }
        }
    }
    let old = (0..<300).map(record)
    var new = old.enumerated().compactMap { number, members -> Members? in
      switch Int.random(in: 0..<10, using: &random) {
      case 0: nil
      case 1, 2: record(number)
      case 3: Array(members.prefix(max(1, members.count - 1)))
      default: members.shuffled(using: &random)
      }
    }
    for _ in 0..<3 { new.append(new.remove(at: Int.random(in: 0..<new.count, using: &random))) }
    return Sides(old: old, new: new)
  }

  private struct Sides<Value> {
    let old: Value
    let new: Value
  }

  /// Writes records in one of the forms that they may have, and gives the input's name.
  private func write(
    _ records: [Members], as form: Int, _ side: String, _ lunadiff: Lunadiff
  ) throws -> String {
    let objects = records.map { record in
      "{" + record.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
    }
    let lines = objects.map { $0 + "\n" }
    switch form {
    case 0: try lunadiff.directory.write(lines.joined(), to: "\(side).jsonl")
    case 1:
      try lunadiff.directory.write("[" + objects.joined(separator: ",\n") + "]", to: "\(side).json")
    default:
      try lunadiff.directory.write(lines[..<90].joined(), to: "\(side).d/1.jsonl")
      try lunadiff.directory.write(
        "[" + objects[90..<100].joined(separator: ",") + "]", to: "\(side).d/2.json")
      try lunadiff.directory.write(lines[100...].joined(), to: "\(side).d/3.jsonl")
    }
    return ["\(side).jsonl", "\(side).json", "\(side).d"][form]
  }

  private static let oddRules = [
    "", "-k none", "-k none --moves heckel", "-k none --duplicates pair",
    "-k none --ignore-order", "-k none --section cat", "-k none --ignore note", "-k id",
    "-k id --section num --ignore-order",
    "-k none -e 'filter = function(r) return r.num ~= \"\" end'",
    "-k none -e 'normalize = { note = luna.text.lower }'",
    "-k none -e 'equal = { num = luna.compare.nocase() }'",
    "-e 'identity = function(r) return r.id, type(r.num) end'",
    "-e 'section = function(r) return type(r.cat) end' -k none",
  ]

  @Test(
    "records that lack members, or have them in another order, are the same with a limit of memory",
    arguments: 0..<6 as Range<UInt64>)
  func oddRecords(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<5 {
      let lunadiff = try Lunadiff()
      let records = Self.oddRecords(&random)
      let form = Int.random(in: 0..<3, using: &random)
      let old = try write(records.old, as: form, "old", lunadiff)
      let new = try write(records.new, as: (form + round) % 3, "new", lunadiff)
      let rules = try #require(Self.oddRules.randomElement(using: &random))
      let format = ["json", "csv", "table", "markdown", "summary"][round % 5]
      let threads = [1, 2, 4][round % 3]
      let result = try await lunadiff.shell(
        """
        lunadiff \(old) \(new) \(rules) -f \(format) >whole.txt; echo $?
        lunadiff \(old) \(new) \(rules) -f \(format) --memory 64K --threads \(threads) >spilled.txt 2>/dev/null; echo $?
        cmp whole.txt spilled.txt
        """)
      #expect(
        result.outputText == "1\n1\n",
        "seed \(seed), round \(round): \(old) \(new) \(rules) -f \(format) \(result.errorText)")
    }
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

  @Test("an identity in passes is held in memory, and refused where it does not fit")
  func passes() async throws {
    let lunadiff = try Lunadiff()
    let note = String(repeating: "a long note ", count: 200)
    for (side, step) in [("old", 1), ("new", 2)] {
      let rows = (0..<900).map { "\($0 * 7 % 900 * step),t\($0),\($0 % 100 * step),\(note)\n" }
      try lunadiff.directory.write("id,town,n,note\n" + rows.joined(), to: "\(side).csv")
    }
    let rules = ["-e", "identity = luna.identity.first('id', 'town')"]
    let whole = try await report(lunadiff, "lunadiff old.csv new.csv", rules)
    let spilled = try await report(lunadiff, "lunadiff old.csv new.csv --memory 18M", rules)
    #expect(spilled == whole)
    let refused = try await lunadiff.shell(
      "lunadiff old.csv new.csv --memory 64K -e \"\(rules[1])\"")
    #expect(refused.status == 2)
    #expect(refused.errorText.contains("passes would take about"), "\(refused.errorText)")
  }
}
