import Comparing
import Platform
import Records

/// That one side is written otherwise than the other: what holds only if nearly all records of both sides bear it out.
///
/// A rule for one side makes two of values that are the same on both. So it is asked of every pair, and one that was
/// not converted speaks against it.
enum SidedHypotheses {
  private typealias Cell = Hypotheses.Cell

  static func all(for cells: [LearntRule.Example]) -> [Hypothesis] {
    (Side.allCases.flatMap { [affix(cells, $0)] + cutOff(cells, $0) + [percent(cells, $0)] }
      + [nameOrder, numbered(cells)] + exchangedDates(cells)).compactMap(\.self)
  }

  static func sided(
    _ noises: [Noise], _ steps: Sides<[LearntRule.Step]>, isMeant: @escaping (Value, Value) -> Bool = { _, _ in true }
  ) -> Hypothesis? {
    guard let rule = Hypothesis(noises, [.sided(steps)], isMeant: isMeant) else { return nil }
    // What is the same on both sides must not differ now.
    let witness = Hypothesis.Witness(
      testimony: { old, new in rule.verdict(old, new) == .explained ? true : old == new ? false : nil },
      isEnough: bearOut)
    return rule.holding(by: witness)
  }

  /// Whether nearly all values that say anything speak for a rule; of most edited ones nothing is known.
  private static func bearOut(_ pro: Int, _ contra: Int, _: Int) -> Bool {
    pro >= LearningTally.fewest && contra * 50 <= pro
  }

  private static func steps(_ steps: LearntRule.Step..., of side: Side) -> Sides<[LearntRule.Step]> {
    Sides { $0 == side ? steps : [] }
  }

  // MARK: Ends

  /// Texts, those of a side with the same letters before or behind them.
  private static func affix(_ cells: [Cell], _ side: Side) -> Hypothesis? {
    var counts: [[String]: Int] = [:]
    var texts: [[String]: Set<String>] = [:]
    for cell in cells {
      let (long, short) = cell.texts(longer: side)
      guard !short.isEmpty, long.utf8.count > short.utf8.count else { continue }
      for ends in ends(of: long, around: short) {
        counts[ends, default: 0] += 1
        texts[ends, default: []].insert(short)
      }
    }
    let best = counts.max { ($0.value, $1.key.joined()) < ($1.value, $0.key.joined()) }
    guard let best, 2 * best.value >= cells.count, texts[best.key]?.count ?? 0 >= fewestTexts else { return nil }
    let strip = LearntRule.Step.strip(prefix: best.key[0], suffix: best.key[1])
    let isOfNumbers = (best.key[0] + best.key[1]).mayBeOfNumber
    return sided([.affix], steps(strip, of: side)) { old, new in
      old != new && !(isOfNumbers && old.isOtherAmount(than: new))
    }
  }

  /// Numbers, those of a side with the same letters before them, or with zeros that fill them up.
  private static func numbered(_ cells: [Cell]) -> Hypothesis? {
    let prefixes = Sides { side in usualPrefix(cells.map { $0.texts(longer: side).0 }) }
    guard let old = prefixes.source, let new = prefixes.target, !(old + new).isEmpty else { return nil }
    // Two names are two things.
    let names = [old, new].map { $0.lowercased().filter(\.isLetter) }.sorted()
    guard names[1].hasPrefix(names[0]) else { return nil }
    let isOfNumbers = (old + new).mayBeOfNumber
    // Zeros that both sides have stay: one that is lost some day is another value.
    let haveZeros = cells.contains { cell in
      let digits = [(cell.old, old), (cell.new, new)].map { $0.description.dropFirst($1.count) }
      return digits[0] != digits[1] && digits[0].drop { $0 == "0" } == digits[1].drop { $0 == "0" }
    }
    let steps = Sides { side in
      let (own, other) = (prefixes[side] ?? "", prefixes[side.other] ?? "")
      // What both begin with stays, unless zeros are looked for after it.
      let prefix = haveZeros ? own : own.withoutEnd(other)
      return (prefix.isEmpty ? [] : [.strip(prefix: prefix, suffix: "")])
        + (haveZeros ? [LearntRule.Step.dropZeros] : [])
    }
    return sided(haveZeros ? [.affix, .leadingZeros] : [.affix], steps) { old, new in
      guard !isOfNumbers || !old.isOtherAmount(than: new) else { return false }
      // One that has lost it was something else before.
      return zip([old, new], [prefixes.source, prefixes.target]).allSatisfy { value, prefix in
        let text = value.description
        return prefix.map { text.hasPrefix($0) && text.dropFirst($0.count).utf8.allSatisfy(\.isDigit) } ?? false
      }
    }
  }

  /// What stands before the digits of most texts, with letters in it or nothing; `nil` where most have more than digits
  /// behind it.
  private static func usualPrefix(_ texts: [String]) -> String? {
    let prefixes = texts.compactMap { text -> String? in
      let prefix = text.prefix { !$0.isNumber }
      let rest = text.dropFirst(prefix.count)
      guard !rest.isEmpty, rest.utf8.allSatisfy(\.isDigit), prefix.isEmpty || prefix.contains(where: \.isLetter) else {
        return nil
      }
      return String(prefix)
    }
    let best = prefixes.counted().mostFrequent
    return best.flatMap { 2 * $0.count >= texts.count && !Hypotheses.mayBeAmount($0.key) ? $0.key : nil }
  }

