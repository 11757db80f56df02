import Testing

@testable import LuaRuntime

@Suite("Errors")
struct ErrorTests {
  @Test(
    "an error that is no string, or no UTF-8, becomes text",
    arguments: [
      ("error()", "(error object is a nil value)"),
      ("error(nil)", "(error object is a nil value)"),
      ("error({})", "(error object is a table value)"),
      ("error({message = 'from the field'})", "from the field"),
      (
        "error(setmetatable({}, {__tostring = function() return 'from tostring' end}))",
        "from tostring"
      ),
      (
        "error(setmetatable({}, {__tostring = function() return 1 end}))",
        "1"
      ),
      ("error(setmetatable({}, {__tostring = error}))", "(error object is a table value)"),
      ("error(print)", "(error object is a function value)"),
      ("error(true)", "(error object is a boolean value)"),
      ("error('')", "error without a message"),
      ("error('plain', 0)", "plain"), ("error(42)", "42"), ("error('caf\\xe9 \\xff', 0)", "caf\u{FFFD} \u{FFFD}"),
    ])
  func nonStrings(source: String, message: String) throws {
    #expect(try luaError(source)?.message == message)
  }

  @Test(
    "Lua's words are kept",
    arguments: [
      ("local r = {} return 'a' .. r.price", "attempt to concatenate a nil value (field 'price')"),
      ("local r = {} return r.a.b", "attempt to index a nil value (field 'a')"),
      ("return 1 + {}", "attempt to perform arithmetic on a table value"),
      ("nosuch()", "attempt to call a nil value (global 'nosuch')"),
      ("return 1 < 'x'", "attempt to compare number with string"),
      ("('x'):nosuch()", "attempt to call a nil value (method 'nosuch')"),
      ("string.rep()", "bad argument #1 to 'rep' (string expected, got no value)"),
      ("('x'):rep({})", "bad argument #1 to 'rep' (number expected, got table)"),
      ("('x'):find(nil)", "bad argument #1 to 'find' (string expected, got nil)"),
      ("table.insert(nil, 1)", "bad argument #1 to 'insert' (table expected, got nil)"),
      ("table.insert({}, 5, 1)", "bad argument #2 to 'insert' (position out of bounds)"),
      ("table.insert({}, 1, 1, 1)", "wrong number of arguments to 'insert'"),
      ("table.concat({{}})", "invalid value (table) at index 1 in table for 'concat'"),
      ("setmetatable(1, {})", "bad argument #1 to 'setmetatable' (table expected, got number)"),
      ("require('no.such')", "module 'no.such' not found:"),
      ("require('../etc')", "'../etc' is no module name: write letters, digits, '_', '-' and '.'"),
    ])
  func luaWords(source: String, message: String) throws {
    let error = try luaError(source)
    #expect(error?.message == message)
    #expect(error?.line == 1)
  }

  @Test("error level 2 blames the caller's line")
  func level() throws {
    let source =
      "local function check(v)\n if not v then error('v is needed', 2) end\nend\n\ncheck()"
    let error = try luaError(source)
    #expect(error?.line == 5)
    #expect(error?.message == "v is needed")
  }

  @Test("the message of an error that was caught and raised again keeps its first place")
  func rethrown() throws {
    let error = try luaError(
      "local ok, e = pcall(function()\nlocal x = nil + 1 end)\n\nerror(e, 0)")
    #expect(error?.description.hasPrefix("chunk:2: attempt to perform arithmetic") == true)
  }

  @Test("a message at level 0 stays as it is, and whoever fails later has a place again")
  func withoutPlace() throws {
    #expect(try luaError("\nerror('no data', 0)")?.description == "no data")
    let source = "pcall(error, 'x', 0)\nlocal x = nil + 1"
    #expect(try luaError(source)?.description.hasPrefix("chunk:2: attempt") == true)
  }

  @Test("a long chunk name is kept whole, of a syntax error too")
  func longName() throws {
    let name = String(repeating: "directory/", count: 20) + "rules.lua"
    let state = try LuaState()
    let runtime = #expect(throws: LuaError.self) { try state.run("\nerror('x')", name: name) }
    #expect(runtime?.description == "\(name):2: x")
    let syntax = #expect(throws: LuaError.self) { try state.run("\n=", name: name) }
    #expect(syntax?.description == "\(name):2: unexpected symbol near '='")
  }

  @Test("a name with colons and digits does not confuse the place")
  func strangeName() throws {
    let state = try LuaState()
    let error = #expect(throws: LuaError.self) { try state.run("\n\n=", name: "a:1: b") }
    #expect(error?.chunk == "a:1: b")
    #expect(error?.line == 3)
  }

  @Test("the first line may be a shebang, and lines keep their numbers")
  func shebang() throws {
    let state = try LuaState()
    #expect(try state.run("#!/usr/bin/env lunadiff\nreturn 'x'").first?.text == "x")
    let error = #expect(throws: LuaError.self) { try state.run("\u{FEFF}#!x\nerror('y')") }
    #expect(error?.line == 2)
  }
}
