import Comparing
import Platform
import Records

/// What may explain how the values of a column differ, made up from some of them.
enum Hypotheses {
  /// Two values that differ.
  typealias Cell = LearntRule.Example

  /// All that come into question, what is simplest first.
  static func all(for cells: [Cell]) -> [Hypothesis] {
    spelled(cells) + NumberHypotheses.spelled(cells) + TruthHypotheses.all(for: cells) + nothing(cells) + [json]
      + ListHypotheses.all(for: cells) + SplitHypotheses.all(for: cells) + NumberHypotheses.inexact(cells)
      + DateHypotheses.all(for: cells)
      + respelled(cells) + WrittenHypotheses.all(for: cells) + SidedHypotheses.all(for: cells)
  }

  // MARK: Spelling

  private static let steps: [(spelling: Spelling, noise: Noise, step: LearntRule.Step)] = [
    (.whiteSpace, .whiteSpace, .trim), (.normalization, .normalization, .nfc),
    (.letterCase, .letterCase, .lower), (.leadingZeros, .leadingZeros, .dropZeros),
    (.number, .number, .number), (.type, .type, .number),
  ]
  /// How often a way of spelling has to occur to be no accident.
  static let fewest = 2

  /// What differs in nothing but the spelling, in the ways that occur.
  ///
  /// - Parameter omitted: Ways that are not looked for.
  static func spelled(_ cells: [Cell], without omitted: Set<Spelling> = []) -> [Hypothesis] {
    let values = LooseValues()
    var counts: [Spelling: Int] = [:]
    for cell in cells {
      for spelling in values.spellings(cell.old, cell.new) ?? [] { counts[spelling, default: 0] += 1 }
    }
    let chosen = steps.filter { counts[$0.spelling] ?? 0 >= fewest && !omitted.contains($0.spelling) }
    guard !chosen.isEmpty else { return [] }
    let spellings = Set(chosen.map(\.spelling))
    let isMeant: (Value, Value) -> Bool = { old, new in
      values.spellings(old, new).map { spellings.isSuperset(of: $0) } ?? false
    }
    let trimming = chosen.map(\.step).reduce(into: [LearntRule.Step]()) { if !$0.contains($1) { $0.append($1) } }
    let squeezing = trimming.map { $0 == .trim ? .squeeze : $0 }
    let witness = spellings.contains(.number) ? NumberHypotheses.samePlaces(cells) : nil
    let lists = trimming == squeezing ? [trimming] : [trimming, squeezing]
    // In small letters a sharp s and two stay two.
    let capitals = hasSharpS(cells) ? lists.map { $0.map { $0 == .lower ? .upper : $0 } } : []
    return (lists + capitals.filter { !lists.contains($0) }).compactMap {
      Hypothesis(chosen.map(\.noise), $0, isMeant: isMeant)?.holding(by: witness).preparing()
    }
  }

  private static func hasSharpS(_ cells: [Cell]) -> Bool {
    cells.contains { cell in [cell.old, cell.new].contains { has("ß", in: $0.description) } }
  }

  /// What gives values another form in which they may be one by another rule, in an order that works.
  ///
  /// None leaves out anything that tells two values apart beside what it is named for.
  static func preparations(_ cells: [Cell]) -> [Hypothesis] {
    func spelling(_ spelling: Spelling, _ noise: Noise, _ step: LearntRule.Step) -> Hypothesis? {
      let values = LooseValues()
      return Hypothesis([noise], [step]) { values.spellings($0, $1).map { $0 == [spelling] } ?? false }?.preparing()
    }
    let texts = cells.flatMap { [$0.old.description, $0.new.description] }
    let all =
      [spelling(.whiteSpace, .whiteSpace, .squeeze), spelling(.normalization, .normalization, .nfc)]
      + exchanged(texts) + currencies.map { currency($0, texts) }
      + [WrittenHypotheses.ledgerSign, trailingMinus, SidedHypotheses.nameOrder]
      + [spelling(.letterCase, .letterCase, hasSharpS(cells) ? .upper : .lower), WrittenHypotheses.umlauts(texts)]
      + WrittenHypotheses.gaps + SplitHypotheses.all(for: cells)
    // What stands inside of other marks shows when these are gone.
    var (found, bare) = ([Hypothesis](), cells)
    for hypothesis in all.compactMap(\.self) {
      guard
        [cells, bare].contains(where: { LearningTally.isEnough($0.count(where: hypothesis.changes), of: $0.count) })
      else { continue }
      found.append(hypothesis)
      bare = bare.map(HypothesisSet([hypothesis]).rewritten)
    }
    return found
  }

  // MARK: Words

  /// In lower case.
  private static let words: Set<String> = [
    "", "null", "nil", "none", "n/a", "na", "#n/a", "-", "--", "\\n", "nan",
  ]
  static let longestWord = 8

  /// Whether a text is a word for null.
  static func isWord(_ text: String) -> Bool {
    text.utf8.count <= longestWord && words.contains(text.lowercased())
  }

