import Analysis
import ArgumentParser
import Platform
import Records
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

  @Option(
    help: Help.flag(
      "Take the versions of this file in git in place of exports.", value: "file",
      "Those of the current branch. Renamed files are followed, and a merge counts as one change."), completion: .file()
  )
  var git: String?

  @Option(
    help: Help.flag(
      "Only what changed from this date on, as in 2026-11-25.", value: "date",
      """
      The names of the exports have to contain dates. With --git it is any date that git takes, as in '2 weeks ago'. \
      The last version before the date is what the first one is compared with.
      """)) var since: String?

  @OptionGroup var output: PageOutputOptions
  @OptionGroup var inputs: SharedInputOptions

  func validate() throws { try output.checkFormat() }

  func execute() throws -> ExitStatus {
    let usage = "lunadiff history KEY EXPORT..., or lunadiff history KEY --git FILE"
    guard let key else { throw CommandError("a key and exports are needed", hint: usage) }
    var request = try request(usage: usage)
    request.options = inputs.options
    let result = try inputs.script.explaining { try read(request, key: Escaped.split(key, at: ",")) }
    var options = ReportOptions()
    options.color = output.isColored
    let place = try output.file.place(inputs: exports, scripts: inputs.rules.files + request.options.modules)
    try ProgramOutput.write(to: place, pager: output.pager.pager, isColored: options.color) { sink in
      try Reports.write(result, as: output.format, options: options, to: &sink)
    }
    result.notes.forEach(Diagnostics.note)
    return .same
  }

  /// The exports to read, or the versions of a file that git keeps.
  private func request(usage: String) throws -> ChainRequest {
    guard let git else {
      guard !exports.isEmpty else { throw CommandError("exports are needed", hint: usage) }
      guard exports.filter(InputName.isStandardInput).count < 2 else {
        throw CommandError("standard input can be only one of the exports")
      }
      if let since, since.count < 4 || !since.utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) }) {
        throw CommandError("--since \(since): it is a date such as 2026-11-25")
      }
      return try ChainRequest(exports: exports, since: since)
    }
    guard exports.isEmpty else {
      throw CommandError("--git \(git) says which versions there are", hint: "leave out \(exports[0])")
    }
    return try GitHistory.request(for: git, since: since)
  }

  /// Reads the exports while a line on the terminal shows which one is read.
  private func read(_ request: ChainRequest, key: [String]) throws -> ChainResult {
    var request = request
    let names = request.versions.map { $0.name ?? $0.path }
    ProgressLine.start("reading \(names.count) exports")
    defer { ProgressLine.finish() }
    request.progress = { ProgressLine.update("reading \(names[$0]) (\($0 + 1) of \(names.count))") }
    return try history(of: key, in: request)
  }
}

extension GitHistory {
  /// The versions of a file on this branch, oldest first; behind the first commit that counts, the one before.
  static func request(for file: String, since: String?) throws -> ChainRequest {
    let flags = ["--first-parent", "-m"] + (since.map { ["--since=\($0)"] } ?? [])
    let commits = try GitHistory(of: file, most: nil, flags).commits.reversed()
    guard let first = commits.first else {
      let when = since.map { " since \($0)" } ?? ""
      throw CommandError("\(VisibleText.line(file)): no commit of this branch has it\(when)")
    }
    let isShallow = try Git.ask(["rev-parse", "--is-shallow-repository"]) == "true"
    var versions = commits.map { commit in
      ChainRequest.Version(
        path: commit.new?.input ?? file, name: commit.new?.name ?? commit.old?.name, date: commit.date,
        commit: ChainExport.Commit(revision: commit.name, author: commit.author, subject: commit.subject),
        isThere: commit.new != nil)
    }
    if let before = first.old {
      let commit = ChainExport.Commit(revision: "\(first.name)^", author: first.author, subject: "before that")
      versions.insert(ChainRequest.Version(path: before.input, name: before.name, commit: commit), at: 0)
    }
    var request = ChainRequest(versions)
    request.beginsWithTable = first.old == nil && !isShallow
    return request
  }
}
