import Records

/// Which records of one side lack a part of their key.
package struct KeyGaps: Sendable {
  /// How many keys have a part that is absent, null, an empty text; any of these.
  package private(set) var absent = 0
  package private(set) var null = 0
  package private(set) var empty = 0
  package private(set) var unfilled = 0
  /// The offsets of keys that identify nothing: a part is missing, or no part has any text.
  private(set) var hollow: OffsetSet
  private(set) var hollowCount = 0

  /// Looks at the identity of every record, on several threads; of one column only where the hash says that it may have
  /// no value.
  ///
  /// - Throws: What a normalizer or an identity that is a script throws.
  package init(_ identities: IdentityIndex, _ input: ComparisonInput, _ side: Side) throws {
    var hashes: [UInt64]?
    if case .columns(let names) = input.plan.rules.identity, names.count == 1 { hashes = identities.hashes[side] }
    if let hashes, !hashes.contains(where: IdentityIndex.mayBeHollow) {
      self.init(noneOf: input.orders[side].count)
      return
    }
    try self.init(input, side) { [hashes] offset, worker, body in
      if let hashes, !IdentityIndex.mayBeHollow(hashes[offset]) { return }
      try identities.forEachPart(side, offset, worker, body)
    }
  }

  private init(noneOf count: Int) { hollow = OffsetSet(below: count) }

  /// - Parameter forEachPart: Calls its last argument with each part of the key at an offset, or with none.
  init(
    _ input: ComparisonInput, _ side: Side,
    forEachPart: @Sendable (Int, ComparisonWorker, (Field) -> Void) throws -> Void
  ) throws {
    let count = input.orders[side].count
    hollow = OffsetSet(below: count)
    let found = try input.map(count: count) { range, worker in
      try range.compactMap { offset in
        var gaps = PartGaps()
        try forEachPart(offset, worker) { gaps.add($0.kind, isEmpty: $0.bytes.isEmpty) }
        return gaps.isFilled ? nil : (offset: offset, gaps: gaps)
      }
    }
    for (offset, gaps) in found.joined() { add(gaps, at: offset) }
  }

  private mutating func add(_ gaps: PartGaps, at offset: Int) {
    absent += gaps.absent > 0 ? 1 : 0
    null += gaps.null > 0 ? 1 : 0
    empty += gaps.empty > 0 ? 1 : 0
    unfilled += 1
    guard gaps.isHollow else { return }
    hollow.insert(Int32(truncatingIfNeeded: offset))
    hollowCount += 1
  }

  package func isHollow(_ offset: Int) -> Bool { hollow.contains(Int32(truncatingIfNeeded: offset)) }
}

private struct PartGaps {
  private var parts = 0
  private(set) var absent = 0
  private(set) var null = 0
  private(set) var empty = 0

  var isFilled: Bool { absent + null + empty == 0 }
  var isHollow: Bool { absent + null > 0 || empty == parts }

  mutating func add(_ kind: Field.Kind, isEmpty: Bool) {
    parts += 1
    switch kind {
    case .absent: absent += 1
    case .null: null += 1
    case .text, .escapedText: empty += isEmpty ? 1 : 0
    case .number, .true, .false, .object, .array: break
    }
  }
}
