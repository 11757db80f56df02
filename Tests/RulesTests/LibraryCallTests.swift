import LuaRuntime
import Testing

@testable import Rules

@Suite("Comparators and normalizers that a function calls")
struct LibraryCallTests {
  @Test(
    "nested JSON is what it is in a record",
    arguments: [
      ("luna.compare.list()({ 1, 2 }, { 2, 1 })", "true"),
      ("luna.compare.list()({ 1, 2 }, { 2, 2 })", "false"),
      ("luna.compare.list()({ 1, luna.null, { a = 1 } }, { { a = 1.0 }, 1, luna.null })", "true"),
      ("luna.compare.exact()({ a = { 1, 'x' } }, { a = { 1, 'x' } })", "true"),
      ("luna.compare.exact()({ a = 1 }, { a = '1' })", "false"),
      ("luna.compare.exact()({}, nil)", "false"),
      ("luna.compare.json()({ a = 1 }, { a = 1 })", "true"),
      ("luna.compare.json()({ a = { true } }, '{\"a\":[true]}')", "true"),
      ("luna.compare.any(luna.compare.list(), rawequal)({ 1, 2 }, { 2, 1 })", "true"),
      ("luna.compare.all(luna.compare.list(), rawequal)({ 1, 2 }, { 2, 1 })", "false"),
      ("#luna.text.trim({ 1, 2 })", "2"),
      ("luna.text.trim(luna.null)", "null"), ("luna.text.trim(nil)", "nil"),
      ("luna.text.default('0')(luna.null)", "0"), ("luna.text.null_if('')('')", "nil"),
      ("(function(t) return luna.text.upper(t) == t end)({ a = 'x' })", "true"),
    ])
  func nested(expression: String, expected: String) throws {
    #expect(try output(ofDriver: "print(\(expression))").printed == expected + "\n")
  }

  @Test(
    "a rule that is called without a value is an error, not no rule",
    arguments: [
      "normalize = { v = luna.text.trim() }", "normalize = { v = luna.text.squeeze() }",
      "normalize = { v = luna.text.lower() }", "normalize = { v = luna.text.upper() }",
      "normalize = { v = luna.text.nfc() }", "normalize = { v = luna.text.digits() }",
      "normalize = { v = { luna.text.trim, luna.text.lower() } }",
      "normalize = { v = luna.text.prefix(3)() }", "equal = { v = luna.compare.nocase()() }",
      "equal = { v = luna.compare.nocase()('a') }",
    ])
  func calledWithoutValue(rule: String) {
    let words = message { _ = try compare("id,v\n", "id,v\n", rules: "identity = 'id' \(rule)") }
    #expect(words.hasPrefix("rules1.lua:1: "))
    #expect(words.hasSuffix("; as a rule it is written without ()"))
  }

  @Test(
    "a maker refuses values in place of options",
    arguments: [
      "compare.nocase(r.v, r.v)", "compare.trim(r.v)", "compare.spaces(r.v, 'x')", "compare.exact(1)",
      "compare.json(r.v)", "compare.pattern('a', r.v)", "compare.number(1, 2, 3)", "compare.list(';', true, r.v)",
      "compare.similar('jaro_winkler', 0.9, r.v)", "compare.phonetic('soundex', r.v)", "text.percent(r.v)",
      "text.replace('a', 'b', r.v)", "text.default('a', r.v)", "text.map({ a = 'b' }, r.v)",
      "text.strip('a', 'b', r.v)", "text.scale(2, r.v)", "text.prefix(2, r.v)", "where.column('v', r.v)",
    ])
  func arguments(call: String) {
    let rules = "identity = 'id' function filter(r) if luna.\(call) then return true end return false end"
    let words = message { _ = try compare("id,v\n1,a\n", "id,v\n1,a\n", rules: rules) }
    #expect(words.hasPrefix("rules1.lua:1: "))
    #expect(words.contains(" takes "), "\(words)")
  }

  @Test(
    "text functions take a number as its text",
    arguments: [
      ("replace('1', '2')(11)", "22 string"), ("replace('x', '')(11)", "11 number"), ("digits(12.5)", "125 string"),
      ("digits(12)", "12 number"), ("null_if('0')(0)", "nil nil"), ("prefix(2)(123)", "12 string"),
      ("suffix(5)(123)", "123 number"), ("strip('1')(12)", "2 string"), ("map { ['1'] = 'one' }(1)", "one string"),
      ("lower(5)", "5 number"), ("trim(5)", "5 number"), ("unaccent(1.5)", "1.5 number"),
    ])
  func numbers(call: String, wanted: String) throws {
    let script = "local v = luna.text.\(call) print(tostring(v) .. ' ' .. type(v))"
    #expect(try output(ofDriver: script).printed == wanted + "\n")
  }

