import Platform
import Records
import StagedDiff

/// A key that was tried on every record: it is filled and unique on both sides.
protocol TriedKey {
  var columns: [String] { get }
  /// The collections under this key.
  var collections: ComparisonInput { get }
  /// How many records it pairs.
  var pairedCount: Int { get }

  /// How many records another key would pair, if it is one.
  ///
  /// Pairs of this key that agree in the other's columns are pairs of it, too; of all other records its values are looked
  /// up.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*n* + *m*), on several threads; records of equal bytes are not looked at.
  func pairedCount(under columns: [String]) throws -> Int
}

extension TriedKey {
  /// Whether every record of a side is paired, so that no key pairs more.
  var isWhole: Bool {
    pairedCount == min(collections.orders.source.count, collections.orders.target.count)
  }
}

/// A key that was tried with everything in memory.
struct KeyTrial: TriedKey {
  let columns: [String]
  let collections: ComparisonInput
  let identities: IdentityIndex
  /// The pairs that it makes.
  let pairing: Pairing

  /// Tries a key; `nil` if a record lacks a part of it, or two records of a side share it.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*n* + *m*), on several threads.
  init?(of columns: [String], _ unidentified: ComparisonInput, _ twins: IdenticalRecords?) throws {
    let collections = try unidentified.identified(by: .columns(columns), permitsGaps: true)
    let identities = try IdentityIndex(collections, twins: twins)
    let threads = Workers.threads(limit: collections.plan.run.workers)
    let pairing = Pairing(trusting: identities.hashes, threads: threads)
    guard pairing.duplicates.isEmpty, try identities.areFilled(collections) else { return nil }
    self.columns = columns
    self.collections = collections
    self.identities = identities
    self.pairing = pairing
  }

  var pairedCount: Int { pairing.pairedCount }

  func pairedCount(under columns: [String]) throws -> Int {
    let other = try collections.identified(by: .columns(columns), permitsGaps: true)
    var isSettled = Sides { [Bool](repeating: false, count: collections.orders[$0].count) }
    var agreed = 0
    for target in try agreeing(under: other) {
      isSettled.target[Int(target)] = true
      isSettled.source[Int(pairing.targetToSource[Int(target)])] = true
      agreed += 1
    }
    let left = Sides { side in isSettled[side].indices.filter { !isSettled[side][$0] } }
    guard !left.source.isEmpty, !left.target.isEmpty else { return agreed }
    let hashes = try Sides { try other.keyHashes($0, of: left[$0]) }
    var values = HashSet()
    for hash in hashes.source { _ = values.insert(hash) }
    return agreed + hashes.target.count(where: values.contains)
  }

  /// The target offsets of pairs whose values are equal under another key.
  private func agreeing(under other: ComparisonInput) throws -> [Int32] {
    let (orders, partners) = (collections.orders, pairing.targetToSource)
    let twins = identities.twins?.sources
    let parts = try other.map(count: partners.count) { range, worker in
      try range.filter { target in
        let source = partners[target]
        guard source >= 0 else { return false }
        if let twins, twins[target] == source { return true }
        return try worker.haveEqualKeys(
          (.source, orders.source[Int(source)]), (.target, orders.target[target]))
      }
    }
    return parts.joined().map { Int32(truncatingIfNeeded: $0) }
  }
}

extension ComparisonInput {
  /// The hashes of the identities at some offsets.
  fileprivate func keyHashes(_ side: Side, of offsets: [Int]) throws -> [UInt64] {
    let order = orders[side]
    return try fill(count: offsets.count) { range, hashes, worker in
      for number in range { hashes.append(try worker.keyHash(side, order[offsets[number]])) }
    }
  }
}

extension IdentityIndex {
  /// Whether no record lacks a part of its identity.
  ///
  /// - Throws: What a normalizer that is a script throws.
  fileprivate func areFilled(_ collections: ComparisonInput) throws -> Bool {
    for side in Side.allCases {
      let parts = try collections.map(count: collections.orders[side].count) { range, worker in
        try range.allSatisfy { offset in
          guard mayHaveGap(side, offset, parts: collections.plan.key.count) else { return true }
          return try gaps(side, offset, worker).isEmpty
        }
      }
      if parts.contains(false) { return false }
    }
    return true
  }

  /// Whether an identity may lack a part; of one part, the hash says that nearly always.
  private func mayHaveGap(_ side: Side, _ offset: Int, parts: Int) -> Bool {
    parts > 1 || Self.hollowHashes.contains(hashes[side][offset])
  }

  /// The hashes of identities of one part that has no value.
  private static let hollowHashes = [Field(.absent), Field(.null), Field(.text)].map { field in
    var hasher = FieldHasher()
    field.hash(into: &hasher)
    return hasher.value
  }
}
