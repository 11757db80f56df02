/// Which section and which element of the source is which of the target.
///
/// Elements pair first-in-first-out over the flattened collection. Only pairs of which both sections survive are kept:
/// an element that leaves a deleted section or enters an inserted one goes and comes with it. Elements in surviving
/// sections are therefore preferred to copies of the same identity in deleted or inserted ones, except in
/// ``MoveDetection/heckel`` mode, which pairs as DifferenceKit does.
public struct SectionedPairing: Sendable, Hashable {
  /// The pairs of sections.
  public let sections: Pairing
  /// The pairs of elements, by flattened offsets; its duplicates count all elements.
  public let elements: Pairing
  /// The source's sections and their elements.
  public let source: SectionLayout
  /// The target's sections and their elements.
  public let target: SectionLayout
  /// The mode that decided about copies.
  public let moves: MoveDetection

  /// Pairs elements by hashes of their identities that a closure confirms.
  ///
  /// Hashes are given by the elements' own offsets, and so are the closure's arguments, *global*
  /// ones: 0 ..< *n* is the source, *n* ..< *n* + *m* the target.
  ///
  /// - Parameters:
  ///   - sections: the pairs of sections.
  ///   - source: how the source's elements lie in its sections.
  ///   - target: how the target's elements lie in its sections.
  ///   - moves: the mode in which changes will be found.
  ///   - sourceHashes: one hash for each source element, well mixed in all bits.
  ///   - targetHashes: one hash for each target element.
  ///   - areIdentical: whether two elements have the same identity. An equivalence relation.
  /// - Returns: nil if the numbers of sections or elements do not agree.
  /// - Throws: what `areIdentical` throws, at once.
  /// - Complexity: O(*n* + *m*) expected.
  @inlinable public init?<Failure: Error>(
    sections: Pairing, source: SectionLayout, target: SectionLayout, moves: MoveDetection, sourceHashes: [UInt64],
    targetHashes: [UInt64], areIdentical: (Int, Int) throws(Failure) -> Bool
  ) throws(Failure) {
    guard source.elementCount == sourceHashes.count, target.elementCount == targetHashes.count else { return nil }
    let result = try withoutActuallyEscaping(areIdentical) { escaping throws(Failure) in
      let input = HashedInput(sourceHashes: sourceHashes, targetHashes: targetHashes, areIdentical: escaping)
      return try SectionedPairing(input, sections, source, target, moves)
    }
    guard let result else { return nil }
    self = result
  }

  /// Pairs elements whose identities are interned: equal numbers are equal identities.
  ///
  /// Identities are given by the elements' own offsets.
  ///
  /// - Returns: nil if the numbers of sections or elements do not agree.
  /// - Complexity: O(*n* + *m*) expected.
  public init?(
    sections: Pairing, source: SectionLayout, target: SectionLayout, moves: MoveDetection, sourceIdentities: [UInt32],
    targetIdentities: [UInt32]
  ) {
    guard source.elementCount == sourceIdentities.count, target.elementCount == targetIdentities.count else {
      return nil
    }
    let input = InternedInput(source: sourceIdentities, target: targetIdentities)
    self.init(input, sections, source, target, moves)
  }

  @inlinable package init?<Input: PairingInput>(
    _ input: Input, _ sections: Pairing, _ source: SectionLayout, _ target: SectionLayout, _ moves: MoveDetection,
    countsDuplicates: Bool = true
  ) throws(Input.Failure) {
    guard sections.sourceCount == source.sectionCount, sections.targetCount == target.sectionCount else { return nil }
    let elements: Pairing
    if source.order.isEmpty && target.order.isEmpty {
      elements = try Self.pair(input, sections, source, target, moves, countsDuplicates)
    } else {
      let reordered = ReorderedInput(input: input, sourceOrder: source.order, targetOrder: target.order)
      elements = try Self.pair(reordered, sections, source, target, moves, countsDuplicates)
    }
    self.init(sections: sections, elements: elements, source: source, target: target, moves: moves)
  }

  @usableFromInline init(
    sections: Pairing, elements: Pairing, source: SectionLayout, target: SectionLayout, moves: MoveDetection
  ) {
    self.sections = sections
    self.elements = elements
    self.source = source
    self.target = target
    self.moves = moves
  }
}

extension SectionedPairing {
  /// Pairs elements by flattened offsets.
  ///
  /// - Parameter prefix: how many are known to be identical at the beginning; 0 unless all sections are paired.
  @inlinable static func pair<Input: PairingInput>(
    _ input: Input, _ sections: Pairing, _ source: SectionLayout, _ target: SectionLayout, _ moves: MoveDetection,
    prefix: Int = 0, _ countsDuplicates: Bool
  ) throws(Input.Failure) -> Pairing {
    let counts = (source.elementCount, target.elementCount)
    if sections.isWhole {
      return try Pairing(input, counts.0, counts.1, prefix: prefix, countsDuplicates: countsDuplicates)
    }
    if moves == .heckel {
      return try Pairing(input, counts.0, counts.1, countsDuplicates: countsDuplicates).dissolved(
        sections, source, target)
    }
    let pairing = try Pairing(
      input, counts.0, counts.1, source.survivingRanges(sections.sourceToTarget),
      target.survivingRanges(sections.targetToSource), countsDuplicates: false)
    if !countsDuplicates { return pairing }
    return pairing.with(try Pairing(input, counts.0, counts.1).duplicates)
  }
}

