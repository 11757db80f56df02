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
        "bad argument #1 to 'n' (a table that no record holds: 't': tables are nested more than 200 deep)"
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
        "bad argument #1 to 'n' (a table that no record holds: text that is not UTF-8; --encoding says what an input is in)"
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
        .updatedTargets.count
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
          in \(rule).v
        """)
  }
}
