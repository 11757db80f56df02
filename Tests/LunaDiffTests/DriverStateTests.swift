import Foundation
import Rules
import TestSupport
import Testing

@testable import Scripting

/// A driver's state ends with its script, whatever the script left behind.
@Suite struct DriverStateTests {
  private final class Witness {}

  @Test(
    "nothing that a script makes keeps its state alive",
    arguments: [
      "changes = luna.diff(old, old, { identity = function(r) return r.id end }) count = #changes",
      "step = old:each() first = step()",
      """
      changes = luna.diff(old, luna.load(arg[2]), { identity = 'id', equal = function() return false end })
      step = changes:each() change = step() print(change.old.name)
      """,
      "batch = luna.batch({ { old = arg[1], new = arg[2], key = 'id' } }) step = batch:each() pair = step()",
      """
      step = luna.batch({ { old = arg[1], new = arg[2], rules = { identity = function(r) return r.id end } } }):each()
      changes = step().changes
      """,
      "keys = luna.probe(old, nil, { id = function(r) return r.id end })",
      "setmetatable(_G, { __index = function(_, name) return old[1] end }) print(whatever)",
      "error('it failed')",
    ])
  func end(script: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,name\n1,Saw\n2,Awl\n", to: "old.csv")
    try directory.write("id,name\n1,Saw\n2,Axe\n", to: "new.csv")
    weak var witness: Witness?
    do {
      let kept = Witness()
      witness = kept
      var program = DriverProgram(
        name: "driver.lua", text: Array("old = luna.load(arg[1])\n\(script)".utf8),
        arguments: [directory.path + "/old.csv", directory.path + "/new.csv"], directories: [])
      program.printer = { _ in withExtendedLifetime(kept) {} }
      let result = Result { try program.run() }
      #expect((try? result.get()) == (script.hasPrefix("error") ? nil : 0))
    }
    #expect(witness == nil)
  }
}
