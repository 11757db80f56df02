import Analysis
import Platform
import Reports
import Requests

/// Asks the person at the terminal which rules are wanted; all are where there is none.
struct RuleQuestions {
  private let isAsked: Bool
  /// The last answer: after `a` and `q` no more is asked.
  private var last: Character = "y"
  private var asked = 0

  init(isAsked: Bool) {
    self.isAsked = isAsked && Terminal.isTerminal(.standardInput) && Terminal.isTerminal(.standardError)
  }

  var wereAsked: Bool { asked > 0 }

  /// Whether all rules of the key are wanted.
  mutating func keepsKey(of learnt: LearntRules) throws -> Bool {
    guard isAsked else { return true }
    let key = learnt.rules.filter(\.isOfKey)
    let others = learnt.rules.filter { !$0.isOfKey } + learnt.units
    let count = Grouped.count(others.count, "rule that follows was", "rules that follow were")
    let need = others.isEmpty ? [] : ["\(count) learned from the pairs that the key's rules make"]
    return try key.indices.allSatisfy { place in
      try keeps(Question(learnt, key[place], before: key[(place + 1)...] + others, need))
    }
  }

  /// The rules that are wanted; those of the key were asked for.
  ///
  /// What may be an error as well, such as a change of unit, is no rule unless somebody says so, and what is about
  /// columns that a refused rename would have joined is none.
  mutating func kept(of learnt: LearntRules) throws -> [LearntRule] {
    guard isAsked else { return learnt.rules }
    if let words = learnt.refusedWords { try Descriptor.standardError.write("\(words)\n") }
    var kept = learnt.rules.filter(\.isOfKey)
    // Who refused a rule of the key is not asked for the same one of values.
    var gone = learnt.rules.filter { !$0.isOfKey && learnt.isRefused($0) }
    func isOpen(_ rule: LearntRule) -> Bool { !gone.contains(where: rule.depends) }
    var open = learnt.rules.filter { !$0.isOfKey && !learnt.isRefused($0) && isOpen($0) }
    var units = learnt.units.filter(isOpen)
    while !open.isEmpty {
      let rule = open.removeFirst()
      let effect = learnt.outcome(of: rule, beside: kept, before: open + units)
      if try keeps(Question(learnt, rule, before: open + units, effect)) {
        kept.append(rule)
      } else {
        gone.append(rule)
        open.removeAll { !isOpen($0) }
        units.removeAll { !isOpen($0) }
      }
    }
    while !units.isEmpty, last != "q" {
      let unit = units.removeFirst()
      let question = Question(learnt, unit, before: units, learnt.outcome(of: unit, beside: kept, before: units))
      last = try answer(question, "is that meant? [y/N, q: no more, ?: help] ", of: "nyq")
      if last == "y" { kept.append(unit) }
    }
    return kept
  }

  /// Offers a file for rules, and gives the name of the one that was written; `nil` where none is wanted.
  func file(for count: Int, write: (String) throws -> Void) throws -> String? {
    let usual = RepeatableCommand.unusedFile("rules")
    let question = "write \(Grouped.count(count, "rule", "rules")) to \(usual)? [Y/n, or another name] "
    try Descriptor.standardError.write(question)
    while let line = readLine() {
      let answer = VisibleText.line(line).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      switch answer.lowercased() {
      case "n", "no", "q": return nil
      case let word where word.count == 1 && word != "y":
        try Descriptor.standardError.write("n shows them here, and writes no file\n")
      case let word:
        let name = ["", "y", "yes"].contains(word) ? usual : answer
        // Who has answered all questions is not to lose the answers to a name that cannot be.
        do {
          guard !FilePath.exists(name) else { throw CommandError("\(name) is there already") }
          try write(name)
          return name
        } catch let error as CommandError { Diagnostics.error(error.message) } catch {
          Diagnostics.error(LunaDiffError(error).message)
        }
      }
      try Descriptor.standardError.write(question)
    }
    try Descriptor.standardError.write("\n")
    return nil
  }

  private mutating func keeps(_ question: Question) throws -> Bool {
    if last != "a", last != "q" {
      last = try answer(question, "keep it? [Y/n, a: and all others, q: no more, ?: help] ", of: "yanq")
    }
    return last == "y" || last == "a"
  }

  /// The first letter of an answer, one of those that mean something; the first of these where nothing is answered, and
  /// `q` at the end of input.
  private mutating func answer(_ question: Question, _ words: String, of letters: String) throws -> Character {
    asked += 1
    try Descriptor.standardError.write("\(question.text(number: asked))\(words)")
    let usual = letters.first ?? "n"
    while let letter = readLine().map({ $0.lowercased().first { !$0.isWhitespace } ?? usual }) {
      if letters.contains(letter) { return letter }
      let known = letters.map(String.init)
      let all = "answers are \(known.dropLast().joined(separator: ", ")) and \(known.last ?? ""); ? says more\n"
      try Descriptor.standardError.write("\(letter == "?" ? question.help(usual) : all)\(words)")
    }
    try Descriptor.standardError.write("\n")
    return "q"
  }
}

/// A question for a rule, as a person reads it.
private struct Question {
  private let learnt: LearntRules
  private let rule: LearntRule
  private let effect: [String]
  /// What is asked behind it, if all is kept.
  private let open: [LearntRule]

  init(_ learnt: LearntRules, _ rule: LearntRule, before open: [LearntRule], _ effect: [String]) {
    (self.learnt, self.rule, self.open, self.effect) = (learnt, rule, open, effect)
  }

  func text(number: Int) -> String {
    // Of fewer, or others, where more depends on a rule that is not kept.
    let mayFall = rule.isOfKey || ([rule] + open).contains { rule in open.contains { $0.depends(on: rule) } }
    let count = "\(number) of \(number + open.count)\(mayFall && !open.isEmpty ? " if all are kept" : "")"
    let head = "\(count) · \(rule.field): \(rule.line)\n"
    return head + Self.lines([rule.effect] + effect + [rule.exampleWords ?? ""])
  }

  /// - Parameter usual: The letter that Enter stands for.
  func help(_ usual: Character) -> String {
    let letters =
      usual == "y"
      ? [
        "y, Enter  the rule is one of those that are written", "n         it is not",
        "a         it is, and so are all others; changes of unit are asked for",
        "q         it is not, and neither is any that follows",
      ]
      : [
        "n, Enter  it may be an error, and stays a difference", "y         it is meant, and the rule is written",
        "q         no more is asked",
      ]
    return Self.lines(learnt.meaning(of: rule) + letters + ["nothing is written before the end"])
  }

  private static func lines(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.map { "  \($0)\n" }.joined()
  }
}

extension LearntRules {
  /// How many records are updated with a rule and without it, in words; none where that is not known.
  ///
  /// - Parameter open: What is asked behind it.
  fileprivate func outcome(of rule: LearntRule, beside kept: [LearntRule], before open: [LearntRule]) -> [String] {
    guard let with = updated(with: kept + [rule] + open),
      let without = updated(with: kept + open.filter { !$0.depends(on: rule) })
    else { return [] }
    let head = "updated records\(open.isEmpty ? "" : " if all others are kept"): \(Grouped.number(with)) with it"
    let joins = rule.field == "rename" ? " (not compared)" : ""
    return ["\(head), \(Grouped.number(without)) without it\(joins)"]
  }
}
