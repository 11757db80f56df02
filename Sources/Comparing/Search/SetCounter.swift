import Records

/// Counts how often the values of some columns, taken together, repeat.
final class SetCounter {
  /// What was counted.
  struct Count {
    let repetitions: Int
    let shared: Int
  }

  private let hashes: Sides<ColumnHashes>
  private var tables = Sides(source: HashSet(), target: HashSet())
  /// How many records were looked at so far.
  private(set) var visits = 0

  init(_ hashes: Sides<ColumnHashes>) { self.hashes = hashes }

  /// Counts a set of columns.
  ///
  /// - Returns: `nil` once there are too many repetitions for anything that is nearly a key.
  func count(_ columns: [Int]) -> Count? {
    // One by one: through a subscript each insertion would copy a table.
    guard let source = repetitions(columns, .source, &tables.source),
      let target = repetitions(columns, .target, &tables.target)
    else { return nil }
    return Count(
      repetitions: source + target, shared: tables.source.countShared(with: tables.target))
  }

  private func repetitions(_ columns: [Int], _ side: Side, _ table: inout HashSet) -> Int? {
    let all = hashes[side]
    let allowed = KeyStanding.allowedRepetitions(all.count)
    table.clear()
    var repetitions = 0
    for chunk in all.chunks {
      let parts = columns.map { chunk[$0] }
      for row in 0..<(chunk.first?.count ?? 0) {
        repetitions += table.insert(Self.combined(parts, row)) ? 0 : 1
        if repetitions > allowed {
          visits += row
          return nil
        }
      }
      visits += chunk.first?.count ?? 0
    }
    return repetitions
  }

  private static func combined(_ parts: [[UInt64]], _ row: Int) -> UInt64 {
    var hasher = FieldHasher(.fixed)
    for part in parts { hasher.combine(hash: part[row]) }
    return hasher.value
  }
}
