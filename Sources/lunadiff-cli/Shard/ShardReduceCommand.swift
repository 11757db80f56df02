import ArgumentParser

/// `lunadiff shard reduce`: compares the records of one shard.
struct ShardReduceCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "reduce", _superCommandName: "lunadiff shard",
    abstract: "Compares the records of one shard, once all parts are mapped.",
    usage: "lunadiff shard reduce PLAN SHARD [--threads COUNT]")

  @OptionGroup var piece: ShardPieceOptions

  @Argument(
    help: Help.flag("The shard, from 1 to the number of shards.", value: "shard"),
    transform: Count.parsePositive)
  var shard: Int

  func execute() throws -> ExitStatus {
    try piece.run(shard) { step, shard in try step.plan.reduce(shard, step.request) }
  }
}

extension ShardReduceCommand {
  static let closing = ShardCommand.closing
}
