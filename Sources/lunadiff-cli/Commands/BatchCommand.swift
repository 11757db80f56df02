import ArgumentParser
import Batch
import LuaRuntime
import Platform
import Reports
import Requests
import Synchronization

struct BatchCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", _superCommandName: "lunadiff",
    abstract: "Compares the files of two directories, or the pairs of a manifest.",
    usage: """
      lunadiff batch OLD_DIR NEW_DIR [options]
      lunadiff batch --manifest NIGHTLY.lua [OLD_DIR NEW_DIR] [options]
      lunadiff batch report --history FILE [options]
      """,
    discussion: """
      Files with the same name are compared. If a pair fails, that is reported, and the others go on. The summary \
      has a line for each pair; --report writes a whole report of each. --history keeps the outcome of every run, \
      and 'lunadiff batch report' shows all runs.
      """, subcommands: [BatchReportCommand.self])

  static let closing = """
    EXAMPLES:
      lunadiff batch monday/ tuesday/ -k id
      lunadiff batch monday/ tuesday/ -k id --recursive --report html --output-dir reports/
      lunadiff batch --manifest nightly.lua --max-updated 0.1% --format junit -o nightly.xml
      lunadiff batch monday/ tuesday/ -k id --history nightly.jsonl

    EXIT STATUS:
      0  no pair has changes that count, and no file is missing
      1  a pair has changes that count, or a file is missing
      2  trouble: bad usage, a pair that failed, an output that could not be written, an interruption
    """

  @Argument(help: Help.flag("The directory of the old files."), completion: .directory) var old: String?

  @Argument(help: Help.flag("The directory of the new files."), completion: .directory) var new: String?

  @OptionGroup(title: "Pairs") var pairs: PairOptions
  @OptionGroup(title: "Summary") var output: BatchOutputOptions
  @OptionGroup(title: "Summary") var memory: BatchMemoryOptions
  @OptionGroup(title: "Summary") var pager: PagerOptions
  @OptionGroup(title: "Exit status") var thresholds: ThresholdOptions<ManyInputs>
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var inputs: InputPairOptions
  @OptionGroup(title: "Output") var profile: ProfileOptions

  func execute() throws -> ExitStatus {
    let files = rules.files + [pairs.manifest].compactMap(\.self)
    return try profile.reporting(inputs: files, execute)
  }

  private func execute(_ recorder: LuaRecorder?) throws -> ExitStatus {
    EndingSignals.endWithStatus(clearingLine: ProgressLine.canBeSeen)
    let start = ContinuousClock.now
    var request = try makeRequest(recorder)
    // The file of --profile may be none of the inputs, either.
    _ = try profile.place(inputs: request.inputs, scripts: request.scripts)
    request.keepsSuites = output.format == .junit
    let history = try memory.file(inputs: request.inputs, scripts: request.scripts)
    request.keepsMemory = history != nil
    request.keepsFindings = !output.noFindings && output.format.hasFindings
    if pairs.manifest == nil, let old, let new {
      let names = request.pairs.map(\.name)
      // Most batches have few pairs of which a command is said.
      let ruleFiles = Mutex<[String: String]?>(nil)
      request.commands = { pair in
        let ruleFile = ruleFiles.withLock { known in
          let files = known ?? RepeatableCommand.ruleFiles(ofPairs: names)
          known = files
          return files[pair.name]
        }
        return RepeatableCommand.commands(
          ProgramArguments.all, of: (old: old, new: new), pair: (pair.old, pair.new), ruleFile: ruleFile ?? "rules")
      }
    }
    request.report = output.pairReport
    let place = try output.output.map {
      try OutputPlace(
        $0, option: "-o", inputs: request.inputs, scripts: request.scripts, making: request.report?.directory)
    }
    try request.checkReports(besides: OutputFiles.names)
    try request.report?.prepare()
    if output.format == .html, let place, !place.isSpecial { request.report?.page = place.resolved }
    let summary = run(request)
    let elapsed = ContinuousClock.now - start
    try output.write(summary, to: place, pager: pager.pager, elapsed: elapsed)
    try history?.append(line: BatchRun.line(summary, night: memory.night, elapsed: elapsed))
    return ExitStatus(rawValue: Int32(summary.status))
  }

  private func run(_ request: BatchRequest) -> BatchSummary {
    let shown = Mutex<BatchProgress?>(nil)
    let start = ProgressText("comparing \(request.pairs.count) pairs")
    ProgressLine.start { shown.withLock { $0 }.map(ProgressText.init) ?? start }
    defer { ProgressLine.finish() }
    let isVerbose = output.verbose
    let showsFailures = !output.summaryShowsFailures
    return runBatch(
      request, progress: { progress in shown.withLock { $0 = progress } },
      each: { result in
        if result.outcome == .failed, showsFailures {
          Diagnostics.error("\(VisibleText.line(result.name)): \(result.message ?? "")")
        } else if result.outcome != .failed, isVerbose {
          Diagnostics.note("\(VisibleText.line(result.name)): \(result.line)")
        }
      })
  }

  func makeRequest(_ recorder: LuaRecorder? = nil) throws -> BatchRequest {
    var base = BatchPair(name: "", old: nil, new: nil)
    base.options = inputs.options(rules).lookingOnce
    // The pairs share the threads.
    base.options.threads = 0
    base.options.recorder = recorder
    base.options.flags.accept = thresholds.accept
    let directories = old.flatMap { old in new.map { (old: old, new: $0) } }
    var files = pairs.directoryPairs
    files.claimed = try base.options.claimedExtensions()
    var request: BatchRequest
    if let manifest = pairs.manifest {
      request = try inputs.script.explaining {
        try BatchRequest(manifest: manifest, of: directories, files, base: base)
      }
      request.notes.forEach(Diagnostics.warning)
    } else {
      guard let (old, new) = directories else {
        throw CommandError(
          "two directories are needed, or a manifest",
          hint: "lunadiff batch OLD_DIR NEW_DIR; lunadiff batch --manifest NIGHTLY.lua")
      }
      request = BatchRequest(try files.pairs(old: old, new: new, base: base))
    }
    request.thresholds = thresholds.thresholds
    request.showsStack = inputs.script.traceback
    request.threads = inputs.work.threads
    return request
  }

  func validate() throws {
    guard pairs.manifest != nil else { return }
    guard old == nil || new != nil else { throw ValidationError("a second directory is needed") }
  }
}

