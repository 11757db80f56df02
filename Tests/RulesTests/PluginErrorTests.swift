import LuaRuntime
import Comparing
import Records
import Reports
import Scripting
import TestSupport
import Testing

@testable import Rules

/// What is said of plug-ins that fail, or are none.
@Suite("Plug-ins that fail") struct PluginErrorTests: UsingPlugins {
  @Test(
    "a name that a plug-in does not have, and a maker that is not called, are errors",
    arguments: [
      (
        "equal = { price = luna.compare.money.round() }",
        "rules.lua:1: unknown name 'luna.compare.money.round'; did you mean 'rounded'?"
      ),
      (
        "equal = { price = luna.compare.rounded() }",
        "rules.lua:1: unknown name 'luna.compare.rounded'; did you mean 'money.rounded'?"
      ),
      (
        "equal = { price = luna.compare.mony.rounded() }",
        "rules.lua:1: unknown name 'luna.compare.mony'; did you mean 'money'?"
      ),
      (
        "equal = { price = luna.compare.money.within }",
        "rules.lua: 'equal.price' is luna.compare.money.within itself; it has to be called: luna.compare.money.within(…)"
      ),
    ])
  func failures(rules: String, expected: String) {
    let said = message { _ = try summary("return { identity = 'id', \(rules) }") }
    #expect(said.hasPrefix(expected), "\(said)")
  }

  @Test("a reader that fails names itself, the input and the record that it was to give")
  func readerFailure() {
    let said = message { _ = try read("a b c", settings: [("stop", "b")]) }
    #expect(said.hasPrefix("money.lua:26: stopped at b\n  in reader 'money:words', "), "\(said)")
    #expect(said.hasSuffix("in.txt record 2\n  in plug-in 'money'"), "\(said)")
  }

  @Test(
    "what a reader must not give is refused with its place",
    arguments: [
      (
        "return function() return { 1 } end",
        "a column's name is text, not 1; a record may be a list where the columns are named ",
        "record 1"
      ),
      (
        "return function() return { a = print } end",
        "'a': a function is nothing that JSON has\n  in reader 'bad:it', ", "record 1"
      ),
      (
        "return function() return { ['\\xff'] = 'one', ['\\xfe'] = 'two' } end",
        "the name '\u{FFFD}' is not UTF-8; encoding says what an input is in\n  in reader 'bad:it', ",
        "record 1"
      ),
      (
        "return function() end, { 'id', 'id' }",
        "it returned the column 'id' twice in its list of columns\n  in reader 'bad:it'", "'"
      ),
      (
        "return function() end, { 5 }",
        "it returned a number in its list of columns; a column's name is text\n  in reader 'bad:it'",
        "'"
      ),
      (
        "return 1",
        "it returned number; a reader returns a function that gives the next record, or nil at the end\n  in reader 'bad:it'",
        "'"
      ),
      (
        "return print, 7",
        "it returned a number beside its function; that is a list of columns, or nothing", "'"
      ),
    ])
  func wrongReader(body: String, expected: String, end: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x", to: "in.txt")
    let text = "return { name = 'bad', readers = { it = function() \(body) end } }"
    let said = message {
      _ = try PluginProgram([source(text, path: "bad.lua")])
        .read(ReaderInput(path: path), by: "it")
    }
    #expect(said.hasPrefix(expected) && said.hasSuffix(end), "\(said)")
  }

  @Test("a format that fails names itself and the plug-in")
  func formatFailure() {
    let said = message { _ = try write(Self.money, "broken") }
    #expect(said == "money.lua:16: no paper\n  in format 'money:broken'\n  in plug-in 'money'", "\(said)")
  }

  @Test(
    "a file that is no plug-in says what one is",
    arguments: [
      ("x = 1", "p.lua: a plug-in returns a table with its name and what it adds, not nothing"),
      (
        "return { name = '1p' }",
        "p.lua: 'name' must be letters, digits and '_', and no digit first; got '1p'"
      ),
      ("return { name = 7 }", "p.lua: 'name' must be text, got number"),
      ("return { name = 'p', version = {} }", "p.lua: 'version' must be text, got table"),
      (
        "return { name = 'p', readers = 1 }", "p.lua: 'readers' must be a table by name, got number"
      ),
      (
        "return { name = 'p', readers = { a = 1 } }",
        "p.lua: 'readers.a' must be a function of an input and options, or a table of a reader, got number"
      ),
      (
        "return { name = 'p', rules = { a = print } }",
        "p.lua: 'rules.a' must be a table of rules, got function"
      ),
      (
        "return { name = 'p', comparators = { a = 1 } }",
        "p.lua: 'comparators.a' must be a function that makes a comparator, or a comparator, got number"
      ),
      (
        "return { name = 'p', formats = { print } }",
        "p.lua: 'formats' has the key 1; a name is letters, digits and '_'"
      ),
      (
        "return { name = 'lower', normalizers = { a = print } }",
        "p.lua: 'luna.text.lower' is the library's own; take another name"
      ),
      ("error('at load')", "p.lua:1: at load"),
      ("local t = {} for i = 1, 1e9 do t[i] = i end", "p.lua:1: "),
    ])
  func noPlugin(text: String, expected: String) {
    let program = RuleProgram(in: .init(plugins: [source(text, path: "p.lua")]))
    let said = message { _ = try program.load() }
    #expect(said.hasPrefix(expected), "\(said)")
    #expect(said.contains("\n  in plug-in 'p'"), "\(said)")
  }
}
