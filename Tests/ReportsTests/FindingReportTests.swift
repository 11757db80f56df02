import Comparing
import Testing

@testable import Batch
@testable import Reports

/// Where findings and groups stand in reports for people, and what is said beside them.
@Suite("Findings in reports") struct FindingReportTests {
  private func lines(_ comparison: Comparison, change: (inout ReportOptions) -> Void = { _ in }) throws -> [String] {
    try text(comparison, .text, change: change).split(separator: "\n").map(String.init)
  }

  private func commands(_ options: inout ReportOptions) {
    options.commands = ReportOptions.Commands(
      comparing: ["lunadiff", "old.csv", "new.csv"], withoutKey: ["lunadiff", "old.csv", "new.csv"],
      learning: ["lunadiff", "learn", "old.csv", "new.csv"])
  }

  @Test("groups of most records come first, and of equally many the one whose first record does")
  func order() throws {
    func status(_ number: Int, _ names: [String]) -> String {
      names[number <= 10 ? 0 : number <= 40 ? 1 : number <= 52 ? 2 : 3]
    }
    let comparison = try compare(
      rows("id,v", 64) { "\($0),\(status($0, ["open", "new", "late", "done"]))" },
      rows("id,v", 64) { "\($0),\(status($0, ["shut", "old", "soon", "left"]))" })
    let heads = try lines(comparison).filter { $0.hasPrefix("~ in ") }
    #expect(
      heads.map { $0.prefix { $0 != ":" } } == [
        "~ in 30 records", "~ in 12 records", "~ in 12 records", "~ in 10 records",
      ])
    try #require(heads.count == 4)
    #expect(heads[1].hasPrefix("~ in 12 records: 41") && heads[2].hasPrefix("~ in 12 records: 53"))
  }

  @Test("groups that begin with one record come in the order of what differs in it")
  func orderWithinRecord() throws {
    let columns = Array("abcdefgh")
    func row(_ number: Int, _ word: String) -> String {
      "\(number)," + columns.indices.map { number == 1 || number / 10 == $0 + 1 ? word : "-" }.joined(separator: ",")
    }
    let header = "id," + columns.map(String.init).joined(separator: ",")
    let comparison = try compare(rows(header, 90) { row($0, "open") }, rows(header, 90) { row($0, "shut") })
    let groups = try lines(comparison).filter { $0.hasSuffix(": open → shut") }
    #expect(groups == columns.map { "      \($0): open → shut" })
  }

  @Test("a member that was inserted with another value in each record is listed with all of them")
  func members() throws {
    let comparison = try compareJSON(
      "[" + (1...12).map { "{\"id\":\($0),\"d\":{\"a\":1}}" }.joined(separator: ",") + "]",
      "[" + (1...12).map { "{\"id\":\($0),\"d\":{\"a\":1,\"t\":\"t\($0)\"}}" }.joined(separator: ",") + "]")
    let all = try lines(comparison)
    #expect((1...12).allSatisfy { all.contains("~ \($0)\($0 < 10 ? " " : "")  d.t: + \"t\($0)\"") }, "\(all)")
    #expect(!all.contains { $0.hasPrefix("~ in ") })
  }

  @Test("of many keys that repeat some are named, and that there are more")
  func duplicates() throws {
    func table(_ count: Int) -> String { rows("id,v", 8) { "\($0 <= 2 * count ? ($0 + 1) / 2 : $0 + 10),\($0)" } }
    #expect(
      try lines(compare(table(4), table(4))).count { $0.hasPrefix("duplicates: 4 keys") && $0.hasSuffix("; …") } == 2)
    #expect(try !lines(compare(table(3), table(3))).contains { $0.hasSuffix("; …") })
  }

  @Test("each finding of noise has a command, and several that learn knows have one for all")
  func ownCommands() throws {
    func report(_ header: String, _ row: (Int, Bool) -> String) throws -> [String] {
      try lines(compare(rows(header, 40) { row($0, false) }, rows(header, 40) { row($0, true) }), change: commands)
    }
    let own = try report("id,a,b") { "\($0),\($1 ? "NAME" : "name") \($0),\($1 ? "" : " ")v\($0)" }
    let place = try #require(own.firstIndex { $0.hasPrefix("finding: a:") })
    #expect(
      own[(place + 1)...] == [
        "  lunadiff old.csv new.csv normalize a=lower",
        "finding: b: 40 of 40 changed values differ in white space alone",
        "  lunadiff old.csv new.csv normalize b=trim", "learn: rules for several of these findings at once",
        "  lunadiff learn old.csv new.csv",
      ])
    let learnt = try report("id,a,b") {
      let day = $0 % 9 + 10
      return "\($0),\($1 ? "\(day).05.2020" : "2020-05-\(day)"),\($1 ? "\(day).06.2020" : "2020-06-\(day)")"
    }
    #expect(learnt.count { $0 == "  lunadiff learn old.csv new.csv" } == 1)
    #expect(learnt.count { $0 == "  lunadiff learn, as above" } == 1)
    #expect(!learnt.contains { $0.hasPrefix("learn:") })
  }

  @Test("what learn has no rule for has its flags in one command, with learn where that has rules for others")
  func together() throws {
    func report(_ header: String, _ row: (Int, Bool) -> String) throws -> ArraySlice<String> {
      try lines(compare(rows(header, 40) { row($0, false) }, rows(header, 40) { row($0, true) }), change: commands)
        .suffix(2)
    }
    func later(_ number: Int, _ isNew: Bool) -> String {
      "2025-01-\(number % 20 + 10)T\(number % 9 + (isNew ? 12 : 10)):00:00Z"
    }
    let flags = try report("id,a,b") { "\($0),\(later($0, $1)),\($0 * ($1 ? 700 : 7))" }
    #expect(flags.first == "at once: the flags of several of these findings", "\(flags)")
    #expect(flags.last?.hasPrefix("  lunadiff old.csv new.csv old-normalize 'a=replace(") == true, "\(flags)")
    #expect(flags.last?.hasSuffix(" old-normalize 'b=scale(100)'") == true, "\(flags)")
    let learnt = try report("id,a,b") { "\($0),\(later($0, $1)),\($1 ? "NAME" : "name") \($0)" }
    #expect(learnt.first == "learn: rules for several of these findings at once", "\(learnt)")
    #expect(learnt.last?.hasPrefix("  lunadiff learn old-normalize 'a=replace(") == true, "\(learnt)")
    let single = try report("id,a") { "\($0),\(later($0, $1))" }
    #expect(single.allSatisfy { !$0.hasPrefix("at once:") }, "\(single)")
  }

  @Test("of more findings than are told it is said what the others are about, by the names of what these are about")
  func others() throws {
    func about(_ others: (Bool) -> String) throws -> String? {
      func rows(_ isNew: Bool) -> String {
        let values = (1...7).map { "\"c\($0)\":\"\(isNew ? "new" : "old") \($0)\"" }.joined(separator: ",")
        return "[\((1...12).map { "{\"id\":\($0),\(values),\(others(isNew))}" }.joined(separator: ","))]"
      }
      return try lines(compareJSON(rows(false), rows(true))).first { $0.hasPrefix("findings: ") }
    }
    func values(_ names: [String], _ isNew: Bool) -> String {
      names.map { "\"\($0)\":\"\(isNew ? "now" : "then") \($0)\"" }.joined(separator: ",")
    }
    #expect(try about { "\"ad\":{\(values(["x", "y"], $0))}" } == "findings: 2 more, about ad.x, ad.y")
    #expect(try about { values(["ad.x", "ad.y"], $0) } == "findings: 2 more, about ad.x, ad.y")
    #expect(
      try about { "\"ad\":{\"z\":1\($0 ? ",\"x\":1,\"y\":2" : "")}" } == "findings: 1 more, about ad.x, ad.y")
    #expect(
      try about { "\"ad\":{\"z\":1\($0 ? "," + values((1...5).map { "m\($0)" }, true) : "")}" }
        == "findings: 1 more, about 5 places in ad")
    #expect(try about { "\"v\":\($0 ? 2 : 1)" } == "findings: 1 more, about v")
    #expect(try about { _ in "\"v\":1" } == nil)
  }

  /// The findings of two lists of records, and the flags that follow each.
  private func advice(_ old: [String], _ new: [String], key: [String]? = ["id"]) throws -> [[String]] {
    func rows(_ members: [String]) -> String {
      "[\(members.enumerated().map { "{\"id\":\($0),\($1)}" }.joined(separator: ","))]"
    }
    return try compareJSON(rows(old), rows(new), key: key).findingWords().map { $0.advice + $0.own }
  }

  @Test("a member is not ignored in whose place something else differs, too")
  func otherChangesOfMembers() throws {
    func rows(_ rest: [String]) -> [String] { (0..<11).map { "\"k\":{\"m\":\($0)\($0 < 10 ? "" : rest[0])}" } }
    func new(_ rest: String) -> [String] {
      (0..<11).map { "\"k\":{\"m\":\($0),\"z\":\($0 < 10 ? "{\"a\":1}" : rest)}" }
    }
    for (old, rest) in [
      (",\"z\":{\"a\":5}", "{\"a\":6}"), (",\"z\":[5]", "[6]"), (",\"z\":null", "\"NEW\""),
      (",\"z\":{\"a\":[{\"b\":1}]}", "{\"a\":[{\"b\":2}]}"),
    ] {
      #expect(try advice(rows([old]), new(rest)).allSatisfy(\.isEmpty), "\(rest)")
    }
    #expect(try advice(rows([""]), new("{\"a\":6}")).contains { $0.contains("k.z") })
  }

  @Test("no command is told of a name that means something else: a star is all columns, and a path may be a column")
  func otherNames() throws {
    let numbers = Array(0..<8)
    #expect(
      try advice(
        numbers.map { "\"*\":\"v\($0)\",\"n\":\"n\($0)\"" }, numbers.map { "\"*\":\"V\($0)\",\"n\":\"n\($0)\"" }
      )
      .allSatisfy(\.isEmpty))
    for column in ["k.tags", "k.z"] {
      let found = try advice(
        numbers.map { "\"\(column)\":\"c\",\"k\":{\"tags\":[\"x\",\"y\"],\"m\":\($0)}" },
        numbers.map { "\"\(column)\":\"c\",\"k\":{\"tags\":[\"y\",\"x\"],\"m\":\($0),\"z\":1}" })
      #expect(!found.joined().contains { $0.contains(column) }, "\(found)")
    }
  }

  @Test("a column is left out only where all of its values that differ are later times")
  func oddStamps() throws {
    func day(_ number: Int, _ month: Int) -> String { "\"u\":\"2026-0\(month)-\(10 + number)T03:00:0\(number % 7)Z\"" }
    let old = (0..<20).map { "\"n\":\($0),\(day($0, 1))" }
    let new = (0..<20).map { "\"n\":\($0),\(day($0, 2 + $0 % 3))" }
    #expect(try advice(old, new).contains { $0.contains("u") })
    for odd in ["\"u\":\"soon\"", "\"u\":null", day(3, 1).replacing("2026", with: "2001")] {
      #expect(try advice(old, new.dropLast() + ["\"n\":19,\(odd)"]).allSatisfy { !$0.contains("ignore") }, "\(odd)")
    }
  }

  @Test(
    "an amount has a command beside edits, too, and an exchange of columns where no pair has kept both",
    arguments: [true, false])
  func judged(_ isWhole: Bool) throws {
    func words(_ row: (Int, Bool) -> String) throws -> [String] {
      func rows(_ isNew: Bool) -> [String] { (0..<40).map { row($0, isNew && (isWhole || $0 > 2)) } }
      return try advice(rows(false), rows(true).enumerated().map { $0 == 0 && !isWhole ? "\"a\":1,\"b\":2.5" : $1 })
        .first { !$0.isEmpty } ?? []
    }
    func number(_ number: Int) -> Int { (number * 37) % 91 + 100 }
    let more = try words { "\"a\":\(number($0) + ($1 ? 1000 : 0)),\"b\":1" }
    #expect(more == ["eval", "equal = { [\"a\"] = function(x, y) return x == y or y - x == 1000 end }"])
    let less = try words { "\"a\":\(Double(number($0)) - ($1 ? 0.1 : 0)),\"b\":1" }
    #expect(less.last?.contains("math.abs(y - x + 0.1) < 1e-6") == true, "\(less)")
    let exchanged = try words { "\"\($1 ? "b" : "a")\":\(number($0)),\"\($1 ? "a" : "b")\":\(number($0 + 1))" }
    #expect(exchanged == (isWhole ? ["rename", "b=a", "rename", "a=b"] : []), "\(exchanged)")
  }

  @Test("names of a table that have commas are not mixed up with others")
  func tables() throws {
    func land(_ number: Int, _ isNew: Bool) -> String {
      number % 2 == 0 ? isNew ? "\"Iran, Islamic Republic of\"" : "Iran" : isNew ? "Viet Nam" : "Vietnam"
    }
    let found = try compare(
      rows("id,v", 60) { "\($0),\(land($0, false))" }, rows("id,v", 60) { "\($0),\(land($0, true))" }
    ).findingWords()
    #expect(found.first?.text.hasSuffix("Iran → Iran, Islamic Republic of; Vietnam → Viet Nam") == true, "\(found)")
  }

  @Test("a command that gives values another form keeps the key that was found")
  func foundKey() throws {
    let found = try compare(
      rows("ref,amount", 12) { "R\($0),\($0 * 37).50" },
      rows("ref,amount", 12) { "\($0 < 4 ? "S" : "R")\($0),\"\($0 * 37),50\"" }, key: nil
    ) { $0.identity = .automatic }.findingWords()
    let words = try #require(found.first { $0.finding.columns == ["amount"] })
    #expect(words.own.suffix(2) == ["key", "ref"] && words.own.count == 4, "\(words)")
  }

  @Test("no command makes one of two spellings that both sides keep")
  func keptSpellings() throws {
    func unit(_ number: Int, isOther: Bool) -> String { (number % 2 == 0) == isOther ? "mW" : "MW" }
    let found = try compare(
      rows("id,unit", 20) { "\($0),\(unit($0, isOther: false))" },
      rows("id,unit", 20) { "\($0),\(unit($0, isOther: $0 <= 6))" }
    ).findingWords()
    #expect(found.map(\.text) == ["unit: 6 of 6 changed values differ in case alone"])
    #expect(found.allSatisfy { $0.advice.isEmpty && $0.own.isEmpty }, "\(found)")
  }

  @Test("what became of a few records is no row of a table where most keep their value")
  func keptCodes() throws {
    func status(_ number: Int, _ names: [String]) -> String { names[(number - 1) / 20] }
    let found = try compare(
      rows("id,status", 60) { "\($0),\(status($0, ["pending", "open", "closed"]))" },
      rows("id,status", 60) { "\($0),\($0 > 57 ? "lost" : status($0, ["open", "closed", "closed"]))" }
    ).findingWords()
    #expect(found.first?.text.contains("40 of 43 changed values follow one table") == true, "\(found)")
    #expect(found.first?.text.contains("lost") == false)
  }

  @Test("no column is advised as the key in which both sides lack values", arguments: [true, false])
  func keyWithGaps(_ hasGaps: Bool) throws {
    func row(_ number: Int, _ id: Int) -> String { "\(id),\(hasGaps && number % 4 == 0 ? "" : "s\(number)"),\(number)" }
    let found = try compare(
      rows("id,sku,v", 40) { row($0, $0) }, rows("id,sku,v", 40) { row($0, $0 <= 20 ? $0 : $0 + 100) }
    ).findingWords()
    #expect(found.contains { $0.finding.columns == ["sku"] && $0.text.contains("as the key") } == !hasGaps, "\(found)")
  }

  @Test("pairs of a batch that share their key and rules share a line of them")
  func batch() throws {
    func result(_ name: String, _ key: String) throws -> BatchResult {
      BatchResult(
        name: name, try compare("\(key),v\n1,a\n", "\(key),v\n1,a\n", key: [key]), thresholds: ChangeThresholds())
    }
    let all = try (1...6).map { try result("t\($0)", $0 == 3 ? "code" : "id") }
    #expect(BatchSummary(all).termsLines == ["t1, t2, t4 and 2 more: key: id", "t3: key: code"])
    #expect(BatchSummary(Array(all.prefix(5))).termsLines == ["t1, t2, t4, t5: key: id", "t3: key: code"])
    #expect(BatchSummary(Array(all.prefix(2))).termsLines == ["key: id"])
  }
}

