/// The commands of a session.
enum ReplDirective: String, PromptDirective {
  case diff, key, rules, set, probe, columns, show, find, save
  case `break`, delete, reset, help, quit

  var arguments: String {
    switch self {
    case .diff: "[kinds] [limit]"
    case .key: "[columns | -]"
    case .rules: "[files | -]"
    case .set: "[name [value | -]]"
    case .probe: "[columns ...]"
    case .show: "[old | new] records"
    case .find: "key"
    case .save: "file"
    case .break: DebugBreak.arguments
    case .delete: DebugBreak.removed
    case .help: "[command]"
    case .columns, .reset, .quit: ""
    }
  }

  var summary: String {
    switch self {
    case .diff: "compares old and new under the rules, into 'changes'"
    case .key: "the columns that identify a record"
    case .rules: "rules files; they are read anew by every :diff"
    case .set: "other rules, and how much is shown"
    case .probe: "how well keys identify the records; without columns, finds keys"
    case .columns: "the columns of both sides, with examples"
    case .show: "records by their numbers"
    case .find: "the records of both sides that have a key"
    case .save: "writes the rules that were made here as a rules file"
    case .break: "where rules and scripts stop, for you to look around"
    case .delete: "takes breaks back"
    case .reset: "forgets rules, settings and globals; keeps the data"
    case .help: "this page, or more about a command"
    case .quit: "leaves, as Ctrl-D and exit do"
    }
  }

  var details: String {
    switch self {
    case .diff:
      """
      :diff                     all changes, as many as ':set limit' says
      :diff updated,moved 50    of these kinds, 50 of each at most
      The rules are those of the files, then the globals named as rules that were
      defined here (identity, equal, normalize, ...), then :key and :set.
      """
    case .key:
      """
      :key id
      :key name, country
      :key none    the whole record
      :key -    no key of its own any more
      """
    case .rules: ":rules people.lua prices.lua\n:rules -    no files any more"
    case .set:
      """
      :set ignore updated_at, email      :set tolerance price=0.01
      :set only name, price              :set rename mail=email
      :set section country               :set moves heckel
      :set ignore_order true             :set duplicates error
      :set key_as text                   :set strict_columns true
      :set limit 50                      :set tolerance -    takes it back
      """
    case .probe: ":probe                     finds keys\n:probe id name,country    tries two"
    case .show: ":show 1-5\n:show old 7\n:show new 3-"
    case .find: ":find 42\n:find Rome, 7    a key of two columns"
    case .save:
      """
      :save rules.lua
      What was defined here, :key and :set. Rules files stay where they are; a file that
      was not saved here is not written over.
      """
    case .break: DebugBreak.help
    case .delete: ":delete 2\n:delete error\n:delete    all of them"
    case .columns, .reset, .help, .quit: ""
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
