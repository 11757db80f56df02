import Analysis
import Comparing
import Platform
import Records

/// A finding as reports say it: a sentence, and what to type after the inputs to follow it.
package struct FindingWords: Sendable {
  package let finding: Finding
  package let text: String
  /// The sentence without what changes from one run to the next while it goes on: counts, and since when.
  package let theme: String
  /// Flags and their values, or another command for the same inputs, by its name; empty where there is neither.
  package let advice: [String]
  /// The flags of the comparison, with their values, that the advice stands in place of.
  let replaced: [String]

  init(_ finding: Finding, in comparison: Comparison) {
    self.finding = finding
    text = Sentence(finding, comparison).text
    theme = Sentence(finding, comparison, hidesCounts: true).text
    advice = Self.advice(finding, comparison)
    // A second one would add its columns to those of the first.
    replaced = Self.namesKey(finding) && !comparison.key.isSearched ? ["\(Setting.key)"] : []
  }

  /// The sentence, with the flags to add behind it.
  package var line: String {
    advice.isEmpty || isOfLearning ? text : "\(text): \(advice.shellLine)"
  }

  private var isOfLearning: Bool { advice.first == Self.learning }

  /// The command to type, or the flags to add where the command that compared is not known; `nil` where there is
  /// nothing to try.
  func trial(_ commands: ReportOptions.Commands?) -> String? {
    guard !advice.isEmpty else { return nil }
    guard let words = command(commands) else { return isOfLearning ? nil : advice.shellLine }
    return words.shellLine
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
    case .spelledKeys, .affixedKeys, .formedKeys, .otherKey, .widerKey: "key"
    case .noise: "noise"
    case .repeated, .unified, .members: "repeated"
    case .misread: "encoding"
    case .filled: "filled"
    case .emptied: "emptied"
    case .offset, .factor, .later: "shift"
    case .alone: "column"
    case .renamed, .unjoined, .reordered, .retyped, .schema: "schema"
    case .idleRule: "rule"
    case .shifted, .swapped, .copied: "shifted"
    case .reversed, .sorted, .block: "order"
    case .concentrated, .end, .shared: "place"
    }
  }

  /// Whether a note of the comparison says it, too.
  var isNoted: Bool { if case .idleRule = finding.cause { true } else { false } }

  private static func namesKey(_ finding: Finding) -> Bool {
    switch finding.cause {
    case .otherKey, .widerKey: true
    default: false
    }
  }

  private static let mostIgnored = 3
  /// The command that proposes rules for noise.
  private static let learning = "learn"

  private static func advice(_ finding: Finding, _ comparison: Comparison) -> [String] {
    switch finding.cause {
    case .spelledKeys(_, let remedy), .affixedKeys(_, _, _, let remedy):
      remedy.map { ["\(Setting.eval)", $0.rule] } ?? []
    case .noise, .retyped: finding.isLearnable ? [learning] : []
    case .formedKeys, .unjoined: [learning]
    case .alone: isUsual(finding, comparison) ? flag(.ignore, finding.columns) : []
    case .members(let paths, _):
      paths.count > mostIgnored || !isUsual(finding, comparison) ? [] : paths.flatMap { flag(.ignore, [$0]) }
    case .renamed(let name, _): flag(.rename, [finding.columns[0], name], separator: "=")
    case .reversed, .sorted: ["\(Setting.ignoreOrder)"]
    case .otherKey, .widerKey: flag(.key, finding.columns)
    case .factor(let factor) where isOfAll(finding, comparison):
      flag(Setting("old-normalize"), [finding.columns[0], "scale(\(factor))"], separator: "=")
    case .repeated, .unified, .misread, .later, .filled, .emptied, .offset, .factor, .shifted, .swapped, .copied,
      .reordered,
      .schema, .idleRule, .block, .end, .shared, .concentrated:
      []
    }
  }

  /// Whether it is about half of all pairs, and about a column without rules: of fewer, and of what rules leave, each
  /// change may be one that matters, and leaving the column out would hide it.
  private static func isUsual(_ finding: Finding, _ comparison: Comparison) -> Bool {
    let (plan, name) = (comparison.plan, finding.columns[0])
    return plan.steps(for: name).isEmpty && plan.comparators[name] == nil
      && 2 * finding.changes * comparison.summary.updated >= finding.total * comparison.pairedCount
  }

  /// Whether it is about so many records that what is the same on both sides now would not come to differ in more.
  private static func isOfAll(_ finding: Finding, _ comparison: Comparison) -> Bool {
    let fewer = min(comparison.source.count, comparison.target.count)
    return !finding.isSample && !finding.isNormalized
      && 10 * finding.changes >= 9 * fewer
  }

  /// A flag with names, as the command line reads them; nothing for names that it cannot be given.
  private static func flag(_ flag: Setting, _ names: [String], separator: Character = ",") -> [String] {
    guard !names.contains("") else { return [] }
    let value = names.map { Escaped.spelling(of: $0, at: separator) }.joined(separator: String(separator))
    // A word that begins with a dash would be a flag itself.
    return value.hasPrefix("-") ? ["\(flag)=\(value)"] : ["\(flag)", value]
  }

}

