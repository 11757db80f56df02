extension Pairing {
  @inlinable init<Rule: ElementRule>(
    _ source: [Rule.Element], _ target: [Rule.Element], _ rule: Rule, countsDuplicates: Bool
  ) {
    self = source.withElements { source in
      target.withElements { target in Pairing(source, target, rule, prefix: 0, countsDuplicates: countsDuplicates) }
    }
  }

  @inlinable init<Rule: ElementRule>(
    _ source: ElementsView<Rule.Element>, _ target: ElementsView<Rule.Element>, _ rule: Rule, prefix: Int,
    countsDuplicates: Bool
  ) {
    self = rule.withInput(source, target, from: prefix) {
      Pairing($0, source.count, target.count, prefix: prefix, countsDuplicates: countsDuplicates)
    }
  }

  /// As many elements on both sides, each paired with the one at its own offset.
  @usableFromInline init(prefix count: Int) {
    let partners = Self.partners(count, prefix: count)
    self.init(
      sourceToTarget: partners, targetToSource: partners, pairedCount: count, isOrdered: true, duplicates: Duplicates())
  }
}

extension Changeset {
  /// Pairs the elements and finds the changes, in one pass where nothing but contents differs.
  @inlinable @inline(__always) init<Rule: ElementRule>(
    _ source: [Element], _ target: [Element], _ rule: @autoclosure () -> Rule, _ moves: MoveDetection
  )
  where Rule.Element == Element {
    if source.isEmpty || target.isEmpty {
      self.init(
        source: source, target: target,
        changes: LinearChanges(
          prefix: 0, sourceCount: source.count, targetCount: target.count, updated: [], moves: moves))
      return
    }
    let rule = rule()
    let changes = source.withElements { old in target.withElements { new in Self.changes(old, new, rule, moves) } }
    self.init(source: source, target: target, changes: changes)
  }

  @inlinable static func changes<Rule: ElementRule>(
    _ source: ElementsView<Element>, _ target: ElementsView<Element>, _ rule: Rule, _ moves: MoveDetection
  ) -> LinearChanges where Rule.Element == Element {
    let prefix = rule.prefixLength(source, target)
    // Of two elements that are left one on each side it is known that they are not the same.
    if prefix == source.count || prefix == target.count || max(source.count, target.count) == prefix &+ 1 {
      var updated: [OffsetPair] = []
      for offset in 0..<(rule.isIdentityWhole ? 0 : prefix) where rule.isUpdated(source, offset, target, offset) {
        updated.append(OffsetPair(source: offset, target: offset))
      }
      return LinearChanges(
        prefix: prefix, sourceCount: source.count, targetCount: target.count, updated: updated, moves: moves)
    }
    let pairing = Pairing(source, target, rule, prefix: prefix, countsDuplicates: false)
    let updated = rule.isIdentityWhole ? [] : pairing.updatedPairs { rule.isUpdated(source, $0, target, $1) }
    return LinearChanges(pairing: pairing, moves: moves, updated: updated, keepsPartners: true)
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
