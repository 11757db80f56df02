import Comparing
import Records

/// What follows a finding: a rule that says of all that it is about that it is no change, or the command that learns
/// one.
///
/// Reports and the viewer print it as flags.
package enum FindingAdvice: Sendable, Equatable {
  /// `learn` has rules for it.
  case learning
  /// Normalizers of the key.
  case remedy(Remedy)
  /// The values of a column go through something.
  case normalizing(String, [LearntRule.Step])
  /// Columns, or places inside their values, are left out.
  case ignoring([String])
  /// A column of the old side has another name now.
  case renaming(String, to: String)
  /// Two columns have each other's names now.
  case swapping(String, String)
  /// A function in Lua, or a comparator, says of the values of a column whether they are equal.
  case judging(String, by: String)
  case unordered
  case key([String])
  /// How the elements of lists at a place are told apart.
  case listing(String, ListRule)

  /// Whether it says nothing of which `learn` has a rule, nor of the key.
  package var isAddable: Bool {
    switch self {
    case .normalizing, .ignoring, .listing, .unordered, .judging: true
    case .learning, .remedy, .renaming, .swapping, .key: false
    }
  }

  /// The rule in Lua by which a function says whether values of a column are equal.
  package static func rule(judging column: String, by function: String) -> String {
    "equal = { [\(ProbeReport.quoted(column))] = \(function) }"
  }
}

extension Finding {
  private static let mostIgnored = 3

  /// What follows it; `nil` where that is not certain.
  ///
  /// - Parameter others: All findings of the comparison.
  package func advice(beside others: [Finding], in comparison: Comparison) -> FindingAdvice? {
    guard !others.contains(where: mayBeRename), isNameable(in: comparison) else { return nil }
    switch cause {
    case .spelledKeys(_, let remedy), .affixedKeys(_, _, _, let remedy): return remedy.map { .remedy($0) }
    case .noise([.accents]) where !isLearnable && isSample && hasNoRules(in: comparison):
      // Where these are too few for a rule to be learnt, the one that is meant hides nothing else.
      return .normalizing(columns[0], [.unaccent])
    case .noise, .retyped, .recoded, .unjoined, .affixed: return isLearnable ? .learning : own ?? judging
    case .later: return own
    case .formedKeys, .otherForm, .coded: return .learning
    case .alone: return areStamps(in: comparison) ? .ignoring(columns) : nil
    case .members(let paths, let kind):
      let isNone = kind == .updated ? areStamps(in: comparison) : isUsual(in: comparison)
      return paths.count <= Self.mostIgnored && isNone && !hidesMore ? .ignoring(paths) : nil
    case .renamed(let name, _): return .renaming(columns[0], to: name)
    case .swapped: return isUndoneByNames ? .swapping(columns[0], columns[1]) : nil
    case .offset, .ratio: return judging
    case .reversed, .sorted: return .unordered
    case .rearranged(let member?, _): return .listing(columns[0], .members([member], isOrdered: false))
    // Of two numbers, as coordinates are, each means what it does by its place.
    case .rearranged(nil, let isOfTexts): return isOfTexts ? .listing(columns[0], .set) : nil
    case .otherKey, .widerKey: return .key(columns)
    case .dealtKeys, .repeats: return columns.isEmpty ? nil : .key(columns)
    case .factor(let factor, var steps) where isOfAll(in: comparison):
      steps.source.append(.scale(factor))
      return .normalizing(columns[0], [.sided(steps)])
    default: return nil
    }
  }

  /// What takes the values that it counts and no others; `nil` where that is not known.
  package var own: FindingAdvice? { steps.isEmpty ? nil : .normalizing(columns[0], steps) }

  private var judging: FindingAdvice? { judge.map { .judging(columns[0], by: $0) } }

  /// Whether rules find what it is about by its names: one of a column inside of which it is about a place may be
  /// another column's, or begin with one, and `*` stands for all.
  package func isNameable(in comparison: Comparison) -> Bool {
    guard !columns.contains(RuleSet.everyColumn) else { return false }
    guard within != nil || names != columns else { return true }
    let owner = within ?? columns.first
    let others = (comparison.source.columns + comparison.target.columns).filter { $0 != owner }
    return !(names + [newName].compactMap(\.self)).contains { name in
      others.contains(where: name.isInside)
    }
  }

  /// The columns and paths that it is about.
  package var names: [String] { if case .members(let paths, _) = cause { paths } else { columns } }

  /// Whether it says how new values came of the old ones of their records, which are then records of one thing.
  ///
  /// Keys that were dealt anew pair values that have nothing in common.
  package var tellsOfPairs: Bool {
    switch cause {
    case .misread, .dayMonth, .later, .laterByEither, .laterByMonths, .offset, .factor, .ratio, .cutOff, .digits,
      .swapped, .shifted, .affixed:
      true
    // One code, or word, may stand in nearly all records of both sides.
    case .recoded(let codes): codes.count > 2
    case .noise(let noises): !Set(noises).isSubset(of: [.nothing, .truth, .codes])
    default: false
    }
  }