extension BatchResult {
  fileprivate var line: String {
    guard let summary else { return outcome.rawValue }
    return "\(outcome.rawValue): \(summary)"
  }
}

/// Flags that say where the batch is remembered.
struct BatchMemoryOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "Add the outcome to a file; lunadiff batch report shows all runs.", value: "file",
      """
      One line of JSON: counts, findings and times of each pair, and digests of its changes. It is added once the \
      batch has ended, whatever its status; an interrupted batch adds none.
      """), completion: .file()) var history: String?

  @Option(
    help: Help.flag(
      "The name of this run in the history, as in 2026-11-25.", value: "name",
      "By default its date and time. In reports a later run replaces an earlier one of the same name."))
  var night: String?

  func file(inputs: [String], scripts: @autoclosure () -> [String]) throws -> AppendedFile? {
    guard let history else { return nil }
    try OutputFiles.add(history, option: "--history", reading: inputs, scripts())
    do { return try RunHistory.place(history, inputs: inputs, scripts: scripts()) } catch let error as OutputError {
      throw CommandError(error, option: "--history")
    }
  }

  func validate() throws {
    guard let night else { return }
    guard history != nil else { throw ValidationError("--night names a run of a history: it needs --history") }
    guard !night.isEmpty, night.firstRange(of: "..") == nil else {
      throw ValidationError("--night '\(night)': it is a name such as 2026-11-25, without two dots")
    }
  }
}

struct PairOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "A Lua file that lists the pairs, in place of two directories.", value: "file",
      """
      { { old = "a.csv", new = "b.csv", name = …, rules = …, key = …, read = …, old_read = …, new_read = … }, …, \
      defaults = { … } }. 'rules' is a table or the path of a rules file. Paths start from the manifest's directory. \
      With directories, as arguments or as old and new beside the pairs, an entry { pattern = "*.csv", … } says how \
      the files that match are compared.
      """)) var manifest: String?

  @Option(
    help: Help.flag(
      "Only files whose names match, as in '*.csv'. Repeatable.", value: "glob",
      """
      By default all files of known formats. A pattern with a slash is matched against the whole path below the \
      directory.
      """))
  var pattern: [String] = []

  @Flag(help: Help.flag("Compare the files of subdirectories, too.")) var recursive = false

  var directoryPairs: DirectoryPairs {
    var pairs = DirectoryPairs()
    pairs.patterns = pattern
    pairs.isRecursive = recursive
    return pairs
  }
}
