/// The commands of a session.
enum ReplDirective: String, PromptDirective {
  case diff, key, rules, probe, columns, show, find, save
  case `break`, delete, reset, help, quit

  var about: DirectiveHelp {
    switch self {
    case .diff:
      DirectiveHelp(
        arguments: "[kinds] [limit]", summary: "compares old and new under the rules, into 'changes'",
        details: """
          :diff                     all changes, 20 of each kind at most
          :diff updated,moved 50    of these kinds, 50 of each at most
          The rules are those of the files, then the globals named as rules that were
          defined here (identity, equal, normalize, ...), then :key and the flags that
          the session began with.
          """)
    case .key:
      DirectiveHelp(
        arguments: "[columns | -]", summary: "the columns that identify a record",
        details: """
          :key id
          :key name, country
          :key none    the whole record
          :key -    no key of its own any more
          """)
    case .rules:
      DirectiveHelp(
        arguments: "[files | -]", summary: "rules files; they are read anew by every :diff",
        details: ":rules people.lua prices.lua\n:rules -    no files any more")
    case .probe:
      DirectiveHelp(
        arguments: "[columns ...]", summary: "how well keys identify the records; without columns, finds keys",
        details: ":probe                     finds keys\n:probe id name,country    tries two")
    case .columns: DirectiveHelp(summary: "the columns of both sides, with examples")
    case .show:
      DirectiveHelp(
        arguments: "[old | new] records", summary: "records by their numbers",
        details: ":show 1-5\n:show old 7\n:show new 3-")
    case .find:
      DirectiveHelp(
        arguments: "key", summary: "the records of both sides that have a key",
        details: ":find 42\n:find Rome, 7    a key of two columns")
    case .save:
      DirectiveHelp(
        arguments: "file", summary: "writes the rules that were made here as a rules file",
        details: """
          :save rules.lua
          What was defined here, and :key. Rules files stay where they are; a file that was
          not saved here is not written over.
          """)
    case .break:
      DirectiveHelp(
        arguments: DebugBreak.arguments, summary: "where rules and scripts stop, for you to look around",
        details: DebugBreak.help)
    case .delete: DebugBreak.removing
    case .reset: DirectiveHelp(summary: "forgets rules, :key and globals; keeps the data")
    case .help: DirectiveHelp(arguments: "[command]", summary: "this page, or more about a command")
    case .quit: DirectiveHelp(summary: "leaves, as Ctrl-D and exit do")
    }
  }

  static let preferred: [String: ReplDirective] = ["d": .diff]

  static let closing = """
    Anything else is Lua: what an expression gives is shown, and chunks may take several lines.
    old and new are the data, changes what the last :diff found, luna the library.
    old[3].name    #changes.updated    changes.updated[1]    luna.compare.number(0.01)(1, 1.005)
    function identity(r) return r.email:lower() end    then :diff

    """
}