@Suite("Findings in a browser", .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserFindingTests {
  /// Two thirds of the names lost their accents, and the others are other names.
  private func page() throws -> String {
    func table(_ isNew: Bool) -> String {
      "id,name,qty\n"
        + (1...60).map {
          "\($0),\($0 % 3 == 0 ? "\(isNew ? "other" : "some") \($0 * 31)" : isNew ? "Goias \($0)" : "Goiás \($0)"),\($0 == 2 && isNew ? 1 : 0)\n"
        }
        .joined()
    }
    return try text(compare(table(false), table(true)), .html) {
      let words = ["lunadiff", "a b.csv", "new.csv"]
      $0.commands = ReportOptions.Commands(comparing: words, withoutKey: words, learning: words)
    }
  }

  @Test("with the records of a finding alone the button for rules copies the finding's command")
  func copiedCommand() async throws {
    let seen = try await Browser.run(
      page(),
      """
      let copied = "";
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
      location.hash = "#finding=1"; await settle(); await settle();
      $("rule").click(); await settle(); await settle();
      tell("copied", copied); tell("said", $("said").textContent);
      """)
    #expect(seen["copied"]?.hasPrefix("lunadiff 'a b.csv' new.csv ") == true, "\(seen)")
    #expect(seen["copied"]?.contains("name=unaccent") == true && seen["said"] == "Command copied", "\(seen)")
  }

  @Test("a finding leads to its records alone, in a link as well, and to all changes of its column")
  func records() async throws {
    let seen = try await Browser.run(
      page(),
      """
      const links = () => [...$("finding-list").querySelectorAll("button.link")].filter((button) => button.textContent !== "Copy");
      tell("links", links().map((link) => link.textContent).join(", "));
      links()[0].click(); await settle(); await settle();
      tell("found", $("found").textContent); tell("address", location.hash);
      tell("chip", $("chips").querySelector(".same").textContent.slice(0, 20));
      $("chips").querySelector(".same").click(); await settle(); await settle();
      tell("all", $("found").textContent);
      location.hash = "#finding=1&only=name"; await settle(); await settle();
      tell("linked", $("found").textContent);
      press("Escape"); await settle(); await settle();
      tell("cleared", $("found").textContent);
      """)
    #expect(seen["links"] == "Its 40 records, All changes of the column")
    #expect(seen["found"] == "40 of 60 changes" && seen["linked"] == "40 of 60 changes")
    #expect(seen["address"]?.contains("finding=1") == true && seen["chip"]?.hasPrefix("name: 40 of 60") == true)
    #expect(seen["all"] == "60 changes" && seen["cleared"] == "60 changes")
  }
}
