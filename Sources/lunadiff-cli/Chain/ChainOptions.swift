import ArgumentParser
import Analysis
import Platform
import Records
import Reports
import Requests

/// Flags that say which exports of a table there are, and how what they tell is written.
struct ChainOptions: ParsableArguments {
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

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form: text, json or html.", value: "name",
      "By default the name of the -o file decides; without -o it is text."),
    completion: .words(of: ChainFormat.self), transform: Choice.of(ChainFormat.self)) var namedFormat: ChainFormat?

  @OptionGroup var output: OutputFileOption
  @OptionGroup var colors: ColorOption
  @OptionGroup var pager: PagerOptions

  var format: ChainFormat { namedFormat ?? ChainFormat(ofOutput: output.path) ?? .text }

  func validate() throws { if namedFormat == nil { try ChainFormat.checkExtension(ofOutput: output.path) } }

  /// What is asked for: exports, or the versions of a file.
  func request(_ exports: [String], usage: String) throws -> ChainRequest {
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

  /// Does the work with a line on the terminal that says which export is being read.
  func reading<Result>(_ request: ChainRequest, _ work: (ChainRequest) throws -> Result) throws -> Result {
    var request = request
    let names = request.versions.map { $0.name ?? $0.path }
    ProgressLine.start("reading \(names.count) exports")
    defer { ProgressLine.finish() }
    request.progress = { ProgressLine.update("reading \(names[$0]) (\($0 + 1) of \(names.count))") }
    return try work(request)
  }

  var reportOptions: ReportOptions {
    var options = ReportOptions()
    options.color = colors.color.isColored(output.path == nil ? Descriptor.standardOutput : nil)
    return options
  }

  func write(inputs: [String], scripts: [String], _ body: (inout AnySink) throws -> Void) throws {
    try ProgramOutput.write(to: output.place(inputs: inputs, scripts: scripts), pager: pager.pager, body)
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
