import ArgumentParser

/// `lunadiff shard map`: looks at the records of one part.
struct ShardMapCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", _superCommandName: "lunadiff shard",
    abstract: "Looks at one part of the records: which take part, and what identifies them.",
    usage: "lunadiff shard map PLAN PART [--threads COUNT]")

  @OptionGroup var piece: ShardPieceOptions

  @Argument(
    help: Help.flag("The part, from 1 to the number of shards.", value: "part"),
    transform: Count.parsePositive)
  var part: Int

  func execute() throws -> ExitStatus {
    try piece.run(part) { step, part in try step.plan.map(part, step.request) }
  }
}

extension ShardMapCommand {
  static let closing = ShardCommand.closing
}
