import ArgumentParser
import Platform

enum Terminal {
  static func isTerminal(_ descriptor: Descriptor) -> Bool { isatty(descriptor.number) == 1 }

  static var isTypedAt: Bool { isTerminal(.standardInput) && isTerminal(.standardOutput) }

  static var isCapable: Bool {
    guard let kind = Environment.variable("TERM") else { return false }
    return kind != "dumb"
  }

  struct Size {
    let rows: Int
    let columns: Int
  }

  /// The size; `nil` where the descriptor is no terminal, or one that does not tell.
  static func size(_ descriptor: Descriptor) -> Size? {
    guard isTerminal(descriptor) else { return nil }
    var size = winsize()
    guard ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  static func width(_ descriptor: Descriptor) -> Int? { size(descriptor)?.columns }
}

extension Descriptor {
  /// Writes what is lost without harm where it cannot be written: a message, a line of a history.
  func show(_ text: String) { try? write(text) }

  static let standardInput = Descriptor(number: STDIN_FILENO, name: "standard input")
  static let standardOutput = Descriptor(number: STDOUT_FILENO, name: "standard output")
  static let standardError = Descriptor(number: STDERR_FILENO, name: "standard error")
}

enum StandardOutput {
  static func print(_ text: String) throws { try Descriptor.standardOutput.write(text) }
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// A file, which has no descriptor, is coloured only by `always`.
  func isColored(_ descriptor: Descriptor?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      guard let descriptor, Environment.variable("NO_COLOR") == nil else { return false }
      return Terminal.isTerminal(descriptor) && Terminal.isCapable
    }
  }
}
