import Foundation
import Comparing
import Platform
import Records
import Reports
import Testing

@Suite("JSON")
struct JSONReportTests {
  @Test("the stages have where records are moved from, after the deletes, and to")
  func stages() throws {
    let stage = #"{"updated":[],"deleted":[],"inserted":[4],"moved":[[3,0]]}"#
    #expect(try text(tools(), .json) { $0.stages = true }.contains("\n\(stage)\n]"))
  }

  @Test("says of lists how their elements are told apart, and of a separator only where somebody said one")
  func listRules() throws {
    func rules(_ change: (inout ComparisonPlan) -> Void) throws -> String? {
      let lists = #"[{"id":1,"tags":["a","b"],"items":[{"sku":1,"n":2}]}]"#
      let all = try text(compare(lists, lists, names: ("old.json", "new.json"), change: change), .json)
      return all.split(separator: "\n").first { $0.hasPrefix("\"rules\":") }.map(String.init)
    }
    for (rule, words) in [
      (ListRule.set, "a set of values"), (.position, "by position"), (.sequence, "a sequence of values"),
      (.members(["sku"]), "by sku"), (.members(["sku", "n"], isOrdered: false), "by sku, n, in any order"),
    ] {
      #expect(try rules { $0.lists["items"] = rule } == #""rules":{"lists":{"items":"\#(words)"}},"#)
    }
    for (separator, words) in [
      (nil as Text?, "list in any order"), (";", "list in any order, separated by ';'"),
    ] {
      let comparator = try ListComparator(separator: separator)
      #expect(try rules { $0.comparators["tags"] = .native(comparator) } == #""rules":{"equal":{"tags":"\#(words)"}},"#)
    }
  }

  @Test("of equal collections has empty lists")
  func empty() throws {
    let same = "id,a\n1,x\n"
    let result = try object(compare(same, same)) { $0.stages = true }
    #expect((result["changes"] as? [Any])?.isEmpty == true)
    #expect((result["stages"] as? [Any])?.isEmpty == true)
  }

