import Analysis
import Comparing
import Platform
import Records

struct FindingSentence {
  let finding: Finding
  let comparison: Comparison
  var hidesCounts = false

  private func number(_ number: Int) -> String { hidesCounts ? "…" : Grouped.number(number) }

  private func amount(_ number: Int, _ one: String, _ many: String) -> String {
    hidesCounts ? "… \(many)" : Grouped.count(number, one, many)
  }

  static let mostNames = 4

  var text: String {
    switch finding.cause {
    case .spelledKeys(let parts, _): return sameKey(but: comparison.words(of: parts))
    case .affixedKeys(let side, let prefix, let suffix, _):
      let ends = [(prefix, "before"), (suffix, "behind")].filter { !$0.0.isEmpty }.map { text, place in
        "'\(DisplayText(text).text(within: 40))' \(place)"
      }
      return sameKey(but: "\(ends.joined(separator: " and ")) \(column) in the \(side.ruleName) input")
    case .formedKeys([.renumbered]): return sameKey(but: "one number that was added to \(column)")
    case .formedKeys(let noises):
      return sameKey(but: "\(noises.phrase) in \(column)")
    case .otherForm(let noises, let paired):
      return
        "\(finding.columns.listed(within: 60)), the same on both sides but for \(noises.phrase), pairs \(count) of "
        + "\(number(finding.total)) records as the key, and \(key), which was found, \(number(paired))"
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
      // Other records may have the member still.
      let gone = finding.within == nil ? "gone" : "gone there"
      return
        "\(Self.shown(name)) has the values of \(column), which is \(gone), in \(count) of \(total("pair"))\(filled)"
    case .coded(let name, let codes):
      return "\(column), only in the old input, and \(Self.shown(name)), only in the new one, agree in \(count) of "
        + "\(total("pair")) by a table: \(Self.table(codes))"
    case .unjoined(let new):
      return "\(count) of \(total("column")) of the old input and \(number(new)) of the new one have no partner"
        + (finding.isLearnable ? ": learn finds some that are one under two names" : "")
    case .shifted(let record, let starts, let isBack): return shifted(record, starts, isBack: isBack)
    case .reversed, .sorted, .block: return order
    case .rearranged(let member, _):
      let lists = amount(finding.total, "changed list of several elements", "changed lists of several elements")
      let what = member.map(Self.shown) ?? "elements"
      return "\(column): \(count) of \(lists)\(looked) have the same \(what) in another order"
    case .concentrated(let value, let paired, let all):
      return "in the new input \(column) is \(Self.shown(value)) in \(count) of \(total("updated record")), "
        + "but in \(number(paired)) of all \(number(all)) pairs"
    case .swapped:
      return "\(column) and \(Self.shown(finding.columns[1])) have each other's old values in "
        + "\(count) of \(total("updated record"))"
    case .copied:
      return
        "\(column) has the new value of \(Self.shown(finding.columns[1])) in \(count) of \(total("updated record"))"
    case .everyUpdated(let step, let records):
      return "\(count) of \(total("updated record")) are one in \(hidesCounts ? "…" : "\(step)") of the new input, "
        + "from record \(number(records.lowerBound + 1)) to record \(number(records.upperBound + 1))"
    case .end(let side, let isLast):
      return "the \(absent(side)) are the \(isLast ? "last" : "first") \(count) of the \(side.ruleName) input"
    case .every(let side, let step, let records):
      let place = hidesCounts ? "…" : "\(step)"
      let all = finding.changes == finding.total && !hidesCounts
      let those = all ? "the \(count)" : "\(count) of the \(number(finding.total))"
      return "\(those) \(absent(side)) of the \(side.ruleName) input are one in \(place), from record "
        + "\(number(records.lowerBound + 1)) to record \(number(records.upperBound + 1))"
    case .shared(let side, let value, let all, let isAmbiguous):
      let shown = isAmbiguous ? Self.named(value) : Self.shown(value)
      return "\(subject(side)) is \(shown) in \(count) of the "
        + "\(number(finding.total)) \(absent(side)), and in \(number(all)) of all records"
    case .range(let side, let lower, let upper, let all):
      let ends = [("from", lower), (lower == nil ? "up to" : "to", upper)].compactMap { word, value in
        value.map { "\(word) \(Self.shown($0))" }
      }
      let others = all == finding.changes && !hidesCounts ? "no other" : "\(number(all)) of all records"
      return "\(subject(side)) is \(ends.joined(separator: " "))\(upper == nil ? " on" : "") in "
        + "\(count) of the \(number(finding.total)) \(absent(side)), and in \(others)"
    case .repeats(let side):
      return
        "\(count) of the \(number(finding.total)) \(absent(side)) repeat another record of the \(side.ruleName) input, "
        + "value by value"
    case .dealtKeys(let names, let step):
      let key = names.listed(within: 60)
      return "\(count) of \(total("record")) of the new input have all compared values but \(key) of a record of the "
        + "old input "
        + "that has another \(key)" + (step.map { ": \(key) differs by \($0)" } ?? "")
    case .noise, .repeated, .unified, .misread, .recoded, .affixed, .dayMonth, .later, .laterByEither, .laterByMonths,
      .filled, .emptied, .retyped, .offset, .factor, .ratio, .cutOff, .digits, .slid, .exchanged:
      return "\(column): \(common)\(since)"
    }
  }

