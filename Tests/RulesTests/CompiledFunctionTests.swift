import Comparing
import LuaRuntime
import Records
import TestSupport
import Testing

@testable import Rules

/// Which functions run without Lua, and what is said of the others.
@Suite("What is compiled") struct CompiledFunctionTests {
  /// The functions that a chunk returns, compiled.
  private func compile(_ text: String) throws -> CompiledFunctions {
    let state = try LuaState(profile: .rules)
    try LunaLibrary.install(in: state)
    let chunk = try state.load(Array(text.utf8), name: "rules.lua", environment: state.makeEnvironment())
    let functions: [LuaFunction] = try state.call(chunk).compactMap {
      if case .function(let function) = $0 { function } else { nil }
    }
    try state.freezeGlobals()
    return try FunctionCompiler.compile(functions, in: state)
  }

  @Test(
    "an expression over columns, values and constants is compiled",
    arguments: [
      "function(r) return r.email:lower() end",
      "function(r) return r.name .. '|' .. r.zip end",
      "function(r) return (r.email:match('@(.+)$')) end",
      "function(r) return r.first:sub(1, 1):upper() .. r.last end",
      "function(r) if r.status == 'draft' then return 'd' else return 'p' end end",
      "function(r) return string.format('%s-%05d', r.shop, r.order) end",
      "function(r) local s = r.status return s == 'a' or s == 'b' end",
      "function(a, b) return math.abs(tonumber(a) - tonumber(b)) <= 0.01 end",
      "function(a, b, c) return a == b or c.old.currency == 'XXX' end",
      "function(old, new) return old.price == new.price and old.name:lower() == new.name:lower() end",
      "function(v) return (v:gsub('^%s*(.-)%s*$', '%1')) end",
      "function(v) local d, m = v:match('^(%d+)%.(%d+)$') if d then return m .. d end return v end",
      "function(v) return luna.text.trim(luna.text.lower(v)) end",
      "function(a, b) return same(a, b) end",
      "function(old, new) return false, { 'price', 'name' } end",
      "function(r) return ({ A = 'active', D = 'deleted' })[r.status] or r.status end",
      "function(v) return (v:gsub('%a', { a = 'b', c = 1 })) end",
      "function(a, b) for _, c in ipairs(columns) do if a[c] ~= b[c] then return false end end return true end",
      "function(r) for _, c in ipairs { 'a', 'b' } do if r[c] == '' then return false end end return true end",
      "function(r) local s = '' for i = #columns, 1, -1 do s = s .. r[columns[i]] end return s end",
      "function(r) local v = r.a for _, f in ipairs(steps) do if v == '' then break end v = f(v) end return v end",
      "function(r) return table.concat({ r.a, r.b or '', r.c:lower() }, '|') end",
      "function(r) return r.n & 4 == 4 or ~r.n >> 2 | 1 << r.m ~= 0 end",
    ])
  func compiled(function: String) throws {
    let outside = """
      local same, columns = luna.compare.nocase(), { "name", "price" }
      local steps = { string.lower, function(s) return s .. "!" end }

      """
    #expect(try compile(outside + "return " + function).refusals.isEmpty)
  }

  @Test("a number in a base has the signs that Lua's has", arguments: ["+3", "-3", "+", "+-3", "3+", "zz"])
  func signs(number: String) throws {
    func key(_ body: String) throws -> [Value] {
      let rules = "return { identity = function(r) \(body) return tostring(tonumber(r.v, 36)) end }"
      return try compare("v\n\(number)\n", "v\n", rules: rules).changes.flatMap(\.key)
    }
    #expect(try key("") == key("local t = {} t[1] = 1"))
  }