  @Test("what a rule raises comes to the pcall of the script that asked for the comparison")
  func raised() throws {
    let script = """
      local rows = { { id = 1, v = 2 }, { id = 2, v = 3 } }
      local old, new = luna.records(rows), luna.records { { id = 1, v = 3 }, { id = 2, v = 4 } }
      local mine = { code = 7 }
      for _, what in ipairs { mine, 5, true } do
        local ok, found = pcall(luna.diff, old, new, { identity = 'id', equal = function() error(what) end })
        print(ok, rawequal(found, what))
      end
      print(pcall(luna.diff, old, new, { identity = 'id', equal = function() error('text') end }))
      """
    let printed = try output(ofDriver: script).printed
    #expect(printed.hasPrefix("false\ttrue\nfalse\ttrue\nfalse\ttrue\nfalse\tdriver.lua:"), "\(printed)")
  }

  @Test(
    "a list of normalizers has nothing else in it",
    arguments: [
      "{ luna.text.trim, nil, luna.text.lower }", "{ luna.text.trim, v = luna.text.lower }",
      "{ [2] = luna.text.trim }",
    ])
  func oddLists(list: String) {
    let words = message {
      _ = try compare(
        "id,v\n", "id,v\n", rules: "return { identity = 'id', normalize = { v = \(list) } }")
    }
    #expect(words.contains("'normalize.v' must be a normalizer or a list of them"))
  }

  @Test(
    "what rules build is bounded where it is built",
    arguments: [
      (
        "local c = luna.compare.exact() for i = 1, 50000 do c = luna.compare.any(c) end",
        "compare.any: comparators are nested more than 20 deep"
      ),
      (
        "local c = luna.compare.exact() for i = 1, 60 do c = luna.compare.all(c, c) end",
        "compare.all: these are more than 256 comparators in all"
      ),
      (
        "local c = luna.compare.pattern('(.*)%1') luna.compare.any(c, c, c, c, c, c, c, c, c)",
        "compare.any: these are more than 256 comparators in all"
      ),
      (
        "local l = {} for i = 1, 101 do l[i] = luna.text.trim end normalize = { v = l }",
        "rules1.lua: 'normalize.v' lists more than 100 normalizers"
      ),
      (
        "local f = {} for i = 1, 101 do f[i] = '%d' end luna.text.date { formats = f }",
        "text.date: these are more than 100 formats"
      ),
      (
        "local k = {} for i = 1, 1e5 do k[i] = luna.compare.pattern(('%a'):rep(100)) end",
        "not enough memory: the script needs more than 32 MiB"
      ),
    ])
  func bounded(rules: String, expected: String) {
    let words = message {
      _ = try compare("id,v\n", "id,v\n", rules: rules, limits: LuaLimits(memory: 32 << 20))
    }
    #expect(words.contains(expected), "\(words)")
  }

  @Test(
    "normalizers of one value share what it is worth",
    arguments: [
      "luna.text.replace('.', ('%0'):rep(60))", "luna.text.replace('.*', ('%0'):rep(64))",
    ])
  func chain(normalizer: String) {
    let words = message {
      _ = try compare(
        "id,v\n1,ab\n", "id,v\n1,cd\n",
        rules: "local r = \(normalizer) identity = 'id' normalize = { v = { r, r, r, r, r, r } }")
    }
    #expect(words.contains("makes a text of 2 bytes more than 64 times as long"), "\(words)")
  }

  @Test("what a comparator or normalizer says of itself is short")
  func summaries() throws {
    let printed = try output(
      ofDriver: """
        local long = ("x"):rep(1000000)
        for _, v in ipairs {
          luna.compare.pattern("[" .. long .. "]"), luna.compare.list(long), luna.compare.null_as(long),
          luna.text.replace("x", long), luna.text.default(long), luna.text.null_if(long),
        } do print(#tostring(v) < 700) end
        """)
    #expect(printed.printed == String(repeating: "true\n", count: 6))
  }

