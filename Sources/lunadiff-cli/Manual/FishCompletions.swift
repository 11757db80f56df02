/// Completions for fish: a line for each flag of each command.
struct FishCompletions {
  let commands: [CommandDescription]

  /// The whole script.
  var script: String {
    """
    # Completions of lunadiff for fish, written by 'lunadiff completions fish'.

    function __lunadiff_command_is --description 'Whether this command is being written; diff has no need of its name'
        set -l words (commandline -opc)
        set -l command diff
        if set -q words[2]; and contains -- $words[2] help \(names)
            set command $words[2]
        end
        test $command = $argv[1]
    end

    function __lunadiff_columns --description 'The columns of the inputs on the line'
        set -l before (commandline -cp | string collect)
        set -l after (commandline -p | string collect | string sub -s (math (string length -- "$before") + 1))
        lunadiff completions --columns-before="$before" --columns-after="$after " 2>/dev/null
    end

    function __lunadiff_needs_command
        test (count (commandline -opc)) -eq 1
    end

    complete -c lunadiff -n '__lunadiff_command_is help' -f -a '\(names)'
    \(commands.flatMap(lines).joined(separator: "\n"))

    """
  }

  private var names: String { commands.map(\.name).joined(separator: " ") }

  private func lines(of command: CommandDescription) -> [String] {
    let condition = "complete -c lunadiff -n '__lunadiff_command_is \(command.name)'"
    return [
      "complete -c lunadiff -n __lunadiff_needs_command -a \(command.name) -d "
        + Self.quoted(command.summary)
    ] + operandLines(of: command, condition)
      + command.flags.map { flag in
        ([condition] + flag.names.map(Self.name) + Self.value(of: flag, in: command)
          + ["-d", Self.quoted(flag.summary)]).joined(separator: " ")
      }
  }

  private func operandLines(of command: CommandDescription, _ condition: String) -> [String] {
    switch command.operandCompletion {
    case .words(let words): ["\(condition) -f -a \(Self.quoted(words.joined(separator: " ")))"]
    case .nothing: ["\(condition) -f"]
    case .files, .directories, .list, .column, .columns: []
    }
  }

  private static func name(_ name: String) -> String {
    name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
  }

  private static func value(of flag: FlagDescription, in command: CommandDescription) -> [String] {
    guard flag.value != nil else { return [] }
    switch flag.completion {
    case .files: return ["-r", "-F"]
    case .directories: return ["-x", "-a", quoted("(__fish_complete_directories)")]
    case .words(let words):
      return ["-x", "-a", quoted(words.map { "'\($0)'" }.joined(separator: " "))]
    case .list(let words):
      let words = words.joined(separator: " ")
      return ["-x", "-a", quoted("(__fish_complete_list , 'string split \" \" \"\(words)\"')")]
    case .column: return ["-x", "-a", quoted("(__lunadiff_columns)")]
    case .columns: return ["-x", "-a", quoted("(__fish_complete_list , __lunadiff_columns)")]
    case .nothing: return ["-x"]
    }
  }

  /// The text as one word of fish, where a backslash escapes inside quotes.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
