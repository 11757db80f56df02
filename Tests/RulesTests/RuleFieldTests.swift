import LuaRuntime
import Comparing
import Testing

@testable import Rules

/// The table of rule fields: what is read by it, and what layers make of it.
@Suite struct RuleFieldTests {
  /// A value of each field, and another one, in Lua.
  private static let values: [String: (String, String)] = [
    "identity": ("'id'", "'none'"),
    "equal": ("{ a = luna.compare.trim() }", "{ b = luna.compare.nocase() }"),
    "ignore": ("'a'", "{ 'b', 'a' }"), "only": ("'a'", "'b'"),
    "normalize": ("{ a = luna.text.trim }", "{ b = luna.text.lower }"),
    "filter": ("function() return true end", "function() return false end"),
    "group": ("{ by = 'a', sum = 'b' }", "{ old = { by = 'a', count = true } }"),
    "section": ("'a'", "function() return 1 end"), "section_key": ("'a'", "'b'"),
    "elements": ("'a'", "'b'"), "lists": ("{ a = 'id' }", "{ b = luna.list.set }"),
    "json": ("'a'", "'b'"), "rename": ("{ a = 'b' }", "{ c = 'd' }"),
    "tolerance": ("0.1", "'1%'"), "ignore_case": ("true", "false"), "trim": ("true", "false"),
    "null": ("'-'", "'NA'"), "ragged": ("'pad'", "'skip'"),
    "ignore_order": ("true", "false"), "moves": ("'heckel'", "'minimal'"),
    "duplicates": ("'pair'", "'error'"), "key_as": ("'text'", "'number'"),
    "strict_columns": ("true", "false"), "mask": ("'a'", "{ 'b', 'a' }"),
    "columns": ("{ a = 'b' }", "{ c = { 'b', '-', 'd' } }"),
    "limits": ("{ a = 5 }", "{ updated = { warn = '1%', fail = 7 } }"),
  ]

  private func rules(_ text: String...) throws -> RuleSet {
    let sources = text.enumerated().map { number, text in
      RuleProgram.Source(name: "\(number).lua", text: Array("return { \(text) }".utf8))
    }
    return try RuleProgram(sources: sources).load().ruleSet
  }

  /// All that a rule set says, so that two can be told apart.
  private func words(_ rules: RuleSet) -> String {
    var lines: [String] = []
    for child in Mirror(reflecting: rules).children {
      if let table = child.value as? [AnyHashable: Any] {
        lines.append("\(child.label ?? ""): \(table.map { "\($0): \($1)" }.sorted())")
      } else {
        lines.append("\(child.label ?? ""): \(child.value)")
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test("every field is read, and says something", arguments: RuleField.names())
  func reading(_ name: String) throws {
    let value = try #require(Self.values[name])
    #expect(try words(rules("\(name) = \(value.0)")) != words(RuleSet()))
  }

  @Test(
    "what a layer says of a field stays where others say nothing", arguments: RuleField.names())
  func layers(_ name: String) throws {
    let value = try #require(Self.values[name])
    let alone = try words(rules("\(name) = \(value.0)"))
    #expect(try words(rules("\(name) = \(value.0)", "")) == alone)
    #expect(try words(rules("", "\(name) = \(value.0)")) == alone)
  }

  @Test("of two layers the later one holds, but what stands by column or is added up is joined")
  func override() throws {
    for name in RuleField.names() where name != "filter" {
      let value = try #require(Self.values[name])
      let (earlier, later) = ("\(name) = \(value.0)", "\(name) = \(value.1)")
      let isJoined = ["equal", "ignore", "normalize", "lists", "json", "rename", "mask", "columns", "limits"].contains(
        name)
      let both = try words(rules(earlier, later))
      #expect(both != (try words(rules(earlier))), "\(name)")
      #expect((both == (try words(rules(later)))) == !isJoined, "\(name)")
    }
  }
}
