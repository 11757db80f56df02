/// Which offsets of one side share their identity with another one.
struct KeyGroups {
  /// Several offsets of one identity.
  struct Group {
    let count: Int
    let offsets: [Int]
  }

  /// For each offset whether its identity occurs again; empty if none does.
  private var isRepeated: [Bool] = []
  /// The largest groups, the first of equal size first.
  private(set) var largest: [Group] = []
  private static let shownGroups = 3
  private static let shownOffsets = 5

  /// No identity occurs twice.
  init() {}

  /// Groups offsets by hash and confirms that they are of one identity.
  ///
  /// - Complexity: O(*n* log *n*), and a quadratic number of confirmations among offsets of one hash and several
  ///   identities.
  init(hashes: [UInt64], areIdentical: (Int, Int) throws -> Bool) rethrows {
    isRepeated = [Bool](repeating: false, count: hashes.count)
    var entries = hashes.enumerated().map { Entry(hash: $1, offset: Int32(truncatingIfNeeded: $0)) }
    entries.sort { ($0.hash, $0.offset) < ($1.hash, $1.offset) }
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].hash == entries[start].hash { end += 1 }
      if end - start > 1 {
        try split(entries[start..<end].map { Int($0.offset) }, areIdentical)
      }
      start = end
    }
  }

  private struct Entry {
    let hash: UInt64
    let offset: Int32
  }

  /// Whether the identity at an offset occurs again.
  func isRepeated(_ offset: Int) -> Bool { !isRepeated.isEmpty && isRepeated[offset] }

  private mutating func split(_ offsets: [Int], _ areIdentical: (Int, Int) throws -> Bool) rethrows
  {
    var left = offsets
    while let first = left.first {
      var others: [Int] = []
      var group: [Int] = []
      for offset in left {
        if try offset == first || areIdentical(first, offset) {
          group.append(offset)
        } else {
          others.append(offset)
        }
      }
      if group.count > 1 { add(group) }
      left = others
    }
  }

  private mutating func add(_ group: [Int]) {
    for offset in group { isRepeated[offset] = true }
    let place =
      largest.firstIndex { ($0.count, group[0]) < (group.count, $0.offsets[0]) } ?? largest.count
    guard place < Self.shownGroups else { return }
    largest.insert(
      Group(count: group.count, offsets: Array(group.prefix(Self.shownOffsets))), at: place)
    if largest.count > Self.shownGroups { largest.removeLast() }
  }
}
