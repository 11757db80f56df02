import TestSupport
import Testing

@testable import Rules

@Suite("Comparators and normalizers, declared and called from a function")
struct DeclaredRuleTests {
  static let comparators = [
    "exact()", "number(1)", "number { relative = 0.5 }", "nocase()", "trim()", "spaces()", "date()",
    "date { tolerance = 86400, formats = { '%d/%m/%Y', 'iso', '%s' }, zone = '+01:00' }", "list()",
    "list { separator = ' ', trim = true }", "json()", "pattern('%d+')", "pattern('^(.)()')",
    "null_as('', 'n/a')", "any(luna.compare.list(), luna.compare.number(1))",
    "all(luna.compare.nocase(), luna.compare.json())",
    "any(luna.compare.list(), function() return false end)",
    "all(luna.compare.json(), function() return true end)",
  ]

  static let normalizers = [
    "trim", "squeeze", "lower", "upper", "nfc", "digits", "number()",
    "number { decimal = ',', group = '.' }", "date()",
    "date { formats = { '%d/%m/%Y', 'iso', '%s' }, zone = '+01:00', days = true }",
    "map { a = 'b', ['1'] = 'one', ['true'] = 'yes', ['n/a'] = luna.null }", "replace('%d', '#')",
    "replace('(.)(.)', '%2%1')", "default('0')", "null_if('', 'n/a')", "prefix(2)",
  ]

  /// JSON that a script sees as it is: numbers in their shortest spelling, and no empty object.
  private struct Values {
    var random: SeededGenerator

    private static let scalars = [
      "null", "true", "false", "0", "1", "2", "-1", "1.5", "100", "1706696100", #""""#, #"" ""#,
      #""a""#, #""A""#, #""b""#, #""a,b""#, #""b, a""#, #"" a  b ""#, #""b a""#, #""1""#,
      #""1.50""#,
      #""1.234,5""#, #""n/a""#, #""true""#, #""ΟΔΟΣ""#, #""οδος""#, #""e\u0301""#, #""é""#,
      #""\ud800""#, #""2024-01-31""#, #""31/01/2024""#, #""2024-01-31T23:30:00Z""#, #""[1,2]""#,
      #""[2,1]""#, #""{\"a\":1}""#,
    ]

    mutating func next(depth: Int = 0) -> String {
      let count = Int.random(in: 1...2, using: &random)
      switch depth < 3 ? Int.random(in: 0..<8, using: &random) : 7 {
      case 0:
        return "[" + (0..<count).map { _ in next(depth: depth + 1) }.joined(separator: ",") + "]"
      case 1: return "[]"
      case 2:
        let members = ["a", "b"].shuffled(using: &random).prefix(count).map {
          "\"\($0)\":\(next(depth: depth + 1))"
        }
        return "{" + members.joined(separator: ",") + "}"
      default: return Self.scalars.randomElement(using: &random) ?? "null"
      }
    }

    mutating func records(_ values: [String]) -> String {
      values.enumerated().map { "{\"id\":\($0),\"v\":\($1)}\n" }.joined()
    }
  }

  /// The numbers of the records that differ under both ways to write a rule.
  private func differences(
    seed: String, _ declared: String, _ called: String
  ) throws -> (declared: [Int], called: [Int], values: [(String, String)]) {
    var values = Values(random: .announced(seed))
    let pairs = (0..<400).map { _ in (values.next(), values.next()) }
    let (old, new) = (values.records(pairs.map(\.0)), values.records(pairs.map(\.1)))
    func updated(_ rules: String) throws -> [Int] {
      try compare(
        old, new, rules: "identity = 'id' \(rules)", names: ("old.jsonl", "new.jsonl")
      ).updatedPairs.map(\.targetOffset)
    }
    return (try updated(declared), try updated(called), pairs)
  }

  private func expectAgreement(_ rule: String, _ declared: String, _ called: String) throws {
    let result = try differences(seed: rule, declared, called)
    let odd = Set(result.declared).symmetricDifference(result.called)
    let examples = odd.prefix(5).map { "\(result.values[$0])" }.joined(separator: ", ")
    #expect(odd.isEmpty, "\(rule): \(examples)")
  }

  @Test("a comparator says the same", arguments: comparators)
  func comparator(call: String) throws {
    try expectAgreement(
      call, "equal = { v = luna.compare.\(call) }",
      "local c = luna.compare.\(call) equal = { v = function(a, b) return c(a, b) end }")
  }

  @Test("a normalizer makes the same", arguments: normalizers)
  func normalizer(call: String) throws {
    try expectAgreement(
      call, "normalize = { v = luna.text.\(call) }",
      "local n = luna.text.\(call) normalize = { v = function(v) return n(v) end }")
  }

  @Test("a normalizer that hands on what it gets changes nothing")
  func identity() throws {
    try expectAgreement(
      "identity", "ignore = {}", "normalize = { v = function(v) return v end }")
  }

  @Test("a number is the same as a record's value and inside a nested one")
  func numbers() throws {
    let spellings = [
      "0", "-0", "-0.0", "1", "1.0", "-1e0", "1E2", "100", "1.50", "1e400", "5e-324",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "9007199254740993",
      "9007199254740993.0", "1e18", "1e22", "0.1", "0.1000000000000000055511151231257827",
    ]
    let records = spellings.map { "{\"id\":1,\"v\":\($0),\"w\":[\($0)]}\n" }.joined()
    let rules = """
      identity = "id"
      local function words(v) return tostring(math.type(v)) .. " " .. tostring(v) end
      function filter(r)
        if words(r.v) ~= words(r.w[1]) then error(words(r.v) .. ", nested " .. words(r.w[1])) end
        return true
      end
      """
    _ = try compare(records, records, rules: rules, names: ("old.jsonl", "new.jsonl"))
  }
}
