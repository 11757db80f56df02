import ArgumentParser
import Platform

/// `lunadiff shard finish`: writes the report of a comparison in pieces.
struct ShardFinishCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", _superCommandName: "lunadiff shard",
    abstract: "Writes the report, once all shards are reduced.",
    usage: "lunadiff shard finish PLAN [options]",
    discussion:
      "Its report and its status are those of 'lunadiff OLD NEW' with the options of the plan.")

  @Argument(help: Help.flag("The directory of the plan.", value: "plan"))
  var plan: String

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
    let comparison = try step.run { try step.plan.finish(step.request) }
    let elapsed = ContinuousClock.now - start
    output.tell(of: comparison, step.request, elapsed: elapsed)
    var options = output.reportOptions(elapsed: elapsed)
    options.thresholds = thresholds.thresholds
    try output.write(comparison, of: step.request, options: options, to: places, pager: nil)
    return options.thresholds.counting(comparison).isEmpty ? .same : .different
  }

  private static func absolute(_ path: String) -> String {
    guard path != "-", !path.hasPrefix("/"), let here = FilePath.resolved(".") else { return path }
    return here == "/" ? "/\(path)" : "\(here)/\(path)"
  }
}

extension ShardFinishCommand {
  static let closing = ShardCommand.closing
}
