import Records
import StagedDiff

/// A comparison in pieces, for machines that share nothing but files.
///
/// **map.** The records of both inputs, the source's and then the target's, are cut into as many *parts* of consecutive
/// records as there are shards. A part's records are filtered, and each gets a *fingerprint* of its identity: 128 bits,
/// made with secrets that the plan has drawn. The fingerprint decides the *shard* that a record belongs to, so that all
/// records of one identity, of both sides and of all parts, meet in one shard (``MappedPart``).
///
/// **reduce.** A shard's records, in the order of the inputs, are compared as the whole would be: the same pairing, the
/// same policy for duplicates, the same rules (``ReducedShard``). Pairs depend on nothing outside of the shard: records
/// pair by identity, and what section a record is in is known of all. What identities are columns is confirmed by the
/// columns; what a function gave, by the fingerprint.
///
/// **finish.** Pairs and differences of all shards make one pairing and one list of differences; duplicates are added
/// up. Moves are found over all pairs, since they depend on the order of all. From there on the result is made as it
/// always is (``Comparison``), so that every report has the same bytes.
///
/// Invariants: parts cover every record once and in order; the entries of a shard, read part after part, are ascending
/// in the records of each side; each record that the filter keeps is in exactly one shard.
///
/// **What must be changed together.** What an identity is: here ``Fingerprint``, in memory ``IdentityIndex``. What a
/// part or a shard holds: ``MappedPart`` and ``ReducedShard``, and the files that `Requests/Sharding` writes of them. A
/// comparison that does not fit into memory (`Spilling`) tells identities apart by the same fingerprints.
package struct ShardLayout: Sendable {
  package let shards: Int
  /// More shards than this are a mistake.
  package static let most = 4096
  package let counts: Sides<Int>

  package init(shards: Int, counts: Sides<Int>) {
    self.shards = shards
    self.counts = counts
  }

  package func records(ofPart part: Int) -> Sides<Range<Int>> {
    let all = counts.source + counts.target
    let (start, end) = (all * part / shards, all * (part + 1) / shards)
    let source = min(start, counts.source)..<min(end, counts.source)
    let target = max(start, counts.source)..<max(end, counts.source)
    return Sides(source: source, target: target.lowerBound - counts.source..<target.upperBound - counts.source)
  }

  /// The shard of a record, by the half of its fingerprint that tables of identities do not look at: they are filled by
  /// the upper bits of the other one, which would be alike in all of a shard.
  func shard(of print: Fingerprint) -> Int { Int(print.second.multipliedFullWidth(by: UInt64(shards)).high) }
}

extension ComparisonInput {
  /// Both inputs under a plan, none of their records looked at.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit.
  package init(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws {
    let bound = try ResolvedPlan(plan, source: tables.source, target: tables.target)
    try PathCheck(bound.inside, tables: tables).run()
    self.init(source: tables.source, target: tables.target, plan: bound)
  }

  /// What tells the records apart, found as a comparison finds it.
  ///
  /// - Throws: What rules throw.
  /// - Complexity: O(1), but for a key that is searched for.
  package func keyChoice() throws -> KeyChoice {
    guard case .automatic = plan.rules.identity else { return KeyChoice(plan.rules.identity) }
    var input = self
    try input.filter()
    return try IdentifiedInput(input).choice
  }

  /// The same with the identity that a search has found.
  package func settled(by choice: KeyChoice) throws -> ComparisonInput {
    guard case .automatic = plan.rules.identity else { return self }
    guard case .found(let columns, _) = choice else { return try identified(by: .record) }
    return try identified(by: .columns(columns), permitsGaps: true)
  }

  /// Says which records of a side have to meet, in every process with the same secrets.
  ///
  /// - Parameters:
  ///   - pass: The pass of the identity that pairs records, from 1.
  ///   - wantsSections: Whether to look at the sections.
  /// - Returns: For each record a number that all records have which it may pair with, or 0 for one that the filter leaves
  ///   out; and the sections that they name, each with the first record that does.
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  /// - Complexity: O(*b*) for *b* bytes of the side, and the rules' own cost.
  package func identityNumbers(_ side: Side, _ secrets: FingerprintSecrets, pass: Int, wantsSections: Bool) throws
    -> (numbers: [UInt64], sections: [(record: Int, name: Value)])
  {
    var input = self
    input.orders[side.other] = RecordOrder(all: 0)
    try input.filter()
    let (order, passes) = (input.orders[side], plan.rules.passes)
    let named = wantsSections ? SectionNumbers(try input.sectionNames(side, of: order)) : SectionNumbers([])
    if pass > 1, let identity = passes[pass - 2].meeting {
      input = try input.identified(by: identity, permitsGaps: true)
    }
    var numbers = [UInt64](repeating: 0, count: tables[side].count)
    for (offset, print) in try input.fingerprints(side, secrets, gapsApart: !passes.isEmpty).enumerated() {
      numbers[order[offset]] = max(print.first, 1)
    }
    return (numbers, zip(named.firsts, named.names).map { (order[$0], $1) })
  }

  /// Whether it takes a look at the records to know which are compared, and in what order.
  package var isNarrowed: Bool { plan.rules.filter != nil || plan.rules.namesSections }
}

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
