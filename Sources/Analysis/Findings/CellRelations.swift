import Comparing
import Platform
import Records

/// What two values of a column that differ may have to do with each other, whatever else the others have.
enum CellRelations {
  typealias Cell = LearntRule.Example
  typealias Common = (cause: Finding.Cause, count: Int)

  /// What came of most of some values, where nothing else says so of nearly as many; the vaguest first.
  ///
  /// - Parameter others: What is known of the values.
  static func all(of cells: [Cell], beside others: [Common]) -> [Common] {
    let known = others.map(\.count).max() ?? 0
    guard 10 * known < 9 * cells.count else { return [] }
    // A table says little where half of the values have more in common than that one became another one.
    let isPlain = others.allSatisfy { $0.cause.isRepetition || 2 * $0.count < cells.count }
    let guess = some(cells)
    let causes = [
      isPlain ? recoded(cells, guess) : nil, affixed(guess), Finding.Ratio.best(for: cells, guess).map { .ratio($0) },
      .cutOff, Finding.Digits.best(guess, of: cells).map { .digits($0) },
    ]
    return causes.compactMap(\.self).compactMap { cause in
      guard let holds = cause.holds, mayHold(cause, of: guess) else { return nil }
      let held = cells.filter(holds)
      return 10 * known < 9 * held.count && isTelling(cause, held) ? (cause, held.count) : nil
    }
  }

  /// How many of all values tell of most causes that they are none.
  private static let guessed = 48

  /// Some of many cells, evenly spread.
  static func some(_ cells: [Cell], _ most: Int = guessed) -> [Cell] {
    stride(from: 0, to: cells.count, by: (cells.count - 1) / most + 1).map { cells[$0] }
  }

  /// Whether a cause may hold for half of many cells, by some of them.
  static func mayHold(_ cause: Finding.Cause, of some: [Cell]) -> Bool {
    cause.holds.map { 4 * some.count(where: $0) >= some.count } ?? false
  }

  /// Whether what so many values have in common can be no accident, and is not what something else explains.
  private static func isTelling(_ cause: Finding.Cause, _ held: [Cell]) -> Bool {
    switch cause {
    case .recoded: true
    case .cutOff: Set(held.map(\.old)).count >= fewestOlds && 20 * held.count(where: isUnrounded) >= held.count
    default: Set(held.map(\.old)).count >= fewestOlds
    }
  }

  private static let fewestOlds = 3

  /// For how many cells something is the same, if enough different ones have it.
  static func counts<Fact: Hashable>(_ cells: [Cell], _ fact: (Cell) -> Fact?) -> [Fact: Int] {
    var counts: [Fact: (count: Int, olds: Set<String>)] = [:]
    for cell in cells {
      guard let found = fact(cell) else { continue }
      counts[found, default: (0, [])].count += 1
      if counts[found]?.olds.count ?? 0 < fewestOlds { counts[found]?.olds.insert(cell.old.description) }
    }
    return counts.filter { $0.value.olds.count >= fewestOlds }.mapValues(\.count)
  }

  /// Whether a number that was cut off is none that rounding makes.
  private static func isUnrounded(_ cell: Cell) -> Bool {
    guard let new = PlainDecimal(cell.new.description), let old = PlainDecimal(cell.old.description) else {
      return false
    }
    return !new.isRounded(old)
  }

  // MARK: Codes

  /// How many values a table may have, and how often each of them occurs.
  private static let mostCodes = 40, fewestOfCode = 3