  /// Whether it says that nearly all values of a column that differ were one, or are one now.
  package var isOfOneValue: Bool {
    switch cause {
    case .repeated, .unified, .filled, .emptied: 10 * changes >= 9 * total
    default: false
    }
  }

  /// Whether `learn` says it, too, of what its rules leave: what has a rule that nobody should take unseen, or none.
  package func isOfRest(_ advice: FindingAdvice?) -> Bool {
    switch advice {
    case .normalizing, .listing, .judging: return true
    default: break
    }
    switch cause {
    case .noise, .affixed, .recoded: return false
    case .dealtKeys, .copied, .slid, .exchanged: return true
    default: return tellsOfPairs
    }
  }

  /// Whether members of values went where others came, which may be the same under another name: to leave out both
  /// would leave out what differs between them.
  private func mayBeRename(_ other: Finding) -> Bool {
    guard case .members(_, let kind) = cause, case .members(_, let otherKind) = other.cause else { return false }
    return columns == other.columns && Set([kind, otherKind]) == [.deleted, .inserted]
  }

  /// Whether nearly all pairs have other values than before, without rules, of which no difference matters: leaving
  /// any others out would hide what may be an error.
  private func areStamps(in comparison: Comparison) -> Bool {
    isOfStamps && isUsual(in: comparison)
      && 10 * changes * comparison.summary.updated >= 9 * total * comparison.pairedCount
  }

  /// Whether it is about half of all pairs, and about a column without rules: of fewer, and of what rules leave, each
  /// change may be one that matters, and leaving the column out would hide it.
  private func isUsual(in comparison: Comparison) -> Bool {
    hasNoRules(in: comparison) && 2 * changes * comparison.summary.updated >= total * comparison.pairedCount
  }

  /// Whether it is about a column, or a place, without rules of its own; what is looked into has none.
  private func hasNoRules(in comparison: Comparison) -> Bool {
    let plan = comparison.plan
    return plan.steps(for: columns[0]).isEmpty && plan.comparators[columns[0]] == nil
  }

  /// Whether it is about so many records that what is the same on both sides now would not come to differ in more, and
  /// about nothing else that the command would hide.
  func isOfAll(in comparison: Comparison) -> Bool {
    let fewer = values ?? min(comparison.source.count, comparison.target.count)
    return !isSample && !isNormalized && !isRetyped && 10 * changes / 9 >= fewer
  }
}

/// Values that are new in each export, and of which no difference matters to anybody.
///
/// Only of a column of such values may a finding say that it can be left out: of any other one that would hide what may
/// be an error.
enum Stamps {
  private typealias Cell = LearntRule.Example

  /// How many digits a hash has at the least.
  private static let shortest = 16

  /// Whether all of some values that differ are later times, or other hashes of the same length.
  static func are(_ cells: [LearntRule.Example]) -> Bool {
    guard cells.count >= Finding.fewest else { return false }
    return cells.allSatisfy(isLater)
      || cells.allSatisfy(areOfHash) && isMost(cells.count(where: haveLetters), of: cells)
        && isMost(Set(cells.map(\.new)).count, of: cells)
  }

  /// Whether some of them may be: where it is not so, all are none.
  static func mayBe(_ some: [LearntRule.Example]) -> Bool { some.allSatisfy(isLater) || some.allSatisfy(areOfHash) }

  private static func isMost(_ count: Int, of cells: [LearntRule.Example]) -> Bool { 10 * count >= 9 * cells.count }

  /// Whether both are times of ISO 8601, and the new one is the later one; days alone may be when something is due.
  private static func isLater(_ cell: Cell) -> Bool {
    DateHypotheses.instants(of: cell, having: ":").map { $0.source.parts < $0.target.parts } ?? false
  }

  /// Whether both are as many digits of a hash.
  private static func areOfHash(_ cell: Cell) -> Bool {
    let texts = [cell.old.description, cell.new.description]
    return texts[0].utf8.count == texts[1].utf8.count
      && texts.allSatisfy { text in
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        return digits.count >= shortest && digits.allSatisfy(\.isHexDigit)
      }
  }

  /// Whether both have letters, as hardly a hash has none.
  private static func haveLetters(_ cell: Cell) -> Bool {
    [cell.old.description, cell.new.description].allSatisfy {
      $0.utf8.contains { !$0.isDigit && $0 != UInt8(ascii: "-") }
    }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { isDigit || (97...102).contains(self | 0x20) }
}