  /// What stands before or behind a text in a longer one; no digits or signs, which would make another number of it,
  /// and no blanks, which are another matter.
  private static func ends(of long: String, around short: String) -> [[String]] {
    var found: [[String]] = []
    if long.hasSuffix(short) { found.append([String(long.dropLast(short.count)), ""]) }
    if long.hasPrefix(short) { found.append(["", String(long.dropFirst(short.count))]) }
    return found.filter { ends in
      let text = ends.joined()
      return text.unicodeScalars.count <= longestEnd && text.contains(where: \.isLetter)
        && ends[0].last?.isNumber != true && ends[1].first?.isNumber != true && !Hypotheses.mayBeAmount(ends[0])
    }
  }

  private static let longestEnd = 24
  /// How many different texts have to lose the same, so that it is no accident of a few.
  private static let fewestTexts = 5

  // MARK: Texts that are cut off

  private static let shortest = 4

  /// Texts of which one side has the first characters alone, as they are or without blanks at their ends.
  private static func cutOff(_ cells: [Cell], _ side: Side) -> [Hypothesis?] {
    var counts: [Int: Int] = [:]
    var (starts, ends, whole) = (Set<String>(), Set<Substring>(), Set<String>())
    for cell in cells {
      let (long, short) = cell.texts(longer: side)
      guard long.hasPrefix(short), long != short, short.contains(where: \.isLetter) else { continue }
      counts[short.unicodeScalars.count, default: 0] += 1
      starts.insert(short)
      ends.insert(long.dropFirst(short.count))
      whole.insert(long)
    }
    let best = counts.mostFrequent
    // Of several texts that many have behind them each was added, and is no rest of a longer one.
    guard let (length, count) = best, length >= shortest, 2 * count >= cells.count, starts.count >= fewestTexts,
      2 * ends.count >= whole.count || areRests(ends)
    else { return [] }
    return [[.prefix(length)], [.prefix(length), .trim]].map { cutOff(at: length, by: $0, side) }
  }

  /// Whether texts are what is left of few longer ones, cut at other places: at least half are the end of another.
  private static func areRests(_ ends: Set<Substring>) -> Bool {
    // Backwards and in order, each that is the end of others stands before one of them.
    let turned = ends.map { Array($0.utf8.reversed()) }.sorted { $0.lexicographicallyPrecedes($1) }
    let nested = zip(turned, turned.dropFirst()).count { $1.starts(with: $0) }
    return ends.count - nested <= max(1, ends.count / 2)
  }

  private static func cutOff(at length: Int, by steps: [LearntRule.Step], _ side: Side) -> Hypothesis? {
    func isMeant(_ old: Value, _ new: Value) -> Bool {
      let (long, short) = Cell(old: old, new: new).texts(longer: side)
      return long.unicodeScalars.count > length && long.hasPrefix(short) && !isOtherNumber(long.dropFirst(short.count))
    }
    let sides = Sides { $0 == side ? steps : [] }
    guard let rule = Hypothesis([.cutOff], [.sided(sides)], isMeant: isMeant) else { return nil }
    return rule.holding(
      by: Hypothesis.Witness(
        testimony: { old, new in
          switch rule.verdict(old, new) {
          case .explained: true
          // A shorter one that is the same says nothing.
          case .hidden: nil
          case .different:
            old == new || Cell(old: old, new: new).texts(longer: side).1.unicodeScalars.count > length ? false : nil
          }
        }, isEnough: bearOut))
  }

  /// Whether digits alone were taken away: that is another number, year or version.
  private static func isOtherNumber(_ end: Substring) -> Bool {
    end.contains(where: \.isNumber) && !end.contains(where: \.isLetter)
  }

  // MARK: Numbers and dates

  private static func percent(_ cells: [Cell], _ side: Side) -> Hypothesis? {
    let count = cells.count { cell in
      let (own, other) = cell.texts(longer: side)
      return own.hasSuffix("%") && !other.hasSuffix("%")
    }
    guard 2 * count >= cells.count else { return nil }
    return sided([.percent], steps(.percent, of: side)) { old, new in
      Cell(old: old, new: new).texts(longer: side).0.hasSuffix("%")
    }
  }

  private static func exchangedDates(_ cells: [Cell]) -> [Hypothesis] {
    DateHypotheses.exchanged(cells).compactMap { old, new in
      sided([.dateFormat], Sides(source: [.date(old)], target: [.date(new)]))
    }
  }

  // MARK: Names

  /// `Last, First` on one side, `First Last` on the other.
  ///
  /// Of both sides the comma goes, so that nothing becomes two.
  static var nameOrder: Hypothesis? {
    let comma = { (value: Value) in value.description.split(separator: ",").count == 2 }
    return Hypothesis([.nameOrder], [.replace("^([^,]+),%s*([^,]+)$", with: "%2 %1")]) { old, new in
      comma(old) != comma(new)
    }
  }
}

extension LearntRule.Example {
  /// The text of one side, and that of the other.
  fileprivate func texts(longer side: Side) -> (String, String) {
    let texts = Sides(source: old.description, target: new.description)
    return (texts[side], texts[side.other])
  }
}
