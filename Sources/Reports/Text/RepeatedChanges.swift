import Comparing
import Platform
import Records

/// Equal changes of many updated records, which a list for people shows once.
///
/// Changes are equal if they have the same column or path, kind, old value and new value.
struct RepeatedChanges {
  /// Things that differ in the same records.
  struct Group {
    /// The places of the changes of some of these records, the first one's first.
    let places: [Int]
    let records: Int
    /// The number of the first of the things.
    fileprivate let number: Int
    /// The things' hashes.
    fileprivate(set) var things: Set<UInt64>

    var first: Int { places[0] }
  }

  /// Those of most records first, of equally many the one whose first record comes first, and in that its first thing.
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
    var places: [Int]
    var records = 1
    /// What tells these records from others.
    var sum: UInt64
  }

  private struct Tallies {
    private(set) var all: [Tally] = []
    private var indices: [UInt64: Int] = [:]

    mutating func count(_ thing: UInt64, at place: Int) {
      let mark = HashSecrets.process.hash(of: UInt64(place))
      guard let index = indices[thing] else {
        guard all.count < RepeatedChanges.mostThings else { return }
        indices[thing] = all.count
        return all.append(Tally(thing: thing, places: [place], sum: mark))
      }
      all[index].records += 1
      all[index].sum &+= mark
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
      if entry.kind == .updated { try reader.forEachThing(of: entry) { tallies.count($0, at: place) } }
    }
    group(tallies.all, updated: comparison.summary.updated)
  }

  private mutating func group(_ tallies: [Tally], updated: Int) {
    let least = min(Self.fewest, max(Self.fewestOfHalf, (updated + 1) / 2))
    var groups: [UInt64: Group] = [:]
    for (number, tally) in tallies.enumerated() where tally.records >= least {
      grouped.insert(tally.thing)
      let new = Group(places: tally.places, records: tally.records, number: number, things: [])
      groups[tally.sum, default: new].things.insert(tally.thing)
    }
    self.groups = groups.values.sorted { ($1.records, $0.first, $0.number) < ($0.records, $1.first, $1.number) }
  }

  func has(_ thing: UInt64) -> Bool { grouped.contains(thing) }
}

extension ChangeReader {
  /// Calls `body` with the hash of each thing that differs in an updated record.
  fileprivate func forEachThing(of entry: ChangeEntry, _ body: (UInt64) -> Void) throws {
    try forEachDifference(of: entry) { column, old, new in
      let changes = try nestedChanges(of: entry, column: column) ?? []
      if changes.isEmpty { body(Self.hash(column, old, new)) }
      for change in changes { body(Self.hash(column, change)) }
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
    // Elements by their keys, if rules name these.
    for text in [change.path.text(below: ""), change.kind.rawValue] { hasher.combine(text: Array(text.utf8)) }
    for value in [change.old, change.new] { (value ?? .absent).hash(into: &hasher) }
    if change.kind == .moved { for path in [change.path, change.from] { hasher.combine(text: path?.pointer ?? []) } }
    return hasher.value
  }
}
