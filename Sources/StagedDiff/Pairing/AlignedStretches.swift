/// Stretches of two collections that are aligned at once.
///
/// Unchecked: in each step a stretch is in the hands of one thread.
final class AlignedStretches: @unchecked Sendable {
  private struct Stretch {
    var alignment: PairingAlignment<TrustedHashes>
    var filter: SuspectFilter?
    var suspects = PairingSuspects()
  }

  typealias Result = (pairedCount: Int, isOrdered: Bool, duplicates: Duplicates)

  private let input: TrustedHashes
  private let sourceToTarget: UnsafeMutableBufferPointer<Int32>
  private let targetToSource: UnsafeMutableBufferPointer<Int32>
  private let stretches: UnsafeMutableBufferPointer<Stretch>

  /// Cuts both sides into so many stretches; the partners need not be initialized.
  init(
    _ input: TrustedHashes, _ sourceToTarget: UnsafeMutableBufferPointer<Int32>,
    _ targetToSource: UnsafeMutableBufferPointer<Int32>, count: Int
  ) {
    self.input = input
    self.sourceToTarget = sourceToTarget
    self.targetToSource = targetToSource
    var cuts = [(source: 0, target: 0)]
    for number in 1..<max(1, count) {
      let cut = input.cut(near: input.target.count * number / count)
      let last = cuts[cuts.count - 1]
      cuts.append((max(last.source, cut.source), max(last.target, cut.target)))
    }
    cuts.append((input.source.count, input.target.count))
    stretches = .allocate(capacity: cuts.count - 1)
    for (place, (start, end)) in zip(cuts, cuts.dropFirst()).enumerated() {
      stretches.initializeElement(
        at: place,
        to: Stretch(
          alignment: PairingAlignment(
            input: input, sourceToTarget: sourceToTarget, targetToSource: targetToSource,
            sources: start.source..<end.source, targets: start.target..<end.target)))
    }
  }

  deinit {
    stretches.deinitialize()
    stretches.deallocate()
  }

  /// Pairs both sides; nil if they are too different for this to pay.
  func pair(_ concurrently: Concurrently) -> Result? {
    concurrently(stretches.count) { self.walk($0) }
    guard let filter = stretches[0].filter, stretches.allSatisfy({ $0.filter != nil }) else {
      return nil
    }
    for stretch in stretches.dropFirst() { stretch.filter.map(filter.merge) }
    filter.keepCollisions()
    concurrently(stretches.count) { place in
      self.stretches[place].suspects = self.stretches[place].alignment.suspects(by: filter)
    }
    var suspects = PairingSuspects(
      sources: stretches.flatMap(\.suspects.sources),
      targets: stretches.flatMap(\.suspects.targets))
    let found = suspects.pair(input, sourceToTarget, targetToSource, countsDuplicates: true)
    return (
      stretches.reduce(found.pairs) { $0 + $1.alignment.pairedCount },
      Pairing.isAscending(targetToSource, from: 0), found.duplicates
    )
  }

  /// Makes trial pairs; those of a stretch that has no filter afterwards did not pay.
  private func walk(_ place: Int) {
    var alignment = stretches[place].alignment
    for offset in alignment.sources { sourceToTarget.initializeElement(at: offset, to: -1) }
    for offset in alignment.targets { targetToSource.initializeElement(at: offset, to: -1) }
    guard alignment.walk() else { return }
    // All of one size; of what each has room for, only what is used takes memory.
    let filter = SuspectFilter(
      count: input.source.count + input.target.count / 4 + 64 * stretches.count)
    alignment.enter(into: filter)
    stretches[place].alignment = alignment
    stretches[place].filter = filter
  }
}
