import Foundation

extension Transcript {
  /// Runs the commands one after another and returns the transcript as it really is.
  ///
  /// Where what was expected fits what came, the expected lines stay as they were written.
  ///
  /// - Parameters:
  ///   - directory: Where the files are written and the commands start; it has to be fresh.
  ///   - timeLimit: The most wall time for one command.
  public func run(
    in directory: TemporaryDirectory, style: Style = .exact, timeLimit: Duration = .seconds(900)
  ) async throws -> Transcript {
    let shell = ProcessRunner(
      executable: "/bin/sh", directory: directory.path,
      environment: BuiltProducts.environment(home: directory.path), timeLimit: timeLimit)
    var result = self
    var status: Int32 = 0
    for (index, block) in blocks.enumerated() {
      switch block {
      case .prose: continue
      case .file(let name, _, let lines):
        try directory.write(lines.map { $0 + "\n" }.joined(), to: name)
      case .console(let fence, let steps):
        var real: [Step] = []
        for step in steps {
          let end = try await shell.run(["-c", step.script(after: status, style: style)])
          status = end.status
          real.append(step.replacing(by: end, style: style, directory: directory.path))
        }
        result.blocks[index] = .console(fence: fence, steps: real)
      }
    }
    return result
  }
}

extension Transcript.Step {
  /// The shell's script: `$?` is the status of the command before.
  fileprivate func script(after status: Int32, style: Transcript.Style) -> String {
    "\(style == .terminal ? "exec 2>&1\n" : "")(exit \(status))\n\(command)"
  }

  fileprivate func replacing(
    by end: ProcessResult, style: Transcript.Style, directory: String
  ) -> Transcript.Step {
    var step = self
    step.output = Self.merge(
      expected: output, real: Self.visibleLines(end.outputText, directory: directory))
    step.errors = Self.merge(
      expected: errors, real: Self.visibleLines(end.errorText, directory: directory))
    if end.timedOut { step.errors.append("(killed: its time was up)") }
    if style == .exact { step.status = end.status }
    return step
  }

  /// The real lines, but each as it was expected where that fits.
  private static func merge(expected: [String], real: [String]) -> [String] {
    guard expected.count == real.count else { return real }
    return zip(expected, real).map { LinePattern($0).matches($1) ? $0 : $1 }
  }

  /// Output as lines in which every character can be seen.
  static func visibleLines(_ text: String, directory: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = [""]
    for scalar in text.replacingOccurrences(of: directory, with: "/dir").unicodeScalars {
      switch scalar {
      case "\n": lines.append("")
      case "\u{1B}": lines[lines.count - 1] += "␛"
      case "\r": lines[lines.count - 1] += "␍"
      case "\0": lines[lines.count - 1] += "␀"
      default: lines[lines.count - 1].unicodeScalars.append(scalar)
      }
    }
    if lines.last?.isEmpty == true {
      lines.removeLast()
    } else {
      lines[lines.count - 1] += "␄"
    }
    return lines
  }
}
