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
      space, accents and Unicode normalization). A change of unit or sign is noted, and becomes a rule only if you say \
      at a terminal that it is meant. There you are asked about each rule, those of the key first. If you refuse one \
      of the key, the rest is learned again from the records that are paired without it.

      With --identity it learns which records are the same where no key says so: blocks, comparators and weights for \
      luna.identity.score. It needs no known pairs, but takes some with --pairs. At a terminal it asks you about the \
      pairs that tell most.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff learn old.csv new.csv -o rules.lua
      lunadiff learn old.csv new.csv -k id,country -f json
      lunadiff learn old.csv new.csv --identity --pairs pairs.csv -o identity.lua

    AT A TERMINAL, OF EACH RULE:
      y, Enter  keep it           a          keep it and all others
      n         do not keep it    q, Ctrl-D  keep none of those that are left
      ?         what it makes of two of the values
    Where it asks "is that meant?", as of a change of unit, Enter is n.

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
      "lua, the default, is a rules file; json is for programs, and asks nothing."),
    transform: Choice.of(LearningFormat.self))
  var format = LearningFormat.lua

  @Flag(help: Help.flag("Learn which records are the same, where no key says so.")) var identity = false

  @Option(
    help: Help.flag(
      "A file of known pairs, for --identity.", value: "file",
      """
      CSV with columns old.COLUMN and new.COLUMN, whose values name the records, or old and new with their numbers; \
      and same, yes or no, if not all are pairs. Your answers at a terminal are added to it.
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
    var questions = RuleQuestions(isAsked: format == .lua)
    let learning = try learn(request) { learnt in
      ProgressLine.finish()
      return try questions.keepsKey(of: learnt)
    } keeping: { learnt in
      ProgressLine.finish()
      return try questions.kept(of: learnt)
    }
    let (learnt, kept) = (learning.learnt, learning.kept)
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
    func write(to place: OutputPlace?, on base: LearningBase) throws {
      try ProgramOutput.write(to: place) { sink in
        switch format {
        case .lua:
          let inputs = [request.old, request.new]
          try sink.write(learnt.text(inputs, keeping: kept, left: learning.left, rest.map(\.comment), on: base))
        case .json:
          try Reports.write(
            learnt, kept.map { ProposedRule($0, field: $0.field, line: $0.line) }, rest.map(\.finding),
            inputs: Sides(source: request.old, target: request.new), to: &sink)
        }
      }
    }
    let isOffered = questions.wereAsked && output.name == nil && !kept.isEmpty && Terminal.isTerminal(.standardOutput)
    let chosen =
      try isOffered
      ? questions.file(for: kept.count) { path in
        let place = try OutputPlace(
          path, inputs: [request.old, request.new], scripts: rules.files + request.options.modules)
        try write(to: place, on: LearningBase(request.options, output: path))
      } : nil
    if chosen == nil { try write(to: place, on: base) }
    if format == .lua, let path = chosen ?? output.path {
      tell(of: kept.count, in: path)
      if let words = learnt.leftOver([request.old, request.new]) { Diagnostics.note(words) }
      // Who was asked has said that they are not meant.
      let units = learnt.units(beside: kept).map { ($0.column, $0.words, questions.wereAsked ? [] : $0.flags) }
      tell(of: units + rest.map { ($0.finding.subjects.joined(separator: ", "), $0.finding.text, $0.flags) }, path)
    } else if isOffered {
      Diagnostics.note("these rules are in no file; -o rules.lua writes those that are kept to one")
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

  private static let mostQuestions = 20

  private func learnIdentity(_ request: DiffRequest, _ base: LearningBase, to place: OutputPlace?) throws -> ExitStatus
  {
    ProgressLine.start("comparing \(request.old) and \(request.new)")
    defer { ProgressLine.finish() }
    var learning = try Requests.learnIdentity(request, pairs: pairs)
    ProgressLine.finish()
    if learning.labels.unknown > 0 {
      try Descriptor.standardError.write(
        "lunadiff: warning: \(pairs ?? ""): lines that name a record which is not there, or several: "
          + "\(learning.labels.unknown)\n")
    }
    let isAsked = format == .lua ? try ask(&learning) : false
    if isAsked, let pairs {
      try ProgramOutput.write(to: OutputPlace(pairs, inputs: [request.old, request.new])) { sink in
        try sink.write(learning.labelText)
      }
    }
    let learnt = try learning.learnt()
    try ProgramOutput.write(to: place) { sink in
      switch format {
      case .lua: try sink.write(learning.text(of: learnt, [request.old, request.new], on: base))
      case .json: try Reports.write(learnt, inputs: Sides(source: request.old, target: request.new), to: &sink)
      }
    }
    return .same
  }

  /// Asks a person at the terminal about pairs; returns whether there was an answer.
  private func ask(_ learning: inout IdentityLearning) throws -> Bool {
    guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardError) else { return false }
    var isAsked = false
    for number in 1...Self.mostQuestions {
      guard let question = learning.question else { break }
      try Descriptor.standardError.write(words(question, number))
      switch readLine()?.lowercased().first {
      case "y": learning.answer(question, isSame: true)
      case "n": learning.answer(question, isSame: false)
      default: return isAsked
      }
      isAsked = true
    }
    return isAsked
  }

  private func words(_ question: IdentityLearning.Question, _ number: Int) -> String {
    var table = TextTable(columns: [.left, .left, .left, .left])
    for (column, values) in question.values {
      let texts = Side.allCases.map { side in values[side].withField { DisplayText($0).text(within: 40) } }
      table.add([values.source == values.target ? "=" : "≠", DisplayText(column).text(within: 30)] + texts)
    }
    let lines = table.lines.map { "  \($0)\n" }.joined()
    let share = Int((100 * question.probability).rounded())
    return "\(question.places.source) and \(question.places.target), the same with \(share) %\n\(lines)"
      + "question \(number): the same? [y/n, anything else ends] "
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
