import Platform
import Records

/// The records of two sides, within blocks, whose texts are nearly the same.
///
/// In a block the nearest two pair first; of equally near ones those that stand first in the source, then in the
/// target. Blocks are independent of each other, so that the number of threads does not matter.
package struct NearMatches {
  /// Two records, by their offsets.
  struct Match: Sendable {
    let source: Int32
    let target: Int32
    let nearness: MatchedPasses.Nearness
  }

  /// What was not compared, since it would have taken too long.
  struct Omissions: Sendable {
    /// How many blocks, what the largest is called, and how many records it has.
    var blocks = 0
    var largest: (name: [Value], count: Int)?
    var limit = 0
    var texts = 0
  }

  private(set) var matches: [Match] = []
  private(set) var omissions = Omissions()

  package static let longestText = LikenessMethod.longestOfCharacters

  /// Compares all records of collections that are identified by the columns of the block and then the texts.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*n b k t*) for *n* records in blocks of at most *b*, a distance of *k* and texts of *t*
  ///   characters; a look at lengths and characters saves nearly all of it.
  init(_ input: ComparisonInput, _ rule: NearMatching) throws {
    var blocks: [Block] = []
    var numbers = NameTable<[Value]>()
    for side in Side.allCases {
      for record in try Self.records(input, side) {
        guard let text = record.text else {
          omissions.texts += 1
          continue
        }
        let number = Int(numbers.number(of: record.block))
        if number == blocks.count { blocks.append(Block(name: record.block)) }
        blocks[number].texts[side].append(text)
      }
    }
    blocks.removeAll { $0.texts.source.isEmpty || $0.texts.target.isEmpty }
    leaveOutLarge(&blocks, rule, input)
    let (all, meter) = (blocks, input.plan.run.meter)
    let found = try Parallel.map(count: all.count, workers: input.plan.run.workers, grain: 1) { range in
      try range.flatMap { try all[$0].matches(within: rule.distance, meter) }
    }
    matches = Array(found.joined())
  }

  private mutating func leaveOutLarge(_ blocks: inout [Block], _ rule: NearMatching, _ input: ComparisonInput) {
    let large = blocks.filter { $0.count > rule.maxBlock }
    blocks.removeAll { $0.count > rule.maxBlock }
    omissions.limit = rule.maxBlock
    omissions.blocks = large.count
    let mask = KeyMask(input.plan)
    // Of equally large ones the first.
    if let largest = large.reversed().max(by: { $0.count < $1.count }) {
      // The mask knows the columns by their places, of which the text's is the last.
      let shown = mask.map { Array($0.shown(largest.name + [.absent]).dropLast()) } ?? largest.name
      omissions.largest = (shown, largest.count)
    }
  }

  // MARK: Texts

  /// A record: its block, and its text unless that is too long.
  private typealias Record = (block: [Value], text: BlockText?)

  private static func records(_ input: ComparisonInput, _ side: Side) throws -> [Record] {
    let order = input.orders[side]
    return try input.flatMap(count: order.count) { range, worker in
      try range.compactMap { offset -> Record? in
        var isWhole = true
        var values: [Value] = []
        try worker.forEachKeyField(side, order[offset]) { _, field in
          isWhole = isWhole && !field.isVoid
          values.append(field.value)
        }
        guard isWhole, let text = values.popLast() else { return nil }
        return (values, BlockText(text, at: Int32(truncatingIfNeeded: offset)))
      }
    }
  }
}

private struct BlockText: Sendable {
  let offset: Int32
  let characters: [UInt32]
  /// A bit for each character that occurs, of which several share one.
  let letters: UInt64

  /// - Returns: `nil` for one that is too long.
  init?(_ value: Value, at offset: Int32) {
    self.offset = offset
    characters = value.description.unicodeScalars.map(\.value)
    guard characters.count <= NearMatches.longestText else { return nil }
    letters = characters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// Whether no look at the characters' order can bring two texts so near.
  func isFar(from other: BlockText, _ distance: Int) -> Bool {
    abs(characters.count - other.characters.count) > distance || (letters & ~other.letters).nonzeroBitCount > distance
      || (other.letters & ~letters).nonzeroBitCount > distance
  }
}

private struct Block: Sendable {
  let name: [Value]
  var texts = Sides<[BlockText]>(source: [], target: [])

  var count: Int { texts.source.count + texts.target.count }

  /// The pairs, nearest first.
  func matches(within distance: Int, _ meter: WorkMeter?) throws -> [NearMatches.Match] {
    var candidates = [[(source: Int32, target: Int32)]](repeating: [], count: distance + 1)
    var distances = EditDistance(limit: distance)
    for (source, old) in texts.source.enumerated() {
      try meter?.check()
      for (target, new) in texts.target.enumerated() where !old.isFar(from: new, distance) {
        guard let found = distances.between(old.characters, new.characters) else { continue }
        candidates[found].append((Int32(source), Int32(target)))
      }
    }
    return matches(candidates)
  }

  /// Takes the candidates by distance, each record once.
  private func matches(_ candidates: [[(source: Int32, target: Int32)]]) -> [NearMatches.Match] {
    var isTaken = Sides { [Bool](repeating: false, count: texts[$0].count) }
    var matches: [NearMatches.Match] = []
    for (distance, pairs) in candidates.enumerated() {
      for pair in pairs where !isTaken.source[Int(pair.source)] && !isTaken.target[Int(pair.target)] {
        isTaken.source[Int(pair.source)] = true
        isTaken.target[Int(pair.target)] = true
        let (old, new) = (texts.source[Int(pair.source)], texts.target[Int(pair.target)])
        let length = max(old.characters.count, new.characters.count)
        matches.append(
          NearMatches.Match(
            source: old.offset, target: new.offset, nearness: MatchedPasses.Nearness(distance: distance, length: length)
          ))
      }
    }
    return matches
  }
}