  /// The one new value of each old one, where nearly all values that differ have it.
  private static func recoded(_ cells: [Cell], _ guess: [Cell]) -> Finding.Cause? {
    guard Set(guess.map(\.old)).count <= mostCodes + guess.count / 10 else { return nil }
    var counts: [Value: [Value: Int]] = [:]
    for cell in cells where !cell.old.isVoid && !cell.new.isVoid && !cell.old.isNested && !cell.new.isNested {
      counts[cell.old, default: [:]][cell.new, default: 0] += 1
      guard counts.count <= 10 * mostCodes else { return nil }
    }
    let codes = counts.compactMap { old, news -> (code: Finding.Code, count: Int)? in
      guard let count = news.values.max(), count >= fewestOfCode, news.count(where: { $0.value == count }) == 1,
        let new = news.first(where: { $0.value == count })?.key
      else { return nil }
      return (Finding.Code(old: old, new: new), count)
    }.sorted { ($1.count, $0.code.spelling) < ($0.count, $1.code.spelling) }
    let count = codes.reduce(0) { $0 + $1.count }
    return (2...mostCodes).contains(codes.count) && 10 * count >= 9 * cells.count ? .recoded(codes.map(\.code)) : nil
  }

  // MARK: Ends

  private static let longest = 100

  /// What stands before and behind some values, and is others now.
  private static func affixed(_ some: [Cell]) -> Finding.Cause? {
    let found = some.compactMap(ends)
    func count(_ ends: Sides<Finding.Ends>) -> Int { found.count { $0 == ends } }
    guard let best = found.max(by: { count($0) < count($1) }), 4 * count(best) >= some.count else { return nil }
    return .affixed(best)
  }

  /// The ends of two texts around the longest part that both have; `nil` where digits say what a number is.
  private static func ends(_ cell: Cell) -> Sides<Finding.Ends>? {
    guard let old = cell.old.characters, let new = cell.new.characters, max(old.count, new.count) <= longest else {
      return nil
    }
    let texts = Sides(source: old, target: new)
    var best = (length: 0, old: 0, new: 0)
    var row = [Int](repeating: 0, count: texts.target.count + 1)
    for (first, scalar) in texts.source.enumerated() {
      for second in texts.target.indices.reversed() {
        row[second + 1] = scalar == texts.target[second] ? row[second] + 1 : 0
        if row[second + 1] > best.length {
          best = (row[second + 1], first + 1 - row[second + 1], second + 1 - row[second + 1])
        }
      }
    }
    guard best.length > 0 else { return nil }
    let ends = Sides { side in
      let (scalars, start) = (texts[side], side == .source ? best.old : best.new)
      return Finding.Ends(prefix: scalars[..<start], suffix: scalars[(start + best.length)...])
    }
    // Of values that a function finds different though they are the same, nothing says what became of them.
    guard !ends.source.isEmpty || !ends.target.isEmpty else { return nil }
    return ends.source.isNumber || ends.target.isNumber ? nil : ends
  }

  // MARK: Dates

  /// The date with day and month in each other's place; `nil` for what is none, or is the same then.
  static func withDayAndMonthExchanged(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= dayLength else { return nil }
    let marks = bytes.indices.prefix(dayLength).filter { "-/.".utf8.contains(bytes[$0]) }
    guard marks.count == 2, bytes[marks[0]] == bytes[marks[1]], isEnd(bytes.dropFirst(dayLength).first) else {
      return nil
    }
    let starts = marks == [4, 7] ? (5, 8) : marks == [2, 5] ? (0, 3) : nil
    guard let (first, second) = starts,
      zip(bytes, bytes.indices).prefix(dayLength).allSatisfy({ byte, place in
        marks.contains(place) || byte.isDigit
      })
    else { return nil }
    var exchanged = bytes
    for place in 0..<2 { exchanged.swapAt(first + place, second + place) }
    let numbers = [first, second].map { Int(bytes[$0] - 48) * 10 + Int(bytes[$0 + 1] - 48) }
    return numbers[0] != numbers[1] && numbers.allSatisfy { (1...12).contains($0) }
      ? String(decoding: exchanged, as: UTF8.self) : nil
  }

  private static let dayLength = 10

  /// Whether a day ends before a byte.
  private static func isEnd(_ byte: UInt8?) -> Bool { byte.map { !$0.isDigit } ?? true }

  // MARK: Numbers

  static func offset(_ cell: Cell) -> String? {
    let numbers = [cell.old, cell.new].compactMap { $0.description.withBytes { ExactDecimal($0) } }
    guard numbers.count == 2, let difference = numbers[1].minus(numbers[0]), !difference.isZero else { return nil }
    return difference.signed
  }

