import LunaDiff
import TestSupport
import Testing

@Suite("Rules of a host") struct HostRulesTests {
  private let old = Input.bytes(
    "id,name,price,seen\n1, Saw,12.50,a\n2,Vise,30,b\n3,Awl,4,c\n".utf8, .csv, name: "old.csv")
  private let new = Input.bytes(
    "id,name,price,seen\n1,SAW,12.51,x\n2,Vise,30.5,y\n3,Awl,4,z\n".utf8, .csv, name: "new.csv")

  /// What was updated, in words.
  private func updates(_ rules: Rules, _ host: LunaHost = LunaHost()) async throws -> [String] {
    try await host.compare(old: old, new: new, rules: rules).changes.map {
      "\($0.key) \($0.fields)"
    }
  }

  @Test("rules are made in Swift")
  func swift() async throws {
    let rules = Rules {
      $0.identity = ["id"]
      $0.equal["price"] = .number(within: 0.01)
      $0.normalize["name"] = [.trim, .lua("luna.text.lower")]
      $0.ignore = ["seen"]
    }
    #expect(try await updates(rules) == ["[2] [price: 30 → 30.5]"])
  }

  @Test("a normalizer holds for one side alone, beside those in Lua and without")
  func sides() async throws {
    func changed(_ steps: [Rules.Normalizer]) async throws -> Int {
      let rules = Rules {
        $0.identity = ["id"]
        $0.normalize["price"] = steps
      }
      let old = Input.bytes("id,price\n1,100\n2,250\n".utf8, .csv, name: "old.csv")
      let new = Input.bytes("id,price\n1,1\n2,2.50\n".utf8, .csv, name: "new.csv")
      return try await LunaHost().compare(old: old, new: new, rules: rules).changes.count
    }
    #expect(try await changed([.old(.lua("luna.text.scale(0.01)"))]) == 0)
    #expect(try await changed([.trim, .new(.lua("luna.text.scale(100)"))]) == 0)
    #expect(
      try await changed([
        .old(.function { (cents: String) in (Double(cents) ?? 0) / 100 }),
        .new(.function { (euros: String) in Double(euros) ?? 0 }),
      ]) == 0)
    #expect(try await changed([]) == 2)
  }

  @Test("what is said in Swift is laid over a rules file")
  func layers() async throws {
    var rules = Rules.text(
      "return { identity = 'id', ignore = 'seen', ignore_case = true, equal = { price = luna.compare.number(1) } }"
    )
    rules.trims = true
    #expect(try await updates(rules) == [])
    rules.equal["price"] = .exact
    #expect(try await updates(rules).count == 2)
  }

  @Test("functions of Swift compare and rewrite values of the types that they take")
  func functions() async throws {
    let rules = Rules {
      $0.identity = ["id"]
      $0.only = ["name", "price"]
      $0.equal["price"] = .function { (old: Double, new: Double) in old.rounded() == new.rounded() }
      $0.normalize["name"] = [.trim, .function { (name: String) in name.lowercased() }]
    }
    #expect(try await updates(rules) == ["[2] [price: 30 → 30.5]"])
  }

  @Test("comparators of Lua, and of plug-ins, stand beside those of Swift, over what a rules file says")
  func lua() async throws {
    var host = LunaHost()
    host.plugin(
      """
      return { name = "acme", version = "1", api = 1, license = "MIT",
        comparators = { any = function() return function() return true end end } }
      """, name: "acme.lua")
    var rules = Rules.text("return { identity = 'id', ignore = 'seen', equal = { name = luna.compare.nocase } }")
    rules.equal["price"] = .lua("luna.compare.number(0.1)")
    rules.equal["name"] = .lua("luna.compare.acme.any()")
    #expect(try await updates(rules, host) == ["[2] [price: 30 → 30.5]"])
    rules.equal["price"] = .number(within: 1)
    #expect(try await updates(rules, host) == [])
    rules.equal["price"] = .lua("luna.compare.nmuber()")
    let error = await #expect(throws: LunaDiffError.self) { try await updates(rules, host) }
    #expect(error?.code == .rules && error?.file == "rules")
  }

  @Test("what is missing equals an empty cell where a comparator of Lua says so")
  func missing() async throws {
    struct Row: Codable, Sendable {
      var id: Int
      var page: String?
    }
    let rules = Rules {
      $0.identity = ["id"]
      $0.equal["page"] = .lua("luna.compare.null_as('')")
    }
    let rows = [Row(id: 1, page: nil), Row(id: 2, page: "x")]
    let result = try await LunaHost().compare(
      old: .rows(rows), new: .bytes("id,page\n1,\n2,x\n".utf8, .csv), rules: rules)
    #expect(result.isSame)
  }

  @Test("what a function throws is an error with the record's place, and the cause")
  func throwing() async {
    struct Refusal: Error {}
    let rules = Rules {
      $0.identity = ["id"]
      $0.equal["price"] = .function { (_: String, _: String) in throw Refusal() }
    }
    let error = await #expect(throws: LunaDiffError.self) { try await updates(rules) }
    #expect(error?.code == .script)
    #expect(error?.underlying is Refusal)
    #expect(error?.file == "old.csv")
    #expect(error?.line == 2)
    #expect(error?.record == 0)
  }

  @Test("functions that take optionals hear of values that are missing")
  func optionals() async throws {
    let rules = Rules {
      $0.identity = ["id"]
      $0.equal["note"] = .function { (old: String?, new: String?) in (old ?? "") == (new ?? "") }
    }
    let result = try await LunaHost().compare(
      old: .rows([["id": 1, "note": ""], ["id": 2, "note": "x"], ["id": 3, "note": "y"]]),
      new: .rows([["id": 1], ["id": 2], ["id": 3, "note": "y"]]), rules: rules)
    #expect(result.changes.map { "\($0.key)" } == ["[2]"])
  }

  @Test("a rules file that does not load says where")
  func mistakes() async {
    let error = await #expect(throws: LunaDiffError.self) {
      try await updates(.text("return {\n  identity = \n}", name: "mine.lua"))
    }
    #expect(error?.code == .rules)
    #expect(error?.file == "mine.lua")
    #expect(error?.line == 3)
  }

  @Test(
    "so does one with a wrong rule",
    arguments: [
      ("return {\n  identity = 'id',\n  ignore_order = 1\n}", 3), ("identity = 'id'\n\nequal = 'name'", 3),
      ("return {\n equal = { name = luna.compare.exact(), price = 7 } }", 2),
    ])
  func wrongRules(text: String, line: Int) async {
    let error = await #expect(throws: LunaDiffError.self) { try await updates(.text(text, name: "mine.lua")) }
    #expect(error?.code == .rules)
    #expect(error?.file == "mine.lua")
    #expect(error?.line == line)
  }

  @Test("the rule that was meant is data")
  func meantRule() async {
    let error = await #expect(throws: LunaDiffError.self) { try await updates(.text("return { identiy = 'id' }")) }
    #expect(error?.hints == [.rule("identity")])
  }

  @Test("an unknown column is an error of the rules, and the hint of a limit is data")
  func codes() async {
    let error = await #expect(throws: LunaDiffError.self) {
      try await updates(Rules { $0.identity = ["nmae"] })
    }
    #expect(error?.code == .rules)
    var host = LunaHost()
    host.instructionLimit = 10_000
    let limit = await #expect(throws: LunaDiffError.self) {
      try await updates(.text("function identity(r) while true do end end"), host)
    }
    #expect(limit?.code == .limit)
    #expect(limit?.hints == [.instructionLimit])
    #expect(limit?.message.contains("--") == false)
  }

  @Test("normalizers of Lua stand among those of Swift, in their order, over what a rules file says")
  func normalizersInLua() async throws {
    var host = LunaHost()
    host.normalizer("fold") { (text: String) in text.lowercased() }
    var rules = Rules.text("return { identity = 'id', only = 'name', normalize = { name = luna.text.digits } }")
    rules.normalize["name"] = [
      .trim, .function { (name: String) in name + "!" }, .lua("luna.text.replace('!', '')"), .named("fold"),
    ]
    #expect(try await updates(rules, host) == [])
    rules.normalize["name"] = [.trim, .lua("luna.text.prefix(3)")]
    #expect(try await updates(rules, host) == ["[1] [name:  Saw → SAW]"])
    rules.normalize["name"] = [.lua("luna.text.tirm"), .named("flod")]
    let unknown = await #expect(throws: LunaDiffError.self) { try await updates(rules, host) }
    #expect(unknown?.code == .rules)
  }

  @Test("a column that none has comes with the one that was probably meant")
  func meantColumn() async {
    let error = await #expect(throws: LunaDiffError.self) {
      try await updates(Rules { $0.identity = ["naem"] })
    }
    #expect(error?.code == .rules && error?.hints == [.column("name")])
    let other = await #expect(throws: LunaDiffError.self) {
      try await updates(Rules { $0.identity = ["xyz"] })
    }
    #expect(other?.hints == [])
  }
}
