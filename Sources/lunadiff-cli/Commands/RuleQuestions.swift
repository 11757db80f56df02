import Analysis
import Platform
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
    for (place, rule) in key.enumerated() {
      guard try !keeps(rule, before: key[(place + 1)...] + others) else { continue }
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
    if let words = learnt.refusedWords { try Descriptor.standardError.write("\(words)\n") }
    var kept = learnt.rules.filter(\.isOfKey)
    // Who refused a rule of the key is not asked for the same one of values.
    var gone = learnt.rules.filter { !$0.isOfKey && learnt.isRefused($0) }
    var open = learnt.rules.filter { !$0.isOfKey && !learnt.isRefused($0) }
    var units = learnt.units
    func dropFallen() {
      open.removeAll { rule in gone.contains(where: rule.depends) }
      units.removeAll { rule in gone.contains(where: rule.depends) }
    }
    dropFallen()
    while !open.isEmpty {
      let rule = open.removeFirst()
      if try keeps(rule, before: open + units) { kept.append(rule) } else { gone.append(rule) }
      dropFallen()
    }
    return try kept + meant(units)
  }

  /// Changes of a unit or sign that somebody says are meant.
  private mutating func meant(_ units: [LearntRule]) throws -> [LearntRule] {
    var meant: [LearntRule] = []
    for (place, rule) in units.enumerated() where last != "q" {
      last = try answer(rule, "is that meant? [y/N, q: no more] ", of: "nyq", before: Array(units[(place + 1)...]))
      if last == "y" { meant.append(rule) }
    }
    return meant
  }

  /// - Parameter open: What is asked behind it, if all is kept.
  private mutating func keeps(_ rule: LearntRule, before open: [LearntRule]) throws -> Bool {
    if last != "a", last != "q" {
      last = try answer(rule, "keep it? [Y/n, a: and all others, q: no more] ", of: "yanq", before: open)
    }
    return last == "y" || last == "a"
  }

  /// The first letter of an answer, one of those that mean something; the first of these where nothing is answered, and
  /// `q` at the end of input.
  private mutating func answer(
    _ rule: LearntRule, _ question: String, of letters: String, before open: [LearntRule]
  ) throws -> Character {
    asked += 1
    let examples = rule.exampleWords.map { "  \($0)\n" } ?? ""
    try Descriptor.standardError.write(
      "\(number(rule, before: open)) · \(rule.field): \(rule.line)\n  \(rule.effect)\n\(examples)\(question)")
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

  /// Which question it is, of how many: of fewer, or others, where more depends on a rule that is not kept.
  private func number(_ rule: LearntRule, before open: [LearntRule]) -> String {
    let mayFall = rule.isOfKey || ([rule] + open).contains { rule in open.contains { $0.depends(on: rule) } }
    return "\(asked) of \(asked + open.count)\(mayFall && !open.isEmpty ? " if all are kept" : "")"
  }
}
