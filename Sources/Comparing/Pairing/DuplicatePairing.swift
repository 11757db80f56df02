import Records

/// Pairs the records of one identity: first those of equal values, then those that rules call equal, then the others.
///
/// In each step, records of one section pair before others, and all pair in the order of the files. Comparisons in
/// memory and spilled comparisons use it, so that both make the same pairs.
struct DuplicatePairing: Sendable {
  /// The collections as their contents are compared.
  let input: ComparisonInput
  let sections: SectionPairs
  private let isMatching: Bool
  private let comparesContents: Bool
  private let secrets = FingerprintSecrets()

  /// The most records that a comparator or function tries for one record.
  private static let mostCandidates = 100

  init(_ input: ComparisonInput, _ sections: Sections?) {
    self.init(input, SectionPairs(sections, counts: Sides { input.orders[$0].count }, input.plan.rules.moves))
  }

  init(_ input: ComparisonInput, _ sections: SectionPairs) {
    (self.input, self.sections) = (input, sections)
    isMatching = input.plan.rules.duplicates == .match
    // Without a key, records of one identity are equal.
    comparesContents = isMatching && input.plan.rules.hasKey
  }

  /// Whether records may pair in another order than their own.
  var isNeeded: Bool { comparesContents || isMatching && sections.areGiven }

  /// Pairs some records of one identity, which are given by their offsets, ascending.
  ///
  /// - Returns: The pairs, by their indices in the given offsets.
  /// - Throws: What rules throw.
  /// - Complexity: O(*n*) for *n* bytes of the records; times ``mostCandidates`` at most if comparators or functions
  ///   compare values.
  func pairs(_ offsets: Sides<[Int32]>, _ worker: ComparisonWorker) throws -> [(source: Int, target: Int)] {
    let shorter = min(offsets.source.count, offsets.target.count)
    guard isNeeded, shorter > 0, offsets.source.count + offsets.target.count > 2 else {
      return (0..<shorter).map { ($0, $0) }
    }
    let orders = input.orders
    func record(_ side: Side, _ index: Int) -> Int { orders[side][Int(offsets[side][index])] }
    var open = OpenRecords(
      Sides { side in offsets[side].indices.sorted { record(side, $0) < record(side, $1) } },
      sections: Sides { side in sections.areGiven ? offsets[side].map { sections.number(side, $0) } : [] })
    if comparesContents {
      let values = try Sides { side in
        try offsets[side].indices.map { try worker.valuePrint(side, record(side, $0), secrets) }
      }
      open.pair { values[$0][$1] }
      if input.plan.hasComparators, !open.isDone {
        let exact = try Sides { side in
          try offsets[side].indices.map { try worker.valuePrint(side, record(side, $0), secrets, isExact: true) }
        }
        try open.pair(among: Self.mostCandidates, of: { exact[$0][$1] }) { source, target in
          try input.plan.run.meter?.check()
          return try worker.areEqual(source: record(.source, source), target: record(.target, target))
        }
      }
    }
    open.pair { _, _ in Fingerprint(first: 0, second: 0) }
    return open.pairs
  }
}

/// The records of one identity that have no pair yet, by their indices, in the order of the files.
private struct OpenRecords {
  private var left: Sides<[Int]>
  /// The number of each record's section; empty without sections.
  private let sections: Sides<[Int]>
  private(set) var pairs: [(source: Int, target: Int)] = []

  /// What records must have in common to pair in a step.
  private struct Key: Hashable {
    let print: Fingerprint
    let section: Int
  }

  init(_ records: Sides<[Int]>, sections: Sides<[Int]>) { (left, self.sections) = (records, sections) }

  var isDone: Bool { left.source.isEmpty || left.target.isEmpty }

  /// Pairs the first records of one fingerprint with the first: those of one section, then the others.
  mutating func pair(_ print: (Side, Int) -> Fingerprint) {
    forEachStep { key, open in
      var found = open.waiting { key($0, print) }
      open.take { target in found[key((.target, target), print)]?.popLast() }
    }
  }

  /// Pairs records of one fingerprint that are equal: those of one section, then the others.
  ///
  /// - Parameter most: How many records are tried for each.
  mutating func pair(
    among most: Int, of print: (Side, Int) -> Fingerprint, _ areEqual: (_ source: Int, _ target: Int) throws -> Bool
  ) rethrows {
    try forEachStep { key, open in
      var found = open.waiting { key($0, print) }
      try open.take { target in
        let key = key((.target, target), print)
        guard let candidates = found[key] else { return nil }
        guard let index = try candidates.indices.suffix(most).last(where: { try areEqual(candidates[$0], target) })
        else { return nil }
        return found[key]?.remove(at: index)
      }
    }
  }

  private typealias KeyOf = (_ record: (side: Side, index: Int), _ print: (Side, Int) -> Fingerprint) -> Key

  private mutating func forEachStep(_ body: (KeyOf, inout OpenRecords) throws -> Void) rethrows {
    let sections = sections
    for hasSections in sections.source.isEmpty ? [false] : [true, false] where !isDone {
      try body(
        { record, print in
          Key(print: print(record.side, record.index), section: hasSections ? sections[record.side][record.index] : 0)
        }, &self)
    }
  }

  /// The source's records by their keys, the first ones last.
  private func waiting(_ key: ((Side, Int)) -> Key) -> [Key: [Int]] {
    var waiting: [Key: [Int]] = [:]
    for source in left.source.reversed() { waiting[key((.source, source)), default: []].append(source) }
    return waiting
  }

  /// Pairs each record of the target with the one that `find` returns.
  private mutating func take(_ find: (_ target: Int) throws -> Int?) rethrows {
    var taken: Set<Int> = []
    var rest: [Int] = []
    for target in left.target {
      guard let source = try find(target) else {
        rest.append(target)
        continue
      }
      pairs.append((source, target))
      taken.insert(source)
    }
    left = Sides(source: left.source.filter { !taken.contains($0) }, target: rest)
  }
}