  @Test("what is no number has the sign that Lua gives it")
  func signOfNaN() throws {
    func key(_ body: String) throws -> [Value] {
      let rules = """
        return { identity = function(r) \(body)
          local v = tonumber(r.v)
          return tostring((v % 0.0) // math.sqrt(v)), tostring(0.0 / (v + 4)), tostring(math.sqrt(v) - math.huge * 0)
        end }
        """
      return try compare("v\n-4\n", "v\n", rules: rules).changes.flatMap(\.key)
    }
    #expect(try key("") == key("local t = {} t[1] = 1"))
  }

  @Test(
    "what else there is stays with Lua, and the line is said",
    arguments: [
      ("function(r)\n  print(r.id)\n  return r.id\nend", 2, "calls print"),
      ("function(r) return os.time() end", 1, "calls os.time"),
      ("function(r) return r.id:gmatch('x') end", 1, "calls :gmatch()"),
      ("function(r) return { r.id } end", 1, "makes a table"),
      ("function(r) local t = {} t[1] = r.id return t[1] end", 1, "makes a table"),
      ("function(r) local t = { 'a' } local b = 5 t.x = b return b end", 1, "makes a table"),
      ("function(r)\nfor i = 1, r.n do end\nreturn 1 end", 2, "has a loop"),
      ("function(r) for i = 1, 1e9 // 1 | 0 do end end", 1, "has a loop"),
      ("function(r) for i = 1, r.n & 3 do end end", 1, "has a loop"),
      ("function(r) for i = 1, 300 do end return 1 end", 1, "has a loop"),
      ("function(r) for i = 1, 3, 0 do end return 1 end", 1, "has a loop"),
      ("function(r) for i, v in ipairs(r.list) do return v end end", 1, "calls ipairs"),
      ("function(r) for i, v in next, { 1 } do return v end end", 1, "has a loop"),
      ("function(r) return table.concat(r.list) end", 1, "calls table.concat"),
      ("function(r) local c <close> = nil return r.id end", 1, "has a variable that is closed"),
      ("function(r) while r.id do end end", 1, "has a loop"),
      ("function(...) return ... end", 1, "takes any number of arguments"),
      ("function(r) return function() return r end end", 1, "makes a function"),
    ])
  func interpreted(function: String, line: Int, words: String) throws {
    let refusal = try #require(try compile("return " + function).refusals[0])
    #expect(refusal.line == line)
    #expect(refusal.words == words)
  }

  @Test("of a loop over known elements the columns are known")
  func columnsOfLoops() throws {
    let functions = try compile(
      """
      local l = { 'a', 'b' }
      return function(r) for _, c in ipairs(l) do if r[c] ~= r[c .. 'x'] then return r.z end end end
      """)
    #expect(functions.functions[0]?.columns == ["a", "b", "z"])
  }

  @Test("of a function that another one calls its own line is said")
  func inner() throws {
    let refusal = try compile(
      "local function f(v)\n  local t = { v }\n  return t[1]\nend\nreturn function(r) return f(r.id) end"
    )
    .refusals[0]
    #expect(refusal?.line == 2)
  }

