import ArgumentParser

/// What a shell offers where a value is to come.
enum ValueCompletion: Equatable {
  /// Files of the system.
  case files
  /// Directories alone.
  case directories
  /// One of these words.
  case words([String])
  /// Several of these words, separated by commas.
  case list([String])
  /// A column of the inputs on the line.
  case column
  /// Several of them, separated by commas.
  case columns
  /// Nothing: only the user can know.
  case nothing
}

extension CompletionKind {
  /// The words of a type.
  static func words<Word: RawRepresentable & CaseIterable>(of type: Word.Type) -> CompletionKind
  where Word.RawValue == String { .list(type.allCases.map(\.rawValue)) }

  /// What delimits cells as a rule.
  static var delimiters: CompletionKind { .list([",", ";", "tab", "|"]) }

  /// The usual encodings: iconv has hundreds.
  static var encodings: CompletionKind { .list(["UTF-8", "UTF-16", "ISO-8859-1", "ISO-8859-15", "WINDOWS-1252"]) }
}

extension FlagDescription {
  /// What completes the value: the words that the flag's definition names, or what its value is called.
  var completion: ValueCompletion {
    guard words.isEmpty else { return value == "kinds" ? .list(words) : .words(words) }
    switch value {
    case "columns" where !names.contains(where: { $0.hasSuffix("-columns") || $0 == "--columns" }): return .columns
    case "column": return .column
    case "file": return .files
    case "directory", "folder": return .directories
    default: return isDirectory ? .directories : .nothing
    }
  }
}

extension CommandDescription {
  /// What completes an operand.
  var operandCompletion: ValueCompletion {
    if !subcommands.isEmpty { return .words(subcommands) }
    guard let operand = operands.first else { return .nothing }
    return operand.completion == .nothing ? .files : operand.completion
  }
}
