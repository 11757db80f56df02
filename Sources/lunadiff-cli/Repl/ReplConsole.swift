import Scripting
import Platform

/// Where a session says what it says: results on standard output, errors on standard error.
final class ReplConsole {
  let isColored: Bool
  /// Whether the reader of the results has gone.
  private(set) var isClosed = false

  init(isColored: Bool) { self.isColored = isColored }

  /// Writes a piece at once, in its turn behind what scripts write by themselves.
  func show(_ output: ReplOutput) {
    fflush(nil)
    do {
      switch output {
      case .text(let text): try StandardOutput.print(text)
      case .error(let message): Diagnostics.complaint(message, isColored: isColored)
      }
    } catch { isClosed = true }
  }
}

extension Diagnostics {
  /// An error of something typed, which ends nothing.
  fileprivate static func complaint(_ message: String, isColored: Bool) {
    let message = VisibleText.lines(message)
    let text = isColored ? "\u{1B}[31m\(message)\u{1B}[0m\n" : message + "\n"
    // A failure to write to standard error cannot be reported anywhere.
    try? Descriptor.standardError.write(text)
  }
}
