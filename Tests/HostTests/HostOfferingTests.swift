import LunaDiff
import Testing

@Suite("What a host offers to rules") struct HostOfferingTests {
  private let old = Input.bytes("id,country,price\n1,DE,10\n2,FR,20\n".utf8, .csv, name: "old.csv")
  private let new = Input.bytes("id,country,price\n1,de,11\n2,FR,40\n".utf8, .csv, name: "new.csv")

  private func keys(_ rules: Rules, _ host: LunaHost) async throws -> [String] {
    try await host.compare(old: old, new: new, rules: rules).changes.map { "\($0.key)" }
  }

  @Test("functions are called with values of their types")
  func functions() async throws {
    let rates = ["DE": 2.0, "FR": 0.5]
    var host = LunaHost()
    host.function("acme.rate") { (country: String) in rates[country.uppercased()] }
    host.function("acme.join") { (words: [String], mark: String?) in
      words.joined(separator: mark ?? "-")
    }
    host.function("now") { 7 }
    host.function("size") { (object: [String: Value]) in object.count }
    let rules = Rules.text(
      """
      assert(luna.host.acme.rate("XX") == nil and luna.host.now() == 7)
      assert(luna.host.acme.join({ "a", "b" }) == "a-b" and luna.host.acme.join({ "a", "b" }, "+") == "a+b")
      identity = "id"
      ignore = "country"
      equal = { price = function(a, b) return math.abs(a - b) < 2 end }
      function filter(r)
        assert(luna.host.size({ id = r.id, price = r.price }) == 2)
        return luna.host.acme.rate(r.country) > 1
      end
      """)
    #expect(try await keys(rules, host) == [])
  }

  @Test(
    "comparators are called by name and as values",
    arguments: ["'acme.about'", "luna.host.acme.about", "luna.compare.any(luna.host.acme.about)"])
  func comparators(spelling: String) async throws {
    var host = LunaHost()
    host.comparator("acme.about") { (old: Int, new: Int) in abs(old - new) <= 1 }
    let rules = Rules.text(
      "return { identity = 'id', ignore = 'country', equal = { price = \(spelling) } }")
    #expect(try await keys(rules, host) == ["[2]"])
  }

  @Test(
    "normalizers are called by name and as values",
    arguments: ["'fold'", "luna.host.fold", "{ luna.text.trim, 'fold' }"])
  func normalizers(spelling: String) async throws {
    var host = LunaHost()
    host.normalizer("fold") { (text: String) in text.lowercased() }
    let rules = Rules.text(
      "return { identity = 'id', only = 'country', normalize = { country = \(spelling) } }")
    #expect(try await keys(rules, host) == [])
  }

  @Test("rules made in Swift use the same names")
  func named() async throws {
    var host = LunaHost()
    host.comparator("acme.about") { (old: Int, new: Int) in abs(old - new) <= 1 }
    host.normalizer("fold") { (text: String) in text.lowercased() }
    let rules = Rules {
      $0.identity = ["id"]
      $0.equal["price"] = .named("acme.about")
      $0.normalize["country"] = [.named("fold")]
    }
    #expect(try await keys(rules, host) == ["[2]"])
  }

  @Test("what a function throws is an error of the script's line, with its cause")
  func throwing() async {
    struct NoRate: Error {}
    var host = LunaHost()
    host.function("acme.rate") { (_: String) -> Double in throw NoRate() }
    let rules = Rules.text(
      "function identity(r)\n  return luna.host.acme.rate(r.country)\nend", name: "rates.lua")
    let error = await #expect(throws: LunaDiffError.self) { try await keys(rules, host) }
    #expect(error?.code == .script)
    #expect(error?.underlying is NoRate)
    #expect(error?.message.hasPrefix("rates.lua:2: luna.host.acme.rate: NoRate()\n") == true)
    #expect(error?.record == 0)
  }

  @Test("an argument that is of another kind is the script's mistake")
  func badArgument() async {
    var host = LunaHost()
    host.function("double") { (number: Int) in number * 2 }
    let error = await #expect(throws: LunaDiffError.self) {
      try await keys(.text("identity = luna.host.double('x')", name: "r.lua"), host)
    }
    #expect(
      error?.message.hasPrefix(
        "r.lua:1: bad argument #1 to 'double' (a number of Int is wanted, and this is the text \"x\")"
      ) == true)
  }

  @Test(
    "a name that nothing has is an error, and so is one that cannot be",
    arguments: [
      ("return { equal = { price = 'acme.abuot' } }", "unknown comparator 'acme.abuot'"),
      ("return { normalize = { price = 'acme.about' } }", "'normalize.price' must be a normalizer"),
    ])
  func unknown(rules: String, words: String) async {
    var host = LunaHost()
    host.comparator("acme.about") { (old: Int, new: Int) in old == new }
    let offering = host
    let error = await #expect(throws: LunaDiffError.self) { try await keys(.text(rules), offering) }
    #expect(error?.message.contains(words) == true)
    host.function("acme.about.more") { 1 }
    let hidden = host
    let clash = await #expect(throws: LunaDiffError.self) { try await keys(Rules(), hidden) }
    #expect(
      clash?.message == "the host's names 'acme.about' and 'acme.about.more' exclude each other")
  }
}
