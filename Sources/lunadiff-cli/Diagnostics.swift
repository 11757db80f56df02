import LunaDiff

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Messages on standard error, each written at once.
enum Diagnostics {
  /// Says why the work ended.
  static func error(_ message: String) { write("lunadiff: \(message)\n") }

  /// Says how things stand.
  static func say(_ message: String) { write("lunadiff: \(message)\n") }

  /// Says something worth knowing that is no error.
  static func note(_ message: String) { write("lunadiff: note: \(message)\n") }

  /// Shows a line that a script printed; standard output belongs to the result.
  @Sendable static func printed(_ line: UnsafeRawBufferPointer) {
    ProgressLine.clear()
    // There is nobody to tell if standard error itself cannot be written.
    try? Descriptor.standardError.write(line)
  }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { printed(UnsafeRawBufferPointer($0)) }
  }
}
