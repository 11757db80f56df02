import Comparing
import Records

/// How numbers are written: with which decimal mark, and which mark between groups of three digits.
struct NumberForm: Hashable {
  let decimal: Character
  let group: Character?

  static let plain = NumberForm(decimal: ".", group: nil)
  /// The ones that come into question, the simplest first.
  static let all = [
    plain, NumberForm(decimal: ",", group: nil), NumberForm(decimal: ",", group: "."),
    NumberForm(decimal: ".", group: ","), NumberForm(decimal: ",", group: " "), NumberForm(decimal: ".", group: " "),
    NumberForm(decimal: ".", group: "'"),
  ]

  static let withoutGroups = all.filter { $0.group == nil }

  /// The number of a text that is written so; `nil` for any other one, such as digits in groups of two.
  func number(_ value: Value) -> PlainDecimal? {
    let text = value.description
    if let number = PlainDecimal(text, mark: decimal) { return number }
    return group.flatMap { text.beginsWithZero ? nil : PlainDecimal(text, groupedBy: $0, mark: decimal) }
  }

  /// The form in which most of some values are numbers, the simplest of equal ones.
  static func usual(of values: [Value]) -> NumberForm {
    all.reduce((form: plain, count: 0)) { best, form in
      let count = values.count { form.number($0) != nil }
      return count > best.count ? (form, count) : best
    }.form
  }

  /// What reads such a number.
  var steps: [LearntRule.Step] { self == .plain ? [] : [.numeral(decimal: decimal, group: group)] }

  /// Whether a value shows that it is written so (`true`), or otherwise (`false`); `nil` where it may be either, as
  /// `1.234` may.
  func shows(_ value: Value) -> Bool? {
    guard number(value) != nil else { return false }
    guard let group, group == "." || group == "," else { return true }
    return PlainDecimal(value.description, mark: group) == nil ? true : nil
  }
}

extension Sides<NumberForm> {
  /// Those in which most of some values of each side are numbers.
  static func usual(of cells: [LearntRule.Example]) -> Self {
    Sides(source: NumberForm.usual(of: cells.map(\.old)), target: NumberForm.usual(of: cells.map(\.new)))
  }

  /// The power of ten, the sign, or both that make a number of the source the target's.
  func factor(_ cell: LearntRule.Example) -> String? {
    source.number(cell.old).flatMap { old in target.number(cell.new).flatMap { old.factor(to: $0) } }
  }

  fileprivate func areEqual(_ old: Value, _ new: Value) -> Bool {
    guard let old = source.number(old), let new = target.number(new) else { return false }
    return old.isEqual(to: new)
  }
}

extension NumberForm {
  /// Whether some values leave no doubt: a mark before three digits may stand between groups as well.
  func isClear(in values: [Value]) -> Bool {
    self == .plain
      || values.count { shows($0) == true && ![0, 3].contains(number($0)?.places ?? 0) } >= Hypotheses.fewest
  }
}

// MARK: - Hypotheses

/// That numbers are written in another form on each side.
///
/// Where three digits may stand behind a decimal mark, dropping marks between groups on both sides would make others of
/// the numbers that have none.
enum NumeralHypotheses {
  static func all(for cells: [Hypotheses.Cell]) -> [Hypothesis] {
    var best: (forms: Sides<NumberForm>, count: Int)?
    for old in forms(cells.map(\.old)) {
      for new in forms(cells.map(\.new)) where old != .plain || new != .plain {
        let forms = Sides(source: old, target: new)
        let count = cells.count { forms.areEqual($0.old, $0.new) }
        if count > best?.count ?? 0 { best = (forms, count) }
      }
    }
    guard let (forms, count) = best, 2 * count >= cells.count else { return [] }
    let rule = Hypothesis([.numeral], [.sided(Sides { forms[$0].steps })], isMeant: forms.areEqual)
    return [rule?.holding(by: witness(forms))].compactMap(\.self)
  }

  /// The forms in which at least half of some values are numbers, and some are by them alone.
  private static func forms(_ values: [Value]) -> [NumberForm] {
    let others = values.filter { NumberForm.plain.number($0) == nil }
    return NumberForm.all.filter { form in
      2 * values.count { form.number($0) != nil } >= values.count
        && (form == .plain || others.count { form.number($0) != nil } >= Hypotheses.fewest)
    }
  }

  /// How many values have to show how they are written.
  private static let leastProof = 5

  /// Values that are written otherwise, or in no way, speak against it; a point before three digits says nothing, but
  /// for where the two are one without it.
  private static func witness(_ forms: Sides<NumberForm>) -> Hypothesis.Witness {
    Hypothesis.Witness(
      testimony: { old, new in
        let said = [forms.source.shows(old), forms.target.shows(new)]
        // Words are no numbers on either side, and say nothing of them.
        if said.contains(false) { return [old, new].contains(where: \.hasDigits) ? false : nil }
        if ["1000", "0.001"].contains(forms.factor(LearntRule.Example(old: old, new: new))) { return false }
        return said.contains(nil) || !forms.areEqual(old, new) ? nil : true
      }, isEnough: { pro, contra, explained in pro >= leastProof && pro * 20 >= explained && contra * 50 <= pro })
  }
}

extension Value {
  fileprivate var hasDigits: Bool { description.utf8.contains(where: \.isDigit) }
}

extension String {
  var beginsWithZero: Bool { drop { $0 == "-" }.first == "0" }
}
