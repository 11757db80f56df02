/// A comparison whose records and pairs do not fit into memory.
///
/// **Selection.** Where there is a filter, or records name sections, every record is looked at once to know which are
/// compared, and where they stand (``SpilledSelection``).
///
/// **Fingerprints.** Every record is looked at once. A fingerprint of its identity and one of its content go to the temporary
/// folder, 128 bits each, made with secrets of this run; the first decides the partition that they go to (``RecordSpill``).
/// A key that is searched for is tried so (``SpilledKeyTrial``), and what the trial of the one that is found gave is kept.
///
/// **Pairs.** A partition has all records of its identities, and fits into memory; so it is paired there, with the same
/// policy for duplicates as everywhere. Pairs go to the folder, divided by where they stand in the target (``PairSpill``).
///
/// **Changes.** Pairs are brought into the target's order, piece by piece. Where contents have one fingerprint nothing
/// differs; the others are read again, in that order, and compared under the rules. Moves are the least ones, found in
/// memory that grows with displaced records alone (``SpilledChanges``, ``SpilledMoves``).
///
/// In memory at any time: a block of records, the buffers of the partitions, the partitions that are being joined, a bit for
/// each source record, the names of sections, and the changes. From there on the result is made as it always is.
///
/// **The invariants.** All records of one identity are in one partition, so that each is joined without the others. Offsets
/// are those of the order that is compared, and a partition's records are joined in that order: duplicates pair as they do
/// in memory. Equal fingerprints count as equal; that two others meet takes 2⁶⁴ records, and no input can aim at it, since
/// the secrets are drawn anew for each run. The result has the same bytes as one that was made in memory.
///
/// **What must be changed together.** What an identity and an equal content are: here ``Fingerprint``, in memory
/// ``IdentityIndex``. The policy for duplicates: ``PartitionJoin`` and the engine's `Pairing`. A comparison in pieces
/// (`Sharding`) tells identities apart by the same fingerprints.
///
/// **The source.** M. Kitsuregawa, H. Tanaka and T. Moto-oka, "Application of hash to data base machine and its
/// architecture", New Generation Computing 1(1), 1983 ([doi:10.1007/BF03037022](https://doi.org/10.1007/BF03037022)).
extension Comparison {
  /// Compares with a limit of memory.
  ///
  /// - Throws: `SpillError`; `ComparisonError`, or what rules throw.
  package convenience init(spilling all: ComparisonInput, _ memory: SpillingMemory) throws {
    let selection = try SpilledSelection(all, memory)
    let identified = try IdentifiedInput(selection.collections) {
      try SpilledKeyTrial(of: $0, selection.collections, memory)
    }
    let division = try selection.divided(identified.collections, choice: identified.choice)
    let collections = division?.collections ?? identified.collections
    let rules = collections.plan.rules
    let sections = SpilledSections(
      division?.sections, counts: Sides { collections.orders[$0].count }, rules.moves)
    // Sections have brought the records into another order.
    let trial = division == nil ? identified.trial : nil
    let found =
      try trial?.pairs
      ?? PairSpill(
        RecordSpill(identified.collections, at: division?.places, memory), sections, memory)
    var moves = SpilledMoves(
      rules.moves, sections, among: found.sources, count: found.pairedCount)
    let partners = try found.partners { moves.see($0, $1) }
    moves.settle()
    let changes = try SpilledChanges(collections, partners, moves, memory)
    let pairs = SpilledPairs(
      partners, sources: found.sources, of: found.counts.source, pairedCount: found.pairedCount,
      duplicates: found.duplicates)
    let paired = PairedRecords(
      IdentityIndex(collections, prints: Sides(source: [], target: [])), pairs,
      changes.differences,
      changes.edits(
        sections, deleted: pairs.unpairedSources, updatedSections: division?.sections.updated,
        rules.moves))
    try self.init(collections, division?.sections, paired, identified.choice)
    try checkSomethingCompared()
  }
}
