import Analysis
import Comparing
import Platform
import Records

/// What differs in the same way in many updated records, so that a list for people says it once.
///
/// A value that became another one is the same in all of them, or became so in a way that a finding names; of what was
/// inserted into nested values, or deleted from them, the path is.
struct RepeatedChanges {
  /// Things that differ in the same records.
  struct Group {
    /// The places of the changes of some of these records, the first one's first.
    let places: [Int]
    let records: Int
    /// The number of the first of the things.
    fileprivate let number: Int
    /// The things' hashes; with whether the values are the same in all records.
    fileprivate(set) var things: [UInt64: Bool]

    var first: Int { places[0] }
  }

  /// Those of most records first, of equally many the one whose first record comes first, and in that its first thing.
  private(set) var groups: [Group] = []
  private var grouped: Set<UInt64> = []
  /// What is known to have become of values.
  private let ways: ChangeWays

  private static let fewest = 10
  /// How many records it takes if they are half of those that are updated.
  private static let fewestOfHalf = 5
  /// Of more updated records each is listed with all that differs.
  private static let mostUpdated = 100_000
  /// Of more updated records, if they are less than a tenth of all pairs, only equal changes are put together: to ask
  /// what became of each value would take as long as all other findings.
  private static let mostAsked = 10_000
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
  /// - Parameter findings: What explains many changes at once.
  /// - Throws: What a rule throws.
  init(_ reader: ChangeReader, _ findings: [Finding]) throws {
    let comparison = reader.comparison
    let isLooked = (Self.fewestOfHalf...Self.mostUpdated).contains(comparison.summary.updated)
    let (updated, paired) = (comparison.summary.updated, comparison.pairedCount)
    let areAsked = isLooked && (updated <= Self.mostAsked || 10 * updated >= paired)
    ways = try ChangeWays(areAsked ? findings : [], reader)
    guard isLooked else { return }
    var tallies = Tallies()
    for place in 0..<comparison.changeCount {
      let entry = comparison.entry(at: place)
      if entry.kind == .updated { try forEachThing(of: entry, reader) { tallies.count($0, $1, at: place) } }
    }
    group(tallies.all, updated: comparison.summary.updated)
  }

  private mutating func group(_ tallies: [Tally], updated: Int) {
    let least = min(Self.fewest, max(Self.fewestOfHalf, (updated + 1) / 2))
    var groups: [UInt64: Group] = [:]
    for (number, tally) in tallies.enumerated() where tally.records >= least {
      grouped.insert(tally.thing)
      let new = Group(places: tally.places, records: tally.records, number: number, things: [:])
      groups[tally.sum, default: new].things[tally.thing] = tally.areSame
    }
    self.groups = groups.values.sorted { ($1.records, $0.first, $0.number) < ($0.records, $1.first, $1.number) }
  }

  func has(_ thing: UInt64) -> Bool { grouped.contains(thing) }

  /// The finding that says what became of a column's value in all records of a group; `nil` where it is one value that
  /// became one other.
  func finding(of thing: UInt64, in group: Group) -> Finding? {
    guard let finding = ways.findings[thing] else { return nil }
    return finding.isRearranged || group.things[thing] == false ? finding : nil
  }

  /// The hash of what became of a column's value.
  func thing(of entry: ChangeEntry, _ column: Int, _ old: Field, _ new: Field, _ reader: ChangeReader) -> UInt64 {
    ways.thing(of: reader.record(of: entry, .target), column) ?? ChangeReader.hash(column, old, new)
  }

  /// The hash of what became of something inside of a column's value; one for all that is in a list of which the
  /// elements stand in another order.
  func thing(of entry: ChangeEntry, _ column: Int, _ change: NestedChange, _ reader: ChangeReader) -> UInt64 {
    ways.thing(of: reader.record(of: entry, .target), column, change) ?? ChangeReader.hash(column, change)
  }

