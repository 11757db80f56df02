import Batch
import Reports
import TestSupport
import Testing

/// Which files of two directories make a pair.
@Suite struct DirectoryPairTests {
  private func pairs(
    _ old: [String], _ new: [String], _ change: (inout DirectoryPairs) -> Void = { _ in }
  ) throws -> [String] {
    let directory = try TemporaryDirectory()
    try directory.makeDirectory("old")
    try directory.makeDirectory("new")
    for name in old { try directory.write("", to: "old/\(name)") }
    for name in new { try directory.write("", to: "new/\(name)") }
    var options = DirectoryPairs()
    change(&options)
    let base = BatchPair(name: "", old: nil, new: nil)
    return try options.pairs(
      old: directory.path(of: "old"), new: directory.path(of: "new"), base: base
    )
    .map { pair in
      let sides = [pair.old, pair.new].map { path in
        path.map { String($0.dropFirst(directory.path.utf8.count + 5)) } ?? "-"
      }
      return "\(pair.name): \(sides[0]) \(sides[1])"
    }
  }

  @Test("files of one name pair before those that differ in format alone")
  func exactFirst() throws {
    #expect(
      try pairs(["a.csv", "a.json"], ["a.csv", "a.jsonl.gz"]) == [
        "a: a.json a.jsonl.gz", "a.csv: a.csv a.csv",
      ])
  }

  @Test("files that differ in format alone do not pair where that is ambiguous")
  func ambiguous() throws {
    #expect(
      try pairs(["a.csv", "a.json"], ["a.tsv"]) == [
        "a.csv: a.csv -", "a.json: a.json -", "a.tsv: - a.tsv",
      ])
  }

  @Test("hidden files, other formats and directories below are left out")
  func leftOut() throws {
    #expect(try pairs([".a.csv", "b.txt", "c/d.csv", "e.csv"], []) == ["e.csv: e.csv -"])
  }

  @Test("directories below are taken where that is asked for")
  func recursive() throws {
    #expect(
      try pairs(["c/d.csv", "x/y/z.json"], ["c/d.csv", "x/y/z.csv"]) { $0.isRecursive = true }
        == ["c/d.csv: c/d.csv c/d.csv", "x/y/z: x/y/z.json x/y/z.csv"])
  }

  @Test("a pattern takes files of other names, and one with a slash paths")
  func patterns() throws {
    #expect(
      try pairs(["b.txt", "c/d.csv", "c/e.csv", "d.csv"], []) {
        $0.isRecursive = true
        $0.patterns = ["*.txt", "c/d*"]
      } == ["b.txt: b.txt -", "c/d.csv: c/d.csv -"])
  }

  @Test(
    "thresholds are read and are exact",
    arguments: [
      ("10", 10, 0, false), ("10", 11, 0, true), ("0.1%", 1, 1000, false), ("0.1%", 2, 1000, true),
      ("0.1%", 1, 999, true), ("33.333333333%", 1, 3, true), ("100%", 5, 5, false),
      ("50%", 1, 0, true),
    ])
  func thresholds(text: String, changes: Int, records: Int, isExceeded: Bool) throws {
    #expect(
      try #require(ChangeThresholds.Threshold(text)).isExceeded(by: changes, of: records)
        == isExceeded)
  }

  @Test(
    "what is no threshold is refused",
    arguments: ["", "%", "-1", "1.5", ".5%", "1.%", "1e2%", "+3%", "1.0000000001%"])
  func noThresholds(text: String) {
    #expect(ChangeThresholds.Threshold(text) == nil)
  }
}