/// What is said of a finding.
private struct Sentence {
  let finding: Finding
  let comparison: Comparison
  let hidesCounts: Bool

  init(_ finding: Finding, _ comparison: Comparison, hidesCounts: Bool = false) {
    (self.finding, self.comparison, self.hidesCounts) = (finding, comparison, hidesCounts)
  }

  private func number(_ number: Int) -> String { hidesCounts ? "…" : Grouped.number(number) }

  private func amount(_ number: Int, _ one: String, _ many: String) -> String {
    hidesCounts ? "… \(many)" : Grouped.count(number, one, many)
  }

  private static let mostNames = 4

  var text: String {
    switch finding.cause {
    case .spelledKeys(let parts, _): return sameKey(but: comparison.words(of: parts))
    case .affixedKeys(let side, let prefix, let suffix, _):
      let ends = [(prefix, "before"), (suffix, "behind")].filter { !$0.0.isEmpty }.map { text, place in
        "'\(DisplayText(text).text(within: 40))' \(place)"
      }
      return sameKey(but: "\(ends.joined(separator: " and ")) \(column) in the \(side.name) input")
    case .formedKeys(let noises):
      return sameKey(but: "\(noises.map(\.rawValue).joined(separator: " and ")) of \(column)")
    case .otherKey(let certain, let paired): return otherKey(certain, paired)
    case .widerKey(let certain, let without): return widerKey(certain, without)
    case .members(let paths, let kind): return members(paths, kind)
    case .idleRule(let rule): return "\(rule.rule): \(rule.reason)"
    case .reordered:
      return "the columns stand in another order: \(count) of \(total("common column")) moved, "
        + [String](finding.columns.prefix(Self.mostNames)).listed(within: 60)
        + (finding.columns.count > Self.mostNames ? " and more" : "")
    case .schema(let change): return change.sentence(column, hidesCounts: hidesCounts)
    case .alone: return "\(column) is all that differs in \(count) of \(total("updated record"))"
    case .renamed(let name, let pairs):
      let filled = finding.total < pairs && !hidesCounts ? " in which one of the two is filled" : ""
      return "\(Self.shown(name)) has the values of \(column), which is gone, in \(count) of \(total("pair"))\(filled)"
    case .unjoined(let new):
      return "\(count) of \(total("column")) of the old input and \(number(new)) of the new one have no partner: "
        + "learn looks for those that are one under two names"
    case .shifted(let record, let starts): return shifted(record, starts)
    case .reversed, .sorted, .block: return order
    case .concentrated(let value, let paired, let all):
      return "in the new input \(column) is \(Self.shown(value)) in \(count) of \(total("updated record")), "
        + "but in \(number(paired)) of all \(number(all)) pairs"
    case .swapped:
      return "\(column) and \(Self.shown(finding.columns[1])) have each other's old values in "
        + "\(count) of \(total("updated record"))"
    case .copied:
      return
        "\(column) has the new value of \(Self.shown(finding.columns[1])) in \(count) of \(total("updated record"))"
    case .end(let side, let isLast):
      return "the \(absent(side)) are the \(isLast ? "last" : "first") \(count) of the \(side.name) input"
    case .shared(let side, let value, let all):
      return "in the \(side.name) input \(column) is \(Self.shown(value)) in \(count) of the "
        + "\(number(finding.total)) \(absent(side)), and in \(number(all)) of all records"
    case .noise, .repeated, .unified, .misread, .later, .filled, .emptied, .retyped, .offset, .factor:
      return "\(column): \(values)\(since)"
    }
  }

