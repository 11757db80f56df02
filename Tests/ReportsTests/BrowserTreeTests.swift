import Comparing
import TestSupport
import Testing

@testable import Reports

@Suite(
  "Nested values in a browser", .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserTreeTests {
  /// What a person reads in the table of a change, a line a row: `name=old|new`, with as many points before it as it is deep.
  private let reading = #"""
    const cellText = (cell) => cell.innerText.replace(/\s+/g, " ").trim();
    const rows = () => [...$("detail").querySelectorAll(".sides tbody tr")];
    const read = () => rows().map((row) => ".".repeat(Math.max(0, row.depth)) + cellText(row.cells[0])
      + (row.cells.length > 1 ? "=" + [...row.cells].slice(1).map(cellText).join("|") : "")).join("\n");
    const open = (name) => rows().map((row) => row.querySelector(".toggler")).find((button) => button?.textContent.startsWith(name)).click();
    """#

  private let old = #"""
    [{"id": 1, "o": {"a": 1, "b": {"c": "R\u00f6me", "d": 1.50, "e": [1, {"f": "\n"}]},
      "gone": {"x": ""}, "z": null}}]
    """#
  private let new = #"""
    [{"id":1,"o":{"z":null,"b":{"c":"Röma","e":[1,{"f":"\n"}],"d":1.50},"a":1,"come":[true,"y"]}}]
    """#

  @Test("are a tree of what differs, with decoded text, that folds what is equal")
  func tree() async throws {
    let seen = try await Browser.run(
      try text(compareJSON(old, new), .html),
      """
      \(reading)
      tell("tree", read());
      tell("marked", [...$("detail").querySelectorAll("del, ins")].map((mark) => mark.textContent).join("|"));
      tell("path", rows().find((row) => row.textContent.startsWith("c")).querySelector("bdi").title);
      tell("list", $("list").querySelector(".what").textContent);
      """)
    #expect(
      seen["tree"] == """
        o=3 differences
        .gone-={x: ""}|
        .b=
        ..c=Röme|Röma
        ..2 equal members
        .come+=|[true, "y"]
        .2 equal members
        """)
    #expect(seen["marked"] == "Röme|Röma")
    #expect(seen["path"] == "o.b.c")
    #expect(seen["list"]?.hasPrefix(#"o.gone - {x: ""} · o.b.c Röme → Röma"#) == true)
  }

  @Test("open what is equal, and what came or went, without losing how numbers are spelled")
  func opening() async throws {
    let seen = try await Browser.run(
      try text(compareJSON(old, new), .html),
      """
      \(reading)
      open("2 equal members"); open("e"); open("come");
      tell("open", read());
      open("2 equal members"); open("b");
      tell("closed", read());
      """)
    #expect(
      seen["open"] == #"""
        o=3 differences
        .gone-={x: ""}|
        .b=
        ..c=Röme|Röma
        ..2 equal members
        ...e=[1, {f: "↵"}]|[1, {f: "↵"}]
        ....[0]=1|1
        ....[1]={f: "↵"}|{f: "↵"}
        ...d=1.50|1.50
        .come+=|[true, "y"]
        ..[0]=|true
        ..[1]=|y
        .2 equal members
        """#)
    #expect(
      seen["closed"] == """
        o=3 differences
        .gone-={x: ""}|
        .b=
        .come+=|[true, "y"]
        ..[0]=|true
        ..[1]=|y
        .2 equal members
        """)
  }

  @Test("have the elements of lists by their keys, and equal ones between those that differ")
  func lists() async throws {
    let comparison = try compare(
      #"[{"id":1,"items":[{"s":"a","q":1},{"s":"b","q":1},{"s":"c","q":1},{"s":"d","q":1}]}]"#,
      #"[{"id":1,"items":[{"s":"d","q":2},{"s":"a","q":1},{"s":"b","q":1},{"s":"e","q":1}]}]"#,
      names: ("old.json", "new.json")
    ) { $0.lists["items"] = .members(["s"]) }
    let seen = try await Browser.run(
      try text(comparison, .html), "\(reading) tell('tree', read());")
    #expect(
      seen["tree"] == """
        items=4 differences · list: by s
        .[s=c]-={s: "c", q: 1}|
        .[s=d]>=moved [3] → [0]
        ..q=1|2 +1 (+100.0 %)
        ..1 equal member
        .2 equal elements
        .[s=e]+=|{s: "e", q: 1}
        """)
  }

  @Test("that rules call equal stand on both sides as they are in the files, and so do others")
  func alike() async throws {
    let comparison = try compare(
      #"[{"id":" 1","a":1,"seen":"x","o":{"n":1},"same":"s"}]"#,
      #"[{"id":"1","a":2,"seen":"y","o":{"n":2},"same":"s"}]"#, names: ("o.json", "n.json")
    ) {
      $0.normalizers["id"] = [.native(TextNormalizer(.trim))]
      $0.ignored = ["seen", "o"]
    }
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      \(reading)
      tell("tree", read());
      tell("alike", rows().filter((row) => row.classList.contains("alike")).map((row) => row.querySelector("bdi").textContent).join());
      tell("key", rows().filter((row) => row.classList.contains("key")).map((row) => row.querySelector("bdi").textContent).join());
      $("search").value = "x"; $("search").dispatchEvent(new Event("input")); await settle();
      tell("found", $("found").textContent);
      """)
    #expect(
      seen["tree"] == """
        a exact=1|2 +1 (+100.0 %)
        id equal: trim=·1 compared as 1|1 compared as 1
        seen not compared: ignored=x|y
        o not compared: ignored={n: 1}|{n: 2}
        1 unchanged column c
        """)
    #expect(seen["alike"] == "id" && seen["key"] == "id")
    #expect(seen["found"] == "1 change")
  }

  @Test("count neither the key nor a column of one side alone as unchanged, and have the values that are gone")
  func aloneColumns() async throws {
    let records = [
      ("id,kept,gone,a,first,last\n1,k,g,x,Ann,Lee\n", "id,kept,come,a,full\n1,k,c,y,Ann Lee\n", "old.csv", "new.csv"),
      (
        #"[{"id":1,"kept":"k","gone":"g","a":"x","first":"Ann","last":"Lee"}]"#,
        #"[{"id":1,"kept":"k","come":"c","a":"y","full":"Ann Lee"}]"#, "old.json", "new.json"
      ),
    ]
    for (old, new, oldName, newName) in records {
      let seen = try await Browser.run(
        try text(compare(old, new, names: (oldName, newName)), .html),
        """
        \(reading)
        tell("folded", read());
        press("c");
        tell("open", read());
        """)
      #expect(
        seen["folded"] == """
          a=x|y
          1 unchanged column c
          3 columns only in old c
          2 columns only in new c
          """)
      #expect(
        seen["open"] == """
          a=x|y
          1 unchanged column c
          id=1|1
          kept=k|k
          3 columns only in old c
          gone=g|
          first=Ann|
          last=Lee|
          2 columns only in new c
          come=|c
          full=|Ann Lee
          """)
    }
  }

  @Test("say how much is equal where the page has no more of it, and stay few where much differs")
  func bounded() async throws {
    let many = (0..<3000).map { "\($0)" }.joined(separator: ",")
    let others = (0..<3000).map { "\(-$0 - 1)" }.joined(separator: ",")
    let filler = String(repeating: "x", count: 20_000)
    let comparison = try compare(
      #"[{"id":1,"o":{"a":1,"b":"\#(filler)"},"l":[\#(many)]}]"#,
      #"[{"id":1,"o":{"a":2,"b":"\#(filler)"},"l":[\#(others)]}]"#, names: ("o.json", "n.json")
    ) { $0.lists["l"] = .position }
    let page = try text(comparison, .html)
    #expect(!page.contains(filler))
    let seen = try await Browser.run(
      page,
      """
      \(reading)
      tell("tree", read().split("\\n").slice(0, 3).join("\\n"));
      tell("fold", rows()[2].querySelector("button"));
      tell("rows", rows().length);
      rows().at(-1).querySelector("button").click();
      tell("more", rows().length);
      """)
    #expect(
      seen["tree"] == "o=1 difference\n.a=1|2 +1 (+100.0 %)\n.1 equal member")
    #expect(seen["fold"] == "null")
    #expect(seen["rows"] == "201" && seen["more"] == "402")
  }

  @Test("are text, whatever their names hold and however deep they are")
  func hostile() async throws {
    let name = #"</script><img src=x onerror=fail()>"#
    let deep = String(repeating: #"{"\#(name)":["#, count: 500)
    let end = String(repeating: "]}", count: 500)
    let comparison = try compareJSON(
      #"[{"id":1,"o":{"__proto__":{"a":1},"":[\#(deep)1\#(end)],"\u202e":1}}]"#,
      #"[{"id":1,"o":{"__proto__":{"a":2},"":[\#(deep)"1"\#(end)],"\u202e":2}}]"#)
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      \(reading)
      tell("images", document.images.length);
      const start = rows().find((row) => cellText(row.cells[0]) === "__proto__");
      tell("proto", cellText(start.nextElementSibling.cells[1]));
      while (rows().at(-1).textContent === "Show more") rows().at(-1).querySelector("button").click();
      tell("depth", Math.max(...rows().map((row) => row.depth)));
      const leaf = rows().find((row) => row.depth === 1002);
      tell("leaf", cellText(leaf.cells[1]) + cellText(leaf.cells[2]));
      tell("last", cellText(rows().at(-1).cells[0]));
      """)
    #expect(seen["images"] == "0")
    #expect(seen["proto"] == "1")
    #expect(seen["depth"] == "1002" && seen["leaf"] == #"1"1""#)
    #expect(seen["last"] == "‹U+202E›")
  }

  @Test("say which rule tells the elements of a list apart")
  func listRules() async throws {
    let comparison = try compare(
      #"[{"id": 1, "items": [{"sku": "A", "tags": [1, 2]}]}]"#,
      #"[{"id": 1, "items": [{"sku": "A", "tags": [2, 3]}]}]"#, names: ("old.json", "new.json")
    ) { $0.lists = ["items": .members(["sku"]), "items[].tags": .set] }
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      \(reading)
      tell("tree", read());
      """)
    #expect(
      seen["tree"] == """
        items=2 differences · list: by sku
        .[sku=A]=
        ..tags=list: a set of values
        ...[0]-=1|
        ...1 equal element
        ...[1]+=|3
        ..1 equal member
        """)
  }

  @Test("have statistics by path, of which each leads to the changes that touch it")
  func statistics() async throws {
    let seen = try await Browser.run(
      try text(
        compareJSON(
          #"[{"id": 1, "o": {"a": 1, "b": 1}}, {"id": 2, "o": {"a": 1, "b": 1}}]"#,
          #"[{"id": 1, "o": {"a": 2, "b": 1}}, {"id": 2, "o": {"a": 1, "b": 2}}]"#), .html),
      """
      $("tab-columns").click();
      const buttons = [...document.querySelectorAll("tr.path button")];
      tell("paths", buttons.map((button) => button.textContent).join(" "));
      buttons[1].click(); await settle();
      tell("path", $("path").value);
      tell("shown", [...$("list").querySelectorAll(".row:not([hidden]) .what")].map((line) => line.textContent).join("|"));
      """)
    #expect(seen["paths"] == "o.a o.b")
    #expect(seen["path"] == "o.b")
    #expect(seen["shown"] == "o.b 1 → 2")
  }
}
