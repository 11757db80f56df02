import Foundation
import TestSupport
import Testing

/// The tests of the rules that the examples and the cookbook show.
@Suite struct RuleTestTests {
  private static let root = BuiltProducts.packageRoot

  /// What `lunadiff test --format json` says.
  private struct Results: Decodable {
    let passed: Int
    let failed: Int
  }

  /// Runs the tests of a directory.
  private func check(_ directory: String, _ arguments: [String] = []) async throws {
    let run = try await Lunadiff().run(
      ["test", directory, "--format", "json"] + arguments)
    let results = try JSONDecoder().decode(Results.self, from: Data(run.outputText.utf8))
    #expect(results.passed > 0)
    #expect(results.failed == 0, "\(run.outputText)")
  }

  @Test(
    "tests of an example pass",
    arguments: [
      ("batch", []), ("money", []), ("nightly", []), ("orders", []), ("people", []),
      (
        "plugins",
        ["ledger", "patch", "upsert"].flatMap {
          ["--plugin", "\(root)/examples/plugins/\($0).lua"]
        }
      ),
      ("prices", []),
      ("users", []),
    ] as [(String, [String])])
  func example(topic: String, arguments: [String]) async throws {
    try await check("\(Self.root)/examples/\(topic)", arguments)
  }

  @Test("tests of the cookbook pass, and each of its rules has some")
  func cookbook() async throws {
    let directory = try TemporaryDirectory()
    let text = try String(contentsOfFile: Self.root + "/docs/cookbook.md", encoding: .utf8)
    var rules: Set<String> = []
    for case .file(let name, _, let lines) in Transcript(text).blocks where name.hasSuffix(".lua") {
      try directory.write(lines.joined(separator: "\n"), to: name)
      rules.insert(name)
    }
    let tests = Self.root + "/Tests/CommandLineTests/Fixtures/Cookbook"
    for name in try FileManager.default.contentsOfDirectory(atPath: tests) {
      let text = try String(contentsOfFile: "\(tests)/\(name)", encoding: .utf8)
      try directory.write(text, to: name)
      rules.remove(name.replacing(".test.lua", with: ".lua"))
    }
    // A driver script is no rules file.
    #expect(rules == ["versions.lua"])
    try await check(directory.path)
  }
}
