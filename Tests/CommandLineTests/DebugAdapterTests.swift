import Foundation
import TestSupport
import Testing

/// What a client of the Debug Adapter Protocol gets from `lunadiff dap`.
@Suite struct DebugAdapterTests {
  private static let files = [
    "old.csv": "id,name,price\n1,Saw,2.00\n2,Awl,3.00\n3,Axe,4.00\n",
    "new.csv": "id,name,price\n1,Saw,2.001\n2,awl,3.50\n4,Vise,9.00\n",
    "rules.lua": """
    local seen = 0
    return {
      identity = function(r) return r.id end,
      equal = {
        price = function(a, b, context)
          local difference = tonumber(a) - tonumber(b)
          return math.abs(difference) < 0.01
        end,
      },
    }

    """,
    "loop.lua": "local number = 0\nprint('running')\nio.stdout:flush()\nwhile true do\n  number = number + 1\nend\n",
    "fails.lua": "local t = {}\nprint('before')\nerror('no such thing')\n",
    "rules.test.lua": """
    return {
      rules = "rules.lua",
      ["a cent"] = { old = "id,price\\n1,1.00\\n", new = "id,price\\n1,1.001\\n", expect = { updated = 0 } },
    }

    """,
    "words.lua": """
    return {
      name = "words",
      readers = {
        lines = {
          read = function(input, options)
            return coroutine.wrap(function()
              for line in input:lines() do
                coroutine.yield({ word = line })
              end
            end)
          end,
        },
      },
      formats = {
        count = {
          write = function(changes, out)
            local summary = changes:summary()
            out:write("updated ", summary.updated, "\\n")
          end,
        },
      },
    }

    """,
    "words.txt": "saw\nawl\n", "more.txt": "saw\naxe\n",
  ]

  /// A client whose command is ready to be started: it stops at these lines.
  private func client(
    _ launch: [String: Any], breaks: [String: [[String: Any]]] = [:], files: [String: String] = files,
    filters: [String] = ["uncaught"]
  ) throws -> ProtocolClient {
    let client = try ProtocolClient(["dap"], files: files)
    _ = try client.body("initialize", ["adapterID": "lunadiff"])
    _ = try client.event("initialized")
    _ = try client.body("launch", launch.merging(["cwd": client.directory.path]) { first, _ in first })
    for (file, lines) in breaks {
      _ = try client.body("setBreakpoints", ["source": ["path": client.path(file)], "breakpoints": lines])
    }
    _ = try client.body("setExceptionBreakpoints", ["filters": filters])
    _ = try client.body("configurationDone")
    return client
  }

  private static var rules: [String: Any] { ["program": "rules.lua", "data": ["old.csv", "new.csv"]] }

  private func frames(_ client: ProtocolClient) throws -> [[String: Any]] {
    try #require(try client.body("stackTrace", ["threadId": 1])["stackFrames"] as? [[String: Any]])
  }

  private func variables(_ client: ProtocolClient, _ reference: Any?) throws -> [String: String] {
    let body = try client.body("variables", ["variablesReference": reference ?? 0])
    let list = try #require(body["variables"] as? [[String: Any]])
    return Dictionary(list.map { ("\($0["name"] ?? "")", "\($0["value"] ?? "")") }) { first, _ in first }
  }

  /// The variables that a client is told not to write.
  private func readOnly(_ client: ProtocolClient, _ reference: Any?) throws -> Set<String> {
    let body = try client.body("variables", ["variablesReference": reference ?? 0])
    let list = try #require(body["variables"] as? [[String: Any]])
    let marked = list.filter {
      ($0["presentationHint"] as? [String: Any])?["attributes"] as? [String] == ["readOnly"]
    }
    return Set(marked.compactMap { $0["name"] as? String })
  }

  private func evaluate(_ client: ProtocolClient, _ text: String) throws -> String {
    try client.body("evaluate", ["expression": text, "frameId": 1])["result"] as? String ?? ""
  }

