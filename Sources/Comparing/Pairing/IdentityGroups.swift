import Records
import StagedDiff

/// The records of each identity, among all records or among those whose identity occurs more than once.
struct IdentityGroups {
  private let input: ComparisonInput
  private let identities: IdentityIndex
  /// The offsets of the records of each identity, ascending.
  private var groups: [Sides<[Int32]>] = []

  /// Finds the records whose identity occurs more than once on a side.
  ///
  /// In sections, only records of sections that have a partner count: the others come and go with their section.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*n* + *m*), and O(*d* log *d*) for *d* records that are found.
  init(repeatedIn input: ComparisonInput, _ sections: SectionPairs, _ identities: IdentityIndex) throws {
    let repeated = Sides { HashSet(repeatedIn: identities.hashes[$0]) }
    try self.init(input, identities) { side, offset in
      let hash = identities.hashes[side][offset]
      return (repeated.source.contains(hash) || repeated.target.contains(hash))
        && sections.survives(side, Int32(truncatingIfNeeded: offset))
    }
  }

  /// Groups all records of both sides.
  init(all input: ComparisonInput, _ identities: IdentityIndex) throws {
    try self.init(input, identities) { _, _ in true }
  }

  private struct Member {
    let hash: UInt64
    let side: Side
    let offset: Int32
    /// The place among the records of both sides.
    let place: Int
  }

  private init(_ input: ComparisonInput, _ identities: IdentityIndex, where isIncluded: (Side, Int) -> Bool) throws {
    (self.input, self.identities) = (input, identities)
    var members: [Member] = []
    for side in Side.allCases {
      for (offset, hash) in identities.hashes[side].enumerated() where isIncluded(side, offset) {
        members.append(
          Member(hash: hash, side: side, offset: Int32(truncatingIfNeeded: offset), place: members.count))
      }
    }
    members.sort { ($0.hash, $0.place) < ($1.hash, $1.place) }
    var found: [(first: Member, offsets: Sides<[Int32]>)] = []
    try input.workers.withWorker { worker in
      var start = 0
      for member in members {
        if found.last?.first.hash != member.hash { start = found.count }
        try input.plan.run.meter?.check()
        let index = try found.indices[start...].first { index in
          let first = found[index].first
          return try identities.areIdentical(
            (first.side, Int(first.offset)), (member.side, Int(member.offset)), worker)
        }
        if let index {
          found[index].offsets[member.side].append(member.offset)
        } else {
          found.append((member, Sides { $0 == member.side ? [member.offset] : [] }))
        }
      }
    }
    // In the order of the files, which sections change: rules fail for the first record.
    func place(_ member: Member) -> (Int, Int) {
      (member.side == .source ? 0 : 1, input.orders[member.side][Int(member.offset)])
    }
    groups = found.sorted { place($0.first) < place($1.first) }.map(\.offsets)
  }

  /// How many identities occur more than once on a side.
  func repeatedCount(_ side: Side) -> Int { groups.count { $0[side].count > 1 } }

  /// Throws an error for the first identity that occurs more than once, where there is one.
  func refuseRepeated() throws {
    for side in Side.allCases {
      let repeated = groups.lazy.map { $0[side] }.filter { $0.count > 1 }
      guard let offsets = repeated.min(by: { $0[side == .source ? 0 : 1] < $1[side == .source ? 0 : 1] }) else {
        continue
      }
      let (table, order) = (input.tables[side], input.orders[side])
      let key = try input.workers.withWorker { try identities.values(side, Int(offsets[0]), $0) }
      let shown = KeyMask(input.plan)?.shown(key) ?? key
      throw ComparisonError(
        .duplicateKey(
          key: shown.map(\.description).joined(separator: ", "),
          first: .init(table: table, record: order[Int(offsets[0])])), table: table, record: order[Int(offsets[1])])
    }
  }

  /// The pairs of a pairing, with these records paired anew.
  ///
  /// - Throws: What rules throw.
  func paired(_ pairing: Pairing, _ matching: DuplicatePairing) throws -> Pairing {
    pairing.replacing(
      sources: groups.flatMap(\.source), targets: groups.flatMap(\.target), by: try pairs(matching, at: nil))
  }

  /// The pairs of these records.
  ///
  /// - Parameters:
  ///   - matching: How records of one identity pair.
  ///   - offsets: The offsets of these records in its input; `nil` if both inputs have the same offsets.
  /// - Throws: What rules throw.
  func pairs(_ matching: DuplicatePairing, at offsets: Sides<[Int32]>?) throws -> [(source: Int32, target: Int32)] {
    try matching.input.flatMap(count: groups.count) { range, worker in
      try groups[range].flatMap { group in
        let places = Sides { side in offsets.map { all in group[side].map { all[side][Int($0)] } } ?? group[side] }
        return try matching.pairs(places, worker).map { (group.source[$0.source], group.target[$0.target]) }
      }
    }
  }
}
