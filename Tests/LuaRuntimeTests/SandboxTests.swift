import Testing

@testable import LuaRuntime

@Suite("Escapes from the sandbox")
struct SandboxTests {
  @Test(
    "what a rule must not have is not there",
    arguments: [
      "io", "package", "debug", "dofile", "loadfile", "warn", "os.execute", "os.exit", "os.getenv",
      "os.remove",
      "os.rename", "os.setlocale", "os.tmpname", "string.dump",
      "(''):len().dump and 1 or (getmetatable('') or nil)",
      "math.randomseed",
    ])
  func missing(expression: String) throws {
    let result = try lua(
      "local ok, value = pcall(load('return ' .. [[\(expression)]])) return ok and value or nil")
    #expect(result == ["nil"] || result == ["false"])
  }

  @Test("a binary chunk is refused")
  func binaryChunk() throws {
    let result = try lua("return load('\\27Lua\\x54\\0\\x19\\x93\\r\\n\\x1a\\n', 'x', 'b')")
    #expect(result[0] == "nil")
    #expect(result[1].contains("attempt to load a binary chunk"))
    let state = try LuaState()
    #expect(throws: LuaError.self) { try state.load([0x1B] + Array("Lua".utf8), name: "x") }
  }

  @Test("a reader function cannot hand load a binary chunk")
  func binaryReader() throws {
    let source =
      "local parts = {'\\27', 'Lua'} local i = 0 return load(function() i = i + 1 return parts[i] end)"
    #expect(try lua(source)[0] == "nil")
  }

  @Test("a metatable with __gc is refused")
  func finalizers() throws {
    let error = try luaError("setmetatable({}, {__gc = function() while true do end end})")
    #expect(error?.message == "metatables must not have a __gc")
  }

  @Test("the metatable of strings is out of reach")
  func stringMetatable() throws {
    #expect(try lua("return getmetatable('')") == ["false"])
    #expect(try luaError("setmetatable('', {})") != nil)
    #expect(
      try luaError("string.upper = nil")?.message
        == "attempt to write 'string.upper': 'string' is frozen; keep what is yours in a local")
    #expect(try luaError("rawset(string, 'upper', 1)") != nil)
    #expect(try luaError("table.insert(string, 1)") != nil)
    #expect(try luaError("setmetatable(string, nil)") != nil)
  }

  @Test("a global assigned after loading is an error that names it")
  func frozenGlobals() throws {
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    try state.run(
      "count = 0 function bump() count = count + 1 return count end function new() fresh = 1 end",
      name: "rules.lua", environment: environment)
    let names = try state.definedGlobals(in: environment).compactMap { $0.key.text }
    #expect(names == ["bump", "count", "new"])
    try state.freezeGlobals()
    try state.freezeGlobals(in: environment)
    for name in ["bump", "new"] {
      guard case .function(let function) = try environment.get(name) else {
        Issue.record("no \(name)")
        return
      }
      let error = #expect(throws: LuaError.self) { try function() }
      let variable = name == "bump" ? "count" : "fresh"
      #expect(error?.message.contains("global '\(variable)' at run time") == true)
      #expect(error?.line == 1)
    }
    #expect(try state.definedGlobals(in: environment).count == 3)
  }

  @Test(
    "the table of globals cannot be written around",
    arguments: [
      "_G.x = 1", "rawset(_G, 'x', 1)", "_ENV.x = 1", "load('x = 1')()", "setmetatable(_G, {})",
      "_G = {}",
    ])
  func aroundFrozenGlobals(source: String) throws {
    let state = try LuaState()
    let chunk = try state.load(Array(source.utf8), name: "x")
    try state.freezeGlobals()
    #expect(throws: LuaError.self) { try chunk() }
  }

  @Test("one chunk's globals are not another's, and all see the shared ones")
  func environments() throws {
    let state = try LuaState()
    let first = try state.makeEnvironment()
    let second = try state.makeEnvironment()
    try state.setGlobal("host", 42)
    try state.run("a = 1", environment: first)
    #expect(
      try state.run("return a, host, string ~= nil", environment: second).map(\.typeName)
        == ["nil", "number", "boolean"])
  }

  @Test("os keeps what is harmless")
  func safeOS() throws {
    #expect(
      try lua("return type(os.time()), type(os.date()), type(os.clock()), os.difftime(2, 1)")
        == ["number", "string", "number", "1.0"])
  }

  @Test("math.random gives the same numbers in every state")
  func random() throws {
    let source = "return math.random(1, 1000000), math.random(1, 1000000)"
    #expect(try lua(source) == lua(source))
  }

  @Test("load takes an environment and a name as ever")
  func load() throws {
    #expect(try lua("return load('return x', 'n', 't', {x = 5})()") == ["5"])
    #expect(
      try lua("return select(2, load('x = = 1', '=n'))") == ["n:1: unexpected symbol near '='"])
  }

  @Test("collectgarbage tells and collects, and tunes nothing")
  func collectGarbage() throws {
    #expect(try lua("return collectgarbage('count') > 0, collectgarbage()") == ["true", "0"])
    #expect(try luaError("collectgarbage('generational')") != nil)
    #expect(try luaError("collectgarbage('stop')") != nil)
  }

  @Test("print goes where the host says")
  func print() throws {
    let state = try LuaState()
    var printed = ""
    state.printer = { printed += String(decoding: $0, as: UTF8.self) }
    try state.run("print(1, nil, 'x', setmetatable({}, {__tostring = function() return 'T' end}))")
    #expect(printed == "1\tnil\tx\tT\n")
  }

  @Test("a driver script has io, os and package, but no binary chunks and no debug")
  func driver() throws {
    let source = """
      return type(io.open), type(os.getenv), type(package.path), type(debug.traceback), \
      debug.getinfo, package.loadlib, string.dump, (load('\\27Lua'))
      """
    #expect(
      try lua(source, profile: .driver, limits: .unlimited)
        == ["function", "function", "string", "function", "nil", "nil", "nil", "nil"])
  }

  @Test("os.exit in a driver script ends the script with its status, past every pcall")
  func exit() throws {
    let error = try luaError(
      "pcall(function() pcall(os.exit, 3) end) error('not here')", profile: .driver,
      limits: .unlimited)
    #expect(error?.kind == .exit(3))
    #expect(try luaError("os.exit(true)", profile: .driver)?.kind == .exit(0))
    #expect(try luaError("os.exit(false)", profile: .driver)?.kind == .exit(1))
  }
}
