import ArgumentParser
import Comparing
import Platform
import Records
import Reports
import Requests
import Scripting

struct DiffCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "diff", abstract: "Compares two collections of records under rules written in Lua.",
    usage: LunaDiffCommand.overview)

  static let closing = """
    EXAMPLES:
      lunadiff old.csv new.csv -k id
      lunadiff old.csv new.csv -k id,country --ignore updated_at --tolerance price=0.01
      lunadiff old.json new.json -r rules.lua --format json -o changes.json
      gunzip -c old.csv.gz | lunadiff - new.csv -e 'function identity(r) return r.email:lower() end'

    EXIT STATUS:
      0  the two are the same under the rules
      1  they differ
      2  trouble: wrong usage, an input that cannot be read, a rule that failed
    """

  @Argument(
    help: Help.flag(
      "The old file: CSV, TSV, JSON or JSON Lines, also .gz or .zst; - is standard input.",
      "A directory, or a quoted pattern such as 'out/date=*/*.csv.gz', is read as one table.")) var old: String?

  @Argument(help: Help.flag("The new file.")) var new: String?

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Output") var pager: PagerOptions
  @OptionGroup(title: "Output") var watch: WatchOptions
  @OptionGroup(title: "Exit status") var thresholds: ThresholdOptions<TwoInputs>
  @OptionGroup var inputs: InputPairOptions
  @OptionGroup(title: "Limits") var memory: MemoryOptions
  @OptionGroup(title: "Output") var profile: ProfileOptions
  @OptionGroup(title: "Rules") var debugging: DebugOptions

  func execute() throws -> ExitStatus {
    var request = try makeRequest()
    let debugger = try debugging.session(for: &request)
    let files = [request.old, request.new] + scripts(request)
    return try withExtendedLifetime(debugger) { [request] in
      try watch.run(files: files, request.options) {
        try profile.reporting(inputs: files, scripts: request.options.modules) { recorder in
          var request = request
          request.options.recorder = recorder
          return try inputs.script.explaining { try run(request) }
        }
      }
    }
  }

  /// The files beside the inputs that are read.
  private func scripts(_ request: DiffRequest) -> [String] {
    let accepted = thresholds.accept.map { AcceptedFile.path($0, table: FilePath.name(of: request.new)) }
    return rules.files + [accepted].compactMap(\.self)
  }

  private func run(_ request: DiffRequest) throws -> ExitStatus {
    let start = ContinuousClock.now
    let places = try output.places(for: request, scripts: scripts(request))
    let meter = WorkMeter()
    var request = request
    request.options.meter = meter
    let label = "comparing \(request.old) and \(request.new)"
    if !debugging.debug { ProgressLine.start { ProgressText(label, fraction: meter.fraction) } }
    defer { ProgressLine.finish() }
    let comparison = try LunaDiffError.wrapping { try thresholds.thresholds.judged(compare(request)) }
    let elapsed = ContinuousClock.now - start
    ProgressLine.update("writing what differs between \(request.old) and \(request.new)")
    output.tell(of: comparison, request, elapsed: elapsed)
    let pager = watch.watch ? nil : pager.pager
    var options = output.reportOptions(elapsed: elapsed, pager: pager)
    options.thresholds = thresholds.thresholds
    options.commands = RepeatableCommand.commands(ProgramArguments.all)
    try output.write(comparison, of: request, options: options, to: places, pager: pager)
    memory.tell(of: comparison, holdsPairs: output.needsAllPairs)
    return options.thresholds.counting(comparison).isEmpty ? .same : .different
  }

  func makeRequest() throws -> DiffRequest {
    var request = try pairRequest(rules, usage: "lunadiff OLD NEW; lunadiff -h shows how")
    guard ![request.old, request.new].allSatisfy(InputName.isStandardInput) else {
      throw CommandError("standard input can be only one of the two inputs")
    }
    request.options.memory = memory.use
    request.options.flags.accept = thresholds.accept
    return request
  }
}

struct MemoryOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "The most memory to use, as in 256M; what does not fit goes to --temp.", value: "size",
      """
      By default what the machine or the container has. With this flag the parts of inputs that are in memory count, \
      too. The result is the same whatever the size; docs/size.md says what a size is enough for.
      """), transform: ByteCount.parseMemory) var memory: Int?

  @Option(
    help: Help.flag(
      "The folder for what does not fit into memory.", value: "folder",
      "By default TMPDIR, or /var/tmp. Nothing stays there, however the program ends.")) var temp: String?

  func validate() throws {
    if let temp, !FilePath.isDirectory(temp) { throw ValidationError("--temp \(temp): there is no such folder") }
  }

  var use: MemoryUse { MemoryUse(limit: memory, folder: SpillFolder(temp)) }

  /// Says that the process took more than the limit, if it did, and for what.
  func tell(of comparison: Comparison, holdsPairs: Bool) {
    guard let memory, let peak = AvailableMemory.peak, peak > memory else { return }
    let large = Self.held(by: comparison, holdsPairs: holdsPairs).filter { $0.size > peak / 8 }
    let reasons = large.map { "\(ByteSize.rounded($0.size)) of it for \($0.words)" }
    let reason = reasons.isEmpty ? "most of it for the program itself" : reasons.joined(separator: " and ")
    Diagnostics.warning(
      "\(Setting("memory")) \(ByteSize.spelling(memory)) was not kept: the process took "
        + "\(ByteSize.rounded(peak)), \(reason)")
  }

  /// What is held whatever the limit, in bytes.
  private static func held(by comparison: Comparison, holdsPairs: Bool) -> [(size: Int, words: String)] {
    let (changes, sections) = (
      comparison.changeCount, comparison.sectionCount(.source) + comparison.sectionCount(.target)
    )
    let pairs = holdsPairs ? comparison.source.count - comparison.summary.deleted : 0
    return [
      (40 * changes, Grouped.count(changes, "change", "changes")),
      (160 * sections, "the names of \(Grouped.count(sections, "section", "sections"))"),
      (8 * pairs, "\(Grouped.count(pairs, "pair", "pairs")), which this report needs at once"),
    ]
  }
}