  @Test("functions of a module are compiled, too")
  func module() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "local function f(v, d) return v .. d end\nreturn function(d) return function(v) return f(v, d) end end",
      to: "m.lua")
    let state = try LuaState(profile: .rules)
    try LunaLibrary.install(in: state)
    try state.setModuleDirectories([directory.path])
    let chunk = try state.load(Array("return require('m')(2)".utf8), name: "rules.lua")
    guard case .function(let function)? = try state.call(chunk).first else { throw LuaError("no function") }
    try state.freezeGlobals()
    #expect(try FunctionCompiler.compile([function], in: state).refusals.isEmpty)
  }

  @Test("what fails as it is looked up is left to Lua")
  func failing() throws {
    #expect(try compile("return function(r) return luna.seen(r.id) end").refusals[0]?.line == 1)
  }

  @Test("a variable from outside that any function assigns is no constant")
  func assigned() throws {
    let both = try compile("local n = 0\nreturn function(r) n = n + 1 return n end, function(r) return n end")
    #expect(both.refusals[0]?.words == "uses 'n', which a function assigns")
    #expect(both.refusals[1]?.words == "uses 'n', which a function assigns")
  }

  @Test("a table from outside is a constant as long as no function writes one")
  func written() throws {
    let reading = "local t = { a = 1 }\nreturn function(r) return t.a end"
    #expect(try compile(reading).refusals.isEmpty)
    #expect(
      try compile(reading + ", function(r) t[r.id] = true return true end").refusals[0]?.words
        == "reads a table that a function may write")
    #expect(try compile(reading + ", function(r) table.insert(t, r) return true end").refusals[0] != nil)
  }

  @Test(
    "what writes a table while rules are loaded, and goes nowhere else, leaves constants",
    arguments: [
      "local l = {} table.insert(l, 'a') table.sort(l, function(a, b) return a < b end)",
      "local l = {} for _, v in ipairs { 'x', 'y' } do table.insert(l, v:upper() .. #l + 1) end",
      "local l = setmetatable({}, { __index = function(_, k) return k end })",
      "local l = { 'b' } l[#l + 1] = 'c' rawset(l, 3, l[1] == 'b' and { x = l[2] } or 'd')",
    ])
  func loading(text: String) throws {
    #expect(try compile("\(text)\nlocal t = { a = 1 }\nreturn function(r) return t.a end").refusals.isEmpty)
  }

  @Test(
    "another name does not hide what writes a table",
    arguments: [
      "local add = table.insert", "local set = rawset", "local _ENV = { t = {} }", "f = table.insert",
      "local a = { table.insert }", "local a = { f = rawset }", "local f = print(table.insert)",
      "local f = rawset or print", "local a = table.insert function g(t) a(t, 1) end",
      "local f = table.insert while f do f = nil end", "local f, n = rawset, 1 if n then n = f end",
      "local s = (rawset)", "local t = {} t[1] = setmetatable",
      "local f = (function(...) return ... end)(table.insert)",
    ])
  func aliased(alias: String) throws {
    let text = "\(alias)\nlocal t = { a = 1 }\nreturn function(r) return t.a end, function(r) t = r return 1 end"
    #expect(try compile(text).refusals[0] != nil)
  }

  @Test(
    "functions that call each other deeply, with many results, leave to Lua what finds no room",
    arguments: [0, 48, 144])
  func deep(locals: Int) throws {
    let many = (0..<190).map { "local v\($0) = 1 " }.joined()
    let chain = (1...16).map { "local function f\($0)(s) \(many)return f\($0 - 1)(s) end\n" }
    let last = (0..<locals).map { "local v\($0) = 1 " }.joined()
    let rules = """
      local function f0(s) \(last)return s:find("\(String(repeating: "()", count: 32))") end
      \(chain.joined())return { identity = function(r) return (f16(r.id)) .. r.id end }
      """
    let comparison = try compare("id,v\nab,1\ncd,2", "id,v\nab,1\ncd,3", rules: rules, workers: 1)
    #expect(comparison.summary.updated == 1)
  }

  @Test("a chunk that is loaded late leaves all to Lua from then on")
  func late() throws {
    let rules = """
      local t = { 1 }
      local function change() load("t[1] = t[1] + 1", "late", "t", { t = t })() return true end
      return {
        identity = "id",
        equal = { a = function(a, b) return change() end, b = function(a, b) return t[1] < 3 end },
      }
      """
    let lines = (0..<6).map { "\($0),x\($0),y\($0)" }
    let old = (["id,a,b"] + lines).joined(separator: "\n")
    let new = old.replacing("x", with: "X").replacing("y", with: "Y")
    let comparison = try compare(old, new, rules: rules, workers: 1)
    #expect(comparison.summary.updated == 5)
  }

  @Test("what a chunk assigns before it ends is what functions see")
  func assignedBefore() throws {
    #expect(try compile("local n = 1\nlocal f = function(r) return n end\nn = 2\nreturn f").refusals.isEmpty)
  }
}
