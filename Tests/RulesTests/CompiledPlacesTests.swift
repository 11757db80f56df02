import Comparing
import LuaRuntime
import Reports
import Requests
import TestSupport
import Testing

@testable import Rules
@testable import Scripting

/// Functions run without Lua wherever rules may have one, with the results that they have with it.
@Suite("Functions are compiled in every place") struct CompiledPlacesTests {
  /// A place, and rules that have functions there, each in a line of its own.
  struct Place: CustomTestStringConvertible, Sendable {
    let name: String
    let rules: String

    var testDescription: String { name }

    init(_ name: String, _ rules: String) {
      self.name = name
      self.rules = rules
    }
  }

  static let places = [
    Place("identity", "identity = function(r) return r.id, r.mail:lower() end"),
    Place(
      "passes",
      """
      identity = luna.identity.first("id",
        function(r) return r.mail:lower() end,
        function(r) return r.name:sub(1, 3), r.n // 10 end)
      """),
    Place(
      "equal of records",
      "identity = 'id', equal = function(a, b) if a.name ~= b.name then return false, { 'name' } end return true end"),
    Place(
      "equal of columns",
      """
      identity = "id", equal = {
        name = function(a, b) return a:lower() == b:lower() end,
        n = function(a, b, c) return math.abs(a - b) < (c.old.mail:find("@a") and 3 or 1) and c.column == "n" end,
      }
      """),
    Place(
      "equal by path",
      """
      identity = "id", lists = { items = "sku" }, equal = {
        ["items[].price"] = function(a, b, c) return a == b or math.abs(a - b) < #c.new.name // 4 end,
        ["at.city"] = function(a, b) return a:upper() == b:upper() end,
      }
      """),
    Place(
      "any and all of comparators",
      """
      identity = "id", equal = {
        name = luna.compare.any(luna.compare.nocase(),
          function(a, b) return a:sub(1, 2) == b:sub(1, 2) end),
        n = luna.compare.all(
          function(a, b, c) return c.old.id ~= "3" end,
          function(a, b) return a <= b end),
      }
      """),
    Place(
      "normalize",
      """
      identity = "mail", normalize = {
        mail = function(v) return (v:gsub("%s+", "")):lower() end,
        name = { luna.text.trim,
          function(v) return v ~= "" and v or nil end },
        n = { old = function(v) return v end,
          new = function(v) return v * 1 end },
        ["items[].price"] = function(v) return v // 1 end,
      }
      """),
    Place("filter", "identity = 'id', filter = function(r) return r.n > 7 and not r.name:find('^X') end"),
    Place("section", "identity = 'id', section = function(r) return r.n % 3 == 0 and 'third' or r.at.city end"),
    Place(
      "columns",
      """
      identity = "key", columns = {
        key = function(r) return r.id .. "|" .. r.mail:lower() end,
        half = function(r) return r.n // 2 end,
        place = { old = function(r) return r.at.city end,
          new = function(r) return r.at.city:upper() end },
      }
      """),
    Place(
      "identities of a list's elements",
      """
      identity = "id", lists = { items = function(e) return e.sku:lower() end,
        tags = function(e) return e:sub(1, 2) end }
      """),
    Place(
      "rules of a list's elements",
      """
      identity = "id", lists = { items = { identity = "sku",
        equal = { price = function(a, b) return math.abs(a - b) < 1 end },
        normalize = { sku = function(v) return v:lower() end } } }
      """),
    Place(
      "limits of columns that functions name",
      """
      identity = "id", only = { "name", "n" },
      equal = { name = function(a, b) return ({ Saw = "saw", Awl = "awl" })[a] == b end }
      """),
  ]

  private static func lines(_ side: Int) -> String {
    (0..<120).map { number in
      let (edit, n) = (number % 7 == 0 ? side : 0, number + (number % 5 == 0 ? side * 2 : 0))
      let name = ["Saw", "saw", "Awl", " Vise ", "Xylophone"][(number + edit) % 5]
      let sku = side == 0 ? "A\(number % 4)" : "a\(number % 4)"
      let id = side == 1 && number % 11 == 0 ? "x\(number)" : "\(number)"
      let mail = side == 0 ? "M\(number)" : number % 22 == 0 ? "m" : "m\(number)"
      return #"{"id":"\#(id)","mail":"\#(mail)@\#(number % 2 == 0 ? "a" : "b")","#
        + #""name":"\#(name)","n":\#(n),"at":{"city":"\#(number % 3 == 0 && side == 1 ? "BONN" : "Bonn")"},"#
        + #""tags":["xy\#(number)","ab"],"#
        + #""items":[{"sku":"\#(sku)","price":\#(number).\#(5 * side)},{"sku":"b","price":1}]}"#
    }
    .joined(separator: "\n")
  }

