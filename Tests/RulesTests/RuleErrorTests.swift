import Comparing
import Testing

@testable import Rules

@Suite struct RuleErrorTests {
  private let old = "id,email,price\n1,ann@x.org,5.00\n2,bob@x.org,1.00\n"
  private let new = "id,email,price\n1,ann@x.org,5.01\n2,bob@x.org,1.50\n"

  @Test(
    "an address is no key and no section, for it differs from run to run",
    arguments: [
      "identity = function(r) return tostring({}) end",
      "identity = function(r) return r.id, tostring(print) .. 'x' end",
      "identity = 'id', section = function(r) return tostring({}) end",
    ])
  func addresses(rules: String) {
    let words = message { _ = try compare(old, new, rules: "return { \(rules) }") }
    #expect(words.hasPrefix("rules1.lua:1: returned the address of a table or function"), "\(words)")
  }

  @Test(
    "a record that holds the text of an address may have it as key and section",
    arguments: [
      "identity = function(r) return luna.text.trim(r.email) .. r.id:rep(1) end",
      "identity = 'id', section = function(r) return r.email:sub(1, 99) end", "identity = 'email', section = 'email'",
    ])
  func addressesInData(rules: String) throws {
    let texts = [old, new].map { $0.replacing("ann@x.org", with: "table: 0x55d0c0ffee") }
    #expect(try compare(texts[0], texts[1], rules: "return { \(rules) }").summary.updated == 2)
  }

  @Test(
    "a wrong rule is refused in words that say what was expected",
    arguments: [
      ("return { identty = 'id' }", "rules1.lua: unknown rule 'identty'; did you mean 'identity'?"),
      (
        "return { identity = 7 }",
        "rules1.lua: 'identity' must be a column, a list of columns, \"none\" or a function, got number"
      ),
      (
        "return { identity = {} }",
        "rules1.lua: 'identity' must be a column, a list of columns, \"none\" or a function, got table"
      ),
      (
        "return { equal = 'id' }",
        "rules1.lua: 'equal' must be a function, or a table of comparators by column, got string"
      ),
      (
        "return { equal = { price = 0.01 } }",
        "rules1.lua: 'equal.price' must be a comparator such as luna.compare.number(0.01), or a function of two values, got number"
      ),
      (
        "return { normalize = { price = 'trim' } }",
        "rules1.lua: 'normalize.price' must be a normalizer such as luna.text.trim, a function of one value, a list of these, or { old = …, new = … }, got string"
      ),
      (
        "return { filter = true }",
        "rules1.lua: 'filter' must be a function, or a condition such as luna.where"
      ),
      (
        "return { moves = 'fewest' }",
        "rules1.lua: 'moves' must be one of \"minimal\", \"heckel\", got \"fewest\""
      ),
      (
        "return { moves = 'none' }",
        "rules1.lua: 'moves' must be one of \"minimal\", \"heckel\", got \"none\"; write ignore_order = true"
      ),
      (
        "return { ignore_order = 1 }",
        "rules1.lua: 'ignore_order' must be true or false, got number"
      ),
      (
        "return { ignore = { 'a', x = 1 } }",
        "rules1.lua: 'ignore' must be a text or a list of texts, got table"
      ),
      (
        "return 7",
        "rules1.lua: a rules file returns a table of rules or defines globals, not a number"
      ),
      ("eqaul = function() end", "rules1.lua: unknown rule 'eqaul'; did you mean 'equal'?"),
      ("return {", "rules1.lua:1: unexpected symbol near <eof>"),
      ("return { key = 'id' }", "rules1.lua: unknown rule 'key'; did you mean 'identity'?"),
      (
        "return { 'id' }",
        "rules1.lua: a value without a name; every rule has one, as in identity ="
      ),
      (
        "return { tolerance = { price = 'x' } }",
        "rules1.lua: 'tolerance.price' must be a number of at least 0, or per cent such as \"1%\", got x"
      ),
      (
        "return { equal = { price = luna.compare.pattern } }",
        "rules1.lua: 'equal.price' is luna.compare.pattern itself; it has to be called: luna.compare.pattern(…)"
      ),
      (
        "return { equal = { price = luna.compare.all } }",
        "rules1.lua: 'equal.price' is luna.compare.all itself; it has to be called"
      ),
      (
        "return { normalize = { price = { luna.text.trim, luna.text.map } } }",
        "rules1.lua: 'normalize.price' is luna.text.map itself; it has to be called"
      ),
      ("\u{1B}Lua", "attempt to load a binary chunk"),
      (
        "return { equal = { price = luna.compare.number { relatve = 1 } } }",
        "rules1.lua:1: unknown option 'relatve'; did you mean 'relative'?"
      ),
    ])
  func wrongRules(text: String, expected: String) {
    let said = message { _ = try compare(old, new, rules: text) }
    #expect(said.contains(expected), "\(said)")
  }

