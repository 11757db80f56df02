import ArgumentParser

/// One flag's help in one place: a line for `-h`, and the words that `--help` adds.
enum Help {
  /// Whether the user asked for all there is to say.
  private static let isLong = !CommandLine.arguments.contains("-h")

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
