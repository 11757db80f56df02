/// Which LunaDiff this is.
enum Version {
  /// The version that `--version` prints.
  static let number = "0.1.0"
}
