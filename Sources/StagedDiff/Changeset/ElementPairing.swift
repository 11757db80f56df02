extension Pairing {
  @inlinable
  init<Rule: ElementRule>(
    source: [Rule.Element], target: [Rule.Element], rule: Rule, countsDuplicates: Bool = false
  ) {
    self = source.withUnsafeBufferPointer { source in
      target.withUnsafeBufferPointer { target in
        rule.withInput(source, target) {
          Pairing($0, source.count, target.count, countsDuplicates: countsDuplicates)
        }
      }
    }
  }
}

extension LinearChanges {
  @inlinable
  init<Rule: ElementRule>(
    source: [Rule.Element], target: [Rule.Element], rule: Rule, moves: MoveDetection
  ) {
    let pairing = Pairing(source: source, target: target, rule: rule)
    if rule.isIdentityWhole {
      self.init(pairing: pairing, moves: moves, updated: [])
    } else {
      self.init(pairing: pairing, moves: moves) { rule.isUpdated(source[$0], target[$1]) }
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
