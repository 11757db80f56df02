import Records

/// Which parts of the keys of one side have no value.
struct KeyGaps: Sendable {
  private(set) var absent = 0
  private(set) var null = 0
  private(set) var empty = 0
  /// How many keys have a part without a value, whatever it is.
  private(set) var unfilled = 0
  /// For each offset whether its key identifies nothing: a part is missing, or no part has any text.
  private(set) var isHollow: [Bool] = []

  /// Looks at the key of every record, on several threads.
  init(_ comparison: Comparison, _ side: Side) throws {
    let collections = comparison.collections
    let parts = try collections.map(count: collections.orders[side].count) { range, worker in
      var part = KeyGaps()
      for offset in range {
        part.add(try comparison.identities.gaps(side, offset, worker))
      }
      return part
    }
    for part in parts {
      absent += part.absent
      null += part.null
      empty += part.empty
      unfilled += part.unfilled
      isHollow += part.isHollow
    }
  }

  private init() {}

  private mutating func add(_ gaps: KeyPartGaps) {
    absent += gaps.absent > 0 ? 1 : 0
    null += gaps.null > 0 ? 1 : 0
    empty += gaps.empty > 0 ? 1 : 0
    unfilled += gaps.absent + gaps.null + gaps.empty > 0 ? 1 : 0
    isHollow.append(gaps.absent + gaps.null > 0 || gaps.empty == gaps.parts)
  }
}

/// How many parts of one key have no value.
struct KeyPartGaps {
  private(set) var parts = 0
  private(set) var absent = 0
  private(set) var null = 0
  private(set) var empty = 0

  /// Whether every part has a value.
  var isEmpty: Bool { absent + null + empty == 0 }

  /// Counts a part.
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

extension IdentityIndex {
  /// The parts without a value of the identity at an offset.
  func gaps(_ side: Side, _ offset: Int, _ worker: ComparisonWorker) throws -> KeyPartGaps {
    var gaps = KeyPartGaps()
    try forEachPart(side, offset, worker) { gaps.add($0.kind, isEmpty: $0.bytes.isEmpty) }
    return gaps
  }
}
