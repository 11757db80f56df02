extension Pairing {
  @inlinable init<Rule: ElementRule>(
    _ source: [Rule.Element], _ target: [Rule.Element], _ rule: Rule, countsDuplicates: Bool
  ) where Rule.Failure == Never {
    self = source.withElements { source in
      target.withElements { target in Pairing(source, target, rule, prefix: 0, countsDuplicates: countsDuplicates) }
    }
  }

  @inlinable init<Rule: ElementRule>(
    _ source: ElementsView<Rule.Element>, _ target: ElementsView<Rule.Element>, _ rule: Rule, prefix: Int,
    countsDuplicates: Bool
  ) throws(Rule.Failure) {
    self = try rule.withInput(source, target, from: prefix) { input in
      Result { () throws(Rule.Failure) in
        try Pairing(input, source.count, target.count, prefix: prefix, countsDuplicates: countsDuplicates)
      }
    }.get()
  }

  /// The first elements, each paired with the one at its own offset, and nothing else.
  @usableFromInline init(prefix: Int, _ sourceCount: Int, _ targetCount: Int) {
    let partners = Self.partners(sourceCount, prefix: prefix)
    self.init(
      sourceToTarget: partners,
      targetToSource: sourceCount == targetCount ? partners : Self.partners(targetCount, prefix: prefix),
      pairedCount: prefix, isOrdered: true, duplicates: Duplicates())
  }
}

extension Changeset {
  /// Pairs the elements and finds the changes, in one pass where nothing but contents differs.
  @inlinable @inline(__always) init<Rule: ElementRule>(
    _ source: [Element], _ target: [Element], _ rule: @autoclosure () -> Rule, _ moves: MoveDetection
  ) throws(Rule.Failure) where Rule.Element == Element {
    if source.isEmpty || target.isEmpty {
      self.init(
        source: source, target: target,
        changes: LinearChanges(
          prefix: 0, sourceCount: source.count, targetCount: target.count, updated: [], moves: moves))
      return
    }
    let rule = rule()
    let changes = try source.withElements { old throws(Rule.Failure) in
      try target.withElements { new throws(Rule.Failure) in try Self.changes(old, new, rule, moves) }
    }
    self.init(source: source, target: target, changes: changes)
  }

  @inlinable static func changes<Rule: ElementRule>(
    _ source: ElementsView<Element>, _ target: ElementsView<Element>, _ rule: Rule, _ moves: MoveDetection
  ) throws(Rule.Failure) -> LinearChanges where Rule.Element == Element {
    let prefix = try rule.prefixLength(source, target)
    // Of two elements that are left one on each side it is known that they are not the same.
    if prefix == source.count || prefix == target.count || max(source.count, target.count) == prefix &+ 1 {
      var updated: [OffsetPair] = []
      for offset in 0..<(rule.isIdentityWhole ? 0 : prefix) where try rule.isUpdated(source, offset, target, offset) {
        updated.append(OffsetPair(source: offset, target: offset))
      }
      return LinearChanges(
        prefix: prefix, sourceCount: source.count, targetCount: target.count, updated: updated, moves: moves)
    }
    let pairing = try Pairing(source, target, rule, prefix: prefix, countsDuplicates: false)
    let updated =
      rule.isIdentityWhole
      ? []
      : try pairing.updatedPairs { old, new throws(Rule.Failure) in try rule.isUpdated(source, old, target, new) }
    return LinearChanges(
      pairing: pairing, moves: moves, updated: updated, keepsPartners: true, isCancelled: rule.isCancelled)
  }
}

extension LinearChanges {
  /// Changes in which a delete and an insert at one offset are an update.
  @usableFromInline init(replacingInPlace pairing: Pairing, moves: MoveDetection) {
    var forward = pairing.sourceToTarget
    var backward = pairing.targetToSource
    var updated: [OffsetPair] = []
    for offset in 0..<min(forward.count, backward.count) where forward[offset] < 0 && backward[offset] < 0 {
      let place = Int32(truncatingIfNeeded: offset)
      forward[offset] = place
      backward[offset] = place
      updated.append(OffsetPair(source: place, target: place))
    }
    let replaced = Pairing(
      sourceToTarget: forward, targetToSource: backward, pairedCount: pairing.pairedCount + updated.count,
      isOrdered: updated.isEmpty && pairing.isOrdered, duplicates: pairing.duplicates)
    self.init(pairing: replaced, moves: moves, updated: updated)
  }
}
