import Analysis
import Comparing
import Platform
import Records

/// A finding as reports say it: a sentence, and what to type after the inputs to follow it.
package struct FindingWords: Sendable, Equatable {
  package let finding: Finding
  package let text: String
  /// The sentence without what changes from one run to the next while it goes on: counts, and since when.
  package let theme: String
  package let rule: FindingAdvice?
  /// The same as flags and their values, or as another command for the same inputs, by its name; empty where there is
  /// neither.
  package let advice: [String]
  /// Flags that take what it is about and nothing else, where the advice is another command, or they are it.
  let own: [String]
  /// The flags of the comparison, with their values, that the advice stands in place of.
  let replaced: [String]
  /// Flags that can be typed beside those of other findings, and for `learn`, which has no rule for it.
  package let additions: [String]
  /// What keeps the key that was found.
  let foundKey: [String]

  /// - Parameter others: All findings of the comparison.
  package init(_ finding: Finding, beside others: [Finding], in comparison: Comparison) {
    self.finding = finding
    text = FindingSentence(finding: finding, comparison: comparison).text
    theme = FindingSentence(finding: finding, comparison: comparison, hidesCounts: true).text
    rule = finding.advice(beside: others, in: comparison)
    // With values of another form another key might be found.
    let found = comparison.key.isFound ? Self.flag(.key, comparison.key.columns ?? []) : []
    advice = rule.map { Self.words($0, keeping: found) } ?? []
    own = (finding.isNameable(in: comparison) ? finding.own : nil).map { Self.words($0, keeping: found) } ?? []
    // A second one would add its columns to those of the first.
    replaced = Self.namesKey(finding) && !comparison.key.isSearched ? ["\(Setting.key)"] : []
    (additions, foundKey) = (rule.map { $0.isAddable ? Self.words($0) : [] } ?? [], found)
  }

  var isOfLearning: Bool { advice.first == Self.learning }

  /// What it is about, for who is told nothing else of it.
  package var subjects: [String] {
    switch finding.cause {
    case .reordered: ["the order of columns"]
    case .unjoined: ["columns without a partner"]
    case .reversed, .sorted, .block: ["the order of records"]
    case .end, .every, .repeats: ["records without a partner"]
    case .everyUpdated: ["updated records"]
    case .dealtKeys: ["keys"]
    case .members(let paths, _) where paths.count > FindingSentence.mostNames:
      ["\(paths.count) places in \(finding.columns.listed(within: 200))"]
    default: finding.names.map { [$0].listed(within: 200) }
    }
  }

  /// The column that it is about, or inside of which its places are.
  var owner: String? { finding.within ?? finding.columns.first }

  /// The command to type, or the flags to add where the command that compared is not known; `nil` where there is
  /// nothing to try.
  package func trial(_ commands: ReportOptions.Commands?) -> String? { words(commands)?.shellLine }

  func words(_ commands: ReportOptions.Commands?) -> [String]? {
    guard own.isEmpty else { return commands.map { $0.comparing + own } ?? own }
    return command(commands) ?? (isOfLearning || advice.isEmpty ? nil : advice)
  }

  /// The words of the command to type.
  func command(_ commands: ReportOptions.Commands?) -> [String]? {
    guard let commands, !advice.isEmpty else { return nil }
    if isOfLearning { return commands.learning }
    return replaced.isEmpty ? commands.comparing + advice : commands.withoutKey + advice
  }

  /// The name by which programs know what kind of finding it is.
  package var kind: String {
    switch finding.cause {
    case .spelledKeys, .affixedKeys, .formedKeys, .otherForm, .otherKey, .widerKey, .dealtKeys: "key"
    case .affixed: finding.isKept ? "repeated" : "noise"
    case .noise: "noise"
    case .repeated, .unified, .recoded, .members: "repeated"
    case .misread: "encoding"
    case .filled: "filled"
    case .emptied: "emptied"
    case .offset, .factor, .ratio, .cutOff, .dayMonth, .later, .laterByEither, .laterByMonths, .digits: "shift"
    case .alone: "column"
    case .renamed, .coded, .unjoined, .reordered, .retyped, .schema: "schema"
    case .idleRule: "rule"
    case .shifted, .slid, .exchanged, .swapped, .copied: "shifted"
    case .reversed, .sorted, .block, .rearranged: "order"
    case .concentrated, .end, .every, .everyUpdated, .shared, .range, .repeats: "place"
    }
  }

  /// Whether a note of the comparison says it, too.
  package var isNoted: Bool { if case .idleRule = finding.cause { true } else { false } }

  private static func namesKey(_ finding: Finding) -> Bool {
    switch finding.cause {
    case .otherKey, .widerKey: true
    case .dealtKeys: !finding.columns.isEmpty
    default: false
    }
  }

  /// The command that proposes rules for noise.
  private static let learning = "learn"

  private static func words(_ advice: FindingAdvice, keeping key: [String]) -> [String] {
    let words = words(advice)
    switch advice {
    case .normalizing, .renaming, .swapping, .judging, .remedy, .listing: return words.isEmpty ? [] : words + key
    default: return words
    }
  }

  private static func words(_ advice: FindingAdvice) -> [String] {
    switch advice {
    case .learning: [learning]
    case .remedy(let remedy): remedy.steps.flatMap { normalizing($0.column, $0.side, words: $0.calls) }
    case .normalizing(let column, let steps):
      if case .sided(let sides) = steps.first {
        Side.allCases.flatMap { normalizing(column, $0, sides[$0]) }
      } else {
        normalizing(column, nil, steps)
      }
    case .ignoring(let names): names.flatMap { flag(.ignore, [$0]) }
    case .renaming(let old, let new): flag(.rename, [old, new], separator: "=")
    case .swapping(let first, let second): words(.renaming(first, to: second)) + words(.renaming(second, to: first))
    case .judging(let column, let function): ["\(Setting.eval)", FindingAdvice.rule(judging: column, by: function)]
    case .unordered: ["\(Setting.ignoreOrder)"]
    case .key(let columns): flag(.key, columns)
    case .listing(let path, .set): flag(.list, [path, "set"], separator: "=")
    case .listing(let path, let rule): ["\(Setting.eval)", rule.luaRule(at: path)]
    }
  }

  /// The flag for what values go through; nothing where a step cannot be typed.
  private static func normalizing(_ column: String, _ side: Side?, _ steps: [LearntRule.Step]) -> [String] {
    let words = steps.compactMap(\.words)
    return words.count == steps.count ? normalizing(column, side, words: words) : []
  }

  /// - Parameter side: The only side whose values go through it; `nil` for both.
  private static func normalizing(_ column: String, _ side: Side?, words: [String]) -> [String] {
    guard !column.isEmpty, !words.isEmpty else { return [] }
    let setting = Setting(side.map { "\($0.ruleName)-normalize" } ?? "normalize")
    // What stands behind the first sign of equality is Lua.
    return setting.words(with: "\(Escaped.spelling(of: column, at: "="))=\(words.joined(separator: ","))")
  }

  /// A flag with names, as the command line reads them; nothing for names that it cannot be given.
  private static func flag(_ flag: Setting, _ names: [String], separator: Character = ",") -> [String] {
    // A key of this name would be no column.
    guard !names.contains(""), flag != .key || names != ["none"] else { return [] }
    return flag.words(with: names.map { Escaped.spelling(of: $0, at: separator) }.joined(separator: String(separator)))
  }
}

