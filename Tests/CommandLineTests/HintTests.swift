import Foundation
import TestSupport
import Testing

/// A command that fails or is doubtful, what its message advises, and the command that takes the advice to the letter.
struct Hint: Sendable, CustomTestStringConvertible {
  /// What is wrong.
  let trouble: String
  /// A script that makes the files.
  let files: String
  /// The command whose message is read.
  let wrong: String
  /// What stands in the message, to be typed as it is.
  let advice: String
  /// The command that follows it; `{}` stands for the advice.
  let right: String
  /// What it prints.
  let result: String

  init(
    _ trouble: String, files: String, wrong: String = "lunadiff old.csv new.csv -k id",
    advice: String, right: String = "lunadiff old.csv new.csv -k id {}",
    result: String = Hint.oneUpdate
  ) {
    self.trouble = trouble
    self.files = files
    self.wrong = wrong
    self.advice = advice
    self.right = right
    self.result = result
  }

  static let oneUpdate = "1 updated, 0 deleted, 0 inserted, 0 moved, 1 unchanged"

  var testDescription: String { trouble }

  /// Whether a program that advice runs is there.
  static func isInstalled(_ program: String) -> Bool {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}

@Suite("Hints")
struct HintTests {
  @Test("every hint, followed to the letter, gives the right result", arguments: Hint.all)
  func following(hint: Hint) async throws {
    let lunadiff = try Lunadiff()
    let made = try await lunadiff.shell(hint.files)
    try #require(made.status == 0, "\(made.errorText)")
    let before = try await lunadiff.shell(hint.wrong)
    #expect((before.errorText + before.outputText).contains(hint.advice))
    let after = try await lunadiff.shell(hint.right.replacing("{}", with: hint.advice))
    #expect(after.outputText.contains(hint.result), "\(after.errorText)")
    #expect(after.status == 1)
  }

  @Test("bzip2", .enabled(if: Hint.isInstalled("bzip2"), "bzip2 is not installed"))
  func bzip2() async throws { try await following(hint: .bzip2) }

  @Test("xz", .enabled(if: Hint.isInstalled("xz"), "xz is not installed"))
  func xz() async throws { try await following(hint: .xz) }

  @Test("a zip archive", .enabled(if: Hint.isInstalled("zip"), "zip is not installed"))
  func zip() async throws { try await following(hint: .zip) }

  @Test("an SQLite database", .enabled(if: Hint.isInstalled("sqlite3"), "sqlite3 is not installed"))
  func sqlite() async throws { try await following(hint: .sqlite) }
}
