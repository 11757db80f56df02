import ArgumentParser
import Comparing
import Platform
import Reports
import Requests

/// What the package for Apache Spark runs: it divides the records, and each task compares a share of them.
struct SparkCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "spark", _superCommandName: "lunadiff",
    abstract: "Compares shares of the records for the package for Apache Spark.",
    usage: "lunadiff spark rules|identify|compare OLD NEW [options]",
    discussion: """
      'rules' checks the rules before the records are divided. 'identify' says which records have to meet. 'compare' \
      compares records that have met. See docs/spark.md.
      """, shouldDisplay: false,
    subcommands: [SparkRulesCommand.self, SparkIdentifyCommand.self, SparkCompareCommand.self])

  static let closing = """
    EXIT STATUS:
      0  the answer is written
      2  trouble: an input that cannot be read, a rule that failed, rules that do not let records be divided
    """

  func execute() throws -> ExitStatus {
    throw CommandError("a step is needed: rules, identify or compare", hint: "lunadiff spark --help says more")
  }
}

/// Options that all steps have.
struct ShareOptions: ParsableArguments {
  @Argument(help: Help.flag("Records of the old side; - is standard input.")) var old: String

  @Argument(help: Help.flag("Records of the new side.")) var new: String

  @Option(
    help: Help.flag("The pass of an identity in passes that pairs records, from 1.", value: "pass"),
    transform: Count.parsePositive) var pass = 1

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Exit status") var thresholds: ThresholdOptions<TwoInputs>
  @OptionGroup var inputs: InputPairOptions

  var request: DiffRequest {
    var request = DiffRequest(old: old, new: new)
    request.options = inputs.options(rules)
    // What one user trusts on one machine would not hold in every process.
    request.options.project = nil
    return request
  }

  func validate() throws {
    guard thresholds.accept == nil else {
      throw ValidationError("--accept cannot be divided: which entries fit nothing takes all records to know")
    }
  }
}

struct SparkRulesCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", _superCommandName: "lunadiff spark",
    abstract: "Checks the rules before the records are divided, and describes them.",
    usage: "lunadiff spark rules OLD NEW [--sample] [options]",
    discussion: """
      OLD and NEW need the columns that are compared; they need no records. The answer is a JSON object. 'key' has the \
      key columns of each side, if their values are compared unchanged. 'delimiters' has the delimiters of CSV. \
      'equalBytes' says whether records of equal bytes are equal under the rules. 'filters', 'masks' and 'sections' \
      say whether rules have these. 'passes' counts the passes of the identity. 'moves' says how moves are found. \
      'files' lists the files that the rules need. With --sample, 'missing' lists the names in rules that neither \
      input has. Rules that do not let the records be divided are an error.
      """)

  static let closing = SparkCommand.closing

  @OptionGroup var share: ShareOptions

  @Flag(help: Help.flag("OLD and NEW may lack columns that other records have.")) var sample = false

  func execute() throws -> ExitStatus {
    let answer = try share.inputs.script.explaining { try Share.rules(of: share.request, isSample: sample) }
    try ProgramOutput.write(to: nil) { try $0.write(answer) }
    return .same
  }
}

struct SparkIdentifyCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify", _superCommandName: "lunadiff spark", abstract: "Says which records have to meet.",
    usage: "lunadiff spark identify OLD NEW --side old|new --seed TEXT [options]",
    discussion: """
      The command writes a number of 64 bits for each record of one side, in this machine's byte order. Records of one \
      identity have one number, on both sides and in every process with the same seed. The number 0 marks a record that \
      the filter leaves out. The other side only says which columns there are. If records name sections, 'compare' \
      needs the names of all sections, in order of first appearance: {"old":[["a"]],"new":[["a"],["b"]]}.
      """)

  static let closing = SparkCommand.closing

  /// The side whose records are looked at.
  enum Looked: String, CaseIterable { case old, new }

  @OptionGroup var share: ShareOptions

  @Option(
    help: Help.flag("The side whose records are identified: old or new.", value: "side"),
    completion: .words(of: Looked.self), transform: Choice.of(Looked.self)) var side: Looked

  @Option(parsing: .unconditional, help: Help.flag("The same secret text in all processes.", value: "text"))
  var seed: String

  @Option(
    help: Help.flag(
      "Where the sections are written that these records name, each with the first that does.", value: "file"),
    completion: .file()) var sections: String?

  func execute() throws -> ExitStatus {
    let found = try share.inputs.script.explaining {
      try Share.identities(
        of: share.request, side == .old ? .source : .target, seed: seed, pass: share.pass,
        wantsSections: sections != nil)
    }
    if let sections {
      try OutputPlace(sections, option: "--sections", inputs: [share.old, share.new]).write {
        try $0.write(found.sections)
      }
    }
    try ProgramOutput.write(to: nil) { sink in try found.numbers.withBytes { try sink.write($0) } }
    return .same
  }
}

struct SparkCompareCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", _superCommandName: "lunadiff spark", abstract: "Compares records that have met.",
    usage: "lunadiff spark compare OLD NEW [--pairs] [options]",
    discussion: """
      OLD and NEW are all records of some identities. The command writes lines of five parts, with tabs between: the \
      number of the old record, the number of the new record, the number and the name of the section that holds both, \
      and JSON. The first line has only JSON: the beginning and the end of a report, and the counts for limits. The \
      changes follow. Records only move from one section to another, because no process sees the order of all.
      """)

  static let closing = SparkCommand.closing

  @OptionGroup var share: ShareOptions
  @OptionGroup(title: "Limits") var memory: MemoryOptions

  @Flag(help: Help.flag("Write the keys of the pairs that did not change, too.")) var pairs = false

  @Flag(help: Help.flag("Say how often each column changed, and how.")) var statistics = false

  @Option(
    help: Help.flag("The sections of all records, where these name some.", value: "file"), completion: .file())
  var sections: String?

  func execute() throws -> ExitStatus {
    try share.inputs.script.explaining {
      var request = share.request
      request.options.memory = memory.use
      var options = ReportOptions()
      (options.thresholds, options.statistics) = (share.thresholds.thresholds, statistics)
      let comparison = try Share.comparison(of: request, pass: share.pass, sections: sections)
      try ProgramOutput.write(to: nil) { try writeShare(comparison, options, withPairs: pairs, to: &$0) }
    }
    return .same
  }
}