  /// What says nothing on both sides, in different words.
  private static func nothing(_ cells: [Cell]) -> [Hypothesis] {
    var found: Set<String> = []
    for cell in cells {
      let texts = [cell.old, cell.new].map(\.wordForNothing)
      guard texts.allSatisfy({ $0.map(isWord) ?? true }) else { continue }
      found.formUnion(texts.compactMap(\.self))
    }
    guard !found.isEmpty else { return [] }
    let sorted = found.sorted()
    let hypothesis = Hypothesis([.nothing], .nullAs(sorted), NullComparator(sorted.map { Text($0) }))
    let isCode = found.contains { $0.lowercased() == "na" }
    return [isCode ? hypothesis.holding(by: noCodes) : hypothesis]
  }

  /// Among codes of two letters `NA` is Namibia, or another code.
  private static var noCodes: Hypothesis.Witness {
    Hypothesis.Witness(
      testimony: { _, new in
        let text = new.description
        return isWord(text) ? nil : text.count != 2 || !text.allSatisfy(\.isLetter)
      }, isEnough: { pro, contra, _ in contra <= pro })
  }

  // MARK: Other spellings

  private static var json: Hypothesis {
    Hypothesis([.json], .json, JSONComparator()) { old, new in
      [old, new].allSatisfy { "{[".contains($0.description.first ?? " ") }
    }
  }

  /// Texts that stand for others wherever they occur; what may make another one comes last.
  private static let exchanges: [(noise: Noise, texts: [(from: String, to: String)])] = [
    (.invisible, invisible.map { ($0, "") }),
    (
      .entities,
      [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"),
        ("&apos;", "'"),
        ("&nbsp;", "\u{A0}"), ("&amp;", "&"),
      ]
    ),
    (
      .typography,
      [
        ("\u{2018}", "'"), ("\u{2019}", "'"), ("\u{201C}", "\""), ("\u{201D}", "\""),
        ("\u{201E}", "\""), ("\u{2010}", "-"), ("\u{2011}", "-"), ("\u{2013}", "-"),
        ("\u{2014}", "-"), ("\u{2212}", "-"), ("\u{2026}", "..."),
      ]
    ),
  ]

  private static let separators = [
    ("_", "-"), ("_", " "), ("-", " "), (",", ";"), ("|", ";"), ("|", ","), ("/", "-"),
  ]
  private static let currencies = ["$", "€", "£", "¥", "EUR", "USD", "GBP", "CHF"]

  /// Codes that may stand before a sum, whose sign a hyphen is then.
  private static let otherCurrencies = [
    "JPY", "CNY", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "AUD", "CAD", "NZD", "INR", "BRL", "RUB", "TRY",
  ]

  private static func respelled(_ cells: [Cell]) -> [Hypothesis] {
    let texts = cells.flatMap { [$0.old.description, $0.new.description] }
    var found = exchanged(texts)
    found += separators.map { from, to in
      guard texts.contains(where: { has(from, in: $0) }) else { return nil }
      return Hypothesis([.separators], [.exchange(from, by: to)]) { old, new in
        // At an end it may be a sign.
        [old.description, new.description].allSatisfy { text in
          ![from, to].contains { text.hasPrefix($0) || text.hasSuffix($0) }
        }
      }
    }
    found += currencies.map { currency($0, texts) }
    return found.compactMap(\.self) + ends
  }

  /// Whether what stands before digits may be a currency and a minus.
  static func mayBeAmount(_ prefix: String) -> Bool {
    let sums = currencies + otherCurrencies
    return prefix.contains { "-(\u{2212}".contains($0) } && sums.contains { prefix.uppercased().contains($0) }
  }

  /// Characters that have no width and no meaning at the ends or inside of words, as copied texts have them.
  private static let invisible = ["\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{200E}", "\u{200F}"]

  /// Removes the invisible characters that occur; empty if none does.
  static func withoutInvisible(_ texts: [String]) -> [LearntRule.Step] {
    exchange(.invisible, invisible.map { ($0, "") }, texts)?.change.steps ?? []
  }

  private static func exchanged(_ texts: [String]) -> [Hypothesis?] {
    exchanges.map { exchange($0.noise, $0.texts, texts) }
  }

  /// That some texts stand for others, of those that occur.
  static func exchange(_ noise: Noise, _ pairs: [(from: String, to: String)], _ texts: [String]) -> Hypothesis? {
    let used = pairs.filter { pair in texts.contains { has(pair.from, in: $0) } }
    guard !used.isEmpty else { return nil }
    return Hypothesis([noise], used.map { .exchange($0.from, by: $0.to) }) { _, _ in true }
  }

  /// Whether a text has the bytes of another one, which is what a step looks for; linear, long cells included.
  private static func has(_ part: String, in text: String) -> Bool {
    part.withBytes { part in text.withBytes { $0.firstIndex(of: part) != nil } }
  }

