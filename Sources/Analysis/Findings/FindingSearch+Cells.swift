import Comparing
import Records

/// What the values of one column that differ have in common.
extension FindingSearch {
  private typealias Cell = LearntRule.Example

  /// How many cells of a column noise is guessed from.
  private static let guessed = 30
  /// How many columns are looked into, those that differ most.
  private static let mostColumns = 12

  func cellFindings() throws -> [Finding] {
    var counts: [Int32: Int] = [:]
    for pair in sample.pairs { for number in pair.differing where isOpen(number) { counts[number, default: 0] += 1 } }
    let chosen = counts.filter { $0.value >= Finding.fewest }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.mostColumns).map(\.key)
    let cells = try cells(of: chosen)
    return try chosen.sorted().compactMap { try finding(of: cells[$0] ?? [], among: counts[$0] ?? 0, in: $0) }
  }

  /// The values of some columns that differ; what differs inside of nested values is another question.
  private func cells(of columns: [Int32]) throws -> [Int32: [Cell]] {
    var cells = Dictionary(uniqueKeysWithValues: columns.map { ($0, [Cell]()) })
    for pair in sample.pairs {
      for number in pair.differing where cells[number] != nil {
        let cell = try cell(number, pair)
        // Those inside of nested values are counted all the same.
        if !cell.old.isNested || cell.old.typeName != cell.new.typeName { cells[number]?.append(cell) }
      }
    }
    return cells
  }

  private func finding(of cells: [Cell], among total: Int, in number: Int32) throws -> Finding? {
    guard cells.count >= Finding.fewest else { return nil }
    var found = [
      filled(cells), emptied(cells), repeated(cells), unified(cells), offset(cells), factor(cells), misread(cells),
      later(cells),
    ].compactMap(\.self)
    // It takes the most time, and there is none left where all have something else in common, nor where a rule has
    // found the values different that compares them in its own way.
    let isRuled = comparison.plan.comparators[comparison.comparedColumns[Int(number)].name] != nil
    if !isRuled, !found.contains(where: { $0.count == cells.count }), let noise = try noise(cells, number) {
      found.append(noise)
    }
    if let retyped = retyped(cells),
      found.allSatisfy({ $0.count < retyped.count || $0.count == retyped.count && $0.cause.isOfTypes })
    {
      found.append(retyped)
    }
    guard let most = found.map(\.count).max(), Finding.isEnough(most, of: total),
      let best = found.last(where: { $0.count == most })
    else { return nil }
    var finding = sample.finding(
      best.cause, [comparison.comparedColumns[Int(number)].name], changes: best.count, of: total)
    if best.cause.isOfLearning {
      // That types are others does not say that values are the same.
      let isSure = if case .noise = best.cause { 10 * best.count >= 7 * cells.count } else { false }
      finding.isLearnable = try isLearnable(number, of: cells.count, isSure: isSure)
    }
    finding.isNormalized = try isNormalized(number)
    finding.since = sample.isPart ? nil : try since(best.cause, number)
    return finding
  }

  /// Whether normalizers gave some values of a column that differ another form.
  private func isNormalized(_ number: Int32) throws -> Bool {
    let column = comparison.comparedColumns[Int(number)]
    for side in Side.allCases {
      let reader = worker.readers[side]
      guard let place = column.place(in: side), reader.rewrites(place) else { continue }
      for pair in sample.pairs where pair.differing.contains(number) {
        let record = side == .source ? pair.source : pair.target
        let raw = reader.rawField(record, place).value
        if try reader.field(record, place).value != raw { return true }
      }
    }
    return false
  }

  /// Since when numbers are others, if a date tells.
  private func since(_ cause: Finding.Cause, _ number: Int32) throws -> Finding.Since? {
    let isFound: (String, String) -> Bool
    switch cause {
    case .offset(let amount): isFound = { Self.offset($0, $1) == amount }
    case .factor(let factor): isFound = { Self.factor($0, $1) == factor || Self.areZeros($0, $1) }
    default: return nil
    }
    var changed: Set<Int> = []
    for pair in sample.pairs where pair.differing.contains(number) {
      let cell = try cell(number, pair)
      if isFound(cell.old.description, cell.new.description) { changed.insert(pair.target) }
    }
    return SinceWhen(search: self).since(changed)
  }

  // MARK: Single values

  /// What tells whether values of a column have in common what a finding says of them; `nil` where it is not about
  /// them.
  func valueTest(_ cause: Finding.Cause, _ number: Int32) throws -> ((LearntRule.Example) -> Bool)? {
    switch cause {
    case .filled: return { $0.isFilled }
    case .emptied: return { $0.isEmptied }
    case .unified(let value): return { $0.new == value }
    case .misread: return { Misreading.isOne($0) }
    case .later(let seconds): return { Self.delay($0) == seconds }
    case .repeated(let old, let new): return { $0.old == old && $0.new == new }
    case .retyped(let old, let new): return { $0.old.typeName == old && $0.new.typeName == new }
    case .offset(let amount): return { Self.offset($0.old.description, $0.new.description) == amount }
    case .factor(let factor):
      return { cell in
        let (old, new) = (cell.old.description, cell.new.description)
        return Self.factor(old, new) == factor || Self.areZeros(old, new)
      }
    case .noise:
      // It is made up of the same cells as when it was found.
      let cells = try cells(of: [number])[number] ?? []
      return try explanation(of: cells, number).map { found in { found.set.finding($0).verdict == .explained } }
    default: return nil
    }
  }

  private typealias Common = (cause: Finding.Cause, count: Int)

  private func filled(_ cells: [Cell]) -> Common {
    (.filled, cells.count(where: \.isFilled))
  }

  private func emptied(_ cells: [Cell]) -> Common {
    (.emptied, cells.count(where: \.isEmptied))
  }

  private func repeated(_ cells: [Cell]) -> Common? {
    var counts: [Value: [Value: Int]] = [:]
    for cell in cells where !cell.old.isVoid && !cell.new.isVoid {
      counts[cell.old, default: [:]][cell.new, default: 0] += 1
    }
    var best: (cell: Cell, count: Int)?
    for cell in cells {
      guard let count = counts[cell.old]?[cell.new], count > best?.count ?? 0 else { continue }
      best = (cell, count)
    }
    return best.map { (.repeated(old: $0.cell.old, new: $0.cell.new), $0.count) }
  }

  /// The one value that many different ones became.
  private func unified(_ cells: [Cell]) -> Common? {
    let counts = Dictionary(
      cells.filter { !$0.new.isVoid && !$0.new.isNested }.map { ($0.new, 1) }, uniquingKeysWith: +)
    guard let most = counts.values.max(), let new = cells.first(where: { counts[$0.new] == most })?.new,
      Set(cells.filter { $0.new == new }.map(\.old)).count >= 3
    else { return nil }
    return (.unified(new), most)
  }

  private func misread(_ cells: [Cell]) -> Common { (.misread, cells.count(where: Misreading.isOne)) }

  /// Dates that all became later, or earlier, by the same time.
  private func later(_ cells: [Cell]) -> Common? {
    let delays = cells.map(Self.delay)
    let counts = Dictionary(delays.compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
    guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.key != 0,
      Set(zip(cells, delays).filter { $0.1 == best.key }.map(\.0.old)).count >= 3
    else { return nil }
    return (.later(seconds: best.key), best.value)
  }

  /// By how many seconds a date of ISO 8601 is later than another one; `nil` where one is none, or only one has a time.
  private static func delay(_ cell: Cell) -> Int? {
    let texts = [cell.old.description, cell.new.description]
    guard let reader = DateHypotheses.isoReader, texts.allSatisfy({ $0.utf8.contains(UInt8(ascii: "-")) }),
      texts[0].utf8.count == texts[1].utf8.count
    else { return nil }
    let instants = texts.compactMap { $0.withBytes { reader.instant(of: $0) } }
    return instants.count == 2 ? instants[0].wholeSeconds(to: instants[1]) : nil
  }

  /// Values that became values of another type of JSON's, if most became so from one type to one other.
  private func retyped(_ cells: [Cell]) -> Common? {
    var counts: [[String]: Int] = [:]
    for cell in cells {
      guard let old = cell.old.typeName, let new = cell.new.typeName, old != new else { continue }
      counts[[old, new], default: 0] += 1
    }
    let best = counts.max { ($0.value, $1.key.joined()) < ($1.value, $0.key.joined()) }
    return best.map { (.retyped(old: $0.key[0], new: $0.key[1]), $0.value) }
  }

  /// Differences that are none to a person, in the way that explains most of the cells and hides nothing else in them.
  private func noise(_ cells: [Cell], _ number: Int32) throws -> Common? {
    try explanation(of: cells, number).map { (.noise($0.set.parts.flatMap(\.noises)), $0.count) }
  }

  private func explanation(of cells: [Cell], _ number: Int32) throws -> (set: HypothesisSet, count: Int)? {
    let stride = (cells.count - 1) / Self.guessed + 1
    let guess = Swift.stride(from: 0, to: cells.count, by: stride).map { cells[$0] }
    var best: (set: HypothesisSet, count: Int)?
    for set in HypothesisSet.all(for: guess, with: []) {
      var count = 0
      let hidesMore = cells.contains { cell in
        let verdict = set.finding(cell).verdict
        count += verdict == .explained ? 1 : 0
        return verdict == .hidden
      }
      guard !hidesMore, count > best?.count ?? 0, try isBorneOut(set, number, explained: count),
        !set.parts.contains(where: { $0.noises == [.rounding] })
          || NumberHypotheses.areRounded(cells.map(set.rewritten))
      else { continue }
      best = (set, count)
    }
    return best
  }

  /// Whether the values of some pairs, equal ones as well, bear out what needs that.
  private func isBorneOut(_ set: HypothesisSet, _ number: Int32, explained: Int) throws -> Bool {
    try !set.parts.contains { $0.witness != nil } || survey(set, number).bearsOut(0, explained: explained)
  }

  private func survey(_ set: HypothesisSet, _ number: Int32) throws -> ColumnSurvey {
    var survey = ColumnSurvey([set])
    for pair in witnesses { survey.add(try cell(number, pair)) }
    return survey
  }

  /// Of how many cells each half of the records surely says what all of them do.
  private static let sure = 200

  /// Whether `learn` proposes a rule for so many values of a column that differ.
  ///
  /// - Parameter isSure: Whether so many are explained that each half of many says what all of them do.
  private func isLearnable(_ number: Int32, of count: Int, isSure: Bool) throws -> Bool {
    guard Learner.mayLearn(comparison.comparedColumns[Int(number)], comparison.plan) else { return false }
    if isSure, count > Self.sure { return true }
    let pairs = sample.pairs.filter { $0.differing.contains(number) }
    let chosen = stride(from: 0, to: pairs.count, by: pairs.count / (2 * Self.sure) + 1).map { pairs[$0] }
    let cells = try chosen.map { pair in
      (cell: try cell(number, pair), half: Learner.half(try comparison.comparedKey(.target, pair.targetOffset)))
    }
    return try Learner.proposes(for: cells) { try survey($0, number).bearsOut(0, explained: $1) }
  }

  private static let mostWitnesses = 2_000

  /// Some pairs, evenly spread.
  private var witnesses: [ComparedPair] {
    let stride = comparison.pairedCount / Self.mostWitnesses + 1
    return comparison.comparedPairs.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }

  // MARK: Numbers

  private func offset(_ cells: [Cell]) -> Common? { common(cells, Self.offset).map { (.offset($0.what), $0.count) } }

  private static func offset(_ old: String, _ new: String) -> String? {
    let numbers = [old, new].compactMap { text in text.withBytes { ExactDecimal($0) } }
    guard numbers.count == 2, let difference = numbers[1].minus(numbers[0]), !difference.isZero else { return nil }
    return difference.signed
  }

  private func factor(_ cells: [Cell]) -> Common? {
    // Zero times any number is zero, however it is written.
    let zeros = cells.count { Self.areZeros($0.old.description, $0.new.description) }
    return common(cells, Self.factor).map { (.factor($0.what), $0.count + zeros) }
  }

  private static func areZeros(_ texts: String...) -> Bool {
    texts.allSatisfy { text in text.withBytes { ExactDecimal($0)?.isZero ?? false } }
  }

  private static func factor(_ old: String, _ new: String) -> String? {
    PlainDecimal(new).flatMap { PlainDecimal(old)?.factor(to: $0) }
  }

  /// What most cells have in common of their numbers, if more than a few different ones have it.
  private func common(_ cells: [Cell], _ what: (String, String) -> String?) -> (what: String, count: Int)? {
    var counts: [String: (count: Int, olds: Set<String>)] = [:]
    for cell in cells {
      let old = cell.old.description
      guard let found = what(old, cell.new.description) else { continue }
      counts[found, default: (0, [])].count += 1
      if counts[found]?.olds.count ?? 0 < 3 { counts[found]?.olds.insert(old) }
    }
    let best = counts.filter { $0.value.olds.count >= 3 }.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    return best.map { ($0.key, $0.value.count) }
  }
}

