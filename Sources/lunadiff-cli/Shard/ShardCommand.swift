import ArgumentParser
import Platform
import Requests
import Rules

struct ShardCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard", _superCommandName: "lunadiff",
    abstract: "Compares in pieces, as files that many machines share.",
    usage: """
      lunadiff shard plan OLD NEW --shards COUNT -o PLAN [options]
      lunadiff shard map PLAN PART [--threads COUNT]
      lunadiff shard reduce PLAN SHARD [--threads COUNT]
      lunadiff shard finish PLAN [options]
      lunadiff shard rules|identify|compare OLD NEW [options]
      """,
    discussion: """
      'plan' says what is compared and makes the directory PLAN. 'map' looks at one part of the records, 'reduce' \
      compares those of one shard, 'finish' writes the report, which has the same bytes as that of one process. \
      There are as many parts as shards, numbered from 1; the parts can be mapped in any order and at once, and so \
      can the shards be reduced when all parts are mapped. Every step can be repeated, and writes its file whole or \
      not at all. A step refuses inputs, rules or a program that are not those of the plan. 'rules', 'identify' and \
      'compare' are for engines that divide the records themselves, such as Apache Spark. See docs/size.md and docs/spark.md.
      """,
    subcommands: [
      ShardPlanCommand.self, ShardMapCommand.self, ShardReduceCommand.self, ShardFinishCommand.self,
      ShardRulesCommand.self, ShardIdentifyCommand.self, ShardCompareCommand.self,
    ])

  static let closing = """
    EXAMPLES:
      lunadiff shard plan old.csv new.csv -r rules.lua --shards 16 -o plan
      seq 16 | xargs -P 4 -n 1 lunadiff shard map plan
      seq 16 | xargs -P 4 -n 1 lunadiff shard reduce plan
      lunadiff shard finish plan --format json -o changes.json

    EXIT STATUS:
      0  the step is done; of finish: the two are the same under the rules
      1  of finish: they differ
      2  trouble: a step before it is missing, an input has changed, a rule that failed
    """

  func execute() throws -> ExitStatus {
    throw CommandError("a step is needed: plan, map, reduce or finish", hint: "lunadiff shard --help shows all")
  }
}

struct ShardMapCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", _superCommandName: "lunadiff shard",
    abstract: "Looks at one part of the records: which take part, and what identifies them.",
    usage: "lunadiff shard map PLAN PART [--threads COUNT]")

  @OptionGroup var piece: ShardPieceOptions

  @Argument(help: Help.flag("The part, from 1 to the number of shards.", value: "part"), transform: Count.parsePositive)
  var part: Int

  func execute() throws -> ExitStatus { try piece.run(part) { step, part in try step.plan.map(part, step.request) } }
}

extension ShardMapCommand { static let closing = ShardCommand.closing }

struct ShardReduceCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "reduce", _superCommandName: "lunadiff shard",
    abstract: "Compares the records of one shard, once all parts are mapped.",
    usage: "lunadiff shard reduce PLAN SHARD [--threads COUNT]")

  @OptionGroup var piece: ShardPieceOptions

  @Argument(
    help: Help.flag("The shard, from 1 to the number of shards.", value: "shard"), transform: Count.parsePositive)
  var shard: Int

  func execute() throws -> ExitStatus {
    try piece.run(shard) { step, shard in try step.plan.reduce(shard, step.request) }
  }
}

extension ShardReduceCommand { static let closing = ShardCommand.closing }

struct ShardFinishCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", _superCommandName: "lunadiff shard",
    abstract: "Writes the report, once all shards are reduced.", usage: "lunadiff shard finish PLAN [options]",
    discussion: "Its report and its status are those of 'lunadiff OLD NEW' with the options of the plan.")

  @Argument(help: Help.flag("The directory of the plan.", value: "plan")) var plan: String

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Exit status") var thresholds: ThresholdOptions<TwoInputs>
  @OptionGroup(title: "Limits") var work: WorkOptions

  func execute() throws -> ExitStatus {
    let start = ContinuousClock.now
    var output = self.output
    // The output's name starts from here, those of the plan from where it was made.
    output.outputName = output.outputName.map(Self.absolute)
    output.notes = output.notes.map(Self.absolute)
    let step = try ShardStep(plan, threads: work.threads)
    let places = try output.places(for: step.request, scripts: step.scripts)
    let accept = thresholds.accept.map(Self.absolute)
    let comparison = try step.run {
      let comparison = try step.plan.finish(step.request)
      return try thresholds.thresholds.judged(accept.map { try comparison.accepting(fileAt: $0) } ?? comparison)
    }
    let elapsed = ContinuousClock.now - start
    output.tell(of: comparison, step.request, elapsed: elapsed)
    var options = output.reportOptions(elapsed: elapsed)
    options.thresholds = thresholds.thresholds
    options.commands = RepeatableCommand.commands(step.plan.arguments)
    try output.write(comparison, of: step.request, options: options, to: places, pager: nil)
    return options.thresholds.counting(comparison).isEmpty ? .same : .different
  }

  private static func absolute(_ path: String) -> String {
    guard path != "-", !path.hasPrefix("/"), let here = FilePath.resolved(".") else { return path }
    return here == "/" ? "/\(path)" : "\(here)/\(path)"
  }
}

