/// The commands where a script stands still.
enum DebugDirective: String, PromptDirective {
  case step, next, finish, `continue`
  case `break`, delete
  case `where`, up, down, list
  case locals, record, help, quit

  var arguments: String {
    switch self {
    case .break: DebugBreak.arguments
    case .delete: DebugBreak.removed
    case .list: "[line]"
    case .help: "[command]"
    case .step, .next, .finish, .continue, .where, .up, .down, .locals, .record, .quit: ""
    }
  }

  var summary: String {
    switch self {
    case .step: "to the next line, into functions that are called"
    case .next: "to the next line of this function; calls run through"
    case .finish: "out of this function, to the next line of what called it"
    case .continue: "to the next break"
    case .break: "where scripts stop"
    case .delete: "takes breaks back"
    case .where: "the calls under way, the innermost first"
    case .up: "looks at what called this function"
    case .down: "looks at what this function called"
    case .list: "the lines around"
    case .locals: "the variables of the function, and those that it has from outside"
    case .record: "the records that the function was given"
    case .help: "this page, or more about a command"
    case .quit: "ends what runs"
    }
  }

  var details: String {
    switch self {
    case .step, .next: "An empty line does it once more."
    case .finish:
      "Rules have no line that called them: from there it goes to the next call of a rule, or to the script."
    case .break: DebugBreak.help
    case .delete: ":delete 2\n:delete error\n:delete    all of them"
    case .list: ":list       around the line that comes next\n:list 40    around another"
    case .record:
      "Of the innermost function that was given one, from the one that is looked at outwards."
    case .continue, .where, .up, .down, .locals, .help, .quit: ""
    }
  }

  static let preferred: [String: DebugDirective] = ["d": .down, "l": .list]

  static let closing = """
    Anything else is Lua, as if it stood in the function that is looked at: its variables can be read
    and assigned. The end of the input, as Ctrl-D gives it, lets everything go on without breaks.

    """
}