  private static func currency(_ sign: String, _ texts: [String]) -> Hypothesis? {
    let isFirst = texts.contains { $0.drop(while: " (-".contains).hasPrefix(sign) }
    let isLast = texts.contains { text in [sign, sign + " ", sign + ")"].contains(where: text.hasSuffix) }
    guard isFirst || isLast else { return nil }
    let steps: [LearntRule.Step] =
      (isFirst ? [.replace("^([(-]*)\(sign.inPattern)%s*", with: "%1")] : [])
      + (isLast ? [.replace("%s*\(sign.inPattern)(%)?)$", with: "%1")] : [])
    let others = currencies.filter { $0 != sign }
    let witness = Hypothesis.Witness(
      testimony: { old, new in ![old, new].contains { value in others.contains { value.description.contains($0) } } },
      isEnough: { _, contra, _ in contra == 0 })
    return Hypothesis([.currency], steps) { old, new in
      [old, new].allSatisfy { $0.description.utf8.contains(where: \.isDigit) }
    }?.holding(by: witness)
  }

  /// What one end of a text may have or lack, and digits with marks between them.
  private static var ends: [Hypothesis] {
    [
      Hypothesis([.trailingDot], [.replace("%.$", with: "")]) { _, _ in true },
      Hypothesis([.scheme], [.replace("^https?://", with: "")]) { _, _ in true },
      trailingMinus,
      Hypothesis([.timeOfDay], [.prefix(DateHypotheses.dayLength)], isMeant: DateHypotheses.isDay),
      Hypothesis([.marksBetweenDigits], [.digits]) { old, new in
        // The same marks at other places are other numbers, as in 1-11 and 11-1.
        guard let marks = marks(old.description), let others = self.marks(new.description) else { return false }
        return marks != others
      },
    ].compactMap(\.self)
  }

  private static var trailingMinus: Hypothesis? {
    Hypothesis([.trailingMinus], [.replace("^(%d.-)%s*%-$", with: "-%1")]) { old, new in
      [old, new].allSatisfy { !$0.description.contains(where: \.isLetter) }
    }
  }

  /// The marks between many digits, where they make no number of them; `nil` for any other text.
  static func marks(_ text: String) -> String? {
    let marks = text.filter { !("0"..."9").contains($0) }
    guard text.count - marks.count >= 7, !text.hasPrefix("-"), !text.hasSuffix("-"), marks.allSatisfy(" ()+-/".contains)
    else { return nil }
    return marks
  }
}

extension Value {
  /// The text of a value; `nil` for null and what is absent.
  fileprivate var wordForNothing: String? {
    switch self {
    case .null, .absent: nil
    default: description
    }
  }

  /// Whether it is null, absent, or an empty text.
  var isHollow: Bool { wordForNothing?.isEmpty ?? true }
}

// MARK: - Lists

/// That the items of lists stand in another order.
enum ListHypotheses {
  static func all(for cells: [Hypotheses.Cell]) -> [Hypothesis] {
    // Nothing stands between the elements of lists of JSON.
    let areNested = cells.allSatisfy { $0.old.isNested && $0.new.isNested }
    return (areNested ? [nil] : [";", "|", ","]).compactMap { (separator: String?) in
      guard let comparator = try? ListComparator(separator: separator.map { Text($0) }),
        areLists(cells.compactMap { ItemOrder($0, separator ?? ",") })
      else { return nil }
      return Hypothesis([.listOrder], .list(separator: separator), comparator)
    }
  }

  /// Whether what changed its order is a list, and not a place, a name or a colour whose parts have their places.
  private static func areLists(_ orders: [ItemOrder]) -> Bool {
    guard orders.count >= Hypotheses.fewest else { return false }
    let long = orders.count { $0.items.count > 2 }
    let areNumbers = orders.allSatisfy { $0.items.allSatisfy { PlainDecimal($0) != nil } }
    var usual: [[Int]: Int] = [:]
    for places in orders.compactMap(\.places) { usual[places, default: 0] += 1 }
    let varies = 10 * (usual.values.max() ?? 0) < 9 * usual.values.reduce(0, +)
    if !areNumbers, 2 * long >= orders.count { return true }
    return (varies || !areNumbers) && haveNoPlaces(orders.map(\.items))
  }

  /// Whether most items stand now here and now there.
  private static func haveNoPlaces(_ lists: [[String]]) -> Bool {
    var places: [String: Set<Int>] = [:]
    for list in lists { for (index, item) in list.enumerated() { places[item, default: []].insert(index) } }
    return 2 * places.values.count { $0.count > 1 } >= places.count
  }

  /// A list whose items have another order on the other side.
  private struct ItemOrder {
    let items: [String]
    /// The places that they have on the other side; `nil` where some are the same.
    let places: [Int]?

    init?(_ cell: Hypotheses.Cell, _ separator: String) {
      guard let items = cell.old.items(separator), let others = cell.new.items(separator), items.count > 1,
        items.sorted() == others.sorted()
      else { return nil }
      self.items = items
      places = Set(items).count < items.count ? nil : items.compactMap(others.firstIndex)
    }
  }
}

extension Value {
  fileprivate func items(_ separator: String) -> [String]? {
    switch self {
    case .text(let text): text.string.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    case .array: withField { $0.canonicalElements.map { String(decoding: $0, as: UTF8.self) } }
    default: nil
    }
  }
}
