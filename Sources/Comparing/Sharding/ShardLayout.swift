/// A comparison in pieces, for machines that share nothing but files.
///
/// **map.** The records of both inputs, the source's and then the target's, are cut into as many *parts* of consecutive
/// records as there are shards. A part's records are filtered, and each gets a *fingerprint* of its identity: 128 bits, made
/// with secrets that the plan has drawn. The fingerprint decides the *shard* that a record belongs to, so that all records
/// of one identity, of both sides and of all parts, meet in one shard (``MappedPart``).
///
/// **reduce.** A shard's records, in the order of the inputs, are compared as the whole would be: the same pairing, the
/// same policy for duplicates, the same rules (``ReducedShard``). Pairs depend on nothing outside of the shard: records
/// pair by identity, and what section a record is in is known of all. What identities are columns is confirmed by the
/// columns; what a function gave, by the fingerprint.
///
/// **finish.** Pairs and differences of all shards make one pairing and one list of differences; duplicates are added up.
/// Moves are found over all pairs, since they depend on the order of all. From there on the result is made as it always
/// is (``Comparison``), so that every report has the same bytes.
///
/// Invariants: parts cover every record once and in order; the entries of a shard, read part after part, are ascending
/// in the records of each side; each record that the filter keeps is in exactly one shard.
package struct ShardLayout: Sendable {
  /// How many shards there are, and how many parts.
  package let shards: Int
  /// More shards than this are a mistake.
  package static let most = 4096
  /// How many records each input has.
  package let counts: Sides<Int>

  package init(shards: Int, counts: Sides<Int>) {
    self.shards = shards
    self.counts = counts
  }

  /// The records of a part, counted from 0.
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
