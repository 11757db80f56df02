import Platform

/// A name of a Swift host's that cannot be used.
package struct HostNameError: Error, Equatable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    case unknown(kind: String, known: [String])
    /// It cannot stand in Lua.
    case malformed
    /// Something else is called as its beginning is.
    case hidden(by: String)
  }

  package let reason: Reason
  package let name: String

  package var description: String {
    switch reason {
    case .unknown(let kind, let known):
      "unknown \(kind) '\(name)'\(Suggestion.phrase(for: name, among: known))"
        + (known.isEmpty ? "; the host has none" : "\n  known: \(known.joined(separator: ", "))")
    case .malformed:
      "the host's name '\(name)' must be words of letters, digits and '_' with dots between them, no digit first"
    case .hidden(let owner): "the host's names '\(owner)' and '\(name)' exclude each other"
    }
  }
}
