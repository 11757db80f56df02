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
    commands.map { Self.choice($0.name, $0.operandCompletion, isFinal: false) }
      .joined(separator: "\n")
  }

  private static func choice(
    _ pattern: String, _ completion: ValueCompletion, isFinal: Bool
  ) -> String {
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
    words.map { word in
      word.allSatisfy { $0.isLetter || $0.isNumber || "-_,.".contains($0) } ? word : "\\" + word
    }.joined(separator: " ")
  }
}