  private func sameKey(but difference: String) -> String {
    let summary = comparison.summary
    return "\(count) of \(number(summary.deleted)) deleted and of \(number(summary.inserted)) inserted "
      + "records have the same key but for \(difference)"
  }

  /// What the changed values of a column have in common.
  private var common: String {
    let values = "\(count) of \(total("changed value"))" + (finding.isNormalized ? ", as normalized," : "")
    return switch finding.cause {
    case .noise(let noises): "\(values) differ in \(noises.phrase) alone"
    case .repeated(let old, let new): repeated(values, old, new)
    case .unified(let value): "\(values) are \(Self.shown(value)) now"
    case .misread(let isUndone):
      isUndone
        ? "\(values) are what the old ones were before their UTF-8 was read as Latin-1 or Windows-1252"
        : "\(values) are the old ones, of which the UTF-8 was read as Latin-1 or Windows-1252"
    case .recoded(let codes): "\(values) follow one table: \(Self.table(codes))"
    case .affixed(let ends): "\(values) are the old ones \(Self.affixes(ends))"
    case .dayMonth: "\(values) have day and month exchanged"
    case .later(let seconds): "\(values) are \(Self.duration(seconds)) \(Self.later(seconds))"
    case .laterByEither(let first, let second):
      "\(values) are \(Self.later(first.seconds))"
        + (first.isOfZones ? ", if those without a zone are UTC: " : ": ")
        + "\(number(first.count)) by \(Self.duration(first.seconds)) and "
        + "\(number(second.count)) by \(Self.duration(second.seconds))"
    case .laterByMonths(let months): "\(values) are \(Self.duration(months: months)) \(Self.later(months))"
    case .filled: "\(values) were empty before and are filled now"
    case .emptied: "\(values) were filled before and are empty now"
    case .retyped(let old, let new): "\(values) were \(old) and are \(new)"
    case .offset(let amount): "\(values) differ by \(amount)"
    case .factor(let factor, let steps):
      if Side.allCases.allSatisfy({ steps[$0].isEmpty }) {
        "\(values) are the old ones \(factor.factorWords)"
      } else {
        "\(values) are the old ones \(factor.factorWords), read with the decimal mark of each input"
      }
    case .ratio(let ratio):
      "\(values) are the old ones \(ratio.isDivision ? "divided by" : "times") \(ratio.factor)"
        + (ratio.isRounded ? ", rounded" : "")
    case .cutOff: "\(values) are the old ones without their last digits"
    case .digits(let digits): "\(values) are the old ones \(Self.words(digits))"
    case .slid(let isDown): "\(values) are the old ones of the record \(isDown ? "before" : "after")"
    case .exchanged: "\(values) and those of a record beside them have each other's old values"
    default: values
    }
  }