  private func sameKey(but difference: String) -> String {
    let summary = comparison.summary
    return "\(count) of \(number(summary.deleted)) deleted and of \(number(summary.inserted)) inserted "
      + "records have the same key but for \(difference)"
  }

  /// What the values of a column have in common.
  private var values: String {
    let values = "\(count) of \(total("changed value"))" + (finding.isNormalized ? ", as normalized," : "")
    return switch finding.cause {
    case .noise(let noises): "\(values) differ in \(noises.map(\.rawValue).joined(separator: " or ")) alone"
    case .repeated(let old, let new): repeated(values, old, new)
    case .unified(let value): "\(values) are \(Self.shown(value)) now"
    case .misread: "\(values) are the old ones, of which the UTF-8 was read as Latin-1 or Windows-1252"
    case .later(let seconds): "\(values) are \(Self.duration(seconds)) \(seconds > 0 ? "later" : "earlier")"
    case .filled: "\(values) were empty before"
    case .emptied: "\(values) are empty now"
    case .retyped(let old, let new): "\(values) were \(old) and are \(new)"
    case .offset(let amount): "\(values) differ by \(amount)"
    case .factor(let factor): "\(values) are the old ones times \(factor)"
    default: values
    }
  }

  /// What became what; as other reports do, cut where the values differ, with quotes where their types do.
  private func repeated(_ values: String, _ old: Value, _ new: Value) -> String {
    let texts = old.withField { old in
      new.withField { new in ValuePair(old, new, width: 80, isMarked: false).texts }
    }
    // What is not seen, such as another composition of an accent, is not told by showing it.
    return texts.old == texts.new
      ? "\(values) were one value and are one other" : "\(values) were \(texts.old) and are \(texts.new)"
  }

  /// The records of one side alone, as changes are called.
  private func absent(_ side: Side) -> String { "\(side == .source ? "deleted" : "inserted") records" }

