import Platform

/// Messages on standard error, each written at once; what a terminal would obey in them is shown as signs.
enum Diagnostics {
  static func error(_ message: String) { write("lunadiff: \(message)") }

  static func say(_ message: String) { write("lunadiff: \(message)") }

  static func note(_ message: String) { write("lunadiff: note: \(message)") }

  /// Says that a result may be worth less than it seems.
  static func warning(_ message: String) { write("lunadiff: warning: \(message)") }

  /// Shows a line that a script printed; standard output belongs to the result.
  @Sendable static func printed(_ line: [UInt8]) {
    let text = String(decoding: line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...], as: UTF8.self)
    let cells = text.split(separator: "\t", omittingEmptySubsequences: false)
    write(visible: cells.map { VisibleText.lines(String($0)) }.joined(separator: "\t"))
  }

  private static func write(_ message: String) { write(visible: VisibleText.lines(message)) }

  private static func write(visible message: String) { ProgressLine.hidden { show(message + "\n") } }

  static func show(_ text: String) { Descriptor.standardError.show(text) }
}
