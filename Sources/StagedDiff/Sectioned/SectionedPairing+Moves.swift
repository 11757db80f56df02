extension SectionedPairing {
  /// The paired elements that are moves by the pairing's mode, in target order.
  func movedElements() -> [OffsetPair] {
    switch moves {
    case .minimal: leastMoves()
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

  private func leastMoves() -> [OffsetPair] {
    let least = LeastMoves(targetCount: elements.targetCount)
    for section in survivingSections {
      let range = Int(section.target.lowerBound)..<Int(section.target.upperBound)
      least.keep(elements.targetToSource, range, from: section.source)
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
        if !section.source.contains(source) {
          moved.append(OffsetPair(source: source, target: target))
        }
      }
    }
    return moved
  }

  /// The pairs whose target elements a closure accepts, in target order.
  private func pairs(where isIncluded: (Int) -> Bool) -> [OffsetPair] {
    var pairs: [OffsetPair] = []
    for (target, source) in elements.targetToSource.enumerated()
    where source >= 0 && isIncluded(target) {
      pairs.append(OffsetPair(source: source, target: Int32(truncatingIfNeeded: target)))
    }
    return pairs
  }
}
