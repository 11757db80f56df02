import Platform
import Testing

@Suite struct SettingTests {
  private let limit = Setting("limit")

  @Test("a hint knows which settings it names")
  func settings() {
    let hint: Hint = "\(limit) allows \(2) more, \(limit.of("old")) for one input"
    #expect(hint.settings == [limit, Setting("old-limit")])
  }

  @Test("a setting has its bare name where no program says how it is written")
  func names() {
    let hint: Hint = "\(limit) allows more"
    #expect((hint + "; 0 is no limit").description == "limit allows more; 0 is no limit")
  }

  @Test("a setting may be called otherwise where it is for one input alone")
  func sides() {
    let format = Setting("input-format", sidedName: "format")
    #expect(format.of("old").name == "old-format")
  }

  @Test("hints are joined to one")
  func joining() {
    let hints: [Hint] = ["one", "\(limit)", "three"]
    #expect(hints.joined(separator: "; ") == "one; limit; three")
    #expect(hints.joined(separator: "; ").settings == [limit])
  }

  @Test("a setting is written a million times with no more of the stack than once")
  func manyTimes() {
    let setting = Setting("memory-limit")
    for _ in 0..<1_000_000 { _ = setting.description }
    #expect(setting.description == "memory-limit")
  }
}
