import StagedDiff

/// The records of a part that the filter keeps, shard by shard.
package struct MappedPart: Sendable {
  /// Records of one shard and side, in their order.
  package struct Entries: Sendable {
    package var records: [Int32] = []
    package var prints: [Fingerprint] = []
    /// For each record the number of its section among the part's; empty unless records name sections.
    package var sections: [Int32] = []

    package init() {}
  }

  package var shards: [Sides<Entries>]
  /// For each section that records of the part name, in order of first appearance, the first record that does.
  package var sections: Sides<[Int32]>
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

/// What the records of a shard come to: pairs, differences and duplicates, by the records' numbers in their inputs.
package struct ReducedShard: Sendable {
  /// The pairs, one source record for each target record.
  package var sources: [Int32] = []
  package var targets: [Int32] = []
  /// The target's records whose content differs, and how many columns do in each.
  package var updated: [Int32] = []
  package var widths: [Int32] = []
  /// The columns that differ, of one record after the other.
  package var columns: [Int32] = []
  /// Identities that occur more than once; the examples are records.
  package var duplicates = Duplicates()
  package var tally = RuleTally()

  package init() {}

  /// Compares the records of a shard.
  ///
  /// - Parameters:
  ///   - all: Both inputs with an identity that is settled.
  ///   - parts: What all parts found; of each, only this shard's entries have to be there.
  ///   - choice: What tells the records apart.
  /// - Throws: What rules throw.
  package init(_ all: ComparisonInput, shard: Int, of parts: [MappedPart], choice: KeyChoice) throws {
    let gathered = try GatheredRecords(all, shard: shard, of: parts, choice: choice)
    let identities = IdentityIndex(gathered.input, prints: gathered.prints)
    let paired = try PairedRecords(gathered.input, gathered.sections, identities, known: nil)
    let orders = gathered.input.orders
    let pairing = paired.pairs.whole
    for (target, source) in pairing.targetToSource.enumerated() where source >= 0 {
      sources.append(Int32(truncatingIfNeeded: orders.source[Int(source)]))
      targets.append(Int32(truncatingIfNeeded: orders.target[target]))
    }
    for (index, target) in paired.differences.targets.enumerated() {
      let differing = paired.differences.columns(at: index)
      updated.append(Int32(truncatingIfNeeded: orders.target[Int(target)]))
      widths.append(Int32(truncatingIfNeeded: differing.count))
      columns += differing
    }
    duplicates = pairing.duplicates.mapped(Sides { side in { orders[side][$0] } })
    tally = gathered.input.workers.tally
  }
}

extension ReducedShard {
  /// Whether every number in it is one of the layout's: what a file says is not taken on trust.
  package func fits(_ layout: ShardLayout) -> Bool {
    let records = Sides { 0..<Int32(clamping: layout.counts[$0]) }
    let examples = Sides { side in
      (side == .source ? duplicates.source : duplicates.target).examples.flatMap { [$0.first, $0.second] }
    }
    return sources.count == targets.count && updated.count == widths.count
      && sources.allSatisfy(records.source.contains) && (targets + updated).allSatisfy(records.target.contains)
      && widths.allSatisfy { $0 >= 0 } && widths.reduce(0) { $0 + Int($1) } == columns.count
      && Side.allCases.allSatisfy { side in examples[side].allSatisfy { $0 >= 0 && $0 < layout.counts[side] } }
  }
}

extension Duplicates {
  /// The same with other numbers for the elements that are examples.
  func mapped(_ numbers: Sides<(Int) -> Int>) -> Duplicates {
    Duplicates(source: source.mapped(numbers.source), target: target.mapped(numbers.target))
  }

  /// These and those of other identities; of the examples the earliest, as the engine takes them: of the source, those
  /// whose first element comes first, of the target, those that repeat first.
  mutating func add(_ other: Duplicates) {
    source.add(other.source) { $0.first < $1.first }
    target.add(other.target) { $0.second < $1.second }
  }
}

extension Duplicates.Side {
  fileprivate func mapped(_ number: (Int) -> Int) -> Duplicates.Side {
    var mapped = self
    mapped.examples = examples.map { Duplicates.Example(first: number($0.first), second: number($0.second)) }
    return mapped
  }

  fileprivate mutating func add(_ other: Duplicates.Side, _ isEarlier: (Duplicates.Example, Duplicates.Example) -> Bool)
  {
    identities += other.identities
    repetitions += other.repetitions
    let all = (examples + other.examples).sorted(by: isEarlier)
    examples = Array(all.prefix(Self.exampleLimit))
  }
}
