import Batch
import Foundation
import Comparing
import TestSupport
import Testing

@testable import Reports

@Suite("HTML in a browser", .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserTests {
  @Test("loads, filters, searches and shows every view without an error")
  func everyView() async throws {
    let rows = (0..<2600).map { "\($0),name \($0),\(Double($0) / 4),\($0 % 3 == 0 ? "UK" : "DE")" }
    let new = rows.enumerated().compactMap { index, row -> String? in
      index % 10 == 0
        ? nil : index % 2 == 0 ? row.replacingOccurrences(of: "name", with: "Name") : row
    }
    let header = "id,name,price,country\n"
    let comparison = try compare(
      header + rows.joined(separator: "\n") + "\n2599,again,1,UK\n",
      header + new.reversed().prefix(5).joined(separator: "\n") + "\n"
        + new.dropLast(5).joined(separator: "\n") + "\nnew,n,1,UK\n"
    ) { $0.section = .column("country") }
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      tell("rows", $("list").querySelectorAll('[role=option]').length > 5);
      tell("total", $("found").textContent);
      $("kinds").children[1].click(); await settle();
      tell("deleted", $("found").textContent);
      $("kinds").children[1].click(); await settle();
      $("search").value = "name 1234"; $("search").dispatchEvent(new Event("input")); await settle();
      tell("searched", $("found").textContent);
      tell("marked", [...$("detail").querySelectorAll("del, ins")].map((e) => e.textContent).join("|"));
      for (const name of ["columns", "sections", "duplicates"]) {
        $("tab-" + name).click(); await settle();
        tell(name, $("view-" + name).textContent.length > 40);
      }
      """)
    #expect(seen["rows"] == "true")
    #expect(seen["total"] == "\(grouped(comparison.changeCount)) changes")
    #expect(
      seen["deleted"]
        == "\(grouped(comparison.summary.deleted)) of \(grouped(comparison.changeCount)) changes")
    #expect(seen["searched"] == "1 of \(grouped(comparison.changeCount)) changes")
    #expect(seen["marked"] == "name|Name")
    for name in ["columns", "sections", "duplicates"] { #expect(seen[name] == "true") }
  }

  @Test("is worked by the keyboard")
  func keyboard() async throws {
    let seen = try await Browser.run(
      try text(tools(), .html),
      """
      const heading = () => $("detail").querySelector("h2").textContent;
      tell("first", heading());
      press("j"); press("j"); tell("third", heading());
      press("k"); tell("second", heading());
      press("/"); tell("focus", document.activeElement.id);
      press("Escape"); tell("back", document.activeElement.id);
      press("3"); await settle(); tell("inserted", $("found").textContent);
      press("t"); tell("theme", document.documentElement.dataset.theme);
      press("["); await settle(); tell("view", document.querySelector(".tab[aria-selected=true]").id);
      press("?"); tell("help", $("keys").open);
      """)
    #expect(seen["first"] == "3" && seen["third"] == "9" && seen["second"] == "7")
    #expect(seen["focus"] == "search" && seen["back"] == "list")
    #expect(seen["inserted"] == "1 of 4 changes")
    #expect(seen["theme"] == "dark" && seen["view"] == "tab-columns" && seen["help"] == "true")
  }

  @Test("shows what held below the counts: the key, the rules, and warnings before other notes")
  func terms() async throws {
    let comparison = try compare("1,a,b\n2,x,y\n", "1,a,b\n2,x,z\n", key: ["1"]) {
      $0.ignored = ["a"]
      $0.tolerance = try? NumberComparator(tolerance: "0.5")
    }
    let seen = try await Browser.run(
      try text(comparison, .html) { $0.thresholds.counted.remove(.inserted) },
      """
      tell("rules", [...$("rules").children].map((rule) => rule.textContent).join("|"));
      tell("shown", $("terms").offsetHeight > 20 && $("terms").offsetTop > $("kinds").offsetTop);
      tell("notes", [...$("notes").children].map((note) => note.textContent).join("|"));
      """)
    #expect(
      seen["rules"]
        == "key1|ignorea|tolerancenumber within 0.5|fail ondeleted, updated, moved, columns, missing")
    #expect(seen["shown"] == "true")
    let notes = try #require(seen["notes"]).split(separator: "|")
    #expect(notes.first?.hasPrefix("warningold.csv: the first line looks like a record") == true)
    let idle =
      "number within 0.5 fits no value of the pair that it was asked about: it has no effect"
    #expect(notes.last == "notetolerance: \(idle)")
  }

  @Test("shows data as text, whatever it holds")
  func injection() async throws {
    let evil = "</script><img src=x onerror=fail()>\u{202E}\u{1B}"
    let comparison = try compare(
      "id,a\n1,x\n", "id,a\n1,\(evil)\n\(evil),\(evil)\n", names: (evil, "new.csv"))
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      tell("images", document.images.length);
      tell("value", $("detail").querySelector("tr.changed td.new").textContent);
      """)
    #expect(seen["images"] == "0")
    #expect(seen["value"] == "</script><img src=x onerror=fail()>‹U+202E›‹U+001B›")
  }

  @Test("shows an empty result, and a result without a key")
  func empty() async throws {
    let same = "id,a\n1,x\n"
    let none = try await Browser.run(
      try text(compare(same, same), .html), "tell('text', $('detail').textContent);")
    #expect(none["text"]?.hasPrefix("No differences") == true)
    let whole = try await Browser.run(
      try text(compare(same, "id,a\n1,y\n", key: nil) { $0.identity = .record }, .html),
      "tell('key', $('detail').querySelector('h2').textContent);")
    #expect(whole["key"] == "record 1")
  }

  @Test("the page of a batch shows and hides pairs by their outcomes, and its text is no markup")
  func batch() async throws {
    let outcomes: [BatchResult.Outcome] = [.same, .onlyOld, .onlyNew, .failed, .same]
    var results = outcomes.enumerated().map { number, outcome in
      BatchResult(
        name: "<b>\(number)", old: nil, new: nil, outcome: outcome, isDifferent: outcome != .same)
    }
    results[3].message = "<img src=x onerror=fail()>"
    results[0].report = "javascript:fail()"
    var page: [UInt8] = []
    try write(BatchSummary(results), as: .html, to: &page)
    let seen = try await Browser.run(
      String(decoding: page, as: UTF8.self).replacing("<html", with: "<html data-ready=yes"),
      """
      const rows = () => [...document.querySelectorAll("tbody tr")].filter((row) => row.offsetHeight)
        .map((row) => row.cells[0].textContent).join(" ");
      const box = (name) => document.getElementsByName(name)[0];
      tell("all", rows());
      box("same").click(); box("only-new").click(); tell("some", rows());
      box("failed").click(); box("only-new").click(); tell("others", rows());
      tell("link", document.querySelector("td a").getAttribute("href"));
      """)
    #expect(seen["all"] == "<b>0 <b>1 <b>2 <b>3 <img src=x onerror=fail()> <b>4")
    #expect(seen["some"] == "<b>1 <b>3 <img src=x onerror=fail()>")
    #expect(seen["others"] == "<b>1 <b>2")
    #expect(seen["link"] == "./javascript%3Afail%28%29")
  }

  @Test("the page of a batch is searched and sorted by any column, with what stands below each pair")
  func batchSorting() async throws {
    let changes = [("b", 3), ("c", 20), ("a", 1)]
    var results = try changes.map { name, count in
      let rows = (0..<count).map { "\($0),x" }.joined(separator: "\n")
      let comparison = try compare("id,a\n", "id,a\n" + rows)
      return BatchResult(name: name, comparison, thresholds: ChangeThresholds())
    }
    results[1].message = "look here"
    var page: [UInt8] = []
    try write(BatchSummary(results), as: .html, to: &page)
    let seen = try await Browser.run(
      String(decoding: page, as: UTF8.self).replacing("<html", with: "<html data-ready=yes"),
      """
      const rows = () => [...document.querySelectorAll("tbody tr")].filter((row) => row.offsetHeight)
        .map((row) => row.cells[0].textContent).join(" ");
      const names = () => [...document.querySelectorAll("tbody tr:not(.remark)")].map((row) => row.cells[0].textContent).join(" ");
      const head = (at) => document.querySelectorAll("thead button")[at];
      head(5).click(); tell("inserted", names()); tell("sort", head(5).parentNode.ariaSort);
      tell("first", rows());
      head(5).click(); tell("fewest", names());
      head(0).click(); tell("names", names());
      $("search").value = "LOOK"; $("search").dispatchEvent(new Event("input"));
      tell("searched", rows()); tell("count", $("found").textContent);
      """)
    #expect(seen["inserted"] == "c b a" && seen["sort"] == "descending")
    #expect(seen["fewest"] == "a b c" && seen["names"] == "a b c")
    #expect(seen["first"]?.hasPrefix("c look here") == true)
    #expect(seen["searched"]?.hasPrefix("c look here") == true && seen["count"] == "1 of 3 pairs")
  }

  private func grouped(_ number: Int) -> String { Grouped.number(number) }
}

