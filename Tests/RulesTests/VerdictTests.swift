import Comparing
import Testing

@testable import Rules

/// What a function `equal` may say beside true and false, and what a comparator may be told beside two values.
@Suite struct VerdictTests {
  private let old = "id,name,price,country\n1,Ann,1,DE\n2,Bob,2,US\n"
  private let new = "id,name,price,country\n1,ANN,3,DE\n2,BOB,2,US\n"

  private func columns(_ rules: String) throws -> [[String]] {
    let result = try compare(old, new, rules: rules)
    return try result.changes.map { $0.fields.map(\.column) }
  }

  @Test(
    "the columns that a verdict names are those that differ",
    arguments: [
      ("return false, { 'price' }", [["price"], ["price"]]),
      ("return false, { 'price', 'name', 'price' }", [["name", "price"], ["name", "price"]]),
      ("return a.price == b.price, { 'price' }", [["price"]]),
      ("return false", [["name", "price"], ["name"]]),
      ("return false, nil", [["name", "price"], ["name"]]),
      ("return false, {}", [["name", "price"], ["name"]]),
    ])
  func named(body: String, expected: [[String]]) throws {
    #expect(try columns("identity = 'id' function equal(a, b) \(body) end") == expected)
  }

  @Test(
    "a verdict that names what is not compared is an error",
    arguments: [
      ("{ 'prise' }", "'prise', which is not compared; did you mean 'price'?"),
      ("{ 'id' }", "'id', which is not compared"),
      ("'price'", "a list of the columns that differ"),
      ("{ 1 }", "a list of the columns that differ"),
    ])
  func mistakes(second: String, words: String) {
    let said = message {
      _ = try columns("identity = 'id' function equal(a, b) return false, \(second) end")
    }
    #expect(said.contains(words), "\(said)")
  }

  @Test(
    "a comparator with a third parameter knows the records and the column",
    arguments: [
      "price = function(a, b, c) return c.old.country == 'DE' and c.new.id == '1' end",
      "price = luna.compare.any(luna.compare.exact(), function(a, b, c) return c.old.id == '1' end)",
      "price = luna.compare.all(function() return true end, function(a, b, c) return c.column == 'price' end)",
    ])
  func context(comparator: String) throws {
    #expect(
      try columns("return { identity = 'id', equal = { \(comparator) } }") == [["name"], ["name"]])
  }

  @Test("a comparator of two parameters gets no third argument")
  func withoutContext() throws {
    let rules = """
      return { identity = "id", equal = { price = function(...) return select("#", ...) == 2 end } }
      """
    #expect(try columns(rules) == [["name"], ["name"]])
  }

  @Test("a comparator inside values gets their path and their records")
  func inside() throws {
    let result = try compare(
      #"[{"id":7,"items":[{"v":1}]}]"#, #"[{"id":7,"items":[{"v":2}]}]"#,
      rules: """
        return { identity = "id", equal = { ["items[].v"] = function(a, b, c)
          return c.column == "items[].v" and c.old.id == 7 and c.new.items[1].v == b
        end } }
        """, names: ("old.json", "new.json"))
    #expect(result.summary.unchanged == 1)
  }
}