  @Test("keeps the types and spellings of JSON values, on one line")
  func types() throws {
    let comparison = try compareJSON(
      #"[{"id":1,"a":1.50,"b":"x","c":null,"d":[1, 2],"e":true}]"#,
      #"""
      [{"id":1,"a":10e1,"b":2,"c":{"k" : "a b",
       "l":[ ]},"d":null,"f":false}]
      """#)
    let lines = try text(comparison, .jsonl).split(separator: "\n")
    #expect(
      lines[1]
        == #"{"kind":"updated","key":[1],"source":0,"target":0,"line":{"source":1,"target":1},"moved":false,"fields":{"a":{"old":1.50,"new":10e1},"#
        + #""b":{"old":"x","new":2},"c":{"old":null,"new":{"k":"a b","l":[]}},"d":{"old":[1,2],"new":null}}}"#
    )
  }

  @Test("leaves out what is absent, and keeps null")
  func absent() throws {
    let comparison = try compareJSON(
      #"[{"id":1,"a":1},{"id":2,"a":2}]"#, #"[{"id":1},{"id":3,"b":null},{"id":2,"a":2,"b":1}]"#)
    let lines = try text(comparison, .jsonl).split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix(#""fields":{"a":{"old":1}}}"#) })
    #expect(lines.contains { $0.hasSuffix(#""record":{"id":3,"b":null}}"#) })
  }

  @Test("writes a lone surrogate as its escape and escapes what must be")
  func strings() throws {
    let comparison = try compareJSON(
      #"[]"#, #"[{"id":"\ud83d!\u0001\"\\\/\b\f\r\t é 😀 \u2028 </script>"}]"#)
    let line = try text(comparison, .jsonl).split(separator: "\n")[1]
    #expect(line.contains(#""\ud83d!\u0001\"\\/\b\f\r\t é 😀"#))
    #expect(line.contains("</script>"))
  }

  @Test("keeps bytes apart that are not UTF-8")
  func invalid() throws {
    let out = OutputBuffer()
    ([0x61, 0xFF, 0xC3, 0x62, 0xED, 0xA0, 0xBD] as [UInt8]).withBytes {
      out.append(jsonString: $0)
    }
    let result = out.withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(result == #""a\udcff\udcc3b\ud83d""#)
  }

  @Test("shows the kinds asked for, up to the limits of each; the counts are those of all")
  func filters() throws {
    let kinds = try changes(tools()) { $0.show = [.deleted, .moved] }.map { $0["kind"] as? String }
    #expect(kinds == ["deleted", "moved"])
    let some = try changes(tools()) { $0.limit = ChangeLimits(each: 1, named: [.inserted: 0]) }
    #expect(some.map { $0["kind"] as? String } == ["deleted", "moved", "updated"])
    let result = try object(tools()) { $0.show = [] }
    #expect((result["summary"] as? [String: Int])?["inserted"] == 1)
  }

  @Test("has sections, where they came from, their counts and stages by path")
  func sections() throws {
    let result = try object(sectioned()) { $0.stages = true }
    let summary = try #require(result["summary"] as? [String: Any])
    #expect(
      summary["sections"] as? [String: Int]
        == ["deleted": 0, "inserted": 1, "updated": 0, "moved": 0, "unchanged": 2])
    let moved = try changes(sectioned()).first { $0["moved"] as? Bool == true }
    #expect(moved?["section"] as? String == "DE")
    #expect(moved?["fromSection"] as? String == "UK")
    let stages = try #require(result["stages"] as? [[String: [String: [Any]]]])
    #expect(stages.first?["elements"]?["updated"] as? [[Int]] == [[0, 0], [0, 1]])
    #expect(stages.contains { !($0["sections"]?["inserted"]?.isEmpty ?? true) })
    let moves = stages.compactMap { $0["elements"]?["moved"]?.first }
    let move = try #require(moves.first)
    #expect(move as? [[Int]] == [[0, 1], [1, 1]])
  }

  @Test("has statistics of columns only when asked")
  func statistics() throws {
    let summary = try object(tools()) { $0.statistics = true }["summary"] as? [String: Any]
    let columns = try #require(summary?["columns"] as? [String: [String: Any]])
    #expect(columns["price"]?["changed"] as? Int == 1)
    #expect((columns["price"]?["difference"] as? [String: Double])?["median"] == 0.2)
    #expect(try !text(tools(), .json).contains("\"difference\""))
  }

  @Test("what holds white space alone is not filled")
  func blanks() throws {
    let comparison = try compare("id,v\n1,\n2,\n3,x\n4,y\n", "id,v\n1,\u{A0}\n2,a\n3, \n4,\n")
    let text = try text(comparison, .summary)
    #expect(text.contains("1 filled; 1 emptied"), "\(text)")
  }

  @Test("has statistics of the values that normalizers make, and the most frequent change as it stands")
  func normalizedStatistics() throws {
    let old = "id,amount,note\n1,1000,NULL\n2,2000,NULL\n3,3000,NULL\n4,4000,x\n"
    let new = "id,amount,note\n1,10.01,a\n2,20.51,a\n3,31.00,b\n4,40,NULL\n"
    let (scale, null) = try (ScaleNormalizer("0.01"), NullNormalizer([Text("NULL")]))
    let comparison = try compare(old, new) {
      $0.normalizers["amount"] = [.native(scale, of: .source)]
      $0.normalizers["note"] = [.native(null)]
    }
    let summary = try object(comparison) { $0.statistics = true }["summary"] as? [String: Any]
    let columns = try #require(summary?["columns"] as? [String: [String: Any]])
    let difference = try #require(columns["amount"]?["difference"] as? [String: Double])
    #expect(difference == ["count": 3, "median": 0.51, "least": 0.01, "greatest": 1])
    let note = try #require(columns["note"])
    #expect(note["appeared"] as? Int == 3 && note["vanished"] as? Int == 1)
    let frequent = try #require(note["frequent"] as? [String: Any])
    #expect(frequent["old"] as? String == "NULL" && frequent["new"] as? String == "a" && frequent["count"] as? Int == 2)
    let text = try text(comparison, .summary)
    #expect(text.contains("+0.51 (+0.01 to +1)"), "\(text)")
    #expect(text.contains("3 filled; 1 emptied; NULL → a ×2"), "\(text)")
  }

  @Test("agrees with the changes as an app sees them")
  func agreement() throws {
    for comparison in try [tools(), sectioned()] {
      let (listed, all) = (try changes(comparison), try comparison.changes)
      #expect(listed.map { $0["kind"] as? String } == all.map { $0.kind.rawValue })
      #expect(listed.map { $0["source"] as? Int } == all.map(\.source))
      #expect(listed.map { $0["target"] as? Int } == all.map(\.target))
      #expect(
        listed.map { ($0["fields"] as? [String: Any])?.keys.sorted() ?? [] }
          == all.map { $0.fields.map(\.column).sorted() })
      #expect(
        listed.map { $0["section"] as? String }
          == all.map { $0.section?.description })
      #expect(
        listed.map { $0["fromSection"] as? String }
          == all.map { $0.fromSection?.description })
    }
  }

  @Test("hands on bytes in pieces, and stops when the sink fails")
  func streaming() throws {
    struct Full: Error {}
    struct Sink: ReportSink {
      var pieces: [Int] = []
      mutating func write(_ bytes: BytesView) throws {
        if pieces.count == 3 { throw Full() }
        pieces.append(bytes.count)
      }
    }
    let rows = (0..<20_000).map { "\($0),\(String(repeating: "x", count: 16))" }
    let comparison = try compare("id,a\n", "id,a\n" + rows.joined(separator: "\n"))
    var sink = Sink()
    #expect(throws: Full.self) { try write(comparison, as: .json, to: &sink) }
    #expect(sink.pieces.count == 3)
    #expect(sink.pieces.allSatisfy { $0 < 1 << 17 })
  }

  private func object(
    _ comparison: Comparison, change: (inout ReportOptions) -> Void = { _ in }
  ) throws -> [String: Any] {
    let bytes = try report(comparison, .json, change: change)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private func changes(
    _ comparison: Comparison, change: (inout ReportOptions) -> Void = { _ in }
  ) throws -> [[String: Any]] {
    try #require(object(comparison, change: change)["changes"] as? [[String: Any]])
  }
}

@Suite("Many changes")
struct ManyChangesTests {
  @Test(
    "are written in order, the same whatever the number of threads",
    arguments: [ReportFormat.json, .jsonl, .csv, .text])
  func threads(format: ReportFormat) throws {
    let old = (0..<12_000).map { "\($0),\($0 % 7),x" }.joined(separator: "\n")
    let new = (3_000..<15_000).map { "\($0),\($0 % 5),x" }.joined(separator: "\n")
    let results = try [1, 2, 5].map { workers in
      try report(
        compare("id,a,b\n" + old, "id,a,b\n" + new) { $0.run.workers = workers }, format)
    }
    #expect(results[0].count > 100_000)
    #expect(results[1] == results[0] && results[2] == results[0])
  }
}
