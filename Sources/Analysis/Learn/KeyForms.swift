import Comparing
import Records

/// Looks for a way to write the values of a key's column that makes records partners which have none: without what all
/// values of a side begin or end with, without zeros in front, by their digits alone.
struct KeyForms {
  /// A way to write the values, and what it brings.
  struct Form {
    let noises: [Noise]
    let steps: [LearntRule.Step]
    /// How many keys of the side with fewer have no partner as they are, and how many of them get one.
    let missing, gained: Int
    let examples: [LearntRule.Example]

    /// The rule that makes a column's values so, and what it brings, perhaps together with others.
    func rule(for column: String, missing: Int? = nil, gained: Int? = nil) -> LearntRule {
      LearntRule(
        column: column, noises: noises, change: .normalize(steps), isOfKey: true, differing: missing ?? self.missing,
        explained: gained ?? self.gained, examples: examples)
    }
  }

  /// The keys of each side, part by part.
  let keys: Sides<[[Value]]>
  private let shared: Int

  /// - Parameter most: How many records of each side are looked at.
  init(_ comparison: Comparison, _ columns: [String], most: Int = .max) throws {
    keys = try comparison.withWorker { worker in
      try Sides { side in
        let reader = worker.readers[side]
        let places = columns.map(reader.columnIndex)
        return try (0..<min(most, comparison.orders[side].count)).map { offset in
          try places.map { place in
            try place.map { try reader.field(comparison.orders[side][offset], $0).value } ?? .absent
          }
        }
      }
    }
    shared = Set(keys.source).intersection(keys.target).count
  }

  /// The values of one part by themselves, each once.
  init(_ forms: KeyForms, part: Int) {
    keys = Sides { side in
      var seen: Set<Value> = []
      return forms.keys[side].map { $0[part] }.filter { seen.insert($0).inserted }.map { [$0] }
    }
    shared = Set(keys.source).intersection(keys.target).count
  }

  /// Whether most values of the side with fewer are none of the other side's.
  var areApart: Bool { 2 * shared < min(Set(keys.source).count, Set(keys.target).count) }

  /// How many keys of the side with fewer have no partner.
  var missing: Int { min(keys.source.count, keys.target.count) - shared }

  /// How many more keys have a partner where some parts go through steps; `nil` where two of a side become one.
  func gained(by changes: [(part: Int, steps: [LearntRule.Step])]) -> Int? {
    let rules = changes.compactMap { change in
      Hypothesis([], change.steps) { _, _ in true }.map { (part: change.part, rule: $0) }
    }
    guard !rules.isEmpty, rules.count == changes.count else { return nil }
    let forms = Sides { side in
      keys[side].map { key in
        rules.reduce(into: key) { $0[$1.part] = $1.rule.rewritten($0[$1.part], in: side) }
      }
    }
    let sets = Sides { Set(forms[$0]) }
    guard Side.allCases.allSatisfy({ sets[$0].count == keys[$0].count }) else { return nil }
    return sets.source.intersection(sets.target).count - shared
  }

  /// The form of each of some parts that has one, made by the values of the part alone: where several parts are written
  /// otherwise, none of them makes partners by itself.
  func ofParts(where isFree: (Int) -> Bool) -> [(part: Int, form: Form)] {
    (keys.source.first ?? []).indices.filter(isFree).compactMap { part in
      let own = KeyForms(self, part: part)
      return own.areApart ? own.best(of: 0).map { (part, $0) } : nil
    }
  }

  /// Whether the first records of each side are told apart by some columns, and none lacks a part.
  static func mayBe(_ columns: [String], in comparison: Comparison) throws -> Bool {
    try KeyForms(comparison, columns, most: sample).areComplete
  }

  /// Whether each record has all of a key, and no two of a side the same.
  var areComplete: Bool {
    Side.allCases.allSatisfy { side in
      Set(keys[side]).count == keys[side].count && !keys[side].contains(where: \.hasGap)
    }
  }