  static func factor(_ cell: Cell) -> String? {
    guard cell.old.mayBeNumber, cell.new.mayBeNumber else { return nil }
    return PlainDecimal(cell.new.description).flatMap { PlainDecimal(cell.old.description)?.factor(to: $0) }
  }

  /// The power of ten, the sign, or both that most of some numbers were multiplied by, where one side at least writes
  /// them with another mark than a point, and it is clear which.
  static func writtenFactor(_ cells: [Cell]) -> Common? {
    let some = some(cells)
    let forms = Sides<NumberForm>.usual(of: some)
    guard forms.source != .plain || forms.target != .plain, forms.source.isClear(in: some.map(\.old)),
      forms.target.isClear(in: some.map(\.new))
    else { return nil }
    let best = some.compactMap(forms.factor).counted().mostFrequent
    guard let best, 4 * best.count >= some.count else { return nil }
    let cause = Finding.Cause.factor(best.key, read: Sides { forms[$0].steps })
    let held = cause.holds.map { holds in cells.filter(holds) } ?? []
    return Set(held.map(\.old)).count >= fewestOlds ? (cause, held.count) : nil
  }

  /// What tells whether a number is another one times a factor, as each side's are read.
  fileprivate static func isMultiplied(by factor: String, _ steps: Sides<[LearntRule.Step]>) -> ((Cell) -> Bool)? {
    if steps.source.isEmpty, steps.target.isEmpty { return { self.factor($0) == factor || areZeros($0) } }
    let all = Sides(source: steps.source + [.scale(factor)], target: steps.target)
    return Hypothesis([.unit], [.sided(all)]) { _, _ in true }.map { rule in
      { rule.verdict($0.old, $0.new) == .explained }
    }
  }

  /// Zero times any number is zero, however it is written.
  static func areZeros(_ cell: Cell) -> Bool {
    cell.old.mayBeNumber && cell.new.mayBeNumber
      && [cell.old, cell.new].allSatisfy { $0.description.withBytes { ExactDecimal($0)?.isZero ?? false } }
  }
}

extension Finding.Cause {
  fileprivate var isRepetition: Bool { if case .repeated = self { true } else { false } }

  /// What tells whether two values of a column have in common what a finding says of them; `nil` where it is not about
  /// single values, or takes more than them to tell.
  var holds: ((LearntRule.Example) -> Bool)? {
    switch self {
    case .filled: { $0.isFilled }
    case .emptied: { $0.isEmptied }
    case .unified(let value): { $0.new == value }
    case .misread(let isUndone): { isUndone ? Misreading.isOne($0.turned) : Misreading.isOne($0) }
    case .later(let seconds): { DateRelations.delay($0, isOfZones: false) == seconds }
    case .laterByEither(let first, let second):
      { cell in
        DateRelations.delay(cell, isOfZones: first.isOfZones).map { $0 == first.seconds || $0 == second.seconds }
          ?? false
      }
    case .laterByMonths(let months): { DateRelations.months($0) == months }
    case .repeated(let old, let new): { $0.old == old && $0.new == new }
    case .retyped(let old, let new): { $0.old.typeName == old && $0.new.typeName == new }
    case .offset(let amount): { CellRelations.offset($0) == amount }
    case .factor(let factor, let steps): CellRelations.isMultiplied(by: factor, steps)
    case .ratio(let ratio): { ratio.holds($0) }
    case .digits(let digits): { digits.holds($0) }
    case .cutOff:
      { cell in
        guard let new = PlainDecimal(cell.new.description), let old = PlainDecimal(cell.old.description) else {
          return false
        }
        return new.isCutOff(old)
      }
    case .dayMonth: { CellRelations.withDayAndMonthExchanged($0.old.description) == $0.new.description }
    case .recoded(let codes): { cell in codes.contains { $0.old == cell.old && $0.new == cell.new } }
    case .affixed(let ends):
      { cell in
        guard let old = cell.old.characters, let new = cell.new.characters, let bare = ends.source.rest(of: old) else {
          return false
        }
        return bare == ends.target.rest(of: new)
      }
    default: nil
    }
  }
}

