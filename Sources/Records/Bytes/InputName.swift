/// What messages call inputs.
package enum InputName {
  /// The name of standard input.
  package static let standardInput = "standard input"

  /// The name of an input by its path.
  package static func of(_ path: String) -> String { path == "-" ? standardInput : path }
}