  /// What became what; as other reports do, cut where the values differ, with quotes where their types do.
  private func repeated(_ values: String, _ old: Value, _ new: Value) -> String {
    let texts = ValuePair.texts(Sides(source: old, target: new), width: 80)
    // What is not seen, such as another composition of an accent, is not told by showing it.
    return texts.old == texts.new
      ? "\(values) were one value and are one other" : "\(values) were \(texts.old) and are \(texts.new)"
  }

  /// The first codes, and how many more there are.
  private static func table(_ codes: [Finding.Code]) -> String {
    let all = codes.prefix(mostNames).map { "\(shown($0.old)) → \(shown($0.new))" }
    let told = all.joined(separator: all.contains { $0.contains(",") } ? "; " : ", ")
    return codes.count > mostNames ? "\(told) and \(codes.count - mostNames) more" : told
  }

  /// What texts begin and end with now, and did before.
  private static func affixes(_ ends: Sides<Finding.Ends>) -> String {
    func words(_ path: KeyPath<Finding.Ends, String>, _ place: String) -> (verb: String, rest: String)? {
      let shown = Sides { "'\(DisplayText(ends[$0][keyPath: path]).text(within: 40))'" }
      return switch (ends.source[keyPath: path].isEmpty, ends.target[keyPath: path].isEmpty) {
      case (true, true): nil
      case (true, false): ("with", "\(shown.target) \(place) them")
      case (false, true): ("without", "\(shown.source) \(place) them")
      case (false, false): ("with", "\(shown.target) in place of \(shown.source) \(place) them")
      }
    }
    let parts = [words(\.prefix, "before"), words(\.suffix, "behind")].compactMap(\.self)
    let isOneVerb = Set(parts.map(\.verb)).count == 1
    return parts.enumerated().map { isOneVerb && $0 > 0 ? $1.rest : "\($1.verb) \($1.rest)" }
      .joined(separator: " and ")
  }

  private static func words(_ digits: Finding.Digits) -> String {
    switch digits {
    case .exponent(let count):
      "written with an exponent, rounded to \(Grouped.count(count, "digit", "digits"))"
    case .fifteen: "with zeros in place of the digits behind the 15th"
    case .multiples(let step, .down): "rounded down to multiples of \(step)"
    case .multiples(let step, .up): "rounded up to multiples of \(step)"
    case .multiples(let step, _): "rounded to multiples of \(step)"
    case .fewer(1): "without their last digit"
    case .fewer(let count): "without their last \(count) digits"
    case .oneMore: "with one digit more behind them"
    }
  }

  /// The records of one side alone, as changes are called.
  private func absent(_ side: Side) -> String { "\(side == .source ? "deleted" : "inserted") records" }

  private static func later(_ difference: Int) -> String { difference > 0 ? "later" : "earlier" }

  private static func duration(months: Int) -> String {
    let (size, name) = months % 12 == 0 ? (12, "year") : (1, "month")
    return Grouped.count(abs(months / size), name, name + "s")
  }