  @Test(
    "an object stays an object, and a list a list, even where they are empty",
    arguments: ["function(v) return v end", "luna.text.trim", "function(v) v.a = nil return v end"])
  func empty(normalizer: String) throws {
    let (object, list) = (#"[{"id":1,"v":{}}]"#, #"[{"id":1,"v":[]}]"#)
    let rules = "return { identity = 'id', normalize = { v = \(normalizer) } }"
    let names = ("old.json", "new.json")
    #expect(try compare(object, list, rules: rules, names: names).summary.updated == 1)
    #expect(try compare(list, object, rules: rules, names: names).summary.updated == 1)
    #expect(
      try compare(#"[{"id":1,"v":{"a":1}}]"#, object, rules: rules, names: names).summary.updated
        == (normalizer.contains("nil") ? 0 : 1))
  }

  @Test(
    "numbers that are equal are equal in Lua",
    arguments: [
      ("1E400", "10E399"), ("1234567890123456789", "1234567890123456789.0"),
      ("0.1234567890123456789", "1.2345678901234567890e-1"), ("1", "1.0"),
      ("9007199254740993", "9007199254740993.00"),
    ])
  func equalNumbers(old: String, new: String) throws {
    for rule in ["equal = function(a, b) return a.v == b.v end", "equal = { v = rawequal }"] {
      let result = try compare(
        "[{\"id\":1,\"v\":\(old)}]", "[{\"id\":1,\"v\":\(new)}]",
        rules: "return { identity = 'id', \(rule) }", names: ("old.json", "new.json"))
      #expect(result.summary.updated == 0)
    }
  }

  @Test(
    "what no record can hold is refused, by the number that the author counts",
    arguments: [
      (
        "local c = luna.compare.exact() c(print, 1)",
        "bad argument #1 to 'c' (value of a record expected, got function)"
      ),
      (
        "local c = luna.compare.exact() c(1, luna.text.trim)",
        "bad argument #2 to 'c' (value of a record expected, got normalizer)"
      ),
      (
        "local c = luna.compare.number(1) c(1, 0 / 0)",
        "bad argument #2 to 'c' (a number that no record holds: NaN or infinite)"
      ),
      (
        "local n = luna.text.number() n(1 / 0)",
        "bad argument #1 to 'n' (a number that no record holds: NaN or infinite)"
      ),
      (
        "local n, t = luna.text.trim, {} t.t = t n(t)",
        "bad argument #1 to 'n' (a table that no record holds: 't': tables are nested more than 200 deep, or one holds itself)"
      ),
      (
        "local n, t, s = luna.text.trim, {}, ('x'):rep(2 ^ 20) for i = 1, 70 do t[i] = { s } end n(t)",
        "bad argument #1 to 'n' (a table that no record holds: it is more than 64 MiB of JSON)"
      ),
      (
        "local n = luna.text.trim n { 1, nil, 3 }",
        "bad argument #1 to 'n' (a table that no record holds: a table is either a list or has names alone; this one mixes them)"
      ),
      (
        "local n = luna.text.trim n { a = 1, [print] = 2 }",
        "bad argument #1 to 'n' (a table that no record holds: a table is either a list or has names alone; this one mixes them)"
      ),
      (
        "local n = luna.text.trim n { a = print }",
        "bad argument #1 to 'n' (a table that no record holds: 'a': a function is nothing that JSON has)"
      ),
      (
        #"local n = luna.text.trim n { ["\xff"] = 1 }"#,
        "bad argument #1 to 'n' (a table that no record holds: text that is not UTF-8: a script has made it, or encoding says what the input is in)"
      ),
    ])
  func refused(script: String, expected: String) {
    let said = message { _ = try output(ofDriver: script) }
    #expect(said.hasPrefix("driver.lua:1: \(expected)"), "\(said)")
  }

  private static let old = #"[{"id":1,"t":[1,{"a":[]}]}]"#
  private static let new = #"[{"id":1,"t":[{"a":[]},1]}]"#

  @Test("functions of the rules hand nested values on", arguments: ["list", "exact"])
  func rules(name: String) throws {
    func updates(_ rule: String) throws -> Int {
      let rules = "local c = luna.compare.\(name)() identity = 'id' \(rule)"
      return try compare(Self.old, Self.new, rules: rules, names: ("a.json", "b.json"))
        .summary.updated
    }
    let declared = try updates("equal = { t = c }")
    #expect(try updates("equal = { t = function(a, b) return c(a, b) end }") == declared)
    #expect(
      try updates(
        "equal = { t = c } normalize = { t = function(v) return luna.text.trim(v) end }")
        == declared)
    #expect(declared == (name == "list" ? 0 : 1))
  }

  @Test(
    "what a normalizer must not return is said",
    arguments: [
      ("0/0", "returned a number that no record holds: NaN or infinite"),
      ("{ print }", "returned a table that no record holds: a function is nothing that JSON has"),
      ("print", "returned function; a value is text, a number, a boolean, a table or nil"),
    ])
  func returned(value: String, expected: String) {
    let said = message {
      _ = try compare(
        "id,v\n1,2\n", "id,v\n1,3\n",
        rules: "identity = 'id' normalize = { v = function() return \(value) end }")
    }
    #expect(said.hasPrefix("rules1.lua:1: \(expected)\n"), "\(said)")
  }

  @Test(
    "a value that a pattern takes too long for ends the comparison where it is",
    arguments: [
      ("equal", "luna.compare.pattern('(.-)(.-)(.-)%1%2%3x')"),
      ("normalize", "luna.text.replace('(.-)(.-)(.-)%1%2%3x', '')"),
    ])
  func patience(rule: String, value: String) {
    let old = "id,v\n1,1\n2,\(String(repeating: "ab", count: 2000))\n"
    let said = message {
      _ = try compare(old, "id,v\n1,1\n2,x\n", rules: "identity = 'id' \(rule) = { v = \(value) }")
    }
    #expect(
      said == """
        old.csv:3: record 2: the pattern '(.-)(.-)(.-)%1%2%3x' takes more than 50400000 steps on a text of 4000 bytes
          in \(rule).v\(rule == "equal" ? ", old.csv record 2 (line 3) and new.csv record 2 (line 3)" : "")
        """)
  }
}
