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
      lunadiff view OLD NEW [-o RULES.lua] [--accept FILE] [options]
      lunadiff view RESULT
      """,
    discussion: """
      The changes are listed above, in the order of the report; below is the selected one with both sides. The keys \
      are those of less and vim, and ? lists them. F shows what explains many changes at once, and lists only these.

      With OLD and NEW, w says why something is a change. a proposes rules that hide it, those learned from all \
      changes first, and says what else each rule would hide; Enter accepts a rule, U takes it back. Accepted rules \
      are written to RULES.lua, which works alone, and to RULES.test.lua a test for lunadiff test: a record that \
      differs without the rule. When you leave, it says which files were written.

      A accepts a change as it is, without a rule: it is written to FILE at once, as lunadiff accept does, and \
      'lunadiff OLD NEW --accept FILE' does not count it. c lets you choose what of it: a value, a column, or all \
      that is listed; and asks for a reason.

      RESULT is what 'lunadiff OLD NEW --format json' or jsonl wrote.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff view old.csv new.csv -k id
      lunadiff view old.csv new.csv -r rules.lua -o more.lua
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
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: Help.flag(
      "The file to write accepted rules to.", value: "file",
      "By default, and if it is there already, the first of rules.lua, rules-2.lua, rules-3.lua, … that is not there."))
  var output: String?

  @Option(
    help: Help.flag(
      "The file of accepted differences, which A adds to.", value: "file",
      """
      It is made if it is missing; a folder has one for each table. By default the one that the project names, or \
      accepted.jsonl.
      """),
    completion: .file()) var accept: String?

  @Option(help: Help.flag("The reason that A writes beside what it accepts.", value: "text")) var reason: String?

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
    for words in (view.reviewer as? ChangeReview)?.written ?? [] { Diagnostics.note(words) }
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
    if [request.old, request.new].contains(where: { InputName.isStandardInput($0) || $0.hasPrefix("/dev/") }) {
      throw CommandError(
        "each rule that is tried reads both inputs again, and neither can be a pipe",
        hint: "lunadiff OLD NEW --format jsonl | lunadiff view - shows them")
    }
    ProgressLine.start("comparing \(old) and \(request.new)")
    let stem = output.map { $0.hasSuffix(".lua") ? String($0.dropLast(4)) : $0 } ?? "rules"
    let unused = RepeatableCommand.unusedFile(stem)
    let review = try ChangeReview(request, scripts: rules.files, output: unused)
    var view = try ChangeView(review.result())
    view.reviewer = review
    let isThere = output != nil && unused != "\(stem).lua"
    let place =
      isThere ? "\(stem).lua is there already: rules are written to \(unused), or over it by :w! \(stem).lua" : nil
    view.message = [place, review.termsUnsaid, view.message].compactMap(\.self).filter { !$0.isEmpty }.joined(
      separator: "; ")
    view.reason = reason ?? ""
    return view
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
      case .key(let key): guard view.press(key) else { return }
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