  /// The form of a part that brings most, the simplest of equal ones.
  ///
  /// - Returns: `nil` where each leaves more than half of the keys without a partner, or makes one key of two.
  func best(of part: Int) -> Form? {
    let sample = Side.allCases.flatMap { side in keys[side].prefix(Self.sample).map { (value: $0[part], side: side) } }
    // What changes nothing more than what was tried before need not be tried on every key.
    var tried: Set<[Value]> = [sample.map(\.value)]
    var best: Form?
    for (noises, steps) in candidates(part) {
      // Letters may be what tells keys apart, and as numbers others are one: they go where nothing else helps.
      guard best == nil || !steps.contains(where: Self.lastResorts.contains),
        let rule = Hypothesis(noises, steps, isMeant: { _, _ in true }),
        tried.insert(sample.map { rule.rewritten($0.value, in: $0.side) }).inserted, let form = form(rule, steps, part),
        form.gained > best?.gained ?? 1, 2 * form.gained >= form.missing
      else { continue }
      best = form
    }
    return best.map { least($0, part) }
  }

  /// A form without the steps that bring nothing: what one takes away from the keys of both sides may be lost one day.
  private func least(_ form: Form, _ part: Int) -> Form {
    for place in form.steps.indices where form.steps.count > 1 {
      var steps = form.steps
      steps.remove(at: place)
      guard let rule = Hypothesis(form.noises, steps, isMeant: { _, _ in true }),
        let less = self.form(rule, steps, part), less.gained >= form.gained
      else { continue }
      return least(less, part)
    }
    return form
  }

  private static let sample = 500

  private func form(_ rule: Hypothesis, _ steps: [LearntRule.Step], _ part: Int) -> Form? {
    var forms = Sides<[[Value]: Value]>(source: [:], target: [:])
    for side in Side.allCases {
      for key in keys[side] {
        var form = key
        form[part] = rule.rewritten(key[part], in: side)
        if let other = forms[side].updateValue(key[part], forKey: form), other != key[part] { return nil }
      }
    }
    let both = forms.source.filter { forms.target[$0.key] != nil }
    let examples = both.compactMap { form, old in forms.target[form].map { LearntRule.Example(old: old, new: $0) } }
      .filter { $0.old != $0.new }.sorted { $0.old.description < $1.old.description }
    let isKept: ((Character) -> Bool)? =
      steps.contains(.digits)
      ? { $0.isNumber } : steps.contains(Self.takingMarks) ? { $0.isNumber || $0.isLetter } : nil
    guard !examples.contains(where: { $0.old.isOtherAmount(than: $0.new) || $0.isOther(but: isKept) }) else {
      return nil
    }
    return Form(
      noises: rule.noises, steps: steps, missing: missing, gained: both.count - shared,
      examples: Array(examples.prefix(2)))
  }

  // MARK: Candidates

  private typealias Candidate = (noises: [Noise], steps: [LearntRule.Step])

  private static let lower: Candidate = ([.letterCase], [.lower])
  private static let takingMarks = LearntRule.Step.replace("[%s%p]+", with: "")
  /// With the dot of a Turkish capital I, which lower case keeps.
  private static let plainLower: Candidate = ([.letterCase, .accents], [.lower, .unaccent])
  private static let marks: Candidate = ([.separators], [takingMarks])
  private static let zeros: Candidate = ([.leadingZeros], [.dropZeros])
  private static let digits: Candidate = ([.noDigit], [.digits])
  private static let number: Candidate = ([.number], [.number])
  private static let lastNumber: Candidate = ([.affix], [.replace("^.*%D(%d+)$", with: "%1")])
  private static let lastResorts = [LearntRule.Step.digits, .number] + lastNumber.steps

