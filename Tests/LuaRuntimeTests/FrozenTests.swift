import Testing

@testable import LuaRuntime

@Suite("Frozen tables")
struct FrozenTests {
  /// A state with the frozen global `t`.
  func state(_ profile: LuaProfile = .rules) throws -> LuaState {
    let state = try LuaState(profile: profile)
    try state.setGlobal(
      "t",
      .fields([("a", 1), ("inner", .fields([("b", 2), ("list", .list([5, 6, 7]))]))]))
    try state.freezeGlobal("t")
    return state
  }

  func error(_ source: String, _ profile: LuaProfile = .rules) throws -> LuaError? {
    let state = try state(profile)
    return #expect(throws: LuaError.self) { try state.run(source, name: "rules.lua") }
  }

  @Test(
    "a write is an error that names what was written",
    arguments: [LuaProfile.rules, .driver],
    [
      ("t.x = 1", "t.x", "t"), ("t.a = nil", "t.a", "t"), ("t.inner = {}", "t.inner", "t"),
      ("t.inner.b = 3", "t.inner.b", "t.inner"), ("t[1] = 1", "t[1]", "t"),
      ("t['full name'] = 1", "t[full name]", "t"), ("rawset(t, 'x', 1)", "t.x", "t"),
      ("rawset(t.inner, 'b', 3)", "t.inner.b", "t.inner"),
      ("t.inner.list[2] = 0", "t.inner.list[2]", "t.inner.list"),
      ("table.insert(t.inner.list, 8)", "t.inner.list[4]", "t.inner.list"),
      ("table.remove(t.inner.list)", "t.inner.list[3]", "t.inner.list"),
      ("table.move({ 1 }, 1, 1, 9, t.inner.list)", "t.inner.list[9]", "t.inner.list"),
      ("table.sort(t.inner.list, function(a, b) return a > b end)", "t.inner.list[1]", nil),
      ("setmetatable({}, { __newindex = t }).x = 1", "t.x", "t"),
      ("for k in pairs(t) do t[k] = 0 end", "t.", "t"),
      ("local _, state = pairs(t) state.x = 1", "t.x", "t"),
      ("string.upper = nil", "string.upper", "string"), ("table.x = 1", "table.x", "table"),
      ("math.pi = 3", "math.pi", "math"), ("utf8.len = nil", "utf8.len", "utf8"),
      ("coroutine.wrap = nil", "coroutine.wrap", "coroutine"),
    ] as [(String, String, String?)])
  func refused(profile: LuaProfile, write: (source: String, what: String, table: String?)) throws {
    let message = try error(write.source, profile)?.message ?? ""
    #expect(message.hasPrefix("attempt to write '\(write.what)"))
    if let table = write.table { #expect(message.contains(": '\(table)' is frozen;")) }
  }

  @Test("the error has the line that wrote", arguments: ["t.x = 1", "rawset(t, 'x', 1)"])
  func line(source: String) throws {
    let error = try error("\n" + source)
    #expect(error?.chunk == "rules.lua" && error?.line == 2)
  }

  @Test(
    "no metatable of a frozen table can be had or set",
    arguments: ["setmetatable(t, nil)", "getmetatable(t).__index.a = 2", "setmetatable(t, {})"])
  func metatables(source: String) throws {
    #expect(try error(source) != nil)
  }

  @Test(
    "a frozen table reads as any other",
    arguments: [
      ("type(t), t.a, t.nothing, t.inner.b", ["table", "1", "nil", "2"]),
      ("#t.inner.list, t.inner.list[3], #t", ["3", "7", "0"]),
      ("rawget(t, 'a'), rawget(t, 'b'), rawlen(t)", ["1", "nil", "0"]),
      ("next(t) ~= nil, next({}), select('#', next({}))", ["true", "nil", "1"]),
      ("table.concat(t.inner.list, ' '), table.unpack(t.inner.list)", ["5 6 7", "5", "6", "7"]),
      ("t == t, t.inner == t.inner, getmetatable(t)", ["true", "true", "false"]),
    ])
  func reading(expression: String, expected: [String]) throws {
    let state = try state()
    let values = try state.run("return " + expression)
    #expect(
      try values.map { String(decoding: try state.text(of: $0), as: UTF8.self) } == expected)
  }

  @Test(
    "a frozen table can be walked",
    arguments: ["pairs(t)", "next, t", "pairs(math)", "next, string"])
  func walking(expression: String) throws {
    let source = "local n = 0 for k, v in \(expression) do n = n + 1 assert(v ~= nil) end return n"
    guard case .integer(let count)? = try state().run(source).first else {
      Issue.record("no count")
      return
    }
    #expect(count == (expression.hasSuffix("t") || expression.hasSuffix("t)") ? 2 : count))
    #expect(count >= 2)
  }

  @Test("the host sees through a frozen table, and writes what is behind it")
  func host() throws {
    let state = try state()
    guard case .table(let view) = try state.global("t") else { throw LuaError("no table") }
    #expect(try view.sortedPairs().compactMap(\.key.text) == ["a", "inner"])
    #expect(try view.rawGet("a").typeName == "number")
    #expect(throws: LuaError.self) { try view.set("x", 1) }
    try view.content().set("x", 9)
    #expect(try state.run("return t.x == 9").first?.isTruthy == true)
  }

  @Test("tables that lead to themselves, and those that are too deep to look at, freeze as well")
  func cycles() throws {
    let state = try LuaState()
    let made = try state.run(
      """
      local t = { inner = {} } t.self = t t.inner.outer = t
      local deep = t for _ = 1, 100000 do deep.deeper = {} deep = deep.deeper end
      return t
      """)
    guard case .table(let table)? = made.first else { throw LuaError("no table") }
    try state.setGlobal("t", .table(try table.frozen(as: "t")))
    #expect(try state.run("return t.self == t and t.inner.outer == t").first?.isTruthy == true)
    #expect(throws: LuaError.self) { try state.run("t.inner.outer.x = 1") }
  }

  @Test("a table with a metatable inside of a frozen one stays its maker's")
  func metatabled() throws {
    let state = try LuaState()
    let made = try state.run("return { counter = setmetatable({ n = 0 }, {}) }")
    guard case .table(let table)? = made.first else { throw LuaError("no table") }
    try state.setGlobal("t", .table(try table.frozen(as: "t")))
    #expect(try state.run("t.counter.n = 1 return t.counter.n == 1").first?.isTruthy == true)
  }

  @Test("the globals that are frozen are not handed out by pairs")
  func globals() throws {
    let state = try LuaState()
    let chunk = try state.load(
      Array("local _, globals = pairs(_G) globals.x = 1".utf8), name: "x")
    try state.freezeGlobals()
    let error = #expect(throws: LuaError.self) { try chunk() }
    #expect(error?.message.hasPrefix("attempt to assign the global 'x' at run time") == true)
  }
}