  /// A time in its greatest unit that it is a whole number of.
  private static func duration(_ seconds: Int) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
    let (size, name) = units.first { seconds % $0.0 == 0 } ?? (1, "second")
    return Grouped.count(abs(seconds / size), name, name + "s")
  }

  private func shifted(_ record: Int, _ starts: Int, isBack: Bool) -> String {
    let which = starts == finding.changes && !hidesCounts ? "all" : number(starts)
    let one = finding.isSample && !hidesCounts ? "one of them" : "the first"
    let cause = isBack ? "field that is missing" : "separator that is not quoted"
    return "\(count) of \(total("updated record")) have their old values one column \(isBack ? "back" : "further on"), "
      + "\(which) of them from \(column) on; \(one) is record "
      + "\(number(record + 1)) of the new input: a \(cause)?"
  }

  private var since: String {
    guard let since = finding.since, !hidesCounts else { return "" }
    let end = since.until.map { "to \($0)" } ?? "on"
    return ", all of them with \(Self.shown(since.column)) from \(since.day) \(end), as in "
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
    let compared = comparison.isWhole(.target) ? "" : " that are compared"
    return
      "\(count) of \(total("record")) of the new input\(compared) repeat the \(key) of an earlier one: with \(column) "
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
      let places = Sides { side in "record \(number(records[side] + 1))\(comparison.isWhole(side) ? " on" : "")" }
      let those = Side.allCases.allSatisfy(comparison.isWhole) ? "" : " among those that are compared, the first"
      return
        "\(count) of \(total("moved record")) moved side by side\(those), from \(places.source) to \(places.target)"
    default: return ""
    }
  }

  private func sorted(_ side: Side, _ orders: Sides<[Finding.ColumnOrder]>) -> String {
    let isWhole = comparison.isWhole(side)
    let subject = isWhole ? "the \(side.ruleName) input is" : "what is compared of the \(side.ruleName) input is"
    guard let order = orders[side].first else { return "\(subject) in another order" }
    let other = orders[side.other].first
    let isOneColumn = other?.column == order.column && other?.isDescending == order.isDescending
    let columns = orders[side].map { column in
      // Numbers may be in the order of their digits, too.
      let isTold = isOneColumn && column == order
      let kind = column.isByNumber ? isTold ? " as numbers" : "" : isTold || column.holdsNumbers ? " as texts" : ""
      return own(column.column, side) + kind + (column.isDescending ? " in reverse" : "")
    }
    return "\(subject) sorted by \(columns.joined(separator: ", "))"
  }

  private var moved: String { amount(finding.changes, "record moved", "records moved") }

  private var count: String { number(finding.changes) }

  private func total(_ thing: String) -> String {
    amount(finding.total, thing, thing + "s") + looked
  }

  private var looked: String { finding.isSample && !hidesCounts ? " looked at" : "" }

  private var column: String { Self.shown(finding.columns[0]) }

  private func subject(_ side: Side) -> String { "in the \(side.ruleName) input \(own(finding.columns[0], side))" }

  /// A column by the name that one side has for it.
  private func own(_ name: String, _ side: Side) -> String {
    Self.shown(RuleNames(comparison.plan, side).ownName(of: name) ?? name)
  }

  private static func shown(_ name: String) -> String { [name].listed(within: 60) }

  /// A value with its type, where it would look like one of another type: a text in quotes.
  private static func named(_ value: Value) -> String {
    switch value {
    case .text: "\"\(shown(value))\""
    case .number: "the number \(shown(value))"
    default: "the value \(shown(value))"
    }
  }

  private static func shown(_ value: Value) -> String { value.withField { DisplayText($0).text(within: 40) } }
}

extension [Noise] {
  /// Their names as one thing that values differ in: `case, white space or accents`.
  package var phrase: String {
    var nouns: [String] = []
    for noun in flatMap(\.nouns) where !nouns.contains(noun) { nouns.append(noun) }
    // Behind others it would not be clear what belongs together.
    nouns = nouns.filter { $0.contains(" and ") } + nouns.filter { !$0.contains(" and ") }
    guard let last = nouns.popLast() else { return "" }
    return nouns.isEmpty ? last : "\(nouns.joined(separator: ", ")) or \(last)"
  }
}

extension Noise {
  /// What it is called among others in a sentence.
  fileprivate var nouns: [String] {
    switch self {
    case .affix: ["prefix", "suffix"]
    case .unit: ["unit", "sign"]
    case .gaps: ["blanks", "hyphens"]
    case .cutOff: ["a missing end"]
    case .noDigit: ["characters other than digits"]
    case .type: ["type"]
    case .percent: ["per cent signs"]
    case .listText: ["spelling of lists"]
    case .listOrder: ["order of lists"]
    case .renumbered: ["a number that was added"]
    case .telephone: ["country codes of telephone numbers"]
    case .renamed, .renamedMember: ["name"]
    case .numeral: ["marks in numbers", "spelling of numbers"]
    case .binaryFraction: ["rounding of binary fractions"]
    case .decimalComma: ["decimal mark", "spelling of numbers"]
    default: [rawValue]
    }
  }
}