  /// What is tried, the simplest first.
  private func candidates(_ part: Int) -> [Candidate] {
    let (lower, marks, zeros) = (Self.lower, Self.marks, Self.zeros)
    let plain = [
      [zeros], [lower], [marks], [lower, zeros], [marks, zeros], [lower, marks],
      [lower, marks, zeros], [Self.plainLower],
    ]
    let texts = Sides { side in keys[side].map { $0[part].description } }
    let ends = Sides { Self.ends(of: texts[$0]) }
    let whole = Side.allCases.flatMap { Self.affixes(ends[$0]) }
    let least = Side.allCases.flatMap { Self.affixes(Self.rest(of: ends[$0], beside: ends[$0.other])) }
    // What both sides have may tell keys apart, and only what one side adds goes if that is enough.
    let cutting = (least == whole ? [whole] : [least, whole]).filter { !$0.isEmpty }.flatMap { steps in
      let cut: Candidate = ([.affix], steps)
      return [[cut]] + plain.map { [cut] + $0 } + [[cut, Self.number]]
    }
    // Without its point or sign an amount is another one.
    let all =
      areAmounts(part)
      ? [[zeros], [Self.number]]
      : plain + cutting + [[Self.number], [Self.digits], [Self.digits, zeros]] + numbered(part)
    let invisible: Candidate = ([.invisible], Hypotheses.withoutInvisible(texts.source + texts.target))
    let visible = invisible.steps.isEmpty ? all : [[invisible]] + all.map { [invisible] + $0 }
    return (percent(part) + visible).map { list in (list.flatMap(\.noises), list.flatMap(\.steps)) }
  }

  /// That of values of one side, which have other digits before it, the number at the end is the one of the other side:
  /// `2026-17` and `R17`.
  private func numbered(_ part: Int) -> [[Candidate]] {
    let runs = Sides { side in
      keys[side].prefix(Self.sample).map { key in
        let text = key[part].description
        return text.last?.isNumber == true ? text.split { !$0.isNumber }.count : 0
      }
    }
    let isOne = Sides { side in runs[side].allSatisfy { $0 == 1 } }
    let areMore = Sides { side in runs[side].allSatisfy { $0 > 1 } }
    return isOne.source && areMore.target || areMore.source && isOne.target ? [[Self.lastNumber]] : []
  }

  /// That values of one side, most of which have the sign, are per cent.
  private func percent(_ part: Int) -> [[Candidate]] {
    Side.allCases.filter { side in
      let some = keys[side].prefix(Self.sample)
      return 2 * some.count { $0[part].description.hasSuffix("%") } > some.count
    }.map { side in [([.percent], [.sided(Sides { $0 == side ? [.percent] : [] })])] }
  }

  /// Whether values of a side are numbers with a point or a sign, without which they are others.
  private func areAmounts(_ part: Int) -> Bool {
    Side.allCases.contains { side in
      let numbers = keys[side].prefix(Self.sample).compactMap { PlainDecimal($0[part].description) }
      let amounts = numbers.count { $0.places > 0 || $0.isNegative }
      return amounts > 0 && 2 * amounts >= numbers.count
    }
  }

  /// What takes away the ends of texts.
  private static func affixes(_ ends: (prefix: String, suffix: String)) -> [LearntRule.Step] {
    (ends.prefix.isEmpty ? [] : [.replace("^\(ends.prefix.inPattern)", with: "")])
      + (ends.suffix.isEmpty ? [] : [.replace("\(ends.suffix.inPattern)$", with: "")])
  }

  /// The ends of a side without the characters next to the values that the other side has there, too.
  private static func rest(of ends: (prefix: String, suffix: String), beside other: (prefix: String, suffix: String))
    -> (prefix: String, suffix: String)
  {
    (
      ends.prefix.withoutEnd(other.prefix),
      String(String(ends.suffix.reversed()).withoutEnd(String(other.suffix.reversed())).reversed())
    )
  }

  /// What all texts begin and end with, up to their digits; empty where nothing would be left of one.
  static func ends(of texts: [String]) -> (prefix: String, suffix: String) {
    let (prefix, suffix) = sharedEnds(of: texts)
    guard texts.allSatisfy({ $0.unicodeScalars.count > prefix.count + suffix.count }) else { return ("", "") }
    return (
      String(String.UnicodeScalarView(prefix)), String(String.UnicodeScalarView(suffix.reversed()))
    )
  }

  /// Whether more texts, these among them, may begin or end with the same.
  static func mayHaveEnds(_ texts: [String]) -> Bool {
    let (prefix, suffix) = sharedEnds(of: texts)
    return !prefix.isEmpty || !suffix.isEmpty
  }

