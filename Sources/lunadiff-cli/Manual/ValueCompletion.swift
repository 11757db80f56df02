import RecordDiff
import Records
import Reports
import StagedDiff

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

extension FlagDescription {
  /// What completes the value of this flag of a command.
  func completion(in command: String) -> ValueCompletion {
    for name in names {
      if let words = Self.words["\(command) \(name)"] ?? Self.words[name] { return .words(words) }
      if name == "--report" { return .words(Self.names(of: ReportFormat.self)) }
      if name == "--show" { return .list(Self.names(of: Change.Kind.self)) }
      if name == "--fail-on" { return .list(CountedKinds.words) }
    }
    switch value {
    case "columns" where !names.contains(where: { $0.hasSuffix("-columns") || $0 == "--columns" }):
      return .columns
    case "column": return .column
    case "file": return .files
    case "directory", "folder": return .directories
    default: return .nothing
    }
  }

  /// The words that a flag takes, by its name, and the command's where that matters.
  static let words: [String: [String]] = [
    "--format": names(of: ReportFormat.self),
    "probe --format": names(of: ProbeFormat.self),
    "batch --format": names(of: BatchFormat.self),
    "check --format": names(of: CheckFormat.self),
    "--input-format": names(of: InputFormat.self),
    "--color": names(of: ColorChoice.self),
    "--moves": names(of: MoveDetection.self),
    "--key-as": names(of: KeyType.self),
    "--duplicates": names(of: ComparisonPlan.DuplicatePolicy.self),
    "--ragged": names(of: RaggedPolicy.self),
    "--favor": names(of: MergeFavor.self),
    "--delimiter": [",", ";", "tab", "|"],
    "--encoding": ["UTF-8", "UTF-16", "ISO-8859-1", "ISO-8859-15", "WINDOWS-1252"],
  ]

  private static func names<Word: RawRepresentable & CaseIterable>(of type: Word.Type) -> [String]
  where Word.RawValue == String {
    Word.allCases.map(\.rawValue)
  }
}

extension CommandDescription {
  /// What completes an operand.
  var operandCompletion: ValueCompletion {
    switch name {
    case CompletionsCommand._commandName: .words(Shell.allCases.map(\.rawValue))
    case ManualCommand._commandName: .words(LunaDiffCommand.commands.map { $0._commandName })
    case BatchCommand._commandName: .directories
    case GitCommand._commandName:
      .words(GitCommand.configuration.subcommands.map { $0._commandName })
    case PluginsCommand._commandName:
      .words(PluginsCommand.configuration.subcommands.map { $0._commandName })
    default: operands.isEmpty ? .nothing : .files
    }
  }
}
