import Batch
import Comparing
import TestSupport
import Testing

@testable import Reports

@Suite(
  "A page in a small window", .enabled(if: Browser.path != nil, "no Chromium is installed"))
struct BrowserSmallTests {
  private let phone = "400,800"
  /// Whether somebody sees an element without scrolling, and nothing lies over its middle.
  private let seeing = #"""
    const isSeen = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return height > 0 && element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const row = (index) => $(`list-${index}`);
    """#

  @Test("opens a change over the list, and has a way back")
  func detail() async throws {
    let seen = try await Browser.run(
      try text(tools(), .html),
      """
      \(seeing)
      tell("width", innerWidth);
      tell("before", isSeen(row(0)) + " " + isSeen($("detail")));
      row(1).click();
      tell("tapped", isSeen(row(0)) + " " + isSeen($("detail")) + " " + $("detail").querySelector("h2").textContent);
      tell("focus", document.activeElement.id);
      $("detail").querySelector(".close").click();
      tell("closed", isSeen(row(1)) + " " + isSeen($("detail")) + " " + document.activeElement.id);
      press("Enter"); press("j");
      tell("keys", isSeen($("detail")) + " " + $("detail").querySelector("h2").textContent);
      press("Escape");
      tell("escaped", isSeen(row(2)) + " " + isSeen($("detail")));
      $("search").value = "nowhere"; $("search").dispatchEvent(new Event("input")); await settle();
      tell("none", isSeen($("detail").querySelector("b")) + " " + $("detail").textContent);
      """, size: phone)
    #expect(Int(seen["width"] ?? "") ?? 0 <= 560)
    #expect(seen["before"] == "true false")
    #expect(seen["tapped"]?.hasPrefix("false true ") == true && seen["focus"] == "detail", "\(seen)")
    #expect(seen["closed"] == "true false list")
    #expect(seen["keys"] == "true 9" && seen["escaped"] == "true false")
    #expect(seen["none"]?.hasPrefix("true Nothing matches") == true, "\(seen)")
  }

  @Test("shows two findings and the first change at once, and the others on demand")
  func folded() async throws {
    let old = (0..<40).map { "\($0),\($0),a \($0),x,\($0 + 100),00\($0)" }.joined(separator: "\n")
    let new = (0..<40).map { "\($0),\($0 + 1),A \($0),y,\(2 * $0 + 90),\($0)" }.joined(separator: "\n")
    let heading = "id,up,name,same,shift,code\n"
    let comparison = try compare(heading + old + "\n", heading + new + "\n")
    let found = try text(comparison, .summary).split(separator: "finding: ").count - 1
    let seen = try await Browser.run(
      try text(comparison, .html),
      """
      \(seeing)
      const findings = () => [...$("finding-list").children].filter((item) => item.offsetHeight).length;
      tell("first", isSeen(row(0)));
      tell("some", findings() + " " + $("rules").offsetHeight);
      $("more-findings").click(); $("more-terms").click();
      tell("all", findings() + " " + ($("rules").offsetHeight > 0) + " " + $("more-findings").textContent);
      """, size: phone)
    #expect(found > 2)
    #expect(seen["first"] == "true" && seen["some"] == "2 0")
    #expect(seen["all"] == "\(found) true less")
  }

  @Test("shows the first change and two findings where it is wide but not high", arguments: [300, 420, 700])
  func flat(height: Int) async throws {
    let rows = (0..<40).map { "\($0),\($0),a\n" }.joined()
    let comparison = try compare("id,a,b\n" + rows, "id,a,b\n" + rows.replacing(",a", with: ",b"))
    let findings = (0..<9).map { "{\"kind\":\"x\",\"text\":\"\($0)\",\"columns\":[]}" }.joined(separator: ",")
    let page = try text(comparison, .html) { $0.findings = false }
      .replacing("id=\"meta\">{", with: "id=\"meta\">{\"findings\":[\(findings)],")
    let seen = try await Browser.run(
      page,
      """
      tell("some", [...$("finding-list").children].filter((item) => item.offsetHeight).length);
      tell("place", $("list").scrollTop);
      """, size: "1200,\(height)")
    #expect(seen["some"] == "2" && seen["place"] == "0", "\(seen)")
  }

  @Test("cuts values around what differs, and paths at their steps", arguments: ["400,800", "1280,800"])
  func cutting(size: String) async throws {
    let long = "one text that is far too long for any cell"
    let seen = try await Browser.run(
      try text(
        compareJSON(
          #"[{"id":1,"flat":"\#(long)","name":{"native":{"eng":{"official":"\#(long)"}}},"a":1,"b":1,"c":1}]"#,
          #"[{"id":1,"flat":"\#(long) neu","name":{"native":{"eng":{"official":"\#(long) neu"}}},"a":2,"b":2,"c":2}]"#),
        .html),
      """
      tell("list", $("list").querySelector(".what").textContent);
      press("v");
      const cells = [...$("list").querySelectorAll(".cell")];
      tell("cells", cells.filter((cell) => cell.textContent.includes("neu")).length);
      tell("path", $("list").querySelector(".cell b").textContent);
      tell("fits", cells.every((cell) => [...cell.querySelectorAll("bdi.v, b")].every((part) => part.scrollWidth <= part.clientWidth + 1)));
      """, size: size)
    #expect(seen["list"]?.contains("neu") == true, "\(seen)")
    #expect(seen["cells"] == "2" && seen["fits"] == "true", "\(seen)")
    #expect(["native.eng.official", "…eng.official"].contains(seen["path"] ?? ""), "\(seen)")
  }

  @Test("of a batch shows errors whole, and heads that sort")
  func batch() async throws {
    var failed = BatchResult(name: "broken", old: "a", new: "b", outcome: .failed, isDifferent: false)
    failed.message =
      "broken.json:1: expected a value: an object, array, string, number, true, false or null\n  {\"a\":\n      ^"
    var page: [UInt8] = []
    try write(BatchSummary([failed]), as: .html, to: &page)
    let seen = try await Browser.run(
      String(decoding: page, as: UTF8.self).replacing("<html", with: "<html data-ready=yes"),
      """
      const box = document.querySelector(".remark div");
      tell("fits", box.scrollWidth <= box.clientWidth && document.documentElement.scrollWidth <= innerWidth);
      tell("text", box.innerText.split("\\n").slice(-2).join("|"));
      tell("heads", document.querySelector("thead tr").offsetHeight < 50);
      """, size: phone)
    #expect(seen["fits"] == "true" && seen["heads"] == "true")
    #expect(seen["text"] == "  {\"a\":|      ^")
  }
}
