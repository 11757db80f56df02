import Foundation
import Comparing
import Patching
import Testing

/// One case of the published suite of JSON Patch.
struct PatchCase: Sendable, CustomTestStringConvertible {
  let number: Int
  let comment: String
  let document, patch: String
  /// What comes of it; `nil` where the suite says that it fails, or nothing of the result.
  let expected: String?
  let fails: Bool

  var testDescription: String { "\(number): \(comment)" }

  private init?(_ number: Int, _ members: [String: Any]) throws {
    guard members["disabled"] == nil, let document = members["doc"], let patch = members["patch"]
    else { return nil }
    self.number = number
    comment = members["comment"] as? String ?? ""
    self.document = try Self.spelled(document)
    self.patch = try Self.spelled(patch)
    expected = try members["expected"].map(Self.spelled)
    fails = members["error"] != nil
  }

  /// One spelling for all equal values.
  static func spelled(_ value: Any) throws -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
    let data = try JSONSerialization.data(withJSONObject: value, options: options)
    return String(decoding: data, as: UTF8.self)
  }

  static func value(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  /// The cases of a file, but those that it says are disabled.
  static func all(of file: URL) throws -> [PatchCase] {
    let cases = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]]
    return try (cases ?? []).enumerated().compactMap { try PatchCase($0 + 1, $1) }
  }
}

@Suite("The published suite of JSON Patch")
struct PatchSuiteTests {
  static let cases = Result {
    try PatchCase.all(
      of: URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/json-patch-tests/tests.js"))
  }

  @Test("gives what it says, or an error where it says so", arguments: try cases.get())
  func example(_ example: PatchCase) throws {
    guard !example.fails else {
      #expect(throws: DocumentPatchError.self) { try patched(example.document, example.patch) }
      return
    }
    let result = try patched(example.document, example.patch)
    let spelled = try PatchCase.spelled(PatchCase.value(result))
    #expect(spelled == example.expected ?? example.document)
  }

  @Test("is there with all its cases")
  func count() throws {
    #expect(try Self.cases.get().count == 77)
  }
}
