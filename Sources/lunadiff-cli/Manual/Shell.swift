/// Completions of a shell, and words as it reads them.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script that makes this shell ask `lunadiff completions` what to offer.
  var completions: String {
    "\(self == .zsh ? "#compdef lunadiff\n" : "")# Completions of lunadiff for \(rawValue), "
      + "written by 'lunadiff completions \(rawValue)'.\n\n\(script)\n"
  }

  private var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// For bash 3.2, too, which macOS has: no associative arrays, no `mapfile`.
  private static let bashScript = #"""
    _lunadiff() {
      local current=${COMP_WORDS[COMP_CWORD]} last kind word
      # --flag=value arrives as three words.
      [[ $current == "=" ]] && current=
      last=$current
      COMPREPLY=()
      {
        read -r kind
        if [[ $kind == several ]]; then
          last=${current##*,}
          compopt -o nospace 2>/dev/null
        fi
        while IFS=$'\t' read -r word _; do
          printf -v word %q "$word"
          [[ $word == "$last"* ]] && COMPREPLY+=("${current%"$last"}$word")
        done
      } < <(lunadiff completions --before="${COMP_LINE:0:COMP_POINT}" --after="${COMP_LINE:COMP_POINT} " 2>/dev/null)
      local IFS=$'\n'
      case $kind in
        files) COMPREPLY+=($(compgen -f -- "$current")) ;;
        directories) COMPREPLY+=($(compgen -d -- "$current")) ;;
        *) return ;;
      esac
      compopt -o filenames 2>/dev/null
    }
    complete -F _lunadiff lunadiff
    """#

  private static let zshScript = #"""
    _lunadiff() {
      local before="${(j: :)words[1,CURRENT]}" after="${(j: :)words[CURRENT+1,-1]}"
      local -a lines=("${(@f)$(lunadiff completions --before="$before" --after=" $after" 2>/dev/null)}")
      local kind=$lines[1]
      lines=("${(@)lines[2,-1]}")
      # --flag=value is one word.
      [[ $PREFIX == --*=* ]] && compset -P '--[^=]##='
      if [[ $kind == several ]]; then
        _sequence compadd - "${(@)lines%%$'\t'*}"
        return
      fi
      # The words with what they mean behind a colon.
      lines=("${(@)lines//\\/\\\\}")
      lines=("${(@)lines//:/\\:}")
      lines=("${(@)lines/$'\t'/:}")
      (( $#lines )) && _describe -t words 'word' lines
      case $kind in
        files) _files ;;
        directories) _files -/ ;;
      esac
    }

    if [[ $funcstack[1] == _lunadiff ]]; then
      _lunadiff "$@"
    else
      compdef _lunadiff lunadiff
    fi
    """#

  private static let fishScript = #"""
    function __lunadiff --description 'What can stand where the cursor is'
        set -l before (commandline -cp | string collect)
        set -l after (commandline -p | string collect | string sub -s (math (string length -- "$before") + 1))
        set -l lines (lunadiff completions --before="$before" --after="$after " 2>/dev/null)
        set -l kind $lines[1]
        set -e lines[1]
        # What stands before the word in its token: a flag in --flag=value, the words of a list before.
        set -l token (commandline -ct)
        set -l lead (string match -r -- '^--[^=]+=' $token)
        test "$kind" = several; and set lead (string match -r -- '^.*,' $token; or echo "$lead")
        printf '%s\n' "$lead"$lines
        set -l path (string replace -r -- '^--[^=]+=' '' $token)
        switch "$kind"
            case files
                printf '%s\n' "$lead"(__fish_complete_path $path)
            case directories
                printf '%s\n' "$lead"(__fish_complete_directories $path)
        end
    end

    complete -c lunadiff -f -a '(__lunadiff)'
    """#
}
