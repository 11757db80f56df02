import Comparing
import Records
import TestSupport
import Testing

@testable import Rules

/// `luna.where`: filters that are declared, and run natively.
@Suite struct DeclaredFilterTests {
  private static let records = """
    {"id":1,"s":"draft","n":5,"more":{"at":"x"}}
    {"id":2,"s":"open","n":"5.0"}
    {"id":3,"s":null,"n":-0.5}
    {"id":4,"n":"five","b":true}
    {"id":5,"s":"","n":123456789012345678901234567890123456789012345678901}
    {"id":6,"s":"Open","n":123456789012345678901234567890123456789012345678902,"b":false}

    """

  private func kept(_ condition: String) throws -> [String] {
    let result = try compare(
      Self.records, "",
      rules: """
        local column = luna.where.column
        return { identity = "id", filter = \(condition) }
        """, names: ("old.jsonl", "new.jsonl"))
    return try result.changes.map { $0.key[0].description }
  }

  @Test(
    "a condition keeps the records that fulfil it",
    arguments: [
      ("column('s').is('draft')", "1"), ("column('s').is_not('draft')", "23456"),
      ("column('s').is('')", "5"), ("column('s').is_null()", "34"),
      ("column('s'):is_not('draft')", "23456"),
      ("column('s').one_of('draft', 'open')", "12"), ("column('s').one_of { 'x', '' }", "5"),
      ("column('n').one_of(5, 'five')", "124"), ("column('n').is('5')", ""),
      ("column('n').is(5.0)", "12"), ("column('b').is(false)", "6"),
      ("column('b').is(luna.null)", "1235"),
      ("column('s').matches('^[Oo]pen$')", "26"), ("column('n').matches('^5')", "12"),
      ("column('n').less(0)", "3"), ("column('n').greater(5)", "56"),
      ("column('n').at_most(5)", "123"), ("column('n').at_least(5)", "1256"),
      ("column('more.at').is('x')", "1"), ("column('nothing?').is_null()", "123456"),
      ("~column('s').is_null()", "1256"), ("column('s').is_null().not_()", "1256"),
      ("column('n').is(5) & column('s').is('open')", "2"),
      ("column('s').is('draft') | column('b').is(true)", "14"),
      ("column('n').is(5):and_(column('s').is('open')):or_(column('b').is(true))", "24"),
    ])
  func conditions(condition: String, expected: String) throws {
    #expect(try kept(condition).joined() == expected)
  }

  @Test("numbers are compared digit by digit, however many there are")
  func exactNumbers() throws {
    let long = "123456789012345678901234567890123456789012345678901"
    let rules = "return { identity = 'id', filter = luna.where.column('n').is(1) }"
    var set = try RuleProgram(sources: [.init(name: "r", text: Array(rules.utf8))]).load().ruleSet
    func kept(_ relation: ValueCondition.Relation) throws -> Int {
      let number = NumberText(utf8: Array(long.utf8))
      set.filter = .condition(.value("n", .compares(relation, number)))
      return try Comparison(
        source: table(Self.records, name: "old.jsonl"), target: table("", name: "new.jsonl"),
        plan: set.plan()
      ).changeCount
    }
    #expect(try kept(.greater) == 1)
    #expect(try kept(.atLeast) == 2)
    #expect(try kept(.less) == 3)
  }

  @Test("a declared filter and the same function keep the same records of any values")
  func law() throws {
    var random = SeededGenerator.announced("declared filter")
    let values = [
      "null", "\"\"", "\"a\"", "\"5\"", "\"5.00\"", "5", "-5", "5e0", "true", "\"x 5\"",
    ]
    let records = (0..<500).map { number in
      "{\"id\":\(number),\"v\":\(values.randomElement(using: &random) ?? "1")}\n"
    }.joined()
    let pairs = [
      ("column('v').is('a')", "r.v == 'a'"),
      ("column('v').is(5)", "type(r.v) ~= 'boolean' and tonumber(r.v) == 5"),
      ("column('v').is_null()", "r.v == nil"),
      ("column('v').less(5)", "type(r.v) ~= 'boolean' and (tonumber(r.v) or 9) < 5"),
      (
        "column('v').matches('%d')",
        "type(r.v) ~= 'boolean' and tostring(r.v or ''):find('%d') ~= nil"
      ),
    ]
    for (condition, function) in pairs {
      let declared = "filter = luna.where.\(condition)"
      let called = "filter = function(r) return \(function) end"
      let counts = try [declared, called].map { rule in
        try compare(
          records, "", rules: "identity = 'id' \(rule)", names: ("old.jsonl", "new.jsonl"),
          workers: 2
        ).summary.deleted
      }
      #expect(counts[0] == counts[1], "\(condition)")
    }
  }

  @Test(
    "what is no condition is refused with what would be one",
    arguments: [
      ("column('s')", "'filter' is a column alone"),
      ("'s'", "'filter' must be a function, or a condition"),
      ("column('s').is()", "is: one value is needed, got 0"),
      ("column('s').is(nil)", "is_null() asks for null"),
      ("column('s').is({})", "text, a number or a boolean is needed, got table"),
      ("column('s').less('x')", "less: a number is needed, got string"),
      ("column('s').matches('(')", "malformed"),
      ("column('s').equals('x')", "column has no field 'equals'"),
      ("column('s').is(1) & true", "condition expected"),
      ("column('s').one_of()", "at least one value"),
      ("column('zz').is(1)", "unknown column 'zz'"),
    ])
  func mistakes(condition: String, words: String) {
    let said = message { _ = try kept(condition) }
    #expect(said.contains(words), "\(said)")
  }

  @Test("a condition that grows without end is refused")
  func bounds() {
    let said = message {
      _ = try compare(
        Self.records, "",
        rules: """
          local c = luna.where.column("s").is("a")
          for i = 1, 300 do c = c | luna.where.column("s").is("b") end
          return { identity = "id", filter = c }
          """, names: ("old.jsonl", "new.jsonl"))
    }
    #expect(said.contains("one_of takes any number of values"))
  }
}
