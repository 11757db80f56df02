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
    "a rule that does something otherwise says so",
    arguments: [
      ("equal", "function(a, b) return a.x == b.x end", true),
      ("equal.v", "function(a, b) return a:lower() == b:lower() end", true),
      ("equal.v", "function(a, b) return math.abs(a - b) <= 1 end", false),
      ("normalize.v", "function(v) return v:lower() end", true),
      ("normalize.v", "function(v) return luna.text.lower(v) end", false),
      ("identity", "function(r) return r.lower end", false),
      ("filter", "function(r) return r.lower == 'x' end", false),
    ])
  func differences(rule: String, function: String, isOtherwise: Bool) {
    let declared = DeclaredForm(Array("f = \(function)".utf8), line: 1)?.declared(for: rule)
    #expect(declared != nil)
    #expect((declared?.difference != nil) == isOtherwise)
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
    ])
  func unknown(rule: String, function: String) {
    #expect(form(rule, "f = \(function)") == nil)
  }
}
