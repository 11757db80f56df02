import ArgumentParser
import Comparing
import Platform
import Reports
import Requests

struct GitLogCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", _superCommandName: "lunadiff git", abstract: "Shows what each commit changed in a table.",
    usage: "lunadiff git log FILE [options]",
    discussion: """
      The newest commit comes first, and renamed files are followed. If no flag names rules, those in the file that \
      the git setting lunadiff.rules names are used, or those in .lunadiff/rules.lua. Rules that the repository brings \
      along, by its own setting too, have to be trusted first (lunadiff plugins trust).
      """)

  static let closing = """
    EXAMPLES:
      lunadiff git log data.csv
      lunadiff git log prices.json -n 5 -f summary -k id

    EXIT STATUS:
      0  the commits are shown
      2  trouble: no git, no repository, no such file, rules that do not load or do not fit
    """

  @Argument(help: Help.flag("A file in git.")) var file: String?

  @Option(
    name: [.customShort("n", allowingJoined: true), .customLong("max-count")],
    help: Help.flag("Show at most so many commits.", value: "number"), transform: Count.parsePositive) var mostCommits:
    Int?

  @Option(
    help: Help.flag(
      "List at most so many changes of each kind.", value: "number",
      "The default is 20; --limit updated=50,deleted=5 is for these alone."), transform: ChangeLimit.parse)
  var limit: ChangeLimits?

  private enum Form: String, CaseIterable { case text, table, summary }

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag("The form: text, table or summary.", value: "name"), completion: .words(of: Form.self),
    transform: Choice.of(Form.self)) private var form = Form.text

  @OptionGroup(title: "Output") var pager: PagerOptions
  @OptionGroup var inputs: SharedInputOptions

  func execute() throws -> ExitStatus {
    guard let file else { throw CommandError("a file is needed", hint: "lunadiff git log FILE") }
    let commits = try GitHistory(of: file, most: mostCommits).commits
    guard !commits.isEmpty else { throw CommandError("\(VisibleText.line(file)): no commit of this branch has it") }
    let options = try Git.options(inputs, of: file)
    // A file of rules that cannot be read is no unreadable version.
    try checkRules(of: request(commits[0], options))
    let isColored = try GitColor.isOn()
    try ProgramOutput.write(to: nil, pager: pager.pager, isColored: isColored) { sink in
      for commit in commits { try write(commit, options, isColored: isColored, to: &sink) }
    }
    return .same
  }

  private func write(_ commit: GitCommit, _ options: ComparisonOptions, isColored: Bool, to sink: inout AnySink) throws
  {
    let heading = isColored ? "\u{1B}[33m\(commit.heading)\u{1B}[m" : commit.heading
    try sink.write("\(heading)\n\(commit.subject)\n\n")
    do { try write(compare(request(commit, options)), of: commit, isColored: isColored, to: &sink) } catch let error
      as LunaDiffError where error.isOfInputs
    { try sink.write("no table: \(error.message.split(separator: "\n").first ?? "")\n") }
    try sink.write("\n")
  }

  /// What differs; of a file that came or went, how much that is.
  private func write(_ comparison: Comparison, of commit: GitCommit, isColored: Bool, to sink: inout AnySink) throws {
    guard commit.old != nil, commit.new != nil else {
      let (table, verb) = commit.old == nil ? (comparison.target, "added") : (comparison.source, "deleted")
      let records = Grouped.count(table.count, "record", "records")
      return try sink.write("\(verb) \(VisibleText.line(table.name)): \(records)\n")
    }
    var options = ReportOptions()
    options.color = isColored
    options.width = Terminal.width(.standardOutput)
    options.limit = limit ?? 20
    let format = ReportFormat(rawValue: form.rawValue) ?? .text
    try Reports.write(comparison, as: format, options: options, to: &sink)
  }

  private func request(_ commit: GitCommit, _ options: ComparisonOptions) -> DiffRequest {
    let nothing = "/dev/null"
    var request = DiffRequest(old: commit.old?.input ?? nothing, new: commit.new?.input ?? nothing)
    request.options = options
    request.options.overrides.source.name = commit.old?.name
    request.options.overrides.target.name = commit.new?.name
    return request
  }
}

struct GitHistory {
  let commits: [GitCommit]

  private static let mostBytes = 1 << 28
  /// What begins a commit, and cannot be in anything that git says of it.
  private static let start: Unicode.Scalar = "\u{1}"

  /// Asks git for the newest commits of a file, at most `most` of them, through renamings.
  init(of file: String, most: Int?, _ flags: [String] = []) throws {
    let count = most.map { ["--max-count=\($0)"] } ?? []
    // A letter before what may be empty, so that it has a place of its own.
    let form = "--format=%x01%H%x00%h%x00%ad%x00a%an%x00s%s"
    let (end, output) = try Git.run(
      ["log", "--follow", "--name-status", "-z", "--date=short", form] + flags + count + ["--", file],
      limit: Self.mostBytes)
    guard end.status == 0 else { throw CommandError("git log: \(end.reason)") }
    let text = String(decoding: output, as: UTF8.self)
    commits = text.unicodeScalars.split(separator: Self.start).compactMap { part in
      GitCommit(part.split { $0 == "\0" || $0 == "\n" }.map { String($0) })
    }
  }
}

struct GitCommit {
  let name: String
  let date: String
  let author: String
  let subject: String
  /// The version before it; `nil` where it added the file.
  let old: Version?
  /// The version that it made; `nil` where it deleted the file.
  let new: Version?

  /// `abc1234  2026-10-01  Ada`.
  var heading: String { "\(name)  \(date)  \(author)" }

  struct Version {
    /// `REV:PATH` with the commit's whole name.
    let input: String
    /// The same as people read it, with the short name.
    let name: String
  }

  /// - Parameter words: The commit's name, its short name, the date, author and subject behind a letter each, the
  ///   letter of what happened, and the path, or both of them where the file was renamed.
  init?(_ words: [String]) {
    guard words.count >= 7, let change = words[5].first, let path = words.last else { return nil }
    (name, date) = (words[1], words[2])
    author = VisibleText.line(String(words[3].dropFirst()))
    subject = VisibleText.line(String(words[4].dropFirst()))
    func version(_ mark: String, _ path: String) -> Version {
      Version(input: "\(words[0])\(mark):\(path)", name: "\(words[1])\(mark):\(path)")
    }
    old = change == "A" ? nil : version("^", words[6])
    new = change == "D" ? nil : version("", path)
  }
}