  /// Calls `body` with the hash of each thing that differs in an updated record, and of its values.
  private func forEachThing(of entry: ChangeEntry, _ reader: ChangeReader, _ body: (UInt64, UInt64) -> Void) throws {
    try reader.forEachDifference(of: entry) { column, old, new in
      let changes = try reader.nestedChanges(of: entry, column: column) ?? []
      if changes.isEmpty {
        body(thing(of: entry, column, old, new, reader), ChangeReader.hash(column, old, new))
      }
      var told: Set<UInt64> = []
      for change in changes {
        let (thing, value) = (thing(of: entry, column, change, reader), ChangeReader.hash(change.old, change.new))
        if ways.findings[thing] == nil || told.insert(thing).inserted { body(thing, value) }
      }
    }
  }
}

/// What became of the values of columns, record by record, as findings name it.
private struct ChangeWays {
  /// By the hashes of the things.
  private(set) var findings: [UInt64: Finding] = [:]
  /// By column: the things, and the target's records of each.
  private var ofColumn: [Int: [(thing: UInt64, targets: Set<Int>)]] = [:]
  /// By column: the same of places inside of its values, and of all that is in a list.
  private var inside: [Int: [(thing: UInt64, path: PathPattern, isList: Bool, targets: Set<Int>)]] = [:]

  init(_ findings: [Finding], _ reader: ChangeReader) throws {
    let asked = findings.filter { $0.isRearranged || $0.cause.tellsNewValues && !$0.columns[0].contains("[]") }
    guard !asked.isEmpty else { return }
    let found = try FindingRecords.updatedTargets(of: asked.map(\.ofOrderAlone), in: reader.comparison)
    for (finding, targets) in zip(asked, found) {
      let owner = finding.within ?? finding.columns[0]
      guard let targets, let column = reader.columns.firstIndex(where: { $0.name == owner }) else { continue }
      var hasher = FieldHasher()
      for text in ["finding", "\(self.findings.count)"] { hasher.combine(text: Array(text.utf8)) }
      self.findings[hasher.value] = finding
      if !finding.isRearranged, finding.within == nil {
        ofColumn[column, default: []].append((hasher.value, targets))
      } else if let path = PathPattern(finding.columns[0].utf8.dropFirst(owner.utf8.count)) {
        inside[column, default: []].append((hasher.value, path, finding.isRearranged, targets))
      }
    }
  }

  func thing(of record: Int, _ column: Int) -> UInt64? {
    ofColumn[column]?.first { $0.targets.contains(record) }?.thing
  }

  func thing(of record: Int, _ column: Int, _ change: NestedChange) -> UInt64? {
    inside[column]?.first { place in
      place.targets.contains(record)
        && (place.isList
          ? change.path.isWithin(place.path) : change.kind == .updated && change.path.pattern == place.path)
    }?.thing
  }
}

extension Finding {
  var isRearranged: Bool { if case .rearranged = cause { true } else { false } }

  /// The same of lists in which nothing but the order differs, where it is about the order of lists.
  fileprivate var ofOrderAlone: Finding {
    guard isRearranged else { return self }
    var alone = Finding(.rearranged(by: nil, isOfTexts: false), columns, changes: changes, of: total)
    alone.within = within
    return alone
  }
}

extension Finding.Cause {
  /// Whether it says of an old value what the new one is, but for how that is written; not where these are a few,
  /// which one by one say more.
  fileprivate var tellsNewValues: Bool {
    switch self {
    case .noise(let noises): Set(noises).isDisjoint(with: [.codes, .truth, .nothing])
    case .factor, .ratio, .offset, .later, .laterByMonths, .dayMonth, .misread, .affixed: true
    default: false
    }
  }
}

extension ChangeReader {
  fileprivate static func hash(_ column: Int, _ old: Field, _ new: Field) -> UInt64 {
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

  fileprivate static func hash(_ old: Field?, _ new: Field?) -> UInt64 {
    var hasher = FieldHasher()
    (old ?? .absent).hash(into: &hasher)
    (new ?? .absent).hash(into: &hasher)
    return hasher.value
  }
}
