import StagedDiff

/// The identities of the elements of two lists, as numbers: equal numbers are equal identities.
struct ListIdentities {
  private var numbers = Sides<[UInt32]> { _ in [] }
  private var ofBytes = NameTable<[UInt8]>()
  private var ofHashes = NameTable<UInt64>()
  /// Tells elements of one identity apart by their content; `nil` where identity is content.
  private let content: ((Side, Int) throws -> [UInt8])?

  /// - Parameter content: The one spelling, under the rules, of the element at a place, asked only about elements that
  ///   share their identity with another one of their list.
  init(content: ((Side, Int) throws -> [UInt8])? = nil) { self.content = content }

  mutating func add(_ identity: [UInt8], in side: Side) {
    numbers[side].append(ofBytes.number(of: identity))
  }

  mutating func add(_ hash: UInt64, in side: Side) {
    numbers[side].append(ofHashes.number(of: hash))
  }

  /// The places of the elements of equal identity: those of equal content first, then the first with the first.
  ///
  /// - Throws: What spelling the content throws.
  func pairs() throws -> [(source: Int, target: Int)] {
    guard let content, let refined = try refined(content) else {
      return Self.pairs(numbers, Sides { side in Array(numbers[side].indices) })
    }
    let same = Self.pairs(refined, Sides { side in Array(numbers[side].indices) })
    let paired = (sources: Set(same.map(\.source)), targets: Set(same.map(\.target)))
    let rest = Sides(
      source: numbers.source.indices.filter { !paired.sources.contains($0) },
      target: numbers.target.indices.filter { !paired.targets.contains($0) })
    return same + Self.pairs(Sides { side in rest[side].map { numbers[side][$0] } }, rest)
  }

  private static func pairs(_ numbers: Sides<[UInt32]>, _ places: Sides<[Int]>) -> [(source: Int, target: Int)] {
    let pairing = Pairing(sourceIdentities: numbers.source, targetIdentities: numbers.target)
    return pairing.targetToSource.enumerated().compactMap { target, source in
      source < 0 ? nil : (places.source[Int(source)], places.target[target])
    }
  }

  /// Numbers that tell elements of one identity apart by content; `nil` if no identity occurs twice in a list.
  private func refined(_ content: (Side, Int) throws -> [UInt8]) throws -> Sides<[UInt32]>? {
    let repeated = repeatedNumbers()
    guard !repeated.isEmpty else { return nil }
    var ofContents = NameTable<[UInt8]>()
    let first = UInt32(truncatingIfNeeded: ofBytes.count)
    return try Sides { side in
      try numbers[side].enumerated().map { place, number in
        guard repeated.contains(number) else { return number }
        let key = try (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } + content(side, place)
        return first + ofContents.number(of: key)
      }
    }
  }

  private func repeatedNumbers() -> Set<UInt32> {
    var repeated: Set<UInt32> = []
    for side in Side.allCases {
      var seen: Set<UInt32> = []
      for number in numbers[side] where !seen.insert(number).inserted { repeated.insert(number) }
    }
    return repeated
  }
}
