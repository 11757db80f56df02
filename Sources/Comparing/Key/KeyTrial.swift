import Platform
import Records
import StagedDiff
import Synchronization

/// A key that was tried on every record, and is unique or nearly so on both sides.
package protocol TriedKey {
  var standing: KeyStanding { get }

  /// Whether another key that comes later may be the better one.
  ///
  /// - Throws: What a normalizer that is a script throws.
  func mayBeBeaten(by columns: [String]) throws -> Bool
}

protocol PairedKey: TriedKey {
  var columns: [String] { get }
  var input: ComparisonInput { get }

  /// The most records that another key can pair for certain.
  ///
  /// Pairs of this key that agree in the other's columns are pairs of it, too; of all other records its values are
  /// looked up.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*n* + *m*), on several threads; records of equal bytes are not looked at.
  func mostPaired(under columns: [String]) throws -> Int
}

extension PairedKey {
  package func mayBeBeaten(by columns: [String]) throws -> Bool {
    guard standing.isGoodEnough else { return true }
    // One that pairs as many is better only if it is as narrow and has fewer exceptions.
    let isEqualEnough = columns.count == standing.width && !standing.isClean
    let least = (standing.certain ?? 0) + (isEqualEnough ? 0 : 1)
    return try least <= standing.possible && mostPaired(under: columns) >= least
  }
}

/// A key that was tried with everything in memory.
struct KeyTrial: PairedKey {
  let columns: [String]
  let input: ComparisonInput
  let identities: IdentityIndex
  let pairing: Pairing
  let standing: KeyStanding
  /// What the pairs differ in, once somebody has asked.
  let found = TriedDifferences()

  /// Tries a key; `nil` if more than a few records of a side share it.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*n* + *m*), on several threads.
  init?(of columns: [String], _ unidentified: ComparisonInput, _ identicalRecords: IdenticalRecords?) throws {
    let input = try unidentified.identified(by: .columns(columns), permitsGaps: true)
    let identities = try IdentityIndex(input, identicalRecords: identicalRecords)
    let threads = Workers.threads(limit: input.plan.run.workers)
    let pairing = Pairing(trusting: identities.hashes, threads: threads)
    let records = Sides { input.orders[$0].count }
    let repetitions = pairing.duplicates.repetitions
    guard KeyStanding.areFew(repetitions, of: records) else { return nil }
    let gaps = try Sides { try KeyGaps(identities, input, $0) }
    standing = KeyStanding(
      width: columns.count, records: records, certain: pairing.certainCount(identities.hashes, besides: gaps.target),
      repetitions: repetitions, unfilled: Sides { gaps[$0].unfilled })
    self.columns = columns
    self.input = input
    self.identities = identities
    self.pairing = pairing
  }

  func mostPaired(under columns: [String]) throws -> Int {
    let other = try input.identified(by: .columns(columns), permitsGaps: true)
    let apart = try knownToDisagree(under: other) ?? disagreeing(under: other)
    let agreed = pairing.pairedCount - apart.count
    let left = Sides(
      source: pairing.unpairedSources + apart.map { pairing.targetToSource[Int($0)] },
      target: pairing.unpairedTargets + apart)
    guard !left.source.isEmpty, !left.target.isEmpty else { return agreed }
    let hashes = try Sides { try other.keyHashes($0, of: left[$0]) }
    var values = HashSet()
    for hash in hashes.source { _ = values.insert(hash) }
    return agreed + hashes.target.count(where: values.contains)
  }

