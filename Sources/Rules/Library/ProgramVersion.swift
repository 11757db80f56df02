/// The version that `--version` and `luna.version` say.
package enum ProgramVersion {
  /// The version that `lunadiff --version` prints, and scripts find in `luna.version`.
  package static let number = "0.1.0"
}
