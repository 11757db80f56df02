import Records

/// How many parts of one key have no value.
package struct KeyPartGaps {
  package private(set) var parts = 0
  package private(set) var absent = 0
  package private(set) var null = 0
  package private(set) var empty = 0

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
  package func gaps(_ side: Side, _ offset: Int, _ worker: ComparisonWorker) throws -> KeyPartGaps {
    var gaps = KeyPartGaps()
    try forEachPart(side, offset, worker) { gaps.add($0.kind, isEmpty: $0.bytes.isEmpty) }
    return gaps
  }
}