  /// The target offsets of pairs whose values are not equal under another key, by what the pairs differ in.
  ///
  /// That is looked for here, where it is sure to be what the comparison needs if this key stays the best.
  ///
  /// - Returns: `nil` where what differs does not say it: a rule has a say about values, or leaves a column out.
  private func knownToDisagree(under other: ComparisonInput) throws -> [Int32]? {
    guard pairing.duplicates.isEmpty, input.plan.comparesAsKeysDo else { return nil }
    let numbers = Dictionary(placesOf: input.plan.compared.map(\.name))
    let own = Set(named: columns)
    let names = other.plan.key.map(\.name).filter { !own.contains($0) }
    let places = Set(names.compactMap { numbers[ColumnName($0)] }.map { Int32(truncatingIfNeeded: $0) })
    guard places.count == names.count else { return nil }
    let differences = try found.differences { try Differences(input, pairing, identities) }
    guard !differences.hasFalsePair else { return nil }
    return differences.targets.indices.filter { !places.isDisjoint(with: differences.columns(at: $0)) }.map {
      differences.targets[$0]
    }
  }

  /// The target offsets of pairs whose values are not equal under another key.
  private func disagreeing(under other: ComparisonInput) throws -> [Int32] {
    let (orders, partners) = (input.orders, pairing.targetToSource)
    let identicalPartners = identities.identicalRecords?.sources
    return try other.flatMap(count: partners.count) { range, worker in
      try range.filter { target in
        let source = partners[target]
        guard source >= 0 else { return false }
        if let identicalPartners, identicalPartners[target] == source { return false }
        return try !worker.haveEqualKeys((.source, orders.source[Int(source)]), (.target, orders.target[target]))
      }.map { Int32(truncatingIfNeeded: $0) }
    }
  }
}

/// What the pairs of a key that is tried differ in: it is looked for once, for other keys and for the comparison.
final class TriedDifferences: Sendable {
  private let found = Mutex<Differences?>(nil)

  /// `nil` where nobody has looked.
  var known: Differences? { found.withLock { $0 } }

  func differences(_ find: () throws -> Differences) throws -> Differences {
    if let known { return known }
    let differences = try find()
    found.withLock { $0 = differences }
    return differences
  }
}

extension ResolvedPlan {
  /// Whether a column differs in a pair exactly if the two have different keys by it.
  fileprivate var comparesAsKeysDo: Bool {
    guard case .columns = rules.equality, rules.run.scripts == nil, !rules.typesKey else { return false }
    return compared.allSatisfy(\.isPlain)
  }
}

/// Tries one key after another with everything in memory; which records are the same on both sides is found once.
package struct KeyTrials {
  let input: ComparisonInput
  private var identicalRecords: IdenticalRecords?

  package init(_ input: ComparisonInput) { self.input = input }

  mutating func trial(of columns: [String]) throws -> KeyTrial? {
    identicalRecords = try identicalRecords ?? IdenticalRecords(input)
    return try KeyTrial(of: columns, input, identicalRecords)
  }
}

extension ComparisonInput {
  fileprivate func keyHashes(_ side: Side, of offsets: [Int32]) throws -> [UInt64] {
    let order = orders[side]
    return try fill(count: offsets.count) { range, hashes, worker in
      for number in range {
        worker.fetch(behind: number, of: offsets, side, in: order)
        hashes.append(try worker.keyHash(side, order[Int(offsets[number])]))
      }
    }
  }
}

extension Pairing {
  /// How many pairs are of keys that are filled and occur once on each side.
  fileprivate func certainCount(_ hashes: Sides<[UInt64]>, besides gaps: KeyGaps) -> Int {
    guard !duplicates.isEmpty || gaps.hollowCount > 0 else { return pairedCount }
    var repeated = HashSet()
    for side in Side.allCases where duplicates.repetitions[side] > 0 {
      repeated.formUnion(HashSet(repeatedIn: hashes[side]))
    }
    return targetToSource.indices.count { target in
      targetToSource[target] >= 0 && !gaps.isHollow(target) && !repeated.contains(hashes.target[target])
    }
  }
}

extension Duplicates {
  /// How many records of each side repeat a key that an earlier one has.
  var repetitions: Sides<Int> { Sides(source: source.repetitions, target: target.repetitions) }
}