  @Test("an unknown column names the nearest, the record and its line")
  func unknownColumn() {
    let said = message {
      _ = try compare(old, new, rules: "function identity(r)\n  return r.emial\nend")
    }
    #expect(
      said == """
        rules1.lua:2: unknown column 'emial'; did you mean 'email'?
          in function 'identity', old.csv record 1 (line 2)
          columns: id, email, price
        """)
  }

  @Test("an identity is no more than is worth keeping")
  func longIdentity() {
    let said = message {
      _ = try compare(
        old, new, rules: "function identity(r) return ('x'):rep(2 ^ 20) end")
    }
    #expect(said.contains("returned more than 1M; an identity is what is kept of each record"))
    #expect(said.contains("in function 'identity', old.csv record 1 (line 2)"))
  }

  @Test("an error about a field that is absent says so")
  func absentField() {
    let rows = #"[{"id":1,"price":"5"},{"id":2}]"#
    let said = message {
      _ = try compare(
        rows, rows, rules: "function identity(r) return r.id .. r.price end",
        names: ("old.json", "new.json"))
    }
    #expect(
      said == """
        rules1.lua:1: attempt to concatenate a nil value (field 'price')
          in function 'identity', old.json record 2 (line 1)
          hint: 'price' is absent here; write (r.price or "")
        """)
  }

  @Test(
    "a hint says what newcomers want to know",
    arguments: [
      ("identity = function(r) r = r.id end", "is a 'return' missing?"),
      (
        "identity = function(r) return r.id:match 'x' end",
        "say what such records are, as in (… or \"?\"), or leave them out with a filter"
      ),
      (
        "identity = 'id', filter = function(r) return r.id:match 'x' end",
        "every way through it has to return; write (… ~= nil) for what may be nil"
      ),
      (
        "identity = 'id', equal = { price = function(a, b) return luna.compare.number(1) end }",
        "a function is no answer; it has to be called"
      ),
      (
        "identity = 'id', normalize = { price = function(a) return luna.text.trim end }",
        "a function is no answer; it has to be called"
      ),
      (
        "identity = function(r) return r.id:match('x'):lower() end",
        "what a call gave is nil here, as match does where nothing matches"
      ),
      (
        "identity = function(r) return r.id:trim() end",
        "it is no method but a function, luna.text.trim"
      ),
      (
        "identity = function(r) return r:id() end",
        "'id' is a value and no function; it is read with a point, as in r.id"
      ),
      (
        "identity = function(r) return io.read() end",
        "rules run in a sandbox without 'io'; luna.lookup reads data that stands beside them"
      ),
      (
        "identity = function(r) local rates = { DE = { rate = 1 } } return rates[r.id].rate end",
        "the table has nothing under this key, as where a lookup finds nothing; write (t[key] or {}).name, or ask first"
      ),
      (#"identity = "id,email""#, #"in Lua several columns are a list: { "id", "email" }"#),
      ("identity = function(r) return lower(r.id) end", "it is luna.text.lower"),
      ("identity = function(r) return nocase(r.id) end", "it is luna.compare.nocase"),
      ("identity = function(r) return match(r.id) end", "it is string.match"),
      ("identity = function(r) return sorted(r) end", "it is luna.sorted"),
      (
        "identity = 'id', filter = function(r) return r.price > 1 end",
        "a cell of CSV is text; tonumber(…) makes it a number, where it is one"
      ),
      (
        "identity = function(r) return r.email + 1 end",
        "a cell of CSV is text; tonumber(…) makes it a number, where it is one"
      ),
    ])
  func hints(rules: String, hint: String) {
    let said = message { _ = try compare(old, new, rules: "return { \(rules) }") }
    #expect(said.hasSuffix("\n  hint: \(hint)"), "\(said)")
  }

  @Test("a number that comes as text is told from a cell that is text")
  func exactNumbers() {
    let words = message {
      _ = try compare(
        #"[{"id":1,"v":0.1234567890123456789}]"#, #"[{"id":1,"v":1}]"#,
        rules: "return { identity = 'id', equal = function(a, b) return a.v < b.v end }",
        names: ("old.json", "new.json"))
    }
    #expect(
      words.hasSuffix(
        "hint: a number with more digits than Lua's have comes as text; luna.compare.number compares such exactly"
      ))
  }

  @Test("a value that is absent is nil in a comparator, and a hint says so")
  func absentValue() {
    let said = message {
      _ = try compare(
        #"[{"id":1,"n":"a"}]"#, #"[{"id":1,"n":null}]"#,
        rules:
          "return { identity = 'id', equal = { n = function(a, b) return a == b:lower() end } }",
        names: ("old.json", "new.json"))
    }
    #expect(
      said.hasSuffix("hint: 'b' is nil where the value is absent or null; write (b or \"\")"),
      "\(said)")
  }

  @Test("an error in a comparison names both records")
  func bothRecords() {
    let said = message {
      _ = try compare(
        old, new, rules: "return { identity = 'id', equal = function(a, b) error('no') end }")
    }
    #expect(
      said == """
        rules1.lua:1: no
          in function 'equal', old.csv record 1 (line 2) and new.csv record 1 (line 2)
        """)
  }

  @Test(
    "what a rule must not return is an error",
    arguments: [
      (
        "return { identity = function() end }",
        "returned nothing; an identity is text, a number or a boolean"
      ),
      (
        "return { identity = function() return {} end }",
        "returned table; an identity is text, a number or a boolean"
      ),
      (
        "return { identity = function() return 0/0 end }",
        "returned a number that identifies nothing: NaN or infinite"
      ),
      (
        "return { identity = function() return 'a', nil end }",
        "returned nil; an identity is text, a number or a boolean"
      ),
      (
        "return { identity = 'id', equal = function() return 1 end }",
        "returned number; it must return true or false"
      ),
      (
        "return { identity = 'id', equal = { price = function() end } }",
        "returned nil; it must return true or false"
      ),
      (
        "return { identity = 'id', filter = function() return 'yes' end }",
        "returned string; it must return true or false"
      ),
      (
        "return { identity = 'id', section = function() return nil end }",
        "returned nil; a section is named by text, a number or a boolean"
      ),
      (
        "return { identity = 'id', normalize = { price = function() return print end } }",
        "returned function; a value is text, a number, a boolean, a table or nil"
      ),
      (
        "return { identity = 'id', section = function() return 0 / 0 end }",
        "returned a number that names nothing: NaN or infinite"
      ),
    ])
  func wrongReturns(rules: String, expected: String) {
    let said = message { _ = try compare(old, new, rules: rules) }
    #expect(said.contains(expected), "\(said)")
  }
}
