import ArgumentParser
import Requests
import Rules

/// `lunadiff shard plan`: says what is compared, and in how many pieces.
struct ShardPlanCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", _superCommandName: "lunadiff shard",
    abstract: "Makes a plan of a comparison in pieces.",
    usage: "lunadiff shard plan OLD NEW --shards COUNT -o PLAN [options]",
    discussion: """
      It reads both inputs once: for their checksums, for the key where none is given, and to find what rules cannot mean. \
      Where the same plan is there already, nothing is done. Later steps are run with these options, from this directory.
      """)

  @Argument(
    help: Help.flag("What there was: files that all steps can read, or a directory of parts."))
  var old: String

  @Argument(help: Help.flag("What there is now."))
  var new: String

  @Option(
    help: Help.flag(
      "How many parts and shards there are.", value: "count",
      "From 1 to \(ShardPlan.mostShards). More shards take less memory each; a few for each process of 'map' and 'reduce' are "
        + "enough."), transform: Count.parsePositive)
  var shards: Int

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: Help.flag("The directory of the plan; made where it is missing.", value: "plan"))
  var output: String

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Input") var oldInput: SideOptions<OldSide>
  @OptionGroup(title: "Input") var newInput: SideOptions<NewSide>
  @OptionGroup(title: "Limits") var script: ScriptOptions
  @OptionGroup(title: "Limits") var work: WorkOptions

  func validate() throws {
    guard shards <= ShardPlan.mostShards else {
      throw ValidationError("--shards is at most \(ShardPlan.mostShards)")
    }
  }

  func execute() throws -> ExitStatus {
    // Behind `shard plan`.
    let words = Array(ProgramArguments.all.dropFirst(2))
    let plan = try script.explaining {
      try ShardPlan.make(
        request(), shards: shards, in: output, arguments: words, program: ProgramVersion.number)
    }
    Diagnostics.note(
      "parts and shards 1 to \(plan.shards): lunadiff shard map, then reduce, then finish")
    return .same
  }

  /// What the flags ask for.
  func request() -> DiffRequest {
    var request = DiffRequest(old: old, new: new)
    request.options = ComparisonOptions(
      input, old: oldInput, new: newInput, rules: rules, script: script, work: work)
    return request
  }
}

extension ShardPlanCommand {
  static let closing = ShardCommand.closing
}
