import ArgumentParser
import Platform

/// What `--color` says.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether to colour what goes to a descriptor.
  ///
  /// - Parameter descriptor: `nil` for a file, which is coloured only by `always`.
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
