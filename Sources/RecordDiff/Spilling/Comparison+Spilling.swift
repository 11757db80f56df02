import Platform
import Records
import StagedDiff

/// A comparison whose records and pairs do not fit into memory.
///
/// **Fingerprints.** Every record is looked at once. A fingerprint of its identity and one of its content go to the temporary
/// folder, 128 bits each, made with secrets of this run; the first decides the partition that they go to (``RecordSpill``).
///
/// **Pairs.** A partition has all records of its identities, and fits into memory; so it is paired there, with the same
/// policy for duplicates as everywhere. Pairs go to the folder, divided by where they stand in the target (``PairSpill``).
///
/// **Changes.** Pairs are brought into the target's order, piece by piece. Where contents have one fingerprint nothing
/// differs; the others are read again, in the order of the files, and compared under the rules. Moves are the least ones,
/// found in memory that grows with displaced records alone (``SpilledChanges``, ``SpilledMoves``).
///
/// In memory at any time: a block of records, the buffers of the partitions, the partitions that are being joined, a bit for
/// each source record, and the changes. From there on the result is made as it always is.
extension Comparison {
  /// Compares with a limit of memory.
  ///
  /// - Parameters:
  ///   - all: Both inputs with an identity that is settled, without sections.
  ///   - choice: What tells the records apart.
  /// - Throws: `SpillError`; `ComparisonError`, or what rules throw.
  package convenience init(
    spilling all: ComparisonInput, choice: KeyChoice, _ memory: SpillingMemory
  ) throws {
    let records = try RecordSpill(all, memory)
    let collections = records.collections
    let found = try PairSpill(records, memory)
    let rule = collections.plan.rules.moves
    var moves = SpilledMoves(rule, among: found.sources, count: found.pairedCount)
    let partners = try found.partners(in: memory.folder) { moves.see($0) }
    moves.settle()
    let changes = try SpilledChanges(collections, partners, moves, memory)
    let sourceCount = collections.orders.source.count
    let pairs = SpilledPairs(
      partners: partners, sourceCount: sourceCount, pairedCount: found.pairedCount,
      duplicates: found.duplicates)
    let paired = PairedRecords(
      IdentityIndex(collections, prints: Sides(source: [], target: [])), pairs,
      changes.differences, changes.changes(found, sourceCount: sourceCount, rule))
    try self.init(collections, nil, paired, choice)
    try checkSomethingCompared()
  }
}
