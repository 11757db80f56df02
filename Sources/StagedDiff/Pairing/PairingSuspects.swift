/// Elements whose identities may occur more than once.
///
/// Of the source all of them, of the target those without a trial partner; ascending offsets.
@usableFromInline struct PairingSuspects {
  @usableFromInline var sources: [Int32]
  @usableFromInline var targets: [Int32]

  @inlinable init(sources: [Int32] = [], targets: [Int32] = []) {
    self.sources = sources
    self.targets = targets
  }

  /// Leaves out those that a look at other bits of the hashes clears: pays where hashes cost nothing and most trial
  /// pairs were right.
  @inlinable mutating func refine<Input: PairingInput>(_ input: Input) {
    let filter = CollisionFilter(count: sources.count &+ targets.count, round: 1)
    for offset in sources { filter.enter(input.sourceHash(Int(offset))) }
    for offset in targets { filter.enter(input.targetHash(Int(offset))) }
    filter.keepCollisions()
    let places = filter.suspects(0, filter.count, 0, in: filter).map(Int.init)
    let border = places.firstIndex { $0 >= sources.count } ?? places.count
    targets = places[border...].map { targets[$0 &- sources.count] }
    sources = places[..<border].map { sources[$0] }
  }

  /// Dissolves the trial pairs of the sources; their partners become suspects too.
  ///
  /// - Returns: how many pairs there were.
  @inlinable mutating func dissolvePairs(_ sourceToTarget: Partners, _ targetToSource: Partners) -> Int {
    var partners: [Int32] = []
    for source in sources where sourceToTarget[Int(source)] >= 0 {
      let target = sourceToTarget[Int(source)]
      partners.append(target)
      sourceToTarget[Int(source)] = -1
      targetToSource[Int(target)] = -1
    }
    targets = merged(partners, targets)
    return partners.count
  }

  /// Pairs the suspects through the table.
  ///
  /// - Returns: how many pairs that made more, or less, and the duplicates among them.
  @inlinable mutating func pair<Input: PairingInput>(
    _ input: Input, _ sourceToTarget: Partners, _ targetToSource: Partners, countsDuplicates: Bool
  ) throws(Input.Failure) -> (pairs: Int, duplicates: Duplicates) {
    try input.proceed()
    let dissolved = dissolvePairs(sourceToTarget, targetToSource)
    if sources.isEmpty && targets.isEmpty { return (0, Duplicates()) }
    let pairing = try Pairing(
      throughTable: SubsetInput(input: input, sources: sources, targets: targets), sources.count, targets.count, nil,
      nil, countsDuplicates: countsDuplicates)
    for (index, partner) in pairing.targetToSource.enumerated() where partner >= 0 {
      let source = sources[Int(partner)]
      let target = targets[index]
      sourceToTarget[Int(source)] = target
      targetToSource[Int(target)] = source
    }
    return (pairing.pairedCount &- dissolved, pairing.duplicates.renumbered(sources, targets))
  }
}

/// Two ascending lists as one.
@usableFromInline func merged(_ left: [Int32], _ right: [Int32]) -> [Int32] {
  var result: [Int32] = []
  result.reserveCapacity(left.count + right.count)
  var rest = right[...]
  for number in left {
    while let first = rest.first, first < number {
      result.append(first)
      rest.removeFirst()
    }
    result.append(number)
  }
  return result + rest
}

extension Duplicates {
  /// The same counts with the offsets that places in two lists stand for.
  @usableFromInline func renumbered(_ sources: [Int32], _ targets: [Int32]) -> Duplicates {
    Duplicates(source: source.renumbered(sources), target: target.renumbered(targets))
  }
}

extension Duplicates.Side {
  func renumbered(_ offsets: [Int32]) -> Duplicates.Side {
    var result = self
    result.examples = examples.map {
      Duplicates.Example(first: Int(offsets[$0.first]), second: Int(offsets[$0.second]))
    }
    return result
  }
}

/// Some elements of both sides, by their places in two lists of offsets.
@usableFromInline struct SubsetInput<Input: PairingInput>: PairingInput {
  @usableFromInline let input: Input
  @usableFromInline let sources: [Int32]
  @usableFromInline let targets: [Int32]

  @inlinable init(input: Input, sources: [Int32], targets: [Int32]) {
    self.input = input
    self.sources = sources
    self.targets = targets
  }

  @inlinable package var canReseed: Bool { input.canReseed }

  @inlinable package func reseeded() -> SubsetInput {
    SubsetInput(input: input.reseeded(), sources: sources, targets: targets)
  }

  @inlinable @inline(__always) package func touch(source offset: Int) -> UInt32 {
    input.touch(source: Int(sources[offset]))
  }

  @inlinable @inline(__always) package func sourceHash(_ offset: Int) -> UInt64 {
    input.sourceHash(Int(sources[offset]))
  }

  @inlinable @inline(__always) package func targetHash(_ offset: Int) -> UInt64 {
    input.targetHash(Int(targets[offset]))
  }

  @inlinable @inline(__always) package func isIdentical(source offset: Int, target other: Int) throws(Input.Failure)
    -> Bool
  { try input.isIdentical(source: Int(sources[offset]), target: Int(targets[other])) }

  @inlinable @inline(__always) package func isIdentical(source offset: Int, source other: Int) throws(Input.Failure)
    -> Bool
  { try input.isIdentical(source: Int(sources[offset]), source: Int(sources[other])) }

  @inlinable @inline(__always) package func isIdentical(target offset: Int, target other: Int) throws(Input.Failure)
    -> Bool
  { try input.isIdentical(target: Int(targets[offset]), target: Int(targets[other])) }
}
