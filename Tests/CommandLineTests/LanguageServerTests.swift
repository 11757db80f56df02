import Foundation
import TestSupport
import Testing

/// What a client of the Language Server Protocol gets from `lunadiff lsp`.
@Suite struct LanguageServerTests {
  private static let data = [
    "old.csv": "id,name,price\n1,Saw,2.00\n2,Awl,3.00\n3,Axe,4.00\n",
    "new.csv": "id,name,price\n1,Saw,2.001\n2,awl,3.50\n4,Vise,9.00\n",
  ]

  private typealias Object = [String: Any]

  private func client(_ files: [String: String] = [:], encodings: [String] = []) throws -> ProtocolClient {
    let client = try ProtocolClient(["lsp"], files: Self.data.merging(files) { _, own in own })
    _ = try client.call(
      "initialize",
      [
        "processId": NSNull(), "rootUri": "file://" + client.directory.path,
        "capabilities": ["general": ["positionEncodings": encodings]],
      ])
    try client.notify("initialized", [:])
    return client
  }

  private func uri(_ client: ProtocolClient, _ name: String) -> String { "file://" + client.path(name) }

  /// Opens a text, and waits for what is said of it.
  private func open(_ client: ProtocolClient, _ name: String, _ text: String, version: Int = 1) throws -> [Object] {
    let uri = uri(client, name)
    if version == 1 {
      try client.notify(
        "textDocument/didOpen",
        ["textDocument": ["uri": uri, "languageId": "lua", "version": version, "text": text]])
    } else {
      try client.notify(
        "textDocument/didChange",
        ["textDocument": ["uri": uri, "version": version], "contentChanges": [["text": text]]])
    }
    let said = try client.notification("textDocument/publishDiagnostics") { $0["version"] as? Int == version }
    return said["diagnostics"] as? [Object] ?? []
  }

  /// The place of a text in another, as the protocol has it; behind it where that is asked.
  private func position(of part: String, in text: String, behind: Bool = false) -> Object {
    let range = text.range(of: part) ?? text.startIndex..<text.startIndex
    let before = text[..<(behind ? range.upperBound : range.lowerBound)]
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return ["line": lines.count - 1, "character": (lines.last ?? "").utf16.count]
  }

  private func ask(_ client: ProtocolClient, _ what: String, _ name: String, at position: Object) throws -> Any {
    try client.call(
      "textDocument/\(what)", ["textDocument": ["uri": uri(client, name)], "position": position])
  }

  private func span(_ diagnostic: Object) -> String {
    let range = diagnostic["range"] as? [String: [String: Int]] ?? [:]
    return [range["start"], range["end"]].map { "\($0?["line"] ?? -1):\($0?["character"] ?? -1)" }.joined(
      separator: "-")
  }

