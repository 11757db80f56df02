/// Stretches of two collections that are aligned at once.
///
/// Unchecked: in each step a stretch is in the hands of one thread.
final class AlignedStretches<Input: AlignmentInput & Sendable>: @unchecked Sendable
where Input.Failure == Never {
  private struct Stretch {
    var alignment: PairingAlignment<Input>
    var isAligned = false
    var filter: CollisionFilter?
    var suspects = PairingSuspects()
  }

  private let input: Input
  private let sourceToTarget: UnsafeMutableBufferPointer<Int32>
  private let targetToSource: UnsafeMutableBufferPointer<Int32>
  private let stretches: UnsafeMutableBufferPointer<Stretch>

  /// Cuts both sides into so many stretches; the partners need not be initialized.
  ///
  /// - Parameter reach: how far off the place in proportion a cut is looked for.
  init(
    _ input: Input, _ sourceToTarget: UnsafeMutableBufferPointer<Int32>,
    _ targetToSource: UnsafeMutableBufferPointer<Int32>, count: Int, reach: Int
  ) {
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    let cutter = StretchCutter(
      input: input, sourceCount: sourceToTarget.count, targetCount: targetToSource.count,
      reach: reach)
    let ranges = cutter.ranges(count)
    stretches = .allocate(capacity: ranges.count)
    for (place, range) in ranges.enumerated() {
      stretches.initializeElement(
        at: place,
        to: Stretch(
          alignment: PairingAlignment(
            input: input, sourceToTarget: sourceToTarget, targetToSource: targetToSource,
            sources: range.sources, targets: range.targets)))
    }
  }

  deinit {
    stretches.deinitialize()
    stretches.deallocate()
  }

  /// Makes trial pairs; false if the sides are too different for this to pay.
  func walk(_ concurrently: Concurrently) -> Bool {
    concurrently(stretches.count) { place in
      let alignment = self.stretches[place].alignment
      let (forward, backward) = (self.sourceToTarget, self.targetToSource)
      for offset in alignment.sources { forward.initializeElement(at: offset, to: -1) }
      for offset in alignment.targets { backward.initializeElement(at: offset, to: -1) }
      self.stretches[place].isAligned = self.stretches[place].alignment.walk()
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
      Pairing.isAscending(targetToSource, from: 0), found.duplicates
    )
  }

  private func suspects(_ concurrently: Concurrently) -> PairingSuspects {
    // All of one size; of what each has room for, only what is used takes memory.
    let count = stretches.reduce(0) { $0 + $1.alignment.entryCount }
    concurrently(stretches.count) { place in
      let filter = CollisionFilter(count: count)
      self.stretches[place].alignment.enter(into: filter)
      self.stretches[place].filter = filter
    }
    let filters = stretches.compactMap(\.filter)
    guard let all = filters.first else { return PairingSuspects() }
    for other in filters.dropFirst() { all.merge(other) }
    all.keepCollisions()
    concurrently(stretches.count) { place in
      let stretch = self.stretches[place]
      self.stretches[place].suspects = stretch.alignment.suspects(stretch.filter ?? all, in: all)
    }
    return PairingSuspects(
      sources: stretches.flatMap(\.suspects.sources),
      targets: stretches.flatMap(\.suspects.targets))
  }
}