  private static let data = Sides(source: lines(0), target: lines(1))

  /// The report of a comparison, and what its functions took.
  private func run(_ rules: String, compiles: Bool, plugins: [PluginSource] = []) throws -> (
    report: String, functions: [LuaTimings.Function: LuaTimings.Cost]
  ) {
    let recorder = LuaRecorder([.timings])
    var environment = ScriptEnvironment(plugins: plugins)
    environment.recorder = recorder
    environment.compiles = compiles
    var report: [UInt8] = []
    do {
      let program = RuleProgram(
        sources: [.init(name: "rules.lua", text: Array("return {\n\(rules)\n}".utf8))], in: environment)
      let comparison = try Comparison(
        source: table(Self.data.source, name: "old.jsonl"), target: table(Self.data.target, name: "new.jsonl"),
        plan: program.load().ruleSet.plan(ComparisonRun(scripts: program, workers: 1)))
      try write(comparison, as: .json, to: &report)
    }
    return (String(decoding: report, as: UTF8.self), recorder.timings?.functions ?? [:])
  }

  /// Expects that all functions were called, none of them by Lua.
  private func expectCompiled(_ functions: [LuaTimings.Function: LuaTimings.Cost], as others: Set<LuaTimings.Function>)
  {
    #expect(others.count > 0)
    #expect(Set(functions.keys) == others)
    for (function, cost) in functions { #expect(cost.calls > 0 && cost.inLua == 0, "\(function)") }
  }

  /// Those that are no chunk, and none of what `luna` is made of.
  private func own(_ functions: [LuaTimings.Function: LuaTimings.Cost]) -> [LuaTimings.Function: LuaTimings.Cost] {
    functions.filter { $0.key.line > 0 && $0.key.chunk != LunaLibrary.chunkName }
  }

  @Test("rules", arguments: places)
  func rules(place: Place) throws {
    let (compiled, interpreted) = (try run(place.rules, compiles: true), try run(place.rules, compiles: false))
    #expect(compiled.report == interpreted.report)
    expectCompiled(own(compiled.functions), as: Set(own(interpreted.functions).keys))
  }

  @Test("comparators and normalizers of plug-ins")
  func plugin() throws {
    let text = """
      local function plain(v) return (v:gsub("%W", "")) end
      return { name = "acme",
        comparators = {
          close = function(n)
            return function(a, b) return math.abs(a - b) <= n end
          end },
        normalizers = {
          plain = function()
            return function(v) return plain(v):lower() end
          end } }
      """
    let plugin = PluginSource(path: "acme.lua", origin: "test", isRequired: true, text: .success(Array(text.utf8)))
    let rules =
      "identity = 'id', equal = { n = luna.compare.acme.close(1) }, normalize = { mail = luna.text.acme.plain() }"
    let compiled = try run(rules, compiles: true, plugins: [plugin])
    #expect(try compiled.report == run(rules, compiles: false, plugins: [plugin]).report)
    for line in [1, 5, 9] {
      let cost = compiled.functions[.init(chunk: "acme.lua", line: line)]
      #expect(cost?.calls ?? 0 > 0 && cost?.inLua == 0, "line \(line)")
    }
  }

  // MARK: Driver scripts

  /// What a driver script prints, and what the functions of its rules took.
  private func script(_ text: String, compiles: Bool, _ more: [String: String] = [:]) throws -> (
    printed: String, functions: [LuaTimings.Function: LuaTimings.Cost]
  ) {
    let directory = try TemporaryDirectory()
    // As many records as make it worth while.
    func side(_ text: String) -> String {
      (0..<10).map { text.replacing(#"{"id":""#, with: #"{"id":"\#($0)-"#) }.joined(separator: "\n")
    }
    try directory.write(side(Self.data.source), to: "old/a.jsonl")
    try directory.write(side(Self.data.target), to: "new/a.jsonl")
    for (name, text) in more { try directory.write(text, to: name) }
    let recorder = LuaRecorder([.timings])
    var options = ComparisonOptions.unlimited
    options.recorder = recorder
    options.compiles = compiles
    var printed: [UInt8] = []
    do {
      var program = DriverProgram(
        name: "driver.lua", text: Array(text.utf8), arguments: [directory.path], directories: [directory.path],
        options: options)
      program.printer = { printed += $0 }
      _ = try program.run()
    }
    let functions = (recorder.timings?.functions ?? [:]).filter { $0.key.chunk == "driver.lua" && $0.key.line > 0 }
    return (String(decoding: printed, as: UTF8.self).replacing(directory.path, with: "DIR"), functions)
  }

  static let scripts = [
    """
    local old, new = luna.load(arg[1] .. "/old/a.jsonl"), luna.load(arg[1] .. "/new/a.jsonl")
    local list = {}
    for _, place in ipairs { "id", "mail" } do table.insert(list, place) end
    local changes = luna.diff(old, new, {
      identity = function(r) return r[list[1]], r[list[2]]:lower() end,
      normalize = { name = function(v) return luna.text.trim(v) end },
      equal = { n = function(a, b, c) return math.abs(a - b) < 2 and c.column == "n" end },
    })
    print(changes:report("json"))
    """,
    """
    limit = 50
    local changes = luna.diff(luna.load(arg[1] .. "/old/a.jsonl"), luna.load(arg[1] .. "/new/a.jsonl"), {
      identity = "id",
      filter = function(r) return r.n < limit end,
      equal = function(a, b) return a.name == b.name end,
    })
    print(changes:report("json"))
    """,
    """
    for _, key in ipairs(luna.probe(luna.load(arg[1] .. "/old/a.jsonl"), luna.load(arg[1] .. "/new/a.jsonl"), {
      mail = function(r) return r.mail:lower(), r.id end }))
    do print(key.name, key.unique, key.duplicates) end
    """,
    """
    local merged = luna.merge(luna.load(arg[1] .. "/old/a.jsonl"), luna.load(arg[1] .. "/new/a.jsonl"),
      luna.load(arg[1] .. "/old/a.jsonl"), {
      identity = function(r) return r.id .. "x" end })
    print(#merged, merged.text)
    """,
    """
    for pair in luna.batch(arg[1] .. "/old", arg[1] .. "/new", { rules = {
      identity = function(r) return r.id .. "x" end } }):each()
    do print(pair.name, pair.changes and pair.changes:report("json")) end
    """,
  ]

  @Test("rules of driver scripts", arguments: scripts)
  func driver(text: String) throws {
    let (compiled, interpreted) = (try script(text, compiles: true), try script(text, compiles: false))
    #expect(compiled.printed == interpreted.printed)
    #expect(!compiled.printed.isEmpty)
    expectCompiled(compiled.functions, as: Set(interpreted.functions.keys))
  }

  @Test(
    "what a script may change while its functions run, or has in the place of Lua's, is left to Lua",
    arguments: [
      ("local n = 0", "n = n + 1 return r.id .. n"),
      ("string = utf8 local u = utf8", "return r.id, u.len(r.mail)"),
      ("tostring = tonumber", "return tostring(r.n)"),
      ("_G.string = utf8 local u = utf8", "return r.id, u.len(r.mail)"),
      ("load('string = utf8')() local u = utf8", "return r.id, u.len(r.mail)"),
      ("local t = { a = 1 } local add = rawset function change(v) add(t, 'a', v) end", "change(r.n) return t.a, r.id"),
      ("local t = setmetatable({}, { __index = function(_, k) return k end })", "return t.x .. r.id"),
      ("dofile(arg[1] .. '/other.lua')", "return r.id, words.len(r.mail)"),
      ("local f = loadfile(arg[1] .. '/other.lua')", "f() return r.id, words.len(r.mail)"),
      ("", "return r.id, require('other').len(r.mail)"),
      ("local c = coroutine.wrap(function() while true do coroutine.yield(1) end end)", "return r.id, c()"),
    ])
  func changing(before: String, body: String) throws {
    let text = """
      \(before)
      local changes = luna.diff(luna.load(arg[1] .. "/old/a.jsonl"), luna.load(arg[1] .. "/new/a.jsonl"), {
        identity = function(r) \(body) end })
      print(changes:report("json"))
      """
    let other = ["other.lua": "words = utf8 string = utf8 return utf8"]
    let compiled = try script(text, compiles: true, other)
    #expect(compiled.printed == (try script(text, compiles: false, other)).printed)
    #expect(compiled.functions.values.allSatisfy { $0.inLua > 0 })
  }

  @Test("what a script changes between two comparisons, and after one, its functions see")
  func between() throws {
    let text = """
      local old, new = luna.load(arg[1] .. "/old/a.jsonl"), luna.load(arg[1] .. "/new/a.jsonl")
      local least, t = 1, { by = 3 }
      local rules = { identity = "id", normalize = { n = function(v) return v // t.by end },
        equal = { n = function(a, b) return math.abs(a - b) < least end } }
      for n = 1, 4 do
        local changes = luna.diff(old, new, rules)
        print(#changes.updated)
        least, t.by = n * 2, n
        print(changes:report("json"))
      end
      """
    let (compiled, interpreted) = (try script(text, compiles: true), try script(text, compiles: false))
    #expect(compiled.printed == interpreted.printed)
    #expect(compiled.functions.values.contains { $0.inLua < $0.calls })
  }
}
