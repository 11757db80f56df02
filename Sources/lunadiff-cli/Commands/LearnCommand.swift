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
      leading zeros, decimal comma, rounding, date format, time zone, words for null, codes, the order of lists, \
      another name of the column, and more. What is written is a rules file that holds alone: rules that were given \
      are part of it, and it names those that cannot be. Rules are made up from one half of the records; one that \
      would hide anything else in the whole, or explains less than half of what differs in the other half (a fifth \
      where case, white space, accents or Unicode normalization is all), is not proposed, and neither is one for a \
      change of unit. At a terminal each rule is asked for, those of the key first: without one of these the rest is \
      learned anew from the pairs that there are without them.

      With --identity it is learned what makes two records the same, where no key does: blocks, comparators and \
      weights of luna.identity.score, without labels or from pairs that somebody has looked at. At a terminal \
      those pairs are asked for that tell most.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff learn old.csv new.csv -o rules.lua
      lunadiff learn old.csv new.csv -k id,country -f json
      lunadiff learn old.csv new.csv --identity --pairs pairs.csv -o identity.lua

    AT A TERMINAL, OF EACH RULE:
      y, Enter  keep it           a          keep it and all others
      n         do not keep it    q, Ctrl-D  keep none of those that are left

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

  @Flag(help: Help.flag("Learn what makes two records the same.")) var identity = false

  @Option(
    help: Help.flag(
      "A file of pairs that somebody has looked at, for --identity.", value: "file",
      """
      CSV with the columns old.COLUMN and new.COLUMN, which tell the records apart, or old and new for their numbers; \
      and same, yes or no, where not all are pairs. Answers at a terminal are added to it.
      """), completion: .file()) var pairs: String?

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
    if identity { return try learnIdentity(request, base, to: place) }
    ProgressLine.start("comparing \(request.old) and \(request.new)")
    defer { ProgressLine.finish() }
    var questions = RuleQuestions(isAsked: format == .lua)
    let (learnt, kept, left) = try learn(request) { learnt in
      ProgressLine.finish()
      return try questions.keepsKey(of: learnt)
    } keeping: { learnt in
      ProgressLine.finish()
      return try questions.kept(of: learnt)
    }
    if learnt.key.columns?.isEmpty == true {
      throw CommandError(
        "without a key no record is updated, and there is nothing to learn from",
        hint: learnt.repeatedWords([request.old, request.new])
          ?? "-k COLUMNS names one; lunadiff probe shows what comes near")
    }
    try ProgramOutput.write(to: place) { sink in
      switch format {
      case .lua: try sink.write(learnt.text([request.old, request.new], keeping: kept, left: left, on: base))
      case .json:
        try Reports.write(
          learnt, kept.map { ProposedRule($0, field: $0.field, line: $0.line) },
          inputs: Sides(source: request.old, target: request.new), to: &sink)
      }
    }
    if format == .lua, let path = output.path, path != "-" {
      tell(of: kept.count, in: path)
      if let words = learnt.leftOver([request.old, request.new]) { Diagnostics.note(words) }
      tell(of: learnt.units(beside: kept), path)
    } else if questions.wereAsked, output.path == nil, Terminal.isTerminal(.standardOutput) {
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

  /// Says what is another unit or sign, and what to type if that is meant.
  private func tell(of units: [(words: String, flags: [String])], _ path: String) {
    for unit in units { Diagnostics.note(unit.words) }
    let flags = units.flatMap(\.flags)
    guard !flags.isEmpty,
      let next = RepeatableCommand.comparing(underRules: path, flags, learnedBy: ProgramArguments.all)
    else { return }
    Diagnostics.note("if that is meant: \(next)")
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

/// Asks the person at the terminal which rules are wanted; all are where there is none.
private struct RuleQuestions {
  private let isAsked: Bool
  /// The last answer: after `a` and `q` no more is asked.
  private var last: Character = "y"
  /// The rules of the key that are not wanted, which are none of values, either.
  private var refused: [LearntRule] = []
  private var asked = 0

  init(isAsked: Bool) {
    self.isAsked = isAsked && Terminal.isTerminal(.standardInput) && Terminal.isTerminal(.standardError)
  }

  var wereAsked: Bool { asked > 0 }

  /// Whether all rules of the key are wanted.
  mutating func keepsKey(of learnt: LearntRules) throws -> Bool {
    guard isAsked else { return true }
    var left = learnt.rules.count + learnt.notes.count { $0.rule != nil }
    for rule in learnt.rules where rule.isOfKey {
      left -= 1
      guard try !keeps(rule, before: left) else { continue }
      refused = learnt.rules.filter(\.isOfKey)
      return false
    }
    return true
  }

  /// The rules that are wanted; those of the key were asked for.
  ///
  /// What may be an error as well, such as a change of unit, is no rule unless somebody says so, and what is about
  /// columns that a refused rename would have joined is none.
  mutating func kept(of learnt: LearntRules) throws -> [LearntRule] {
    guard isAsked else { return learnt.rules }
    let rules = learnt.rules
    var gone = rules.filter(isRefused)
    var wanted = Set(rules.indices.filter { rules[$0].isOfKey })
    func isOpen(_ rule: LearntRule) -> Bool { !rule.isOfKey && !gone.contains(where: rule.depends(on:)) }
    for place in rules.indices where isOpen(rules[place]) && !isRefused(rules[place]) {
      let left = rules[(place + 1)...].count { isOpen($0) && !isRefused($0) }
      if try keeps(rules[place], before: left) { wanted.insert(place) } else { gone.append(rules[place]) }
    }
    let kept = rules.indices.filter(wanted.contains).map { rules[$0] }
    let normalized = kept.normalizedColumns
    let units = learnt.notes.compactMap(\.rule).filter { isOpen($0) && !normalized.contains($0.column) }
    return try kept + meant(units)
  }

  /// Changes of a unit or sign that somebody says are meant.
  private mutating func meant(_ units: [LearntRule]) throws -> [LearntRule] {
    var meant: [LearntRule] = []
    for (place, rule) in units.enumerated() where last != "q" {
      last = try answer(rule, "is that meant? [y/N, q: no more] ", of: "nyq", before: units.count - place - 1)
      if last == "y" { meant.append(rule) }
    }
    return meant
  }

  private func isRefused(_ rule: LearntRule) -> Bool {
    refused.contains { $0.column == rule.column && $0.change == rule.change }
  }

  private mutating func keeps(_ rule: LearntRule, before left: Int) throws -> Bool {
    if last != "a", last != "q" {
      last = try answer(rule, "keep it? [Y/n, a: and all others, q: no more] ", of: "yanq", before: left)
    }
    return last == "y" || last == "a"
  }

  /// The first letter of an answer, one of those that mean something; the first of these where nothing is answered, and
  /// `q` at the end of input.
  ///
  /// - Parameter left: How many questions may follow.
  private mutating func answer(
    _ rule: LearntRule, _ question: String, of letters: String, before left: Int
  ) throws -> Character {
    asked += 1
    let examples = rule.exampleWords.map { "  \($0)\n" } ?? ""
    try Descriptor.standardError.write(
      "\(asked) of \(asked + left) · \(rule.field): \(rule.line)\n  \(rule.effect)\n\(examples)\(question)")
    let usual = letters.first ?? "n"
    while let letter = readLine().map({ $0.lowercased().first { !$0.isWhitespace } ?? usual }) {
      if letters.contains(letter) { return letter }
      let known = letters.map(String.init)
      try Descriptor.standardError.write(
        "answers are \(known.dropLast().joined(separator: ", ")) and \(known.last ?? "")\n\(question)")
    }
    try Descriptor.standardError.write("\n")
    return "q"
  }
}
