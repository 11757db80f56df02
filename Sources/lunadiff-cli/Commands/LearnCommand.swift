import ArgumentParser
import Platform
import Comparing
import Analysis
import Reports
import Requests

struct LearnCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "learn", abstract: "Proposes rules for what differs, each with its effect.",
    usage: "lunadiff learn OLD NEW [-k COLUMNS] [-o RULES.lua] [options]",
    discussion: """
      Looks for columns whose values differ although they mean the same: by case, white space, Unicode normalization, \
      leading zeros, decimal comma, rounding, date format, time zone, words for null, codes, the order of lists, another \
      name of the column, and more. What is written is a rules file that holds alone: rules that were given are part of it. \
      Rules are made up from one half of the records; one that would hide anything else in the whole, or explains less than \
      half of what differs in the other half, is not proposed, and neither is one for a change of unit. At a terminal each \
      rule is asked for.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff learn old.csv new.csv -o rules.lua
      lunadiff learn old.csv new.csv -k id,country -f json

    EXIT STATUS:
      0  the rules are there, if any were found
      2  trouble: bad usage, unreadable input, a rule that failed, no key, a file that would be written over
    """

  @Argument(help: Help.flag("What there was; - is standard input.")) var old: String?

  @Argument(help: Help.flag("What there is now; - is standard input.")) var new: String?

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form of the rules: lua or json.", value: "name",
      "lua is a rules file; json is for programs, and nothing is asked."), transform: Choice.of(LearningFormat.self))
  var format = LearningFormat.lua

  @OptionGroup var output: OutputFileOption

  @Flag(help: Help.flag("Write over a file that is there.")) var force = false

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var inputs: InputPairOptions

  func execute() throws -> ExitStatus {
    let request = try pairRequest(rules, usage: "lunadiff learn OLD NEW")
    return try inputs.script.explaining { try run(request) }
  }

  private func run(_ request: DiffRequest) throws -> ExitStatus {
    let place = try output.place(inputs: [request.old, request.new], scripts: rules.files + request.options.modules)
    if let place, let path = output.path, !force, !place.isSpecial, FilePath.exists(path) {
      throw CommandError.isThere(path)
    }
    let base = try LearningBase(request.options, output: output.path)
    ProgressLine.start("comparing \(request.old) and \(request.new)")
    defer { ProgressLine.finish() }
    let learnt = try learn(request)
    ProgressLine.finish()
    if learnt.key.columns?.isEmpty == true {
      throw CommandError(
        "without a key no record is updated, and there is nothing to learn from",
        hint: "-k COLUMNS names one; lunadiff probe shows what comes near")
    }
    let kept = format == .lua ? try chosen(learnt.rules) : learnt.rules
    try ProgramOutput.write(to: place) { sink in
      switch format {
      case .lua: try sink.write(learnt.text([request.old, request.new], keeping: kept, on: base))
      case .json:
        try Reports.write(
          learnt, kept.map { ProposedRule($0, field: $0.field, line: $0.line) },
          inputs: Sides(source: request.old, target: request.new), to: &sink)
      }
    }
    return .same
  }

  /// The rules that the person at the terminal wants; all where there is none.
  private func chosen(_ rules: [LearntRule]) throws -> [LearntRule] {
    guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardError) else { return rules }
    return try rules.filter { rule in
      let examples = rule.exampleWords.map { "  \($0)\n" } ?? ""
      try Descriptor.standardError.write("\(rule.field): \(rule.line)\n  \(rule.effect)\n\(examples)keep it? [Y/n] ")
      let answer = readLine()?.lowercased() ?? ""
      return !answer.hasPrefix("n")
    }
  }
}
