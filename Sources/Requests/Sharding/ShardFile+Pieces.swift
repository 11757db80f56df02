import Comparing
import StagedDiff

/// Parts and shards as slices of a file: of a part, its sections and then a slice for each shard.
extension ShardFile {
  func write(_ part: MappedPart) throws {
    var sections = ShardBytes()
    for side in Side.allCases { sections.append(part.sections[side]) }
    sections.append(part.tally.counts)
    let shards = part.shards.map { shard in
      var slice = ShardBytes()
      for side in Side.allCases {
        slice.append(shard[side].records)
        slice.append(shard[side].prints)
        slice.append(shard[side].sections)
      }
      return slice
    }
    try write([sections] + shards)
  }

  /// Reads a part.
  ///
  /// - Parameter shard: The one shard whose entries are wanted; `nil` for those of all.
  func part(of layout: ShardLayout, only shard: Int? = nil) throws(LunaDiffError) -> MappedPart {
    let shards = layout.shards
    let wanted = shard.map { [$0] } ?? Array(0..<shards)
    var slices = try read([0] + wanted.map { $0 + 1 })
    let none = Sides(source: MappedPart.Entries(), target: MappedPart.Entries())
    var part = MappedPart(
      shards: Array(repeating: none, count: shards), sections: Sides(source: [], target: []))
    for side in Side.allCases {
      guard let sections = slices[0].next(of: Int32.self) else { throw damaged }
      part.sections[side] = sections
    }
    guard let counts = slices[0].next(of: Int32.self) else { throw damaged }
    part.tally = RuleTally(counts: counts)
    for (place, shard) in wanted.enumerated() {
      for side in Side.allCases {
        var entries = MappedPart.Entries()
        guard let records = slices[place + 1].next(of: Int32.self),
          let prints = slices[place + 1].next(of: Fingerprint.self),
          let sections = slices[place + 1].next(of: Int32.self)
        else { throw damaged }
        (entries.records, entries.prints, entries.sections) = (records, prints, sections)
        part.shards[shard][side] = entries
      }
    }
    guard part.fits(layout) else { throw damaged }
    return part
  }

  func write(_ shard: ReducedShard) throws {
    var slice = ShardBytes()
    for array in [
      shard.sources, shard.targets, shard.updated, shard.widths, shard.columns, shard.tally.counts,
    ] {
      slice.append(array)
    }
    for side in [shard.duplicates.source, shard.duplicates.target] {
      slice.append([side.identities, side.repetitions])
      slice.append(side.examples.flatMap { [$0.first, $0.second] })
    }
    try write([slice])
  }

  /// Reads a shard.
  func shard(of layout: ShardLayout) throws(LunaDiffError) -> ReducedShard {
    var slices = try read([0])
    var arrays: [[Int32]] = []
    while arrays.count < 6, let array = slices[0].next(of: Int32.self) { arrays.append(array) }
    var sides: [Duplicates.Side] = []
    while sides.count < 2, let counts = slices[0].next(of: Int.self), counts.count == 2,
      let examples = slices[0].next(of: Int.self)
    {
      let pairs = stride(from: 0, to: examples.count - 1, by: 2).map {
        Duplicates.Example(first: examples[$0], second: examples[$0 + 1])
      }
      sides.append(
        Duplicates.Side(identities: counts[0], repetitions: counts[1], examples: pairs))
    }
    guard arrays.count == 6, sides.count == 2 else { throw damaged }
    var shard = ReducedShard()
    (shard.sources, shard.targets, shard.updated) = (arrays[0], arrays[1], arrays[2])
    (shard.widths, shard.columns) = (arrays[3], arrays[4])
    shard.tally = RuleTally(counts: arrays[5])
    shard.duplicates = Duplicates(source: sides[0], target: sides[1])
    guard shard.fits(layout) else { throw damaged }
    return shard
  }
}
