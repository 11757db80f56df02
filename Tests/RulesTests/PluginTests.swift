import LuaRuntime
import RecordDiff
import Records
import Reports
import Scripting
import TestSupport
import Testing

@testable import Rules

/// Plug-ins, each kind for itself.
@Suite("Plug-ins") struct PluginTests {
  private static let money = """
    local function cents(value) return math.floor(tonumber(value) * 100 + 0.5) end
    return {
      name = "money", version = "1.2", summary = "what money needs",
      comparators = {
        rounded = function() return function(a, b) return cents(a) == cents(b) end end,
        near = luna.compare.number(0.5),
      },
      normalizers = {
        plain = function() return function(v) return (v:gsub("[^%d.]", "")) end end,
        trim = luna.text.trim,
      },
      formats = {
        count = function(changes, out) out:write(#changes, " changes\\n") end,
        broken = function(changes, out)
          out:write("half ")
          error("no paper")
        end,
      },
      readers = {
        words = function(input, options)
          local next_word = input:read("a"):gmatch("%S+")
          local number = 0
          return function()
            local word = next_word()
            number = number + 1
            if word and word == options.stop then error("stopped at " .. word) end
            return word and { id = number, word = word, none = luna.null }
          end, { "word", "id" }
        end,
      },
      rules = { strict = { identity = "id", equal = { price = luna.compare.number(0) } } },
    }
    """

  private func source(
    _ text: String, path: String = "money.lua", isRequired: Bool = true
  ) -> PluginSource {
    PluginSource(
      path: path, origin: "test", isRequired: isRequired, text: .success(Array(text.utf8)))
  }

  /// The summary of a comparison under rules that use plug-ins.
  private func summary(
    _ rules: String, plugins: [PluginSource]? = nil,
    old: String = "id,price\n1,1.00\n2,2.00\n", new: String = "id,price\n1,1.001\n2,€2.40\n"
  ) throws -> String {
    var program = RuleProgram(sources: [.init(name: "rules.lua", text: Array(rules.utf8))])
    program.plugins = plugins ?? [source(Self.money)]
    let plan = try program.load().ruleSet.plan(scripts: program, workers: 1)
    let result = try Comparison(
      source: table(old, name: "old.csv"), target: table(new, name: "new.csv"), plan: plan)
    return "\(result.summary.updated) updated"
  }

  // MARK: Kinds

  @Test(
    "comparators and normalizers stand under the plug-in's name, made and ready",
    arguments: [
      (
        "normalize = { price = luna.text.money.plain() }, equal = { price = luna.compare.money.rounded() }",
        1
      ),
      (
        "normalize = { price = luna.text.money.plain() }, equal = { price = luna.compare.money.near }",
        0
      ),
      ("normalize = { price = { luna.text.money.trim, luna.text.money.plain() } }", 2),
      ("equal = { price = luna.plugins.money.comparators.near }", 1),
      ("equal = { price = require('money').comparators.near }", 1),
    ])
  func values(rules: String, updated: Int) throws {
    #expect(try summary("return { identity = 'id', \(rules) }") == "\(updated) updated")
  }

  @Test(
    "what makes a comparator has to be called, and by its name",
    arguments: [
      (
        "equal = { price = luna.compare.money.rounded }",
        "'equal.price' is luna.compare.money.rounded itself; it has to be called: luna.compare.money.rounded(…)"
      ),
      (
        "normalize = { price = luna.text.money.plain }",
        "'normalize.price' is luna.text.money.plain itself; it has to be called: luna.text.money.plain(…)"
      ),
      (
        "normalize = { price = { luna.text.money.plain } }",
        "'normalize.price' is luna.text.money.plain itself; it has to be called: luna.text.money.plain(…)"
      ),
      (
        "equal = { price = luna.compare.money.rouned() }",
        "unknown name 'luna.compare.money.rouned'; did you mean 'rounded'?"
      ),
    ])
  func makers(rule: String, expected: String) {
    #expect(message { _ = try summary("return { identity = 'id', \(rule) }") }.contains(expected))
  }

