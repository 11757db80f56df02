import Platform

/// A program that gave no records, and why.
package enum ProgramFailure: Sendable, Equatable {
  case notInstalled(program: String, advice: String?)
  /// It ended with another status than 0; the last lines that it wrote to standard error.
  case ended(program: String, status: Int32, lines: [String])
  case notAllowed(program: String)
  case refused(reason: String)

  /// So many lines of standard error are shown, and so much of each.
  private static let (mostLines, longestLine) = (5, 500)

  init(_ program: Subprocess, _ end: Subprocess.End) {
    let lines = end.errors.split(whereSeparator: \.isNewline).suffix(Self.mostLines)
    self = .ended(
      program: program.program, status: end.status, lines: lines.map { String($0.prefix(Self.longestLine)) })
  }

  /// What is wrong: one line, and below it what the program wrote if that is more than one.
  var reason: String {
    switch self {
    case .notInstalled(let program, _):
      "the program \(program), which reads this, is not installed, or not on the search path"
    case .ended(let program, let status, let lines):
      "\(program) ended with status \(status)"
        + (lines.count == 1 ? ": \(lines[0])" : lines.map { "\n  \($0)" }.joined())
    case .notAllowed(let program): "the program \(program) reads this, and no program may be run here"
    case .refused(let reason): reason
    }
  }

  var hint: Hint? { if case .notInstalled(_, let advice) = self { advice.map { Hint($0) } } else { nil } }
}
