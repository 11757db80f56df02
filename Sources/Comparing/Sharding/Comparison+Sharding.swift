import Records
import StagedDiff

extension Comparison {
  /// The comparison that shards come to.
  ///
  /// - Parameters:
  ///   - all: Both inputs with an identity that is settled.
  ///   - parts: What all parts found; their entries are needed only where a filter or sections say which records are
  ///     compared.
  ///   - shards: What all shards found.
  ///   - choice: What tells the records apart.
  /// - Throws: `ComparisonError` where duplicates are refused and there are some, or nothing was compared.
  /// - Complexity: O(*n* + *m*), and O(*d* log *d*) for *d* differences and moves.
  package convenience init(_ all: ComparisonInput, parts: [MappedPart], shards: [ReducedShard], choice: KeyChoice)
    throws
  {
    let gathered = try GatheredRecords(all, of: parts, choice: choice)
    let input = gathered.input
    let offsets = Sides { input.offsets($0) }
    let differences = Differences(shards, offsets.target)
    var duplicates = Duplicates()
    let examples = Sides<(Int) -> Int> { side in { Int(offsets[side](Int32(truncatingIfNeeded: $0))) } }
    for shard in shards { duplicates.add(shard.duplicates.mapped(examples)) }
    let pairing = Pairing(
      pairs: shards.lazy.flatMap { shard in
        zip(shard.sources, shard.targets).lazy.map { pair in
          (source: offsets.source(pair.0), target: offsets.target(pair.1))
        }
      }, sourceCount: input.orders.source.count, targetCount: input.orders.target.count,
      duplicates: duplicates)
    let paired = PairedRecords(
      input, gathered.sections, IdentityIndex(input, prints: gathered.prints), pairing, differences)
    var tally = RuleTally()
    for part in parts.map(\.tally) + shards.map(\.tally) { tally.add(part) }
    try self.init(input, gathered.sections, paired, choice, tally: tally)
    try checkSomethingCompared()
  }
}

extension ComparisonInput {
  /// Gives the offset of a record of one side.
  fileprivate func offsets(_ side: Side) -> @Sendable (Int32) -> Int32 {
    let order = orders[side]
    guard !order.isFileOrder else { return { $0 } }
    let offsets = order.offsets(ofRecords: tables[side].count)
    return { max(0, offsets[Int($0)]) }
  }
}

extension Differences {
  /// The differences of all shards, in the order of the whole.
  fileprivate init(_ shards: [ReducedShard], _ offset: (Int32) -> Int32) {
    var found: [(target: Int32, columns: ArraySlice<Int32>)] = []
    for shard in shards {
      var start = 0
      for (target, width) in zip(shard.updated, shard.widths) {
        found.append((offset(target), shard.columns[start..<start + Int(width)]))
        start += Int(width)
      }
    }
    self.init(found.sorted { $0.target < $1.target })
  }
}
