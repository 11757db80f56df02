import Comparing
import Records

/// What is typed for one finding of a column alone, and the table of codes that `learn` has for it.
extension FindingSearch {
  typealias Common = CellRelations.Common

  // MARK: Steps

  /// What makes the values that a finding counts one, and no others that differ; nothing where that is not known, or
  /// the column goes through something else already.
  func steps(_ found: Common, _ cells: [Cell], _ number: Int32) throws -> [LearntRule.Step] {
    let name = columns[Int(number)].name
    guard !sample.isPart, !comparison.plan.isRuled(name), comparison.key.columns?.contains(name) != true else {
      return []
    }
    let isPlain = comparison.plan.steps(for: name).isEmpty
    return try candidates(found.cause, cells, number).first { steps in
      // Without any white space values are what they would be if some of it had gone before.
      guard isPlain || steps == Self.spaceless && hasSpacesAlone(name) else { return false }
      guard let rule = Hypothesis([], steps, isMeant: { _, _ in true }), !Self.areKept(by: rule, cells) else {
        return false
      }
      let made = cells.map { rule.verdict($0.old, $0.new) == .explained }
      return made.count { $0 } == found.count && (found.cause.holds.map { cells.map($0) == made } ?? true)
    } ?? []
  }

  /// A function in Lua, or a comparator, that finds those values of a column equal that a finding counts, where these are
  /// nearly all that differ, and none of the others; `nil` where there is none, or the column has rules.
  func judge(_ found: Common, _ cells: [Cell], _ number: Int32) throws -> String? {
    let (cause, name) = (found.cause, columns[Int(number)].name)
    // A tolerance may be why values are equal that are none by the function.
    guard !sample.isPart, !comparison.plan.isRuled(name), !comparison.plan.hasUsualTolerance,
      comparison.plan.steps(for: name).isEmpty, comparison.key.columns?.contains(name) != true,
      10 * found.count >= 9 * cells.count
    else { return nil }
    if case .noise(let noises) = cause {
      guard let known = try explanation(of: cells, number), known.count == found.count, known.set.parts.count == 1,
        known.set.parts[0].noises == noises
      else { return nil }
      return known.set.parts[0].change.dates
    }
    return cause.holds.flatMap { holds in LuaJudge.all(cause).lazy.compactMap { $0.text(for: cells, holds) }.first }
  }

  /// Whether both sides have two values that it makes one, as `mW` and `MW`: whoever keeps both means both.
  private static func areKept(by rule: Hypothesis, _ cells: [Cell]) -> Bool {
    var spellings: [Value: Sides<Set<Value>>] = [:]
    for cell in cells {
      for (side, value) in [(Side.source, cell.old), (.target, cell.new)] {
        spellings[rule.rewritten(value, in: side), default: Sides(source: [], target: [])][side].insert(value)
      }
    }
    return spellings.values.contains { $0.source.intersection($0.target).count > 1 }
  }

  /// Whether values of other pairs are the same on both sides and have what most of the values that differ had before,
  /// so that it says what they are: no small part of as many.
  func isKept(_ cause: Finding.Cause, _ number: Int32) throws -> Bool {
    guard case .affixed(let ends) = cause, let holds = cause.holds, isNative(number) else { return false }
    let cells = try witnesses.cells(of: number, in: self)
    let kept = cells.count { $0.old == $0.new && ends.isOld($0.old) }
    return kept > 0 && 10 * kept >= cells.count(where: holds)
  }

  private static let spaceless: [LearntRule.Step] = [.squeeze, .replace(" ", with: "")]

  /// Whether a column's values lose nothing but white space before they are compared.
  private func hasSpacesAlone(_ name: String) -> Bool {
    comparison.plan.steps(for: name).allSatisfy { step in
      guard case .native(let normalizer, nil) = step else { return false }
      return [TextNormalizer.Form.trim, .squeeze].contains { TextNormalizer($0).summary == normalizer.summary }
    }
  }

  /// What may make the values one; none of it makes one of values of which the finding says more than that.
  private func candidates(_ cause: Finding.Cause, _ cells: [Cell], _ number: Int32) throws -> [[LearntRule.Step]] {
    switch cause {
    case .noise([.whiteSpace]): [[.trim], [.squeeze], Self.spaceless]
    case .noise(let noises):
      try [explanation(of: cells, number)?.set.steps(of: noises), Self.letterSteps(noises)].compactMap(\.self)
    case .affixed(let ends): [ends.steps]
    case .later(let seconds): DateRelations.readings(later: seconds)
    default: []
    }
  }

  // MARK: What learn has

  /// Whether `learn` has all parts of a set: each explains enough in both halves of the records.
  func isTaken(_ set: HypothesisSet, _ number: Int32) throws -> Bool {
    guard set.parts.count > 1, !sample.isPart, !learner.isOutOfReach else { return true }
    let pairs = sample.pairs.filter { $0.differing.contains(number) }
    return LearningTally(set, of: try pairs.map { try halved(number, $0) }).isConfirmed
  }

