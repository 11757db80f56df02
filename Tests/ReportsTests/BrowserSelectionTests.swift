import Comparing
import Testing

@testable import Reports

@Suite("What is selected in a browser", .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserSelectionTests {
  /// Prices that fall alike in two records of three, and names that differ.
  private func prices() throws -> Comparison {
    try compare(
      "id,name,price,stock\n1,a,2,1\n2,b,2,1\n3,c,2,1\n4,d,9,1\n5,e,9,1\n",
      "id,name,price,stock\n1,a,1,1\n2,b,1,1\n3,C,2,1\n4,D,7,1\n6,f,9,1\n")
  }

  private func page(_ change: (inout ReportOptions) -> Void = { _ in }) throws -> String {
    try text(prices(), .html, change: change)
  }

  private let keys = """
    const keys = () => [...$("list").querySelectorAll(".row:not([hidden]) .key")].map((key) => key.textContent).join(" ");
    const chip = (name) => [...$("chips").querySelectorAll("button")].find((button) => button.textContent.startsWith(name));
    const click = async (button, shiftKey = false) => { button.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey })); await settle(); };
    """

  @Test("a click on a chip selects it alone, with Shift too, and on the only one all")
  func chips() async throws {
    let seen = try await Browser.run(
      page(),
      """
      \(keys)
      await click(chip("name")); tell("name", keys());
      await click(chip("price")); tell("price", keys());
      await click(chip("name"), true); tell("both", keys());
      await click(chip("name"), true); await click(chip("price")); tell("none", keys());
      const kind = (at) => $("kinds").children[at];
      await click(kind(1)); tell("deleted", keys());
      await click(kind(2), true); tell("two", keys());
      tell("pressed", [...$("kinds").querySelectorAll("[aria-pressed=true]")].length);
      await click(kind(2)); await click(kind(2)); tell("all", keys());
      """)
    #expect(seen["name"] == "3 4" && seen["price"] == "1 2 4" && seen["both"] == "1 2 3 4")
    #expect(seen["none"] == seen["all"] && seen["all"] == "1 2 3 4 5 6")
    #expect(seen["deleted"] == "5" && seen["two"] == "5 6" && seen["pressed"] == "2")
  }

  @Test("what is selected stands in the address, and a link leads back to it")
  func address() async throws {
    let seen = try await Browser.run(
      page(),
      """
      \(keys)
      await click(chip("price")); press("j"); await settle();
      tell("address", location.hash);
      location.hash = "#show=updated&only=name&record=4&at=0"; await settle(); await settle();
      tell("keys", keys()); tell("record", $("detail").querySelector("h2").textContent);
      location.hash = "#view=columns"; await settle(); await settle();
      tell("view", $("view-columns").hidden);
      """)
    #expect(seen["address"] == "#only=price&record=2&at=1")
    #expect(seen["keys"] == "3 4" && seen["record"] == "4" && seen["view"] == "false")
  }

  @Test("the same change in many records is one line, which leads to them")
  func repeated() async throws {
    let seen = try await Browser.run(
      page(),
      """
      \(keys)
      tell("detail", [...$("detail").querySelectorAll(".alike-list li")].map((line) => line.textContent).join("|"));
      $("tab-repeated").click(); await settle();
      const rows = [...$("view-repeated").querySelectorAll("tbody tr")];
      tell("rows", rows.map((row) => row.textContent).join("|"));
      await click(rows.find((row) => row.textContent.startsWith("2 → 1")).querySelector("button"));
      tell("keys", keys()); tell("address", location.hash.slice(0, 8));
      await click($("chips").querySelector(".same")); tell("all", keys());
      """)
    #expect(
      seen["rows"] == "price changedin 3 records|2 → 1in 2 records|and 1 more|name changedin 2 records|2 different ones"
    )
    #expect(seen["detail"] == "price changed in 2 other records|price: 2 → 1 in 1 other record")
    #expect(seen["keys"] == "1 2" && seen["address"] == "#same=u." && seen["all"] == "1 2 3 4 5 6")
  }

  @Test("values that changed as a whole are told from those in which something changed")
  func entered() async throws {
    func lines(_ value: (Int) -> String) -> String {
      "[" + (0..<6).map { "{\"id\":\($0),\"t\":\(value($0))}" }.joined(separator: ",") + "]"
    }
    let comparison = try compareJSON(lines { $0 < 2 ? "null" : "[\($0)]" }, lines { "[\($0),9]" })
    let seen = try await Browser.run(
      text(comparison, .html),
      """
      $("tab-repeated").click(); await settle();
      tell("rows", [...$("view-repeated").querySelectorAll("tbody tr")].map((row) => row.textContent).join("|"));
      """)
    #expect(seen["rows"]?.contains("t changed as a wholein 2 records") == true, "\(seen)")
  }

  @Test("the browser keeps which changes were reviewed, and shows the others alone")
  func reviewed() async throws {
    let seen = try await Browser.run(
      page(),
      """
      \(keys)
      press("r"); press("r"); await settle();
      tell("next", $("detail").querySelector("h2").textContent); tell("count", $("unreviewed").textContent);
      tell("kept", Object.entries(localStorage).filter(([name]) => name.startsWith("lunadiff-reviewed-")).map(([, marks]) => marks).join());
      await click($("unreviewed")); tell("left", keys());
      press("r"); await settle(); tell("fewer", keys());
      await click($("review")); tell("none", $("found").textContent);
      await click($("unreviewed")); await click($("review")); tell("again", $("unreviewed").textContent);
      """)
    #expect(seen["next"] == "3" && seen["count"] == "4 of 6 not reviewed" && seen["kept"] == "0-1")
    #expect(seen["left"] == "3 4 5 6" && seen["fewer"] == "4 5 6")
    #expect(seen["none"] == "0 of 6 changes" && seen["again"] == "Not reviewed")
  }

  /// Tells what is saved, without a file: the browser's virtual time does not wait for one.
  private let saving = """
    Blob = class { constructor(parts) { tell("csv", parts.join("")); } };
    URL.createObjectURL = () => "data:,";
    $("csv").click();
    while (told.csv === undefined) await settle();
    """

  @Test("rows are saved as the format csv writes them, with columns for context", arguments: [[], ["name", "stock"]])
  func csv(context: [String]) async throws {
    let seen = try await Browser.run(page { $0.context = context }, saving)
    // The page lists what is updated first.
    let (saved, written) = (seen["csv"], try text(prices(), .csv) { $0.context = context })
    #expect(saved?.split(separator: "\n").sorted() == written.split(separator: "\n").sorted())
  }

  /// What is done in the page, and the command that is copied then.
  private static let commands = [
    "": "lunadiff old.csv new.csv -k id",
    #"press("1");"#: "lunadiff old.csv new.csv -k id --show updated",
    #"await click(chip("price"));"#: "lunadiff old.csv new.csv -k id --only price --show updated",
    #"await click(chip("price")); await click(chip("name"), true);"#:
      "lunadiff old.csv new.csv -k id --only price,name --show updated",
    #"$("path").value = "name"; $("path").dispatchEvent(new Event("input"));"#:
      "lunadiff old.csv new.csv -k id --only name --show updated",
    #"$("search").value = "x"; $("search").dispatchEvent(new Event("input"));"#: "No flag searches",
    #"press("r"); press("R");"#: "No flag knows what is reviewed",
  ]

  @Test("a selection is copied as the command that lists it, if one does")
  func command() async throws {
    let acts = Self.commands.keys.sorted()
    for act in acts {
      let seen = try await Browser.run(
        page {
          let words = ["lunadiff", "old.csv", "new.csv"]
          $0.commands = ReportOptions.Commands(comparing: words, withoutKey: words, learning: words)
        },
        "\(keys) \(act) await settle(); tell('command', $('command').title.replace(' (Y)', ''));")
      #expect(seen["command"] == Self.commands[act], "\(act)")
    }
  }

  /// What is done in the page, and the rule that is copied then.
  private static let rules = [
    "": "Select columns, a path, or what moved",
    #"await click(chip("price"));"#: #"ignore = { "price" }"#,
    #"await click(chip("price")); await click(chip("name"), true);"#: #"ignore = { "price", "name" }"#,
    #"$("path").value = "name"; $("path").dispatchEvent(new Event("input"));"#: #"ignore = { "name" }"#,
    #"$("search").value = "x"; $("search").dispatchEvent(new Event("input"));"#:
      "A rule is about columns, paths and order",
  ]

  @Test("a selection is copied as the rule that hides it, if one does")
  func rule() async throws {
    for act in Self.rules.keys.sorted() {
      let seen = try await Browser.run(
        page(), "\(keys) \(act) await settle(); await settle(); tell('rule', $('rule').title.replace(' (L)', ''));")
      #expect(seen["rule"] == Self.rules[act], "\(act)")
    }
  }

  @Test("the button copies the rule that it names, and says what it did")
  func copiedRule() async throws {
    let seen = try await Browser.run(
      page(),
      """
      \(keys)
      let copied = "";
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
      const rule = async (name) => {
        copied = ""; $("rule").click(); await settle(); await settle();
        tell(name, `${copied}|${$("said").textContent}|${$("rule").getAttribute("aria-disabled")}`);
      };
      await settle(); await rule("none");
      await click(chip("price")); await rule("price");
      await click(chip("name"), true); copied = ""; press("L"); await settle(); await settle(); tell("both", copied);
      navigator.clipboard.writeText = async () => { throw new Error(); }; document.execCommand = () => false;
      location.hash = "#only=name"; await settle(); await settle(); await rule("refused");
      """)
    #expect(seen["none"] == "|No rule hides this selection: select columns, a path, or what moved|true")
    #expect(seen["price"] == #"ignore = { "price" }|Rule copied|false"#)
    #expect(seen["both"] == #"ignore = { "price", "name" }"#)
    #expect(seen["refused"] == #"|The browser did not copy: ignore = { "name" }|false"#)
  }

  @Test("no command is offered where none is known")
  func noCommand() async throws {
    let seen = try await Browser.run(page(), #"tell("hidden", $("command").hidden);"#)
    #expect(seen["hidden"] == "true")
  }

  @Test("findings are sentences with a way to their columns and a command")
  func findings() async throws {
    let finding = """
      {"kind":"x","text":"Prices fell.","changes":3,"of":4,"columns":["price"],\
      "command":["lunadiff","a b.csv","--only","price"]}
      """
    let page = try page().replacing("id=\"meta\">{", with: "id=\"meta\">{\"findings\":[\(finding)],")
    let seen = try await Browser.run(
      page,
      """
      \(keys)
      tell("text", $("findings").textContent.replace(/\\s+/g, " ").trim());
      await click($("findings").querySelector("button")); tell("keys", keys());
      """)
    #expect(seen["text"] == "Findings Prices fell.All changes of the columnlunadiff 'a b.csv' --only price Copy")
    #expect(seen["keys"] == "1 2 4")
    let second = finding.replacing(/"command":.*\]/, with: #""again":"the same command as above""#)
    let twice = page.replacing("[\(finding)]", with: "[\(finding),\(second)]")
    let again = try await Browser.run(
      twice,
      """
      tell("second", $("finding-list").children[1].textContent);
      tell("buttons", document.querySelectorAll(".command button").length);
      """)
    #expect(
      again["second"] == "Prices fell.All changes of the columnthe same command as above" && again["buttons"] == "1")
    let none = try await Browser.run(self.page(), #"tell("hidden", $("findings").hidden);"#)
    #expect(none["hidden"] == "true")
  }

  @Test("every control has a name, and what can be scrolled can have the focus")
  func names() async throws {
    let seen = try await Browser.run(
      page(),
      """
      \(keys)
      press("v"); await settle(); press("Enter");
      const nameless = [...document.querySelectorAll("button, input, a")].filter((control) => control.checkVisibility()
        && !(control.ariaLabel ?? control.textContent.trim()) && !control.labels?.length);
      tell("nameless", nameless.length);
      const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
      tell("ids", ids.length === new Set(ids).size);
      tell("back", document.querySelector(".back") === null);
      """)
    #expect(seen["nameless"] == "0" && seen["ids"] == "true" && seen["back"] == "true")
  }
}
