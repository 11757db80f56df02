import Platform

extension Descriptor {
  static let standardInput = Descriptor(number: STDIN_FILENO, name: "standard input")
  static let standardOutput = Descriptor(number: STDOUT_FILENO, name: "standard output")
  static let standardError = Descriptor(number: STDERR_FILENO, name: "standard error")
}

/// Standard output for text that is no report.
enum StandardOutput {
  /// Writes the text.
  static func print(_ text: String) throws { try Descriptor.standardOutput.write(text) }
}
