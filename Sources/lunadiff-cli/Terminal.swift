import LunaDiff

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is known of the terminal, if there is one.
enum Terminal {
  /// Whether the descriptor is a terminal.
  static func isTerminal(_ descriptor: Descriptor) -> Bool { isatty(descriptor.number) == 1 }

  /// Whether the terminal understands escapes.
  static var isCapable: Bool {
    guard let kind = variable("TERM") else { return false }
    return kind != "dumb"
  }

  /// The number of columns; `nil` where the descriptor is no terminal.
  static func width(_ descriptor: Descriptor) -> Int? {
    guard isTerminal(descriptor) else { return nil }
    var size = winsize()
    guard ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// An environment variable; `nil` where it is absent or empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
