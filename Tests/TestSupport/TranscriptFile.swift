import Foundation

/// A transcript as a file, checked or rewritten.
///
/// With the environment variable `UPDATE_TRANSCRIPTS=1` a file that does not fit is rewritten as it really is:
/// look at what the version control then shows as changed.
public struct TranscriptFile: Sendable, CustomStringConvertible {
  /// The path of the Markdown file.
  public let path: String
  /// How strictly it is written.
  public let style: Transcript.Style
  /// What its commands find beside the files that it holds: a name and where it is.
  ///
  /// It is copied, so that nothing outside the fresh directory is ever written to.
  public let provided: [String: String]

  private static let gate = Gate(width: ProcessInfo.processInfo.activeProcessorCount)

  /// Makes a transcript file; see the properties.
  public init(path: String, style: Transcript.Style = .exact, provided: [String: String] = [:]) {
    self.path = path
    self.style = style
    self.provided = provided
  }

  /// The Markdown files of a directory, in order of their names.
  public static func all(in directory: String) -> [TranscriptFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
      .map { TranscriptFile(path: directory + "/" + $0) }
  }

  /// The file's name, by which a test is told from another.
  public var description: String { URL(fileURLWithPath: path).lastPathComponent }

  /// Runs the transcript in a fresh directory.
  ///
  /// - Returns: What differs, for a person to read; `nil` where nothing does, or the file was rewritten.
  public func mismatch() async throws -> String? {
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let expected = Transcript(written)
    let real = try await Self.gate.pass {
      let directory = try TemporaryDirectory()
      for (name, place) in provided {
        try FileManager.default.copyItem(atPath: place, toPath: directory.path(of: name))
      }
      return try await expected.run(in: directory, style: style)
    }
    guard real != expected else { return nil }
    if ProcessInfo.processInfo.environment["UPDATE_TRANSCRIPTS"] == "1" {
      try Data(real.text.utf8).write(to: URL(fileURLWithPath: path))
      return nil
    }
    return real.differences(from: expected)
  }
}

extension Transcript {
  /// For each command that did something else: what was expected and what came.
  func differences(from expected: Transcript) -> String {
    zip(steps, expected.steps).filter { $0 != $1 }
      .map { real, expected in
        let command = expected.commandLines.joined(separator: "\n")
        return """
          \(command)
          --- expected
          \(expected.lines.dropFirst(expected.commandLines.count).joined(separator: "\n"))
          --- came
          \(real.lines.dropFirst(real.commandLines.count).joined(separator: "\n"))
          """
      }
      .joined(separator: "\n\n")
  }

  private var steps: [Step] {
    blocks.flatMap { block in
      if case .console(_, let steps) = block { steps } else { [Step]() }
    }
  }
}
