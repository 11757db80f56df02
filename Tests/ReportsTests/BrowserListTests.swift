import RecordDiff
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

  @Test("what is updated and moved is shown if either kind is")
  func bothKinds() async throws {
    let comparison = try compare("id,a\n1,x\n2,x\n3,x\n", "id,a\n3,y\n1,x\n2,y\n")
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      press("3"); await settle(); tell("moved", $("found").textContent);
      press("4"); await settle(); tell("neither", $("found").textContent);
      press("3"); await settle(); tell("updated", $("found").textContent);
      """)
    #expect(seen["moved"] == "1 of 2 changes")
    #expect(seen["neither"] == "0 of 2 changes")
    #expect(seen["updated"] == "2 changes")
  }

  @Test("cuts long values between characters")
  func cut() async throws {
    let value = String(repeating: "x", count: 27) + "😀 and more"
    let seen = try await Browser.run(
      try text(compare("id,a\n", "id,a\n1,\(value)\n"), .html),
      #"tell("text", $("list").querySelector(".v").textContent);"#)
    #expect(seen["text"] == String(repeating: "x", count: 27) + "…")
  }

  @Test("stages tell offsets as the JSON result does")
  func stages() async throws {
    let script = """
      $("tab-stages").click(); await settle();
      while (!$("view-stages").textContent.includes("Records arrive")) press("j");
      tell("tiles", [...document.querySelectorAll(".tile.on")].map((tile) => tile.textContent + " " + tile.title).join("|"));
      tell("rows", [...document.querySelectorAll("#operations .row:not([hidden]) .what")].map((row) => row.textContent).join("|"));
      """
    let old = "id,part\n0,x\n1,y\n2,y\n3,y\n"
    let new = "id,part\n3,y\n1,y\n2,x\n4,y\n"
    let linear = try await Browser.run(try text(compare(old, new), .html), script)
    #expect(linear["tiles"] == "↕ 3 2 → 0|+ 4 to 3")
    let sectioned = try await Browser.run(
      try text(compare(old, new) { $0.section = .column("part") }, .html), script)
    #expect(sectioned["rows"] == "to [0, 2]|[0, 2] → [0, 0]|[0, 1] → [1, 0]")
  }
}
