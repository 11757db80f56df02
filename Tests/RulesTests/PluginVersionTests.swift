import Testing

@testable import Rules

/// Versions of plug-ins, and what others need.
@Suite struct PluginVersionTests {
  @Test(
    "versions are compared number by number; a forerunner comes before",
    arguments: [
      ("1.2", "1.10"), ("1", "1.0.1"), ("1.2.0-beta", "1.2"), ("0.9.9", "1"), ("1.2+5", "1.3"),
    ])
  func order(less: String, greater: String) throws {
    let (one, other) = (try #require(PluginVersion(less)), try #require(PluginVersion(greater)))
    #expect(one < other)
    #expect(!(other < one))
  }

  @Test("what is no version is none", arguments: ["", "x", "1.", "1..2", "v1", "-1", ".5"])
  func none(text: String) { #expect(PluginVersion(text) == nil) }

  @Test(
    "a requirement accepts what it says",
    arguments: [
      ("base", nil, true), ("base >= 1.2", "1.2.0", true), ("base >= 1.2", "1.1", false),
      ("base>=1,<2", "1.9", true), ("base >= 1, < 2", "2.0", false), ("base = 1", "1.0", true),
      ("base == 1.0", "1", true), ("base > 1", "1", false), ("base <= 1", "1", true),
      ("base >= 1", nil, false), ("base >= 1", "one", false),
    ] as [(String, String?, Bool)])
  func acceptance(text: String, version: String?, isAccepted: Bool) throws {
    let requirement = try #require(PluginRequirement(text))
    #expect(requirement.name == "base")
    #expect(requirement.accepts(version) == isAccepted)
  }

  @Test(
    "what is no requirement is none",
    arguments: ["", ">= 1", "base >=", "base 1.2", "base >= 1,", "2base", "base >= x", "a-b"])
  func noRequirement(text: String) { #expect(PluginRequirement(text) == nil) }
}
