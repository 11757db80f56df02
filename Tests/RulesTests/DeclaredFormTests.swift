import Comparing
import Records
import Testing

@testable import Rules

/// What can be said without a function, and what is not taken for it.
@Suite struct DeclaredFormTests {
  private func form(_ rule: String, _ text: String) -> String? {
    DeclaredForm(Array(text.utf8), line: 1)?.text(for: rule)
  }

  @Test(
    "functions of known shapes have a rule in their place",
    arguments: [
      ("identity", "function(r) return r.id end", #"identity = "id""#),
      ("identity", #"function(r) return r["a b"]; end"#, #"identity = "a b""#),
      ("identity", "function(r) return r.a, r.b end", #"identity = { "a", "b" }"#),
      ("identity", "function(r) return r.none end", #"identity = { "none" }"#),
      ("section", "function(x) return x.country end", #"section = "country""#),
      (
        "equal", "function(a, b) return a.x == b.x and a.y == b.y end",
        #"only = { "x", "y" }"#
      ),
      (
        "equal.name", "function(a, b) return a:lower() == b:lower() end",
        "equal = { name = luna.compare.nocase() }"
      ),
      (
        "equal.a b", "function(a, b) return math.abs(a - b) <= 0.01 end",
        #"equal = { ["a b"] = luna.compare.number(0.01) }"#
      ),
      (
        "equal.end", "function(a, b) return math.abs(tonumber(a) - tonumber(b)) <= 1 end",
        #"equal = { ["end"] = luna.compare.number(1) }"#
      ),
      (
        "normalize.name", "function(v) return luna.text.trim(v) end",
        "normalize = { name = luna.text.trim }"
      ),
      (
        "normalize.name", "function(v) return v:upper() end",
        "normalize = { name = luna.text.upper }"
      ),
      (
        "normalize.name", "function(v) return luna.text.lower(v) end",
        "normalize = { name = luna.text.lower }"
      ),
      (
        "filter", #"function(r) return r.status ~= "draft" end"#,
        #"filter = luna.where.column("status").is_not("draft")"#
      ),
      (
        "filter", #"function(r) return r.a == 'x' and r["b c"] ~= nil and r.d == nil end"#,
        #"filter = luna.where.column("a").is('x') & ~luna.where.column("b c").is_null() & luna.where.column("d").is_null()"#
      ),
      (
        "filter", #"function(r) return r.a == "x" or r.a == "y" end"#,
        #"filter = luna.where.column("a").is("x") | luna.where.column("a").is("y")"#
      ),
    ])
  func known(rule: String, function: String, declared: String) {
    #expect(form(rule, "f = \(function)") == declared)
  }

  @Test(
    "of anything else nothing is said",
    arguments: [
      ("identity", "function(r) return r.id:lower() end"),
      ("identity", "function(r) return r.id .. r.b end"),
      ("identity", "function(r) local x = r.id return x end"),
      ("identity", "function(r) return other.id end"), ("identity", "function() return r.id end"),
      ("identity", "function(r) return r.a, r.a end"),
      ("identity", "function(r) return r.a, 1 end"),
      ("identity", "function(r) return (r.id) end"),
      ("identity", #"function(r) return r["a\n"] end"#),
      ("identity", "function(r) if r.a then return r.a end return r.b end"),
      ("equal", "function(a, b) return a.x == b.y end"),
      ("equal", "function(a, b) return b.x == a.x end"),
      ("equal", "function(a, b) return a.x == b.x or a.y == b.y end"),
      ("equal", "function(a, b) return a.x == b.x and true end"),
      ("equal.v", "function(a, b) return a:lower() == b end"),
      ("equal.v", "function(a, b) return math.abs(a - b) < 0.01 end"),
      ("equal.v", "function(a, b) return math.abs(a - b) <= limit end"),
      ("equal.v", "function(a, b) return math.abs(b - a) <= 1 + 1 end"),
      ("normalize.v", "function(v) return v:gsub('x', 'y') end"),
      ("normalize.v", "function(v) return luna.text.replace(v) end"),
      ("normalize.v", "function(v) return v:lower() end function g() end"),
      ("normalize.v", "function(v) return v:lower() end local luna = 1"),
      ("filter", "function(r) return r.a end"), ("filter", "function(r) return r.a == 1 end"),
      ("filter", "function(r) return r.a == r.b end"),
      ("filter", "function(r) return r.a == 'x' and r.b == 'y' or r.c == 'z' end"),
      ("filter", "function(r) return r.a ~= 'x' == true end"),
      ("filter", "function(r) return r.a == '1e400' end"),
      ("equal.v", "function(a, b) return math.abs(a - b) <= 1e999 end"),
    ])
  func unknown(rule: String, function: String) {
    #expect(form(rule, "f = \(function)") == nil)
  }
}

/// A proposed rule says of every two values what the function says, but for values that it names.
@Suite struct DeclaredFormLawTests {
  private static let texts = [
    "", "a", "A", " a", "a  b ", "a b", "ä", "Ä", "a\u{308}", "ß", "ss", "SS", "İ", "i", "I",
    "\u{212A}", "k",
    "σ", "ς", "true", "null", "nil", "1", "1.0", "01", "+1", " 1 ", "0x1", "0x10", "16", "1e0",
    "-0", "0", "0.1",
    "0.3", "1.00", "1.01", "1.009", "1.3", "2.2", "1.2", "inf", "nan", "1e400", "2e400", "-1",
    "9223372036854775807", "9223372036854775808", "9007199254740993", "9007199254740992",
    "99999999999999999999", "99999999999999999998", "[1]", "{}",
  ]
  private static let others = [
    "null", nil, "true", "false", "1", "1.0", "10e-1", "0", "-0.0", "0.1", "0.3", "1.01", "1.00",
    "16",
    "1e400", "10e399", "99999999999999999999", "9007199254740993", "[]", "[1]", "[1.0]", "{}",
    #"{"a":1}"#,
  ]

  /// A value of a record; without JSON the record lacks it.
  private struct Sample {
    let json: String?
    let value: Value

    var isNumber: Bool { if case .number = value { true } else { false } }
    var isNested: Bool {
      switch value {
      case .array, .object: true
      default: false
      }
    }
    /// Whether a function is given text in place of a number.
    var isLong: Bool {
      isNumber && ["1e400", "10e399", "99999999999999999999"].contains(json)
    }
  }

  private static let samples: [Sample] =
    texts.map { Sample(json: "\"\($0)\"", value: .text(Text($0))) }
    + others.map { json in
      Sample(json: json, value: json.map(value) ?? .absent)
    }

  private static func value(_ json: String) -> Value {
    let text = Array("[{\"v\":\(json)}]".utf8)
    let table = try? RecordInput.read(bytes: text, name: "v.json").table()
    return table?.value(0, 0) ?? .absent
  }

  private static func records(_ values: [Sample]) -> String {
    let records = values.enumerated().map { number, sample in
      "{\"k\":\(number)" + (sample.json.map { ",\"v\":\($0)" } ?? "") + "}"
    }
    return "[{\"k\":-1,\"v\":\"\"},\(records.joined(separator: ","))]"
  }

  /// Which pairs of values are two under rules, as records or as values.
  private func differing(
    _ pairs: [(Sample, Sample)], _ rules: String, by rule: String
  ) throws -> Set<Int> {
    let comparison = try compare(
      Self.records(pairs.map(\.0)), Self.records(pairs.map(\.1)), rules: rules,
      names: ("old.json", "new.json"), workers: 1)
    return try Set(
      comparison.changes.filter { $0.kind != .moved && (rule != "identity" || $0.kind != .updated) }
        .compactMap { (($0.source ?? $0.target) ?? 0) - 1 })
  }

  /// Whether a function fails for one of some values, of which each side has another one.
  private func fails(_ rule: String, _ function: String, on sample: Sample) throws -> Bool {
    let column = rule.split(separator: ".").last.map(String.init) ?? ""
    let field = rule.split(separator: ".").first.map(String.init) ?? ""
    let value = rule.contains(".") ? "{ \(column) = \(function) }" : function
    let rules = "return { \(rule == "identity" ? "" : "identity = 'k', ")\(field) = \(value) }"
    let other = Sample(json: "\"?\"", value: .text(Text("?")))
    do {
      return try [(sample, other), (other, sample)].contains { pair in
        _ = try compare(
          Self.records([pair.0]), Self.records([pair.1]), rules: rules, names: ("old.json", "new.json"), workers: 1)
        return false
      }
    } catch { return true }
  }

  /// The class of values that excuses another verdict.
  private func excuses(_ pair: (Sample, Sample)) -> [DeclaredRule.Difference] {
    let both = [pair.0, pair.1]
    let isMissing = both.contains { $0.value == .absent } && both.contains { $0.value == .null }
    let hasLetters = both.contains { $0.value.description.utf8.contains { $0 >= 0x80 } }
    let areNumbers = both.allSatisfy {
      $0.isNumber || Double($0.value.description.filter { $0 != " " }) != nil
    }
    let isHexadecimal = both.contains { $0.value.description.hasPrefix("0x") }
    return (isMissing ? [.missing] : []) + (both.allSatisfy(\.isNested) ? [.nested] : [])
      + (hasLetters ? [.letterCase] : [])
      + (both.contains(where: \.isNumber) ? [.spelledNumbers, .numberForm] : [])
      + (areNumbers ? [.binaryNumbers] : []) + (isHexadecimal ? [.textNumbers] : [])
      + (both.contains(where: \.isLong) ? [.longNumbers] : [])
  }

  @Test(
    "another verdict than the function's is one that the hint names, and every class that it names occurs",
    arguments: [
      ("identity", "function(r) return r.k, r.v end"),
      ("equal", "function(a, b) return a.v == b.v end"),
      ("equal.v", "function(a, b) return a:lower() == b:lower() end"),
      ("equal.v", "function(a, b) return a:upper() == b:upper() end"),
      ("equal.v", "function(a, b) return string.lower(a) == string.lower(b) end"),
      ("equal.v", "function(a, b) return string.upper(a) == string.upper(b) end"),
      ("equal.v", "function(a, b) return math.abs(a - b) <= 0.01 end"),
      ("equal.v", "function(a, b) return math.abs(a - b) <= 1 end"),
      ("equal.v", "function(a, b) return math.abs(tonumber(a) - tonumber(b)) <= 0.01 end"),
      ("normalize.v", "function(v) return luna.text.trim(v) end"),
      ("normalize.v", "function(v) return luna.text.squeeze(v) end"),
      ("normalize.v", "function(v) return luna.text.lower(v) end"),
      ("normalize.v", "function(v) return luna.text.upper(v) end"),
      ("normalize.v", "function(v) return luna.text.digits(v) end"),
      ("normalize.v", "function(v) return luna.text.nfc(v) end"),
      ("normalize.v", "function(v) return v:lower() end"),
      ("normalize.v", "function(v) return v:upper() end"),
      ("filter", "function(r) return r.v == '1' end"),
      ("filter", "function(r) return r.v ~= 'a' end"),
      ("filter", "function(r) return r.v == nil end"),
      ("filter", "function(r) return r.v ~= nil and r.v ~= '' end"),
      ("filter", "function(r) return r.v == 'A' or r.v == 'true' end"),
    ])
  func verdicts(rule: String, function: String) throws {
    let declared = try #require(
      DeclaredForm(Array("f = \(function)".utf8), line: 1)?.declared(for: rule))
    let column = rule.split(separator: ".").last.map(String.init) ?? ""
    let isNormalizer = rule.hasPrefix("normalize")
    /// The rule with a function that gives something where the one in question fails.
    func rules(_ fallback: String) -> String {
      let guarded =
        "(function() local f = \(function); return function(...) local r = table.pack(pcall(f, ...)) "
        + "if r[1] \(isNormalizer ? "" : "and r[2] ~= nil and type(r[r.n]) ~= 'table' ")then return table.unpack(r, 2, r.n) end return \(fallback) end end)()"
      switch rule {
      case "identity", "filter", "equal":
        return "return { \(rule == "identity" ? "" : "identity = 'k', ")\(rule) = \(guarded) }"
      default:
        let field = rule.split(separator: ".")[0]
        return "return { identity = 'k', \(field) = { \(column) = \(guarded) } }"
      }
    }
    let native = "return { \(rule == "identity" ? "" : "identity = 'k', ")\(declared.line) }"
    var pairs = Self.samples.flatMap { old in Self.samples.map { (old, $0) } }
    if rule == "identity" {
      // Of null, of lists and of objects neither makes an identity.
      pairs.removeAll { pair in
        [pair.0, pair.1].contains { $0.isNested || $0.value == .null || $0.value == .absent }
      }
    }
    let fallbacks =
      isNormalizer
      ? ["'\\1'", "'\\2' .. tostring({})"]
      : rule == "identity" ? ["'\\1'", "'\\1'"] : ["true", "false"]
    var named: Set<DeclaredRule.Difference> = []
    let first = try differing(pairs, rules(fallbacks[0]), by: rule)
    let second = try differing(pairs, rules(fallbacks[1]), by: rule)
    let other = try differing(pairs, native, by: rule)
    for number in pairs.indices where first.contains(number) == second.contains(number) {
      guard first.contains(number) != other.contains(number) else { continue }
      let found = Set(excuses(pairs[number])).intersection(declared.differences)
      named.formUnion(found)
      let (old, new) = (pairs[number].0.json ?? "nothing", pairs[number].1.json ?? "nothing")
      #expect(
        !found.isEmpty, "\(old) and \(new): differ for the function: \(first.contains(number))")
    }
    let canFail = try Self.samples.contains { try fails(rule, function, on: $0) }
    #expect(canFail == declared.differences.contains(.failing))
    for difference in declared.differences where ![.oneSided, .failing].contains(difference) {
      #expect(named.contains(difference), "\(difference) never occurs")
    }
  }
}