  @Test("an error is shown where it is, and goes when it is mended")
  func errors() throws {
    let client = try client()
    let broken = try open(client, "rules.lua", "return {\n  identity = \"id\"\n  ignore = \"name\",\n}\n")
    #expect(broken.map(span) == ["2:2-2:18"])
    #expect(
      (broken.first?["message"] as? String)?.hasPrefix("'}' expected (to close '{' at line 1) near 'ignore'") == true)
    #expect(broken.first?["severity"] as? Int == 1)
    #expect(try open(client, "rules.lua", "return {\n  identity = \"id\",\n}\n", version: 2).isEmpty)
    #expect(client.end() == 2)
  }

  @Test(
    "what check finds on the data that a comment names is shown at the rule",
    arguments: [
      ("ignore = \"prise\"", "unknown column 'prise'", 1),
      ("identity = \"namee\"", "unknown column 'namee'", 1),
      ("equal = { price = luna.compare.nuber(1) }", "nuber", 1),
      ("igmore = \"name\"", "unknown rule 'igmore'", 1),
      ("filter = function(r) return r.price > \"9\" end", "lets none", 2),
      ("equal = { price = function(a, b) return a < b end }", "is not equal to itself", 2),
    ])
  func findings(rule: String, message: String, severity: Int) throws {
    let client = try client()
    let text = "--- @data old.csv new.csv\nreturn {\n  \(rule),\n}\n"
    let said = try open(client, "rules.lua", text)
    let found = said.first { ($0["message"] as? String)?.contains(message) == true }
    #expect(found?["severity"] as? Int == severity, "\(said)")
    #expect((found?["range"] as? [String: [String: Int]])?["start"]?["line"] == 2, "\(said)")
  }

  @Test("an error of the data is shown at the comment that names them")
  func missingData() throws {
    let client = try client()
    let said = try open(client, "rules.lua", "-- rules\n--- @data absent.csv 'new.csv'\nreturn { identity = \"id\" }\n")
    #expect(said.map(span) == ["1:0-1:30"])
    #expect((said.first?["message"] as? String)?.contains("absent.csv") == true)
  }

  @Test("rules that a project names are checked on its files")
  func projectData() throws {
    let project = "return { tables = { [\"data/*.csv\"] = { rules = \"rules/prices.lua\" } } }\n"
    let client = try client([
      ".lunadiff/project.lua": project, "data/prices.csv": "sku,price\n1,2.00\n",
      ".lunadiff/rules/prices.lua": "return { identity = \"sku\" }\n",
    ])
    let said = try open(client, ".lunadiff/rules/prices.lua", "return {\n  identity = \"skuu\",\n}\n")
    #expect(said.first.map(span) == "1:13-1:19", "\(said)")
    let whole = try open(
      client, ".lunadiff/project.lua", project.replacing("\"rules/prices.lua\"", with: "{ ignore = \"prise\" }"))
    #expect((whole.first?["message"] as? String)?.contains("unknown column 'prise'") == true, "\(whole)")
  }

  @Test(
    "what needs no function is proposed, and the edit makes rules that say nothing more",
    arguments: [
      ("identity = function(r) return r.id end", "identity = \"id\""),
      (
        "equal = { price = function(a, b) return math.abs(a - b) <= 0.01 end }",
        "equal = { price = luna.compare.number(0.01) }"
      ),
      ("equal = function(a, b) return a.price == b.price end", "only = { \"price\" }"),
      ("filter = function(r) return r.price ~= nil end", "filter = ~luna.where.column(\"price\").is_null()"),
    ])
  func declaring(rule: String, declared: String) throws {
    let client = try client()
    let text = "--- @data old.csv new.csv\nreturn {\n  \(rule),\n}\n"
    let said = try open(client, "rules.lua", text)
    let hint = try #require(said.first { $0["code"] as? String == "declare" }, "\(said)")
    let actions = try client.call(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": uri(client, "rules.lua")], "range": hint["range"] ?? [:],
        "context": ["diagnostics": [hint]],
      ])
    let action = try #require((actions as? [Object])?.first)
    let differs = (hint["message"] as? String)?.contains(", but for this: ") == true
    #expect(action["isPreferred"] as? Bool == !differs, "one click changes no result")
    #expect(differs != declared.hasPrefix("filter"))
    let edits = (action["edit"] as? [String: [String: [Object]]])?["changes"]?.values.first
    let edit = try #require(edits?.first)
    let range = try #require(edit["range"] as? [String: [String: Int]])
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array(String($0)) }
    let line = range["start"]?["line"] ?? 0
    lines[line].replaceSubrange(
      (range["start"]?["character"] ?? 0)..<(range["end"]?["character"] ?? 0),
      with: Array(edit["newText"] as? String ?? ""))
    let changed = lines.map { String($0) }.joined(separator: "\n")
    #expect(changed == text.replacing(rule, with: declared))
    #expect(try open(client, "rules.lua", changed, version: 2).allSatisfy { $0["code"] as? String != "declare" })
  }

  @Test(
    "columns, fields and luna are completed",
    arguments: [
      ("return { identity = \"|\" }", ["id", "name", "price"], ["identity"]),
      ("return { identity = function(r) return r.| end }", ["id", "name", "price"], ["luna"]),
      ("return { identity = function(r) return r.pr| end }", ["price"], ["luna"]),
      ("return {\n  identity = \"id\",\n  i|\n}", ["ignore", "ignore_case"], ["price"]),
      ("return { equal = { | } }", ["price", "luna"], ["identity"]),
      ("return { equal = { price = luna.compare.| } }", ["number", "nocase"], ["price", "lower"]),
      ("return { normalize = { name = luna.te| } }", ["text", "compare"], ["price"]),
      ("return { normalize = { name = luna.text.| } }", ["lower", "trim"], ["nocase"]),
      ("local x = |", ["luna", "function"], ["price"]),
    ])
  func completion(marked: String, wanted: [String], unwanted: [String]) throws {
    let client = try client()
    let text = "--- @data old.csv new.csv\n" + marked
    _ = try open(client, "rules.lua", text.replacing("|", with: ""))
    // Names are known from a text that can be loaded; then one is typed that cannot.
    _ = try open(client, "rules.lua", "--- @data old.csv new.csv\nreturn { identity = \"id\" }\n", version: 2)
    _ = try open(client, "rules.lua", text.replacing("|", with: ""), version: 3)
    let items = try ask(client, "completion", "rules.lua", at: position(of: "|", in: text)) as? [Object] ?? []
    let labels = items.compactMap { $0["label"] as? String }
    #expect(Set(wanted).isSubset(of: labels), "\(labels)")
    #expect(Set(unwanted).isDisjoint(with: labels), "\(labels)")
  }

  @Test("a word is explained: of luna, a field, a column with its values, a rule with how it runs")
  func hover() throws {
    let client = try client()
    let text = """
      --- @data old.csv new.csv
      return {
        identity = function(r) return r.id end,
        equal = { price = luna.compare.number(0.01) },
        ignore = "name",
      }

      """
    _ = try open(client, "rules.lua", text)
    func words(_ part: String) throws -> String {
      let hover = try ask(client, "hover", "rules.lua", at: position(of: part, in: text)) as? Object
      return (hover?["contents"] as? Object)?["value"] as? String ?? ""
    }
    #expect(
      try words("number(").hasPrefix(
        "```lua\nluna.compare.number(absolute, relative)\n```\nNumbers this close are equal"))
    #expect(try words("identity").contains("What makes two records the same"))
    #expect(try words("identity").contains("runs without Lua; reads id"))
    #expect(try words("price").contains("such as `2.001`, `3.50`, `9.00`"))
    #expect(try words("name").contains("column `name` of new.csv and old.csv"))
    #expect(try words("return {").isEmpty)
  }

  @Test("a question right behind the opening of a text is answered once that was checked")
  func asksAtOnce() throws {
    let client = try client()
    let text = "--- @data old.csv new.csv\nreturn { identity = \"id\", ignore = { \"name\" } }\n"
    try client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri(client, "rules.lua"), "languageId": "lua", "version": 1, "text": text]])
    let hover = try ask(client, "hover", "rules.lua", at: position(of: "name", in: text))
    #expect("\(hover)".contains("column `name` of new.csv and old.csv"))
    #expect(try ask(client, "hover", "rules.lua", at: position(of: "return", in: text)) is NSNull)
  }

  @Test("what needs no function is proposed beside an error of another rule, and nothing in a comment")
  func besideErrors() throws {
    let client = try client()
    let rules = "return { identity = function(r) return r.id end, ignore = \"x\" }"
    let text = "--- @data old.csv new.csv\n-- by na\n\(rules)\n"
    #expect(try open(client, "rules.lua", text).map { $0["code"] as? String } == ["error", "declare"])
    let words = try ask(client, "completion", "rules.lua", at: ["line": 1, "character": 8])
    #expect((words as? [Object])?.isEmpty == true)
  }

  @Test("values of columns are not shown where rules mask some")
  func masked() throws {
    let client = try client()
    let text = "--- @data old.csv new.csv\nreturn { identity = \"id\", mask = \"price\" }\n"
    _ = try open(client, "rules.lua", text)
    let hover = try ask(client, "hover", "rules.lua", at: position(of: "price", in: text))
    #expect("\(hover)".contains("column") && !"\(hover)".contains("2.00"))
  }

  @Test("tests are run from lenses, failures and lines that no test ran are shown")
  func tests() throws {
    let tests = """
      return {
        rules = "rules.lua",
        ["a cent"] = { old = "id,price\\n1,1.00\\n", new = "id,price\\n1,1.001\\n", expect = { updated = 0 } },
        { name = "two", old = "id,price\\n1,1.00\\n", new = "id,price\\n1,5.00\\n", expect = { updated = 0 } },
      }

      """
    let rules = """
      return {
        identity = "id",
        equal = {
          price = function(a, b)
            if a == "x" then
              return false
            end
            return math.abs(a - b) < 0.01
          end,
        },
      }

      """
    let client = try client(["rules.test.lua": tests, "rules.lua": rules])
    #expect(try open(client, "rules.test.lua", tests).isEmpty)
    func lenses(_ name: String) throws -> [(title: String, line: Int, arguments: [Any])] {
      let list = try client.call("textDocument/codeLens", ["textDocument": ["uri": uri(client, name)]])
      return (list as? [Object] ?? []).map { lens in
        let command = lens["command"] as? Object
        let line = (lens["range"] as? [String: [String: Int]])?["start"]?["line"] ?? -1
        return (command?["title"] as? String ?? "", line, command?["arguments"] as? [Any] ?? [])
      }
    }
    let before = try lenses("rules.test.lua")
    #expect(before.map(\.title) == ["run all tests", "with coverage", "run test", "run test"])
    #expect(before.map(\.line) == [0, 0, 2, 3])
    let one =
      try client.call(
        "workspace/executeCommand", ["command": "lunadiff.test", "arguments": before[2].arguments]) as? Object
    #expect(one?["passed"] as? Int == 1 && one?["failed"] as? Int == 0)
    let all =
      try client.call(
        "workspace/executeCommand", ["command": "lunadiff.test", "arguments": before[1].arguments]) as? Object
    #expect(all?["passed"] as? Int == 1 && all?["failed"] as? Int == 1)
    let failed = try client.notification("textDocument/publishDiagnostics") { said in
      (said["diagnostics"] as? [Object])?.contains { $0["code"] as? String == "test" } == true
    }
    #expect((failed["diagnostics"] as? [Object])?.map(span).first?.hasPrefix("3:2") == true, "\(failed)")
    let missed = try client.notification("textDocument/publishDiagnostics") { said in
      (said["uri"] as? String)?.hasSuffix("/rules.lua") == true
    }
    #expect((missed["diagnostics"] as? [Object])?.map(span).first?.hasPrefix("5:") == true, "\(missed)")
    #expect(try lenses("rules.test.lua").map(\.title).suffix(2) == ["passed, run again", "failed, run again"])
    _ = try open(client, "rules.lua", rules)
    #expect(try lenses("rules.lua").map(\.title).first?.hasPrefix("tests run ") == true)
  }

  @Test(
    "a module, a file and a plug-in are gone to",
    arguments: [
      ("return require(\"shared.money\")", "shared.money", "shared/money.lua"),
      ("return { rules = \"rules.lua\" }", "rules.lua", "rules.lua"),
      ("return { equal = { a = luna.compare.cents.near() } }", "cents", ".config/lunadiff/plugins/cents.lua"),
      ("luna.load { \"x\", reader = \"cents:words\" }", "cents:words", ".config/lunadiff/plugins/cents.lua"),
    ])
  func definition(text: String, word: String, file: String) throws {
    let plugin =
      "return { name = \"cents\", comparators = { near = function() return function(a, b) return a == b end end } }\n"
    let client = try client([
      "shared/money.lua": "return {}\n", "rules.lua": "return {}\n", ".config/lunadiff/plugins/cents.lua": plugin,
    ])
    _ = try open(client, "x.lua", text)
    let place = try ask(client, "definition", "x.lua", at: position(of: word, in: text, behind: false)) as? Object
    #expect((place?["uri"] as? String)?.hasSuffix(file) == true, "\(String(describing: place))")
  }

  @Test(
    "columns of lines are counted in UTF-16, or in bytes where the client has them",
    arguments: [[], ["utf-8", "utf-16"]])
  func encodings(offered: [String]) throws {
    let client = try client(encodings: offered)
    let said = try open(client, "rules.lua", "--- @data old.csv new.csv\nreturn { ignore = { \"né😀\", \"prise\" } }\n")
    let bytes = try #require(said.first.map(span))
    #expect(bytes == (offered.isEmpty ? "1:20-1:26" : "1:20-1:29"), "\(said)")
  }

  @Test("rules without end end, and the server goes on")
  func endless() throws {
    let client = try client()
    let text = "--- @data old.csv new.csv\nreturn {\n  identity = function(r) while true do end end,\n}\n"
    let said = try open(client, "rules.lua", text)
    #expect(said.map(span) == ["2:2-2:47"], "\(said)")
    #expect(try open(client, "rules.lua", "return {}\n", version: 2).count <= 1)
    #expect(try client.call("shutdown", NSNull()) is NSNull)
    try client.notify("exit", [:])
    #expect(client.waitForEnd() == 0)
  }

  @Test("nothing that a client sends makes it crash or hang")
  func fuzz() throws {
    var random = SeededGenerator.announced("language server")
    for round in 0..<10 {
      let client = try client()
      let uri = uri(client, "rules.lua")
      for version in 0..<60 {
        let method = Self.methods.randomElement(using: &random) ?? ""
        var parameters: Object = [
          "textDocument": [
            "uri": random.next() % 5 == 0 ? Self.values.randomElement(using: &random) ?? 0 : uri,
            "version": version, "text": Self.text(&random),
          ],
          "contentChanges": [["text": Self.text(&random)]],
          "position": [
            "line": Self.numbers.randomElement(using: &random) ?? 0,
            "character": Self.numbers.randomElement(using: &random) ?? 0,
          ],
          "range": [
            "start": ["line": 0, "character": 3], "end": ["line": Self.numbers.randomElement(using: &random) ?? 0],
          ],
          "command": "lunadiff.test", "arguments": [uri, NSNull(), true],
        ]
        for name in ["textDocument", "position", "range", "contentChanges", "arguments"] where random.next() % 12 == 0 {
          parameters[name] = Self.values.randomElement(using: &random) ?? 0
        }
        var message: Object = ["jsonrpc": "2.0", "method": method, "params": parameters]
        if random.next() % 3 > 0 { message["id"] = "fuzz \(version)" }
        try client.send(message)
        if random.next() % 20 == 0 { client.send(raw: Array("Content-Length: 3\r\n\r\n{]x".utf8)) }
      }
      _ = try client.call(
        "textDocument/hover", ["textDocument": ["uri": uri], "position": ["line": 0, "character": 0]])
      if round.isMultiple(of: 2) { client.send(raw: (0..<300).map { _ in UInt8(truncatingIfNeeded: random.next()) }) }
      #expect(client.end() == 2, "round \(round)")
    }
  }

  private static let methods = [
    "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose",
    "textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/codeAction",
    "textDocument/codeLens", "workspace/executeCommand", "initialized", "$/cancelRequest", "x", "",
  ]
  private static let numbers = [0, 1, 2, 3, 7, 60, -1, 1 << 31, Int.max]
  private nonisolated(unsafe) static let values: [Any] = [
    0, -1, 1e300, "", "file:///", "file://x", "file:///%zz%00", "untitled:1", NSNull(), [Any](), [String: Any](), true,
  ]
  private static let words = [
    "return", "{", "}", "(", ")", "[", "]", "=", ",", "function", "end", "if", "local", "identity", "equal", "\"id\"",
    "r", ".", "luna", "luna.compare.", "price", "\n", "--- @data old.csv new.csv\n", "'", "\"", "[[", "]]", "--[[", "😀",
    "\r\n", "tests", "old", "rules", "1", "..", "repeat", "until", "do", ";", "\u{0}", "--- @data ''\n",
    "while true do end",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...25, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }
}
