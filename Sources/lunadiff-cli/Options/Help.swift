import ArgumentParser

/// One flag's help in one place: a line for `-h`, and the words that `--help` adds.
enum Help {
  /// Whether flags say all there is to say: the argument parser makes no difference between `-h` and `--help`.
  @TaskLocal static var isLong = true

  /// A flag's help.
  ///
  /// - Parameters:
  ///   - short: One line.
  ///   - value: The name of the value.
  ///   - long: What else there is to know.
  static func flag(_ short: String, value: String? = nil, _ long: String = "") -> ArgumentHelp {
    ArgumentHelp(short, discussion: isLong ? long : "", valueName: value)
  }
}
