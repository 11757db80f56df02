import Comparing
import Platform
import Records

/// What differs in the same way in many updated records, so that a list for people says it once.
///
/// A value that became another one is the same in all of them; of what was inserted into nested values, or deleted from
/// them, the path is.
struct RepeatedChanges {
  /// Things that differ in the same records.
  struct Group {
    /// The places of the changes of some of these records, the first one's first.
    let places: [Int]
    let records: Int
    /// The things' hashes; with whether the values are the same in all records.
    fileprivate(set) var things: [UInt64: Bool]

    var first: Int { places[0] }
  }

  /// In the order of their first records.
  private(set) var groups: [Group] = []
  private var grouped: Set<UInt64> = []

  private static let fewest = 10
  /// How many records it takes if they are half of those that are updated.
  private static let fewestOfHalf = 5
  /// Of more updated records each is listed with all that differs.
  private static let mostUpdated = 100_000
  /// How many different things are looked at; those that come later are listed with their records.
  fileprivate static let mostThings = 1 << 14
  fileprivate static let namedRecords = 6

  private struct Tally {
    let thing: UInt64
    let value: UInt64
    var places: [Int]
    var records = 1
    var areSame = true
    /// What tells these records from others.
    var sum: UInt64
  }

  private struct Tallies {
    private(set) var all: [Tally] = []
    private var indices: [UInt64: Int] = [:]

    mutating func count(_ thing: UInt64, _ value: UInt64, at place: Int) {
      let mark = HashSecrets.process.hash(of: UInt64(place))
      guard let index = indices[thing] else {
        guard all.count < RepeatedChanges.mostThings else { return }
        indices[thing] = all.count
        return all.append(Tally(thing: thing, value: value, places: [place], sum: mark))
      }
      all[index].records += 1
      all[index].sum &+= mark
      if all[index].value != value { all[index].areSame = false }
      if all[index].places.count < RepeatedChanges.namedRecords { all[index].places.append(place) }
    }
  }

  /// Looks at all updated records.
  ///
  /// - Throws: What a rule throws.
  init(_ reader: ChangeReader) throws {
    let comparison = reader.comparison
    guard (Self.fewestOfHalf...Self.mostUpdated).contains(comparison.summary.updated) else { return }
    var tallies = Tallies()
    for place in 0..<comparison.changeCount {
      let entry = comparison.entry(at: place)
      if entry.kind == .updated { try reader.forEachThing(of: entry) { tallies.count($0, $1, at: place) } }
    }
    group(tallies.all, updated: comparison.summary.updated)
  }

  private mutating func group(_ tallies: [Tally], updated: Int) {
    let least = min(Self.fewest, max(Self.fewestOfHalf, (updated + 1) / 2))
    var groups: [UInt64: Group] = [:]
    for tally in tallies where tally.records >= least {
      grouped.insert(tally.thing)
      groups[tally.sum, default: Group(places: tally.places, records: tally.records, things: [:])].things[tally.thing] =
        tally.areSame
    }
    self.groups = groups.values.sorted { ($0.first, $1.records) < ($1.first, $0.records) }
  }

  func has(_ thing: UInt64) -> Bool { grouped.contains(thing) }

  /// Whether nothing is left of a record to be listed.
  func coverAll(of entry: ChangeEntry, _ reader: ChangeReader) throws -> Bool {
    guard entry.kind == .updated, !entry.isMoved, !grouped.isEmpty else { return false }
    var (count, left) = (0, 0)
    try reader.forEachThing(of: entry) { thing, _ in
      count += 1
      left += has(thing) ? 0 : 1
    }
    return count > 0 && left == 0
  }
}

extension ChangeReader {
  /// Calls `body` with the hash of each thing that differs in an updated record, and of its values.
  fileprivate func forEachThing(of entry: ChangeEntry, _ body: (UInt64, UInt64) -> Void) throws {
    try forEachDifference(of: entry) { column, old, new in
      let changes = try nestedChanges(of: entry, column: column) ?? []
      if changes.isEmpty { return body(Self.hash(column, old, new), 0) }
      for change in changes { body(Self.hash(column, change), Self.hash(change.old, change.new)) }
    }
  }

  static func hash(_ column: Int, _ old: Field, _ new: Field) -> UInt64 {
    var hasher = FieldHasher()
    hasher.combine(tag: UInt64(column))
    old.hash(into: &hasher)
    new.hash(into: &hasher)
    return hasher.value
  }

  static func hash(_ column: Int, _ change: NestedChange) -> UInt64 {
    var hasher = FieldHasher()
    hasher.combine(tag: UInt64(column))
    // As it is told, elements by their keys where rules name these.
    hasher.combine(text: Array(change.path.text(below: "").utf8))
    hasher.combine(text: Array(change.kind.rawValue.utf8))
    if change.kind == .updated || change.kind == .moved { hasher.combine(tag: hash(change.old, change.new)) }
    if change.kind == .moved { for path in [change.path, change.from] { hasher.combine(text: path?.pointer ?? []) } }
    return hasher.value
  }

  private static func hash(_ old: Field?, _ new: Field?) -> UInt64 {
    var hasher = FieldHasher()
    (old ?? .absent).hash(into: &hasher)
    (new ?? .absent).hash(into: &hasher)
    return hasher.value
  }
}
