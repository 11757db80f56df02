import ArgumentParser
import Platform
import Reports
import Requests

struct HistoryCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "history", abstract: "Shows how one record changed over several exports of a table.",
    usage: """
      lunadiff history KEY EXPORT... [-k COLUMNS] [options]
      lunadiff history KEY --git FILE [--since DATE] [options]
      """,
    discussion: """
      It says when the record came, which values changed and how, and when it went. The exports are read in the \
      order of the dates in their names, as in customers-2026-11-25.csv or 20261125/customers.csv, if each has one; \
      otherwise in the order given. What rules call equal is no change, and a key that only changes its spelling is \
      followed.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff history 42 exports/*.csv -k id
      lunadiff history 42,DE --git data.csv -k id,country --since '3 months ago'
      lunadiff history a@b.org exports/*.csv -r rules.lua -o history.html

    EXIT STATUS:
      0  the history is there
      2  trouble: bad usage, unreadable input, a rule that failed, no such record
    """

  @Argument(
    help: Help.flag(
      "The key of the record, as in 42.",
      """
      With commas between the values of several columns, as they stand or as the rules make them; write \\, for a \
      comma inside a value.
      """)) var key: String?

  @Argument(help: Help.flag("Files that are exports of one table, as for lunadiff OLD NEW.")) var exports: [String] = []

  @OptionGroup var chain: ChainOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Limits") var script: ScriptOptions
  @OptionGroup(title: "Limits") var work: WorkOptions

  func execute() throws -> ExitStatus {
    let usage = "lunadiff history KEY EXPORT..., or lunadiff history KEY --git FILE"
    guard let key else { throw CommandError("a key and exports are needed", hint: usage) }
    var request = try chain.request(exports, usage: usage)
    request.options = ComparisonOptions(input, rules: rules, script: script, work: work)
    let parts = Escaped.split(key, at: ",")
    let result = try script.explaining { try chain.reading(request) { try history(of: parts, in: $0) } }
    try chain.write(inputs: exports, scripts: rules.files + request.options.modules) { sink in
      try Reports.write(result, as: chain.format, options: chain.reportOptions, to: &sink)
    }
    result.notes.forEach(Diagnostics.note)
    return .same
  }
}
