import Foundation
import TestSupport
import Testing

/// Results in JSON are what docs/results.schema.json says, under whatever options.
@Suite struct ResultSchemaTests {
  private static func schema() throws -> JSONSchema {
    let path = BuiltProducts.packageRoot + "/docs/results.schema.json"
    return JSONSchema(try JSONDocument(Data(contentsOf: URL(filePath: path))))
  }

  private static let files = [
    "old.csv":
      "id,name,price,kind,gone\n1,Saw,1.00,a,x\n2,Awl,2.00,b,x\n3,Vise,,a,x\n4,Nail,3,a,x\n4,Nail,4,b,x\n",
    "new.csv":
      "id,name,price,kind,came\n3,Vise,5,b,y\n1,Saw,1.50,a,y\n4,Nail,3,a,y\n9,File,\"1\n2\",b,y\n",
    "old.jsonl": #"{"id":1,"in":{"list":[1,2,3],"a":{"b":1}}}"# + "\n" + #"{"id":2}"# + "\n",
    "new.jsonl": #"{"id":1,"in":{"list":[3,1],"a":{"b":null}}}"# + "\n" + #"{"id":"x"}"# + "\n",
    "old.json":
      #"[{"country":"UK","items":[{"id":1,"v":1},{"id":2}]},{"country":"FR","items":[]}]"#,
    "new.json":
      #"[{"country":"DE","items":[{"id":3}]},{"country":"UK","items":[{"id":2},{"id":1,"v":2}]}]"#,
    "empty.csv": "id,name\n",
    "accepted.jsonl": #"{"key":["2"]}"# + "\n" + #"{"column":"kind"}"# + "\n"
      + #"{"column":"name","until":"2020-01-01"}"# + "\n",
  ]

  /// The inputs, then further arguments.
  private static let calls: [[String]] = [
    ["old.csv", "new.csv"],
    ["old.csv", "new.csv", "-k", "id", "--statistics", "--ignore", "came"],
    ["old.csv", "new.csv", "-k", "none"],
    ["old.csv", "new.csv", "-k", "id,kind", "--duplicates", "pair", "--ignore-order"],
    ["old.csv", "new.csv", "-k", "id", "--section", "kind"],
    ["old.csv", "new.csv", "-k", "id", "--patchable"],
    ["old.csv", "new.csv", "-k", "id", "--mask", "name", "--tolerance", "price=0.5"],
    ["old.csv", "new.csv", "-k", "id", "--fail-on", "added,columns", "--max-added", "10%"],
    ["old.csv", "new.csv", "-k", "id", "--max-removed=1", "--max-changed=2", "--max-moved=3"],
    ["old.csv", "new.csv", "-k", "id", "--accept", "accepted.jsonl", "--fail-on", "all,stale"],
    ["old.csv", "new.csv", "-k", "id", "--fail-on", "all,schema"],
    ["old.jsonl", "new.jsonl", "-k", "id", "--fail-on", "schema", "--no-findings"],
    ["old.csv", "new.csv", "-k", "id", "--ignore", "kind", "--max-updated=price=1%..50%", "--max-updated=kind=2"],
    [
      "old.csv", "new.csv", "-k", "id", "--section", "kind", "--max-deleted=section:a=1",
      "--max-inserted=section:*=10%",
    ],
    ["old.csv", "new.csv", "-k", "id", "--show", "removed,moved", "--limit", "1"],
    ["old.csv", "new.csv", "-e", "return { identity = function(r) return r.id, r.kind end }"],
    [
      "old.csv", "new.csv", "-e",
      "return { identity = luna.identity.first('id', luna.identity.near { block = 'kind', by = 'name', distance = 4 }) }",
    ],
    ["old.csv", "new.csv", "-e", "return { filter = function(r) return r.id ~= '1' end }"],
    ["old.csv", "empty.csv", "-k", "id"],
    ["empty.csv", "empty.csv"],
    ["old.csv", "old.csv"],
    ["old.csv", "new.jsonl", "-k", "id", "--key-as", "text"],
    ["old.jsonl", "new.jsonl", "-k", "id", "--statistics"],
    ["old.jsonl", "new.jsonl", "-k", "id", "--list", "in.list=set"],
    ["old.json", "new.json", "-k", "id", "--elements", "items", "--section-key", "country"],
    ["old.json", "new.json", "-k", "country"],
  ]

