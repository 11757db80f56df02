import Comparing
import Records

/// How the columns of updated records changed, and what these records have in common.
package struct ColumnStatistics {
  /// One column's changes.
  package struct Column {
    /// The column's number among the compared ones.
    package let number: Int
    /// In how many records it differs.
    package var changed = 0
    /// How often it was empty, null or absent before, and now is not and holds more than white space; after its
    /// normalizers, as is what follows.
    package var appeared = 0
    /// How often it is empty, null or absent now, and was not before.
    package var vanished = 0
    /// Differences of numbers that are not equal; none if a value has zeros in front, as codes have.
    package var numeric = Sample()
    fileprivate var hasCodes = false
    /// How often the number is the same and only spelled otherwise: `007` and `7`.
    package var respelled = 0
    /// Where inside its values something differs; `nil` where they are not nested.
    package fileprivate(set) var paths: PathStatistics?
    /// The change that occurs most often, with its values as they stand; `nil` if none is more than two in a hundred,
    /// and twice.
    package var frequent: Frequent?
    fileprivate var pairs = Occurrences()
  }

  /// A change of value that occurs more than once.
  package struct Frequent {
    package let old: Value
    package let new: Value
    package let count: Int
  }

  package private(set) var updated = 0
  /// The columns that changed, those that changed most first.
  package private(set) var columns: [Column] = []
  /// The values that tell updated records from the others, the best first.
  package private(set) var subgroups: [Subgroup] = []

  /// Distinct changes of one column that are counted; later ones are not candidates for the most frequent.
  private static let pairLimit = 4096

  /// Looks at every updated record, and at all new ones where most of those have a value in common.
  ///
  /// - Complexity: O(*n*) for the bytes of the new records; without subgroups of the updated ones.
  package static func collect(_ reader: ChangeReader, withSubgroups: Bool = true) throws -> ColumnStatistics {
    var columns = reader.columns.indices.map { Column(number: $0) }
    let isHidden = reader.columns.indices.map(reader.hidesRuledValues)
    var statistics = ColumnStatistics()
    for place in 0..<reader.comparison.changeCount {
      let entry = reader.comparison.entry(at: place)
      guard entry.kind == .updated else { continue }
      statistics.updated += 1
      try reader.forEachDifference(of: entry) { number, old, new in
        columns[number].add(old, new, place: place, pairLimit: pairLimit)
        guard let ruled = try reader.ruledValues(of: entry, column: number) else {
          return columns[number].measure(old, new, isHidden: isHidden[number])
        }
        ruled.source.withField { old in ruled.target.withField { columns[number].measure(old, $0) } }
      }
    }
    statistics.columns = columns.filter { $0.changed > 0 }.sorted { ($1.changed, $0.number) < ($0.changed, $1.number) }
    let paths = try PathStatistics.collect(reader.comparison)
    for index in statistics.columns.indices {
      statistics.columns[index].findFrequent(reader)
      statistics.columns[index].paths = paths[statistics.columns[index].number]
    }
    if withSubgroups { statistics.subgroups = SubgroupSearch.find(in: reader.comparison) }
    return statistics
  }
}

extension Field {
  /// Whether it is a text of Unicode white space alone.
  fileprivate var isBlank: Bool {
    if case .text(let text) = value { text.string.unicodeScalars.allSatisfy(\.properties.isWhitespace) } else { false }
  }

  /// Whether a digit follows a zero at the beginning.
  fileprivate var isCode: Bool { bytes.count > 1 && bytes[0] == UInt8(ascii: "0") && bytes[1].isDigit }
}

extension ColumnStatistics.Column {
  fileprivate mutating func add(_ old: Field, _ new: Field, place: Int, pairLimit: Int) {
    changed += 1
    var hasher = FieldHasher()
    old.hash(into: &hasher)
    new.hash(into: &hasher)
    pairs.add(hasher.value, first: place, limit: pairLimit)
  }

  /// Counts two values as what the rules see them: as they stand they may be of unlike units.
  fileprivate mutating func measure(_ old: Field, _ new: Field, isHidden: Bool = false) {
    if old.isVoid != new.isVoid {
      // What holds white space alone fills nothing.
      if (old.isVoid ? new : old).isBlank { return }
      if old.isVoid { appeared += 1 } else { vanished += 1 }
    } else if !isHidden, let before = ExactDecimal(old.bytes), let after = ExactDecimal(new.bytes),
      let difference = after.minus(before)
    {
      if difference.isZero {
        if old.isNumber == new.isNumber { respelled += 1 }
      } else if hasCodes || old.isCode || new.isCode {
        (hasCodes, numeric) = (true, Sample())
      } else {
        numeric.add(difference)
      }
    }
  }

  fileprivate mutating func findFrequent(_ reader: ChangeReader) {
    let best = pairs.mostFrequent
    pairs = Occurrences()
    guard let best, best.count > 1, best.count * 50 > changed, !reader.comparison.comparedColumns[number].isMasked
    else { return }
    reader.forEachDifference(of: reader.comparison.entry(at: best.first)) { column, old, new in
      guard column == number else { return }
      frequent = .init(old: old.value, new: new.value, count: best.count)
    }
  }
}