extension SectionLayout {
  /// The flattened offsets of all sections that have a partner, neighbours joined.
  @usableFromInline func survivingRanges(_ partners: [Int32]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (section, partner) in partners.enumerated() where partner >= 0 {
      let range = Int(starts[section])..<Int(starts[section + 1])
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}

extension Pairing {
  @usableFromInline func with(_ duplicates: Duplicates) -> Pairing {
    Pairing(
      sourceToTarget: sourceToTarget, targetToSource: targetToSource, pairedCount: pairedCount, isOrdered: isOrdered,
      duplicates: duplicates)
  }

  /// The pairs of elements both of whose sections are paired, not necessarily with each other.
  @usableFromInline func dissolved(_ sections: Pairing, _ source: SectionLayout, _ target: SectionLayout) -> Pairing {
    var forward = sourceToTarget
    var backward = targetToSource
    var count = pairedCount
    func dissolve(_ sourceOffset: Int32, _ targetOffset: Int32) {
      guard sourceOffset >= 0, targetOffset >= 0 else { return }
      forward[Int(sourceOffset)] = -1
      backward[Int(targetOffset)] = -1
      count -= 1
    }
    for (section, partner) in sections.sourceToTarget.enumerated() where partner < 0 {
      for offset in source.elements(ofSection: section) { dissolve(offset, forward[Int(offset)]) }
    }
    for (section, partner) in sections.targetToSource.enumerated() where partner < 0 {
      for offset in target.elements(ofSection: section) { dissolve(backward[Int(offset)], offset) }
    }
    return Pairing(
      sourceToTarget: forward, targetToSource: backward, pairedCount: count, isOrdered: isOrdered,
      duplicates: duplicates)
  }
}

/// Elements by flattened offsets over elements by their own.
@usableFromInline struct ReorderedInput<Input: PairingInput>: PairingInput {
  @usableFromInline let input: Input
  @usableFromInline let sourceOrder: [Int32]
  @usableFromInline let targetOrder: [Int32]

  @inlinable init(input: Input, sourceOrder: [Int32], targetOrder: [Int32]) {
    self.input = input
    self.sourceOrder = sourceOrder
    self.targetOrder = targetOrder
  }

  @inlinable func source(_ offset: Int) -> Int { sourceOrder.isEmpty ? offset : Int(sourceOrder[offset]) }

  @inlinable func target(_ offset: Int) -> Int { targetOrder.isEmpty ? offset : Int(targetOrder[offset]) }

  @inlinable package func sourceHash(_ offset: Int) -> UInt64 { input.sourceHash(source(offset)) }

  @inlinable package func targetHash(_ offset: Int) -> UInt64 { input.targetHash(target(offset)) }

  @inlinable package func isIdentical(source offset: Int, target other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(source: source(offset), target: target(other))
  }

  @inlinable package func isIdentical(source offset: Int, source other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(source: source(offset), source: source(other))
  }

  @inlinable package func isIdentical(target offset: Int, target other: Int) throws(Input.Failure) -> Bool {
    try input.isIdentical(target: target(offset), target: target(other))
  }
}

extension SectionedPairing {
  /// The paired elements that are moves by the pairing's mode, in target order.
  ///
  /// - Parameter isCancelled: Asked from time to time; if it says true, what is found means nothing.
  @usableFromInline func movedElements(_ isCancelled: (() -> Bool)? = nil) -> [OffsetPair] {
    switch moves {
    case .minimal: elements.isOrdered ? movesAcrossSections() : leastMoves(isCancelled)
    case .heckel: heckelMoves()
    case .none: movesAcrossSections()
    }
  }

  /// Each pair of surviving sections: the source's elements and the target's.
  private var survivingSections: some Sequence<(source: Range<Int32>, target: Range<Int32>)> {
    sections.targetToSource.enumerated().lazy.filter { $0.element >= 0 }.map { target, source in
      (self.source.elements(ofSection: Int(source)), self.target.elements(ofSection: target))
    }
  }

  private func leastMoves(_ isCancelled: (() -> Bool)?) -> [OffsetPair] {
    let least = LeastMoves(targetCount: elements.targetCount)
    for section in survivingSections {
      let range = Int(section.target.lowerBound)..<Int(section.target.upperBound)
      least.keep(elements.targetToSource, range, from: section.source, isCancelled)
    }
    return pairs { !least.isKept($0) }
  }

  private func heckelMoves() -> [OffsetPair] {
    var isVisited = elements.sourceToTarget.map { $0 < 0 }
    var moved: [OffsetPair] = []
    for section in survivingSections {
      var first = section.source.lowerBound
      for target in section.target where elements.targetToSource[Int(target)] >= 0 {
        let source = elements.targetToSource[Int(target)]
        while first < section.source.upperBound, isVisited[Int(first)] { first += 1 }
        isVisited[Int(source)] = true
        let stays = source == first && first < section.source.upperBound
        if !stays { moved.append(OffsetPair(source: source, target: target)) }
      }
    }
    return moved
  }

  private func movesAcrossSections() -> [OffsetPair] {
    var moved: [OffsetPair] = []
    for section in survivingSections {
      for target in section.target where elements.targetToSource[Int(target)] >= 0 {
        let source = elements.targetToSource[Int(target)]
        if !section.source.contains(source) { moved.append(OffsetPair(source: source, target: target)) }
      }
    }
    return moved
  }

  /// The pairs whose target elements a closure accepts, in target order.
  private func pairs(where isIncluded: (Int) -> Bool) -> [OffsetPair] {
    var pairs: [OffsetPair] = []
    for (target, source) in elements.targetToSource.enumerated() where source >= 0 && isIncluded(target) {
      pairs.append(OffsetPair(source: source, target: Int32(truncatingIfNeeded: target)))
    }
    return pairs
  }
}

extension SectionedPairing {
  package func replacing(elements: Pairing) -> SectionedPairing {
    SectionedPairing(sections: sections, elements: elements, source: source, target: target, moves: moves)
  }
}
