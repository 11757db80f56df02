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
      Looks for columns whose values differ although they mean the same: by case, white space, Unicode \
      normalization, leading zeros, decimal comma, rounding, date format, time zone, words for null, codes, the \
      order of lists, another name of the column, and more. The rules file that it writes works alone: rules that \
      were given become part of it, and it names those that cannot.

      Rules are found in one half of the records and tried on the other one. A rule is not proposed if it would hide \
      anything else, or if it explains less than half of what differs in the other half (a fifth for case, white \
      space, accents and Unicode normalization). In the file, comments above each rule show its effect and two \
      examples. Read them, and delete the rules that you do not want. A change of unit or sign is never a rule. With \
      -o, a note shows the flags that undo it.

      With --identity it learns which records are the same where no key says so: blocks, comparators and weights for \
      luna.identity.score. It needs no known pairs, but takes some with --pairs.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff learn old.csv new.csv -o rules.lua
      lunadiff learn old.csv new.csv -k id,country -f json
      lunadiff learn old.csv new.csv --identity --pairs pairs.csv -o identity.lua

    EXIT STATUS:
      0  the rules are there, if any were found
      2  trouble: bad usage, unreadable input, a rule that failed, no key, an output file that is there already
    """

  @Argument(help: Help.flag("The old file; - is standard input.")) var old: String?

  @Argument(help: Help.flag("The new file; - is standard input.")) var new: String?

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form of the rules: lua or json.", value: "name",
      "lua, the default, is a rules file; json is for programs."),
    transform: Choice.of(LearningFormat.self))
  var format = LearningFormat.lua

  @Flag(help: Help.flag("Learn which records are the same, where no key says so.")) var identity = false

  @Option(
    help: Help.flag(
      "A file of known pairs, for --identity.", value: "file",
      """
      CSV with columns old.COLUMN and new.COLUMN, whose values name the records, or old and new with their numbers; \
      and same, yes or no, if not all are pairs.
      """), completion: .file()) var pairs: String?

  @OptionGroup var output: OutputFileOption

  @Flag(help: Help.flag("Overwrite the output file if it is there.")) var force = false

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
    if identity { return try learnIdentity(request, base, to: place) }
    ProgressLine.start("comparing \(request.old) and \(request.new)")
    defer { ProgressLine.finish() }
    let learning = try learn(request)
    ProgressLine.finish()
    let learnt = learning.learnt
    if learnt.key.columns?.isEmpty == true {
      for (side, input) in [(Side.source, request.old), (.target, request.new)] where learning.records[side] == 0 {
        throw CommandError("\(input) has no records, and there is nothing to learn from")
      }
      throw CommandError(
        "without a key no record is updated, and there is nothing to learn from",
        hint: learnt.repeatedWords([request.old, request.new])
          ?? "-k COLUMNS names one; lunadiff probe shows what comes near")
    }
    let rest = learning.told
    try ProgramOutput.write(to: place) { sink in
      switch format {
      case .lua: try sink.write(learnt.text([request.old, request.new], rest.map(\.comment), on: base))
      case .json:
        try Reports.write(
          learnt, learnt.rules.map { ProposedRule($0, field: $0.field, line: $0.line) }, rest.map(\.finding),
          inputs: Sides(source: request.old, target: request.new), to: &sink)
      }
    }
    if format == .lua, let path = output.path {
      tell(of: learnt.rules.count, in: path)
      if let words = learnt.leftOver([request.old, request.new]) { Diagnostics.note(words) }
      let remarks = rest.map { rest in
        (subject: rest.finding.subjects.joined(separator: ", "), words: rest.finding.text, flags: rest.flags)
      }
      tell(of: learnt.units + remarks, path)
    }
    return .same
  }

  /// Says what was written, and what shows the differences that are left.
  private func tell(of count: Int, in path: String) {
    let next = count == 0 ? nil : RepeatableCommand.comparing(underRules: path, learnedBy: ProgramArguments.all)
    let rest = next.map { "; to see what is left: \($0)" } ?? ""
    Diagnostics.note("\(path): \(Grouped.count(count, "rule", "rules"))\(rest)")
  }

  /// Says what no rule hides, as another unit or sign, and what to type if that is meant.
  private func tell(of remarks: [(subject: String, words: String, flags: [String])], _ path: String) {
    let meant = remarks.filter { !$0.flags.isEmpty }
    for remark in remarks.filter(\.flags.isEmpty) + meant { Diagnostics.note(remark.words) }
    let flags = meant.flatMap(\.flags)
    guard !flags.isEmpty,
      let next = RepeatableCommand.comparing(underRules: path, flags, learnedBy: ProgramArguments.all)
    else { return }
    let what = meant.count > 1 ? "what is said of \(meant.map(\.subject).unique.joined(separator: ", "))" : "that"
    Diagnostics.note("if \(what) is meant: \(next)")
  }

  func validate() throws {
    if pairs != nil, !identity { throw ValidationError("--pairs means something with --identity alone") }
  }

  // MARK: Identities

  private func learnIdentity(_ request: DiffRequest, _ base: LearningBase, to place: OutputPlace?) throws -> ExitStatus
  {
    ProgressLine.start("comparing \(request.old) and \(request.new)")
    defer { ProgressLine.finish() }
    let (learnt, unknownPairs) = try Requests.learnIdentity(request, pairs: pairs)
    ProgressLine.finish()
    if unknownPairs > 0 {
      try Descriptor.standardError.write(
        "lunadiff: warning: \(pairs ?? ""): lines that name a record which is not there, or several: "
          + "\(unknownPairs)\n")
    }
    try ProgramOutput.write(to: place) { sink in
      switch format {
      case .lua: try sink.write(learnt.text([request.old, request.new], on: base))
      case .json: try Reports.write(learnt, inputs: Sides(source: request.old, target: request.new), to: &sink)
      }
    }
    return .same
  }
}

extension Learning {
  /// What is known of the changes that the rules leave, each with a comment of the file and flags that hide it.
  fileprivate var told: [(finding: FindingWords, comment: String, flags: [String])] {
    guard let (comparison, findings) = rest else { return [] }
    let noted = Set(learnt.notes.map(\.column))
    return findings.compactMap { finding in
      let words = FindingWords(finding, beside: findings, in: comparison)
      guard finding.isOfRest(words.rule), !noted.contains(finding.columns.first ?? "") else { return nil }
      let flags = if case .swapping = words.rule { words.advice } else { words.additions }
      let remedy =
        if case .key = words.rule { "; \(words.advice.shellLine) pairs these" } else if flags.isEmpty {
          ". No rule here hides that"
        } else { ". No rule here hides that; if that is meant, \(flags.shellLine) does" }
      return (words, "\(words.text)\(remedy).", flags)
    }
  }
}
