extension ReadOptions {
  /// Options that are set though no input of a format has a use for them, by their names as flags without dashes.
  package func idle(in format: InputFormat) -> [String] {
    format.isDelimited ? documentOptions : textOptions
  }

  /// What is set for JSON.
  private var documentOptions: [String] { pointer == nil ? [] : ["at"] }

  /// What is set for delimited text.
  private var textOptions: [String] {
    let options: [(name: String, isSet: Bool)] = [
      ("delimiter", delimiter != nil), ("quote", quote != nil || !isQuoting),
      ("escape", escape != nil), ("escape-unquoted", escapesUnquoted),
      ("skip-space", skipsSpace), ("comment", comment != nil), ("no-header", !hasHeader),
      ("columns", columnNames != nil), ("rename-headers", renamesHeaders),
      ("null", !nullTokens.isEmpty), ("skip-lines", skipLines > 0), ("ragged", ragged != .error),
    ]
    return options.filter(\.isSet).map(\.name)
  }
}