extension [FindingWords] {
  /// Those that programs are told.
  package var told: [FindingWords] { Array(prefix(Finding.mostTold)) }
}

/// A finding as people are shown it.
struct ShownFinding {
  let words: FindingWords
  /// What to type; `nil` where there is nothing to try.
  let trial: String?
  /// The same by its words, where it is a command or flags.
  let command: [String]?
  /// Says that a finding before this one has the same to type.
  let again: String?
}

extension ReportOptions {
  /// The findings that reports for people do not say among their notes, each with what to type.
  var shownFindings: [ShownFinding] {
    var known: Set<String> = []
    return remarkableFindings.map { words in
      let trial = words.trial(commands)
      let isKnown = trial.map { !known.insert($0).inserted } ?? false
      let again = trial == commands?.learning.shellLine ? "lunadiff learn, as above" : "the same command as above"
      return ShownFinding(words: words, trial: trial, command: words.words(commands), again: isKnown ? again : nil)
    }
  }

  /// How to have several of them at once: by `learn`, with the flags of those that it has no rule for, or by flags
  /// alone; `nil` where one of them has that, or there are no several.
  func together(_ shown: [ShownFinding]) -> (text: String, command: [String])? {
    guard let commands else { return nil }
    let learnt = shown.filter(\.words.isOfLearning).map(\.words)
    var known: Set<[String]> = [[]]
    // Nothing is learned of a column inside of which a rule says something.
    let added = shown.map(\.words).filter { finding in
      !learnt.contains { $0.owner == finding.owner } && known.insert(finding.additions).inserted
    }
    let flags = added.flatMap(\.additions) + (added.first?.foundKey ?? [])
    let command = learnt.isEmpty ? commands.comparing + flags : commands.learning(with: flags)
    guard learnt.count + added.count > 1, !shown.contains(where: { $0.trial == command.shellLine }) else { return nil }
    return (
      learnt.isEmpty
        ? "at once: the flags of several of these findings" : "learn: rules for several of these findings at once",
      command
    )
  }
}

