/// Completions for zsh: a specification for `_arguments` of each command.
struct ZshCompletions {
  let commands: [CommandDescription]

  /// The whole script, to be a file `_lunadiff` in a directory of `fpath`, or to be evaluated.
  var script: String {
    """
    #compdef lunadiff
    # Completions of lunadiff for zsh, written by 'lunadiff completions zsh'.

    _lunadiff_commands() {
      local -a commands=(
    \(summaries)
      )
      _describe -t commands 'command' commands
    }

    _lunadiff_columns() {
      local before="lunadiff $command ${(j: :)words[2,CURRENT]}" after="${(j: :)words[CURRENT+1,-1]}"
      local -a names=("${(@f)$(lunadiff completions --columns-before="$before" --columns-after=" $after" 2>/dev/null)}")
      names=(${names:#})
      if [[ $1 == one ]]; then
        compadd -a names
      else
        _sequence compadd - "${names[@]}"
      fi
    }

    _lunadiff_first() {
      _alternative 'commands:command:_lunadiff_commands' 'files:input:_files'
    }

    _lunadiff() {
      local command=diff first=_lunadiff_first
      if (( CURRENT > 2 )); then
        first=_files
        case ${words[2]} in
          \(commands.map(\.name).joined(separator: "|")))
            command=${words[2]}
            shift words
            (( CURRENT-- )) ;;
          help)
            _lunadiff_commands
            return ;;
        esac
      fi
      case $command in
    \(commands.map(specification).joined(separator: "\n"))
      esac
    }

    if [[ $funcstack[1] == _lunadiff ]]; then
      _lunadiff "$@"
    else
      compdef _lunadiff lunadiff
    fi

    """
  }

  private var summaries: String {
    commands.map { "    " + Shell.quoted("\($0.name):\($0.summary)") }.joined(separator: "\n")
  }

  private func specification(of command: CommandDescription) -> String {
    var specifications = command.flags.flatMap { flag in
      flag.names.map { Shell.quoted(Self.specification(of: flag, named: $0, in: command)) }
    }
    if command.name == DiffCommand.commandName { specifications.append(#""1:input:$first""#) }
    if let action = Self.action(command.operandCompletion) {
      specifications.append(Shell.quoted("*:operand:\(action)"))
    }
    let lines = specifications.map { "        \($0)" }.joined(separator: " \\\n")
    return "    \(command.name))\n      _arguments -s -S \\\n\(lines) ;;"
  }

  private static func specification(
    of flag: FlagDescription, named name: String, in command: CommandDescription
  ) -> String {
    let others = flag.isRepeating ? "*" : "(\(flag.names.joined(separator: " ")))"
    let help = "[\(escaped(flag.summary))]"
    guard let value = flag.value else { return others + name + help }
    let action = action(flag.completion) ?? " "
    let assignment = name.hasPrefix("--") ? "=" : ""
    return "\(others)\(name)\(assignment)\(help):\(escaped(value)):\(action)"
  }

  private static func action(_ completion: ValueCompletion) -> String? {
    switch completion {
    case .files: "_files"
    case .directories: "_files -/"
    case .words(let words): "(\(words.map(quotedWord).joined(separator: " ")))"
    case .list(let words): "_sequence compadd - \(words.joined(separator: " "))"
    case .column: "{_lunadiff_columns one}"
    case .columns: "{_lunadiff_columns several}"
    case .nothing: nil
    }
  }

  /// A word inside the parentheses of a specification.
  private static func quotedWord(_ word: String) -> String {
    word.contains { ";|&<>()$`\\\"' ".contains($0) } ? "\\" + word : word
  }

  /// Text inside the brackets of a specification.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}
