import ArgumentParser

/// `lunadiff shard`: one comparison in pieces, for schedulers of many processes or machines.
struct ShardCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "shard", _superCommandName: "lunadiff",
    abstract: "Compares in pieces, as files that many machines share.",
    usage: """
      lunadiff shard plan OLD NEW --shards COUNT -o PLAN [options]
      lunadiff shard map PLAN PART [--threads COUNT]
      lunadiff shard reduce PLAN SHARD [--threads COUNT]
      lunadiff shard finish PLAN [options]
      """,
    discussion: """
      'plan' says what is compared and makes the directory PLAN. 'map' looks at one part of the records, 'reduce' compares \
      those of one shard, 'finish' writes the report, which has the same bytes as that of one process. There are as many \
      parts as shards, numbered from 1; the parts can be mapped in any order and at once, and so can the shards be reduced \
      when all parts are mapped. Every step can be repeated, and writes its file whole or not at all. A step refuses inputs, \
      rules or a program that are not those of the plan. See docs/size.md.
      """,
    subcommands: [
      ShardPlanCommand.self, ShardMapCommand.self, ShardReduceCommand.self, ShardFinishCommand.self,
    ])

  func execute() throws -> ExitStatus {
    throw CommandError(
      "a step is needed: plan, map, reduce or finish", hint: "lunadiff shard --help shows all")
  }
}

extension ShardCommand {
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
}