extension Finding {
  /// An old value of a column, and the new one in whose place it is.
  package struct Code: Sendable, Equatable {
    package let old: Value
    package let new: Value

    fileprivate var spelling: String { "\(old.typeName ?? "") \(old)" }
  }

  /// What texts begin and end with.
  package struct Ends: Sendable, Hashable {
    package let prefix: String
    package let suffix: String

    fileprivate init(prefix: ArraySlice<Unicode.Scalar>, suffix: ArraySlice<Unicode.Scalar>) {
      self.prefix = String(String.UnicodeScalarView(prefix))
      self.suffix = String(String.UnicodeScalarView(suffix))
    }

    fileprivate var isEmpty: Bool { prefix.isEmpty && suffix.isEmpty }

    /// The ends as patterns, at the beginning and at the end.
    fileprivate var patterns: [String] { ["^\(prefix.inPattern)", "\(suffix.inPattern)$"] }

    /// What a text is without them; `nil` where it has other ones.
    fileprivate func rest(of text: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar>? {
      let (first, last) = (prefix.unicodeScalars, suffix.unicodeScalars)
      guard text.count >= first.count + last.count, text.starts(with: first),
        text.suffix(last.count).elementsEqual(last)
      else { return nil }
      return text[first.count..<text.count - last.count]
    }

    /// Whether one of them is nothing but digits or blanks, which make another number, or are noise.
    fileprivate var isNumber: Bool {
      [prefix, suffix].contains { end in !end.isEmpty && end.allSatisfy { $0.isNumber || $0.isWhitespace } }
    }
  }
}

extension Sides<Finding.Ends> {
  /// Whether a value has the ends of the old side, and not those of the new one.
  func isOld(_ value: Value) -> Bool {
    guard let text = value.characters, !text.isEmpty, source.rest(of: text) != nil else { return false }
    return target.isEmpty || target.rest(of: text) == nil
  }

  /// What gives both sides the ends of one of them: those that the others do not begin or end with.
  var steps: [LearntRule.Step] {
    [(\Finding.Ends.prefix, 0), (\.suffix, 1)].compactMap { path, place in
      let ends = Sides<String> { self[$0][keyPath: path] }
      guard ends.source != ends.target else { return nil }
      let isLonger = place == 0 ? ends.target.hasPrefix(ends.source) : ends.target.hasSuffix(ends.source)
      let (from, to) = isLonger ? (target, ends.source) : (source, ends.target)
      return .replace(from.patterns[place], with: to.replacing("%", with: "%%"))
    }
  }
}

extension LearntRule.Example {
  fileprivate var isFilled: Bool { old.isVoid && !new.isVoid && !new.saysNothing }
  fileprivate var isEmptied: Bool { !old.isVoid && !old.saysNothing && new.isVoid }

  /// The values in each other's place.
  fileprivate var turned: Self { LearntRule.Example(old: new, new: old) }
}

extension Value {
  /// Whether it ends as numbers do, which is soon said.
  fileprivate var mayBeNumber: Bool {
    if case .text(let text) = self {
      text.utf8.last.map { $0.isDigit || $0 == UInt8(ascii: ".") } ?? false
    } else {
      true
    }
  }

  var isVoid: Bool { withField(\.isVoid) }

  var isNested: Bool { withField(\.isNested) }

  var isText: Bool { if case .text = self { true } else { false } }

  /// The characters of a text or a number.
  fileprivate var characters: [Unicode.Scalar]? {
    switch self {
    case .text, .number: Array(description.unicodeScalars)
    default: nil
    }
  }

  /// Whether it is a word for nothing, or white space of Unicode's alone.
  var saysNothing: Bool {
    guard case .text(let text) = self else { return false }
    return Hypotheses.isWord(text.string) || text.string.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// The name of its type in JSON, in the plural; `nil` where there is nothing.
  var typeName: String? {
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
