import Records
import Testing

@testable import Comparing

@Suite("Comparisons that compare less than it seems")
struct NothingComparedTests {
  private func warnings(_ old: String, _ new: String, _ change: (inout ComparisonPlan) -> Void = { _ in }) throws
    -> [String]
  { try compare(old, new, plan(key: "id", change: change)).terms.warnings.map(\.message) }

  private func hasKeyOnly(_ warnings: [String]) -> Bool {
    warnings.contains { $0.contains("only the key was compared") }
  }

  @Test("no other column in common")
  func oneSided() throws {
    #expect(hasKeyOnly(try warnings("id,a\n1,x\n", "id,b\n1,x\n")))
    #expect(hasKeyOnly(try warnings("id,a\n1,x\n", "id\n1\n")))
    #expect(!hasKeyOnly(try warnings("id,a,c\n1,x,y\n", "id,b,c\n1,x,y\n")))
    #expect(!hasKeyOnly(try warnings("id\n1\n", "id\n1\n")))
  }

  @Test("all other columns are ignored")
  func ignored() throws {
    #expect(hasKeyOnly(try warnings("id,a\n1,x\n", "id,a\n1,y\n") { $0.ignored = ["a"] }))
    #expect(hasKeyOnly(try warnings("id,a\n1,x\n", "id,a\n1,y\n") { $0.only = ["id"] }))
  }

  @Test(
    "names that differ only in form",
    arguments: [
      ("Name", "name", "upper and lower case"), ("a\r\n(EUR)", "a\n(EUR)", "white space"), (" a", "a ", "white space"),
      ("e\u{301}", "é", "Unicode form"), ("\u{feff}a", "a", "Unicode form"),
      (" A", "a", "upper and lower case and white space"),
    ])
  func similar(old: String, new: String, words: String) throws {
    let found = try warnings("id,\"\(old)\"\n1,x\n", "id,\"\(new)\"\n1,x\n")
    #expect(found.contains { $0.contains("differ only in \(words).") }, "\(found)")
  }

  @Test("--ignore-case and --trim match names")
  func matched() throws {
    let rules = { (plan: inout ComparisonPlan) in plan.ruleSet.switches = [.ignoreCase: true, .trim: true] }
    let found = try compare("ID, Name\n1,x\n", "id,name\n1,y\n", plan(key: "id", change: rules))
    #expect(found.summary.updated == 1 && found.columns.deleted.isEmpty)
    #expect(throws: ComparisonError.self) {
      try compare("id,ID\n1,2\n", "id,ID\n1,2\n", plan(key: "id", change: rules))
    }
  }

  @Test("a normalizer that leaves nothing of any value")
  func emptied() throws {
    let digits = { (plan: inout ComparisonPlan) in plan.normalizers["v"] = [.native(TextNormalizer(.digits))] }
    #expect(
      try warnings("id,v\n1,a\n2,b\n", "id,v\n1,c\n2,d\n", digits) == [
        "'v' is empty in all 4 values after 'normalize', so that none of them differ"
      ])
    #expect(try warnings("id,v\n1,a\n2,b\n", "id,v\n1,c\n2,7\n", digits).isEmpty)
    #expect(try warnings("id,v\n1,\n2,\n", "id,v\n1,\n2,\n", digits).isEmpty)
    #expect(try warnings("id,v\n1,-\n2,-\n", "id,v\n1,-\n2,-\n", digits).isEmpty)
  }

  @Test("a header that is repeated is named")
  func repeatedHeader() throws {
    let notes = try compare("id,v\n1,a\nid,v\n2,b\n", "id,v\n1,a\n2,b\n", plan(key: "id")).terms.notes
    #expect(notes.contains { $0.message.hasPrefix("old.csv record 2 (line 3) repeats the header") })
  }

  @Test("a key's column that stands in a later line hints at the lines above")
  func preamble() throws {
    let text = "Report,May\nid,v\n1,a\n"
    #expect(
      try #require(throws: ComparisonError.self) { try compare(text, text, plan(key: "id")) }.hint?.description
        == "skip-lines 1 leaves out what stands above the header")
  }
}