/// A headless browser that opens a page and runs a script in it.
enum Browser {
  /// Where Chromium is, if it is installed.
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs `script` once the page is ready; returns what it told, and throws if the page had an error.
  static func run(_ page: String, _ script: String, size: String = "1200,800") async throws -> [String: String] {
    let directory = try TemporaryDirectory()
    let place = try directory.write(instrumented(page, script), to: "page.html")
    let runner = ProcessRunner(
      executable: path ?? "", directory: directory.path,
      environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin"])
    let result = try await runner.run([
      "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=\(size)",
      "--user-data-dir=\(directory.path(of: "profile"))", "--virtual-time-budget=30000",
      "--dump-dom", "file://\(place)",
    ])
    let text = String(decoding: result.output, as: UTF8.self)
    guard let match = text.firstMatch(of: #/data-told="([^"]*)"/#),
      let json = Data(base64Encoded: String(match.1)),
      let told = try JSONSerialization.jsonObject(with: json) as? [String: String]
    else { throw Failure(description: "the page did not answer: \(text.suffix(300))") }
    if let problem = told["error"] { throw Failure(description: problem) }
    return told
  }

  private static func instrumented(_ page: String, _ script: String) -> String {
    let listener = """
      <script>
      // The browser's time is virtual, which its frames are not: on a busy machine one may come later than any timer.
      requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 16);
      const told = {};
      const answer = () => { document.documentElement.dataset.told = btoa(unescape(encodeURIComponent(JSON.stringify(told)))); };
      const complain = (text) => { told.error = text; answer(); };
      addEventListener("error", (event) => complain(event.message));
      addEventListener("unhandledrejection", (event) => complain(String(event.reason)));
      console.error = console.warn = (...text) => complain(text.join(" "));
      document.addEventListener("securitypolicyviolation", (event) => complain("refused " + event.violatedDirective));
      </script>
      """
    let driver = """
      <script>
      (async () => {
        const $ = (id) => document.getElementById(id);
        const tell = (name, value) => { told[name] = String(value); };
        // Many short waits, not a long one: where the page is late with a timer, what it then waits for is waited for, too.
        const settle = async () => { for (let wait = 0; wait < 10; wait++) await new Promise((resume) => setTimeout(resume, 50)); };
        const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        while (!document.documentElement.dataset.ready) await settle();
        await settle();
        \(script)
        answer();
      })();
      </script>
      """
    return page.replacingOccurrences(of: "<style>\n:root", with: listener + "<style>\n:root")
      .replacingOccurrences(of: "</body>\n</html>", with: driver + "</body>\n</html>")
  }
}
