import Analysis
import Comparing
import Requests
import TestSupport
import Testing

/// What `learn` makes of keys and of columns whose names or values correspond, if not letter by letter.
@Suite struct LearningKeyLawTests {
  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// A key as both sides write it.
  struct Key: Sendable {
    let name: String
    let value: @Sendable (Int) -> (old: String, new: String)
  }

  private static let keyForms: [Key] = [
    Key(name: "prefix and padding") { ("CUST-\(padded($0, 6))", "\($0)") },
    Key(name: "two prefixes") { ("old:\($0)", "new/\($0)") },
    Key(name: "suffix") { ("\($0).0", "\($0)") },
    Key(name: "suffix in letters") { ("\($0)", "\($0)-DE") },
    Key(name: "separators") { ("AB-\(padded($0, 4))-X", "AB\(padded($0, 4))X") },
    Key(name: "case and prefix") { ("cust-k\($0)a", "K\($0)A") },
    Key(name: "per cent") { ("\(Double($0) / 100)", "\($0)%") },
    Key(name: "a year in place of a letter") { ("R\(1_000 + $0)", "\(2023 + $0 % 3)-\(1_000 + $0)") },
    Key(name: "digits alone") { ("\(["red", "blue"][$0 % 2])/\($0)", "\($0)") },
  ]

  @Test(
    "keys that correspond in any of many ways are paired, and the rules for that say so of each",
    arguments: keyForms)
  func keysCorrespond(key: Key) throws {
    let (old, new) = Self.tables { number in
      let (old, new) = key.value(number)
      return ("\(old),name \(number * 7)", "\(new),name \(number * 7)")
    }
    for rules in ["identity = 'id'", ""] {
      var request = Self.request(old, new)
      if !rules.isEmpty { request.options.rules = [.text(rules, name: "key")] }
      let learnt = try Requests.learn(request).learnt
      guard learnt.key.columns == ["id"] else {
        // A search may find another key.
        #expect(rules.isEmpty && learnt.paired > 0)
        continue
      }
      let rule = try #require(learnt.rules.first { $0.isOfKey })
      let text = learnt.text(
        ["old", "new"], on: try LearningBase(request.options, output: nil))
      request.options.rules = [.text(text, name: "learnt")]
      let summary = try compare(request).summary
      #expect((summary.deleted, summary.inserted, summary.updated) == (3, 5, 0), "\(text)")
      #expect((rule.explained, rule.differing, learnt.paired) == (297, 300, 297))
    }
  }