  /// What most of some values have in common; of a table without what becomes of values that most records keep.
  func lasting(_ found: Common, _ cells: [Cell], _ number: Int32) throws -> Common? {
    guard case .recoded(let codes) = found.cause else { return found }
    var excess: [Value: Int] = [:]
    for cell in try witnesses.cells(of: number, in: self) {
      excess[cell.old, default: 0] += cell.old == cell.new ? 1 : -1
    }
    let cause = Finding.Cause.recoded(codes.filter { excess[$0.old] ?? 0 <= 0 })
    guard case .recoded(let left) = cause, left.count > 1, let holds = cause.holds else { return nil }
    return (cause, cells.count(where: holds))
  }

  /// Of how many pairs all values are asked whether they are codes: a single one may say that they are none.
  private static let mostCoded = 50_000

  /// Those of some codes for which `learn` has a rule; `nil` where it has none.
  func learnt(_ codes: [Finding.Code], _ number: Int32) throws -> Finding.Cause? {
    guard !sample.isPart, let learnt = try learntCodes(number) else { return nil }
    let known = Set(learnt.map { [$0.old, $0.new] })
    return .recoded(codes.filter { known.contains([$0.old.description, $0.new.description]) })
  }

  /// The codes of a column for which `learn` has a rule; `nil` where it has none.
  func learntCodes(_ number: Int32) throws -> [LearntRule.Code]? {
    guard comparison.pairedCount <= Self.mostCoded, Learner.mayLearn(columns[Int(number)], comparison.plan) else {
      return nil
    }
    var (tally, differing) = (CodeTally(), [(cell: Cell, half: Int)]())
    for pair in comparison.comparedPairs {
      let (cell, half) = try halved(number, pair)
      tally.add(cell.old, cell.new, half: half)
      if cell.old != cell.new { differing.append((cell, half)) }
    }
    guard let rule = tally.hypothesis else { return nil }
    return LearningTally(HypothesisSet([rule]), of: differing).isConfirmed ? tally.codes : nil
  }
}

/// A condition in Lua of an old value `x` and a new one `y`, and the same here: floating point numbers of both are alike.
private struct LuaJudge {
  typealias Cell = LearntRule.Example

  private let condition: String
  private let finds: (_ old: Double, _ new: Double) -> Bool

  private init(_ condition: String, _ finds: @escaping (Double, Double) -> Bool) {
    (self.condition, self.finds) = (condition, finds)
  }

  /// The function that finds those of some values equal for which something holds, and no others; `nil` where it would
  /// find others, too, or not all.
  func text(for cells: [Cell], _ holds: (Cell) -> Bool) -> String? {
    var isOfNumbers = true
    for cell in cells {
      if let numbers = Self.numbers(cell) {
        guard finds(numbers.old, numbers.new) == holds(cell) else { return nil }
      } else {
        guard Self.hasNoNumber(cell), !holds(cell) else { return nil }
        isOfNumbers = false
      }
    }
    let asked = isOfNumbers ? "" : "tonumber(x) ~= nil and tonumber(y) ~= nil and "
    return "function(x, y) return x == y or \(asked)\(condition) end"
  }

  /// Those that may do for what values have in common, the plainest first.
  static func all(_ cause: Finding.Cause) -> [LuaJudge] {
    switch cause {
    case .offset(let amount):
      guard let number = Double(amount) else { return [] }
      let plain = amount.hasPrefix("+") ? String(amount.dropFirst()) : amount
      let sign = number < 0 ? "+ \(plain.dropFirst())" : "- \(plain)"
      return [
        LuaJudge("y - x == \(plain)") { $1 - $0 == number },
        LuaJudge("math.abs(y - x \(sign)) < 1e-6") { abs($1 - $0 - number) < 1e-6 },
      ]
    case .ratio(let ratio):
      guard let factor = Double(ratio.factor) else { return [] }
      // Half of the last place, and a bit more for what is a half.
      let text = ratio.places == 0 ? "0.51" : "0.\(String(repeating: "0", count: ratio.places))51"
      guard let bound = Double(text) else { return [] }
      return [
        LuaJudge("math.abs(y - x \(ratio.isDivision ? "/" : "*") \(ratio.factor)) < \(text)") {
          abs($1 - (ratio.isDivision ? $0 / factor : $0 * factor)) < bound
        }
      ]
    default: return []
    }
  }

  private static let mostDigits = 15

  /// Both values as numbers; `nil` if Lua may read one of them otherwise, or equal ones would be none there.
  private static func numbers(_ cell: Cell) -> (old: Double, new: Double)? {
    guard cell.old.typeName == cell.new.typeName else { return nil }
    let texts = [cell.old.description, cell.new.description]
    let numbers = texts.compactMap { text in
      PlainDecimal(text) != nil && text.utf8.count <= mostDigits ? Double(text) : nil
    }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// Whether Lua has no number for one of the values, nor the same for both.
  private static func hasNoNumber(_ cell: Cell) -> Bool {
    !(cell.old.isVoid && cell.new.isVoid)
      && [cell.old, cell.new].contains { !$0.description.utf8.contains(where: \.isDigit) }
  }
}

extension HypothesisSet {
  /// What both sides go through, where that is all that the set does for some kinds of noise.
  fileprivate func steps(of noises: [Noise]) -> [LearntRule.Step]? {
    let steps = parts.flatMap(\.change.steps)
    return !isSided && parts.allSatisfy(\.rewrites) && parts.flatMap(\.noises) == noises ? steps : nil
  }
}
