import ArgumentParser
import Platform
import Requests
import Scripting

struct ReplCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "repl", abstract: "Lets you try rules and scripts at a prompt.",
    usage: "lunadiff repl [OLD [NEW]] [options]",
    discussion: """
      The files are the globals 'old' and 'new'. Type Lua, or a command such as :key, :diff and :help. If standard \
      input is no terminal, its lines are run as if they were typed.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff repl old.csv new.csv -k id
      lunadiff repl users.json
      printf ':key email\\n:diff\\n' | lunadiff repl old.csv new.csv

    EXIT STATUS:
      0  at the end; what a script gives to os.exit
      2  trouble: unreadable input; without a terminal also where a line failed
    """

  @Argument(help: Help.flag("The old file.")) var old: String?

  @Argument(help: Help.flag("The new file.")) var new: String?

  @OptionGroup var colors: ColorOption

  @Flag(
    help: Help.flag(
      "Without a terminal: print the prompt and each line, too.", "The log then reads as if the lines had been typed."))
  var echo =
    false

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Input") var oldInput: SideOptions<OldSide>
  @OptionGroup(title: "Input") var newInput: SideOptions<NewSide>
  @OptionGroup(title: "Limits") var script: ScriptOptions

  func execute() throws -> ExitStatus {
    var request = ReplRequest(old: old, new: new)
    let limits = script.limits(over: request.options.limits)
    request.options = ComparisonOptions(input, old: oldInput, new: newInput, rules: rules)
    request.options.limits = limits
    request.showsStack = script.traceback
    let console = ReplConsole(isColored: colors.color.isColored(.standardOutput))
    let session = try script.explaining { try ReplSession(request, output: console.show) }
    session.isColored = console.isColored
    Interruption.begin(session.interrupt)
    return Terminal.isTypedAt
      ? try Prompt(session, console).run()
      : Script(session: session, lines: PipedLines(console: console, echoes: echo)).run()
  }
}

private struct Script {
  let session: ReplSession
  let lines: PipedLines

  func run() -> ExitStatus {
    session.readLine = lines.read
    var state = ReplState.ready
    while case .line(let line) = lines.read(prompt: state == .unfinished ? Prompt.unfinished : Prompt.ready) {
      state = session.take(line)
      if case .ended(let status) = state {
        return status == 0 ? outcome : ExitStatus(rawValue: Int32(truncatingIfNeeded: status))
      }
    }
    session.finish()
    return outcome
  }

  private var outcome: ExitStatus { session.failures == 0 ? .same : .trouble }
}

/// Where a session says what it says: results on standard output, errors on standard error.
final class ReplConsole {
  let isColored: Bool
  /// Whether the reader of the results has gone.
  private(set) var isClosed = false

  init(isColored: Bool) { self.isColored = isColored }

  /// Writes a piece at once, in its turn behind what scripts write by themselves.
  func show(_ output: ReplOutput) {
    fflush(nil)
    do {
      switch output {
      case .text(let text): try StandardOutput.print(text)
      case .error(let message):
        let message = VisibleText.lines(message)
        Diagnostics.show(isColored ? "\u{1B}[31m\(message)\u{1B}[0m\n" : message + "\n")
      }
    } catch { isClosed = true }
  }
}
