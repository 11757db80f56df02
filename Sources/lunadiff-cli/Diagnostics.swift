import LunaDiff

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Messages on standard error, each written at once; what a terminal would obey in them is shown as signs.
enum Diagnostics {
  /// Says why the work ended.
  static func error(_ message: String) { write("lunadiff: \(message)") }

  /// Says how things stand.
  static func say(_ message: String) { write("lunadiff: \(message)") }

  /// Says something worth knowing that is no error.
  static func note(_ message: String) { write("lunadiff: note: \(message)") }

  /// Says that a result may be worth less than it seems.
  static func warning(_ message: String) { write("lunadiff: warning: \(message)") }

  /// Shows a line that a script printed; standard output belongs to the result.
  @Sendable static func printed(_ line: UnsafeRawBufferPointer) {
    ProgressLine.clear()
    // There is nobody to tell if standard error itself cannot be written.
    try? Descriptor.standardError.write(line)
  }

  private static func write(_ message: String) {
    var text = VisibleText.lines(message) + "\n"
    text.withUTF8 { printed(UnsafeRawBufferPointer($0)) }
  }
}
