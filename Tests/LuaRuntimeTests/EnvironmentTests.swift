import TestSupport
import Testing

@testable import LuaRuntime

@Suite("Environments")
struct EnvironmentTests {
  @Test(
    "what a file does to its globals, no other file sees",
    arguments: [
      "tonumber = 7", "_G.tonumber = 7", "rawset(_G, 'tonumber', 7)", "_ENV.tonumber = 7",
      "load('tonumber = 7')()", "load('_G.tonumber = 7')()", "load('return _G')().tonumber = 7",
      "_G._G.tonumber = 7", "_G = { tonumber = 7 }", "load = function() return 7 end",
      "coroutine.wrap(function() _G.tonumber = 7 end)()",
    ])
  func isolation(source: String) throws {
    let state = try LuaState()
    try state.run(source, environment: state.makeEnvironment())
    let other = try state.run(
      "return tonumber('1'), _G.tonumber('1'), load('return tonumber(\"1\")')(), rawget(_G, 'tonumber')",
      environment: state.makeEnvironment())
    #expect(
      try other.map { String(decoding: try state.text(of: $0), as: UTF8.self) } == [
        "1", "1", "1", "nil",
      ])
  }

  @Test("a file's own globals are its _G, before and after they are frozen")
  func own() throws {
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    try state.run("_G.x = 1 load('y = x + 1')()", environment: environment)
    try state.freezeGlobals()
    try state.freezeGlobals(in: environment)
    let seen = try state.run("return x, _G.y, _G == _ENV, type(print)", environment: environment)
    #expect(
      try seen.map { String(decoding: try state.text(of: $0), as: UTF8.self) } == [
        "1", "2", "true", "function",
      ])
    #expect(throws: LuaError.self) { try state.run("_G.z = 1", environment: environment) }
    #expect(throws: LuaError.self) { try state.run("load('z = 1')()", environment: environment) }
  }

  @Test("a module runs in the environment of the file that requires it, once for each")
  func modules() throws {
    let place = try TemporaryDirectory()
    try place.write(
      "count = (count or 0) + 1 function helper() return 'help' end return {}", to: "m.lua")
    let state = try LuaState()
    try state.setModuleDirectories([place.path])
    for _ in 0..<2 {
      let result = try state.run(
        "local m = require 'm' m.seen = (m.seen or 0) + 1 return helper(), count, m.seen, m == require 'm'",
        environment: state.makeEnvironment())
      #expect(
        try result.map { String(decoding: try state.text(of: $0), as: UTF8.self) } == [
          "help", "1", "1", "true",
        ])
    }
    #expect(try state.requiredFiles() == [place.path(of: "m.lua")])
  }
}
