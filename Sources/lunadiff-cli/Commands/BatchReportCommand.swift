import ArgumentParser
import Batch
import Platform
import Reports
import Requests

struct BatchReportCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", _superCommandName: "lunadiff batch",
    abstract: "Shows the runs of a batch over time: trends, what is new, and since when.",
    usage: "lunadiff batch report --history FILE [--runs OLD..NEW] [options]",
    discussion: """
      It reads the runs that 'lunadiff batch --history FILE' has added, and shows the outcome and the changes of \
      each pair over the runs, its findings and since which run they hold, and what the last run has that the one \
      before had not. ^ before the first run says that it may be older.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff batch report --history nightly.jsonl
      lunadiff batch report --history nightly.jsonl -o history.html
      lunadiff batch report --history nightly.jsonl --runs 2026-11-16..2026-11-17 --pattern 'orders*'

    EXIT STATUS:
      0  the report is there
      2  trouble: bad usage, a history that cannot be read, an output that could not be written
    """

  @Argument(help: .hidden) var directories: [String] = []

  @Option(help: Help.flag("The file of --history.", value: "file"), completion: .file()) var history: String

  @Option(
    help: Help.flag(
      "The two runs to compare, as in 2026-11-16..2026-11-17.", value: "runs",
      """
      By their names, or by their dates and times; without one of them it is the first run, or the last. By default \
      the last two. Runs after the later one are left out.
      """)) var runs: String?

  @Option(
    help: Help.flag(
      "Only pairs whose names match, as in '*.csv'. Repeatable.", value: "glob",
      "A pattern with a slash is matched against the whole name.")) var pattern: [String] = []

  @Option(
    help: Help.flag("Name at most so many changes of each pair.", value: "number", "The default is 20."),
    transform: Count.parsePositive) var limit: Int?

  @OptionGroup var output: PageOutputOptions

  func execute() throws -> ExitStatus {
    let history = try RunHistory(path: history)
    let trends = RunTrends(history, comparing: try compared(in: history)) { name in
      pattern.isEmpty || pattern.contains { FilePath.matches($0, name) }
    }
    guard !trends.pairs.isEmpty || pattern.isEmpty else {
      throw CommandError("no pair of the history matches \(pattern.map { "'\($0)'" }.joined(separator: " or "))")
    }
    let place = try output.file.place(inputs: [self.history])
    var options = ReportOptions()
    options.color = output.isColored
    options.width = place == nil ? Terminal.width(Descriptor.standardOutput) : nil
    options.limit.each = limit
    try ProgramOutput.write(to: place, pager: output.pager.pager, isColored: options.color) { sink in
      try Batch.write(trends, as: output.format, options: options, to: &sink)
    }
    if output.format != .text || place != nil { history.notes.forEach(Diagnostics.note) }
    return .same
  }

  /// The runs that `--runs` names; `nil` where it is not said.
  private func compared(in history: RunHistory) throws -> (old: Int, new: Int)? {
    guard let runs else { return nil }
    guard let dots = runs.firstRange(of: "..") else {
      throw CommandError("--runs \(runs): it is two runs, as in 2026-11-16..2026-11-17")
    }
    func index(_ name: Substring, _ otherwise: Int) throws -> Int {
      name.isEmpty ? otherwise : try history.index(of: String(name))
    }
    let old = try index(runs[..<dots.lowerBound], 0)
    let new = try index(runs[dots.upperBound...], history.runs.count - 1)
    guard old != new else { throw CommandError("--runs \(runs): that is one run, and nothing to hold it against") }
    return (old, new)
  }

  func validate() throws {
    try output.checkFormat()
    guard let first = directories.first else { return }
    throw ValidationError("'report' shows a history, and takes no \(first); a directory of that name is ./report")
  }
}
