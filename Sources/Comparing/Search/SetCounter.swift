import Records

/// Counts how often the values of some columns, taken together, repeat.
///
/// Where there are many records, only identities whose hash falls into a part of the range are counted: all records of
/// such an identity are, so that the estimate is fair however rare the repetitions.
final class SetCounter {
  /// What was counted; figures of all records, estimated where not every identity was looked at.
  struct Count {
    var repetitions = Sides(source: 0, target: 0)
    var shared = 0
  }

  private static let sampled = 1 << 15
  private static let probed = 1 << 13
  private let hashes: Sides<ColumnHashes>
  private let limits: SearchLimits
  private var tables = Sides(source: HashSet(), target: HashSet())
  /// How many records were looked at so far.
  private(set) var visits = 0

  init(_ hashes: Sides<ColumnHashes>, _ limits: SearchLimits) {
    self.hashes = hashes
    self.limits = limits
  }

  /// Counts a set of columns.
  ///
  /// - Returns: `nil` once there are too many repetitions for anything that is nearly a key.
  func count(_ columns: [Int]) -> Count? {
    var count = Count()
    // One by one: through a subscript each insertion would copy a table.
    guard let source = repetitions(columns, .source, &tables.source),
      let target = repetitions(columns, .target, &tables.target)
    else { return nil }
    count.repetitions = Sides(source: source, target: target)
    count.shared = tables.source.countShared(with: tables.target) << shift
    return count
  }

  /// One identity in 2 to this power is counted; both sides are divided alike.
  private var shift: Int {
    var shift = 0
    while max(hashes.source.count, hashes.target.count) >> shift > 2 * Self.sampled { shift += 1 }
    return shift
  }

  private func repetitions(_ columns: [Int], _ side: Side, _ table: inout HashSet) -> Int? {
    let all = hashes[side]
    let allowed = limits.allowedRepetitions(all.count)
    let shift = shift
    let mask = (UInt64(1) << UInt64(shift)) - 1
    if shift > 0, repeatsEarly(columns, side, &table) { return nil }
    table.clear()
    var repetitions = 0
    for chunk in all.chunks {
      let parts = columns.map { chunk[$0] }
      for row in 0..<(chunk.first?.count ?? 0) {
        let hash = Self.combined(parts, row)
        guard hash & mask == 0 else { continue }
        repetitions += table.insert(hash) ? 0 : 1
        if repetitions << shift > 2 * allowed {
          visits += row
          return nil
        }
      }
      visits += chunk.first?.count ?? 0
    }
    // Of few identities none may fall into the part that is counted.
    guard 2 * (table.count << shift) >= all.count || shift == 0 else { return nil }
    return repetitions << shift > allowed + (shift > 0 ? allowed / 2 : 0)
      ? nil : repetitions << shift
  }

  /// Whether the first records alone repeat too much.
  private func repeatsEarly(_ columns: [Int], _ side: Side, _ table: inout HashSet) -> Bool {
    guard let chunk = hashes[side].chunks.first else { return false }
    let parts = columns.map { chunk[$0] }
    let rows = min(Self.probed, chunk.first?.count ?? 0)
    visits += rows
    table.clear()
    var repetitions = 0
    for row in 0..<rows {
      repetitions += table.insert(Self.combined(parts, row)) ? 0 : 1
    }
    return 4 * repetitions > rows
  }

  private static func combined(_ parts: [[UInt64]], _ row: Int) -> UInt64 {
    var hasher = FieldHasher(.fixed)
    for part in parts { hasher.combine(hash: part[row]) }
    return hasher.value
  }
}
