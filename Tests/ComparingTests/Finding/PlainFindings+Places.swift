import Records
import Testing

@testable import Analysis
@testable import Comparing

/// Counts what findings say of records that stand beside others, and of those that one side alone has.
extension PlainFindings {
  /// How many values of a column are the old ones of the record before, behind, or beside theirs.
  func besides(_ finding: Finding) -> [Int] {
    let sources = Dictionary(uniqueKeysWithValues: pairs.map { ($0.target, $0.source) })
    func cell(_ target: Int) -> (old: String, new: String)? {
      sources[target].map { source in
        (records(.source, finding.columns, [source])[0][0], records(.target, finding.columns, [target])[0][0])
      }
    }
    let changed = updated.compactMap(\.target).filter { cell($0).map { $0.old != $0.new } ?? false }
    let count = changed.count { target in
      guard let own = cell(target) else { return false }
      switch finding.cause {
      case .slid(let isDown): return !own.new.isEmpty && cell(target + (isDown ? -1 : 1))?.old == own.new
      default:
        return [-1, 1].contains { step in
          cell(target + step).map { $0.old == own.new && $0.new == own.old } ?? false
        }
      }
    }
    return [count, changed.count]
  }

  /// How many records of one side alone have a value between two, and whether so many of all have one.
  func range(_ column: String, _ side: Side, _ lower: Value?, _ upper: Value?, _ all: Int) -> [Int] {
    let values = records(side, [column], Array(0..<comparison.tables[side].count)).map { $0[0] }
    let areNumbers = Int((lower ?? upper)?.description.prefix { $0 != "." } ?? "") != nil
    func isInside(_ text: String) -> Bool {
      func isOrdered(_ first: String, _ second: String) -> Bool {
        guard areNumbers else { return first <= second }
        guard let first = thousandths(first), let second = thousandths(second) else { return false }
        return first <= second
      }
      return (lower.map { isOrdered($0.description, text) } ?? true)
        && (upper.map { isOrdered(text, $0.description) } ?? true)
    }
    let own = unpaired(side)
    #expect(all == values.count { isInside($0) })
    return [own.count { isInside(values[$0]) }, own.count]
  }
}
