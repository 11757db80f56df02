/// The records of a part that the filter keeps, shard by shard.
package struct MappedPart: Sendable {
  /// Records of one shard and side, in their order.
  package struct Entries: Sendable {
    /// The records' numbers in their input.
    package var records: [Int32] = []
    package var prints: [Fingerprint] = []
    /// For each record the number of its section among the part's; empty unless records name sections.
    package var sections: [Int32] = []

    package init() {}
  }

  package var shards: [Sides<Entries>]
  /// For each section that records of the part name, in order of first appearance, the first record that does.
  package var sections: Sides<[Int32]>
  /// How the rules fared.
  package var tally = RuleTally()

  package init(shards: [Sides<Entries>], sections: Sides<[Int32]>) {
    self.shards = shards
    self.sections = sections
  }

  /// Looks at the records of a part.
  ///
  /// - Throws: What rules throw.
  /// - Complexity: O(*b*) for *b* bytes of the part, and the rules' own cost.
  package init(_ all: ComparisonInput, part: Int, of layout: ShardLayout, _ secrets: FingerprintSecrets) throws {
    var input = all
    let ranges = layout.records(ofPart: part)
    for side in Side.allCases {
      input.orders[side] = RecordOrder(ranges[side].map { Int32(truncatingIfNeeded: $0) })
    }
    try input.filter()
    let none = Sides(source: Entries(), target: Entries())
    self.init(shards: Array(repeating: none, count: layout.shards), sections: Sides(source: [], target: []))
    for side in Side.allCases { try add(input, side, layout, secrets) }
    tally = input.workers.tally
  }

  private mutating func add(
    _ input: ComparisonInput, _ side: Side, _ layout: ShardLayout, _ secrets: FingerprintSecrets
  ) throws {
    let order = input.orders[side]
    let prints = try input.fingerprints(side, secrets)
    let numbers =
      input.plan.rules.namesSections ? SectionNumbers(try input.sectionNames(side, of: order)) : nil
    sections[side] = numbers?.firsts.map { Int32(truncatingIfNeeded: order[$0]) } ?? []
    for (offset, print) in prints.enumerated() {
      let shard = layout.shard(of: print)
      shards[shard][side].records.append(Int32(truncatingIfNeeded: order[offset]))
      shards[shard][side].prints.append(print)
      if let numbers { shards[shard][side].sections.append(numbers.numbers[offset]) }
    }
  }
}

extension MappedPart {
  /// Whether every number in it is one of the layout's: what a file says is not taken on trust.
  package func fits(_ layout: ShardLayout) -> Bool {
    Side.allCases.allSatisfy { side in
      let records = 0..<Int32(clamping: layout.counts[side])
      return sections[side].allSatisfy(records.contains)
        && shards.allSatisfy { shard in
          let entries = shard[side]
          let numbers = 0..<Int32(clamping: sections[side].count)
          return entries.prints.count == entries.records.count
            && (entries.sections.isEmpty || entries.sections.count == entries.records.count)
            && entries.records.allSatisfy(records.contains) && entries.sections.allSatisfy(numbers.contains)
        }
    }
  }
}
