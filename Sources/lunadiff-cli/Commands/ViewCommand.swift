import ArgumentParser
import Patching
import Platform
import Records
import Reports
import Requests

struct ViewCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "view", abstract: "Shows the changes at the terminal, one by one, to understand and accept them.",
    usage: """
      lunadiff view OLD NEW [--accept FILE] [options]
      lunadiff view RESULT
      """,
    discussion: """
      The changes are listed above, in the order of the report. Below is the selected change with both sides. The keys \
      are those of less and vim, and ? lists them. F shows findings: causes that many changes share. There, Enter lists \
      only the changes of a finding, and c copies its command. When you leave, the copied commands are printed, too.

      With OLD and NEW, a accepts the selected change, and A accepts all changes that are listed. Both write to FILE at \
      once, as lunadiff accept does, and 'lunadiff OLD NEW --accept FILE' does not count these changes. U takes the \
      last step back. To see why records match or differ, use lunadiff explain.

      RESULT is what 'lunadiff OLD NEW --format json' or jsonl wrote.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff view old.csv new.csv -k id
      lunadiff view old.csv new.csv -r rules.lua
      lunadiff view old.csv new.csv -k id --accept accepted.jsonl --reason 'prices of May'
      lunadiff old.csv new.csv -k id --format json -o result.json; lunadiff view result.json
      lunadiff old.csv new.csv -k id --format jsonl | lunadiff view -

    EXIT STATUS:
      0  you have left the viewer
      2  trouble: no terminal, an unreadable input or result, a rule that failed
    """

  @Argument(
    help: Help.flag(
      "The old file; or, without NEW, a recorded result in JSON or JSON Lines; - is standard input."))
  var old: String?

  @Argument(help: Help.flag("The new file.")) var new: String?

  @Option(
    help: Help.flag(
      "The file of accepted differences, which a and A add to.", value: "file",
      """
      It is made if it is missing; a folder has one for each table. By default the one that the project names, or \
      accepted.jsonl.
      """),
    completion: .file()) var accept: String?

  @Option(help: Help.flag("The reason that a and A write beside what they accept.", value: "text")) var reason: String?

  @OptionGroup var colors: ColorOption

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var inputs: InputPairOptions

  func execute() throws -> ExitStatus {
    guard let old else {
      throw CommandError(
        "two inputs or a recorded result are needed",
        hint: "lunadiff view OLD NEW; lunadiff OLD NEW --format json -o RESULT.json records one")
    }
    guard Terminal.isTerminal(.standardOutput), Terminal.isCapable else {
      throw CommandError("a viewer needs a terminal", hint: "lunadiff OLD NEW --format text writes to anything")
    }
    var view = try inputs.script.explaining { try open(old) }
    let isColored = colors.color.isColored(.standardOutput)
    try ViewerScreen.open().run(&view, isColored: isColored)
    for command in view.copied { Diagnostics.note("copied: \(command)") }
    if let words = (view.reviewer as? ChangeReview)?.written { Diagnostics.note(words) }
    return .same
  }

  private func open(_ old: String) throws -> ChangeView {
    defer { ProgressLine.finish() }
    guard new != nil else {
      ProgressLine.start("reading \(old)")
      do { return try ChangeView(RecordedResult.open(path: old)) } catch { throw LunaDiffError(error) }
    }
    var request = try pairRequest(rules, usage: "lunadiff view OLD NEW")
    request.options.flags.accept = accept
    ProgressLine.start("comparing \(old) and \(request.new)")
    let review = try ChangeReview(request, reason: reason, commands: commands)
    var view = try ChangeView(review.result())
    view.reviewer = review
    view.message = [review.termsUnsaid, view.message].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "; ")
    return view
  }

  /// The comparison of this command line, for the commands of findings.
  private var commands: ReportOptions.Commands? {
    // A file that is not there yet cannot be read.
    let isNew = accept.map { !FilePath.exists($0) } ?? false
    let words = RepeatableCommand.words(
      ProgramArguments.all, alsoWithout: isNew ? ["--reason", "--accept"] : ["--reason"])
    return words.flatMap { RepeatableCommand.commands(Array($0.dropFirst(2))) }
  }
}

struct ViewerScreen {
  private let keyboard: Int32

  /// Finds where keys come from: the terminal itself, since standard input may be the result.
  static func open() throws -> ViewerScreen {
    if Terminal.isTerminal(Descriptor(number: STDIN_FILENO, name: "standard input")) {
      return ViewerScreen(keyboard: STDIN_FILENO)
    }
    let keyboard = Platform.open("/dev/tty", O_RDONLY | O_CLOEXEC)
    guard keyboard >= 0 else { throw CommandError("there is no terminal to read keys from") }
    return ViewerScreen(keyboard: keyboard)
  }

  func run(_ view: inout ChangeView, isColored: Bool) throws {
    guard enter() else { throw CommandError("the terminal cannot be taken over") }
    defer { leave() }
    var keys = KeyReader(keyboard)
    while true {
      try draw(&view, isColored: isColored)
      switch keys.next() {
      case .end: return
      case .redraw: continue
      case .key(.control("z")): pause()
      case .key(.control("l")): continue
      case .key(let key):
        guard view.press(key) else { return }
        if let copied = view.takeClipboard() { try Descriptor.standardOutput.write(copied) }
      }
    }
  }

  private func enter() -> Bool {
    // Handled only to end the wait for a key: the size is looked at before every screen.
    signal(SIGWINCH) { _ in }
    return TerminalRestoration.enter(input: keyboard, output: STDOUT_FILENO)
  }

  private func leave() {
    TerminalRestoration.leave()
    signal(SIGWINCH, SIG_DFL)
  }

  /// Stops as Ctrl-Z stops other programs.
  private func pause() {
    TerminalRestoration.leave()
    raise(SIGTSTP)
    _ = enter()
  }

  private func draw(_ view: inout ChangeView, isColored: Bool) throws {
    if let size = Terminal.size(.standardOutput), size.rows > 0 { view.resize(rows: size.rows, columns: size.columns) }
    try Descriptor.standardOutput.write(Array("\u{1B}[H".utf8) + view.screen(color: isColored))
  }
}
