import Records
import StagedDiff

/// Pairs records of an identity that occurs more than once: first those that are equal as they stand, in their order,
/// then the rest, first in, first out.
///
/// Only records of such identities are looked at. In sections, only those of sections that have a partner are: the others
/// come and go with their section.
struct DuplicateMatching {
  private let collections: ComparisonInput
  private let identities: IdentityIndex
  /// The offsets of the records in question, ascending.
  private let offsets: Sides<[Int32]>

  /// Finds the records.
  ///
  /// - Complexity: O(*n* + *m*).
  init(_ collections: ComparisonInput, _ sections: Sections?, _ identities: IdentityIndex) {
    self.collections = collections
    self.identities = identities
    let repeated = Sides { Self.repeated(in: identities.hashes[$0]) }
    let hasPartner = sections.map { sections in
      let pairing = sections.pairing
      return Sides(
        source: pairing.sourceToTarget.map { $0 >= 0 },
        target: pairing.targetToSource.map { $0 >= 0 })
    }
    offsets = Sides { side in
      let hashes = identities.hashes[side]
      return hashes.indices.filter { offset in
        guard repeated.source.contains(hashes[offset]) || repeated.target.contains(hashes[offset])
        else { return false }
        guard let sections, let hasPartner else { return true }
        return hasPartner[side][sections.divisions[side].section(of: offset)]
      }.map { Int32(truncatingIfNeeded: $0) }
    }
  }

  private static func repeated(in hashes: [UInt64]) -> HashSet {
    var (seen, repeated) = (HashSet(), HashSet())
    for hash in hashes where !seen.insert(hash) { _ = repeated.insert(hash) }
    return repeated
  }

  /// The pairs of a pairing, with these records paired anew.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*n* + *m*) expected, and O(*b*) for *b* bytes of the records in question.
  func applied(to pairing: Pairing) throws -> Pairing {
    let alike = try collections.workers.withWorker { worker in
      try worker.prepare()
      let hashes = Sides { side in
        offsets[side].map { worker.contentHash(side, collections.orders[side][Int($0)]) }
      }
      return try pairs(among: offsets, hashes) { first, second in
        guard try identities.areIdentical(first, second, worker) else { return false }
        return worker.haveEqualContents(record(first), record(second))
      }
    }
    let settled = (source: Set(alike.map(\.source)), target: Set(alike.map(\.target)))
    let left = Sides(
      source: offsets.source.filter { !settled.source.contains($0) },
      target: offsets.target.filter { !settled.target.contains($0) })
    let others = try collections.workers.withWorker { worker in
      let hashes = Sides { side in left[side].map { identities.hashes[side][Int($0)] } }
      return try pairs(among: left, hashes) { try identities.areIdentical($0, $1, worker) }
    }
    return pairing.replacing(
      sources: offsets.source, targets: offsets.target, by: alike + others)
  }

  private typealias Place = (side: Side, offset: Int)

  private func record(_ place: Place) -> (side: Side, record: Int) {
    (place.side, collections.orders[place.side][place.offset])
  }

  /// Pairs some offsets, first in, first out.
  private func pairs(
    among offsets: Sides<[Int32]>, _ hashes: Sides<[UInt64]>,
    _ areSame: (Place, Place) throws -> Bool
  ) throws -> [(source: Int32, target: Int32)] {
    let count = offsets.source.count
    func place(_ global: Int) -> Place {
      global < count
        ? (.source, Int(offsets.source[global])) : (.target, Int(offsets.target[global - count]))
    }
    let pairing = try Pairing(hashes) { try areSame(place($0), place($1)) }
    return pairing.targetToSource.enumerated().filter { $1 >= 0 }.map { target, source in
      (source: offsets.source[Int(source)], target: offsets.target[target])
    }
  }
}
