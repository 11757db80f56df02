import ArgumentParser
import Comparing
import Platform
import Reports
import Requests

/// What the steps have in common that an engine runs which divides the records itself.
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

struct ShardRulesCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", _superCommandName: "lunadiff shard",
    abstract: "For engines: says what is to be known of rules before records are divided.",
    usage: "lunadiff shard rules OLD NEW [--sample] [options]",
    discussion: """
      OLD and NEW have the columns that are compared, and any records or none. The answer is a JSON object: 'key', the \
      columns that identify a record on each side, where these are compared as they stand; the delimiters of CSV; \
      whether records of equal bytes are equal, whatever rules say of others; whether rules filter, mask and name \
      sections; how many passes the identity has; how moves are found; the files that rules need; with --sample the \
      names in rules that neither input has. Rules that do not let the records be divided are an error.
      """)

  @OptionGroup var share: ShareOptions

  @Flag(help: Help.flag("OLD and NEW may lack columns that other records have.")) var sample = false

  func execute() throws -> ExitStatus {
    let answer = try share.inputs.script.explaining { try Share.rules(of: share.request, isSample: sample) }
    try ProgramOutput.write(to: nil) { try $0.write(answer) }
    return .same
  }
}

extension ShardRulesCommand { static let closing = ShardCommand.closing }

struct ShardIdentifyCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify", _superCommandName: "lunadiff shard",
    abstract: "For engines: says which records have to meet.",
    usage: "lunadiff shard identify OLD NEW --side old|new --seed TEXT [options]",
    discussion: """
      For each record of one side it writes a number of 64 bits, in this machine's order of bytes. Records of one \
      identity have one number, on both sides and in every process with the same seed; 0 is a record that the filter \
      leaves out. The other side says which columns there are, and its records are not looked at. Where records name \
      sections, compare has to know all of them: {"old":[["a"]],"new":[["a"],["b"]]}, in order of first appearance.
      """)

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

extension ShardIdentifyCommand { static let closing = ShardCommand.closing }

struct ShardCompareCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", _superCommandName: "lunadiff shard",
    abstract: "For engines: compares records that were brought together.",
    usage: "lunadiff shard compare OLD NEW [--pairs] [options]",
    discussion: """
      OLD and NEW are all records of some identities. It writes lines of five parts, with tabs between: the number of \
      the old record, that of the new one, the number and the name of the section in which both are, and JSON. The \
      first line has JSON alone, and says what a report begins and ends with, and what was seen of that which is \
      limited; then come the changes. No record moves but from one section to another, since no process sees the order \
      of all.
      """)

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

extension ShardCompareCommand { static let closing = ShardCommand.closing }
