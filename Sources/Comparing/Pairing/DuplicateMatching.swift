import Records
import StagedDiff

/// Pairs records of an identity that occurs more than once: first those that are equal as they stand, in their order,
/// then the rest, first in, first out.
///
/// Only records of such identities are looked at. In sections, only those of sections that have a partner are: the
/// others come and go with their section.
struct DuplicateMatching {
  private let input: ComparisonInput
  private let identities: IdentityIndex
  /// The offsets of the records in question, ascending.
  private let offsets: Sides<[Int32]>

  /// Finds the records.
  ///
  /// - Complexity: O(*n* + *m*).
  init(_ input: ComparisonInput, _ sections: Sections?, _ identities: IdentityIndex) {
    self.input = input
    self.identities = identities
    let repeated = Sides { HashSet(repeatedIn: identities.hashes[$0]) }
    let surviving = sections.map(SurvivingSections.init)
    offsets = Sides { side in
      let hashes = identities.hashes[side]
      return hashes.indices.filter { offset in
        guard repeated.source.contains(hashes[offset]) || repeated.target.contains(hashes[offset]) else { return false }
        return surviving?.hold(side, offset) ?? true
      }.map { Int32(truncatingIfNeeded: $0) }
    }
  }

  /// Takes all records of both sides, whether their identities occur once or more often.
  init(all input: ComparisonInput, _ identities: IdentityIndex) {
    self.input = input
    self.identities = identities
    offsets = Sides { side in (0..<input.orders[side].count).map { Int32(truncatingIfNeeded: $0) } }
  }

  /// The pairs of a pairing, with these records paired anew.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*n* + *m*) expected, and O(*b*) for *b* bytes of the records in question.
  func applied(to pairing: Pairing) throws -> Pairing {
    pairing.replacing(sources: offsets.source, targets: offsets.target, by: try pairs())
  }

  /// How often identities occur more than once among these records.
  func duplicates() throws -> Duplicates {
    try input.workers.withWorker { worker in
      try worker.prepare()
      return try pairing(among: offsets, hashes(of: offsets)) { try identities.areIdentical($0, $1, worker) }.duplicates
    }
  }

  /// Throws an error for the first of some duplicates, where there is one.
  func refuse(_ duplicates: Duplicates) throws {
    for (side, found) in [(Side.source, duplicates.source), (.target, duplicates.target)] {
      guard let example = found.examples.first else { continue }
      let (table, order) = (input.tables[side], input.orders[side])
      let key = try input.workers.withWorker { try identities.values(side, example.first, $0) }
      let shown = KeyMask(input.plan)?.shown(key) ?? key
      throw ComparisonError(
        .duplicateKey(
          key: shown.map(\.description).joined(separator: ", "),
          first: .init(table: table, record: order[example.first])), table: table, record: order[example.second])
    }
  }

  /// The pairs of these records.
  ///
  /// - Throws: What a normalizer that is a script throws.
  func pairs() throws -> [(source: Int32, target: Int32)] {
    let alike = input.plan.rules.duplicates == .match ? try alikePairs() : []
    let settled = (source: Set(alike.map(\.source)), target: Set(alike.map(\.target)))
    let left = Sides(
      source: offsets.source.filter { !settled.source.contains($0) },
      target: offsets.target.filter { !settled.target.contains($0) })
    let others = try input.workers.withWorker { worker in
      try worker.prepare()
      return try pairs(among: left, hashes(of: left)) { try identities.areIdentical($0, $1, worker) }
    }
    return alike + others
  }

  /// The pairs of records that are equal as they stand.
  private func alikePairs() throws -> [(source: Int32, target: Int32)] {
    try input.workers.withWorker { worker in
      try worker.prepare()
      let hashes = try Sides { side in
        try offsets[side].map { offset in
          try input.plan.run.meter?.check()
          return try worker.contentHash(side, input.orders[side][Int(offset)])
        }
      }
      return try pairs(among: offsets, hashes) { first, second in
        // Identities with gaps are told apart by their hashes alone.
        guard hash(of: first) == hash(of: second), try identities.areIdentical(first, second, worker) else {
          return false
        }
        return try worker.haveEqualContents(record(first), record(second))
      }
    }
  }

  private func hash(of place: Place) -> UInt64 { identities.hashes[place.side][place.offset] }

  private func hashes(of offsets: Sides<[Int32]>) -> Sides<[UInt64]> {
    Sides { side in offsets[side].map { identities.hashes[side][Int($0)] } }
  }

  private typealias Place = (side: Side, offset: Int)

  private func record(_ place: Place) -> (side: Side, record: Int) {
    (place.side, input.orders[place.side][place.offset])
  }

  /// Pairs some offsets, first in, first out.
  private func pairs(among offsets: Sides<[Int32]>, _ hashes: Sides<[UInt64]>, _ areSame: (Place, Place) throws -> Bool)
    throws -> [(source: Int32, target: Int32)]
  {
    let pairing = try pairing(among: offsets, hashes, areSame)
    return pairing.targetToSource.enumerated().filter { $1 >= 0 }.map { target, source in
      (source: offsets.source[Int(source)], target: offsets.target[target])
    }
  }

  private func pairing(
    among offsets: Sides<[Int32]>, _ hashes: Sides<[UInt64]>, _ areSame: (Place, Place) throws -> Bool
  ) throws -> Pairing {
    let count = offsets.source.count
    func place(_ global: Int) -> Place {
      global < count ? (.source, Int(offsets.source[global])) : (.target, Int(offsets.target[global - count]))
    }
    return try Pairing(hashes) { first, second in
      try input.plan.run.meter?.check()
      return try areSame(place(first), place(second))
    }
  }
}