  /// Keys of which no letter may go, and what is to be in the rules for them.
  private static let spelled: [(key: Key, rule: String)] = [
    (Key(name: "a zero-width space") { ("k\($0)", "\u{200B}k\($0)") }, #"luna.text.replace("\u{200B}", "")"#),
    (Key(name: "a Turkish capital") { ("İSTANBUL\($0)", "istanbul\($0)") }, "luna.text.unaccent"),
    (Key(name: "a letter before the same letter") { ("k\($0)", "xk\($0)") }, #"luna.text.replace("^x", "")"#),
  ]

  @Test("a key that both sides begin with the same letters keeps them", arguments: spelled)
  func keptLetters(key: Key, rule: String) throws {
    var request = Self.request(of: key, from: 1)
    let learnt = try Requests.learn(request).learnt
    let text = learnt.text(["old", "new"], on: try LearningBase(request.options, output: nil))
    #expect(text.contains(rule) && !text.contains("\"^k") && !text.contains("^İ"), "\(text)")
    request.options.rules = [.text(text, name: "learnt")]
    #expect(try compare(request).summary.deleted == 3)
  }

  /// A number of cents as a key, and as another amount that has the same digits.
  private static let amounts: [Key] = [
    Key(name: "cents and euros with a comma") { ("\($0)", "\($0 / 100),\(padded($0 % 100, 2))") },
    Key(name: "euros with a point and cents") { ("\($0 / 100).\(padded($0 % 100, 2))", "\($0)") },
    Key(name: "a currency in front") { ("\($0)", "$\($0 / 100).\(padded($0 % 100, 2))") },
    Key(name: "a currency behind") { ("\($0)", "\($0 / 100).\(padded($0 % 100, 2)) EUR") },
    Key(name: "a sign") { ($0 % 9 == 0 ? "-\($0)" : "\($0)", "\($0)") },
    Key(name: "a sign behind") { ("\($0)", "\($0)-") },
    Key(name: "parentheses") { ("\($0)", "(\($0))") },
    Key(name: "an exponent") { ("\($0)e2", "\($0)2") },
    Key(name: "per cent") { ("\($0)", "\($0)%") },
    Key(name: "per mille") { ("\($0)", "\($0) ‰") },
    Key(name: "a hundredth of per cent") { ("0.\($0)", "0.\($0) %") },
    Key(name: "a point in some") { ("\($0)", $0 % 3 == 0 ? "\($0 / 10).\($0 % 10)" : "\($0)") },
  ]

  /// Tables of which the ids are those of a key, for numbers from one on.
  private static func request(of key: Key, from first: Int) -> DiffRequest {
    let (old, new) = tables { number in
      let (old, new) = key.value(first + number * 37)
      return ("\"\(old)\",name \(number * 7)", "\"\(new)\",name \(number * 7)")
    }
    var request = request(old, new)
    request.options.rules = [.text("identity = 'id'", name: "key")]
    return request
  }

  @Test("a key that is an amount keeps its sign, its point and its unit", arguments: amounts)
  func keptAmounts(key: Key) throws {
    let request = Self.request(of: key, from: 100_000)
    #expect(try Requests.learn(request).learnt.rules.isEmpty)
    #expect(try compare(request).findingWords().allSatisfy { !$0.text.contains("same key") })
  }

  /// A key, and one that is another in every tenth record though it has the same digits.
  private static let others: [Key] = [
    Key(name: "a letter") {
      ("\(["A", "B", "C"][$0 % 3])\($0)", "\(["A", "B", "C"][($0 % 10 == 0 ? $0 + 1 : $0) % 3])\($0)")
    },
    Key(name: "a country") { ("\($0)-DE", "\($0)-\($0 % 10 == 0 ? "AT" : "DE")") },
    Key(name: "a currency") { ("\($0) EUR", "\($0) \($0 % 10 == 0 ? "USD" : "EUR")") },
    Key(name: "a letter that moved") {
      ("\($0 / 100)X\($0 % 100)7", $0 % 10 == 0 ? "\($0 / 100)7X\($0 % 100)" : "\($0 / 100)X\($0 % 100)7")
    },
    Key(name: "a year") { ("2023-\($0)", "\($0 % 10 == 0 ? 2024 : 2023)-\($0)") },
    Key(name: "a point that moved") {
      ("10.\($0 / 10).\($0 % 10)1", $0 % 10 == 0 ? "10.\($0 / 10)\($0 % 10).1" : "10.\($0 / 10).\($0 % 10)1")
    },
  ]

  @Test("letters and marks that tell keys apart stay in them", arguments: others)
  func keptParts(key: Key) throws {
    let request = Self.request(of: key, from: 10_000)
    #expect(try Requests.learn(request).learnt.rules.isEmpty)
  }

  /// Tables of 120 invoices with four lines each.
  private static func lines(_ row: (_ invoice: Int, _ line: Int) -> String) -> String {
    "inv,line,art,qty\n"
      + (0..<480).map { row(20_000 + $0 / 4 * 7, $0 % 4 + 1) + ",\($0 * 37 % 211),\($0 % 9)\n" }.joined()
  }

  @Test("a key of two columns that are both written otherwise is learned, named or not", arguments: ["inv,line", ""])
  func twoParts(key: String) throws {
    let old = Self.lines { "R\($0),\($1)" }
    let new = Self.lines { "INV-\($0),00\($1)" }
    var request = Self.request(old, new)
    let names = key.split(separator: ",").map { "'\($0)'" }.joined(separator: ",")
    if !key.isEmpty { request.options.rules = [.text("identity = { \(names) }", name: "key")] }
    let learnt = try Requests.learn(request).learnt
    #expect(learnt.key.columns == ["inv", "line"])
    let keys = learnt.rules.filter(\.isOfKey)
    #expect(keys.map(\.column) == ["inv", "line"] && keys.allSatisfy { $0.explained == 480 }, "\(learnt.rules)")
    let text = learnt.text(["old", "new"], on: try LearningBase(request.options, output: nil))
    request.options.rules = [.text(text, name: "learnt")]
    #expect(try compare(request).summary.updated == 0)
  }

  @Test(
    "a key that grew by one amount is learned where contents say so", arguments: [100_000, -7])
  func offset(step: Int) throws {
    let old = "id,n,v\n" + (10...209).map { "\($0),n\($0 * 7 % 40),\($0 * 37 % 101)\n" }.joined()
    let rows = (10...209).map { (id: $0 + step, n: "n\($0 * 7 % 40)", v: "\($0 == 50 ? 999 : $0 * 37 % 101)") }
    let csv = "id,n,v\n" + rows.map { "\($0.id),\($0.n),\($0.v)\n" }.joined()
    var request = Self.request(old, csv)
    request.options.rules = [.text("identity = 'id'", name: "key")]
    let learnt = try Requests.learn(request).learnt
    // Of seven less, most keys are there on both sides.
    guard step > 0 else { return #expect(!learnt.rules.contains { $0.noises == [.renumbered] }) }
    #expect(learnt.rules.map(\.noises) == [[.renumbered]] && learnt.paired == 200)
    let text = learnt.text(["old", "new"], on: try LearningBase(request.options, output: nil))
    request.options.rules = [.text(text, name: "learnt")]
    let summary = try compare(request).summary
    #expect((summary.updated, summary.deleted, summary.inserted) == (1, 0, 0), "\(text)")
  }

  @Test("numbers of tables that have only what counts records in common are not one by an amount")
  func otherNumbers() throws {
    let old = "id,row\n" + (1...100).map { "\($0),r\($0)\n" }.joined()
    let new = "id,row\n" + (1...100).map { "\($0 + 5_000),r\($0)\n" }.joined()
    var request = Self.request(old, new)
    request.options.rules = [.text("identity = 'id'", name: "key")]
    #expect(try Requests.learn(request).learnt.rules.isEmpty)
  }

  @Test("a key that counts records is learned where columns under other names agree")
  func counted() throws {
    let old = "id,Name,City\n" + (1...100).map { "CUST-\(Self.padded($0, 6)),n\($0 * 7),c\($0 % 9)\n" }.joined()
    let new = "id,full_name,town\n" + (1...100).map { "\($0),n\($0 * 7),c\($0 % 9)\n" }.joined()
    #expect(try Requests.learn(Self.request(old, new)).learnt.paired == 100)
  }

  @Test("numbers in a row pair no records of tables that have nothing else in common", arguments: [0, 1])
  func serial(step: Int) throws {
    let old = (1...200).map { "K\(Self.padded($0, 4)),DE \($0 * step)\n" }
    let new = (20...219).map { "\($0),DE \(-$0 * step)\n" }
    let request = Self.request("id,land\n" + old.joined(), "id,land\n" + new.joined())
    #expect(try Requests.learn(request).learnt.rules.isEmpty)
  }

  @Test("no comparator takes the place of a tolerance for all columns, and none is learned beside one for all")
  func usual() throws {
    let (old, new) = Self.tables { number in
      number % 4 == 0 ? ("\(number),", "\(number),N/A") : ("\(number),\(number).5", "\(number),\(number).7")
    }
    for rules in ["tolerance = 0.5", "equal = { ['*'] = luna.compare.number(0.5) }"] {
      var request = Self.request(old, new)
      request.options.rules = [.text("identity = 'id'; " + rules, name: "rules")]
      let learnt = try Requests.learn(request).learnt
      #expect(learnt.rules.isEmpty && learnt.updated.after == learnt.updated.before, "\(rules)")
      #expect(try compare(request).findingWords().allSatisfy { !$0.finding.isLearnable })
    }
  }

  @Test("where nothing corresponds the hint names no command that looks for it again")
  func nothing() throws {
    let error = #expect(throws: LunaDiffError.self) { try Requests.learn(Self.request("a\nx\n", "b\n1\n")) }
    #expect(error?.hint?.description.contains("OLD=NEW") == true && error?.hint?.description.contains("learn") == false)
  }

  @Test("a rename of a place inside a column does what it says, and one that leads nowhere is an error")
  func place() throws {
    var request = Self.request(#"[{"id":1,"at":{"zip":1}}]"#, #"[{"id":1,"at":{"code":1}}]"#)
    request.options.rules = [.text("identity = 'id'; rename = { ['at.zip'] = 'at.code' }", name: "rules")]
    #expect(try compare(request).summary.unchanged == 1)
    request.options.rules = [.text("identity = 'id'; rename = { ['at.zip'] = 'at.zip' }", name: "rules")]
    #expect(throws: LunaDiffError.self) { try compare(request) }
  }

  @Test("a rule for a key explains no more keys than it pairs")
  func repeated() throws {
    let old = "id,v\n" + (0..<40).map { "k\($0 % 20),\($0)\n" }.joined()
    let new = "id,v\n" + (0..<20).map { "K\($0),\($0)\n" }.joined()
    var request = Self.request(old, new)
    request.options.rules = [.text("identity = 'id'", name: "rules")]
    let learnt = try Requests.learn(request).learnt
    #expect(learnt.rules.map(\.explained) == [20] && learnt.paired == 20)
  }

  @Test("keys of other things are not paired, whatever their digits, and that is said")
  func apart() throws {
    let (old, new) = Self.tables { ("ORD-\($0),\($0 % 17)", "\($0),\($0 * 31 % 23)") }
    var request = Self.request(old, new)
    request.options.rules = [.text("identity = 'id'", name: "key")]
    let learnt = try Requests.learn(request).learnt
    #expect(learnt.rules.isEmpty)
    #expect(learnt.keysApart?.source.first == "ORD-1")
    let text = learnt.text(["old", "new"], on: try LearningBase(request.options, output: nil))
    #expect(text.contains("No key of one side is a key of the other: ORD-1, ORD-2"))
  }

  @Test(
    "columns whose names differ in case and separators are one, also those of the key, and others are named"
  )
  func namesJoin() throws {
    let rows = (1...100).map { "\($0),a\($0)@b.c,n\($0),\($0 % 7)\n" }.joined()
    let other = rows.replacingOccurrences(of: "n77,", with: "N77,")
    let request = Self.request(
      "Customer ID,EMAIL,first_name,note\n" + rows, "customer_id,email,FirstName,remark\n" + other)
    let learnt = try Requests.learn(request).learnt
    let renames = learnt.rules.map { rule in
      if case .rename(let new) = rule.change {
        "\(rule.column)=\(new) \(rule.explained)"
      } else {
        ""
      }
    }
    #expect(
      renames == [
        "Customer ID=customer_id 100", "EMAIL=email 100", "first_name=FirstName 99",
        "note=remark 100",
      ])
    #expect(learnt.key.columns == ["customer_id"])
  }

  @Test(
    "columns of other names are joined by their values where no name says anything, the key first")
  func valuesJoin() throws {
    let old = "kundennr,betrag\n" + (1...200).map { "K\($0),\($0 * 3)\n" }.joined()
    let new = "number,sum,extra\n" + (1...200).map { "K\($0),\($0 == 9 ? 1 : $0 * 3),x\n" }.joined()
    let learnt = try Requests.learn(Self.request(old, new)).learnt
    #expect(learnt.key.columns == ["number"])
    #expect(learnt.rules.map(\.column) == ["kundennr", "betrag"])
    #expect(learnt.rules.map(\.explained) == [200, 199])
    #expect(learnt.unmatched.target == ["extra"])
  }

  private static func tables(_ row: (Int) -> (old: String, new: String)) -> (String, String) {
    (
      "id,v\n" + (1...300).map { row($0).old + "\n" }.joined(),
      "id,v\n" + (4...305).map { row($0).new + "\n" }.joined()
    )
  }

  private static func request(_ old: String, _ new: String) -> DiffRequest {
    var request = DiffRequest(old: "old", new: "new")
    request.options.contents = Sides(source: Array(old.utf8), target: Array(new.utf8))
    return request
  }
}
