extension Pairing {
  @inlinable
  init<Rule: ElementRule>(
    source: [Rule.Element], target: [Rule.Element], rule: Rule, countsDuplicates: Bool = false
  ) {
    self = source.withUnsafeBufferPointer { source in
      target.withUnsafeBufferPointer { target in
        Pairing(
          ElementInput(source: source, target: target, rule: rule), source.count, target.count,
          countsDuplicates: countsDuplicates)
      }
    }
  }
}

extension LinearChanges {
  @inlinable
  init<Rule: ElementRule>(
    source: [Rule.Element], target: [Rule.Element], rule: Rule, moves: MoveDetection
  ) {
    self = source.withUnsafeBufferPointer { source in
      target.withUnsafeBufferPointer { target in
        let input = ElementInput(source: source, target: target, rule: rule)
        let pairing = Pairing(input, source.count, target.count, countsDuplicates: false)
        if rule.isIdentityWhole {
          return LinearChanges(pairing: pairing, moves: moves, updated: [])
        }
        return LinearChanges(pairing: pairing, moves: moves, isUpdated: input.isUpdated)
      }
    }
  }

  /// Changes in which a delete and an insert at one offset are an update.
  @usableFromInline
  init(replacingInPlace pairing: Pairing, moves: MoveDetection) {
    var forward = pairing.sourceToTarget
    var backward = pairing.targetToSource
    var updated: [OffsetPair] = []
    for offset in 0..<min(forward.count, backward.count)
    where forward[offset] < 0 && backward[offset] < 0 {
      let place = Int32(truncatingIfNeeded: offset)
      forward[offset] = place
      backward[offset] = place
      updated.append(OffsetPair(source: place, target: place))
    }
    let replaced = Pairing(
      sourceToTarget: forward, targetToSource: backward,
      pairedCount: pairing.pairedCount + updated.count,
      isOrdered: updated.isEmpty && pairing.isOrdered, duplicates: pairing.duplicates)
    self.init(pairing: replaced, moves: moves, updated: updated)
  }
}