extension ShardFinishCommand { static let closing = ShardCommand.closing }

/// A step of a comparison in pieces: the plan, and the command line that has made it.
struct ShardStep {
  let plan: ShardPlan
  let request: DiffRequest
  private let command: ShardPlanCommand

  /// Opens a plan and goes to its directory; without `threads`, as many are used as the plan says.
  init(_ directory: String, threads: Int?) throws {
    let place = FilePath.resolved(directory) ?? directory
    plan = try ShardPlan.open(place, named: directory, program: ProgramVersion.number)
    let words = try OptionWords.joined(plan.arguments, of: ShardPlanCommand.self)
    guard let command = try ShardPlanCommand.parseAsRoot(words) as? ShardPlanCommand else {
      throw CommandError("\(directory): the plan's command line says nothing")
    }
    self.command = command
    guard chdir(plan.workingDirectory) == 0 else {
      throw SystemError("go to the plan's directory \(plan.workingDirectory)")
    }
    var request = command.request()
    if let threads { request.options.threads = threads }
    self.request = request
  }

  var scripts: [String] { command.rules.files }

  func run<R>(_ body: () throws -> R) throws -> R { try command.inputs.script.explaining(body) }
}

struct ShardPieceOptions: ParsableArguments {
  @Argument(help: Help.flag("The directory of the plan.", value: "plan")) var plan: String

  @Option(
    help: Help.flag(
      "How many threads work; by default one for each core.", value: "count",
      "Where several steps run at once on one machine, 1 wastes the least."), transform: Count.parse) var threads: Int?

  /// Runs a step with one piece, which people count from 1.
  func run(_ number: Int, _ body: (ShardStep, Int) throws -> Void) throws -> ExitStatus {
    let step = try ShardStep(plan, threads: threads)
    guard number <= step.plan.shards else {
      throw CommandError("there is no number \(number)", hint: "the plan's numbers go from 1 to \(step.plan.shards)")
    }
    try step.run { try body(step, number - 1) }
    return .same
  }
}

struct ShardPlanCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", _superCommandName: "lunadiff shard", abstract: "Makes a plan of a comparison in pieces.",
    usage: "lunadiff shard plan OLD NEW --shards COUNT -o PLAN [options]",
    discussion: """
      It reads both inputs once: for their checksums, for the key where none is given, and to find what rules cannot \
      mean. Where the same plan is there already, nothing is done. Later steps are run with these options, from this directory.
      """)

  @Argument(help: Help.flag("The old file, or a directory of parts, where all steps can read it.")) var old: String

  @Argument(help: Help.flag("The new file.")) var new: String

  @Option(
    help: Help.flag(
      "How many parts and shards to make.", value: "count",
      "From 1 to \(ShardPlan.mostShards). More shards take less memory each; a few for each process of 'map' and 'reduce' are "
        + "enough."), transform: Count.parsePositive) var shards: Int

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: Help.flag("The directory of the plan; it is made if it is missing.", value: "plan")) var output: String

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var inputs: InputPairOptions

  func validate() throws {
    guard shards <= ShardPlan.mostShards else { throw ValidationError("--shards is at most \(ShardPlan.mostShards)") }
  }

  func execute() throws -> ExitStatus {
    // Behind `shard plan`.
    let words = Array(ProgramArguments.all.dropFirst(2))
    let plan = try inputs.script.explaining {
      try ShardPlan.make(request(), shards: shards, in: output, arguments: words, program: ProgramVersion.number)
    }
    Diagnostics.note("parts and shards 1 to \(plan.shards): lunadiff shard map, then reduce, then finish")
    return .same
  }

  func request() -> DiffRequest {
    var request = DiffRequest(old: old, new: new)
    request.options = inputs.options(rules)
    // What one user trusts on one machine would not hold in every step.
    request.options.project = nil
    return request
  }
}

extension ShardPlanCommand { static let closing = ShardCommand.closing }
