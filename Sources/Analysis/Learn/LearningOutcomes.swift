import Comparing
import Records

/// How many records are updated with some of the rules that were learned, and without the others.
///
/// Pairs are counted by what each choice of rules makes of their columns, so that no choice takes another comparison.
struct LearningOutcomes: Sendable {
  /// A column of a pair whose values are not one with every choice of the column's rules.
  private struct Cell: Hashable {
    let column: Int
    /// A bit for each choice, the first for none of the rules: whether the values are one with it.
    let equal: UInt8
  }

  private let names: [String]
  /// The rules for the values of columns, by their numbers; a choice has a bit for each.
  private var rules: [Int: [LearntRule]] = [:]
  /// The new names of columns that are joined, and may be not.
  private let joined: Set<String>
  private var counts: [[Cell]: Int] = [:]

  /// - Throws: What a rule throws.
  init(_ chosen: [Int: HypothesisSet], _ learnt: LearntRules, in comparison: Comparison, _ cell: CellReading) throws {
    names = comparison.comparedColumns.map(\.name)
    joined = Set(
      learnt.rules.filter { rule in
        guard let new = rule.newName else { return false }
        return comparison.source.ownColumnIndex(of: rule.column) != nil
          && comparison.target.ownColumnIndex(of: new) != nil
      }.compactMap(\.newName))
    // What each choice but that of none compares by.
    var sets: [Int: [HypothesisSet]] = [:]
    for (number, set) in chosen {
      let own = learnt.rules.filter { $0.column == names[number] && !$0.isOfKey && $0.newName == nil }
      let alone = own.count == 2 ? [set.parts.filter(\.rewrites), set.parts.filter { !$0.rewrites }] : []
      (rules[number], sets[number]) = (own, alone.map { HypothesisSet($0) } + [set])
    }
    for unit in learnt.notes.compactMap(\.rule) {
      guard let number = names.firstIndex(of: unit.column), sets[number] == nil,
        let hypothesis = Hypothesis(unit.noises, unit.change.steps, isMeant: { _, _ in true })
      else { continue }
      (rules[number], sets[number]) = ([unit], [HypothesisSet([hypothesis])])
    }
    try count(comparison, sets, cell)
  }

  typealias CellReading = (_ column: Int, _ pair: ComparedPair) throws -> LearntRule.Example

  private mutating func count(_ comparison: Comparison, _ sets: [Int: [HypothesisSet]], _ cell: CellReading) throws {
    let isOpen = names.indices.map { sets[$0] != nil || joined.contains(where: names[$0].isInside) }
    // A rule for one side also makes two of values that were one.
    let sided = sets.filter { $1.contains(where: \.isSided) }.keys.sorted()
    for pair in comparison.comparedPairs where !pair.differing.isEmpty || !sided.isEmpty {
      let differing = pair.differing.map(Int.init)
      var cells = try differing.filter { isOpen[$0] }.map {
        Cell(column: $0, equal: Self.equal(try cell($0, pair), by: sets[$0] ?? [], isEqual: false))
      }
      // What no choice changes is one column.
      if cells.count < differing.count { cells.append(Cell(column: -1, equal: 0)) }
      for number in sided where !differing.contains(number) {
        let choices = sets[number] ?? []
        let equal = Self.equal(try cell(number, pair), by: choices, isEqual: true)
        if equal.nonzeroBitCount <= choices.count { cells.append(Cell(column: number, equal: equal)) }
      }
      if !cells.isEmpty { counts[cells, default: 0] += 1 }
    }
  }

  private static func equal(_ cell: LearntRule.Example, by choices: [HypothesisSet], isEqual: Bool) -> UInt8 {
    var equal: UInt8 = isEqual ? 1 : 0
    for (place, set) in choices.enumerated()
    where isEqual && !set.isSided || set.finding(cell).verdict != .different {
      equal |= 2 << UInt8(truncatingIfNeeded: place)
    }
    return equal
  }

  /// How many records are updated with some rules; `nil` where only a comparison could tell.
  ///
  /// - Parameter unjoined: The new names of columns that are not compared.
  func updated(with kept: [LearntRule], without unjoined: Set<String>) -> Int? {
    let known = rules.values.joined()
    guard joined.isSuperset(of: unjoined), kept.allSatisfy({ $0.isOfKey || $0.newName != nil || $0.isAmong(known) })
    else { return nil }
    let choices = rules.mapValues { rules in
      rules.indices.reduce(0) { $0 | (rules[$1].isAmong(kept) ? 1 << $1 : 0) }
    }
    let isGone = names.map { unjoined.contains(where: $0.isInside) }
    return counts.reduce(0) { sum, entry in
      let isUpdated = entry.key.contains { cell in
        cell.column < 0 || !isGone[cell.column] && cell.equal >> UInt8(choices[cell.column] ?? 0) & 1 == 0
      }
      return sum + (isUpdated ? entry.value : 0)
    }
  }
}

extension LearntRules {
  /// How many records are updated with some of the rules, and changes of unit, and without the others; `nil` where only
  /// a comparison could tell.
  package func updated(with kept: [LearntRule]) -> Int? {
    outcomes?.updated(with: kept, without: Set(rules.filter { !$0.isAmong(kept) }.compactMap(\.newName)))
  }
}

extension LearntRule {
  var newName: String? { if case .rename(let name) = change { name } else { nil } }

  package func isAmong(_ rules: some Sequence<LearntRule>) -> Bool {
    rules.contains { $0.column == column && $0.change == change }
  }
}
