/// A shell that completions can be written for.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script that makes this shell complete these commands.
  ///
  /// - Parameter commands: All of them; the one named `diff` is meant where none is named.
  func completions(of commands: [CommandDescription]) -> String {
    switch self {
    case .bash: BashCompletions(commands: commands).script
    case .zsh: ZshCompletions(commands: commands).script
    case .fish: FishCompletions(commands: commands).script
    }
  }

  /// The text as one word of a shell.
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}

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
    return ["complete -c lunadiff -n __lunadiff_needs_command -a \(command.name) -d " + Self.quoted(command.summary)]
      + operandLines(of: command, condition)
      + command.flags.map { flag in
        ([condition] + flag.names.map(Self.name) + Self.value(of: flag, in: command) + [
          "-d", Self.quoted(flag.summary),
        ]).joined(separator: " ")
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
    case .words(let words): return ["-x", "-a", quoted(words.map { "'\($0)'" }.joined(separator: " "))]
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

  private static func specification(of flag: FlagDescription, named name: String, in command: CommandDescription)
    -> String
  {
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
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(
      ":", with: "\\:")
  }
}

/// Completions for bash: a function with a case for each flag that takes a value.
///
/// Written for bash 3.2, which macOS has: no associative arrays, no `mapfile`.
struct BashCompletions {
  let commands: [CommandDescription]

  /// The whole script.
  var script: String {
    """
    # Completions of lunadiff for bash, written by 'lunadiff completions bash'.

    \(Self.helpers)

    _lunadiff() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=diff
      # --flag=value arrives as three words.
      if [[ $current == "=" ]]; then
        current=
      elif [[ $previous == "=" ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      COMPREPLY=()
      if ((COMP_CWORD > 1)); then
        case ${COMP_WORDS[1]} in
          \(names.joined(separator: "|"))) command=${COMP_WORDS[1]} ;;
          help)
            _lunadiff_words '\(names.joined(separator: " "))'
            return ;;
        esac
      fi
      case $command:$previous in
    \(values)
      esac
      if [[ $current == -* ]]; then
        case $command in
    \(flags)
        esac
        return
      fi
      if ((COMP_CWORD == 1)); then
        _lunadiff_words '\(names.joined(separator: " "))'
      fi
      case $command in
    \(operands)
      esac
    }
    complete -F _lunadiff lunadiff

    """
  }

  private var names: [String] { commands.map(\.name) }

  private static let helpers = """
    _lunadiff_words() {
      local IFS=$' \\t\\n'
      COMPREPLY+=($(compgen -W "$1" -- "$current"))
    }

    _lunadiff_list() {
      local IFS=$' \\t\\n' last=${current##*,}
      COMPREPLY+=($(compgen -P "${current%"$last"}" -W "$1" -- "$last"))
      compopt -o nospace 2>/dev/null
    }

    _lunadiff_columns() {
      local last=$current name
      [[ $1 == one ]] || last=${current##*,}
      while IFS= read -r name; do
        printf -v name %q "$name"
        [[ $name == "$last"* ]] && COMPREPLY+=("${current%"$last"}$name")
      done < <(lunadiff completions --columns-before="${COMP_LINE:0:COMP_POINT}" \\
        --columns-after="${COMP_LINE:COMP_POINT} " 2>/dev/null)
      [[ $1 == one ]] || compopt -o nospace 2>/dev/null
    }

    _lunadiff_files() {
      local IFS=$'\\n'
      COMPREPLY+=($(compgen "$1" -- "$current"))
      compopt -o filenames 2>/dev/null
    }
    """

  private var values: String {
    commands.flatMap { command in
      command.flags.filter { $0.value != nil }.map { flag in
        let patterns = flag.names.map { "\(command.name):\($0)" }.joined(separator: "|")
        return Self.choice(patterns, flag.completion, isFinal: true)
      }
    }.joined(separator: "\n")
  }

  private var flags: String {
    commands.map { command in
      let names = command.flags.flatMap(\.names).joined(separator: " ")
      return "      \(command.name)) _lunadiff_words '\(names)' ;;"
    }.joined(separator: "\n")
  }

  private var operands: String {
    commands.map { Self.choice($0.name, $0.operandCompletion, isFinal: false) }.joined(separator: "\n")
  }

  private static func choice(_ pattern: String, _ completion: ValueCompletion, isFinal: Bool) -> String {
    let action: String? =
      switch completion {
      case .files: "_lunadiff_files -f"
      case .directories: "_lunadiff_files -d"
      case .words(let words): "_lunadiff_words " + Shell.quoted(escaped(words))
      case .list(let words): "_lunadiff_list " + Shell.quoted(escaped(words))
      case .column: "_lunadiff_columns one"
      case .columns: "_lunadiff_columns several"
      case .nothing: nil
      }
    let steps = [action, isFinal ? "return" : nil].compactMap { $0 }.joined(separator: "; ")
    return "    \(pattern)) \(steps) ;;"
  }

  /// The words for `compgen -W`, which reads them as the shell does.
  private static func escaped(_ words: [String]) -> String {
    words.map { word in word.allSatisfy { $0.isLetter || $0.isNumber || "-_,.".contains($0) } ? word : "\\" + word }
      .joined(separator: " ")
  }
}
