import ArgumentParser
import Platform
import Requests
import Rules

/// A step of a comparison in pieces: the plan, and the command line that has made it.
struct ShardStep {
  let plan: ShardPlan
  let request: DiffRequest
  private let command: ShardPlanCommand

  /// Opens a plan and goes to the directory that its paths start from.
  ///
  /// - Parameter threads: The most threads to use; `nil` for as many as the plan says.
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

  /// The rules files of the plan.
  var scripts: [String] { command.rules.files }

  /// Runs a step, with what helps where a script fails.
  func run<R>(_ body: () throws -> R) throws -> R { try command.script.explaining(body) }
}

/// The options of a step for one piece.
struct ShardPieceOptions: ParsableArguments {
  @Argument(help: Help.flag("The directory of the plan.", value: "plan"))
  var plan: String

  @Option(
    help: Help.flag(
      "How many threads work; 0 is as many as there are cores.", value: "count",
      "Where several steps run at once on one machine, 1 wastes the least."), transform: Count.parse
  )
  var threads: Int?

  /// Runs a step with one piece, which people count from 1.
  func run(_ number: Int, _ body: (ShardStep, Int) throws -> Void) throws -> ExitStatus {
    let step = try ShardStep(plan, threads: threads)
    guard number <= step.plan.shards else {
      throw CommandError(
        "there is no number \(number)", hint: "the plan's numbers go from 1 to \(step.plan.shards)")
    }
    try step.run { try body(step, number - 1) }
    return .same
  }
}