  /// A time in its greatest unit that it is a whole number of.
  private static func duration(_ seconds: Int) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
    let (size, name) = units.first { seconds % $0.0 == 0 } ?? (1, "second")
    return Grouped.count(abs(seconds / size), name, name + "s")
  }

  private func shifted(_ record: Int, _ starts: Int) -> String {
    let which = starts == finding.changes && !hidesCounts ? "all" : number(starts)
    let one = finding.isSample && !hidesCounts ? "one of them" : "the first"
    return "\(count) of \(total("updated record")) have their old values one column further on, "
      + "\(which) of them from \(column) on; \(one) is record "
      + "\(number(record + 1)) of the new input: a separator that is not quoted?"
  }

  private var since: String {
    guard let since = finding.since, !hidesCounts else { return "" }
    return ", all of them with \(Self.shown(since.column)) from \(since.day) on, as in "
      + "\(number(since.paired)) of all \(amount(since.ofPaired, "pair", "pairs"))"
  }

  private func otherKey(_ certain: Int, _ paired: Int) -> String {
    let names = finding.columns.listed(within: 60)
    return "\(count) of \(number(comparison.summary.deleted)) deleted and of "
      + "\(number(comparison.summary.inserted)) inserted records have the same \(names), "
      + "each once among the deleted and once among the inserted: as the key, in place of \(key), it pairs "
      + "\(number(certain)) records for certain and not \(number(paired))"
  }

  private func widerKey(_ certain: Int, _ without: Int) -> String {
    let column = finding.columns.suffix(1).listed(within: 60)
    return "\(count) of \(total("record")) of the new input repeat the \(key) of an earlier one: with \(column) "
      + "\(number(certain)) records pair for certain, without it \(number(without))"
  }

  private var key: String { (comparison.key.columns ?? []).listed(within: 60) }

  private func members(_ paths: [String], _ kind: PathChange.Kind) -> String {
    let named = paths.prefix(Self.mostNames).map(Self.shown).joined(separator: ", ")
    let more = paths.count > Self.mostNames ? " and \(paths.count - Self.mostNames) more" : ""
    let each = paths.count > 1 ? "each " : ""
    return "\(named)\(more): \(each)\(kind.rawValue) in \(count) of \(total("updated record"))"
  }

  private var order: String {
    switch finding.cause {
    case .reversed: return "\(moved): the new input has the paired records in reverse order"
    case .sorted(let orders): return "\(moved): \(Side.allCases.map { sorted($0, orders) }.joined(separator: ", "))"
    case .block(let records):
      return "\(count) of \(total("moved record")) moved side by side, from record "
        + "\(number(records.source + 1)) on to record \(number(records.target + 1)) on"
    default: return ""
    }
  }

  private func sorted(_ side: Side, _ orders: Sides<Finding.ColumnOrder?>) -> String {
    guard let order = orders[side] else { return "the \(side.name) input is in another order" }
    let other = orders[side.other]
    let isOneColumn = other?.column == order.column && other?.isDescending == order.isDescending
    return "the \(side.name) input is sorted by \(Self.shown(order.column))"
      + (isOneColumn ? order.isByNumber ? " as numbers" : " as texts" : "") + (order.isDescending ? " in reverse" : "")
  }

  private var moved: String { amount(finding.changes, "record moved", "records moved") }

  private var count: String { number(finding.changes) }

  private func total(_ thing: String) -> String {
    amount(finding.total, thing, thing + "s") + (finding.isSample && !hidesCounts ? " looked at" : "")
  }

  private var column: String { Self.shown(finding.columns[0]) }

  private static func shown(_ name: String) -> String { [name].listed(within: 60) }

  private static func shown(_ value: Value) -> String { value.withField { DisplayText($0).text(within: 40) } }
}

extension Side {
  var name: String { self == .source ? "old" : "new" }
}

extension Comparison {
  /// What explains many changes at once, in words.
  package func findingWords() throws -> [FindingWords] {
    try FindingSearch.findings(of: self).map { FindingWords($0, in: self) }
  }
}

extension JSONEmitter {
  /// Writes findings as a member, each with the command to type if `commands` are known.
  func member(_ findings: [FindingWords], _ commands: ReportOptions.Commands? = nil) {
    if !findings.isEmpty { member("findings") { list(findings) { value($0, commands) } } }
  }

