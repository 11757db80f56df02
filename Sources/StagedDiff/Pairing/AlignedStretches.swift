/// Stretches of two collections that are aligned at once.
///
/// They are worked on in steps, in each of which a stretch is in the hands of one thread.
final class AlignedStretches<Input: AlignmentInput & Sendable>: Sendable
where Input.Failure == Never {
  /// Unchecked: see above.
  private final class Stretch: @unchecked Sendable {
    var alignment: PairingAlignment<Input>
    var isAligned = false
    var filter: CollisionFilter?
    var suspects = PairingSuspects()

    init(_ alignment: PairingAlignment<Input>) { self.alignment = alignment }

    /// Makes trial pairs.
    func walk() {
      var alignment = alignment
      isAligned = alignment.walk()
      self.alignment = alignment
    }
  }

  private let input: Input
  private let sourceToTarget: Partners
  private let targetToSource: Partners
  private let stretches: [Stretch]

  /// Cuts both sides into so many stretches; the partners need not be initialized.
  ///
  /// - Parameter reach: how far off the place in proportion a cut is looked for.
  init(
    _ input: Input, _ sourceToTarget: Partners, _ targetToSource: Partners, count: Int, reach: Int
  ) {
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    let cutter = StretchCutter(
      input: input, sourceCount: sourceToTarget.count, targetCount: targetToSource.count,
      reach: reach)
    stretches = cutter.ranges(count).map { range in
      Stretch(
        PairingAlignment(
          input: input, sourceToTarget: sourceToTarget, targetToSource: targetToSource,
          sources: range.sources, targets: range.targets))
    }
  }

  /// Makes trial pairs; false if the sides are too different for this to pay.
  func walk(_ concurrently: Concurrently) -> Bool {
    concurrently(stretches.count) { place in
      let stretch = self.stretches[place]
      for offset in stretch.alignment.sources { self.sourceToTarget[offset] = -1 }
      for offset in stretch.alignment.targets { self.targetToSource[offset] = -1 }
      stretch.walk()
    }
    return stretches.allSatisfy(\.isAligned)
  }
}

extension AlignedStretches where Input: PairingInput {
  /// Finishes what ``walk(_:)`` began.
  func pair(
    _ concurrently: Concurrently
  ) -> (pairedCount: Int, isOrdered: Bool, duplicates: Duplicates) {
    var suspects = suspects(concurrently)
    suspects.refine(input)
    let found = suspects.pair(
      input, sourceToTarget, targetToSource, countsDuplicates: true)
    return (
      stretches.reduce(found.pairs) { $0 + $1.alignment.pairedCount },
      targetToSource.areAscending(from: 0), found.duplicates
    )
  }

  private func suspects(_ concurrently: Concurrently) -> PairingSuspects {
    // All of one size; of what each has room for, only what is used takes memory.
    let count = stretches.reduce(0) { $0 + $1.alignment.entryCount }
    concurrently(stretches.count) { place in
      let filter = CollisionFilter(count: count)
      let stretch = self.stretches[place]
      stretch.alignment.enter(into: filter)
      stretch.filter = filter
    }
    let filters = stretches.compactMap(\.filter)
    guard let all = filters.first else { return PairingSuspects() }
    for other in filters.dropFirst() { all.merge(other) }
    all.keepCollisions()
    concurrently(stretches.count) { place in
      let stretch = self.stretches[place]
      stretch.suspects = stretch.alignment.suspects(stretch.filter ?? all, in: all)
    }
    return PairingSuspects(
      sources: stretches.flatMap(\.suspects.sources),
      targets: stretches.flatMap(\.suspects.targets))
  }
}