extension LearntRule.Step {
  /// The step as flags spell it; `nil` for one that they do not have, or a text that Lua does not have as it is.
  fileprivate var words: String? {
    switch self {
    case .trim: "trim"
    case .squeeze: "squeeze"
    case .nfc: "nfc"
    case .lower: "lower"
    case .upper: "upper"
    case .digits: "digits"
    case .unaccent: "unaccent"
    case .percent: "percent"
    case .number: "number()"
    case .numeral(let decimal, let group): Self.call("number", [decimal, group].compactMap { $0.map { String($0) } })
    case .scale(let factor): "scale(\(factor))"
    case .prefix(let count): "prefix(\(count))"
    case .replace(let pattern, let text): Self.call("replace", [pattern, text])
    case .strip(let prefix, let suffix): Self.call("strip", suffix.isEmpty ? [prefix] : [prefix, suffix])
    case .date("iso"): "date()"
    case .date(let format): Self.call("date", [format])
    case .sided, .map, .add, .split: nil
    }
  }

  private static func call(_ function: String, _ texts: [String]) -> String? {
    let isPlain = texts.joined().utf8.allSatisfy { (0x20..<0x7F).contains($0) && !"\"\\".utf8.contains($0) }
    return isPlain ? "\(function)(\(texts.map { "\"\($0)\"" }.joined(separator: ", ")))" : nil
  }
}

extension Comparison {
  /// What explains many changes at once, in words: what programs are told.
  package func findingWords() throws -> [FindingWords] { try allFindingWords().told }

  /// All that explains many changes at once, in words.
  package func allFindingWords() throws -> [FindingWords] {
    let findings = try FindingSearch.all(of: self)
    return findings.map { FindingWords($0, beside: findings, in: self) }
  }
}

extension JSONEmitter {
  /// Writes findings as a member, each with the command to type if `commands` are known.
  package func member(_ findings: [FindingWords], _ commands: ReportOptions.Commands? = nil) {
    guard !findings.isEmpty else { return }
    member("findings") {
      list(findings) { words in
        value(words) { if let command = words.command(commands) { member("command", command) } }
      }
    }
  }

  /// Writes those that people are shown, each with the command to type, and the words that say where it stands already.
  func member(_ shown: [ShownFinding]) {
    guard !shown.isEmpty else { return }
    member("findings") {
      list(shown) { shown in
        value(shown.words) {
          if let again = shown.again { member("again", again) }
          if let command = shown.command { member("command", command) }
        }
      }
    }
  }

  /// - Parameter more: Writes what else there is to say of it.
  fileprivate func value(_ words: FindingWords, _ more: () -> Void = {}) {
    object {
      member("kind", words.kind)
      member("text", words.text)
      member("changes", words.finding.changes)
      member("of", words.finding.total)
      if words.finding.isSample { member("sample", true) }
      member("columns", words.finding.columns)
      if let since = words.finding.since {
        member("since") {
          object {
            member(named: since.column)
            value(since.day)
          }
        }
        if let until = since.until {
          member("until") {
            object {
              member(named: since.column)
              value(until)
            }
          }
        }
      }
      if !words.advice.isEmpty { member("try", words.advice) }
      if !words.replaced.isEmpty { member("instead", words.replaced) }
      more()
    }
  }
}

/// What explains many changes at once, as a JSON list for scripts.
///
/// - Throws: What went wrong with an input meanwhile, and what a rule throws.
package func findingsJSON(of comparison: Comparison) throws -> [UInt8] {
  try comparison.guarding {
    let findings = try comparison.findingWords()
    return JSONEmitter.bytes { json in json.list(findings) { json.value($0) } }
  }
}
