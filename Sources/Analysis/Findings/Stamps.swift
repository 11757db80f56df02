import Comparing
import Records

/// Values that are new in each export, and of which no difference matters to anybody.
///
/// Only of a column of such values may a finding say that it can be left out: of any other one that would hide what may
/// be an error.
enum Stamps {
  private typealias Cell = LearntRule.Example

  /// How many digits a hash has at the least.
  private static let shortest = 16

  /// Whether nearly all of some values that differ are later times, or other hashes of the same length.
  static func are(_ cells: [LearntRule.Example]) -> Bool {
    guard cells.count >= Finding.fewest else { return false }
    return isMost(cells.count(where: isLater), of: cells)
      || isMost(cells.count(where: areHashes), of: cells) && isMost(Set(cells.map(\.new)).count, of: cells)
  }

  private static func isMost(_ count: Int, of cells: [LearntRule.Example]) -> Bool { 10 * count >= 9 * cells.count }

  /// Whether both are times of ISO 8601, and the new one is the later one; days alone may be when something is due.
  private static func isLater(_ cell: Cell) -> Bool {
    DateHypotheses.instants(of: cell, having: ":").map { $0.source.parts < $0.target.parts } ?? false
  }

  private static func areHashes(_ cell: Cell) -> Bool {
    let texts = [cell.old.description, cell.new.description]
    return texts[0].utf8.count == texts[1].utf8.count
      && texts.allSatisfy { text in
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        return digits.count >= shortest && digits.allSatisfy(\.isHexDigit) && digits.contains { !$0.isDigit }
      }
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { isDigit || (97...102).contains(self | 0x20) }
}
