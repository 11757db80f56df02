import Comparing
import Records
import TestSupport
import Testing

@testable import Reports

@Suite(
  "The list of changes in a browser", .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserListTests {
  private let heading = #"const heading = () => $("detail").querySelector("h2").textContent;"#

  @Test("Home, g and PageUp go to the first change, End and G to the last")
  func ends() async throws {
    let rows = (0..<100).map { "\($0),\($0 % 2 == 0 ? "UK" : "DE")" }.joined(separator: "\n")
    for section in [nil, ComparisonPlan.Section.column("country")] {
      let comparison = try compare("id,country\n", "id,country\n" + rows) { $0.section = section }
      let seen = try await Browser.run(
        try text(comparison, .html),
        """
        \(heading)
        for (const [name, key] of [["End", "Home"], ["G", "g"], ["j", "PageUp"], ["PageDown", "PageUp"]]) {
          press(name); tell(name, heading());
          press(key); tell(name + key, heading());
        }
        press("k"); tell("above", heading());
        tell("top", $("list").scrollTop);
        """)
      #expect(seen["End"] == "99" && seen["G"] == "99")
      for keys in ["EndHome", "Gg", "jPageUp", "PageDownPageUp", "above"] {
        #expect(seen[keys] == "0", "\(keys)")
      }
      #expect(seen["top"] == "0")
    }
  }

  @Test("a large page unpacks its changes and finds what is searched for")
  func deflated() async throws {
    let rows = (0..<60_000).map { "\($0),value \($0 * 7919 % 60_013)" }.joined(separator: "\n")
    let page = try text(compare("id,a\n", "id,a\n" + rows), .html)
    #expect(page.contains(#"<script type="application/zlib" class="changes-data">"#))
    let seen = try await Browser.run(
      page,
      """
      \(heading)
      press("End"); tell("last", heading());
      $("search").value = "59998"; $("search").dispatchEvent(new Event("input"));
      await settle(); await settle();
      tell("found", $("found").textContent);
      """)
    #expect(seen["last"] == "59999")
    #expect(seen["found"]?.hasSuffix(" of 60,000 changes") == true)
  }

  @Test("what is updated and moved is shown if either kind is")
  func bothKinds() async throws {
    let comparison = try compare("id,a\n1,x\n2,x\n3,x\n", "id,a\n3,y\n1,x\n2,y\n")
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      press("4"); await settle(); tell("moved", $("found").textContent);
      press("1"); await settle(); tell("updated", $("found").textContent);
      press("1"); await settle(); tell("all", $("found").textContent);
      """)
    #expect(seen["moved"] == "1 of 2 changes")
    #expect(seen["updated"] == "2 changes")
    #expect(seen["all"] == "2 changes")
  }

  @Test("says what left changes out, where none is listed")
  func leftOut() async throws {
    let comparison = try compare("id,a\n1,x\n2,x\n", "id,a\n1,y\n2,y\n")
    func detail(_ change: (inout ReportOptions) -> Void) async throws -> String? {
      try await Browser.run(
        try text(comparison, .html, change: change),
        #"tell("text", $("detail").textContent + "|" + $("facts").textContent);"#)["text"]
    }
    #expect(
      try await detail { $0.show = [.deleted] }
        == "No change is listed2 changes left out by --show.|2 → 2 records · 2 changes left out by --show"
    )
    #expect(
      try await detail { $0.limit = 0 }
        == "No change is listed2 changes left out by --limit.|2 → 2 records · 2 changes left out by --limit"
    )
  }

  @Test("shows the values that a sparse record has, and finds them")
  func sparse() async throws {
    let records = (0..<100).map { "{\"id\":\($0),\"k\($0)\":\"v\($0)\"}" }.joined(separator: ",")
    let seen = try await Browser.run(
      try text(compareJSON("[]", "[\(records)]"), .html),
      """
      press("G");
      tell("key", $("detail").querySelector("h2").textContent);
      tell("rows", [...$("detail").querySelectorAll("tbody tr")].map((row) => row.textContent).join("|"));
      """)
    #expect(seen["key"] == "99")
    #expect(seen["rows"] == "id99|k99v99")
  }

  @Test("cuts long values between characters")
  func cut() async throws {
    let value = String(repeating: "x", count: 27) + "😀 and more"
    let seen = try await Browser.run(
      try text(compare("id,a\n", "id,a\n1,\(value)\n"), .html),
      #"tell("text", $("list").querySelector(".v").textContent);"#)
    #expect(seen["text"] == String(repeating: "x", count: 27) + "…")
  }

  @Test("shows what differs in long values, and white space where nothing else does")
  func excerpts() async throws {
    let long = String(repeating: "same words ", count: 60)
    let comparison = try compare(
      "id,a\n1,\(long)old \(long)\n2,a b\n", "id,a\n1,\(long)new \(long)\n2,a  b\n")
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      const texts = (place) => [...place.querySelectorAll(".v")].map((value) => value.textContent).join("|");
      tell("list", texts($("list")));
      const cell = () => $("detail").querySelector("tr.changed td.old");
      tell("folded", cell().textContent.length < 400);
      while (cell().querySelector("button")) cell().querySelector("button").click();
      tell("whole", cell().textContent.length);
      press("j");
      tell("marked", [...$("detail").querySelectorAll("del, ins")].map((mark) => mark.textContent).join("|"));
      """)
    let values = seen["list"]?.split(separator: "|").map(String.init) ?? []
    #expect(values.count == 4)
    #expect(values[0].contains("old") && values[1].contains("new") && values[0].count < 32)
    #expect(values[2...] == ["a·b", "a··b"])
    #expect(seen["marked"] == "·|··")
    #expect(seen["folded"] == "true" && seen["whole"] == "\(2 * long.count + 4)")
  }

  @Test("says which columns came and went, and how many more changed than there is room for")
  func columns() async throws {
    let names = (0..<30).map { "column\($0)" }
    let comparison = try compare(
      "id,old,\(names.joined(separator: ","))\n1,x,\(names.joined(separator: ","))\n",
      "id,new,\(names.joined(separator: ","))\n1,x,\(names.reversed().joined(separator: ","))\n",
      names: ("all/daily/of/the/first/of/november/table.csv", "all/daily/new.csv"))
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      tell("columns", $("column-names").textContent);
      tell("more", $("list").querySelector(".more").textContent);
      tell("shown", $("list").querySelectorAll(".what b").length);
      tell("title", $("title").textContent);
      document.querySelector(".path").click();
      tell("path", $("title").textContent);
      """)
    #expect(seen["columns"] == "columns removedoldcolumns addednew")
    let (more, shown) = (Int(seen["more"]?.dropFirst() ?? ""), Int(seen["shown"] ?? ""))
    #expect(try #require(more) + #require(shown) == 30 && seen["more"]?.first == "+")
    #expect(seen["title"] == "…/of/the/first/of/november/table.csv→all/daily/new.csv")
    #expect(seen["path"] == "all/daily/of/the/first/of/november/table.csv→all/daily/new.csv")
  }

  @Test("a record that is gone has its columns by the names that they had")
  func oldNames() async throws {
    let comparison = try compare("id,name\n1,x\n2,y\n", "id,label\n1,z\n3,v\n") { $0.renames["name"] = "label" }
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      const names = () => [...$("detail").querySelectorAll("tbody bdi")].map((name) => name.textContent).join();
      tell("list", [...$("list").querySelectorAll(".what b")].map((name) => name.textContent).join());
      tell("updated", names()); press("j"); tell("deleted", names()); press("j"); tell("inserted", names());
      """)
    #expect(seen["list"] == "label,name,label")
    #expect(seen["updated"] == "label" && seen["deleted"] == "id,name" && seen["inserted"] == "id,label", "\(seen)")
  }

  @Test("shows of a wide record what differs, and the rest where it is asked for")
  func wide() async throws {
    let names = (0..<60).map { "column\($0)" }.joined(separator: ",")
    let comparison = try compare(
      "id,name,\(names)\n1,Saw,\(names)\n", "id,name,\(names)\n1,Axe,\(names)\n")
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      tell("first", $("detail").querySelectorAll("tbody tr").length);
      press("c"); tell("all", $("detail").querySelectorAll("tbody tr").length);
      """)
    #expect(seen["first"] == "2")
    #expect(seen["all"] == "63")
  }

  @Test("shows values that tell which record it is, and what a move is")
  func context() async throws {
    let seen = try await Browser.run(
      try text(tools(), .html) { $0.context = ["name"] },
      """
      tell("updated", $("list").querySelector(".what").textContent);
      press("End"); await settle();
      tell("moved", $("detail").querySelector(".advice").textContent);
      $("search").value = "screws"; $("search").dispatchEvent(new Event("input")); await settle();
      tell("found", $("list").querySelector(".what").textContent);
      """)
    #expect(seen["updated"] == "Saw · price 1.00 → 1.20")
    #expect(seen["moved"]?.contains("ignore-order") == true)
    #expect(seen["found"] == "Screws · moved from record 4 to record 1")
  }

  @Test("has each section once, and counts its changes, whatever the order of the file")
  func sections() async throws {
    let comparison = try compare(
      "id,part,a\n1,x,0\n2,y,0\n3,x,0\n4,y,0\n5,z,0\n", "id,part,a\n6,y,0\n1,x,1\n2,y,1\n3,x,1\n"
    ) { $0.section = .column("part") }
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      tell("list", [...$("list").querySelectorAll(".row:not([hidden])")].map((row) => row.classList.contains("heading")
        ? row.textContent : row.querySelector(".key").textContent).join(" "));
      $("tab-sections").click(); await settle();
      tell("table", [...$("view-sections").querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent).join(" ")).join("|"));
      """)
    #expect(seen["list"] == "§ y 2 4 6 § z 5 § x 1 3")
    #expect(seen["table"] == "y moved 1 1 1 –|x  – – 2 –|z deleted 1 – – –")
  }

  @Test("a difference of sections alone is one, with its names")
  func sectionsAlone() async throws {
    var read = ReadOptions()
    read.elements = "items"
    let comparison = try compare(
      #"[{"id":"a","title":"Hand","items":[{"id":"1"}]},{"id":"b","items":[]}]"#,
      #"[{"id":"a","title":"Foot","items":[{"id":"1"}]}]"#, names: ("old.json", "new.json"),
      read: read
    ) { $0.section = .nested(key: ["id"]) }
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      tell("facts", $("facts").textContent);
      tell("detail", $("detail").textContent);
      $("detail").querySelector("button").click(); await settle();
      tell("sections", [...$("view-sections").querySelectorAll("tbody tr")].map((row) => row.cells[0].textContent + " " + row.cells[1].textContent).join("|"));
      """)
    #expect(seen["facts"]?.hasSuffix("sections: 1 updated, 1 deleted") == true)
    #expect(
      seen["detail"] == "No record differsSections do: 1 updated, 1 deleted. Look at the sections")
    #expect(seen["sections"] == "a updated|b deleted")
  }
}
