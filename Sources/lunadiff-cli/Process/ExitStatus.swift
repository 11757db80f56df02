/// What the process says by its exit status.
struct ExitStatus: RawRepresentable, Equatable {
  let rawValue: Int32

  /// No difference under the rules; or help, a version, a script that ended well.
  static let same = ExitStatus(rawValue: 0)
  /// At least one difference.
  static let different = ExitStatus(rawValue: 1)
  /// Bad usage, unreadable input, a rule that failed, an output that could not be written.
  static let trouble = ExitStatus(rawValue: 2)
}