  @Test("a break stops in the rule's function, whose variables and records are seen")
  func lookingAtRules() throws {
    let client = try client(Self.rules, breaks: ["rules.lua": [["line": 7]]])
    #expect(try client.event("stopped")["reason"] as? String == "breakpoint")
    let frame = try #require(try frames(client).first)
    #expect(frame["name"] as? String == "equal.price")
    #expect(frame["line"] as? Int == 7)
    #expect((frame["source"] as? [String: Any])?["path"] as? String == client.path("rules.lua"))
    let scopes = try #require(try client.body("scopes", ["frameId": 1])["scopes"] as? [[String: Any]])
    #expect(
      scopes.map { $0["name"] as? String } == [
        "Variables", "context.new: record 1 of new.csv", "context.old: record 1 of old.csv",
      ])
    let locals = try variables(client, scopes[0]["variablesReference"])
    #expect(locals["a"] == "\"2.00\"")
    #expect(locals["difference"]?.hasPrefix("-0.00") == true)
    #expect(
      try variables(client, scopes[2]["variablesReference"]) == ["id": "\"1\"", "name": "\"Saw\"", "price": "\"2.00\""])
    #expect(try readOnly(client, scopes[0]["variablesReference"]).isEmpty)
    #expect(try readOnly(client, scopes[2]["variablesReference"]) == ["id", "name", "price"])
    #expect(try client.ask("disconnect")["success"] as? Bool == true)
    #expect(client.waitForEnd() == 0)
  }

  @Test("what is assigned counts: the comparison ends otherwise")
  func assigning() throws {
    let launch = Self.rules.merging(["args": ["-f", "summary"]]) { first, _ in first }
    let client = try client(launch, breaks: ["rules.lua": [["line": 7, "condition": "context.old.id == '2'"]]])
    _ = try client.event("stopped")
    let scopes = try #require(try client.body("scopes", ["frameId": 1])["scopes"] as? [[String: Any]])
    let answer = try client.body(
      "setVariable",
      ["variablesReference": scopes[0]["variablesReference"] ?? 0, "name": "difference", "value": "0.0"])
    #expect(answer["value"] as? String == "0.0")
    #expect(try evaluate(client, "difference + 1") == "1.0")
    _ = try client.body("setExpression", ["expression": "difference", "value": "0.001", "frameId": 1])
    #expect(try evaluate(client, "difference, context.new.name") == "0.001, \"awl\"")
    _ = try client.body("continue", ["threadId": 1])
    #expect(try client.event("exited")["exitCode"] as? Int == 1)
    let printed = client.rest.compactMap { ($0["body"] as? [String: Any])?["output"] as? String }
    #expect(printed.joined().contains("\nname ") && !printed.joined().contains("\nprice "), "\(printed)")
  }

  @Test("steps go over, into and out of calls")
  func stepping() throws {
    let script =
      "local function twice(n)\n  local m = n * 2\n  return m\nend\nlocal a = twice(2)\nlocal b = twice(a)\nprint(a, b)\n"
    let client = try client(["program": "steps.lua", "stopOnEntry": true], files: ["steps.lua": script])
    func line(_ command: String?) throws -> Int? {
      if let command { _ = try client.body(command, ["threadId": 1]) }
      #expect(try client.event("stopped")["reason"] as? String == (command == nil ? "entry" : "step"))
      return try frames(client).first?["line"] as? Int
    }
    #expect(try line(nil) == 4)
    #expect(try line("next") == 5)
    #expect(try line("stepIn") == 2)
    #expect(try frames(client).map { $0["name"] as? String } == ["twice", "the script"])
    #expect(try line("stepOut") == 6)
    #expect(try line("next") == 7)
    _ = try client.body("continue")
    _ = try client.event("terminated")
    #expect(client.rest.contains { ($0["body"] as? [String: Any])?["output"] as? String == "4\t8\n" })
    #expect(client.end() == 0)
  }

  @Test("counts of visits and log points stop, or say, as often as they should")
  func hitsAndLogs() throws {
    let script = "for i = 1, 10 do\n  local x = i\n  local y = x * x\nend\n"
    let breaks: [[String: Any]] = [
      ["line": 2, "hitCondition": "% 4"],
      ["line": 3, "logMessage": "i {i}: {x + 1} {nothing.here}", "condition": "i > 9"],
    ]
    let client = try client(
      ["args": ["run", "loop10.lua"]], breaks: ["loop10.lua": breaks], files: ["loop10.lua": script])
    for expected in ["4", "8"] {
      _ = try client.event("stopped")
      #expect(try evaluate(client, "i") == expected)
      _ = try client.body("continue")
    }
    _ = try client.event("terminated")
    let logs = client.rest.compactMap { ($0["body"] as? [String: Any])?["output"] as? String }
    #expect(logs.count == 1)
    #expect(logs.first?.hasPrefix("i 10: 11 {") == true)
  }

  @Test(
    "an error that no script catches stops where it is raised, unless that is not wanted", arguments: [true, false])
  func exceptions(stops: Bool) throws {
    let client = try client(["program": "fails.lua"], filters: stops ? ["uncaught"] : [])
    if stops {
      let stopped = try client.event("stopped")
      #expect(stopped["reason"] as? String == "exception")
      #expect(
        try client.body("exceptionInfo", ["threadId": 1])["description"] as? String == "fails.lua:3: no such thing")
      let frame = try #require(try frames(client).first, "the first call is that which raises it")
      #expect(frame["line"] as? Int == 3)
      let scopes = try client.body("scopes", ["frameId": frame["id"] ?? 0])["scopes"] as? [[String: Any]]
      #expect(try variables(client, scopes?.first?["variablesReference"]) == ["t": "{}"])
      _ = try client.body("continue")
    }
    #expect(try client.event("exited")["exitCode"] as? Int == 2)
    _ = try client.event("terminated")
    let said = client.rest.compactMap { ($0["body"] as? [String: Any])?["output"] as? String }
    #expect(said.sorted() == ["before\n", "lunadiff: fails.lua:3: no such thing\n"])
  }

  @Test("what loops is stopped, looked at, given breaks, and ended", arguments: ["pause", "setBreakpoints"])
  func interrupting(how: String) throws {
    let client = try client(["program": "loop.lua"])
    _ = try client.event("output")
    if how == "pause" {
      _ = try client.body("pause", ["threadId": 1])
    } else {
      #expect(try client.ask("stackTrace", ["threadId": 1])["success"] as? Bool == false)
      _ = try client.body(
        "setBreakpoints", ["source": ["path": client.path("loop.lua")], "breakpoints": [["line": 5]]])
    }
    let stopped = try client.event("stopped")
    #expect(stopped["reason"] as? String == (how == "pause" ? "pause" : "breakpoint"))
    #expect(try Int(evaluate(client, "number + 1")) ?? 0 > 0)
    // Of an evaluation without end the client hears.
    if how == "pause" {
      #expect(
        try client.ask("evaluate", ["expression": "(function() while true do end end)()"])["success"] as? Bool == false)
    }
    _ = try client.body("terminate")
    #expect(try client.event("exited")["exitCode"] as? Int == 2)
    _ = try client.body("disconnect")
    #expect(client.waitForEnd() == 0)
  }

  @Test(
    "readers, formats and tests of rules are debugged",
    arguments: [
      (
        ["words.txt", "more.txt", "--plugin", "words.lua", "--input-format", "words:lines", "-f", "words:count"],
        "words.lua", 8
      ),
      (
        ["words.txt", "more.txt", "--plugin", "words.lua", "--input-format", "words:lines", "-f", "words:count"],
        "words.lua", 17
      ),
      (["test", "rules.test.lua"], "rules.lua", 7),
    ])
  func others(arguments: [String], file: String, line: Int) throws {
    let client = try client(["args": arguments], breaks: [file: [["line": line]]])
    #expect(try client.event("stopped")["reason"] as? String == "breakpoint")
    #expect(try frames(client).first?["line"] as? Int == line)
    _ = try client.body("disconnect")
    #expect(client.waitForEnd() == 0)
  }

  @Test("a break stands at the next line that has code, and one that cannot be is said to be that")
  func verification() throws {
    let client = try ProtocolClient(["dap"], files: Self.files)
    _ = try client.body("initialize", ["linesStartAt1": false])
    func lines(_ file: String, _ breaks: [[String: Any]]) throws -> [(Bool, Int)] {
      let body = try client.body("setBreakpoints", ["source": ["path": client.path(file)], "breakpoints": breaks])
      let list = try #require(body["breakpoints"] as? [[String: Any]])
      return list.map { ($0["verified"] as? Bool ?? false, $0["line"] as? Int ?? -1) }
    }
    let found = try lines(
      "rules.lua",
      [
        ["line": 3], ["line": 6], ["line": 99], ["line": 6, "condition": "1 +"], ["line": 6, "hitCondition": "x"],
        ["line": -1], [:],
      ])
    #expect(found.map(\.0) == [true, true, false, false, false, false, false])
    #expect(found.map(\.1).prefix(2) == [3, 6])
    #expect(try lines("absent.lua", [["line": 1]]).map(\.0) == [false])
    let locations = try client.body(
      "breakpointLocations", ["source": ["path": client.path("rules.lua")], "line": 4, "endLine": 9])
    let possible = (locations["breakpoints"] as? [[String: Any]])?.compactMap { $0["line"] as? Int } ?? []
    #expect(possible == [5, 6, 7, 8, 9])
  }

  @Test(
    "what cannot be debugged is refused with the reason",
    arguments: [
      (#"{"args": ["probe", "old.csv"]}"#, "lunadiff probe cannot be debugged; diff, run, test can"),
      (
        "{}",
        """
        a launch needs 'args', the arguments of lunadiff, or 'program', a file in Lua, for rules with 'data', two \
        files, or a comment --- @data OLD NEW in it
        """
      ),
      (#"{"program": "loop.lua", "cwd": "/no/such/place"}"#, "cannot go to /no/such/place: No such file or directory"),
    ])
  func refusedLaunches(arguments: String, reason: String) throws {
    let client = try ProtocolClient(["dap"], files: Self.files)
    _ = try client.body("initialize")
    let launch = try JSONSerialization.jsonObject(with: Data(arguments.utf8)) as? [String: Any]
    let answer = try client.ask("launch", launch ?? [:])
    #expect(answer["success"] as? Bool == false)
    #expect(answer["message"] as? String == reason)
    #expect(client.end() == 0)
  }

  @Test(
    "rules without 'data' run on the files that their comment names, and else it is said that no rule is called",
    arguments: ["--- @data old.csv new.csv\n", ""])
  func fedByComment(comment: String) throws {
    let files = Self.files.merging(["rules.lua": comment + (Self.files["rules.lua"] ?? "")]) { _, new in new }
    let breaks: [String: [[String: Any]]] = comment.isEmpty ? [:] : ["rules.lua": [["line": 8]]]
    let client = try client(["program": "rules.lua"], breaks: breaks, files: files)
    if comment.isEmpty {
      let said = try client.event("output")["output"] as? String
      #expect(said?.hasPrefix("rules run as a script, which calls none: name two") == true)
      _ = try client.event("terminated")
    } else {
      #expect(try client.event("stopped")["reason"] as? String == "breakpoint")
      #expect(try frames(client).first?["name"] as? String == "equal.price")
    }
    #expect(client.end() == 0)
  }

  @Test("what is asked of a call that is not under way is refused")
  func unknownFrame() throws {
    let client = try client(Self.rules, breaks: ["rules.lua": [["line": 7]]])
    _ = try client.event("stopped")
    for command in ["evaluate", "setExpression", "scopes", "completions"] {
      let answer = try client.ask(command, ["expression": "a", "value": "1", "text": "a", "column": 2, "frameId": 999])
      #expect(answer["message"] as? String == "'\(command)' asks for what is not there")
    }
    #expect(try evaluate(client, "a") == "\"2.00\"")
    #expect(client.end() == 0)
  }

  @Test("a client on a port of the machine is served as one on standard input is")
  func socket() throws {
    let client = try ProtocolClient(["dap"], files: Self.files, byPort: true)
    _ = try client.body("initialize")
    _ = try client.body("launch", ["program": "fails.lua"])
    _ = try client.body("configurationDone")
    #expect(try client.event("stopped")["reason"] as? String == "exception")
    _ = try client.body("disconnect")
    #expect(client.end() == 0)
  }

  @Test("nothing that a client sends makes it crash or hang")
  func fuzz() throws {
    var random = SeededGenerator.announced("debug adapter")
    for round in 0..<12 {
      let client = try client(Self.rules, breaks: ["rules.lua": [["line": 7]]])
      _ = try client.event("stopped")
      for _ in 0..<60 {
        let message: [String: Any] = [
          "seq": Self.values.randomElement(using: &random) ?? 0, "type": "request",
          "command": Self.commands.randomElement(using: &random) ?? "threads",
          "arguments": Self.arguments(&random),
        ]
        try client.send(message)
        if random.next() % 20 == 0 { client.send(raw: Array("Content-Length: 3\r\n\r\n{]x".utf8)) }
      }
      #expect(try client.ask("threads")["success"] as? Bool == true, "round \(round)")
      if round.isMultiple(of: 2) { client.send(raw: (0..<300).map { _ in UInt8(truncatingIfNeeded: random.next()) }) }
      #expect(client.end().map { [0, 2].contains($0) } == true, "round \(round)")
    }
  }

  private static let commands = [
    "stackTrace", "scopes", "variables", "setVariable", "setExpression", "evaluate", "completions", "exceptionInfo",
    "setBreakpoints", "setExceptionBreakpoints", "breakpointLocations", "launch", "pause", "threads",
    "configurationDone",
    "initialize", "source", "", "x",
  ]
  private nonisolated(unsafe) static let values: [Any] = [
    0, 1, 2, -1, 1e300, 9_223_372_036_854_775_807, "a", "difference", "context.old", "[", "{", "", "id", "\u{0}", true,
    NSNull(), [Any](), [String: Any](), ["path": "rules.lua"], ["path": "/"],
    [["line": 7], ["line": -3], ["line": 1e12]],
    ["uncaught"], "difference = nil", "context.old.id", "error('x')", "{}", "('x'):rep(1 << 40)", 4_294_967_296,
  ]
  private static let names = [
    "frameId", "variablesReference", "name", "value", "expression", "text", "column", "line", "endLine", "source",
    "breakpoints", "lines", "filters", "startFrame", "levels", "start", "count", "threadId", "args", "program", "cwd",
  ]

  private static func arguments(_ random: inout SeededGenerator) -> [String: Any] {
    var arguments: [String: Any] = [:]
    for name in names where random.next() % 3 == 0 { arguments[name] = values.randomElement(using: &random) ?? 0 }
    return arguments
  }
}
