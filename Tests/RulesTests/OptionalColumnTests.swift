import Comparing
import Records
import Testing

@testable import Rules

/// Names that need not be there, and `*` for every column.
@Suite struct OptionalColumnTests {
  private let old = "id,name,price\n1,Ann,1.00\n2, Bob,2.00\n"
  private let new = "id,name,price\n1,ANN,1.02\n2,Bob ,2.00\n"

  private func updated(_ rules: String) throws -> [[String]] {
    let result = try compare(old, new, rules: "return { identity = 'id', \(rules) }")
    return try result.changes.map { $0.fields.map(\.column) }
  }

  @Test(
    "an optional name means a column that is there, and nothing where there is none",
    arguments: [
      ("ignore = { 'price?', 'seen?' }", [["name"], ["name"]]),
      ("only = { 'price?', 'seen?' }", [["price"]]),
      ("tolerance = { ['price?'] = 0.1, ['cost?'] = 1 }", [["name"], ["name"]]),
      (
        "normalize = { ['name?'] = luna.text.lower, ['nickname?'] = luna.text.trim }",
        [["price"], ["name"]]
      ),
      (
        "equal = { ['name?'] = luna.compare.trim(), ['x.y?'] = luna.compare.trim() }",
        [["name", "price"]]
      ),
      (
        "lists = { ['items?'] = 'sku' }, json = { 'more?' }, mask = 'secret?'",
        [["name", "price"], ["name"]]
      ),
      ("ignore = { 'items[].seen?', 'price?' }", [["name"], ["name"]]),
    ])
  func optional(rules: String, expected: [[String]]) throws {
    #expect(try updated(rules) == expected)
  }

  @Test("a name without the mark has to be there, also beside the same one with it")
  func needed() {
    #expect(message { _ = try updated("ignore = { 'seen?', 'seen' }") }.contains("'seen'"))
  }

  @Test("what identifies records has to be there")
  func identity() {
    let text = message { _ = try compare(old, new, rules: "identity = 'id?'") }
    #expect(text.contains("unknown column 'id?'; did you mean 'id'?"))
  }

  @Test("a column whose own name ends with a question mark is meant as it is")
  func ownMark() throws {
    let result = try compare(
      "id,old?,old\n1,a,a\n", "id,old?,old\n1,b,a\n",
      rules: "return { identity = 'id', ignore = { 'old?' } }")
    #expect(result.summary.unchanged == 1)
    let other = try compare(
      "id,old?,old\n1,a,a\n", "id,old?,old\n1,a,b\n",
      rules: "return { identity = 'id', ignore = { 'old?' } }")
    #expect(other.summary.updated == 1)
  }

  @Test("a path into lists need lead nowhere if it is optional")
  func paths() throws {
    let (old, new) = (#"[{"id":1,"items":[{"a":1}]}]"#, #"[{"id":1,"items":[{"a":2}]}]"#)
    func run(_ path: String) throws -> Int {
      try compare(
        old, new, rules: "return { identity = 'id', ignore = { '\(path)' } }",
        names: ("old.json", "new.json")
      ).summary.unchanged
    }
    #expect(try run("items[].a?") == 1)
    #expect(try run("items[].b?") == 0)
    #expect(message { _ = try run("items[].b") }.contains("no such path"))
  }

  @Test(
    "rules of a list's elements may be optional, and belong to the list if that is optional",
    arguments: [
      ("items", "ignore = { 'a?', 'b?' }", 1), ("items?", "ignore = { 'a?' }", 1), ("items?", "ignore = { 'a' }", 1),
      ("items?", "equal = { ['a?'] = luna.compare.number(1) }", 1), ("items?", "only = { 'sku', 'b?' }", 1),
      ("items?", "normalize = { a = function() return 0 end }", 1), ("items?", "ignore = { 'b?' }", 0),
      ("nowhere?", "ignore = { 'a' }", 0),
    ])
  func elements(list: String, rules: String, unchanged: Int) throws {
    let result = try compare(
      #"[{"id":1,"items":[{"sku":1,"a":1}]}]"#, #"[{"id":1,"items":[{"sku":1,"a":2}]}]"#,
      rules: "return { identity = 'id', lists = { ['\(list)'] = { identity = 'sku', \(rules) } } }",
      names: ("old.json", "new.json"))
    #expect(result.summary.unchanged == unchanged)
  }

  @Test("an optional list inside an optional list has optional rules")
  func nestedElements() throws {
    let rules =
      "return { identity = 'id', lists = { ['items?'] = { lists = { ['parts?'] = { ignore = { 'seen?' } } } } } }"
    let result = try compare(
      #"[{"id":1,"items":[{"parts":[{"seen":1}]}]}]"#, #"[{"id":1,"items":[{"parts":[{"seen":2}]}]}]"#, rules: rules,
      names: ("old.json", "new.json"))
    #expect(result.summary.unchanged == 1)
  }

  @Test("an optional normalizer of the key is heard while keys are read")
  func key() throws {
    let result = try compare(
      "id,v\na,1\n", "id,v\nA,1\n",
      rules: "return { identity = 'id', normalize = { ['id?'] = luna.text.lower } }")
    #expect(result.summary.unchanged == 1)
  }

  @Test(
    "a star is every column, also in a tolerance and a function of three values",
    arguments: [
      ("tolerance = { ['*'] = 0.1 }", [["name"], ["name"]]),
      (
        "equal = { ['*'] = function(a, b, c) return c.column == 'name' end }",
        [["price"]]
      ),
    ])
  func star(rules: String, expected: [[String]]) throws {
    #expect(try updated(rules) == expected)
  }

  @Test("cells of a JSON column are read before what holds for every column")
  func json() throws {
    let result = try compare(
      "id,v\n1,\"{\"\"a\"\":1}\"\n", "id,v\n1,\"{ \"\"a\"\": 1 }\"\n",
      rules: "return { identity = 'id', json = { 'v?' }, normalize = { ['*'] = luna.text.trim } }")
    #expect(result.summary.unchanged == 1)
  }
}
