import Batch
import CZlib
import Comparing
import Foundation
import Records
import TestSupport
import Testing

@testable import Reports

@Suite("HTML")
struct HTMLReportTests {
  @Test("is one page that loads nothing")
  func selfContained() throws {
    let page = try text(tools(), .html)
    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.hasSuffix("</html>\n"))
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("{{"))
    #expect(page.firstMatch(of: #/<(script|img|link|iframe)[^>]*(src|href)=/#) == nil)
  }

  @Test("keeps data from becoming markup")
  func injection() throws {
    let evil = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>"
    let comparison = try compare(
      "id,\(evil)\n1,x\n", "id,\(evil)\n1,\(evil)\n\(evil),\(evil)\n", names: (evil, evil))
    let page = try text(comparison, .html) { $0.title = evil }
    #expect(!page.contains("<script>alert"))
    #expect(!page.contains("<img src=x"))
    #expect(!page.contains("<!--<"))
    let changes = try data(page)
    #expect(changes.count == 2)
  }

  @Test("has blocks of changes that parse, with what the page needs")
  func blocks() throws {
    let rows = (0..<1203).map { "\($0),a\($0)" }
    let comparison = try compare("id,a\n", "id,a\n" + rows.joined(separator: "\n"))
    let page = try text(comparison, .html)
    #expect(page.components(separatedBy: "class=\"changes-data\"").count - 1 == 3)
    #expect(try data(page).count == 1203)
    let meta = try meta(page)
    #expect((meta["kinds"] as? String) == "1203i")
    #expect(meta["keyColumns"] as? [Int] == [0])
    #expect(meta["keyNames"] as? [String] == ["id"])
  }

  @Test("has the same changes where there are so many that they are deflated")
  func deflated() throws {
    let rows = (0..<30_000).map { "\($0),value \($0 * 7919 % 30_011)" }
    let page = try text(compare("id,a\n", "id,a\n" + rows.joined(separator: "\n")), .html)
    #expect(page.contains(#"<script type="application/zlib" class="changes-data">"#))
    #expect(page.contains(#"<script type="application/json" class="changes-data">"#))
    #expect(page.utf8.count < 1_600_000)
    let changes = try data(page).map { ($0 as? [Any])?[2] as? [String] }
    #expect(changes == rows.map { $0.components(separatedBy: ",") })
    #expect(try meta(page)["isFull"] as? Bool == false)
  }

  @Test("stops where it is full, with room for the few changes of another kind")
  func full() throws {
    let rows = (0..<100).map { "\($0),\($0)" }.joined(separator: "\n")
    let comparison = try compare("id,a\nx,1\n" + rows, "id,a\n" + rows.replacing(",", with: ",a") + "\ny,1\n")
    let listing = ChangeListing(forPeople: comparison, ReportOptions())
    let out = OutputBuffer()
    let data = PageData(out)
    func kinds(_ options: ReportOptions) -> [Change.Kind] {
      Change.Kind.allCases.filter { PageRoom(listing, options).hasPlace(for: $0, in: data) }
    }
    data.begin()
    #expect(kinds(ReportOptions()) == Change.Kind.allCases)
    out.append(repeating: 0, count: 4 * (PageRoom.size - 500))
    #expect(!kinds(ReportOptions()).contains(.updated))
    #expect(kinds(ReportOptions()).contains(.deleted))
    out.append(repeating: 0, count: 4 * 500)
    #expect(kinds(ReportOptions()).allSatisfy { listing.matching($0) == 0 })
    var limited = ReportOptions()
    limited.limit = 1_000_000
    #expect(kinds(limited) == Change.Kind.allCases)
  }

  @Test("tells the types of values apart")
  func values() throws {
    let comparison = try compareJSON(
      #"[{"id":1,"a":"1","b":[1, 2]}]"#, #"[{"id":1,"a":1,"b":true},{"id":2,"a":null}]"#)
    let page = try text(comparison, .html)
    #expect(
      page.contains(
        #"[[0,0,[["1"],["1"],true],[1,"1",["1"],2,["[1,2]",1],true]],[-1,1,[["2"],null],0]]"#))
  }

  @Test("has sections and duplicates")
  func meta() throws {
    let page = try text(sectioned(), .html)
    #expect(try meta(page)["sections"] as? [String] == ["UK", "DE", "FR"])
    let doubled = try meta(text(compare("id,a\n1,x\n1,y\n", "id,a\n1,x\n"), .html))
    let duplicates = doubled["duplicates"] as? [String: Any]
    #expect((duplicates?["source"] as? [String: Any])?["identities"] as? Int == 1)
  }

  @Test("lists as many changes as the limits allow and knows how many there are")
  func limit() throws {
    let limits = ChangeLimits(named: [.deleted: 0, .moved: 0])
    let page = try text(tools(), .html) { $0.limit = limits }
    #expect(try data(page).count == 2)
    #expect(try meta(page)["changes"] as? Int == 4)
  }

  @Test("lists what is updated first, and has the values of context columns before the key")
  func order() throws {
    let page = try text(tools(), .html) { $0.context = ["name"] }
    #expect(try meta(page)["kinds"] as? String == "udim")
    #expect(try meta(page)["context"] as? [String] == ["name"])
    #expect(page.contains(#"[2,"1.00","1.20"],[0,"Saw"]]"#))
  }

  @Test("of sparse records only what they have is written")
  func sparse() throws {
    let records = (0..<3000).map { "{\"id\":\($0),\"k\($0)\":\"v\"}" }.joined(separator: ",")
    let page = try text(compareJSON("[]", "[\(records)]"), .html)
    #expect(page.contains(#"[-1,7,{"0":["7"],"8":"v"},0]"#))
    #expect(page.utf8.count < 1_000_000)
  }

  @Test("is called by the inputs' names, and where these are the same by the folders that differ")
  func title() throws {
    let same = "id,a\n1,x\n"
    func title(_ old: String, _ new: String) throws -> String? {
      let page = try text(compare(same, same, names: (old, new)), .html)
      return page.firstMatch(of: #/<title>(.*)<\/title>/#).map { String($0.1) }
    }
    #expect(try title("old.csv", "new.csv") == "old.csv → new.csv")
    #expect(try title("data/old.csv", "data/new.csv") == "data/old.csv → new.csv")
    #expect(try title("a/old.csv", "b/new.csv") == "old.csv → new.csv")
    #expect(try title("runs/monday/shop/orders.csv", "runs/tuesday/shop/orders.csv") == "orders.csv: monday → tuesday")
    #expect(try title("orders.csv", "before/orders.csv") == "orders.csv: . → before")
    #expect(try title("pg://a/orders", "pg://b/orders") == "pg://a/orders → pg://b/orders")
  }

  @Test("the page of a batch is called by the folders of the pairs, where all are in two")
  func batchTitle() throws {
    func title(_ pairs: (String, String, String)...) throws -> String? {
      let results = pairs.map { BatchResult(name: $0, old: $1, new: $2, outcome: .same, isDifferent: false) }
      var page: [UInt8] = []
      try write(BatchSummary(results), as: .html, to: &page)
      return String(decoding: page, as: UTF8.self).firstMatch(of: #/<title>(.*)<\/title>/#).map { String($0.1) }
    }
    #expect(try title(("x", "mo/x", "tu/x"), ("y/z", "mo/y/z", "tu/y/z")) == "Batch: mo → tu")
    #expect(try title(("x", "mo/x", "tu/x"), ("y", "we/y", "tu/y")) == "Batch")
    #expect(try title(("a", "mo/x", "tu/x")) == "Batch")
  }

  @Test("has scripts without comments and indentation")
  func bare() throws {
    let page = try text(tools(), .html)
    #expect(page.firstMatch(of: #/\n +[a-z]/#) == nil)
    #expect(page.firstMatch(of: #/\n\/\/ [A-Z]/#) == nil)
  }

  private func meta(_ page: String) throws -> [String: Any] {
    let parts = page.components(separatedBy: "id=\"meta\">")
    let json = parts[1].components(separatedBy: "</script>")[0]
    return try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private func data(_ page: String) throws -> [Any] {
    try page.components(separatedBy: "<script type=\"application/").dropFirst().flatMap { script -> [Any] in
      let parts = script.components(separatedBy: "</script>")[0].components(separatedBy: "\" class=\"changes-data\">")
      guard parts.count == 2 else { return [] }
      let json = parts[0] == "json" ? Data(parts[1].utf8) : try inflated(parts[1])
      return try #require(try JSONSerialization.jsonObject(with: json) as? [Any])
    }
  }

  private func inflated(_ base64: String) throws -> Data {
    let deflated = try #require(Data(base64Encoded: base64))
    var size: uLongf = 1 << 20
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let status = deflated.withUnsafeBytes {
      uncompress(&bytes, &size, $0.bindMemory(to: UInt8.self).baseAddress, uLong($0.count))
    }
    #expect(status == Z_OK)
    return Data(bytes[..<Int(size)])
  }
}