extension Finding.Cause {
  /// Whether it says of values of two types that they are the same but for that, or one that became another one of the
  /// same characters, as `1` and `"1"` are.
  fileprivate var isOfTypes: Bool {
    switch self {
    case .repeated(let old, let new): old.description == new.description
    case .noise(let noises): noises.contains(.type)
    default: false
    }
  }

  /// Whether `learn` may have a rule for it.
  fileprivate var isOfLearning: Bool {
    switch self {
    case .noise, .retyped: true
    default: false
    }
  }
}

extension LearntRule.Example {
  fileprivate var isFilled: Bool { old.isVoid && !new.isVoid && !new.saysNothing }
  fileprivate var isEmptied: Bool { !old.isVoid && !old.saysNothing && new.isVoid }
}

extension Value {
  fileprivate var isVoid: Bool { withField(\.isVoid) }

  fileprivate var isNested: Bool { withField(\.isNested) }

  /// Whether it is a word for nothing, or blanks.
  fileprivate var saysNothing: Bool {
    guard case .text(let text) = self else { return false }
    return Hypotheses.isWord(text.string) || text.string.allSatisfy(\.isWhitespace)
  }

  /// The name of its type in JSON, in the plural; `nil` where there is nothing.
  fileprivate var typeName: String? {
    switch self {
    case .absent, .null: nil
    case .boolean: "booleans"
    case .number: "numbers"
    case .text: isVoid ? nil : "texts"
    case .object: "objects"
    case .array: "lists"
    }
  }
}
