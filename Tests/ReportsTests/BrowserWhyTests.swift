import Comparing
import Analysis
import Records
import Testing

@Suite("Why, in a browser", .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserWhyTests {
  /// What stands in a row of the change that is shown first.
  private static let row = """
    const row = (name) => [...$("detail").querySelectorAll("tbody tr")]
      .find((row) => row.querySelector("bdi").textContent === name);
    const said = (name, part) => [...row(name).querySelectorAll(part)].map((e) => e.textContent).join("|");
    """

  /// Two versions of records of which two columns have rules, and one is not compared.
  private func people(
    change: (inout ComparisonPlan) -> Void = { _ in }
  ) throws -> Comparison {
    try compare(
      "id,name,price,town,seen\n1,ANN,1.00,Ulm,a\n2,BOB,1,Ulm,b\n",
      "id,name,price,town,seen\n1,Ann,1.004,Bonn,b\n2,Rob,3,Ulm,c\n"
    ) { plan in
      plan.normalizers["name"] = [.native(TextNormalizer(.lower))]
      plan.comparators["price"] = (try? NumberComparator(tolerance: "0.01")).map { .native($0) }
      plan.ignored = ["seen"]
      change(&plan)
    }
  }

  @Test("each column says who compared it, as what, and which one nobody compares")
  func columns() async throws {
    let seen = try await Browser.run(
      try text(people(), .html),
      Self.row + """
        tell("name", said("name", ".judge, .compared"));
        tell("price", said("price", ".judge, .compared"));
        tell("town", said("town", ".judge"));
        tell("seen", said("seen", ".judge") + row("seen").classList.contains("alike"));
        press("j");
        tell("changed", said("name", ".judge, .compared"));
        """)
    #expect(seen["name"] == "equal: lower case, then exact|compared as ann|compared as ann")
    #expect(seen["price"] == "equal: number within 0.01")
    #expect(seen["town"] == "exact")
    #expect(seen["seen"] == "not compared: ignoredfalse")
    #expect(seen["changed"] == "lower case, then exact|compared as bob|compared as rob")
  }

  /// Amounts of which the old ones are in another unit: 10 and 11 cents more, and the same.
  private func amounts(change: (inout ComparisonPlan) -> Void = { _ in }) throws -> Comparison {
    let (old, new) = try (ScaleNormalizer("100"), ScaleNormalizer("1"))
    return try compare("id,amount,tax\n1,234.17,1\n2,20,1\n3,7,2\n", "id,amount,tax\n1,23418,3\n2,2000,1\n3,712,2\n") {
      $0.normalizers["amount"] = [.native(old, of: .source), .native(new, of: .target)]
      change(&$0)
    }
  }

  @Test("by how much values differ is told as they were compared, below what differs before all else, and in text")
  func differences() async throws {
    let seen = try await Browser.run(
      try text(amounts(), .html),
      Self.row + """
        tell("amount", said("amount", ".difference, .compared"));
        tell("tax", said("tax", ".difference"));
        tell("list", [...$("list").querySelectorAll(".what")].map((what) => what.textContent).join("|"));
        """)
    #expect(seen["amount"] == "compared as 23417|+1 (+0.004 %)|compared as 23418")
    #expect(seen["tax"] == "+2 (+200.0 %)")
    #expect(seen["list"]?.hasPrefix("amount 234.17 → 23418 (+1) · tax 1 → 3|amount 7 → 712 (+12)") == true)
    let lines = try text(amounts(), .text)
    #expect(lines.contains("amount: 234.17 → 23418, compared as 23417 and 23418\n"), "\(lines)")
    #expect(lines.contains("tax: 1 → 3\n"))
    let table = try text(amounts(), .table)
    #expect(table.contains("compared as  23417"), "\(table)")
    let masked = try text(amounts { $0.masked = ["amount"] }, .text)
    #expect(!masked.contains("2341"))
  }

  @Test("masked values are not told as they were compared")
  func masked() throws {
    let page = try text(people { $0.masked = ["name"] }, .html)
    for secret in ["ANN", "ann", "Rob", "rob"] { #expect(!page.contains("\"\(secret)\"")) }
  }

  @Test("a record without a partner says why it has none, and leads to what comes nearest")
  func unpaired() async throws {
    let comparison = try compare(
      "mail,a\nAnn@x,1\nbob@x,2\n", "mail,a\nann@x,1\nzoe@y,3\n", key: ["mail"])
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      const reason = () => $("detail").querySelector(".reason").textContent;
      tell("first", reason());
      press("j"); tell("second", reason());
      press("k"); $("detail").querySelector(".reason button").click();
      tell("nearest", $("detail").querySelector("h2").textContent);
      """)
    #expect(
      seen["first"] == "No partner. Nearest is new record 1: ann@x, the same but for case of mail")
    #expect(seen["second"] == "No partner: no record without a partner has a key that is alike enough")
    #expect(seen["nearest"] == "ann@x")
  }

  @Test(
    "why a record has no partner is found the same way, whatever leaves it alone",
    arguments: [
      (
        "id,a\n1,x\n1,y\n", "id,a\n1,x\n",
        "the records of the same identity are paired with others"
      ),
      (
        "id,a\n7,skip\n2,x\n", "id,a\n7,x\n2,x\n",
        "the filter leaves out the record of the same identity"
      ),
    ])
  func causes(old: String, new: String, cause: String) throws {
    let comparison = try compare(old, new) { plan in
      guard old.contains("skip") else { return }
      plan.filter = (try? ValueCondition.matching(Text("skip"))).map {
        .condition(.not(.value("a", $0)))
      }
    }
    #expect(try text(comparison, .html).contains("\"causes\":[\"\(cause)\"]"))
  }

  @Test("of more values than the page takes as they were compared, it says where the others are")
  func shortened() async throws {
    let columns = (0...200).map { "c\($0)" }
    func records(_ value: String) -> String {
      let row = repeatElement(value, count: columns.count).joined(separator: ",")
      return (["id," + columns.joined(separator: ",")] + (1...100).map { "\($0),\(row)" })
        .joined(separator: "\n")
    }
    let comparison = try compare(records("OLD"), records("NEW")) { plan in
      for column in columns { plan.normalizers[column] = [.native(TextNormalizer(.lower))] }
    }
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      const reason = () => $("detail").querySelector(".reason")?.textContent ?? "";
      tell("first", reason());
      press("G"); tell("last", reason());
      """)
    #expect(seen["first"] == "")
    #expect(
      seen["last"]
        == "As what values were compared is told here of the first 20,000 pairs only; lunadiff explain says it of others."
    )
  }

  @Test("where nobody has looked why records have no partner, the page says what kept it from that")
  func obstacles() throws {
    let passes = try compare("id,a\n1,x\n", "id,a\n2,y\n", key: ["id"]) { plan in
      plan.passes = [.columns(["a"])]
    }
    #expect(try text(passes, .html).contains("{\"obstacle\":\"the identity has several passes\"}"))
    let records = (0...PageAbsences.mostFiltered).map { "\($0)\n" }.joined()
    let filtered = try compare("id\n" + records, "id\n" + records + "x\n") { plan in
      plan.filter = (try? ValueCondition.matching(Text("7"))).map {
        .condition(.not(.value("id", $0)))
      }
    }
    #expect(
      try text(filtered, .html).contains(
        "\"the filter leaves out records of an input with more than 100,000\""))
  }

  @Test("of very many records without a partner it says that they are too many, and who knows")
  func many() async throws {
    let old = (0...PageAbsences.most).map { "\($0)\n" }.joined()
    let seen = try await Browser.run(
      try text(compare("id\n" + old, "id\nx\n"), .html),
      "tell('reason', $('detail').querySelector('.reason').textContent);")
    #expect(
      seen["reason"]
        == "What comes nearest to it was not looked for, as more than 5,000 records have no partner; "
        + "lunadiff explain says it.")
  }
}
