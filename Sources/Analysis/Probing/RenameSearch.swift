import Comparing
import Platform
import Records

/// Looks for columns that have another name in the target.
package struct RenameSearch {
  private let input: ComparisonInput
  private let old: [String]
  private let new: [String]
  private static let mostColumns = 200
  private static let kept = 1 << 13

  package init(_ input: ComparisonInput) {
    self.input = input
    let (columns, ignored) = (input.plan.columns, Set(named: input.plan.given.ignored))
    old = Array(columns.deleted.filter { !ignored.contains($0) }.prefix(Self.mostColumns))
    new = Array(columns.inserted.filter { !ignored.contains($0) }.prefix(Self.mostColumns))
  }

  /// The likely renames, each column at most once, the most probable first.
  ///
  /// - Parameter pairs: Records that are known to be the same; may be empty.
  /// - Throws: What a normalizer that is a script throws.
  package func suggestions(pairs: [(source: Int, target: Int)]) throws -> [RenameSuggestion] {
    Self.oneEach(try likely(pairs: pairs))
  }

  /// The one column of the other side that has most of the values of a column; `nil` where none has, or several have.
  func partner(of name: String) throws -> RenameSuggestion? {
    let found = try likely(pairs: []).filter { ($0.old == name || $0.new == name) && $0.hasMost }
    return found.count == 1 ? found[0] : nil
  }

  /// The likely renames, also those of one column to several.
  private func likely(pairs: [(source: Int, target: Int)]) throws -> [RenameSuggestion] {
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let values = try Sides { try distinctValues($0, $0 == .source ? old : new) }
    let agreements = pairs.isEmpty ? nil : try agreements(pairs)
    var all: [RenameSuggestion] = []
    for (row, oldName) in old.enumerated() {
      for (column, newName) in new.enumerated() {
        let sets = (values.source[row], values.target[column])
        let suggestion = RenameSuggestion(
          old: oldName, new: newName, nameSimilarity: Suggestion.similarity(of: oldName, and: newName),
          overlap: Self.overlap(sets.0, sets.1), agreement: agreements?[row][column],
          isLopsided: 4 * min(sets.0.count, sets.1.count) < max(sets.0.count, sets.1.count))
        if suggestion.isLikely { all.append(suggestion) }
      }
    }
    return all
  }

  private static func oneEach(_ all: [RenameSuggestion]) -> [RenameSuggestion] {
    var taken = (old: Set<ColumnName>(), new: Set<ColumnName>())
    return all.sorted { $0.score > $1.score }.filter { suggestion in
      guard !taken.old.contains(suggestion.old), !taken.new.contains(suggestion.new) else { return false }
      taken.old.insert(ColumnName(suggestion.old))
      taken.new.insert(ColumnName(suggestion.new))
      return true
    }
  }

  /// The share of the smaller set that both have; columns of one value or two prove nothing.
  private static func overlap(_ first: HashSet, _ second: HashSet) -> Double {
    let least = min(first.count, second.count)
    return least < 3 ? 0 : Double(first.countShared(with: second)) / Double(least)
  }

  /// Hashes of the columns' different values; of many, those in a part of the range that is the same for all columns.
  private func distinctValues(_ side: Side, _ names: [String]) throws -> [HashSet] {
    let order = input.orders[side]
    let largest = Side.allCases.map { input.orders[$0].count }.max() ?? 0
    var mask: UInt64 = 0
    while largest / (Int(mask) + 1) > 2 * Self.kept { mask = mask << 1 | 1 }
    let fixed = mask
    let parts = try input.map(count: order.count) { range, worker in
      let reader = worker.readers[side]
      let places = names.map(reader.columnIndex)
      var values = names.map { _ in HashSet() }
      for offset in range {
        for (column, place) in places.enumerated() {
          guard let place else { continue }
          let hash = ColumnHashes.hash(try reader.field(order[offset], place))
          if hash != ColumnHashes.hollow, hash & fixed == 0 { _ = values[column].insert(hash) }
        }
      }
      return values
    }
    return names.indices.map { column in parts.dropFirst().reduce(into: parts[0][column]) { $0.formUnion($1[column]) } }
  }

  /// For each old and each new column the share of the pairs with equal values, of those where one has any.
  private func agreements(_ pairs: [(source: Int, target: Int)]) throws -> [[Double?]] {
    try input.workers.withWorker { worker in
      let rows = try hashes(worker.readers.source, pairs.map(\.source), old)
      let columns = try hashes(worker.readers.target, pairs.map(\.target), new)
      return rows.map { row in columns.map { Self.agreement(row, $0) } }
    }
  }

  private func hashes(_ reader: RecordReader, _ records: [Int], _ names: [String]) throws -> [[UInt64]] {
    var hashes = names.map { _ in [UInt64]() }
    let places = names.map(reader.columnIndex)
    for record in records {
      for (column, place) in places.enumerated() {
        let field = try place.map { try reader.field(record, $0) } ?? .absent
        hashes[column].append(ColumnHashes.hash(field))
      }
    }
    return hashes
  }

  /// `nil` where there are too few different values to prove anything.
  private static func agreement(_ old: [UInt64], _ new: [UInt64]) -> Double? {
    var filled = 0
    var equal = 0
    for (first, second) in zip(old, new) where first != ColumnHashes.hollow || second != ColumnHashes.hollow {
      filled += 1
      equal += first == second ? 1 : 0
    }
    return filled == 0 || Set(old).count < 3 ? nil : Double(equal) / Double(filled)
  }
}

/// A column of the old input that probably has another name in the new one.
package struct RenameSuggestion: Sendable, Equatable {
  /// The column's name in the old input.
  package let old: String
  /// The column's probable name in the new input.
  package let new: String
  /// How alike the names are, from 0 to 1.
  package let nameSimilarity: Double
  /// The share of the different values of the column with fewer of them that the other one has too, from 0 to 1.
  package let overlap: Double
  /// The share of paired records with equal values in both columns, from 0 to 1.
  ///
  /// `nil` without a key to pair by, or with too few different values.
  package let agreement: Double?
  /// Whether one column has far more different values, among which those of the other one may be by accident.
  let isLopsided: Bool

  /// How strongly the values speak for it, whatever the names say.
  var evidence: Double { max(agreement ?? 0, agreement == nil && !isLopsided ? overlap : overlap / 2) }

  /// How probable it is, to compare suggestions by.
  var score: Double { 0.7 * evidence + 0.3 * nameSimilarity }

  /// Whether another one is about the same two columns.
  package func hasNames(of other: Self) -> Bool { old == other.old && new == other.new }

  /// Whether one column has so many of the other one's values that it may be the same, whatever it is called.
  fileprivate var hasMost: Bool { evidence >= 0.6 }

  /// Whether it is probable enough to be told.
  var isLikely: Bool { hasMost || nameSimilarity >= 0.7 && evidence >= 0.2 }
}
