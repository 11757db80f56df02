import Foundation
import TestSupport
import Testing

/// Every transcript, every example and the README: what they show is what happens.
@Suite struct TranscriptFileTests {
  private static let root = BuiltProducts.packageRoot
  /// The names of those that are run; `nil` for all.
  private static let names = ProcessInfo.processInfo.environment["LUNADIFF_TRANSCRIPTS"]?.split(separator: ",")

  private static func chosen(_ files: [TranscriptFile]) -> [TranscriptFile] {
    files.filter { file in names?.contains { $0 == file.description } ?? true }
  }

  @Test("a command does what its transcript says", arguments: chosen(transcripts))
  func transcript(file: TranscriptFile) async throws {
    let mismatch = try await file.mismatch()
    #expect(mismatch == nil)
  }

  static let transcripts = TranscriptFile.all(in: root + "/Tests/CommandLineTests/Transcripts")

  @Test("an example does what its README says", arguments: chosen(examples))
  func example(file: TranscriptFile) async throws {
    let mismatch = try await file.mismatch()
    #expect(mismatch == nil)
  }

  static let examples: [TranscriptFile] = {
    let folder = root + "/examples"
    let topics = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return topics.sorted().filter { !$0.contains(".") }.map { topic in
      let place = "\(folder)/\(topic)"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      let provided = names.map { ($0, "\(place)/\($0)") }
      return TranscriptFile(
        path: "\(place)/README.md", style: .terminal,
        provided: Dictionary(uniqueKeysWithValues: provided))
    }
  }()

  @Test("a page of the manual shows what happens", arguments: chosen(pages))
  func page(file: TranscriptFile) async throws {
    let mismatch = try await file.mismatch()
    #expect(mismatch == nil)
  }

  static let pages = [
    "README.md", "docs/guide.md", "docs/cookbook.md", "docs/rules.md",
    "docs/batch.md", "docs/ci.md", "docs/recipes.md", "docs/probe.md", "docs/explain.md",
    "docs/learn.md", "docs/findings.md", "docs/project.md", "docs/history.md",
    "docs/testing.md",
    "docs/patch.md",
    "docs/repl.md", "docs/debugging.md", "docs/git.md", "docs/results.md",
    "docs/plugins.md",
  ].map { name in
    TranscriptFile(
      path: "\(root)/\(name)", style: .terminal, provided: ["examples": "\(root)/examples"])
  }

  @Test("there is something to run")
  func presence() {
    #expect(!Self.transcripts.isEmpty)
    #expect(!Self.examples.isEmpty)
  }
}
