import Foundation
import Records
import TestSupport
import Testing

@testable import Comparing

/// Python with its package `jsonpatch`, where both are installed.
private enum Python {
  /// Applies each patch to its document, and prints what gives another value than is wanted.
  static let script = """
    import json, sys, jsonpatch
    for line in sys.stdin:
        old, patch, new = json.loads(line)
        if jsonpatch.apply_patch(old, patch) != new:
            print(line)
    """

  static func run(_ script: String, _ input: String = "") async throws -> ProcessResult {
    let directory = try TemporaryDirectory()
    let runner = ProcessRunner(
      executable: "/usr/bin/env", directory: directory.path,
      environment: ProcessInfo.processInfo.environment)
    return try await runner.run(["python3", "-c", script], input: Data(input.utf8))
  }

  static func hasJSONPatch() async throws -> Bool {
    try await run("import jsonpatch").status == 0
  }
}

@Suite("Operations for other tools")
struct IndependentPatchTests {
  @Test(
    "Python's jsonpatch applies them as they are meant",
    .enabled("python3 has no package jsonpatch") { try await Python.hasJSONPatch() },
    arguments: [ListRule.sequence, .position, .members(["id"]), .script(0)])
  func python(_ rule: ListRule) async throws {
    var generator = SeededGenerator.announced("operations for python \(rule.summary)")
    let rules = ValueRules.everywhere(rule)
    let cases = try (0..<400).map { _ in
      let old = JSONModel.array((0..<4).map { _ in JSONModel.random(3, &generator) })
      let new = old.edited(&generator).edited(&generator)
      let operations = try valueOperations(old.spelled(), new.spelled(), rules)
      return JSONModel.array([old, .array(operations), new]).spelled()
    }
    let result = try await Python.run(Python.script, cases.joined(separator: "\n") + "\n")
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.output.isEmpty, "\(result.outputText)")
  }
}