  private static func sharedEnds(of texts: [String]) -> (
    prefix: ArraySlice<Unicode.Scalar>, suffix: ArraySlice<Unicode.Scalar>
  ) {
    (shared(texts.map { Array($0.unicodeScalars) }), shared(texts.map { $0.unicodeScalars.reversed() }))
  }

  /// What all texts begin with, without the digits at its end.
  private static func shared(_ texts: [[Unicode.Scalar]]) -> ArraySlice<Unicode.Scalar> {
    guard var shared = texts.first?[...] else { return [] }
    for text in texts {
      let count = zip(shared, text).prefix { $0 == $1 }.count
      shared = shared.prefix(count)
    }
    while let last = shared.last, ("0"..."9").contains(last) { shared.removeLast() }
    return shared
  }
}

extension LearntRule.Example {
  /// Whether two keys are others though they are one without what is not kept: letters became others, or what stands
  /// between their parts has moved.
  fileprivate func isOther(but isKept: ((Character) -> Bool)?) -> Bool {
    guard let isKept else { return false }
    let texts = [old, new].map(\.description)
    let letters = texts.map { text in text.lowercased().filter { $0.isLetter && !isKept($0) } }
    let parts = texts.map { text in
      text.lowercased().split { !isKept($0) }.map { part in part.drop { $0 == "0" } }
    }
    return letters[0] != letters[1] && !letters[0].isEmpty && !letters[1].isEmpty
      || parts[0] != parts[1] && parts[0].count == parts[1].count
  }
}

extension String {
  /// The text without another one at its end; empty if it is the end of that.
  func withoutEnd(_ other: String) -> String {
    hasSuffix(other) ? String(dropLast(other.count)) : other.hasSuffix(self) ? "" : self
  }
}

extension [Value] {
  /// Whether a part of the key has no value.
  var hasGap: Bool { contains { $0 == .null || $0 == .absent } }
}

extension Comparison {
  /// Whether paired records have more values in common than chance would give them; `nil` where no column tells.
  ///
  /// Columns that number the records say nothing: unrelated tables have such, too.
  func pairsAgree() throws -> Bool? {
    let worker = takeWorker()
    defer { put(back: worker) }
    try worker.prepare()
    let pairs = Array(comparedPairs.prefix(Self.samplePairs))
    let values = LooseValues()
    var (own, others) = (0, 0)
    for column in comparedColumns {
      guard let old = column.source, let new = column.target else { continue }
      let olds = try pairs.map { try worker.readers.source.field($0.source, old).value }
      guard !olds.areInARow else { continue }
      let news = try pairs.map { try worker.readers.target.field($0.target, new).value }
      for (old, (new, next)) in zip(olds, zip(news, news.dropFirst())) {
        let (isOwn, isOther) = (values.spellings(old, new) != nil, values.spellings(old, next) != nil)
        if isOwn != isOther { isOwn ? (own += 1) : (others += 1) }
      }
    }
    guard own > 0 || others > 0 else { return nil }
    // So much is three standard deviations, or five times heads in a row.
    return own > others && (own - others) * (own - others) >= 9 * (own + others) || others == 0 && own >= 5
  }

  private static let samplePairs = 500

  /// Whether the keys of paired records count them, as those of unrelated tables do, too.
  func keysAreInARow() throws -> Bool {
    let keys = try withWorker { worker in
      try comparedPairs.prefix(Self.samplePairs).map { try identities.values(.target, $0.targetOffset, worker) }
    }
    return (keys.first ?? []).indices.allSatisfy { part in keys.map { $0[part] }.areInARow }
  }
}

extension [Value] {
  /// Whether the numbers at the end of the values are all others, and leave out no more than there are.
  var areInARow: Bool {
    let numbers = Set(
      compactMap { Int(String($0.description.reversed().prefix(18).prefix { $0.isNumber }.reversed())) })
    guard numbers.count > 1, numbers.count == count, let least = numbers.min(), let most = numbers.max() else {
      return false
    }
    return (most - least) / 2 < count
  }
}