  @Test("rules of a plug-in are checked when it is loaded")
  func wrongRules() throws {
    let text = "return { name = 'shop', rules = { strict = { idenity = 'id' } } }"
    let outcomes = try PluginProgram([source(text, path: "shop.lua")]).outcomes()
    guard case .broken(let message)? = outcomes.first?.status else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(
      message.hasPrefix("shop.lua: rules.strict: unknown rule 'idenity'; did you mean 'identity'?"))
  }

  @Test("what a plug-in does to its globals, neither rules nor another plug-in see")
  func ownGlobals() throws {
    let first = source(
      "_G.tonumber = print rawset(_G, 'ipairs', print) return { name = 'a' }", path: "a.lua")
    let second = source("assert(tonumber('1') == 1) return { name = 'b' }", path: "b.lua")
    let rules = "assert(tonumber('1') == 1 and ipairs({})) return { identity = 'id' }"
    #expect(try summary(rules, plugins: [first, second]) == "2 updated")
  }

  @Test(
    "a plug-in that may not be loaded is not, and messages say how it is",
    arguments: [
      "return { equal = { price = luna.compare.money.rounded() } }",
      "return { normalize = { price = luna.text.money.plain() } }", "return luna.plugins.money",
      "return require('money')",
    ])
  func untrusted(rules: String) {
    let plugin = PluginSource(untrusted: ".lunadiff/plugins/money.lua", origin: "project")
    let words = message { _ = try summary(rules, plugins: [plugin]) }
    #expect(
      words.hasSuffix(
        "not loaded; a project's plug-ins have to be named: --plugin .lunadiff/plugins/money.lua"),
      "\(words)")
  }

  @Test("rules are used by name, and rules of a file are laid over them")
  func rules() throws {
    var program = RuleProgram(sources: [
      .init(pluginRules: "money:strict"),
      .init(name: "rules.lua", text: Array("return { ignore = 'price' }".utf8)),
    ])
    program.plugins = [source(Self.money)]
    let rules = try program.load().ruleSet
    #expect(rules.ignored == ["price"])
    #expect(rules.comparators["price"] != nil)
    if case .columns(let key)? = rules.identity { #expect(key == ["id"]) }
  }

  private func read(
    _ text: String, settings: [(String, String)] = [], reader: String = "words"
  ) throws -> RecordTable {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: "in.txt")
    return try PluginProgram([source(Self.money)]).read(
      path, reader: reader, settings: settings, options: ReadOptions()
    ).table()
  }

  @Test(
    "a reader's records keep types and the order of columns", arguments: ["words", "money:words"])
  func reader(name: String) throws {
    let table = try read("ann bob\n", reader: name)
    #expect(table.columns == ["word", "id", "none"])
    #expect(table.value(1, 0) == .text("bob"))
    #expect(table.value(1, 1) == .number(.init(utf8: Array("2".utf8))))
    #expect(table.value(1, 2) == .null)
  }

  @Test("records of a reader have numbers and no lines in messages")
  func places() throws {
    let words = try read("ann bob ann\n")
    #expect(!words.hasLines && words.place(of: 2) == "record 3")
    var plan = ComparisonPlan()
    plan.identity = .columns(["word"])
    plan.duplicates = .error
    let said = message { _ = try Comparison(source: words, target: words, plan: plan) }
    #expect(
      said.contains("in.txt: record 3: the key ann occurs again; it was first seen in record 1\n"),
      "\(said)")
  }

  @Test("a rule that fails on a record of a reader names its number alone")
  func rulePlaces() throws {
    let words = try read("ann bob\n")
    let program = RuleProgram(sources: [
      .init(
        name: "r.lua", text: Array("function identity(r) return r.id < 2 and r.id or nil end".utf8))
    ])
    let plan = try program.load().ruleSet.plan(scripts: program, workers: 1)
    let said = message { _ = try Comparison(source: words, target: words, plan: plan) }
    #expect(
      said.contains("in function 'identity', ") && said.contains("in.txt record 2\n"), "\(said)")
  }

  @Test("a format writes what it likes, and is told what flags say")
  func format() throws {
    let text = """
      return { name = "tell", formats = { all = function(changes, out, options)
        local kinds = {}
        for kind, shown in luna.sorted(options.show) do kinds[#kinds + 1] = shown and kind or nil end
        out:write(#changes, " ", table.concat(kinds, "+"), " ")
        for kind, most in luna.sorted(options.limit) do out:write(kind, "<", most + 1, " ") end
        for _, column in ipairs(options.with) do out:write("with ", column, " ") end
        out:write(tostring(options.color), " ", tostring(options.width))
      end } }
      """
    var options = ReportOptions()
    #expect(try write(text, "all", options) == "1 deleted+inserted+moved+updated false nil")
    options.show = [.updated]
    options.limit.named[.updated] = 3
    options.context = ["name"]
    options.color = true
    options.width = 80
    #expect(try write(text, "tell:all", options) == "1 updated updated<4 with name true 80")
  }

  private func write(
    _ plugin: String, _ format: String, _ options: ReportOptions = .init()
  ) throws -> String {
    let result = try compare(
      "id,price\n1,1\n", "id,price\n1,2\n", rules: "return { identity = 'id' }")
    var bytes: [UInt8] = []
    try PluginProgram([source(plugin)]).write(result, as: format, options: options) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Errors

  @Test(
    "what fails in a plug-in names it",
    arguments: [
      (
        "equal = { price = luna.compare.money.rounded() }",
        "money.lua:1: attempt to perform arithmetic on a nil value\n  in function 'equal.price', old.csv record 2 (line 3) and new.csv record 2 (line 3)\n  in plug-in 'money'"
      ),
      (
        "equal = { price = luna.compare.money.round() }",
        "rules.lua:1: unknown name 'luna.compare.money.round'; known are near, rounded"
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
        "equal = { price = luna.compare.money.rounded }",
        "rules.lua: 'equal.price' is luna.compare.money.rounded itself; it has to be called: luna.compare.money.rounded(…)"
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
        "return function() return 7 end",
        "a record is a table of values by column, not a number\n  in reader 'bad:it', ", "record 1"
      ),
      (
        "return function() return { 1 } end",
        "a column's name is text, not 1\n  in reader 'bad:it', ", "record 1"
      ),
      (
        "return function() return { a = print } end",
        "'a': a function is nothing that JSON has\n  in reader 'bad:it', ", "record 1"
      ),
      (
        "return function() return { ['\\xff'] = 'one', ['\\xfe'] = 'two' } end",
        "the name '\u{FFFD}' is not UTF-8; --encoding says what an input is in\n  in reader 'bad:it', ",
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
      ("", "it returned nothing; a reader", "'"),
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
        .read(path, reader: "it", settings: [], options: ReadOptions())
    }
    #expect(said.hasPrefix(expected) && said.hasSuffix(end), "\(said)")
  }

  @Test("a format that fails names the plug-in")
  func formatFailure() {
    let said = message { _ = try write(Self.money, "broken") }
    #expect(said == "money.lua:16: no paper\n  in plug-in 'money'", "\(said)")
  }

  @Test(
    "a file that is no plug-in says what one is",
    arguments: [
      ("return 7", "p.lua: a plug-in returns a table with its name and what it adds, not a number"),
      ("x = 1", "p.lua: a plug-in returns a table with its name and what it adds, not nothing"),
      ("return { nam = 'p' }", "p.lua: unknown field 'nam'; did you mean 'name'?"),
      ("return { version = '1' }", "p.lua: 'name' is missing; a plug-in returns { name = "),
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
        "p.lua: 'readers.a' must be a function of an input and options, got number"
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
        "return { name = 'number', comparators = { a = print } }",
        "p.lua: 'luna.compare.number' is the library's own; take another name"
      ),
      (
        "return { name = 'lower', normalizers = { a = print } }",
        "p.lua: 'luna.text.lower' is the library's own; take another name"
      ),
      ("return {", "p.lua:1: unexpected symbol near <eof>"),
      ("error('at load')", "p.lua:1: at load"),
      ("local t = {} for i = 1, 1e9 do t[i] = i end", "p.lua:1: "),
      ("while true do end", "p.lua:1: stopped after "),
    ])
  func noPlugin(text: String, expected: String) {
    var program = RuleProgram()
    program.plugins = [source(text, path: "p.lua")]
    let said = message { _ = try program.load() }
    #expect(said.hasPrefix(expected), "\(said)")
    #expect(said.contains("\n  in plug-in 'p'"), "\(said)")
  }

  // MARK: Names

  private func plugin(_ name: String, _ rest: String = "") -> String {
    "return { name = '\(name)', formats = { list = function(c, out) out:write('\(name)') end }, \(rest) }"
  }

  @Test("of two plug-ins of one name the first is taken, and the other is hidden by it")
  func hidden() throws {
    let sources = [
      source(plugin("a", "version = '1'"), path: "one/a.lua"),
      source(plugin("a", "version = '2'"), path: "two/a.lua"),
    ]
    let outcomes = try PluginProgram(sources).outcomes()
    guard case .loaded(let first) = outcomes[0].status,
      case .hidden(let second, by: let path) = outcomes[1].status
    else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(first.version == "1" && second.version == "2" && path == "one/a.lua")
    let rules = "return { ignore = { luna.plugins.a.version } }"
    var program = RuleProgram(sources: [.init(name: "r.lua", text: Array(rules.utf8))])
    program.plugins = sources
    #expect(try program.load().ruleSet.ignored == ["1"])
  }

  @Test("a name that two plug-ins have needs the plug-in's before it")
  func ambiguous() throws {
    let program = PluginProgram([
      source(plugin("a"), path: "a.lua"), source(plugin("b"), path: "b.lua"),
    ])
    let said = message { try program.check(format: "list", besides: []) }
    #expect(said == "the format 'list' is in several plug-ins; say a:list, b:list")
    try program.check(format: "b:list", besides: [])
  }

  @Test("a name that no plug-in has lists what there is, and which plug-in is broken")
  func unknown() {
    let program = PluginProgram([
      source(plugin("a"), path: "a.lua"), source("return {", path: "worse.lua", isRequired: false),
    ])
    let said = message { try program.check(format: "lst", besides: ["text"]) }
    #expect(
      said == """
        unknown format 'lst'; did you mean 'list'?
          known: text, a:list
          broken: worse; lunadiff plugins says why
        """)
  }

  @Test("a broken plug-in matters only where it is asked for")
  func broken() throws {
    let sources = [
      source(Self.money), source("error('x')", path: "far/shop.lua", isRequired: false),
    ]
    #expect(try summary("return { identity = 'id' }", plugins: sources) == "2 updated")
    let said = message {
      _ = try summary("return { equal = { price = luna.compare.shop.near() } }", plugins: sources)
    }
    #expect(
      said.hasPrefix("rules.lua:1: the plug-in 'shop' is broken: far/shop.lua:1: x"), "\(said)")
  }

  @Test("what a plug-in adds is listed by kind, names in order, with version and origin")
  func listing() throws {
    let outcome = try #require(try PluginProgram([source(Self.money)]).outcomes().first)
    guard case .loaded(let found) = outcome.status else { throw LuaError("not loaded") }
    #expect(found.name == "money" && found.version == "1.2" && found.summary == "what money needs")
    #expect(found.names[.comparators] == ["near", "rounded"])
    #expect(found.names[.normalizers] == ["plain", "trim"])
    #expect(found.names[.formats] == ["broken", "count"])
    #expect(found.names[.readers] == ["words"] && found.names[.rules] == ["strict"])
    #expect(outcome.origin == "test" && outcome.path == "money.lua")
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

  @Test("a plug-in finds its modules beside itself, and another plug-in by its name")
  func modules() throws {
    let directory = try TemporaryDirectory()
    try directory.write("return { limit = 0.5 }", to: "lib/parts.lua")
    let path = try directory.write(
      "local p = require 'parts' return { name = 'q', comparators = { x = luna.compare.number(p.limit) } }",
      to: "lib/q.lua")
    let sources = [
      PluginSource(path: path, origin: "test", isRequired: true), source(Self.money),
    ]
    #expect(
      try summary(
        "return { identity = 'id', normalize = { price = require('money').normalizers.plain() }, equal = { price = luna.compare.q.x } }",
        plugins: sources) == "0 updated")
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
