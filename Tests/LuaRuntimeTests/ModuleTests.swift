import Foundation
import TestSupport
import Testing

@testable import LuaRuntime

@Suite("require")
struct ModuleTests {
  private let place: TemporaryDirectory
  var directory: String { place.path }

  init() throws {
    place = try TemporaryDirectory()
    try place.makeDirectory("pack/init")
    func write(_ name: String, _ text: String) throws { try place.write(text, to: name) }
    try write(
      "money.lua",
      "loads = (loads or 0) + 1 return {cents = function(x) return x * 100 end, loads = loads}")
    try write("pack/init.lua", "return {name = ...}")
    try write("pack/part.lua", "return (...)")
    try write("nothing.lua", "shared = 'seen'")
    try write("loop.lua", "return require 'loop'")
    try write("broken.lua", "x = = 1")
    try write("failing.lua", "\nerror('at load')")
    try Data([0x1B, 0x4C, 0x75, 0x61]).write(to: URL(fileURLWithPath: directory + "/binary.lua"))
  }

  func state(_ profile: LuaProfile = .rules) throws -> LuaState {
    let state = try LuaState(profile: profile)
    try state.setModuleDirectories(["/no/such", directory])
    return state
  }

  @Test("a module is found, run once and kept", arguments: [LuaProfile.rules, .driver])
  func found(profile: LuaProfile) throws {
    let state = try state(profile)
    let result = try state.run(
      "local m = require 'money' return m.cents(2), require('money').loads, m == require 'money'")
    #expect(
      try result.map { String(decoding: try state.text(of: $0), as: UTF8.self) } == [
        "200", "1", "true",
      ])
    #expect(try state.requiredFiles() == [directory + "/money.lua"])
  }

  @Test(
    "a file's own modules that are given as text go before any file",
    arguments: [LuaProfile.rules, .driver])
  func given(profile: LuaProfile) throws {
    let state = try state(profile)
    let module = LuaModule(
      name: "money", path: "given.lua", text: Array("#!lua\nname = 'given' return ...".utf8))
    let environment = try state.makeEnvironment(
      LuaModules(texts: [module], directories: [directory]))
    let result = try state.run("return require 'money' .. name", environment: environment)
    #expect(result.first?.text == "moneygiven")
    #expect(try state.global("name").isNil)
    #expect(try state.requiredFiles() == ["given.lua"])
  }

  @Test("a given module that is no Lua is named by its file and line")
  func givenBroken() throws {
    let state = try state()
    let module = LuaModule(name: "bad", path: "bad.lua", text: Array("\nx = = 1".utf8))
    let environment = try state.makeEnvironment(LuaModules(texts: [module]))
    let error = #expect(throws: LuaError.self) {
      try state.run("require 'bad'", environment: environment)
    }
    #expect("\(String(describing: error))".contains("bad.lua:2:"))
  }

  @Test(
    "a file with places of its own finds nothing anywhere else, and is told so",
    arguments: [LuaProfile.rules, .driver])
  func confined(profile: LuaProfile) throws {
    let state = try state(profile)
    if profile == .driver {
      try state.run("package.path = '\(directory)/?.lua' package.preload.money = print")
    }
    let environment = try state.makeEnvironment(LuaModules(advice: "none is here"))
    for text in ["require 'money'", "load('return require \"money\"')()"] {
      let error = #expect(throws: LuaError.self) { try state.run(text, environment: environment) }
      #expect(error?.message == "module 'money' not found:\n\tnone is here")
    }
    let other = try state.makeEnvironment(LuaModules(directories: [directory]))
    #expect(try state.run("return require('money').loads", environment: other).count == 1)
    #expect(throws: LuaError.self) { try state.run("require 'money'", environment: environment) }
  }

  @Test("dots are directories, and init.lua stands for its own")
  func packages() throws {
    #expect(
      try state().run("return require('pack').name .. require 'pack.part'").first?.text
        == "packpack.part")
  }

  @Test("a module without a result is true, its globals are shared")
  func nothing() throws {
    #expect(
      try state().run("return tostring(require 'nothing') .. shared").first?.text == "trueseen")
  }

  @Test(
    "what goes wrong is named",
    arguments: [
      ("loop", "loop or previous error loading module 'loop'"),
      ("broken", "broken.lua:1: unexpected symbol near '='"),
      ("failing", "at load"), ("binary", "attempt to load a binary chunk"),
      ("absent", "no file '/no/such/absent.lua'"),
      ("pack..part", "is no module name"), ("/etc/passwd", "is no module name"),
      ("", "is no module name"),
    ])
  func trouble(name: String, message: String) throws {
    let error = #expect(throws: LuaError.self) { try state().run("require '\(name)'") }
    #expect(
      (error?.description ?? "").contains(message) || (error?.traceback ?? "").contains(message),
      "\(String(describing: error))")
  }

  @Test(
    "a directory's name may have anything in it", arguments: ["a;b", "what?", "?;?/x"],
    [LuaProfile.rules, .driver])
  func oddDirectories(name: String, profile: LuaProfile) throws {
    try place.makeDirectory(name)
    try place.write("return 7", to: "\(name)/odd.lua")
    let state = try LuaState(profile: profile)
    try state.setModuleDirectories([place.path(of: name)])
    #expect(try state.run("return require 'odd'").first?.typeName == "number")
  }

  @Test("a driver finds each directory once in package.path")
  func packagePath() throws {
    let state = try LuaState(profile: .driver)
    try state.setModuleDirectories([".", "lib", "."])
    let path = try state.run("return package.path").first?.text
    #expect(path?.hasPrefix("./?.lua;./?/init.lua;lib/?.lua;lib/?/init.lua;") == true)
  }

  @Test("a link that leaves the folder is not a module, except for a driver script")
  func links() throws {
    try place.makeDirectory("own")
    #expect(symlink("../money.lua", directory + "/own/out.lua") == 0)
    #expect(symlink("../pack", directory + "/own/pack") == 0)
    try place.write("return 'in'", to: "own/real.lua")
    #expect(symlink("real.lua", directory + "/own/in.lua") == 0)
    let state = try state()
    let places = try state.makeEnvironment(LuaModules(directories: [directory + "/own"]))
    #expect(try state.run("return require 'in'", environment: places).first?.text == "in")
    for name in ["out", "pack", "pack.part"] {
      let error = #expect(throws: LuaError.self) { try state.run("require '\(name)'", environment: places) }
      #expect(error?.message.contains("a link that leaves the folder") == true, "\(error?.message ?? "")")
    }
    let driver = try LuaState(profile: .driver)
    try driver.setModuleDirectories([directory + "/own"])
    #expect(try driver.run("return require('out').loads").first?.typeName == "number")
  }

  @Test("the host can provide a module, and frozen libraries stay frozen through require")
  func provided() throws {
    let state = try state()
    try state.setModule("host.api", .fields([("answer", 42)]))
    #expect(try state.run("return require('host.api').answer").first?.typeName == "number")
    #expect(throws: LuaError.self) { try state.run("require('string').upper = nil") }
  }

  @Test("a driver script may load text files, not binary ones")
  func files() throws {
    let state = try state(.driver)
    try state.setGlobal("dir", .string(directory))
    #expect(
      try state.run("return type(loadfile(dir .. '/money.lua')), (loadfile(dir .. '/binary.lua'))")
        .map(\.typeName) == ["string", "nil"])
    #expect(try state.run("return dofile(dir .. '/pack/part.lua')").map(\.typeName) == ["nil"])
  }
}
