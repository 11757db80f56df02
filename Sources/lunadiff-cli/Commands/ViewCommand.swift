import ArgumentParser
import Platform
import Patching
import Reports
import Requests

/// `lunadiff view RESULT`: a recorded result at the terminal, change by change.
struct ViewCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "view",
    abstract: "Shows a recorded result at the terminal, change by change.",
    usage: "lunadiff view RESULT",
    discussion: """
      RESULT is what 'lunadiff OLD NEW --format json' or jsonl wrote. The list of changes stands above, the selected one \
      below; keys are those of less and vim, and ? lists them.
      """)

  @Argument(help: Help.flag("The recorded result, JSON or JSON Lines; - is standard input."))
  var result: String?

  @OptionGroup var colors: ColorOption

  func execute() throws -> ExitStatus {
    guard let result else {
      throw CommandError(
        "a recorded result is needed",
        hint: "lunadiff OLD NEW --format json -o RESULT.json writes one")
    }
    guard Terminal.isTerminal(.standardOutput), Terminal.isCapable else {
      throw CommandError(
        "a viewer needs a terminal", hint: "lunadiff OLD NEW --format text writes to anything")
    }
    ProgressLine.start("reading \(result)")
    defer { ProgressLine.finish() }
    var view = try Self.open(result)
    ProgressLine.finish()
    let isColored = colors.color.isColored(.standardOutput)
    try ViewerScreen.open().run(&view, isColored: isColored)
    return .same
  }

  private static func open(_ path: String) throws(LunaDiffError) -> ChangeView {
    do { return try ChangeView(PatchDocument.open(path: path)) } catch {
      throw LunaDiffError(error)
    }
  }
}

extension ViewCommand {
  static let closing = """
    EXAMPLES:
      lunadiff old.csv new.csv -k id --format json -o result.json; lunadiff view result.json
      lunadiff old.csv new.csv -k id --format jsonl | lunadiff view -

    EXIT STATUS:
      0  the user has left the viewer
      2  trouble: no terminal, an unreadable result
    """
}
