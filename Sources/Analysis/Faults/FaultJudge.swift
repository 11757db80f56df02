import Comparing
import Records

/// Who is the partner of each record of two inputs, and how the result lists it; by the records' numbers.
struct RecordFates {
  /// What a result says of a record; of records that are paired both have the same.
  struct Listing: OptionSet {
    let rawValue: UInt8

    /// Deleted or inserted.
    static let alone = Listing(rawValue: 1)
    static let updated = Listing(rawValue: 2)
    /// Somewhere else among the others of its section, or among all.
    static let moved = Listing(rawValue: 4)
    static let inOtherSection = Listing(rawValue: 8)
  }

  private let partners: Sides<[Int32]>
  private let listings: Sides<[Listing]>
  /// The section of each record of the target; empty without sections.
  private var sections: [Int32] = []

  init(_ comparison: Comparison) {
    let orders = comparison.orders
    let counts = Sides { comparison.comparedTables[$0].count }
    var partners = Sides { [Int32](repeating: -1, count: counts[$0]) }
    for (target, source) in comparison.pairing.targetToSource.enumerated() where source >= 0 {
      let (record, partner) = (orders.target[target], orders.source[Int(source)])
      partners.target[record] = Int32(truncatingIfNeeded: partner)
      partners.source[partner] = Int32(truncatingIfNeeded: record)
    }
    var listings = Sides { [Listing](repeating: [], count: counts[$0]) }
    for index in 0..<comparison.changeCount {
      let entry = comparison.entry(at: index)
      let listing = Listing(entry, isInOtherSection: comparison.sectionPlaces(of: entry)?.from != nil)
      if let record = comparison.record(.source, entry.source) { listings.source[record] = listing }
      if let record = comparison.record(.target, entry.target) { listings.target[record] = listing }
    }
    (self.partners, self.listings) = (partners, listings)
    guard comparison.hasSections else { return }
    sections = [Int32](repeating: -1, count: counts.target)
    for offset in 0..<orders.target.count {
      let number = comparison.section(of: offset, .target)?.number ?? -1
      sections[orders.target[offset]] = Int32(truncatingIfNeeded: number)
    }
  }

  /// Whether two records of the target are ordered among the same others.
  func areOfOneSection(_ one: Int, _ other: Int) -> Bool { sections.isEmpty || sections[one] == sections[other] }

  func partner(of record: Int, _ side: Side) -> Int? {
    let partner = partners[side][record]
    return partner < 0 ? nil : Int(partner)
  }

  func listing(of record: Int, _ side: Side) -> Listing { listings[side][record] }

  /// Whether a record of the target is paired, and the result says nothing of it.
  func isUnlistedPair(target record: Int) -> Bool {
    partners.target.indices.contains(record) && partners.target[record] >= 0 && listings.target[record].isEmpty
  }

  var unlistedPairs: [Int] { partners.target.indices.filter(isUnlistedPair) }
}

extension RecordFates.Listing {
  init(_ entry: ChangeEntry, isInOtherSection: Bool) {
    self =
      switch entry.kind {
      case .deleted, .inserted: .alone
      case .updated: .updated
      case .moved: []
      }
    if isInOtherSection { insert(.inOtherSection) } else if entry.isMoved { insert(.moved) }
  }
}

/// Says of each of many faults in one text whether a comparison notices it.
///
/// A fault's *reach* are the records of both sides that it can have changed anything for: those that it is in, and with
/// each record its partners before and since. A fault is **noticed** if the result lists anything of its reach
/// otherwise than without the fault, as a comparison of a text with this fault alone would. Where two faults have a
/// part of their reach in common, as when one record takes the partner of the other, nothing is said of either: they
/// are tangled.
struct FaultJudge {
  enum Verdict { case noticed, passed, tangled }

  private let before, since: RecordFates
  private let text: PlantedText
  /// Which fault is in a record of the target; by the records' numbers.
  private let owners: [Int: Int]

  /// With more records than these, a fault's reach is most of a group of one identity.
  private static let mostRecords = 64

  init(_ before: RecordFates, _ since: RecordFates, _ text: PlantedText, _ faults: [PlantedFault]) {
    (self.before, self.since, self.text) = (before, since, text)
    var owners: [Int: Int] = [:]
    for fault in faults { for record in fault.records { owners[record] = fault.record } }
    self.owners = owners
  }

  func verdict(on fault: PlantedFault) -> Verdict {
    guard let reach = reach(of: fault) else { return .tangled }
    return reach.contains { isListedOtherwise($0, fault) } ? .noticed : .passed
  }

  private enum Node: Hashable {
    case source(Int)
    /// By its number in the text with faults.
    case target(Int)
  }

  /// `nil` where it meets that of another fault.
  private func reach(of fault: PlantedFault) -> Set<Node>? {
    var reach: Set<Node> = []
    var open = fault.records.flatMap { record in
      text.numbers(of: record).map(Node.target) + (before.partner(of: record, .target).map { [.source($0)] } ?? [])
    }
    while let node = open.popLast() {
      guard reach.insert(node).inserted else { continue }
      if reach.count > Self.mostRecords { return nil }
      switch node {
      case .source(let record):
        if let partner = since.partner(of: record, .source) { open.append(.target(partner)) }
        guard let partner = before.partner(of: record, .source) else { continue }
        guard isOwn(partner, fault) else { return nil }
        open += text.numbers(of: partner).map(Node.target)
      case .target(let number):
        let record = text.record(at: number)
        guard isOwn(record, fault) else { return nil }
        if let partner = since.partner(of: number, .target) { open.append(.source(partner)) }
        if let partner = before.partner(of: record, .target) { open.append(.source(partner)) }
      }
    }
    return reach
  }

  /// Whether no other fault is in a record of the target.
  private func isOwn(_ record: Int, _ fault: PlantedFault) -> Bool { owners[record].map { $0 == fault.record } ?? true }

  private func isListedOtherwise(_ node: Node, _ fault: PlantedFault) -> Bool {
    var (old, new): (RecordFates.Listing, RecordFates.Listing)
    let hasOtherPartner: Bool
    switch node {
    case .source(let record):
      (old, new) = (before.listing(of: record, .source), since.listing(of: record, .source))
      let partner = since.partner(of: record, .source).map(text.record)
      hasOtherPartner = partner != before.partner(of: record, .source)
    case .target(let number):
      let record = text.record(at: number)
      (old, new) = (before.listing(of: record, .target), since.listing(of: number, .target))
      hasOtherPartner = since.partner(of: number, .target) != before.partner(of: record, .target)
    }
    // A value moves nothing that keeps its partner; which records are said to have moved, other faults have a part in.
    if fault.fault != .swapped, !hasOtherPartner {
      old.remove(.moved)
      new.remove(.moved)
    }
    return old != new
  }
}