  fileprivate func value(_ words: FindingWords, _ commands: ReportOptions.Commands? = nil) {
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
      }
      if !words.advice.isEmpty { member("try", words.advice) }
      if !words.replaced.isEmpty { member("instead", words.replaced) }
      if let command = words.command(commands) { member("command", command) }
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

extension SchemaChange {
  /// A sentence of the change.
  ///
  /// - Parameters:
  ///   - name: The column or path, as it is shown.
  ///   - hidesCounts: Whether what changes from one run to the next is left out.
  func sentence(_ name: String, hidesCounts: Bool) -> String {
    func number(_ number: Int) -> String { hidesCounts ? "…" : Grouped.number(number) }
    func share(_ part: Int, _ whole: Int) -> String {
      part == 0 && !hidesCounts ? "none of \(number(whole))" : "\(number(part)) of \(number(whole))"
    }
    func shares(_ part: (TypeCounts) -> Int, _ whole: (TypeCounts) -> Int, _ thing: String) -> String {
      let (old, new) = (counts.source, counts.target)
      return "\(share(part(old), whole(old))) old \(thing) and \(share(part(new), whole(new))) new ones"
    }
    switch kind {
    case .retyped:
      let (fewer, more) = types
      let parts = Sides { number(counts[$0][more]) }
      return "\(name): \(shares({ $0[fewer] }, \.filled, "values")) \(isRead ? "read as" : "are") \(fewer.plural), "
        + "\(parts.source) and \(parts.target) \(isRead ? "as" : "are") \(more.plural)\(hidesCounts ? "" : exampleWords)"
    case .nullable, .filled:
      return "\(name): \(shares(\.empty, \.records, "values")) are \(isRead ? "empty" : "null or missing")"
    case .inserted, .deleted:
      return "\(name): \(shares(\.filled, \.records, "objects")) have a value there"
    }
  }

  private var exampleWords: String {
    guard let example else { return "" }
    return ", as \(example.withField { DisplayText($0).text(within: 40) })"
  }
}

extension ValueType {
  /// The type's name for programs.
  fileprivate var name: String {
    switch self {
    case .number: "number"
    case .date: "date"
    case .boolean: "boolean"
    case .object: "object"
    case .list: "list"
    case .text: "text"
    }
  }

  fileprivate var plural: String { "\(name)s" }
}

extension Comparison {
  /// Which columns are others now, and make the inputs different where that counts; one line, or none.
  var schemaNotes: [ComparisonTerms.Note] {
    guard let schema, schema.isBreaking else { return [] }
    let named: [(SchemaChange.Kind, String)] = [
      (.retyped, "retyped"), (.nullable, "may be empty"), (.inserted, "added"), (.deleted, "removed"),
    ]
    var parts = named.compactMap { kind, words -> String? in
      let paths = schema.columns.filter { $0.kind == kind }.map(\.path)
      return paths.isEmpty ? nil : "\(words) \(paths.listed(within: 60))"
    }
    if !schema.reordered.isEmpty { parts.append("moved \(schema.reordered.listed(within: 60))") }
    return [ComparisonTerms.Note("schema: \(parts.joined(separator: "; "))")]
  }
}

extension JSONEmitter {
  /// Writes as a member what is to be said of columns beside which ones there are; nothing where that is nothing.
  func member(_ schema: SchemaChanges, renamed: [FindingWords]) {
    let renames = renamed.compactMap { words in
      if case .renamed(let name, _) = words.finding.cause { (words.finding, name) } else { nil }
    }
    guard !schema.isEmpty || !renames.isEmpty else { return }
    object("schema") {
      for kind in SchemaChange.Kind.allCases {
        let columns = schema.columns.filter { $0.kind == kind }
        guard !columns.isEmpty else { continue }
        member(named: kind.rawValue)
        list(columns) { value($0) }
      }
      member("reordered", ifAny: schema.reordered)
      guard !renames.isEmpty else { return }
      member("renamed") {
        list(renames) { finding, name in
          object {
            member("old", finding.columns[0])
            member("new", name)
            member("agree", finding.changes)
            member("of", finding.total)
            if finding.isSample { member("sample", true) }
          }
        }
      }
    }
  }

  private func value(_ change: SchemaChange) {
    object {
      member("column", change.path)
      for (name, side) in [("old", Side.source), ("new", .target)] {
        member(named: name)
        let counts = change.counts[side]
        object {
          member("records", counts.records)
          member("empty", counts.empty)
          for type in ValueType.allCases where counts[type] > 0 {
            member(named: type.name)
            value(counts[type])
          }
        }
      }
    }
  }
}
