import ArgumentParser

/// The columns that a value on a line being written may name.
enum ColumnCompletion {
  /// The names of the columns of the inputs on the line, as flags spell them.
  ///
  /// Mistakes in the line or in the inputs give no names and no message.
  ///
  /// - Parameters:
  ///   - before: The line up to the cursor, which is in the value of a flag.
  ///   - after: What stands behind the cursor.
  static func names(before: String, after: String) -> [String] {
    let words = words(before: before, after: after)
    let named = LunaDiffCommand.command(named: words.first)
    let parsed = try? (named ?? DiffCommand.self)
      .parseAsRoot(named == nil ? words : Array(words.dropFirst()))
    guard let command = parsed as? any InputsCommand else { return [] }
    return command.columnNames.filter { !$0.contains(where: \.isNewline) }
      .map { Escaped.spelling(of: $0, at: ",") }
  }

  /// The words of a line but for the program, the flag that is being given and its value.
  private static func words(before: String, after: String) -> [String] {
    var words = Array(ShellLine(before).words.dropFirst())
    let current = words.popLast() ?? ""
    // `--flag=value` is one word.
    if !current.hasPrefix("-"), words.last?.hasPrefix("-") == true { words.removeLast() }
    let isInside = after.first.map { !$0.isWhitespace } ?? false
    return words + ShellLine(after).words.dropFirst(isInside ? 1 : 0).filter { !$0.isEmpty }
  }
}