  @Test("a result is as the schema says, in JSON and in JSON Lines", arguments: calls)
  func conforms(call: [String]) async throws {
    let (lunadiff, schema) = (try Lunadiff(), try Self.schema())
    for (name, text) in Self.files { try lunadiff.directory.write(text, to: name) }
    let stages = call.contains("--patchable") ? [] : ["--stages"]
    let whole = try await lunadiff.run(call + ["-f", "json"] + stages)
    #expect((0...1).contains(whole.status), "\(whole.errorText)")
    let result = try JSONDocument(whole.output)
    #expect(schema.complaints(of: result) == [])
    #expect(schema.complaints(of: result, as: "result") == [])
    let lines = try await lunadiff.run(call + ["-f", "jsonl"]).outputText.split(separator: "\n")
      .map { try JSONDocument(Data($0.utf8)) }
    #expect(schema.complaints(of: try #require(lines.first), as: "first") == [])
    #expect(schema.complaints(of: try #require(lines.last), as: "last") == [])
    for line in lines { #expect(schema.complaints(of: line) == []) }
    #expect(Array(lines.dropFirst().dropLast()) == result["changes"]?.elements)
  }

  @Test(
    "histories are as the schema says",
    arguments: [
      ["history", "3", "old.csv", "new.csv"], ["history", "4", "old.csv", "new.csv", "--duplicates", "pair"],
      ["history", "1", "old.jsonl", "new.jsonl", "-k", "id"],
      ["history", "9", "empty.csv", "new.csv", "-k", "id"],
    ])
  func chains(call: [String]) async throws {
    let lunadiff = try Lunadiff()
    for (name, text) in Self.files { try lunadiff.directory.write(text, to: name) }
    let result = try await lunadiff.run(call + ["-f", "json"])
    if call[1] == "4" { return #expect(result.status == 2) }
    #expect(result.status == 0, "\(result.errorText)")
    #expect(try Self.schema().complaints(of: JSONDocument(result.output), as: call[0]) == [])
  }

  @Test("batches, the lines of their history and the report of these are as the schema says")
  func batches() async throws {
    let (lunadiff, schema) = (try Lunadiff(), try Self.schema())
    for (name, text) in Self.files {
      let side = name.hasPrefix("new") ? "b" : "a"
      let own = name.replacing(/^(old|new)/, with: "t")
      try lunadiff.directory.write(text, to: name.hasPrefix("empty") ? "b/\(own)" : "\(side)/\(own)")
    }
    try lunadiff.directory.write("id\n\"1\n", to: "a/broken.csv")
    try lunadiff.directory.write("id\n1\n", to: "b/broken.csv")
    try lunadiff.directory.write(Self.files["accepted.jsonl"] ?? "", to: "accepted.jsonl")
    let nights = [
      ["-k", "id"], ["--night", "two", "--max-updated", "price=1", "--accept", "accepted.jsonl"],
      [
        "--night", "three", "--mask", "name?", "--fail-on", "schema,missing", "--report", "html", "--output-dir",
        "pages",
      ], ["-k", "none"],
    ]
    for flags in nights {
      let call = ["batch", "a", "b", "--history", "runs.jsonl"] + flags
      let whole = try await lunadiff.run(call + ["-f", "json"])
      #expect(whole.status == 2, "\(whole.errorText)")
      #expect(schema.complaints(of: try JSONDocument(whole.output), as: "batch") == [])
      let lines = try await lunadiff.run(call + ["-f", "jsonl"]).outputText.split(separator: "\n")
      for line in lines { #expect(schema.complaints(of: try JSONDocument(Data(line.utf8))) == [], "\(line)") }
    }
    let history = try String(contentsOfFile: lunadiff.directory.path + "/runs.jsonl", encoding: .utf8)
    let runs = history.split(separator: "\n")
    #expect(runs.count == 2 * nights.count)
    for run in runs {
      #expect(schema.complaints(of: try JSONDocument(Data(run.utf8)), as: "batchRun") == [], "\(run)")
    }
    for flags in [[], ["--limit", "1"], ["--runs", "two..three"], ["--pattern", "t.*"]] {
      let report = try await lunadiff.run(["batch", "report", "--history", "runs.jsonl", "-f", "json"] + flags)
      #expect(schema.complaints(of: try JSONDocument(report.output), as: "batchReport") == [], "\(report.errorText)")
    }
  }

  @Test(
    "rules that were learned are as the schema says, with what is known of the changes that they leave",
    arguments: [
      ["paid.csv", "owed.csv"], ["paid.csv", "owed.csv", "-k", "id", "--mask", "name"],
      ["old.csv", "new.csv", "-k", "id", "--duplicates", "pair"],
    ])
  func learnt(call: [String]) async throws {
    let lunadiff = try Lunadiff()
    for (name, text) in Self.files { try lunadiff.directory.write(text, to: name) }
    func rows(_ row: (Int) -> String) -> String { "id,sum,fee,name\n" + (1...40).map { row($0) + "\n" }.joined() }
    try lunadiff.directory.write(rows { "\($0),\($0 * $0),\(300 * $0),a\($0)" }, to: "paid.csv")
    try lunadiff.directory.write(rows { "\($0),\($0 * $0 + 1000),\(3 * $0),A\($0)" }, to: "owed.csv")
    let result = try await lunadiff.run(["learn"] + call + ["-f", "json"])
    #expect(result.status == 0, "\(result.errorText)")
    let learnt = try JSONDocument(result.output)
    #expect(try Self.schema().complaints(of: learnt, as: "learnt") == [])
    #expect(try Self.schema().complaints(of: learnt) == [])
    let findings = learnt["findings"]?.elements ?? []
    guard call[0] == "paid.csv" else { return #expect(findings.isEmpty) }
    // The change of unit is a note.
    #expect(findings.map { $0["columns"] } == [try JSONDocument(Data(#"["sum"]"#.utf8))], "\(result.outputText)")
    #expect(findings.first?["kind"]?.text == "shift")
  }

  @Test(
    "what check finds is as the schema says",
    arguments: [
      ["sound.lua"], ["sound.lua", "old.csv", "new.csv"], ["ignored.lua"], ["odd.lua", "old.csv", "new.csv"],
      ["sound.lua", "old.csv", "new.csv", "--inject", "--min-detected", "100%"], ["broken.lua"], ["absent.lua"],
    ])
  func checks(call: [String]) async throws {
    let rules = [
      "sound": "return { identity = function(r) return r.id, r.kind end, filter = function(r) return r.id ~= '' end }",
      "ignored": "return {\n  ignore = 'price',\n  equal = { price = luna.compare.number(1) },\n}",
      "odd": "local n = 0 return { identity = 'id', equal = { price = function(a) n = n + 1 return n < 3 end } }",
      "broken": "return {",
    ]
    let lunadiff = try Lunadiff()
    for (name, text) in Self.files { try lunadiff.directory.write(text, to: name) }
    for (name, text) in rules { try lunadiff.directory.write(text, to: "\(name).lua") }
    let report = try await lunadiff.run(["check"] + call + ["-f", "json"])
    let document = try JSONDocument(report.output)
    #expect(try Self.schema().complaints(of: document, as: "check") == [], "\(report.outputText)")
    #expect(try Self.schema().complaints(of: document) == [])
    let findings = document["findings"]?.elements ?? []
    let lines = report.outputText.split(separator: "\n").filter { $0.hasPrefix("{\"file\":") }
    #expect(lines.count == findings.count)
    let isError = findings.contains { $0["severity"]?.text == "error" }
    #expect(report.status == (isError ? 2 : findings.isEmpty ? 0 : 1))
  }

  @Test("the schema lets nothing else pass")
  func strictness() throws {
    let schema = try Self.schema()
    let head = #""lunadiff":1,"source":{"path":"a","records":0},"target":{"path":"b","records":0}"#
    let columns = #""columns":{"common":[],"deleted":[],"inserted":[]}"#
    let summary = #""summary":{"deleted":0,"inserted":0,"updated":0,"moved":0,"unchanged":0}"#
    let sound = "{\(head),\(columns),\(summary),\"changes\":[]}"
    #expect(schema.complaints(of: try JSONDocument(Data(sound.utf8))) == [])
    for wrong in [
      sound.replacing("\"changes\":[]", with: "\"changes\":[],\"more\":1"),
      sound.replacing("\"moved\":0", with: "\"moved\":-1"),
      sound.replacing("\"moved\":0,", with: ""),
      sound.replacing("\"changes\":[]", with: "\"changes\":[{\"kind\":\"changed\",\"key\":[]}]"),
      sound.replacing(
        "\"changes\":[]",
        with:
          "\"changes\":[{\"kind\":\"deleted\",\"key\":[],\"source\":0,\"line\":{\"source\":0},\"record\":{}}]"
      ),
    ] { #expect(schema.complaints(of: try JSONDocument(Data(wrong.utf8))) != [], "\(wrong)") }
  }
}

/// Where changed records begin, as JSON says it.
@Suite struct ResultLineTests {
  /// Records of some lines each, as text, and the line that each begins on.
  private static func rows(
    _ random: inout SeededGenerator, lineEnd: String
  ) -> (text: String, lines: [String: Int]) {
    var (text, line, lines) = ("id,v,w\(lineEnd)", 2, [String: Int]())
    for number in 0..<400 where Int.random(in: 0..<9, using: &random) > 0 {
      let breaks = Int.random(in: 0..<3, using: &random)
      let cell = String(repeating: "x\(lineEnd)", count: breaks)
      lines["k\(number)"] = line
      text += "k\(number),\(Int.random(in: 0..<3, using: &random)),\"\(cell)\"\(lineEnd)"
      line += 1 + breaks
    }
    return (text, lines)
  }

  private static func check(
    _ output: Data, _ lines: (old: [String: Int], new: [String: Int]), _ context: String
  ) throws {
    let changes = try #require(try JSONDocument(output)["changes"]).elements
    #expect(changes.count > 100)
    for change in changes {
      let key = try #require(change["key"]?.elements.first?.text)
      let kind = change["kind"]?.text
      let wanted = [
        kind == "inserted" ? nil : lines.old[key], kind == "deleted" ? nil : lines.new[key],
      ]
      let found = ["source", "target"].map { change["line"]?[$0]?.number.map { Int($0) } }
      #expect(found == wanted, "\(context): \(key)")
    }
  }

  @Test("is the line of the file, however many a record has, of one file and of several")
  func csv() async throws {
    var random = SeededGenerator.announced("lines of changes")
    for lineEnd in ["\n", "\r\n", "\r"] {
      let (old, new) = (
        Self.rows(&random, lineEnd: lineEnd), Self.rows(&random, lineEnd: lineEnd)
      )
      let lunadiff = try Lunadiff()
      try lunadiff.directory.write(old.text, to: "old.csv")
      try lunadiff.directory.write(new.text, to: "new.csv")
      let flags: [[String]] = [[], ["--threads", "1"], ["--ignore-order"], ["--memory", "16M"]]
      for flags in flags {
        let result = try await lunadiff.run(
          ["old.csv", "new.csv", "-k", "id", "-f", "json"] + flags)
        #expect(result.status == 1, "\(result.errorText)")
        try Self.check(
          result.output, (old.lines, new.lines), "\(lineEnd.debugDescription) \(flags)")
      }
    }
  }

  @Test("of several files is the line of its own one")
  func parts() async throws {
    let lunadiff = try Lunadiff()
    for side in ["old", "new"] {
      for part in 1...3 {
        let rows = (0..<5).map { "\(part)\($0),\"\(side)\n\"\n" }.joined()
        try lunadiff.directory.write("id,v\n" + rows, to: "\(side)/p\(part).csv")
      }
    }
    let result = try await lunadiff.run(["old", "new", "-k", "id", "-f", "json"])
    let changes = try #require(try JSONDocument(result.output)["changes"]).elements
    #expect(changes.count == 15)
    for change in changes {
      let number = Int(change["key"]?.elements.first?.text?.suffix(1) ?? "") ?? -1
      for side in ["source", "target"] {
        #expect(change["line"]?[side]?.number == Double(2 + 2 * number))
      }
    }
  }

  @Test("is there for JSON in lines and in a list, and not for what a script makes")
  func json() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("{\"id\":1}\n\n{\"id\":2,\"v\":1}\n", to: "old.jsonl")
    try lunadiff.directory.write(
      "[\n  {\"id\": 1},\n  {\n    \"id\": 2,\n    \"v\": 2\n  },\n\n  {\"id\": 3}\n]\n",
      to: "new.json")
    let result = try await lunadiff.run(["old.jsonl", "new.json", "-k", "id", "-f", "json"])
    let lines = try #require(try JSONDocument(result.output)["changes"]).elements.map { $0["line"] }
    #expect(
      lines == [
        .object(["source": .number(3), "target": .number(3)]), .object(["target": .number(8)]),
      ])
    try lunadiff.directory.write(
      """
      local changes = luna.diff(luna.records({ { id = 1 } }), luna.records({ { id = 2 } }), { identity = "id" })
      print(changes:report("json"))
      """, to: "made.lua")
    let made = try await lunadiff.run(["run", "made.lua"])
    #expect(made.outputText.contains("\"kind\":\"inserted\""), "\(made.errorText)")
    #expect(!made.outputText.contains("\"line\""))
  }

  @Test("keeps no recorded result from being applied, whether it has lines or none")
  func recorded() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,v\n1,a\n2,b\n", to: "old.csv")
    try lunadiff.directory.write("id,v\n1,c\n3,b\n", to: "new.csv")
    for format in ["json", "jsonl"] {
      let result = try await lunadiff.run(["old.csv", "new.csv", "-k", "id", "-f", format])
      #expect(result.outputText.contains("\"line\""))
      let without = result.outputText.replacing(/"line":\{[^}]*\},/, with: "")
      #expect(!without.contains("\"line\""))
      for text in [result.outputText, without] {
        try lunadiff.directory.write(text, to: "changes.\(format)")
        let patched = try await lunadiff.run(["patch", "old.csv", "changes.\(format)"])
        #expect(patched.outputText == "id,v\n1,c\n3,b\n", "\(patched.errorText)")
      }
    }
  }
}
