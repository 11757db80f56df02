import LuaRuntime
import Comparing
import Records
import Reports
import Scripting
import TestSupport
import Testing

@testable import Rules

/// Which plug-in a name means, and what plug-ins may reach.
@Suite("Names of plug-ins") struct PluginNameTests: UsingPlugins {
  private func plugin(_ name: String) -> String {
    "return { name = '\(name)', formats = { list = function(c, out) out:write('\(name)') end } }"
  }

  @Test("a name that two plug-ins have needs the plug-in's before it")
  func ambiguous() throws {
    let program = PluginProgram([
      source(plugin("a"), path: "a.lua"), source(plugin("b"), path: "b.lua"),
    ])
    let said = message { try program.check(format: "list", .init(), besides: []) }
    #expect(said == "the format 'list' is in several plug-ins; say a:list, b:list")
    try program.check(format: "b:list", .init(), besides: [])
  }

  @Test("a plug-in's globals are its own, and none can be written later")
  func globals() {
    let text = """
      count = 0
      return { name = "p", comparators = { x = function() return function() count = count + 1 return true end end } }
      """
    let said = message {
      _ = try summary(
        "return { identity = 'id', equal = { price = luna.compare.p.x() } }",
        plugins: [source(text, path: "p.lua")])
    }
    #expect(said.hasPrefix("p.lua:2: attempt to assign the global 'count' at run time"), "\(said)")
    #expect(
      message {
        _ = try summary(
          "return { ignore = { tostring(count) } }", plugins: [source(text, path: "p.lua")])
      }.hasPrefix("unknown column 'nil'"))
  }

  @Test(
    "a plug-in that is a file finds its modules in the folder of its name, and another plug-in by its name"
  )
  func modules() throws {
    let directory = try TemporaryDirectory()
    try directory.write("return { limit = 0.5 }", to: "lib/q/parts.lua")
    let path = try directory.write(
      "local p = require 'q.parts' return { name = 'q', comparators = { x = luna.compare.number(p.limit) } }",
      to: "lib/q.lua")
    let sources = [
      PluginSource(path: path, origin: "test", isRequired: true), source(Self.money),
    ]
    #expect(
      try summary(
        "return { identity = 'id', normalize = { price = require('money').normalizers.plain() }, equal = { price = luna.compare.q.x } }",
        plugins: sources) == "0 updated")
  }

  @Test("what a plug-in requires is loaded before it, whatever the order of the search")
  func order() throws {
    let base =
      "return { name = 'base', version = '1.1', comparators = { near = luna.compare.number(1) } }"
    let shop = """
      local near = require("base").comparators.near
      return { name = 'shop', requires = { 'base >= 1' }, comparators = { near = luna.compare.base.near } }
      """
    let till = "local s = require 'shop' return { name = 'till', requires = { 'shop' } }"
    let sources = [
      source(till, path: "till.lua"), source(shop, path: "shop.lua"), source(base, path: "b.lua"),
    ]
    let outcomes = try PluginProgram(sources).outcomes().filter { !$0.isBundled }
    #expect(outcomes.map(\.name) == ["till", "shop", "base"])
    for outcome in outcomes {
      guard case .loaded = outcome.status else {
        Issue.record("\(outcome.status)")
        continue
      }
    }
    let rules = "return { identity = 'id', equal = { price = luna.compare.shop.near } }"
    #expect(try summary(rules, plugins: sources, new: "id,price\n1,1.5\n2,2.9\n") == "0 updated")
    let said = message { try PluginProgram([source(shop, path: "shop.lua")]).check() }
    #expect(said.hasPrefix("shop.lua: it requires 'base': there is no plug-in 'base'"), "\(said)")
  }

  @Test("a plug-in runs no file but its own, though rules and script have one of the name")
  func strangers() throws {
    let directory = try TemporaryDirectory()
    try directory.write("return 'stranger'", to: "here/frm/w.lua")
    let text =
      "return { name = 'frm', comparators = { x = function() return require 'frm.w' end } }"
    let plugin = try directory.write(text, to: "plugins/frm.lua")
    func load() throws -> [String]? {
      let rules = RuleProgram.Source(
        name: "r.lua", text: Array("return { ignore = { luna.compare.frm.x() } }".utf8),
        in: directory.path(of: "here"))
      let source = PluginSource(path: plugin, origin: "test", isRequired: true)
      return try RuleProgram(sources: [rules], in: .init(plugins: [source])).load().ruleSet.ignored
    }
    let said = message { _ = try load() }
    #expect(said.contains("module 'frm.w' not found:\n\ta plug-in's modules are in its own folder"))
    try directory.write("return 'own'", to: "plugins/frm/w.lua")
    #expect(try load() == ["own"])
  }

  @Test("what a plug-in has on its own is no way out of the sandbox")
  func confined() {
    for name in ["io", "debug", "dofile", "os.execute"] {
      let text = "assert(\(name) == nil) return { name = 'p' }"
      #expect(message { _ = try PluginProgram([source(text)]).outcomes() }.isEmpty)
      #expect(throws: Never.self) {
        try summary("return { identity = 'id' }", plugins: [source(text)])
      }
    }
  }
}
