import Comparing
import TestSupport
import Testing

@testable import Reports

@Suite(
  "Paths and the table in a browser",
  .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserFilterTests {
  private func orders() throws -> Comparison {
    try compare(
      """
      [{"id":1,"names":{"de":{"long":"a"},"fr":{"long":"b","short":"c"}}},
       {"id":2,"items":[{"s":"x","p":1},{"s":"y","p":1}]},
       {"id":3,"a.b":1,"items":[{"s":"x","p":1}]},
       {"id":4,"items":[{"s":"x","p":1},{"s":"y","p":2}]}]
      """,
      """
      [{"id":1,"names":{"de":{"long":"A"},"fr":{"long":"b","short":"C"}}},
       {"id":2,"items":[{"s":"x","p":1},{"s":"y","p":2}]},
       {"id":3,"a.b":2,"items":[{"s":"x","p":1},{"s":"z"}]},
       {"id":4,"items":[{"s":"y","p":2},{"s":"x","p":1}]}]
      """, names: ("old.json", "new.json")
    ) { $0.lists["items"] = .members(["s"]) }
  }

  /// What is typed, and the keys of the changes that are shown then.
  private static let paths = [
    "names.*.long": "1", "names.fr.long": "", "names.fr": "1", "names": "1",
    "items[].p": "2", "items[s=y].p": "2", "items[s=x].p": "", "items[]": "2 3 4",
    "items[1]": "2 3", "items[].s": "3", #"["a.b"]"#: "1 2 3 4", "a.b": "3",
    "no": "1 2 3 4", "items[": "1 2 3 4",
  ]

  @Test("a path shows the changes that touch it, and what begins with no column shows all")
  func filter() async throws {
    let typed = Self.paths.keys.sorted()
    let seen = try await Browser.run(
      try text(orders(), .html),
      """
      for (const path of \(typed)) {
        $("path").value = path; $("path").dispatchEvent(new Event("input")); await settle();
        tell(path, [...$("list").querySelectorAll(".row:not([hidden]) .key")].map((key) => key.textContent).join(" "));
      }
      tell("invalid", $("path").getAttribute("aria-invalid"));
      $("path").value = "items[].p"; $("path").dispatchEvent(new Event("input")); await settle();
      tell("valid", $("path").getAttribute("aria-invalid"));
      tell("first", $("list").querySelector(".what").textContent);
      $("path").focus(); press("Escape"); await settle();
      tell("cleared", $("found").textContent + $("path").value);
      """)
    for (path, keys) in Self.paths { #expect(seen[path] == keys, "\(path)") }
    #expect(seen["invalid"] == "true" && seen["valid"] == "false")
    #expect(seen["first"] == "items[s=y].p 1 → 2")
    #expect(seen["cleared"] == "4 changes")
  }

  @Test("what is accepted is marked, and can be left out")
  func accepted() async throws {
    var key = AcceptedDifference()
    key.key = [.text("2")]
    var column = AcceptedDifference()
    column.column = "b"
    let comparison = try compare(
      "id,a,b\n1,x,x\n2,x,x\n3,x,x\n4,x,x\n", "id,a,b\n1,y,x\n2,y,y\n3,y,y\n4,x,y\n"
    ).accepting(AcceptedList(name: "list", [key, column], table: "new.csv"), today: "2026-01-01")
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      const marks = () => [...$("list").querySelectorAll(".row:not([hidden])")].map((row) =>
        row.querySelector(".key").textContent + (row.querySelector(".accepted")?.textContent ?? "")).join();
      tell("marks", marks());
      tell("button", $("counted").hidden + $("counted").textContent);
      press("j"); tell("pills", [...$("detail").querySelectorAll(".pill")].map((pill) => pill.textContent).join());
      press("a"); await settle();
      tell("left", marks() + $("counted").getAttribute("aria-pressed"));
      $("counted").click(); await settle();
      tell("all", $("found").textContent);
      press("v"); await settle();
      tell("table", $("list").querySelectorAll(".row:not([hidden]) .accepted").length);
      """)
    #expect(seen["marks"] == "1,2accepted,3accepted in part,4accepted")
    #expect(seen["button"] == "false2 of 4 not accepted")
    #expect(seen["pills"] == "updated,accepted")
    #expect(seen["left"] == "1,3accepted in parttrue")
    #expect(seen["all"] == "4 changes")
    #expect(seen["table"] == "3")
    let other = try await Browser.run(try text(tools(), .html), "tell('hidden', $('counted').hidden);")
    #expect(other["hidden"] == "true")
  }

  @Test("a search finds decoded text inside nested values")
  func search() async throws {
    let seen = try await Browser.run(
      try text(
        compareJSON(
          #"[{"id":1,"o":{"a":"x"}},{"id":2,"o":{"a":"x"}}]"#,
          #"[{"id":1,"o":{"a":"K\u00f6ln \u0022B\u0022"}},{"id":2,"o":{"a":"z"}}]"#), .html),
      """
      for (const text of ["köln", '"b"']) {
        $("search").value = text; $("search").dispatchEvent(new Event("input")); await settle();
        tell(text, $("found").textContent);
      }
      """)
    #expect(seen["köln"] == "1 of 2 changes" && seen[#""b""#] == "1 of 2 changes")
  }

  @Test("the table has the key and the columns that changed, and rows can be chosen in it")
  func table() async throws {
    let comparison = try compare(
      "id,a,b,c\n1,x,same,q\n2,x y,same,r\n3,gone,s,t\n",
      "id,a,b,c\n1,y,same,q\n2,x  y,same,r2\n4,,s,t\n")
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      press("v"); await settle();
      const texts = (place, name) => [...place.querySelectorAll(name)].map((cell) => cell.textContent).join("|");
      tell("heads", texts($("heads"), "div > span"));
      tell("rows", [...$("list").querySelectorAll(".row:not([hidden])")].map((row) => texts(row, ".cell")).join(" / "));
      tell("fills", $("list").getBoundingClientRect().bottom >= innerHeight - 1);
      press("j"); press("Enter");
      tell("chosen", $("detail").querySelector("h2").textContent);
      tell("below", $("detail").getBoundingClientRect().top >= $("list").getBoundingClientRect().bottom);
      press("Escape");
      tell("closed", $("detail").hidden);
      $("layout").click(); await settle();
      tell("list", $("list").querySelector(".what").textContent + $("list").getAttribute("role"));
      """)
    #expect(seen["heads"] == "id+1 column|a|c")
    #expect(
      seen["rows"] == #"~1|x → y|q / ~2|x·y → x··y|r → r2 / -3|gone|t / +4|""|t"#)
    #expect(seen["chosen"] == "2" && seen["below"] == "true")
    #expect(seen["fills"] == "true" && seen["closed"] == "true")
    #expect(seen["list"] == "a x → ylistbox")
  }

  @Test("n goes from difference to difference and on to the next change, N back")
  func differences() async throws {
    let seen = try await Browser.run(
      try text(orders(), .html),
      """
      const here = () => $("detail").querySelector("h2").textContent + " " + document.activeElement.cells?.[0].textContent;
      const seen = [];
      for (const key of "nnnnnNNNNNN") { press(key); seen.push(here()); }
      tell("seen", seen.join(", "));
      press("G"); for (let at = 0; at < 4; at++) press("n");
      tell("end", here());
      """)
    #expect(
      seen["seen"]
        == "1 long, 1 short, 2 p, 3 [s=z]+, 3 a.bexact, 3 [s=z]+, 2 p, 1 short, 1 long, 1 long, 1 long"
    )
    #expect(seen["end"] == "4 [s=y]>")
  }

  @Test("columns with another name stand at the head")
  func renamed() async throws {
    let comparison = try compare("id,a,x\n1,1,1\n", "id,b,y\n1,2,1\n") { $0.renames = ["a": "b"] }
    let seen = try await Browser.run(
      try text(comparison, .html), #"tell("columns", $("column-names").textContent);"#)
    #expect(seen["columns"] == "columns removedxcolumns addedycolumns renameda → b")
  }
}
