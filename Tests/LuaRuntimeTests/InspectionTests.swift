import Testing

@testable import LuaRuntime

@Suite("Inspection of functions")
struct InspectionTests {
  @Test("a function's chunk and lines are known; a library function has none")
  func definition() throws {
    let state = try LuaState()
    guard
      case .function(let function)? = try state.run(
        "\n\nreturn function(r)\n return r\nend", name: "rules.lua"
      ).first
    else { return }
    #expect(
      try state.definition(of: function)
        == LuaDefinition(chunk: "rules.lua", lines: 3...5, parameters: 1))
    #expect(try state.definition(of: state.function("print")) == nil)
  }

  @Test(
    "a function that writes an upvalue is noticed, whatever the upvalue is",
    arguments: [
      ("local n = 0 return function() n = n + 1 end", ["n"]),
      ("local t = {} return function() t[#t + 1] = true end", ["t"]),
      ("local t = {a = {b = {}}} return function() t.a.b.c = (t.a.b.c or 0) + 1 end", ["t"]),
      ("local s = 'x' return function() s = s .. 'x' end", ["s"]),
      ("local n = 0 local function up() n = n + 1 end return function() up() end", ["up"]),
      ("local n = 0.5 return function() n = n / 2 end", ["n"]),
    ])
  func writers(source: String, names: [String]) throws {
    let state = try LuaState()
    guard case .function(let function)? = try state.run(source).first else { return }
    let before = try state.upvalueFingerprint(function)
    _ = try function()
    let after = try state.upvalueFingerprint(function)
    let changed = zip(before, after).filter { $0 != $1 }.map(\.0.name)
    #expect(changed == names)
  }

  @Test(
    "a function that writes none is not accused",
    arguments: [
      "local t = {1, {2}, 'x'} return function() return t[1] end",
      "local a = {} a.a = a return function() return a end",
      "local f f = function() return f end return f",
      "return function() local n = 0 n = n + 1 return string.upper('x') end",
    ])
  func readers(source: String) throws {
    let state = try LuaState()
    guard case .function(let function)? = try state.run(source).first else { return }
    let before = try state.upvalueFingerprint(function)
    for _ in 0..<3 { _ = try function() }
    #expect(try state.upvalueFingerprint(function) == before)
  }

  @Test("what is nested without end is looked at only so deep")
  func deepNesting() throws {
    let state = try LuaState(limits: .unlimited)
    let function = try state.function(
      """
      (function()
        local deep, inner = {}, nil
        inner = deep for _ = 1, 300000 do inner.x = {} inner = inner.x end
        local chain = print for _ = 1, 100000 do local c = chain chain = function() return c end end
        return function() return deep, chain end
      end)()
      """)
    #expect(try state.upvalueFingerprint(function).map(\.name) == ["deep", "chain"])
  }
}
