import Comparing
import Reports
import Testing

@testable import LunaDiff

/// What Swift can say, against the one list that the command line goes by.
@Suite struct NamedSettingTests {
  /// A value of a field; `nil` for one that has to be a function or an object of Lua's.
  private func value(of field: RuleField) -> (any Encodable)? {
    switch field.kind {
    case .isOn: true
    case .text, .section: "a"
    case .texts, .identity: ["a", "b"]
    case .word(let choice): choice.words.last
    case .lists, .rename, .columns: ["a": "b"]
    case .tolerance: 0.5
    case .limits: ["a": 5]
    case .group: ["by": "a", "sum": "b"]
    case .equal, .normalize, .filter: nil
    }
  }

  @Test("every field of a rules file that is no function can be set by its name", arguments: RuleField.names())
  func fields(name: String) throws {
    let field = try #require(RuleField.named(name))
    guard let value = value(of: field) else { return }
    var rules = Rules()
    try rules.set(name, to: value)
    let loaded = try LunaHost().loaded(rules, HostedWork(workers: 1)).ruleSet
    let silent = RuleSet()
    #expect("\(loaded)" != "\(silent)")
  }

  @Test("a field that there is not is an error of the rules")
  func unknown() async throws {
    let rules = try Rules { try $0.set("maks", to: ["a"]) }
    let error = await #expect(throws: LunaDiffError.self) {
      try await LunaHost().compare(old: .bytes("a\n1\n".utf8, .csv), new: .bytes("a\n1\n".utf8, .csv), rules: rules)
    }
    #expect(error?.message.contains("unknown rule 'maks'; did you mean 'mask'?") == true)
  }

  @Test("what a field says is laid over a file and under a property")
  func layers() throws {
    var rules = Rules.text("{ ignore = 'a', only = 'b' }")
    try rules.set("only", to: "c")
    rules.section = "s"
    try rules.set("section", to: "t")
    let loaded = try LunaHost().loaded(rules, HostedWork(workers: 1)).ruleSet
    #expect(loaded.ignored == ["a"] && loaded.only == ["c"])
    guard case .column("s") = loaded.section else {
      Issue.record("the property does not hold")
      return
    }
  }

  @Test("records that the identity leaves pair by later columns")
  func passes() async throws {
    let rules = Rules {
      $0.identity = ["id"]
      $0.passes = [["mail"]]
    }
    let result = try await LunaHost().compare(
      old: .bytes("id,mail\n1,a\n".utf8, .csv), new: .bytes("id,mail\n2,a\n".utf8, .csv), rules: rules)
    #expect(result.changes.map(\.kind) == [.updated])
  }

  @Test("every format of the command line's is one of an app's by its name", arguments: ReportFormat.allCases)
  func formats(format: ReportFormat) { #expect(Report.named(format.rawValue).format == format) }

  @Test("what Swift has words for is a format of the command line's")
  func words() {
    let words: [Report] = [
      .text, .table, .summary, .json, .jsonLines, .csv, .markdown, .junit, .html, .jsonPatch,
    ]
    #expect(Set(words.compactMap(\.format)).count == words.count)
  }
}
