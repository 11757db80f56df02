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
    let inFileOrder = Sides { side in offsets[side].indices.sorted { record(side, $0) < record(side, $1) } }
    func prints(isExact: Bool) throws -> Sides<[Fingerprint]> {
      try Sides { side in
        var prints = [Fingerprint](repeating: Fingerprint(first: 0, second: 0), count: offsets[side].count)
        for index in inFileOrder[side] {
          prints[index] = try worker.valuePrint(side, record(side, index), secrets, isExact: isExact)
        }
        return prints
      }
    }
    var open = OpenRecords(
      inFileOrder,
      sections: Sides { side in sections.areGiven ? offsets[side].map { sections.number(side, $0) } : [] })
    if comparesContents {
      open.pair(try prints(isExact: false))
      if input.plan.hasComparators, !open.isDone {
        try open.pair(among: Self.mostCandidates, of: try prints(isExact: true)) { source, target in
          try input.plan.run.meter?.check()
          return try worker.areEqual(source: record(.source, source), target: record(.target, target))
        }
      }
    }
    open.pair(nil)
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
    let print: Fingerprint?
    let section: Int?
  }

  /// The number of all records.
  private let count: Sides<Int>

  init(_ records: Sides<[Int]>, sections: Sides<[Int]>) {
    (left, self.sections) = (records, sections)
    count = Sides { records[$0].count }
  }

  var isDone: Bool { left.source.isEmpty || left.target.isEmpty }

  /// Pairs the first records of one fingerprint with the first: those of one section, then the others.
  ///
  /// - Parameter prints: The records' fingerprints; `nil` if any two records may pair.
  mutating func pair(_ prints: Sides<[Fingerprint]>?) {
    for hasSections in steps where !isDone {
      let keys = keys(prints, hasSections)
      var found = waiting(keys.source)
      take { target in found[keys.target[target]]?.popLast() }
    }
  }

  /// Pairs records of one fingerprint that are equal: those of one section, then the others.
  ///
  /// - Parameter most: How many records are tried for each.
  mutating func pair(
    among most: Int, of prints: Sides<[Fingerprint]>, _ areEqual: (_ source: Int, _ target: Int) throws -> Bool
  ) rethrows {
    for hasSections in steps where !isDone {
      let keys = keys(prints, hasSections)
      var found = waiting(keys.source)
      try take { target in
        let key = keys.target[target]
        guard let candidates = found[key] else { return nil }
        guard let index = try candidates.indices.suffix(most).last(where: { try areEqual(candidates[$0], target) })
        else { return nil }
        return found[key]?.remove(at: index)
      }
    }
  }

  /// Whether a step keeps to sections, step by step.
  private var steps: [Bool] { sections.source.isEmpty ? [false] : [true, false] }

  /// The keys of all records, by their indices.
  private func keys(_ prints: Sides<[Fingerprint]>?, _ hasSections: Bool) -> Sides<[Key]> {
    Sides { side in
      (0..<count[side]).map {
        Key(print: prints?[side][$0], section: hasSections ? sections[side][$0] : nil)
      }
    }
  }

  /// The source's records by their keys, the first ones last.
  private func waiting(_ keys: [Key]) -> [Key: [Int]] {
    var waiting: [Key: [Int]] = [:]
    for source in left.source.reversed() { waiting[keys[source], default: []].append(source) }
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

/// What makes records of one identity equal.
extension ComparisonWorker {
  /// The fingerprint of a record's values as the rules see them: records of one fingerprint are equal.
  ///
  /// - Parameter isExact: Whether values are left out that may be equal to others.
  func valuePrint(_ side: Side, _ record: Int, _ secrets: FingerprintSecrets, isExact: Bool = false) throws
    -> Fingerprint
  {
    let reader = readers[side]
    guard case .columns = plan.rules.equality else {
      // A function may look at any column.
      return try secrets.print { add in
        for (number, column) in plan.columns.common.enumerated() where !isExact {
          add(number, try reader.field(record, column.place(in: side)))
        }
      }
    }
    return try secrets.print { add in
      for number in comparedNumbers(of: record, in: side) {
        let column = plan.compared[Int(number)]
        guard let place = column.place(in: side), !isExact || column.isExact else { continue }
        let field = try ruled(try reader.field(record, place), column, reader, record)
        if !field.isAbsent { add(Int(number), field) }
      }
    }
  }

  /// Whether the contents of two records are equal under the rules.
  func areEqual(source: Int, target: Int) throws -> Bool {
    if case .script(let function) = plan.rules.equality {
      return try verdict(source: source, target: target, function: function) == .equal
    }
    return try comparedNumbers(source, target).allSatisfy { try areEqual($0, source, target) }
  }
}
