import Testing

@testable import Rules

@Suite struct LibraryTests {
  @Test(
    "every function of the library can be called from a script",
    arguments: [
      (#"luna.compare.number(0.01)("5.00", 5.01)"#, "true"),
      (#"luna.compare.number { relative = 0.1 }("100", "109")"#, "true"),
      (#"luna.compare.nocase()("Straße", "STRASSE")"#, "true"),
      (#"luna.compare.trim()(" a ", "a")"#, "true"),
      (#"luna.compare.spaces()("a  b", "a b")"#, "true"),
      (
        #"luna.compare.date(60, "%d.%m.%Y %H:%M", "iso")("01.02.2024 10:00", "2024-02-01T10:01Z")"#,
        "true"
      ),
      (#"luna.compare.list(";")("a;b", "b;a")"#, "true"),
      (#"luna.compare.json()('{"a":1,"b":2}', '{"b":2.0,"a":1}')"#, "true"),
      (#"luna.compare.pattern("^(%d+)")("12x", "12y")"#, "true"),
      (#"luna.compare.null_as("", "n/a")("n/a", nil)"#, "true"),
      (#"luna.compare.exact()("1", "1.0")"#, "false"),
      (#"luna.compare.any(luna.compare.nocase(), luna.compare.trim())("A", "a")"#, "true"),
      (
        #"luna.compare.all(luna.compare.nocase(), function(a, b) return #a == #b end)("A", "a")"#,
        "true"
      ),
      (#"luna.compare.any(function() return false end, luna.compare.exact())("A", "a")"#, "false"),
      (#"luna.text.number()("1.50")"#, "1.5"),
      (#"luna.text.number { decimal = ",", group = "." }("1.234,50")"#, "1234.5"),
      (#"luna.text.date("%d/%m/%Y")("31/01/2024")"#, "2024-01-31T00:00:00Z"),
      (#"luna.text.map { A = "active" }("A")"#, "active"),
      (#"luna.text.replace("[$,]", "")("$1,234")"#, "1234"),
      (#"luna.text.default("0")(nil)"#, "0"),
      (#"luna.text.null_if("", "NULL")("NULL")"#, "nil"),
      (#"luna.text.prefix(4)("2024-01")"#, "2024"),
      (#"table.concat(luna.split("a;b;;", ";"), "|")"#, "a|b||"),
      (#"table.concat(luna.split("::a:b::", "::"), "|")"#, "|a:b|"),
      (#"#luna.split("", ";")"#, "1"),
      (
        #"select(2, pcall(luna.split, "a", "")):match("%(.*")"#,
        "(a text that is not empty expected)"
      ),
      ("luna.null", "null"),
      ("luna.text.trim", "normalizer: trim"),
      ("luna.compare.number(0.5)", "comparator: number within 0.5"),
    ])
  func functions(expression: String, expected: String) throws {
    #expect(try output(ofDriver: "print(\(expression))").printed == expected + "\n")
  }

  @Test(
    "patterns and texts are bytes, as Lua's own are",
    arguments: [
      (#"luna.text.replace("[\128-\255]+", "?")("na\u{EF}ve")"#, #""na?ve""#),
      (#"luna.text.replace("\u{EF}", "\xff")("na\u{EF}ve")"#, #""na\xffve""#),
      (#"luna.text.map { ["\xff"] = "\xfe" }("\xff")"#, #""\xfe""#),
      (#"luna.text.map { ["\xff"] = "x" }("\u{FFFD}")"#, #""\u{FFFD}""#),
      (#"luna.text.null_if("\xff")("\xff")"#, "nil"),
      (#"luna.text.default("\xff")(nil)"#, #""\xff""#),
      (#"luna.compare.null_as("\xff")("\xff", nil)"#, "true"),
      (#"luna.compare.null_as("\xff")("\u{FFFD}", nil)"#, "false"),
      (#"luna.compare.list("\xff")("a\xffb", "b\xffa")"#, "true"),
      (#"luna.compare.list { separator = "\xff" }("a\xffb", "b\xffa")"#, "true"),
      (#"luna.compare.pattern("[\128-\255]+")("a\xff", "b\xff")"#, "true"),
    ])
  func bytes(expression: String, expected: String) throws {
    #expect(try output(ofDriver: "print(\(expression) == \(expected))").printed == "true\n")
  }

  @Test(
    "what no comparator can be a part of is refused on the caller's line",
    arguments: [
      ("any()", "compare.any: at least one comparator is needed"),
      ("all()", "compare.all: at least one comparator is needed"),
      (
        "any(f, nil, luna.compare.number(5))",
        "bad argument #2 to 'any' (comparator or function expected, got nil)"
      ),
      ("any(f, 5)", "bad argument #2 to 'any' (comparator or function expected, got number)"),
      ("all({}, f)", "bad argument #1 to 'all' (comparator or function expected, got table)"),
      (
        "any(luna.text.trim)",
        "bad argument #1 to 'any' (comparator or function expected, got normalizer)"
      ),
      (
        "any(luna.compare.pattern, f)",
        "bad argument #1 to 'any' (luna.compare.pattern itself; it has to be called: luna.compare.pattern(…))"
      ),
    ])
  func wrongParts(call: String, expected: String) {
    let said = message {
      _ = try output(ofDriver: "local f = rawequal\nlocal c = luna.compare.\(call)")
    }
    #expect(said.hasPrefix("driver.lua:2: \(expected)"), "\(said)")
  }

  @Test(
    "a part that returns no boolean is an error",
    arguments: [
      ("all", "function() end", "returned nil"),
      ("any", "function() return 1 end", "returned number"),
      ("any", "function() return {} end", "returned table"),
    ])
  func wrongVerdict(quantity: String, function: String, expected: String) {
    let part = "local f =\n\(function)\nlocal c = luna.compare.\(quantity)(f)"
    let expected = "\(expected); it must return true or false"
    let called = message { _ = try output(ofDriver: "\(part) c(1, 2)") }
    #expect(called.hasPrefix("driver.lua:2: \(expected)"), "\(called)")
    let declared = message {
      _ = try compare(
        "id,v\n1,2\n", "id,v\n1,3\n", rules: "\(part) identity = 'id' equal = { v = c }")
    }
    #expect(declared.hasPrefix("rules1.lua:2: \(expected)\n  in function 'equal.v'"), "\(declared)")
  }

  @Test("a part of the library's that returns no boolean is an error of the rule")
  func wrongLibraryFunction() {
    let said = message {
      _ = try compare(
        "id,v\n1,2\n", "id,v\n1,3\n",
        rules: "identity = 'id' equal = { v = luna.compare.any(math.max) }")
    }
    #expect(said.contains("returned "), "\(said)")
    #expect(!said.contains("luna:"), "\(said)")
  }

  @Test("luna.sorted visits keys in one order: numbers, then text")
  func sorted() throws {
    let script = "for k, v in luna.sorted { b = 1, a = 2, [2] = 3, [1] = 4 } do print(k, v) end"
    #expect(try output(ofDriver: script).printed == "1\t4\n2\t3\na\t2\nb\t1\n")
  }

  @Test("a driver script's status is what it gives to os.exit")
  func status() throws {
    #expect(try output(ofDriver: "os.exit(1)").status == 1)
    #expect(
      try output(ofDriver: "print(arg[0], arg[1], ...)", arguments: ["x"]).printed
        == "driver.lua\tx\tx\n")
  }
}
